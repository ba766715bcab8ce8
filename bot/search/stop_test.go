package search_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"chratze/bot"
	"chratze/bot/search"
	"chratze/rams"

	"chratze/variant"
)

// halting is a model that ends a context when it has been asked so often.
type halting struct {
	search.Model
	left, after int
	end         context.CancelFunc
}

func (h *halting) Act(v *rams.View) rams.Action {
	if h.left--; h.left == 0 {
		h.end()
	} else if h.left < 0 {
		h.after++
	}
	return h.Model.Act(v)
}

// TestStops: when the context is done, a search that was to go on for a long time ends
// within the act it is trying, and says what is best so far.
func TestStops(t *testing.T) {
	t.Parallel()
	v, _ := variant.Lookup("chratze")
	g, err := v.Game(5)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	decisions(t, g, 11, 6, model(t), func(v *rams.View, s *rams.State) {
		if len(v.Legal) < 2 || v.Phase == rams.PhasePlay {
			return
		}
		ctx, end := context.WithCancel(t.Context())
		defer end()
		h := &halting{Model: model(t), left: 100, end: end}
		const rollout = 60 // decisions of a hand at most
		got := search.New(search.Config{Own: h, Others: h, Worlds: 3000}, &source{1}).ActContext(ctx, v)
		if !slices.Contains(v.Legal, got) {
			t.Fatalf("%s: %v is not legal", s.String(), got)
		}
		if h.left > 0 {
			return // one act was clearly the best
		}
		if n++; h.after > rollout {
			t.Fatalf("%s: %d decisions were imagined after the end", s.String(), h.after)
		}
	})
	if n < 20 {
		t.Errorf("only %d decisions were cut short", n)
	}
}

// TestNeedsModels: a searcher without models says at once what it needs.
func TestNeedsModels(t *testing.T) {
	t.Parallel()
	v, _ := variant.Lookup("chratze")
	g, err := v.Game(4)
	if err != nil {
		t.Fatal(err)
	}
	decisions(t, g, 2, 1, model(t), func(v *rams.View, _ *rams.State) {
		defer func() {
			if why, _ := recover().(string); !strings.HasPrefix(why, "search: Config.Own or Others is nil") {
				t.Fatalf("panic %q", why)
			}
		}()
		search.New(search.Config{Others: model(t)}, &source{}).Values(v)
	})
}

// TestStoppedAtOnce: without any time every level still does something legal.
func TestStoppedAtOnce(t *testing.T) {
	t.Parallel()
	v, _ := variant.Lookup("chratze")
	g, err := v.Game(4)
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(t.Context())
	end()
	for _, name := range append(bot.Levels(), "search:1000000", "best:1m") {
		spec, err := bot.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		player := spec.New(rand.New(rand.NewPCG(5, 5)))
		decisions(t, g, 2, 3, model(t), func(v *rams.View, s *rams.State) {
			if got := bot.Act(ctx, player, v); !slices.Contains(v.Legal, got) {
				t.Fatalf("%s: %s: %v is not legal", name, s.String(), got)
			}
		})
	}
}
