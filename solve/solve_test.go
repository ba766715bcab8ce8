package solve_test

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"chratze/card"
	"chratze/chance"
	"chratze/pot"
	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/solve"
	"chratze/variant"
	"chratze/variant/varianttest"
)

// end deals a random hand and plays it at random until a card is to be played and at least `in`
// seats are in, with `cards` cards beyond; lies is the pot before the hand.
func end(t testing.TB, g *rams.Game, r chance.Shuffler, in, cards int, lies pot.Chips) rams.State {
	t.Helper()
	deck := rams.Deck{Source: r}
	for range 100000 {
		start := g.FirstStart(rams.Seat(r.IntN(g.Seats())))
		start.Pot = lies
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
				s.ApplyUnchecked(deck.Next(&s))
				continue
			}
			legal := s.Legal(nil)
			s.ApplyUnchecked(legal[r.IntN(len(legal))])
		}
	}
	t.Fatal("no such hand came up")
	panic("unreachable")
}

// exhaust is max^n by the kernel alone: every legal act, the first of the best.
func exhaust(s rams.State) (end solve.Result) {
	n := s.Game().Seats()
	if s.Done() {
		r := s.Result()
		for seat := range n {
			end.Utility[seat] = solve.Utility(r.Utility(rams.Seat(seat)))
		}
		end.Pot, end.Failed, end.Seats = r.Next.Pot, r.Failed, n
		for seat := range rams.Seat(n) {
			if r.Price[seat] > 0 && s.Tricks(seat) == 0 {
				end.Failed[seat] = true
			}
		}
		for seat := range rams.Seat(n) {
			if net := end.Net(seat); net != r.Payout[seat]+pot.Chips(r.Points[seat])*r.Point-r.Penalty[seat]-r.Price[seat] {
				panic("Net of seat " + seat.String() + " is " + net.String())
			}
		}
		return end
	}
	for i, a := range s.Legal(nil) {
		next := s
		next.ApplyUnchecked(a)
		if e := exhaust(next); i == 0 || e.Utility[s.Turn()] > end.Utility[s.Turn()] {
			end, end.Act = e, a
		}
	}
	return end
}

// ends returns how many random ends of each rule set are compared, to four seats
// and beyond.
func ends() (small, large int) {
	if os.Getenv("CHRATZE_VERIFY") != "" {
		return 10_000, 100
	}
	return 200, 4
}

func TestEqualsExhaustiveSearch(t *testing.T) {
	t.Parallel()
	games := []string{
		"chratze", "chratze-en", "chratze-ja", "kratzen", "chratzen", "zwicken", "mauscheln", "tippen", "zwicken-printed", "zwicken-schlecken", "kratzen-printed", "loo", "rams", "bourre", "mistigri", "lupfen", "ramset", "zwicken,deal=2+2,seven_lost=yes",
		"chratze,head=yes,split=tricks", "zwicken,head=suit,void=any", "kratzen,remainder=declarer,penalty_cap=40", "chratzen,head=no,split=thirds,void=trump",
		"mauscheln,ante=10,antes=all,deal=1x3,exchange=none,price=yes",
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
			r := chance.Of(rand.New(rand.NewPCG(uint64(len(name)), 5)))
			small, large := ends()
			for i := range small {
				compare(t, &solver, v, least+i%(5-least), r, r.IntN(4))
			}
			for i := range large { // large trees: some cards are played already
				seats := 5 + i%(most-4)
				compare(t, &solver, v, seats, r, seats+r.IntN(4))
			}
		})
	}
}

// compare solves a random end and searches it exhaustively.
func compare(t *testing.T, solver *solve.Solver, v variant.Variant, seats int, r chance.Shuffler, cards int) {
	t.Helper()
	g, err := v.Game(seats)
	if err != nil {
		t.Fatal(err)
	}
	s := end(t, g, r, 2, cards, pot.Chips(r.IntN(1000)))
	got, ok := solver.Solve(&s)
	each, _ := solver.Each(&s, nil)
	legal := s.Legal(nil)
	if !ok || len(each) != len(legal) {
		t.Fatalf("%d seats, %s: %d acts are valued, %d are legal", seats, s.String(), len(each), len(legal))
	}
	var want solve.Result
	for i, a := range legal {
		next := s
		next.ApplyUnchecked(a)
		e := exhaust(next)
		e.Act = a
		if each[i] != e {
			t.Fatalf("%d seats, %s:\nsolve values %v\nexhaustive  %v", seats, s.String(), each[i], e)
		}
		if i == 0 || e.Utility[s.Turn()] > want.Utility[s.Turn()] {
			want = each[i]
		}
	}
	if got != want {
		t.Fatalf("%d seats, %s:\nsolve says %v\nexhaustive %v", seats, s.String(), got, want)
	}
}

