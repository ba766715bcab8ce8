package learn_test

import (
	"os"
	"testing"

	"chratze/card"
	"chratze/chance"
	"chratze/lab/cfr"
	"chratze/lab/learn"
	"chratze/rams"
)

// still is the small game without an exchange.
func still(t testing.TB) *rams.Game {
	t.Helper()
	r := learn.SmallGame().Rules()
	r.Exchange = rams.ExchangeNone
	g, err := rams.NewGame(r, 2)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestSmallGame: the small game is solved, cards and all, by what is best for both.
func TestSmallGame(t *testing.T) {
	t.Parallel()
	g, iterations, histories := still(t), 60, 91_513
	if os.Getenv("CHRATZE_VERIFY") != "" {
		g, iterations, histories = learn.SmallGame(), 100, 6_810_145
	}
	root := learn.NewSmall(g, nil)
	e := cfr.Expand(root, 2)
	if n := e.Histories(); n != histories {
		t.Errorf("%d histories, want %d", n, histories)
	}
	s := cfr.NewExactSolver(e)
	uniform := e.NashConv(s.Average())
	s.Iterate(iterations)
	if c := e.NashConv(s.Average()); c < 0 || c > 0.5 || uniform < 50 {
		t.Errorf("NashConv %.3f %% of the pot after %d iterations, %.1f before", c, iterations, uniform)
	}
	thumb := named(t, "stammtisch-1")
	p := learn.Strategy(e, root, func(chance.Source) rams.Player { return thumb }, thumb)
	for player := range 2 {
		calls, all := e.Gain(p, player, learn.Calls(e, root)), e.Gain(p, player, nil)
		if calls < 1 || all < calls {
			t.Errorf("player %d gains %.2f over stammtisch-1 by calls, %.2f by calls and play", player, calls, all)
		}
	}
}

// exactKey returns what the best response gains in auction and exchange, exactly: 0 the dealer, 1 forehand.
func exactKey(g *rams.Game, play, others rams.Player) [2]float64 {
	root := learn.NewSmall(g, play)
	e := cfr.Expand(root, 2)
	p := learn.Strategy(e, root, func(chance.Source) rams.Player { return others }, play)
	return [2]float64{e.Gain(p, 1, nil), e.Gain(p, 0, nil)}
}

// TestLocalAndTruth: where the exact gain is known, a local best response finds no more, and nearly all.
func TestLocalAndTruth(t *testing.T) {
	t.Parallel()
	thumb := named(t, "stammtisch-1")
	for name, other := range map[string]rams.Player{"stammtisch-1": thumb, "a leak": named(t, "thumb:join=0")} {
		want := exactKey(still(t), thumb, other)
		g := local(t, measured(t, still(t), func(chance.Source) rams.Player { return other }), 400, 375)
		for place := range g.ByPlace {
			got, wide := g.ByPlace[place].Mean(), g.ByPlace[place].Half()*1.5
			t.Logf("%s, place %d: %.2f ± %.2f, exactly %.2f", name, place, got, wide/1.5, want[place])
			if got-wide > want[place]+0.2 || got+wide < 0.8*want[place] {
				t.Errorf("%s, place %d: %.2f ± %.2f, exactly %.2f", name, place, got, wide, want[place])
			}
		}
	}
}

// measured measures others in a game without a name.
func measured(t testing.TB, g *rams.Game, others func(chance.Source) rams.Player) *learn.Exploit {
	t.Helper()
	thumb := named(t, "stammtisch-1")
	e, err := learn.NewExploit(learn.Config{Game: g, Seats: 2, Seed: 1, Play: thumb, Others: others})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// solution plays what was found out by solving the game without exchange, the cards played by rules of thumb. What a
// seat knows there it sees.
type solution struct {
	chances map[seen][]float32
	source  chance.Source
}

type seen struct {
	hand, up card.Set
	phase    rams.Phase
	dealer   bool
}

func see(v *rams.View) seen {
	turn := func(s card.Set) card.Set { // three suits, that of the upcard first
		for range v.Upcard.Suit() {
			s = s>>16 | s&card.OfSuit(card.Clubs)<<32
		}
		return s
	}
	return seen{turn(v.Hand), turn(v.Upcard.Bit()), v.Phase, v.Seat == v.Dealer}
}

func (s *solution) Act(v *rams.View) rams.Action {
	x := float32(s.source.IntN(1<<20)) / (1 << 20)
	p := s.chances[see(v)]
	for i, q := range p {
		if x -= q; x < 0 {
			return v.Legal[i]
		}
	}
	return v.Legal[len(p)-1]
}

// TestNothingOverEquilibrium: over an equilibrium nothing is found.
func TestNothingOverEquilibrium(t *testing.T) {
	t.Parallel()
	root := learn.NewSmall(still(t), named(t, "stammtisch-1"))
	e := cfr.Expand(root, 2)
	s := cfr.NewExactSolver(e)
	s.Iterate(400)
	if c := e.NashConv(s.Average()); c > 0.05 {
		t.Fatalf("NashConv %.3f %% of the pot", c)
	}
	chances := map[seen][]float32{}
	cfr.Visit(e, root, s.Average(), func(s learn.Small, p []float32) {
		v := s.View()
		chances[see(&v)] = p
	})
	x := measured(t, still(t), func(source chance.Source) rams.Player { return &solution{chances, source} })
	all := local(t, x, 400, 375).All
	t.Logf("%.2f ± %.2f", all.Mean(), all.Half())
	if all.Mean()-all.Half() > 0.05 {
		t.Errorf("%.2f ± %.2f over an equilibrium", all.Mean(), all.Half())
	}
}
