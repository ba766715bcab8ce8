package local

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"chratze/bot"
	"chratze/card"
	"chratze/chance"
	"chratze/internal/table"
	"chratze/pot"
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
// change is on the disk. After an error that isn't a *rams.Refusal, close it. It is not safe
// for concurrent use.
type Session struct {
	log
	note
	table  *table.Table
	me     int
	bots   []bot.Bot   // by chair; nil for the person
	chance chance.Rand // for the bots; seeded for each decision, so that resuming changes nothing
	nature nature
}

// The random streams of a session; these are their first numbers.
const (
	ChanceOfSeats = iota // for the maker of a Plan
	chanceOfDealer
	chanceOfDeck // followed by the hand
	chanceOfBots // followed by the hand and the number of its events
)

// nature draws the first dealer, then shuffles and cuts for a hand.
type nature struct {
	lot  *chance.Rand // nil: the dealer is known
	deck chance.Rand
}

// Shuffle implements rams.Shuffler.
func (n *nature) Shuffle(cards []card.Card) { n.deck.Shuffle(cards) }

// Cut implements rams.Shuffler.
func (n *nature) Cut(cards int) int {
	if lot := n.lot; lot != nil {
		n.lot = nil
		return lot.Cut(cards)
	}
	return n.deck.Cut(cards)
}

// first returns the first records of a new session.
func (p *Plan) first(now table.Millis) ([][]byte, error) {
	if len(p.Bots) != len(p.Names) || p.Me < 0 || p.Me >= len(p.Bots) || p.Bots[p.Me] != "" {
		return nil, fmt.Errorf("local: chair %d of %d, and %d bots, don't go together", p.Me, len(p.Names), len(p.Bots))
	}
	cfg := table.Config{Variant: p.Rules, Chairs: len(p.Names), Shares: table.SharesPlayed, Practice: true}
	made := table.Record{Kind: table.KindCreate, At: now, Config: &cfg}
	records := [][]byte{made.Encode()}
	for c, name := range p.Names {
		sits := table.Record{Kind: table.KindSit, At: now, Chair: c, Name: name, Bot: p.Bots[c]}
		records = append(records, sits.Encode())
	}
	return records, nil
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
		spec, err := bot.Parse(chair.Bot)
		if err != nil {
			return err
		}
		s.bots[c] = spec.New(&s.chance)
	}
	if s.me < 0 {
		return errors.New("local: no person sits at this table")
	}
	s.table.Restarted(now())
	lot := chance.Seeded(s.Seed, chanceOfDealer)
	s.nature = nature{lot: &lot}
	if s.table.Stage() == table.Playing {
		return s.catchUp(records)
	}
	return nil
}

// catchUp advances nature's stream to the present point of the running hand. An error means
// that the records don't match the seed.
func (s *Session) catchUp(records [][]byte) error {
	view := s.View()
	s.nature = nature{deck: chance.Seeded(s.Seed, chanceOfDeck, uint64(s.table.Hands()-1))}
	deck := rams.Deck{Source: &s.nature}
	var hand rams.Record
	if err := hand.Begin(view.Game, view.Start); err != nil {
		return err
	}
	hand.Nature(&deck)
	for _, text := range s.acts(records) {
		a, err := rams.ParseAction(text, hand.State.Turn())
		if err == nil {
			err = hand.Apply(a)
		}
		if err != nil {
			return err
		}
		hand.Nature(&deck)
	}
	if !slices.Equal(hand.Observed(view.Seat), view.Events) {
		return errors.New("these are not the cards of the seed")
	}
	return nil
}

// acts returns the decisions of the running hand, without those that were taken back.
func (s *Session) acts(records [][]byte) (list []string) {
	var own []int // indices of the person's decisions
	for _, b := range records {
		switch r, _ := table.DecodeRecord(b); r.Kind { // Replay has read it
		case table.KindHand, table.KindAgain:
			list, own = list[:0], own[:0]
		case table.KindAct:
			if r.Chair == s.me {
				own = append(own, len(list))
			}
			list = append(list, r.Act)
		case table.KindBack:
			last := len(own) - 1
			list, own = list[:own[last]], own[:last]
		}
	}
	return list
}

func now() table.Millis { return table.Millis(time.Now().UnixMilli()) }

// step carries out a command of the person.
func (s *Session) step(before [][]byte, c table.Command) error {
	c.From = s.me
	ready, err := s.table.Step(now(), c, &s.nature)
	return s.after(before, ready, err)
}

// after lets the bots answer after a step, stores what has happened, and settles a finished
// hand.
func (s *Session) after(records [][]byte, ready table.Ready, err error) error {
	for {
		if err != nil {
			if refused, ok := errors.AsType[*table.Refused](err); ok && refused.Rule != nil {
				return refused.Rule
			}
			return err
		}
		records = append(records, ready.Append...)
		if len(ready.Asks) == 0 {
			break
		}
		ready, err = s.answer(&ready.Asks[0])
	}
	if err := s.keep(records); err != nil {
		return err
	}
	if err := s.settle(); err != nil {
		return err
	}
	return s.finish()
}

