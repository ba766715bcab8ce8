package solve

import (
	"testing"

	"chratze/pot"
	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/variant/varianttest"
)

// TestScoresOfAnEnd settles every score of random hands by the kernel, whatever else is known of
// its roles: it is worth what its end is worth, and who likes which end better is as the stakes say.
func TestScoresOfAnEnd(t *testing.T) {
	t.Parallel()
	varianttest.Every(t, func(name string, g *rams.Game) {
		var s Solver
		r := ramstest.Rand(g.Seats())
		hands := 0
		choose := func(st *rams.State, legal []rams.Action) int {
			if st.Phase() == rams.PhasePlay && r.N(4) == 0 {
				s.begin(st)
				settleAll(t, &s, st)
				hands++
			}
			return r.N(len(legal))
		}
		for range 25 {
			start := g.FirstStart(0)
			start.Pot = pot.Chips(r.N(5) * r.N(200))
			start.Muss = start.Muss && r.N(2) == 0
			if _, err := ramstest.Play(g, start, &r, choose, nil); err != nil {
				t.Fatal(err)
			}
		}
		if hands < 5 {
			t.Errorf("%s, %d seats: only %d hands were settled", name, g.Seats(), hands)
		}
	}, "zwicken,deal=2+2", "kratzen,split=roles,muss_payout=quarters,seven_muss_payout=quarters", "kratzen,penalty_cap=40,remainder=declarer",
		"chratze,split=tricks", "chratzen,split=thirds,penalty_cap=100", "kratzen,split=roles")
}

func settleAll(t *testing.T, s *Solver, st *rams.State) {
	t.Helper()
	k := s.stakes
	n := len(k.tricks)
	for i := range k.at {
		if i%n < k.full {
			continue
		}
		tally := k.tallyOf(s.seat[:s.n], i)
		tally.Pot = st.Pot()
		r, err := st.Game().Settle(tally)
		if err != nil {
			t.Fatal(err)
		}
		for seat := range st.Game().Seats() {
			want := Utility(r.Utility(rams.Seat(seat)))
			if got := s.money[k.at[i]][seat]; got != want {
				t.Fatalf("%s: with tricks %v seat %d gets %d, by the kernel %d", st.String(), tally.Tricks, seat, got, want)
			}
		}
	}
	for p, seat := range s.seat[:s.n] {
		for a := range k.ends {
			for b := range k.ends {
				if more := s.money[a][seat] > s.money[b][seat]; more != k.better(end(a), end(b), p) {
					t.Fatalf("%s: seat %d, ends %v and %v: better %v", st.String(), seat, s.money[a], s.money[b], !more)
				}
			}
		}
	}
}
