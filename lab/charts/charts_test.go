package charts_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"sync/atomic"
	"testing"

	"chratze/analysis/chart"
	"chratze/bot"
	"chratze/card"
	"chratze/chance"
	"chratze/lab/charts"
	"chratze/rams"
	"chratze/variant/varianttest"
)

func players(t testing.TB, g *rams.Game, name string) charts.Players {
	t.Helper()
	s, err := bot.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return s.Caller(g)
}

func compute(t testing.TB, c charts.Config) *chart.Chart {
	t.Helper()
	got, err := charts.Measure(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// TestSameForAnyWorkers: the same hands give the same chart, and it can be written and read.
func TestSameForAnyWorkers(t *testing.T) {
	t.Parallel()
	for rules, bot := range map[string]string{"chratze": "best", "kratzen": "best", "zwicken": "best", "rams": "best", "ramset": "stammtisch-1", "lupfen": "best", "loo": "stammtisch-1"} {
		g := varianttest.Game(t, rules, 4)
		c := charts.Config{Game: g, Players: players(t, g, bot), Open: 50, Pot: 50, Hands: 1500, Seed: 7, Workers: 1}
		one := compute(t, c)
		c.Workers = 3
		a, err := json.Marshal(one)
		b, err2 := json.Marshal(compute(t, c))
		if err := errors.Join(err, err2); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a, b) {
			t.Errorf("%s: three workers have found something else than one", rules)
		}
		var again chart.Chart
		if err := json.Unmarshal(a, &again); err != nil {
			t.Fatal(err)
		}
		if c, _ := json.Marshal(&again); !bytes.Equal(a, c) {
			t.Errorf("%s: read again it is another chart", rules)
		}
		sums := 0.0
		for _, p := range one.Places {
			sums += p.Gain
		}
		if math.Abs(sums) > 0.05 {
			t.Errorf("%s: the seats win %v together", rules, sums)
		}
		for _, grid := range one.Grids {
			if rules == "rams" && grid.Ask == rams.PhaseJoin && len(grid.Acts) != 3 || grid.Ask == rams.PhaseOpen && rules == "lupfen" {
				t.Errorf("%s: %+v has the acts %q", rules, grid.Spot, grid.Acts)
			}
			for kind, cell := range grid.Cells {
				total := 0.0
				for _, a := range cell.Acts {
					total += a.Share
				}
				if cell.N > 0 && (cell.N < chart.Fewest || math.Abs(total-1) > 1e-9) {
					t.Errorf("%s: %+v, kind %d: %d hands, shares of %v", rules, grid.Spot, kind, cell.N, total)
				}
			}
		}
	}
}

// meek never takes part, unless it has to.
type meek struct{}

func (meek) Act(v *rams.View) rams.Action { return bot.Fallback(v.Legal) }

// TestKnownValues: among people who never open, opening wins the pot of four antes for one, and passing nothing;
// going blind likewise.
func TestKnownValues(t *testing.T) {
	t.Parallel()
	g := varianttest.Game(t, "chratze", 4)
	got := compute(t, charts.Config{Game: g, Players: func(chance.Source) rams.Player { return never{} }, Hands: 4000, Seed: 1, Workers: 2})
	seen := 0
	for _, grid := range got.Grids {
		if grid.Ask == rams.PhaseJoin || grid.Ask == rams.PhaseLay {
			t.Errorf("%+v: nobody has opened", grid.Spot)
		}
		for _, c := range grid.Cells {
			if c.N == 0 {
				continue
			}
			seen++
			if c.Base != 0 || c.Acts[1].Gain != 75 || c.Acts[1].Half != 0 || c.Acts[0].Share != 1 {
				t.Fatalf("%+v: %+v", grid.Spot, c)
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d cells", seen)
	}
}

// never stays out; a Fallback would join before it laid down cards.
type never struct{ meek }

func (n never) Act(v *rams.View) rams.Action {
	if v.Phase == rams.PhaseJoin {
		for _, a := range v.Legal {
			if a.Kind == rams.Out {
				return a
			}
		}
	}
	return n.meek.Act(v)
}

// TestKinds: a kind says what its hands hold.
func TestKinds(t *testing.T) {
	t.Parallel()
	g := varianttest.Game(t, "chratze", 4)
	got := compute(t, charts.Config{Game: g, Players: players(t, g, "stammtisch-1"), Hands: 4000, Seed: 1, Workers: 2})
	found := 0
	for kind, list := range got.Examples {
		trumps, low, high := chart.Row(kind / chart.Columns)
		aces, kings := chart.Column(kind % chart.Columns)
		for _, e := range list {
			found++
			hand, err := card.ParseSet(string(e))
			if err != nil {
				t.Fatal(err)
			}
			own, side := hand&card.OfSuit(card.Hearts), hand&^card.OfSuit(card.Hearts)
			if n := own.Len(); n != trumps && (n < 3 || trumps < 3) {
				t.Errorf("kind %d: %s has %d trumps", kind, e, n)
			}
			if n := (side & card.ByRank(card.Ace)).Len(); n != aces && (n < 2 || aces < 2) {
				t.Errorf("kind %d: %s has %d aces beside", kind, e, n)
			}
			if n := (side & card.ByRank(card.King)).Len(); aces < 2 && n != kings && (n < kings || kings == 0) {
				t.Errorf("kind %d: %s has %d kings beside", kind, e, n)
			}
			if own == 0 {
				continue
			}
			best, is := own.First(), false // pack order: the highest first
			for step := low; step <= high; step++ {
				for _, place := range chart.Highest(g, step, 2) {
					is = is || place[0] == best
				}
			}
			if best.Rank() > card.Jack && !is { // below it the upcard may lie between
				t.Errorf("kind %d: %s doesn't have its trump", kind, e)
			}
		}
	}
	if found < 140 {
		t.Errorf("only %d examples", found)
	}
}

// TestPotThatCantBe: a pot that no hand begins with is refused.
func TestPotThatCantBe(t *testing.T) {
	t.Parallel()
	g := varianttest.Game(t, "chratze", 4)
	_, err := charts.Measure(context.Background(), charts.Config{Game: g, Players: players(t, g, "best"), Pot: -1, Hands: 1, Workers: 1})
	if _, ok := errors.AsType[*rams.StartError](err); !ok {
		t.Error(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := charts.Measure(ctx, charts.Config{Game: g, Players: players(t, g, "best"), Hands: 1}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// ending is a context that ends when it has been looked at so often, and counts the looks
// behind that.
type ending struct {
	context.Context
	left, late atomic.Int64
}

func (e *ending) Err() error {
	if e.left.Add(-1) >= 0 {
		return nil
	}
	e.late.Add(1)
	return context.Canceled
}

// TestInterrupted: a chart that is stopped says what the hands so far have shown, and looks at no more than one hand a
// worker behind that.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	g := varianttest.Game(t, "chratze", 4)
	const workers, looks = 2, 40
	ctx := &ending{Context: context.Background()}
	ctx.left.Store(looks)
	got, err := charts.Measure(ctx, charts.Config{Game: g, Players: players(t, g, "best"), Open: 70, Hands: 1e9, Seed: 1, Workers: workers})
	if !errors.Is(err, context.Canceled) || got.Hands == 0 || got.Hands > looks || len(got.Places) != 4 || ctx.late.Load() > 3*workers {
		t.Errorf("%v: %d hands, %d places, and %d looks too late", err, got.Hands, len(got.Places), ctx.late.Load())
	}
}
