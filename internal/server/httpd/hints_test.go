package httpd

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"chratze/bot"
	"chratze/bot/search"
	"chratze/chance"
	"chratze/history"
	"chratze/internal/teach/adviser"
	"chratze/internal/teach/coach"
	"chratze/rams"
)

// countedModel is a model that counts how often it is asked, and calls stop when it has been asked so often.
type countedModel struct {
	search.Model
	n    *atomic.Int64
	most int64
	stop func()
}

func (c countedModel) Act(v *rams.View) rams.Action {
	c.count()
	return c.Model.Act(v)
}

func (c countedModel) Likelihood(v *rams.View, a rams.Action) float64 {
	c.count()
	return c.Model.Likelihood(v, a)
}

func (c countedModel) count() {
	if c.n.Add(1) == c.most {
		c.stop()
	}
}

// endsEarly enforces that work whose asker goes after a tenth of it is soon at its end.
func endsEarly(t *testing.T, work func(ctx context.Context, change func(*coach.Config))) {
	t.Helper()
	run := func(most int64) int64 {
		var n atomic.Int64
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		work(ctx, func(c *coach.Config) {
			c.Evaluator = func(g *rams.Game, s chance.Source) (search.Config, string) {
				e, by := bot.Evaluator(g, s)
				for i := range e.Kinds {
					e.Kinds[i].Model = countedModel{e.Kinds[i].Model, &n, most, cancel}
				}
				return e, by
			}
		})
		return n.Load()
	}
	whole := run(0)
	most := whole / 10
	if n := run(most); most == 0 || n < most || n > most+whole/20 {
		t.Errorf("the coach asks its model %d times, %d times if nobody waits after %d", whole, n, most)
	}
}

// TestReviewEndsWithTheRequest: the coach stops in the middle of a review whose asker has gone.
func TestReviewEndsWithTheRequest(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	hand := played(t).String()
	endsEarly(t, func(ctx context.Context, change func(*coach.Config)) {
		c := coach.Default(adviser.ReviewWorlds)
		change(&c)
		s.server.opt.Review = adviser.ReviewsOf(c)
		r := httptest.NewRequest("POST", "/api/review/en?seat=1", strings.NewReader(hand)).WithContext(ctx)
		r.Header.Set("Content-Type", "text/plain")
		w := httptest.NewRecorder()
		s.server.ServeHTTP(w, r)
		if gone := ctx.Err() != nil; gone != (w.Code == http.StatusServiceUnavailable) {
			t.Errorf("gone: %v, status %d %.100s", gone, w.Code, w.Body)
		}
	})
}

// TestHintEndsWithItsAsker: the coach stops in the middle of a hint that nobody waits for.
func TestHintEndsWithItsAsker(t *testing.T) {
	t.Parallel()
	view, err := played(t).View(history.SeatView(1))
	if err != nil {
		t.Fatal(err)
	}
	steps, err := view.Steps()
	if err != nil {
		t.Fatal(err)
	}
	var asked rams.View
	for step := range steps {
		if v := step.View(1); v.Turn == 1 && len(v.Legal) > 1 {
			asked = v
			break
		}
	}
	endsEarly(t, func(ctx context.Context, change func(*coach.Config)) {
		c := coach.Default(1024)
		change(&c)
		if hint := adviser.HintsOf(c)(ctx, &asked); (hint == nil) != (ctx.Err() != nil) {
			t.Errorf("%d bytes of a hint, %v", len(hint), ctx.Err())
		}
	})
}
