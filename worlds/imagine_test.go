package worlds_test

import (
	"errors"
	"testing"

	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/worlds"
)

// TestImagineWrongViews: Imagine refuses a view whose events don't lead to it, such as that of
// State.View, which has none. It accepts what every seat and the public see of a hand, at any time.
func TestImagineWrongViews(t *testing.T) {
	t.Parallel()
	var f worlds.Finder
	refused := func(view *rams.View, what string) {
		t.Helper()
		var e *worlds.Error
		if _, now, err := f.Imagine(view, nil); !errors.As(err, &e) || now != (rams.State{}) {
			t.Fatalf("%s, seat %d in phase %d: %v", what, view.Seat, view.Phase, err)
		}
	}
	for _, v := range variants(t) {
		g, err := v.Game(v.Usual())
		if err != nil {
			t.Fatal(err)
		}
		source := ramstest.Rand(7)
		deck := rams.Deck{Source: &source}
		for range 20 {
			var r rams.Record
			if err := r.Begin(g, g.FirstStart(0)); err != nil {
				t.Fatal(err)
			}
			for r.Nature(&deck); ; r.Nature(&deck) {
				for seat := rams.Nobody; int(seat) < g.Seats(); seat++ {
					if seat == rams.Nature {
						continue
					}
					view := r.View(seat)
					if _, _, err := f.Imagine(&view, nil); err != nil {
						t.Fatalf("%s, seat %d: %v\n%s", v, seat, err, r.String())
					}
					all := view.Events
					view.Events = nil
					refused(&view, "no events")
					for view.Events = all; len(view.Events) > 0 && view.Events[len(view.Events)-1].Kind != rams.EventAct; {
						view.Events = view.Events[:len(view.Events)-1]
					}
					if n := len(view.Events); n > 0 {
						view.Events = view.Events[:n-1]
						refused(&view, "without "+all[n-1].String())
					}
				}
				if r.Done() {
					break
				}
				legal := r.Legal(nil)
				r.ApplyUnchecked(legal[source.N(len(legal))], nil)
			}
		}
	}
}
