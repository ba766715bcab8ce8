package learn_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"chratze/bot"
	"chratze/chance"
	"chratze/lab/learn"
	"chratze/rams"
)

// nobody stays out of every hand.
type nobody struct{}

func (nobody) Act(v *rams.View) rams.Action { return bot.Fallback(v.Legal) }

// named returns a bot that keeps to rules.
func named(t testing.TB, name string) rams.Player {
	t.Helper()
	spec, err := bot.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return spec.New(nil)
}

// against measures what others are beaten by.
func against(t testing.TB, rules string, seats int, other rams.Player) *learn.Exploit {
	t.Helper()
	c := config(t, rules, seats, 1)
	c.Others = func(chance.Source) rams.Player { return other }
	e, err := learn.NewExploit(c)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// local is what a local best response gains, which tries so many worlds for a decision.
func local(t testing.TB, e *learn.Exploit, worlds, hands int) *learn.Gains {
	t.Helper()
	return must(t)(e.Local(context.Background(), learn.Measure{Hands: hands, Workers: 2}, worlds))
}

func must(t testing.TB) func(*learn.Gains, error) *learn.Gains {
	return func(g *learn.Gains, err error) *learn.Gains {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
}

// TestResponseToNobody: against players who never join, the dealer gets the pot, and anybody
// else who joins takes it from the dealer: others gain all of it, the dealer nothing. The
// answer is known.
func TestResponseToNobody(t *testing.T) {
	t.Parallel()
	const seats = 3
	g := local(t, against(t, "zwicken", seats, nobody{}), 200, 50)
	for place := range g.ByPlace {
		want := 100.0
		if place == 0 {
			want = 0
		}
		if got := g.ByPlace[place].Mean(); got < want-6 || got > want+1e-6 {
			t.Errorf("place %d: %.2f %% of the pot, want %v", place, got, want)
		}
	}
	if got := g.All.Mean(); math.Abs(got-200.0/seats) > 4 {
		t.Errorf("%.2f %% of the pot", got)
	}
}

// joins joins whenever it can.
type joins struct{}

func (joins) Act(v *rams.View) rams.Action { return v.Legal[0] }

// TestNothingToGain: where a penalty is one Rappen, and nothing is exchanged, joining can't be wrong,
// so nothing is gained over those who always do. (Who fails alone loses two thirds of that Rappen.)
func TestNothingToGain(t *testing.T) {
	t.Parallel()
	g := local(t, against(t, "zwicken,exchange=none,penalty_cap=1,seven_lost=no,ante=1000", 3, joins{}), 60, 100)
	if got := g.All.Mean() - 0.05; got > g.All.Half() {
		t.Errorf("%.3f ± %.3f %% of the pot", got, g.All.Half())
	}
}

// TestPlantedLeak: a player who joins with anything, or drops out with good hands, can be
// exploited by more than one who doesn't.
func TestPlantedLeak(t *testing.T) {
	t.Parallel()
	usual := local(t, against(t, "zwicken", 3, named(t, "stammtisch-1")), 200, 250).All
	for _, leaky := range []string{"thumb:join=0:behind=0", "thumb:join=260:behind=90"} {
		leak := local(t, against(t, "zwicken", 3, named(t, leaky)), 200, 250).All
		t.Logf("%s %.1f ± %.1f, usual %.1f ± %.1f", leaky, leak.Mean(), leak.Half(), usual.Mean(), usual.Half())
		if leak.Mean()-leak.Half() < usual.Mean()+usual.Half() {
			t.Errorf("usual %.1f ± %.1f, with a leak %.1f ± %.1f", usual.Mean(), usual.Half(), leak.Mean(), leak.Half())
		}
	}
}

// TestStoppedResponse: a measurement that is stopped says what the hands so far have shown.
func TestStoppedResponse(t *testing.T) {
	t.Parallel()
	e := against(t, "chratze", 3, nobody{})
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	hands := 0
	g, err := e.With(ctx, learn.Measure{Hands: 100_000}, func(chance.Source) rams.Player {
		return counted(func() {
			if hands++; hands == 50 {
				stop()
			}
		})
	})
	if !errors.Is(err, context.Canceled) || g.All.Hands == 0 || g.All.Hands > 50 {
		t.Fatalf("%v: %+v", err, g)
	}
	if g, err := e.With(context.Background(), learn.Measure{Hands: 2}, func(chance.Source) rams.Player { return nobody{} }); err != nil || g.All.Hands != 2 {
		t.Fatalf("with the usual worker: %v: %+v", err, g)
	}
	if g, err := e.Local(ctx, learn.Measure{Hands: 1000, Workers: 2}, 1e9); !errors.Is(err, context.Canceled) || g.All.Hands != 0 {
		t.Fatalf("%v: %+v", err, g)
	}
}

// counted is a player that counts its decisions.
type counted func()

func (c counted) Act(v *rams.View) rams.Action {
	c()
	return bot.Fallback(v.Legal)
}
