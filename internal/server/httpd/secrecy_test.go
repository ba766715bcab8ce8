package httpd

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"chratze/card"
	"chratze/history"
	"chratze/internal/fair"
	"chratze/internal/table"
	"chratze/rams"
	"chratze/variant"

	"chratze/internal/server/hostlog/hosttest"
)

// hand is a hand as the log of its table has it: all events, with all cards.
type hand struct {
	rules  variant.Variant
	start  rams.Start
	events []rams.Event
}

// script is a shuffler that reads the orders out of a record of the log.
type script struct {
	orders []table.Order
	cuts   []int
}

func (s *script) Shuffle(cards []card.Card) {
	order := card.List(s.orders[0])
	copy(cards, order.Slice())
	s.orders = s.orders[1:]
}

func (s *script) Cut(int) int {
	at := s.cuts[0]
	s.cuts = s.cuts[1:]
	return at
}

// hands plays the log of a table again: one on whose chairs the same people sit
// from the first hand on, without a window for the trump six.
func hands(t *testing.T, records [][]byte) (all []hand) {
	t.Helper()
	var (
		g    *rams.Game
		next rams.Start
		rec  rams.Record
		deck rams.Deck
		h    *hand
	)
	nature := func(r *table.Record) {
		deck.Source = &script{r.Orders, r.Cuts}
		rec.Nature(&deck)
		h.events = slices.Clone(rec.Log)
		if rec.Done() {
			next = rec.Result().Next
		}
	}
	var rules variant.Variant
	for _, b := range records {
		r, err := table.DecodeRecord(b)
		if err != nil {
			t.Fatal(err)
		}
		switch r.Kind {
		case table.KindCreate:
			rules = r.Config.Variant
			if g, err = rules.Game(r.Config.Chairs); err != nil {
				t.Fatal(err)
			}
		case table.KindHand:
			if len(all) == 0 {
				next = g.FirstStart(rams.Seat(r.Chair))
			}
			if err := rec.Begin(g, next); err != nil {
				t.Fatal(err)
			}
			all = append(all, hand{rules: rules, start: next})
			h = &all[len(all)-1]
			nature(&r)
		case table.KindAct:
			a, err := rams.ParseAction(r.Act, rams.Seat(r.Chair))
			if err == nil {
				err = rec.Apply(a)
			}
			if err != nil {
				t.Fatal(err)
			}
			nature(&r)
		}
	}
	return all
}

// knower keeps which cards somebody may have been shown so far in a hand, by the
// text of docs/rams-hand.md and of docs/rules.md 2.3, without asking the kernel.
type knower struct {
	seat   rams.Seat // rams.Nobody: the public
	dealer rams.Seat
	blind  string // the option
	forced bool   // the deal is a forced one: nobody is asked about a blind
	upcard bool   // one has been turned
	known  card.Set
	sealed card.Set // dealt to the dealer, who hasn't looked yet
	looks  bool     // the dealer has answered the last question
}

func newKnower(h *hand, seat rams.Seat) *knower {
	o, _ := h.rules.Option("blind")
	return &knower{seat: seat, dealer: h.start.Dealer, blind: o.Value, looks: o.Value == "no"}
}

// visible reports whether an event is told to the knower.
func (k *knower) visible(e *rams.Event) bool {
	switch {
	case e.Kind == rams.EventShuffle:
		return false
	case e.Kind == rams.EventAct && (e.Act.Kind == rams.See || e.Act.Kind == rams.Keep):
		return e.Seat == k.seat
	}
	return true
}

