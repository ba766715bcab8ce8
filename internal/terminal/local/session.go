package local

import (
	"cmp"
	"context"
	"errors"
	"os"
	"slices"
	"time"

	"chratze/bot"
	"chratze/bot/exec"
	"chratze/card"
	"chratze/chance"
	"chratze/internal/table"
	"chratze/rams"
	"chratze/variant"
)

// Plan has the fixed settings of a session.
type Plan struct {
	Rules  variant.Variant
	Seed   uint64
	Me     int      // the person's chair
	Dealer int      // the chair that deals the first hand, counted from 1; 0: drawn by lot
	Names  []string // by chair
	Bots   []string // by chair; "" for the person
}

// Look says how a session is shown. It is stored with the session.
type Look struct {
	Lang  string `json:"lang"`
	Deck  string `json:"deck"`
	Money string `json:"money"`
}

// Session is an evening of one person with bots. A method that changes it returns when the
// change is on the disk. After an error that isn't a *table.Refused, close it. It is not safe
// for concurrent use.
type Session struct {
	disk
	table *table.Table
	me    int
	bots  []bot.Bot // by chair; nil for the person

	programs []*exec.Process // that play
	chance   chance.Rand     // for the bots; seeded for each decision, so that resuming changes nothing
	deck     chance.Rand     // for shuffles and cuts; seeded for each hand
}

// The random streams of a session; these are their first numbers.
const (
	ChanceOfSeats = iota // for the maker of a Plan
	chanceOfDealer
	chanceOfDeck // followed by the hand
	chanceOfBots // followed by the hand and the number of its events
)

// answerWithin is how long a program may take for an answer; then the fallback is played.
const answerWithin = 5 * time.Second

// Close ends programs that play, and unlocks the session for other processes.
func (s *Session) Close() error {
	for _, program := range s.programs {
		_ = program.Close() // it isn't needed any longer
	}
	return s.disk.Close()
}

// first returns the first records of a new session.
func (p *Plan) first(now table.Millis) [][]byte {
	cfg := table.Config{Variant: p.Rules, Chairs: len(p.Names), Practice: true}
	made := table.Record{Kind: table.KindCreate, At: now, Config: &cfg}
	records := [][]byte{made.Encode()}
	for c, name := range p.Names {
		sits := table.Record{Kind: table.KindSit, At: now, Chair: c, Name: name, Bot: p.Bots[c]}
		records = append(records, sits.Encode())
	}
	return records
}

// play reads the table from its records and sets up the bots.
func (s *Session) play(records [][]byte) (err error) {
	if s.table, err = table.Replay(records); err != nil {
		return err
	}
	chairs := s.table.Info().Chairs
	s.me, s.bots = -1, make([]bot.Bot, len(chairs))
	for c, chair := range chairs {
		if chair.Bot == "" {
			s.me = c
			continue
		}
		spec, program, err := exec.Load(context.Background(), chair.Bot, s.Rules(), answerWithin, os.ReadFile)
		if err != nil {
			return err
		}
		if program != nil {
			s.programs = append(s.programs, program)
		}
		s.bots[c] = spec.New(&s.chance)
	}
	if s.me < 0 {
		return errors.New("local: no person sits at this table")
	}
	s.table.Restarted(now())
	return s.catchUp()
}

// catchUp advances the deck's stream to where the last hand has left it. An error means that
// these aren't the cards of the seed.
func (s *Session) catchUp() error {
	orders, cuts := s.table.Drawn()
	s.deck = chance.Seeded(s.Seed, chanceOfDeck, uint64(s.table.Hands()-1))
	for pack := 0; len(orders) > 0 || len(cuts) > 0; {
		next := s.deck
		if len(orders) > 0 && shuffles(&next, orders[0]) {
			pack = max(pack, orders[0].Len())
			orders = orders[1:]
		} else if next = s.deck; pack > 0 && len(cuts) > 0 && next.Cut(pack) == cuts[0] {
			cuts = cuts[1:]
		} else {
			return errors.New("cards differ from those of the seed")
		}
		s.deck = next
	}
	return nil
}

// shuffles reports whether shuffling the cards of an order gives this order.
func shuffles(r *chance.Rand, order table.Order) bool {
	list := card.List(order)
	cards := list.Set().Append(nil)
	r.Shuffle(cards)
	return slices.Equal(cards, list.Slice())
}

func now() table.Millis { return table.Millis(time.Now().UnixMilli()) }

// Do carries out a command of the person, and lets the bots answer up to the person's next
// decision or the end of the hand. DoNext begins the first hand too. The error is a
// *table.Refused, and then nothing has changed; or it is an error of the disk.
func (s *Session) Do(c table.Command) error {
	c.From = s.me
	if hands := s.table.Hands(); c.Do == table.DoNext && s.table.Stage() != table.Playing {
		if s.Last == hands+1 && !s.Info().Last {
			if err := s.Do(table.Command{Do: table.DoLast}); err != nil {
				return err
			}
		}
		if s.table.Stage() == table.Lobby {
			lot := chance.Seeded(s.Seed, chanceOfDealer)
			c.Do, c.Deals = table.DoStart, cmp.Or(s.Dealer, lot.Cut(len(s.bots)+1))
		}
		s.deck = chance.Seeded(s.Seed, chanceOfDeck, uint64(hands))
	}
	return s.after(s.table.Step(now(), c, &s.deck))
}

// after lets the bots answer after a step, and stores what has happened.
func (s *Session) after(ready table.Ready, err error) error {
	var records [][]byte
	for err == nil {
		records = append(records, ready.Append...)
		if len(ready.Asks) == 0 {
			return s.keep(records)
		}
		ready, err = s.answer(&ready.Asks[0])
	}
	return err
}

// answer lets a bot decide.
func (s *Session) answer(ask *table.Ask) (table.Ready, error) {
	s.chance = s.botChance()
	c := table.Command{Do: table.DoAct, From: ask.Chair, By: ask.By, Question: ask.Question, Action: s.bots[ask.Chair].Act(&ask.View)}
	ready, err := s.table.Step(now(), c, &s.deck)
	if err != nil { // our bots never do that, but the table must go on
		c.Action = bot.Fallback(ask.View.Legal)
		ready, err = s.table.Step(now(), c, &s.deck)
	}
	return ready, err
}

func (s *Session) botChance() chance.Rand {
	return chance.Seeded(s.Seed, chanceOfBots, uint64(s.table.Hands()-1), uint64(s.table.Events()))
}

// watch shows the bots a hand that is over.
func (s *Session) watch(hand *rams.Record) {
	for seat, c := range s.table.Info().InHand {
		if c != s.me {
			s.chance = s.botChance()
			bot.End(s.bots[c], hand, rams.Seat(seat))
		}
	}
}

// Info returns the state of the table.
func (s *Session) Info() *table.Info { return s.table.Info() }

// News returns everything that the person may know. Its events and legal acts are valid until
// the next change.
func (s *Session) News() table.News {
	var nothing table.Cursor
	n, _ := s.table.News(s.me, &nothing)
	return n
}

// Rules returns the rules of the session.
func (s *Session) Rules() variant.Variant { return s.table.Config().Variant }

// Hands returns how many hands have begun.
func (s *Session) Hands() int { return s.table.Hands() }

// Me returns the person's chair. All chairs play, so it is the seat too.
func (s *Session) Me() rams.Seat { return rams.Seat(s.me) }

// View returns everything that the person may know of the running or last hand. Before the
// first hand it is the zero View. It is valid until the next change.
func (s *Session) View() rams.View {
	v, _ := s.table.View(s.me)
	return v
}
