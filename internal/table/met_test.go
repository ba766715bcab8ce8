package table

import (
	"math/rand/v2"
	"slices"
	"testing"

	"chratze/chance"
	"chratze/rams"
	"chratze/variant"
)

// randomTable is a table of Anna and three bots, at which all play by chance.
type randomTable struct {
	*Table
	t      *testing.T
	r      *rand.Rand
	source rams.Shuffler
	log    [][]byte
	asks   []Ask
}

// newRandomTable makes such a table and begins the first hand.
func newRandomTable(t *testing.T) *randomTable {
	t.Helper()
	v, err := variant.Parse("chratze")
	if err != nil {
		t.Fatal(err)
	}
	tab, ready, err := Create(1000, Config{Variant: v, Chairs: 4, Bot: "random"}, "Anna", "key", [32]byte{})
	r := rand.New(rand.NewPCG(3, 3))
	e := &randomTable{Table: tab, t: t, r: r, source: chance.Of(r)}
	e.take(ready, err)
	e.take(tab.Present(1000, 0, true), nil)
	e.take(tab.Start(1000, 0, e.source))
	return e
}

func (e *randomTable) take(ready Ready, err error) {
	e.t.Helper()
	if err != nil {
		e.t.Fatal(err)
	}
	e.log, e.asks = append(e.log, ready.Append...), append(e.asks, ready.Asks...)
}

// play plays the hand to its end.
func (e *randomTable) play() {
	e.t.Helper()
	for e.stage == Playing {
		c, by := e.actor(), ByBot
		if e.human(c) {
			by = ByPerson
		}
		legal := e.hand.View(e.seatOf(c)).Legal
		e.take(e.Act(1000, c, e.chairs[c].asked, legal[e.r.IntN(len(legal))].String(), by, e.source))
	}
}

// TestMet: a bot is shown the last hands of the same people as its own seat has seen them, the newest first and no
// more than mostMet, also by a table that was read again. It sees no card that its seat didn't see, and nothing of the
// hands before another person came.
func TestMet(t *testing.T) {
	t.Parallel()
	tab := newRandomTable(t)
	var seen [][4][]rams.Event // by hand and seat
	const hands = mostMet + 3
	for range hands {
		tab.asks = tab.asks[:0]
		tab.play()
		for i := range tab.asks {
			n := 0
			for view := range tab.asks[i].Met() {
				n++
				if seat := tab.asks[i].View.Seat; view.Seat != seat || len(view.Legal) > 0 || !slices.Equal(view.Events, seen[len(seen)-n][seat]) {
					t.Fatalf("in hand %d seat %d is shown another hand than its %d. last", len(seen)+1, seat, n)
				}
				for _, e := range view.Events {
					if (e.Kind == rams.EventDeal || e.Kind == rams.EventDraw) && e.Seat != view.Seat && e.Cards.Set()&^e.Up.Set() != 0 {
						t.Fatalf("seat %d is shown the cards of %d: %v", view.Seat, e.Seat, e)
					}
				}
			}
			if n != min(len(seen), mostMet) {
				t.Fatalf("in hand %d %d hands are known", len(seen)+1, n)
			}
		}
		var of [4][]rams.Event
		for seat := range of {
			of[seat] = tab.hand.Observed(rams.Seat(seat))
		}
		seen = append(seen, of)
		tab.take(tab.Next(1000, 0, tab.source))
	}
	again, err := Replay(tab.log)
	if err != nil {
		t.Fatal(err)
	}
	if len(again.met) != mostMet || !slices.Equal(again.met[0].Log, tab.met[0].Log) {
		t.Errorf("a table that was read again knows %d hands", len(again.met))
	}
	tab.play()
	tab.take(tab.Step(1000, Command{Do: DoLeave, From: 0, Chair: 2}, tab.source))
	tab.take(tab.Next(1000, 0, tab.source))
	if len(tab.met) != 0 {
		t.Errorf("with other people %d hands are known", len(tab.met))
	}
}
