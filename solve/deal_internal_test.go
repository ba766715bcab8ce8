package solve

import (
	"testing"

	"chratze/card"
	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/variant/varianttest"
)

// TestDealFollowsTheKernel plays random cards in the kernel and in the small state of the
// search: what may be played, whose turn it is, who has won what, and who has lost the Weli are
// the same after each.
func TestDealFollowsTheKernel(t *testing.T) {
	t.Parallel()
	varianttest.Every(t, func(name string, g *rams.Game) {
		var s Solver
		depth, compared := 0, 0
		r := ramstest.Rand(g.Seats())
		choose := func(st *rams.State, legal []rams.Action) int {
			at := r.N(len(legal))
			if st.Phase() != rams.PhasePlay {
				depth = -1
				return at
			}
			if depth < 0 {
				s.begin(st)
				depth = 0
			} else if s.line[depth].to == 0 {
				s.cleared(depth)
				depth++
			}
			here := &s.line[depth]
			same(t, &s, here, st)
			for c := range s.of[:] {
				if s.of[c] == legal[at].Cards.First() && here.left>>c&1 != 0 {
					s.put(here, &s.line[depth+1], c)
					break
				}
			}
			depth++
			compared++
			return at
		}
		for range 200 {
			depth = -1 // where all must play, a hand begins with a card
			if _, err := ramstest.Play(g, g.FirstStart(0), &r, choose, nil); err != nil {
				t.Fatal(err)
			}
		}
		if compared < 100 {
			t.Errorf("%s, %d seats: only %d cards were played", name, g.Seats(), compared)
		}
	}, "zwicken,deal=2+2,seven_lost=yes", "chratzen,head=no,void=trump", "zwicken,head=suit,void=any")
}

func same(t *testing.T, s *Solver, here *trick, st *rams.State) {
	t.Helper()
	var plays card.Set
	for m := s.plays(here); m != 0; m &= m - 1 {
		plays |= s.of[m.first()].Bit()
	}
	if plays != st.Plays() || s.seat[here.turn] != st.Turn() {
		t.Fatalf("%s: seat %d may play %v, the kernel says %d and %v", st.String(), s.seat[here.turn], plays, st.Turn(), st.Plays())
	}
	for p := range s.n {
		seat := s.seat[p]
		lost := int(here.lost) == p+1
		if got := int(s.stakes.tricks[here.won][p]); got != st.Tricks(seat) || lost != (st.WeliLost() == seat) {
			t.Fatalf("%s: seat %d has %d tricks, lost his Weli: %v", st.String(), seat, got, lost)
		}
	}
}