// sees takes in an event with all its cards.
func (k *knower) sees(h *hand, e *rams.Event) {
	all := card.SetOf(e.Cards.Slice()...)
	switch e.Kind {
	case rams.EventCut, rams.EventTurn, rams.EventTake, rams.EventShow:
		k.known |= all
	case rams.EventUpcard:
		k.known |= all
		k.upcard = true
		deal, _ := h.rules.Option("forced_deal")
		if ten := e.Cards.Slice()[0].Rank() == card.Ten; ten && (deal.Value == "ten-any" || deal.Value == "ten" && h.start.Pot == 0 && h.start.Redeal == 0) {
			k.forced = true
		}
	case rams.EventDealer:
		k.dealer = e.Seat
	case rams.EventDeal:
		if e.Seat == k.dealer && !k.looks && e.Seat == k.seat {
			k.sealed |= all
		} else if e.Seat == k.seat {
			k.known |= all
		}
	case rams.EventDraw:
		if e.Seat == k.seat {
			k.known |= all
		}
		k.known |= card.SetOf(e.Up.Slice()...)
	case rams.EventAct:
		k.acts(e)
	}
	if k.forced || k.upcard && k.looks {
		k.known |= k.sealed
	}
}

func (k *knower) acts(e *rams.Event) {
	switch e.Act.Kind {
	case rams.Play:
		k.known |= e.Act.Cards
	case rams.DoubleBlind:
		k.looks = true
		k.known |= k.sealed
	case rams.GoBlind:
		if k.looks = true; k.blind == "new-cards" {
			k.sealed = 0 // they are laid away unseen
		}
	case rams.See:
		k.looks = k.looks || k.upcard
	}
}

var cardText = regexp.MustCompile(`\b[AKQJT2-9][cshd]\b`)

// frame is a message that a client got.
type frame struct {
	hand, events int // which hand, and how many of its events the client had been told by then
	text         string
}

// leaks returns the cards in the frames of an audience that it could not know.
func leaks(t *testing.T, all []hand, seat rams.Seat, frames []frame) (found []string) {
	t.Helper()
	var k *knower
	at, told, of := 0, 0, 0
	for _, f := range frames {
		if f.hand == 0 {
			if cardText.MatchString(f.text) {
				found = append(found, "before the first hand: "+f.text)
			}
			continue
		}
		if f.hand > len(all) {
			break // begun after the log was read
		}
		h := &all[f.hand-1]
		if f.hand != of || f.events < told {
			k, at, told, of = newKnower(h, seat), 0, 0, f.hand
		}
		for at < len(h.events) && (told < f.events || !k.visible(&h.events[at])) {
			if k.visible(&h.events[at]) {
				told++
			}
			k.sees(h, &h.events[at])
			at++
		}
		if told < f.events {
			found = append(found, fmt.Sprintf("hand %d: %d events are told, and there are %d: %s", f.hand, f.events, told, f.text))
			continue
		}
		for _, text := range cardText.FindAllString(f.text, -1) {
			c, err := card.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			if !k.known.Has(c) {
				found = append(found, "hand "+strconv.Itoa(f.hand)+": "+text+" in "+f.text)
			}
		}
	}
	return found
}

// howMany is how often something is tried: rarely, or often with CHRATZE_VERIFY.
func howMany(often, rarely int) int {
	switch {
	case os.Getenv("CHRATZE_VERIFY") != "":
		return often
	case testing.Short():
		return max(1, rarely/3)
	}
	return rarely
}

