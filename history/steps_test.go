package history_test

import (
	"reflect"
	"testing"

	"chratze/history"
	"chratze/rams"
)

// TestSteps: at every decision the step before its act shows each seat just what
// the record showed it when the hand was played, and so do the steps of its view.
func TestSteps(t *testing.T) {
	t.Parallel()
	everyTable(t, func(t *testing.T, x *table) {
		for range times(2) {
			var seen [][]rams.View // by decision, by audience
			x.play(t, func() {
				var views []rams.View
				for _, to := range audiences(x.seats) {
					views = append(views, clone(x.record.View(to.Seat())))
				}
				seen = append(seen, views)
			})
			var h history.Hand
			x.line(&h)
			for i, to := range audiences(x.seats) {
				var want []rams.View
				for _, views := range seen {
					want = append(want, views[i])
				}
				compareSteps(t, &h, to, want)
				view, err := h.View(to)
				if err != nil {
					t.Fatal(err)
				}
				compareSteps(t, &view, to, want)
			}
		}
	})
}

// compareSteps looks for the wanted views, in their order, among the steps. The
// steps of a view have none for a question of which the seat isn't told.
func compareSteps(t *testing.T, h *history.Hand, to history.Audience, want []rams.View) {
	t.Helper()
	steps, err := h.Steps()
	if err != nil {
		t.Fatal(err)
	}
	n, tricks := 0, 0
	last := rams.View{}
	for s := range steps {
		if s.N != n || (s.Event == nil) != (n == len(h.Events)) || s.Event != nil && s.Event != &h.Events[n] {
			t.Fatalf("step %d has event %v at place %d of %d", s.N, s.Event, n, len(h.Events))
		}
		if state, ok := s.State(); ok != (h.For == history.Full) || ok && state.View(to.Seat(), nil).Phase != s.View(to.Seat()).Phase {
			t.Fatalf("step %d: state %v", s.N, ok)
		}
		last = clone(s.View(to.Seat()))
		if own := clone(s.Own()); h.For == to && !reflect.DeepEqual(own, last) {
			t.Fatalf("step %d: the hand's own view is %+v, not %+v", s.N, own, last)
		}
		if told := len(last.Events); told > s.N || h.For != history.Full && told != s.N {
			t.Fatalf("step %d: %d events told", s.N, told)
		}
		if s.Event != nil && s.Event.Kind == rams.EventTrick {
			tricks++
		}
		won := 0
		for _, n := range last.Tricks {
			won += int(n)
		}
		if won != tricks {
			t.Fatalf("step %d: %d tricks won of %d", s.N, won, tricks)
		}
		for len(want) > 0 && reflect.DeepEqual(last, want[0]) {
			want = want[1:]
		}
		for h.For != history.Full && len(want) > 1 && want[0].Phase == rams.PhaseWait {
			want = want[1:]
		}
		n++
	}
	if n != len(h.Events)+1 {
		t.Errorf("%d steps for %d events", n, len(h.Events))
	}
	if len(want) > 0 {
		t.Fatalf("view %d of %d: no step shows\n%+v\nthe last one shows\n%+v\n%s", to, h.For, want[0], last, h)
	}
}

// clone copies a view from the memory of a record, with an empty slice for nil,
// and without the game, which each reader makes for itself.
func clone(v rams.View) rams.View {
	v.Game = nil
	v.Events = append([]rams.Event{}, v.Events...)
	v.Legal = append([]rams.Action{}, v.Legal...)
	return v
}

// TestStepsOfOthers: the steps of a view show nothing but the public's to whoever
// it isn't for.
func TestStepsOfOthers(t *testing.T) {
	t.Parallel()
	for _, x := range examples(t) {
		full, err := history.Read(x.text)
		if err != nil {
			t.Fatal(err)
		}
		view, err := full.View(history.SeatView(1))
		if err != nil {
			t.Fatal(err)
		}
		steps, err := view.Steps()
		if err != nil {
			t.Fatal(err)
		}
		for s := range steps {
			if v := s.View(0); v.Seat != rams.Nobody || v.Hand != 0 {
				t.Fatalf("%s line %d step %d: seat 0 sees %v of a view of seat 1", x.file, x.n, s.N, v.Hand)
			}
			if s.N == 3 {
				break // an iterator may be left
			}
		}
	}
}
