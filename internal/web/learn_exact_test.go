package web_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"path"
	"strings"
	"sync"
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

// TestOwnSolution: in Zwicken for two best plays the solution in the page. Its file is fetched when a hand needs it, and once.
func TestOwnSolution(t *testing.T) {
	s := dealing(t)
	var mu sync.Mutex
	asked := map[string]int{}
	all := s.http.Config.Handler
	s.http.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if name := path.Base(r.URL.Path); strings.HasSuffix(name, ".solution") {
			mu.Lock()
			asked[name]++
			mu.Unlock()
		}
		all.ServeHTTP(w, r)
	})
	p := newTab(t, s, phone, `navigator.serviceWorker.register = () => new Promise(() => {})`) // it fetches ahead once a table is open
	p.visit(s.http.URL)
	p.wait(`document.querySelector('#play')`)
	mu.Lock()
	if len(asked) > 0 {
		t.Errorf("the first page fetches %v", asked)
	}
	mu.Unlock()
	eval[any](p, `sessionStorage.setItem('practice', JSON.stringify({name: 'Anna', practice: true, pace: 200, chairs: 2, bot: 'best', rules: {preset: 'zwicken-schlecken'}})), 0`)
	p.visit(s.http.URL + "/t/new")
	p.wait(`document.body.dataset.stage === 'playing'`)
	p.onPath("/t/p")
	for hands := 0; hands < 4; {
		if p.ready(); p.between() {
			hands++
		}
		p.answer()
	}
	mu.Lock()
	defer mu.Unlock()
	if len(asked) == 0 {
		t.Error("the solution was never asked for")
	}
	for name, n := range asked {
		if n != 1 {
			t.Errorf("%s was fetched %d times", name, n)
		}
	}
	if eval[bool](p, `document.getElementById('polite').innerText.includes('What these bots have learned')`) {
		t.Error("the page says that the solution is missing")
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
