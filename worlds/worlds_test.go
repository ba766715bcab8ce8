package worlds_test

import (
	"testing"

	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/variant"
	"chratze/worlds"
)

// TestImagine asks for a world at every decision of random hands: in it the seat sees
// what it saw, and every act was legal.
func TestImagine(t *testing.T) {
	t.Parallel()
	var c worlds.Finder
	var past []worlds.Moment
	for _, v := range variants(t) {
		least, most := v.Seats()
		for seats := least; seats <= most; seats++ {
			g, err := v.Game(seats)
			if err != nil {
				t.Fatal(err)
			}
			source := ramstest.Rand(seats)
			deck := rams.Deck{Source: &source}
			for range 4 {
				var r rams.Record
				if err := r.Begin(g, g.FirstStart(rams.Seat(source.N(seats)))); err != nil {
					t.Fatal(err)
				}
				for range r.Turns(&deck) {
					view := r.View(r.Turn())
					var now rams.State
					past, now, err = c.Imagine(&view, past[:0])
					if err != nil {
						t.Fatalf("%s: %v", r.String(), err)
					}
					again := now.View(view.Seat, nil)
					again.Start, again.Events = view.Start, view.Events
					if now.Turn() != view.Seat || now.Phase() != view.Phase {
						t.Fatalf("%s: in the world %s somebody else acts", r.String(), now.String())
					}
					if err := ramstest.SameView(&again, &view); err != nil {
						t.Fatalf("%s: the world %s is another one to seat %d: %v", r.String(), now.String(), view.Seat, err)
					}
					for i := range past {
						if e := &past[i].Event; e.Kind == rams.EventAct {
							if why := past[i].State.Why(e.Act); why != nil {
								t.Fatalf("%s: %v: %v", past[i].State.String(), e.Act, why)
							}
						}
					}
					legal := r.Legal(nil)
					r.ApplyUnchecked(legal[source.N(len(legal))], nil)
				}
			}
		}
	}
}

func variants(t *testing.T) (list []variant.Variant) {
	t.Helper()
	for _, name := range append(variant.Presets(), "chratze,double_blind=before-upcard", "zwicken-schlecken,trump=dealer", "chratzen,deal=1x4+upcard,blind=yes,forced_deal=ten-any") {
		v, err := variant.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, v)
	}
	return list
}

func BenchmarkImagine(b *testing.B) {
	g, err := variant.Default().Game(4)
	if err != nil {
		b.Fatal(err)
	}
	source := ramstest.Rand(1)
	deck := rams.Deck{Source: &source}
	var views []rams.View
	for len(views) < 100 {
		var r rams.Record
		if err := r.Begin(g, g.FirstStart(0)); err != nil {
			b.Fatal(err)
		}
		for range r.Turns(&deck) {
			views = append(views, r.View(r.Turn()))
			legal := r.Legal(nil)
			r.ApplyUnchecked(legal[source.N(len(legal))], nil)
		}
	}
	var c worlds.Finder
	var past []worlds.Moment
	i := 0
	for b.Loop() {
		past, _, err = c.Imagine(&views[i%len(views)], past[:0])
		if err != nil {
			b.Fatal(err)
		}
		i++
	}
}