// TestNobodyGetsACardThatHeMayNotKnow: every byte that every client gets in hands of all games
// (with CHRATZE_VERIFY more than a thousand), over the network, is compared with what the log
// says that the client may know at this moment.
func TestNobodyGetsACardThatHeMayNotKnow(t *testing.T) {
	t.Parallel()
	for i, preset := range variant.Presets() {
		t.Run(preset, func(t *testing.T) {
			t.Parallel()
			n := lasting(preset, howMany(200, 30))
			log := hosttest.NewMemory()
			s := open(t, log, nil)
			s.polls = i%2 == 1
			rules := `{"preset":"` + preset + `"`
			if endless(preset) != preset { // all four play each hand
				rules += `,"goal":200`
			}
			annas := s.make(`,"rules":` + rules + `},"chairs":4,"spectators":true`)
			beats, doras := s.join(annas.Code, "Beat"), s.join(annas.Code, "Dora")
			anna, beat, watcher := s.play(annas, 1), s.play(beats, 2), s.playAs(annas.Table, "", 3)
			var wg sync.WaitGroup
			seen := map[rams.Seat]*[]frame{}
			for seat, c := range map[rams.Seat]*client{0: anna, rams.Seat(beats.Chair): beat, rams.Nobody: watcher} {
				frames := new([]frame)
				seen[seat] = frames
				step := func() bool {
					ok := c.next()
					if ok {
						*frames = append(*frames, frame{c.hand(), len(c.events), string(c.frames[len(c.frames)-1])})
						c.frames = c.frames[:0]
					}
					return ok
				}
				for c.state.Info == nil {
					step()
				}
				c.send(`{"t":"proof"}`)
				for !c.proves && c == anna { // the others may come when the first hand has begun
					step()
				}
				if c == anna {
					c.send(`{"t":"start"}`)
				}
				wg.Go(func() {
					for c.hand() <= n && c.state.Info.Stage != "over" {
						c.act()
						if step() {
							continue
						}
						if c != watcher {
							return
						}
						*c = *s.playAs(annas.Table, "", 3) // it was too far behind, as on a busy machine
						for c.state.Info == nil {
							step()
						}
						c.send(`{"t":"proof"}`)
					}
				})
			}
			dora := s.robot(doras, `{"t":"ready","knows":["spare","price"]}`)
			views := new([]frame)
			seen[rams.Seat(doras.Chair)] = views
			done := make(chan struct{})
			go func() {
				defer close(done)
				serveUntil(dora, views)
			}()
			wg.Wait()
			_ = dora.ws.CloseNow()
			<-done
			saved, err := log.Load(t.Context(), mustID(t, annas.Table))
			if err != nil {
				t.Fatal(err)
			}
			proved(t, saved.Records, 2)
			played := hands(t, saved.Records)
			if len(played) < n {
				t.Fatalf("%d hands were played", len(played))
			}
			for seat, frames := range seen {
				if found := leaks(t, played, seat, *frames); len(found) > 0 {
					t.Errorf("seat %d got %d cards that it may not know, the first in %s", seat, len(found), found[0])
				}
				if last := (*frames)[len(*frames)-1]; last.hand < n {
					t.Errorf("seat %d was told only of %d hands in %d messages", seat, last.hand, len(*frames))
				}
			}
			// The check is none if it doesn't notice that two have changed places.
			if len(leaks(t, played, rams.Seat(beats.Chair), *seen[0])) == 0 || len(leaks(t, played, rams.Nobody, *views)) == 0 {
				t.Error("what one seat gets may be known to everybody: the check sees nothing")
			}
			for _, c := range []*client{anna, beat, watcher} {
				_ = c.ws.CloseNow()
			}
		})
	}
}

// proved fails unless n people contributed to each deal of a log; in the first deals some may
// not have been there.
func proved(t *testing.T, records [][]byte, people int) {
	t.Helper()
	hands, whole := 0, 0
	err := table.Hands(records, 0, func(n int, _ table.Millis, h *history.Hand) bool {
		text, _ := h.Field("fair")
		p, err := fair.Parse(text)
		if err != nil {
			t.Errorf("hand %d: %v %s", n, err, text)
			return false
		}
		if hands++; len(p.Nonces) == people {
			whole++
		}
		return true
	})
	if err != nil || whole < hands-2 {
		t.Fatalf("%d people have given to %d of %d deals: %v", people, whole, hands, err)
	}
}

// serveUntil is a program that answers until the connection ends.
func serveUntil(b *robot, frames *[]frame) {
	for {
		m := b.read()
		if m.T != "act" && m.T != "end" {
			return
		}
		_, number, _ := strings.Cut(m.Hand, "-")
		of, _ := strconv.Atoi(number)
		var view struct{ Events []json.RawMessage }
		mustJSON(b.t, m.View, &view)
		*frames = append(*frames, frame{of, len(view.Events), string(m.View) + strings.Join(m.Legal, ",")})
		if m.T == "act" {
			b.write(fmt.Sprintf(`{"id":%d,"act":%q}`, m.ID, m.Legal[b.r.IntN(len(m.Legal))]))
		}
	}
}
