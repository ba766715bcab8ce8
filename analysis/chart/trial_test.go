package chart_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync/atomic"
	"testing"

	"chratze/analysis/chart"
	"chratze/bot"
	"chratze/chance"
	"chratze/rams"
	"chratze/variant/varianttest"
)

// TestKnownTrials: among people who never take part, going blind wins the pot of four antes for one, and each of the
// others loses a third of that; what isn't legal is not tried.
func TestKnownTrials(t *testing.T) {
	t.Parallel()
	g := varianttest.Game(t, "chratze", 4)
	c := chart.Config{Game: g, Players: func(chance.Source) rams.Player { return never{} }, Hands: 500, Seed: 1} // and one worker
	found, err := chart.Try(context.Background(), c, chart.Advice())
	if err != nil {
		t.Fatal(err)
	}
	moments := map[string]int64{}
	for _, f := range found {
		moments[f.Trial] += f.Moments
		if w := f.Ways[1]; w.Gain != 75 || w.Half != 0 || w.Rest != -25 || f.Ways[0].Share != 1 || f.Ways[0].Mean != 0 {
			t.Errorf("%+v", f)
		}
	}
	if moments["double-blind"] != 500 || moments["blind"] != 500 || moments["open-seat"] == 0 || len(moments) != 3 {
		t.Errorf("%v", moments)
	}
	nobody := []chart.Trial{{Name: "x", Ways: []string{"a", "b"}, Groups: []string{""}, At: func(v *rams.View, chosen rams.Action) (int, []rams.Action) {
		return 0, []rams.Action{chosen, {Kind: rams.Join, Seat: v.Seat}}
	}}}
	found, err = chart.Try(context.Background(), c, nobody)
	if err != nil || len(found) != 1 || found[0].Ways[1].Moments != 0 || found[0].Ways[0].Moments == 0 {
		t.Errorf("%+v, %v", found, err)
	}
}

// TestAdvice: every trial finds moments among bots that think, the same for any number of workers, with acts that are
// legal.
func TestAdvice(t *testing.T) {
	t.Parallel()
	g := varianttest.Game(t, "chratze", 4)
	spec, err := bot.Parse("best:2")
	if err != nil {
		t.Fatal(err)
	}
	c := chart.Config{
		Game: g, Players: func(source chance.Source) rams.Player { return spec.New(source) }, Events: true, Hands: 30, Seed: 3, Workers: 1,
	}
	one, err := chart.Try(context.Background(), c, chart.Advice())
	c.Workers = 3
	three, err2 := chart.Try(context.Background(), c, chart.Advice())
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	a, _ := json.Marshal(one)
	b, _ := json.Marshal(three)
	if string(a) != string(b) {
		t.Error("three workers have found something else than one")
	}
	tried := map[string]int64{}
	for _, f := range one {
		for _, w := range f.Ways[1:] {
			tried[f.Trial] += w.Moments
		}
	}
	for _, trial := range chart.Advice() {
		if tried[trial.Name] == 0 {
			t.Errorf("%s: no moments, or nothing legal", trial.Name)
		}
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

// TestInterrupted: a trial and a chart that are stopped say what the hands so far have shown, and look at no more
// than one hand a worker behind that.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	g := varianttest.Game(t, "chratze", 4)
	const workers, looks = 2, 40
	ctx := &ending{Context: context.Background()}
	ctx.left.Store(looks)
	done := int64(0)
	c := chart.Config{Game: g, Players: players(t, g, "best"), Open: 70, Hands: 1e9, Seed: 1, Workers: workers}
	c.Progress = func(n int64) { done = max(done, n) }
	found, err := chart.Try(ctx, c, chart.Advice())
	if !errors.Is(err, context.Canceled) || len(found) == 0 || done == 0 || done > looks || ctx.late.Load() > 3*workers {
		t.Errorf("%v: %d findings of %d hands, and %d looks too late", err, len(found), done, ctx.late.Load())
	}
	ctx = &ending{Context: context.Background()}
	ctx.left.Store(looks)
	got, err := chart.Compute(ctx, chart.Config{Game: g, Players: players(t, g, "best"), Open: 70, Hands: 1e9, Seed: 1, Workers: workers})
	if !errors.Is(err, context.Canceled) || got.Hands == 0 || got.Hands > looks || len(got.Places) != 4 || ctx.late.Load() > 3*workers {
		t.Errorf("%v: %d hands, %d places, and %d looks too late", err, got.Hands, len(got.Places), ctx.late.Load())
	}
}
