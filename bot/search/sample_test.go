package search_test

import (
	"math"
	"testing"

	"chratze/bot/search"
	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/variant/varianttest"
)

// TestSampleIsEven: with Flat, before anything was called, each card that a seat can't see is in another
// hand as often as in any other place. A view without events has none.
func TestSampleIsEven(t *testing.T) {
	t.Parallel()
	g := varianttest.Game(t, "chratze", 4)
	var r rams.Record
	if err := r.Begin(g, g.FirstStart(0)); err != nil {
		t.Fatal(err)
	}
	chance := ramstest.Rand(1)
	deck := rams.Deck{Source: &chance}
	for r.Nature(&deck); r.Phase() != rams.PhaseOpen; r.Nature(&deck) {
		r.ApplyUnchecked(rams.Action{Kind: rams.See, Seat: r.Turn()}, nil)
	}
	v := r.View(r.Turn())
	s := search.New(search.Config{Ranges: search.Flat}, &source{})
	const samples = 20000
	held := [64]float64{}
	truth := r.State()
	sample(t, s, &v, samples, func(world *rams.State) {
		sameWorld(t, &v, &truth, world)
		for c := world.Hand(3); c != 0; c = c.Rest() {
			held[c.First()]++
		}
	})
	unseen := g.Rules().Pack.Cards() &^ v.Hand &^ v.Table
	for c := unseen; c != 0; c = c.Rest() {
		if want, got := 4/float64(unseen.Len()), held[c.First()]/samples; math.Abs(got-want) > 0.02 {
			t.Errorf("seat 3 holds %v in %.3f of the worlds, should in %.3f", c.First(), got, want)
		}
	}

	v.Events = nil
	if _, err := s.Sample(&v); err == nil {
		t.Error("worlds of a view without events")
	}
}