// answer lets a bot decide.
func (s *Session) answer(ask *table.Ask) (table.Ready, error) {
	s.chance = chance.Seeded(s.Seed, chanceOfBots, uint64(s.table.Hands()-1), uint64(s.table.Events()))
	c := table.Command{Do: table.DoAct, From: ask.Chair, By: ask.By, Question: ask.Question, Action: s.bots[ask.Chair].Act(&ask.View)}
	ready, err := s.table.Step(now(), c, &s.nature)
	if err != nil { // our bots never do that, but the table must go on
		c.Action = bot.Fallback(ask.View.Legal)
		ready, err = s.table.Step(now(), c, &s.nature)
	}
	return ready, err
}

// settle appends the line of a finished hand, once.
func (s *Session) settle() error {
	hand := s.table.Played()
	if hand == nil || s.hands == s.table.Hands() {
		return nil
	}
	s.watch(hand)
	return s.settled(s.table.Config().Variant, s.table.Names(), hand)
}

// watch shows the bots a hand that is over.
func (s *Session) watch(hand *rams.Record) {
	for seat, c := range s.table.Info().InHand {
		if w, ok := s.bots[c].(bot.Watcher); ok {
			s.chance = chance.Seeded(s.Seed, chanceOfBots, uint64(s.table.Hands()-1), uint64(s.table.Events()))
			v := hand.View(rams.Seat(seat))
			w.Watch(&v)
		}
	}
}

// Begin deals the next hand, and plays it up to the person's first decision or its end.
func (s *Session) Begin() error {
	var before [][]byte
	if s.Last == s.table.Hands()+1 && !s.table.Info().Last {
		ready, err := s.table.Step(now(), table.Command{Do: table.DoLast, From: s.me}, nil)
		if err != nil {
			return err
		}
		before = ready.Append
	}
	c := table.Command{Do: table.DoNext}
	if s.table.Stage() == table.Lobby {
		c.Do, c.Deals = table.DoStart, s.Dealer
	}
	if c.Deals > 0 || c.Do == table.DoNext { // no lot is drawn
		s.nature.lot = nil
	}
	s.nature.deck = chance.Seeded(s.Seed, chanceOfDeck, uint64(s.table.Hands()))
	return s.step(before, c)
}

// Act plays the person's act, and everybody else's up to the person's next decision or the end
// of the hand. The error is a *rams.Refusal, and then nothing has changed; or it is an error of
// the disk.
func (s *Session) Act(a rams.Action) error {
	c := table.Command{Do: table.DoAct, Action: a}
	if n := s.News(); n.Question != nil {
		c.Question = n.Question.Number
	}
	return s.step(nil, c)
}

// Back takes back the person's last decision in the running or last hand. Table.Practice says
// whether that is possible.
func (s *Session) Back() error { return s.undo(table.DoBack) }

// Again replays that hand from its deal. Table.Practice says whether that is possible.
func (s *Session) Again() error { return s.undo(table.DoAgain) }

func (s *Session) undo(do table.Do) error {
	p := s.table.Info().Practice
	if p == nil || do == table.DoBack && !p.Back || do == table.DoAgain && !p.Again {
		return nil
	}
	if s.hands == s.table.Hands() { // before the records: Resume writes a missing line
		if err := s.unsettled(); err != nil {
			return err
		}
	}
	return s.step(nil, table.Command{Do: do})
}

// MakeLast makes the running hand, or the next one, the last.
func (s *Session) MakeLast() error {
	if s.table.Info().Last {
		return nil
	}
	return s.step(nil, table.Command{Do: table.DoLast})
}

// End ends the evening between two hands and shares the pot.
func (s *Session) End() error {
	if s.table.Stage() == table.Over {
		return nil
	}
	return s.step(nil, table.Command{Do: table.DoEnd})
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

// Course returns the balances by chair after each of the last hands.
func (s *Session) Course() [][]pot.Chips {
	n := s.News()
	if n.Past == nil {
		return nil
	}
	rows := make([][]pot.Chips, len(n.Past.Course[0]))
	for _, chair := range n.Past.Course {
		for i, b := range chair {
			rows[i] = append(rows[i], b)
		}
	}
	return rows
}

// Settled returns the balances by chair after the last hand, and each chair's share of the pot
// since.
func (s *Session) Settled() (balances, shares []pot.Chips) {
	chairs := s.table.Info().Chairs
	balances, shares = make([]pot.Chips, len(chairs)), make([]pot.Chips, len(chairs))
	if course := s.Course(); len(course) > 0 {
		balances = course[len(course)-1]
	}
	for c := range chairs {
		shares[c] = chairs[c].Balance - balances[c]
	}
	return balances, shares
}