// TestWeliKeepsItsPlace: the king of trumps and the Weli above it beat the same cards of
// the others, but stand apart in legal order; so what is left after one of them isn't what is left after
// the other, where what is worth the same is played in that order.
func TestWeliKeepsItsPlace(t *testing.T) {
	t.Parallel()
	g := varianttest.Game(t, "kratzen", 4)
	// A Muss: packets from seat 1 on, the dealer's upcard Kc, packets, and at the end 9c, which the cut shows.
	pack, err := card.ParseList("Qc Kh Jc 7c Js Ts Kd As Kc Qh 7h 8s 7s 8h Qd 7d 6d Ac Tc 8c Ks Qs 9s Ah Jh Th 9h Ad Jd Td 9d 8d 9c")
	if err != nil {
		t.Fatal(err)
	}
	const cut = 3 // the cut puts the last cards on top
	order := append(slices.Clone(pack.Slice()[cut:]), pack.Slice()[:cut]...)
	deal, err := ramstest.NewDeal(g, rams.Start{Pot: 667, Muss: true}, ramstest.Script{Pack: card.ListOf(order...), At: len(order) - cut})
	if err != nil {
		t.Fatal(err)
	}
	deal.Decide(rams.Action{Kind: rams.Drop, Seat: 0, Cards: card.New(card.King, card.Diamonds).Bit()})
	s := deal.State
	if hand := s.Hand(0).String(); s.Phase() != rams.PhasePlay || hand != "Kc As 7d 6d" {
		t.Fatalf("the dealer holds %s: %s", hand, s.String())
	}
	var solver solve.Solver
	each, _ := solver.Each(&s, nil)
	for i, a := range s.Legal(nil) {
		next := s
		next.ApplyUnchecked(a)
		if e := exhaust(next); each[i].Utility != e.Utility {
			t.Errorf("%v is worth %v, says the search; exhaustive %v", a, each[i].Utility, e.Utility)
		}
	}
}

func TestSolvesOnlyPlay(t *testing.T) {
	t.Parallel()
	g, err := variant.Default().Game(4)
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.NewHand(g.FirstStart(0))
	if err != nil {
		t.Fatal(err)
	}
	var solver solve.Solver
	if _, ok := solver.Solve(&s); ok {
		t.Error("a hand before the deal was solved")
	}
}

// BenchmarkEnds solves ends with four cards each and four players (Zwicken: three
// cards), as they come up after random auctions and exchanges: ns/op is for one end.
// In hands the pots differ, so that for most it has to be worked out what the ends are
// worth; worlds are such as a player imagines, of one hand. The machine may be
// loaded, and what disturbs a measurement only makes it slower: ends/s is that of the
// fastest thousand.
func BenchmarkEnds(b *testing.B) {
	for _, name := range []string{"chratze", "kratzen", "chratzen", "zwicken"} {
		g := varianttest.Game(b, name, 4)
		r := chance.Of(rand.New(rand.NewPCG(1, 2)))
		var worlds, hands [1000]rams.State
		for i := range worlds {
			hands[i] = end(b, g, r, 4, 0, pot.Chips(r.IntN(1000)))
			for worlds[i].Game() == nil || worlds[i].Declarer() > 0 {
				worlds[i] = end(b, g, r, 4, 0, 400)
			}
		}
		b.Run(name+"/hands", func(b *testing.B) { benchmark(b, hands[:], true) })
		b.Run(name+"/worlds", func(b *testing.B) { benchmark(b, worlds[:], false) })
	}
}

func benchmark(b *testing.B, states []rams.State, cold bool) {
	var solver solve.Solver
	all := func() {
		if cold {
			solver = solve.Solver{}
		}
		for i := range states {
			solver.Solve(&states[i])
		}
	}
	fastest := time.Hour
	for range 50 {
		began := time.Now()
		all()
		fastest = min(fastest, time.Since(began))
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		solver.Solve(&states[i%len(states)])
		i++
	}
	b.ReportMetric(float64(len(states))/fastest.Seconds(), "ends/s")
}

// TestGain: where only forced cards are left, a seat wins what it wins when they are played, in every game; all seats together nothing.
func TestGain(t *testing.T) {
	t.Parallel()
	var s solve.Solver
	for _, name := range variant.Presets() {
		g := varianttest.Game(t, name, 4)
		r := chance.Of(rand.New(rand.NewPCG(1, 5)))
		for range 20 {
			hand := end(t, g, r, 2, 0, 170)
			for last := false; !last; {
				last = hand.Plays().Len() == 1
				for seat := range rams.Seat(4) {
					last = last && hand.Hand(seat).Len() < 2
				}
				if !last {
					legal := hand.Legal(nil)
					hand.ApplyUnchecked(legal[r.IntN(len(legal))])
				}
			}
			got, ok := s.Solve(&hand)
			if !ok {
				t.Fatalf("%s: the last card can't be solved", name)
			}
			over := hand
			for !over.Done() {
				over.ApplyUnchecked(over.Legal(nil)[0])
			}
			result, all := over.Result(), 0.0
			for seat := range rams.Seat(4) {
				gain, want := got.Gain(&hand, seat), result.Gain(seat)
				if all += gain; math.Abs(gain-want) > 1e-9 {
					t.Fatalf("%s, seat %v: wins %v, and %v when it is played", name, seat, gain, want)
				}
			}
			if math.Abs(all) > 1e-9 {
				t.Fatalf("%s: all win %v together", name, all)
			}
		}
	}
}
