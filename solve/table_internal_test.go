package solve

import (
	"testing"

	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/variant"
)

// TestTableIsTrue values every act of random ends and then looks at each position
// that is remembered: what stands there as exact comes out again without
// the table, and a bound is one.
func TestTableIsTrue(t *testing.T) {
	t.Parallel()
	for _, name := range append(variant.Presets(), "zwicken,deal=2+2,seven_lost=yes", "chratzen,head=no,void=trump") {
		v, err := variant.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		least, _ := v.Seats()
		for seats := least; seats <= 4; seats++ {
			g, err := v.Game(seats)
			if err != nil {
				t.Fatal(err)
			}
			var s Solver
			var results []Result
			r := ramstest.Rand(seats)
			exacts, bounds := 0, 0
			choose := func(st *rams.State, legal []rams.Action) int {
				if st.Phase() == rams.PhasePlay && r.N(3) == 0 {
					if results, _ = s.Each(st, results[:0]); r.N(2) == 0 {
						_, _ = s.Solve(st)
					}
					e, b := checkTable(t, &s, st)
					exacts, bounds = exacts+e, bounds+b
				}
				return r.N(len(legal))
			}
			for range 300 {
				if _, err := ramstest.Play(g, g.FirstStart(0), &r, choose, nil); err != nil {
					t.Fatal(err)
				}
			}
			if exacts < 50 || bounds == 0 && seats > 2 {
				t.Errorf("%s, %d seats: %d exact positions and %d bounds are too few", name, seats, exacts, bounds)
			}
		}
	}
}

func checkTable(t *testing.T, s *Solver, st *rams.State) (exacts, bounds int) {
	t.Helper()
	var list []entry
	for _, e := range s.table {
		if e.stamp == s.stamp {
			list = append(list, e)
		}
	}
	k := s.stakes
	for _, e := range list {
		s.stamp++
		here := trick{
			left: cards(e.key & (1<<40 - 1)), won: score(e.key >> 48), lost: int8(e.key >> 44 & 15),
			turn: int8(e.key >> 40 & 15), led: -1, best: -1, to: int8(s.n),
		}
		here.rest = here.left
		s.line[0] = here
		right, _ := s.play(0, anyEnd, anyEnd)
		if (e.bound != exact || right != end(e.end)) && (e.bound != lower || k.better(end(e.end), right, int(here.turn))) {
			t.Fatalf("%s: remembered is %d, bound %d, for %+v", st.String(), e.end, e.bound, here)
		}
		if e.bound == exact {
			exacts++
		} else {
			bounds++
		}
	}
	return exacts, bounds
}
