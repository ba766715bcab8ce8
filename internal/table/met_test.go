package table

import (
	"math/rand/v2"
	"slices"
	"testing"

	"chratze/chance"
	"chratze/rams"
	"chratze/variant"
)

// TestMet: a bot is shown the last hands of the same people as its own seat has seen them, the newest first and no
// more than mostMet, also by a table that was read again. It sees no card that its seat didn't see, and nothing of the
// hands before another person came.
func TestMet(t *testing.T) {
	t.Parallel()
	v, err := variant.Parse("chratze")
	if err != nil {
		t.Fatal(err)
	}
	tab, ready, err := Create(1000, Config{Variant: v, Chairs: 4, Bot: "random"}, "Anna", "key", [32]byte{})
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 3))
	source := chance.Of(r)
	log := ready.Append
	var asks []Ask
	take := func(ready Ready, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		log, asks = append(log, ready.Append...), append(asks, ready.Asks...)
	}
	play := func() {
		for tab.stage == Playing {
			c, by := tab.actor(), ByBot
			if tab.human(c) {
				by = ByPerson
			}
			legal := tab.hand.View(tab.seatOf(c)).Legal
			take(tab.Act(1000, c, tab.chairs[c].asked, legal[r.IntN(len(legal))].String(), by, source))
		}
	}
	take(tab.Present(1000, 0, true), nil)
	take(tab.Start(1000, 0, source))
	var seen [][4][]rams.Event // by hand and seat
	const hands = mostMet + 3
	for range hands {
		asks = asks[:0]
		play()
		for i := range asks {
			n := 0
			for view := range asks[i].Met() {
				n++
				if seat := asks[i].View.Seat; view.Seat != seat || len(view.Legal) > 0 || !slices.Equal(view.Events, seen[len(seen)-n][seat]) {
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
		take(tab.Next(1000, 0, source))
	}
	again, err := Replay(log)
	if err != nil {
		t.Fatal(err)
	}
	if len(again.met) != mostMet || !slices.Equal(again.met[0].Log, tab.met[0].Log) {
		t.Errorf("a table that was read again knows %d hands", len(again.met))
	}
	play()
	take(tab.Step(1000, Command{Do: DoLeave, From: 0, Chair: 2}, source))
	take(tab.Next(1000, 0, source))
	if len(tab.met) != 0 {
		t.Errorf("with other people %d hands are known", len(tab.met))
	}
}
