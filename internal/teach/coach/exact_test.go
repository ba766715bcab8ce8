package coach

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"chratze/bot/solved"
	"chratze/history"
	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/variant"
)

// TestExact: in Zwicken for two a review of hands that the solution plays is exact, finds the one bad act that was planted and
// what it costs, and says nothing against what the solution does. The same view gives the same. With three, it is an estimate.
func TestExact(t *testing.T) {
	t.Parallel()
	planted := map[rams.Seat]float64{} // the cost of the worst act, in percent of the pot
	lines := sitting(t, "zwicken-schlecken", 2, 8, 5, player(t, "best"), func(v *rams.View, a rams.Action) rams.Action {
		if _, done := planted[v.Seat]; done || v.Phase != rams.PhasePlay {
			return a
		}
		p, err := solved.Find(v)
		if err != nil || p == nil {
			return a
		}
		worths := p.Worths()
		if worths == nil {
			return a
		}
		worst, best := worths[0], worths[0]
		for _, w := range worths {
			if w.Mean < worst.Mean {
				worst = w
			}
			if w.Mean > best.Mean {
				best = w
			}
		}
		cost := 100 * (best.Mean - worst.Mean) / float64(v.Pot)
		if cost < marks[Mistake].from {
			return a
		}
		planted[v.Seat] = cost
		return worst.Act
	})
	if len(planted) != 2 {
		t.Fatalf("planted %v", planted)
	}
	for seat, cost := range planted {
		r := review(t, chains, seat, lines...)
		found := 0
		for _, m := range r.Moments(100) {
			if m.Exact && math.Abs(m.Percent-cost) < 1e-6 && m.Half == 0 {
				found++
			} else if m.Exact {
				t.Errorf("seat %d: %v is marked as %v: %.2f %%", seat, m.Played, m.Mark, m.Percent)
			}
		}
		if found != 1 || r.Exact < 8 {
			t.Errorf("seat %d: of %d exact decisions the planted one was found %d times", seat, r.Exact, found)
		}
		text, err := json.Marshal(r)
		if err != nil || !strings.Contains(string(text), `"exact":true,"acts":[{"act":"`) {
			t.Errorf("%v, %s", err, text)
		}
		for _, line := range lines {
			view, err := line.View(history.SeatView(seat))
			if err != nil {
				t.Fatal(err)
			}
			whole, part := review(t, chains, seat, line).Hands[0], review(t, chains, seat, &view).Hands[0]
			for i := range whole.Decisions {
				if a, b := &whole.Decisions[i], &part.Decisions[i]; a.Exact != b.Exact || a.Exact && !slices.EqualFunc(a.Values, b.Values, func(x, y Value) bool { return x.Value == y.Value }) {
					t.Errorf("seat %d: the cards of the other change %v to %v", seat, a.Values, b.Values)
				}
			}
			if h := whole; h.Over && math.Abs(h.Won-h.Luck()-h.Skill) > 1e-9 {
				t.Errorf("won %v, luck %v, skill %v", h.Won, h.Luck(), h.Skill)
			}
		}
	}
	three := sitting(t, "zwicken-schlecken", 3, 2, 5, player(t, "stammtisch-1"), asIs)
	if r := review(t, chains, 0, three...); r.Exact != 0 || r.Tested == 0 {
		t.Errorf("with three %d decisions are exact, %d estimated", r.Exact, r.Tested)
	}
}

// TestOffTheSolution: after an act that the solution makes with no hand a decision is an estimate, in a review with exact ones.
func TestOffTheSolution(t *testing.T) {
	t.Parallel()
	lines := sitting(t, "zwicken-schlecken", 2, 12, ramstest.Rand(7), player(t, "random"), asIs)
	r := review(t, chains, 0, lines...)
	if r.Exact == 0 || r.Tested == 0 || r.By == "" {
		t.Errorf("%d exact, %d estimated, by %q", r.Exact, r.Tested, r.By)
	}
}

// TestExactPuzzles: puzzles of Zwicken for two are exact, come soon, and the best act costs nothing.
func TestExactPuzzles(t *testing.T) {
	t.Parallel()
	v, _ := variant.Lookup("zwicken-schlecken")
	n := 0
	for p := range New(Default(64)).Puzzles(v, 2, &Mix{}, rand.New(rand.NewPCG(5, 6))) {
		s := &p.Solution
		if !s.Exact || s.Worlds != 0 || s.Acts[0].Less != 0 || s.Acts[0].Chance < 0.9 || s.Acts[1].Percent < exactMargin || s.Acts[1].Half != 0 {
			t.Errorf("%v", p)
		}
		if again, err := ReadPuzzle(p.String()); err != nil || !slices.Equal(again.Solution.Acts, s.Acts) {
			t.Errorf("%v: %v", p, err)
		}
		if n++; n == 6 {
			return
		}
	}
}
