package solve_test

import (
	"math/rand/v2"
	"os"
	"testing"

	"chratze/card"
	"chratze/pot"
	"chratze/rams"
	"chratze/solve"
	"chratze/variant"
)

type chance struct{ *rand.Rand }

func (c chance) Shuffle(cards []card.Card) {
	c.Rand.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
}
func (c chance) Cut(n int) int { return 1 + c.IntN(n-1) }

// end deals a random hand and plays it at random until a card is to be played and
// at least so many seats are in, and a few cards beyond.
func end(t testing.TB, g *rams.Game, r chance, in, cards int) rams.State {
	t.Helper()
	deck := rams.Deck{Source: r}
	for range 100000 {
		start := g.First(rams.Seat(r.IntN(g.Seats())))
		start.Pot = pot.Chips(r.IntN(1000))
		start.Muss = start.Muss && r.IntN(2) == 0
		s, err := g.NewHand(start)
		if err != nil {
			t.Fatal(err)
		}
		for more := cards; !s.Done(); {
			if s.Phase() == rams.PhasePlay {
				n := 0
				for seat := range rams.Seat(g.Seats()) {
					if s.Contract(seat).In() {
						n++
					}
				}
				if n < in {
					break
				}
				if more == 0 {
					return s
				}
				more--
			}
			if s.Turn() == rams.Nature {
				s.Push(deck.Next(&s))
				continue
			}
			legal := s.Legal(nil)
			s.Push(legal[r.IntN(len(legal))])
		}
	}
	t.Fatal("no such hand came up")
	panic("unreachable")
}

// exhaust is max^n by the kernel alone: every legal act, the first of the best.
func exhaust(s rams.State) (utility [rams.MaxSeats]solve.Utility, best rams.Action) {
	n := s.Game().Seats()
	if s.Done() {
		r := s.Result()
		for seat := range n {
			utility[seat] = solve.Utility(r.Payout[seat]-r.Penalty[seat])*solve.Utility(n) + solve.Utility(r.Next.Pot)
		}
		return utility, rams.Action{}
	}
	for i, a := range s.Legal(nil) {
		next := s
		next.Push(a)
		u, _ := exhaust(next)
		if i == 0 || u[s.Turn()] > utility[s.Turn()] {
			utility, best = u, a
		}
	}
	return utility, best
}

// ends returns how many random ends are compared.
func ends(full int) int {
	if os.Getenv("CHRATZE_VERIFY") != "" {
		return full
	}
	return full / 50
}

func TestEqualsExhaustiveSearch(t *testing.T) {
	t.Parallel()
	games := []string{
		"chratze", "chratze-en", "chratze-ja", "kratzen", "chratzen", "zwicken", "zwicken,deal=2+2,seven_lost=yes",
		"chratze,head=yes,split=tricks", "kratzen,remainder=declarer,penalty_cap=40", "chratzen,head=no,split=thirds,void=trump",
	}
	for _, name := range games {
		v, err := variant.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			least, most := v.Seats()
			var solver solve.Solver
			r := chance{rand.New(rand.NewPCG(uint64(len(name)), 5))}
			for i := range ends(10_000) {
				seats := least + i%(most-least+1)
				in, cards := 2, r.IntN(4)
				if seats > 4 {
					cards += seats // large trees: some cards are played already
				}
				g, err := v.Game(seats)
				if err != nil {
					t.Fatal(err)
				}
				s := end(t, g, r, in, cards)
				want, best := exhaust(s)
				got, ok := solver.Solve(&s)
				if !ok || got.Utility != want || got.Best != best {
					t.Fatalf("%d seats, %s:\nsolve says %v %v\nexhaustive %v %v", seats, s.String(), got.Best, got.Utility, best, want)
				}
			}
		})
	}
}

func TestSolvesOnlyPlay(t *testing.T) {
	t.Parallel()
	g, err := variant.Default().Game(4)
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.NewHand(g.First(0))
	if err != nil {
		t.Fatal(err)
	}
	var solver solve.Solver
	if _, ok := solver.Solve(&s); ok {
		t.Error("a hand before the deal was solved")
	}
}

// BenchmarkEnds solves ends with four cards each and four players, as they come
// up after random auctions and exchanges: ns/op is for one end.
func BenchmarkEnds(b *testing.B) {
	for _, name := range []string{"chratze", "kratzen", "chratzen", "zwicken"} {
		b.Run(name, func(b *testing.B) {
			v, err := variant.Parse(name)
			if err != nil {
				b.Fatal(err)
			}
			g, err := v.Game(4)
			if err != nil {
				b.Fatal(err)
			}
			r := chance{rand.New(rand.NewPCG(1, 2))}
			states := make([]rams.State, 2000)
			for i := range states {
				states[i] = end(b, g, r, 4, 0)
			}
			var solver solve.Solver
			i := 0
			b.ReportAllocs()
			for b.Loop() {
				solver.Solve(&states[i%len(states)])
				i++
			}
		})
	}
}
