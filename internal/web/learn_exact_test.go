package web_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"chratze/bot"
	"chratze/chance"
	"chratze/history"
	"chratze/internal/teach/coach"
	"chratze/internal/teach/puzzles"
	"chratze/rams"
	"chratze/variant"
)

// TestExact: in Zwicken for two a puzzle says exactly what an answer costs, in percent of the pot, and how often the solution gives
// the best one; and so says a review at the replay. Neither has an interval.
func TestExact(t *testing.T) {
	s := pages(t, 1)
	p := newTab(t, s, phone, `localStorage.setItem('lang', 'en'); localStorage.setItem('set.speed', 'off')`)
	const game = "zwicken-schlecken"
	date := "2026-03-01"
	for d := 2; !puzzles.On(game, day(t, date)).Solution.Exact; d++ {
		date = fmt.Sprintf("2026-03-%02d", d)
	}
	acts := p.puzzle(s, game, date).Solution.Acts
	cost := fmt.Sprintf("%.1f", acts[1].Percent)
	p.solve(acts[1].Act)
	got := eval[string](p, `document.getElementById('answer').innerText`)
	for _, want := range []string{
		"costs exactly " + cost + " % of the pot", "−" + cost + " %",
		"Exact: by how many percent", fmt.Sprintf("%.0f %% of the time", 100*acts[0].Chance),
	} {
		if !strings.Contains(got, want) || strings.Contains(got, "±") {
			t.Errorf("the answer says\n%s\nwant %s", got, want)
		}
	}

	line, percent := exactly(t, game)
	p.replay(s, line)
	p.tap("[data-do=more]")
	p.tap("[data-do=review]")
	p.wait(`document.querySelector('#menu ul.judged li')`)
	got = eval[string](p, `document.querySelector('#menu').textContent`)
	if !strings.Contains(got, fmt.Sprintf("exactly %.0f %% of the pot", percent)) || !strings.Contains(got, "judged exactly") || strings.Contains(got, "±") || strings.Contains(got, "due to chance") {
		t.Errorf("the review says\n%s\nwant %.0f %%", got, percent)
	}
}

// exactly returns a view of a hand with a decision that costs so much, in percent of the pot, and with exact ones alone.
func exactly(t *testing.T, game string) (line string, cost float64) {
	t.Helper()
	v, err := variant.Parse(game)
	must(t, err)
	g, err := v.Game(2)
	must(t, err)
	rng := rand.New(rand.NewPCG(1, 2))
	var players [2]bot.Bot
	for i, name := range []string{"random", "best"} {
		spec, err := bot.Parse(name)
		must(t, err)
		players[i] = spec.New(rng)
	}
	for {
		var r rams.Record
		must(t, r.Begin(g, g.FirstStart(0)))
		for range r.Turns(&rams.Deck{Source: chance.Of(rng)}) {
			view := r.View(r.Turn())
			r.ApplyUnchecked(players[view.Seat].Act(&view), nil)
		}
		hand, err := history.Read(history.FromRecord(v, nil, &r, nil).String())
		must(t, err)
		seen, err := hand.View(history.SeatView(0))
		must(t, err)
		review := coach.New(coach.Default(16)).NewReview()
		must(t, review.Add(&seen, 0))
		review.Finish()
		if m := review.Moments(1); review.Tested == 0 && len(m) == 1 && m[0].Percent > 10 {
			return seen.String(), m[0].Percent
		}
	}
}
