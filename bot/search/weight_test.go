package search_test

import (
	"math"
	"testing"

	"chratze/bot/search"
	"chratze/card"
	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/variant"
)

// TestWorldsAreWeighed: forehand has opened, and the next seat is asked to join. How often
// forehand holds each card in that seat's worlds is compared with a list of all hands of
// forehand, weighed by the probability of opening with each.
func TestWorldsAreWeighed(t *testing.T) {
	t.Parallel()
	v, _ := variant.Lookup("chratze")
	g, err := v.Game(4)
	if err != nil {
		t.Fatal(err)
	}
	m := model(t)
	var opened, asked rams.View
	chance := ramstest.Rand(1)
	deck := rams.Deck{Source: &chance}
	for asked.Game == nil {
		var r rams.Record
		if err := r.Begin(g, g.FirstStart(0)); err != nil {
			t.Fatal(err)
		}
		for range r.Turns(&deck) {
			view := r.View(r.Turn())
			a := m.Act(&view)
			if view.Seat == 1 && a.Kind == rams.Open {
				truth := r.State()
				opened = truth.View(1, nil)
			}
			if view.Seat == 2 && view.Phase == rams.PhaseJoin && view.Declarer == 1 {
				asked = view
				break
			}
			r.ApplyUnchecked(a, nil)
		}
	}
	unseen := (variant.Default().Rules().Pack.Cards() &^ asked.Hand &^ asked.Table).Append(nil)
	var exact, got [64]float64
	total := 0.0
	each(unseen, 4, 0, func(hand card.Set) {
		opened.Hand = hand
		p := m.Likelihood(&opened, rams.Action{Kind: rams.Open, Seat: 1})
		total += p
		for c := hand; c != 0; c = c.Rest() {
			exact[c.First()] += p
		}
	})
	const worlds = 20000
	sample(t, search.New(search.Config{Others: m}, &source{1}), &asked, worlds, func(s *rams.State) {
		for c := s.Hand(1); c != 0; c = c.Rest() {
			got[c.First()] += 1.0 / worlds
		}
	})
	for _, c := range unseen {
		if want := exact[c] / total; math.Abs(got[c]-want) > 0.03 {
			t.Errorf("%v: in %.3f of the worlds, should be in %.3f", c, got[c], want)
		}
	}
}

// each calls visit with every choice of n cards, and those of so far.
func each(cards []card.Card, n int, so card.Set, visit func(card.Set)) {
	if n == 0 {
		visit(so)
		return
	}
	for i, c := range cards {
		each(cards[i+1:], n-1, so|c.Bit(), visit)
	}
}
