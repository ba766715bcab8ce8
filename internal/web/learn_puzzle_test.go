package web_test

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp/kb"

	"chratze/history"
	"chratze/internal/teach/coach"
	"chratze/internal/teach/puzzles"
)

// day is the number of a date.
func day(t *testing.T, date string) int {
	t.Helper()
	at, err := time.Parse(time.DateOnly, date)
	if err != nil {
		t.Fatal(err)
	}
	return int(at.Unix() / 86400)
}

// puzzle opens the puzzle of a day, and returns it.
func (p *tab) puzzle(at *site, game, date string) *coach.Puzzle {
	p.t.Helper()
	p.visit(fmt.Sprintf("%s/puzzle/?game=%s&date=%s", at.http.URL, game, date))
	p.wait(fmt.Sprintf(`document.body.dataset.day === '%d' && document.querySelector('#rim .seat')`, day(p.t, date)))
	return puzzles.On(game, day(p.t, date))
}

// solve taps an act: a card, cards and a button, or a button.
func (p *tab) solve(act string) {
	p.t.Helper()
	words := strings.Fields(act)
	switch words[0] {
	case "play":
		p.tap("[data-card='" + words[1] + "']")
	case "lay", "drop":
		for _, c := range words[1:] {
			p.tap("[data-card='" + c + "']")
		}
		p.tap("[data-act=confirm]")
	default:
		p.tap("[data-act='" + act + "']")
	}
	p.wait(`document.body.dataset.answered`)
}

// TestPuzzleOfEachGame: each game's puzzle comes when its link asks for it, and can be answered.
func TestPuzzleOfEachGame(t *testing.T) {
	s := pages(t, 2)
	for _, z := range []size{phone, laptop} {
		p := newTab(t, s, z, `localStorage.setItem('lang', 'en'); localStorage.setItem('set.speed', 'off')`)
		for _, game := range sample(3, "bourre", "lupfen", "mistigri", "mauscheln", "tippen", "loo", "rams", "ramset", "kratzen-printed", "zwicken-printed", "zwicken-schlecken") {
			line := p.puzzle(s, game, "2026-03-05")
			p.fits("the puzzle of " + game)
			p.photograph(fmt.Sprintf("puzzle-%s-%d", game, z.w))
			p.solve(line.Solution.Acts[0].Act)
			p.wait(`document.body.dataset.answered === 'right'`)
		}
	}
}

// TestPuzzle answers puzzles of every kind, rightly and wrongly: the page says which, marks the cards, gives the reason,
// and counts the days in a row that were right at the first try.
func TestPuzzle(t *testing.T) {
	s := pages(t, 1)
	p := newTab(t, s, phone, `localStorage.setItem('lang', 'en'); localStorage.setItem('set.speed', 'off')`)
	kinds := map[string]bool{}
	for i := range 9 {
		game := puzzles.Games()[i%2]
		z := p.puzzle(s, game, fmt.Sprintf("2026-01-%02d", 1+i))
		acts := z.Solution.Acts
		kinds[strings.Fields(acts[0].Act)[0]] = true
		right := i%3 != 0
		act := acts[0].Act
		if !right {
			act = acts[len(acts)-1].Act
		}
		p.solve(act)
		if got := eval[string](p, `document.body.dataset.answered`); (got == "right") != right {
			t.Errorf("%s %d: %s is %s", game, i, act, got)
		}
		if text := eval[string](p, `document.querySelector('#answer .why').textContent`); len(text) < 20 || strings.Contains(text, "{") {
			t.Errorf("%s %d: the reason is %q", game, i, text)
		}
		if right != (eval[int](p, `document.querySelectorAll('#answer .yours').length`) == 0) {
			t.Errorf("%s %d: what the answer costs is told of the right one, or not of the wrong one", game, i)
		}
		p.tap("[data-do=again]")
		p.wait(`!document.body.dataset.answered`)
		p.solve(acts[0].Act) // a second try doesn't count
	}
	if len(kinds) < 3 {
		t.Errorf("only %v were asked", kinds)
	}
	for game, want := range map[string]string{puzzles.Games()[0]: "---", puzzles.Games()[1]: "+"} {
		kept := eval[map[string]string](p, fmt.Sprintf(`JSON.parse(localStorage.getItem('puzzle.%s'))`, game))
		if len(kept) < 4 {
			t.Errorf("%s: kept %v, want %s", game, kept, want)
		}
	}
	for date, first := range map[string]string{"2026-01-01": "-", "2026-01-03": "+", "2026-01-07": "-", "2026-01-09": "+"} {
		if got := eval[string](p, fmt.Sprintf(`JSON.parse(localStorage.getItem('puzzle.chratze'))['%s'][0]`, date)); got != first {
			t.Errorf("%s is kept as %s, want %s", date, got, first)
		}
	}
}

// TestPuzzleOfAnotherGame: where another game's puzzles can't be fetched the page says so, and the one that lies there stays; once
// they can be, they come.
func TestPuzzleOfAnotherGame(t *testing.T) {
	s := pages(t, 1)
	p := newTab(t, s, phone, `localStorage.setItem('lang', 'en'); localStorage.setItem('set.speed', 'off')`)
	was, other := puzzles.Games()[0], puzzles.Games()[1]
	z := p.puzzle(s, was, "2026-01-01")
	choose := func(away bool) {
		eval[bool](p, fmt.Sprintf(`(() => {
			globalThis.fetches ??= fetch;
			globalThis.fetch = (at, o) => (%v && at.endsWith('.jsonl') ? Promise.resolve(new Response('<h1>502</h1>', {status: 502})) : fetches(at, o));
			const s = document.querySelector('select[name=game]');
			s.value = '%s';
			return s.dispatchEvent(new Event('change', {bubbles: true}));
		})()`, away, other))
	}
	choose(true)
	p.shows("be reached just now.")
	p.wait(fmt.Sprintf(`document.querySelector('select[name=game]').value === '%s'`, was))
	if same := eval[[]string](p, `[...document.querySelectorAll('select[name=game] option')].map((o) => o.textContent).filter((text, i, all) => all.indexOf(text) !== i)`); len(same) > 0 {
		t.Errorf("several games are called %q", same)
	}
	p.solve(z.Solution.Acts[0].Act)
	told := eval[string](p, `(document.querySelector('#polite p').textContent)`)
	choose(false)
	p.wait(fmt.Sprintf(`location.search.includes('%s') && !document.body.dataset.answered && document.querySelector('#polite p')`, other))
	if now := eval[string](p, `document.querySelector('#polite').textContent`); told == "" || strings.Contains(now, told) {
		t.Errorf("of the puzzle before is told still: %q", now)
	}
	p.solve(puzzles.On(other, day(t, "2026-01-01")).Solution.Acts[0].Act)
	p.visit(s.http.URL + "/puzzle/?date=2026-02-30") // no day
	p.wait(`document.querySelector('#rim .seat') && location.search === '?game=` + other + `'`)
}

// TestPuzzleStreak: days right in a row, up to today.
func TestPuzzleStreak(t *testing.T) {
	s := pages(t, 1)
	p := newTab(t, s, phone, `localStorage.setItem('puzzle.chratze', '{"2026-03-27": "+open", "2026-03-28": "-open", "2026-03-29": "+open", "2026-03-30": "+open", "2026-03-31": "+open"}')`)
	// For the page it is always the first moment of a day in Zurich. In the night to the 29th of March the clocks went forward.
	call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `{
		const at = Date.UTC(2026, 2, 31, 22);
		globalThis.Date = class extends Date {
			constructor(...when) { super(...(when.length ? when : [at])); }
			static now() { return at; }
		};
	}`})
	p.visit(s.http.URL + "/puzzle/?game=chratze")
	p.wait(`document.querySelector('.streak')?.textContent.includes('3')`)
	if name := eval[string](p, `[...document.querySelectorAll('#bar .day small')].filter((e) => e.offsetHeight > 8).map((e) => e.innerText).join()`); name != "Puzzle" {
		t.Errorf("on a phone the bar calls it %q", name)
	}
	now := int(eval[float64](p, `Number(document.body.dataset.day)`))
	if want := day(t, "2026-04-01"); now != want {
		t.Fatalf("today is %d, want %d", now, want)
	}
	p.solve(puzzles.On("chratze", now).Solution.Acts[0].Act)
	p.wait(`document.querySelector('.streak')?.textContent.includes('4')`)
}

// TestPuzzleKeys: a puzzle is solved by keys alone, and heard.
func TestPuzzleKeys(t *testing.T) {
	s := pages(t, 1)
	p := newTab(t, s, laptop, `localStorage.setItem('lang', 'en'); localStorage.setItem('set.speed', 'off')`)
	done := map[string]bool{}
	for i := range 20 {
		date := fmt.Sprintf("2026-02-%02d", 1+i)
		act := puzzles.On("chratze", day(t, date)).Solution.Acts[0].Act
		kind := strings.Fields(act)[0]
		if done[kind] || len(done) == 3 {
			continue
		}
		done[kind] = true
		p.puzzle(s, "chratze", date)
		p.wait(`document.querySelector('#polite').textContent.length > 10`)
		switch cards := strings.Fields(act)[1:]; kind {
		case "play", "lay":
			p.tabTo(".card.mine")
			for range 5 {
				c := eval[string](p, `document.activeElement.dataset.card`)
				for _, wanted := range cards {
					if c == wanted {
						p.keys(kb.Enter)
					}
				}
				if eval[string](p, `document.body.dataset.answered ?? ''`) != "" {
					break
				}
				p.keys(kb.ArrowRight)
				if kind == "lay" && c == eval[string](p, `document.querySelector('.card.mine:last-of-type')?.dataset.card ?? ''`) {
					break
				}
			}
			if kind == "lay" && eval[int](p, `document.querySelectorAll('[aria-pressed=true]').length`) != len(cards) {
				// the arrows have gone round: press what is missing
				for _, c := range cards {
					if !eval[bool](p, fmt.Sprintf(`document.querySelector("[data-card='%s']").ariaPressed === 'true'`, c)) {
						eval[any](p, fmt.Sprintf(`document.querySelector("[data-card='%s']").focus(), 0`, c))
						p.keys(kb.Enter)
					}
				}
			}
			if kind == "lay" {
				p.tabTo("[data-act=confirm]")
				p.keys(kb.Enter)
			}
		default:
			p.tabTo("[data-act='" + act + "']")
			p.keys(kb.Enter)
		}
		p.wait(`document.body.dataset.answered === 'right'`)
		p.wait(`document.querySelector('#polite').lastElementChild.textContent.includes('Right')`)
		if at := eval[string](p, `document.activeElement.id`); at != "answer" {
			t.Errorf("%s: the focus is at %q", kind, at)
		}
	}
}

// TestPuzzleAccess: axe, sizes of targets and texts, before and after the answer; with CHRATZE_VERIFY in all languages.
func TestPuzzleAccess(t *testing.T) {
	s := pages(t, 1)
	for i, lang := range sample(1, "ja", "de-CH", "de-AT", "en") {
		p := newTab(t, s, []size{phone, laptop}[i%2], fmt.Sprintf(`localStorage.setItem('lang', '%s'); localStorage.setItem('set.speed', 'off')`, lang))
		z := p.puzzle(s, puzzles.Games()[i%2], "2026-03-04")
		p.accessible("puzzle", lang)
		p.solve(z.Solution.Acts[1].Act)
		p.accessible("puzzle answered", lang)
		if covered := eval[[]string](p, `[...document.querySelectorAll('.card.mine')].filter((b) => { const r = b.getBoundingClientRect(), e = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2); return !b.contains(e) && !e?.closest?.('.card'); }).map((b) => b.dataset.card)`); len(covered) > 0 {
			t.Errorf("%s: the answer covers %v", lang, covered)
		}
	}
}

// TestPuzzleOffline: once the page was there it works without the server, also for another day and game.
func TestPuzzleOffline(t *testing.T) {
	s := pages(t, 1)
	p := newTab(t, s, phone, `localStorage.setItem('set.speed', 'off')`)
	p.puzzle(s, "chratze", "2026-04-01")
	p.wait(`document.documentElement.dataset.offline === 'ready'`)
	s.stop()
	eval[any](p, `fetch('/healthz').then(() => { throw new Error('the server is there') }, () => 0)`)
	z := p.puzzle(s, "kratzen", "2026-04-02")
	p.solve(z.Solution.Acts[0].Act)
	p.wait(`document.body.dataset.answered === 'right'`)
}

// TestPuzzleLooks writes pictures to look at.
func TestPuzzleLooks(t *testing.T) {
	dir := os.Getenv("CHRATZE_LOOK")
	if dir == "" {
		t.Skip("CHRATZE_LOOK names no directory")
	}
	s := open(t, 1)
	for i, z := range []size{phone, laptop, {740, 360}} {
		for k, game := range []string{"chratze", "kratzen"} {
			p := newTab(t, s, z, fmt.Sprintf(`localStorage.setItem('lang', '%s'); localStorage.setItem('set.speed', 'off')`, []string{"de-CH", "en", "ja"}[i]))
			for d := range 4 {
				q := p.puzzle(s, game, fmt.Sprintf("2026-05-%02d", 1+d+4*k))
				p.shot(dir, fmt.Sprintf("puzzle-%s-%s-%d-a", z, game, d))
				p.solve(q.Solution.Acts[d%2].Act)
				p.shot(dir, fmt.Sprintf("puzzle-%s-%s-%d-b", z, game, d))
			}
		}
	}
}

// TestReplayReviewed asks for the review of a finished hand at the replay: a mark stands at the player for each that the
// server gave, what a decision has cost stands under the table, and a hand that isn't over has no review.
func TestReplayReviewed(t *testing.T) {
	s := pages(t, 1)
	p := newTab(t, s, phone, `localStorage.setItem('lang', 'en'); localStorage.setItem('set.speed', 'off')`)
	line := strings.Split(recorded(t, "chratze"), "\n")[3]
	p.replay(s, line)
	p.tap("[data-do=more]")
	p.tap("[data-do=review]")
	p.wait(`document.querySelector('#menu ul.judged li')`)
	sums := eval[[]float64](p, `[...document.querySelectorAll('#menu dl.judged dd')].map((x) => Number(x.innerText.replace('−', '-').replace(/[^-\d.]/g, '')))`)
	hand, err := history.Read(line)
	must(t, err)
	parts := 0
	for _, x := range sums[1:] {
		parts += int(math.Round(100 * x))
	}
	if sheet := int(hand.Payout[0] - hand.Penalty[0]); len(sums) < 3 || int(math.Round(100*sums[0])) != sheet || parts != sheet {
		t.Errorf("the review has %v, and the settlement %d: it begins with it, and its parts add up to it", sums, sheet)
	}
	p.tap("#menu ul.judged [data-do=moment]")
	if at := eval[int](p, `Number(document.querySelector('#player input').value)`); at == 0 || eval[bool](p, `document.querySelector('#menu').open`) {
		t.Error("an entry of the review doesn't lead to its moment")
	}
	p.tap("[data-do=more]")
	p.accessible("reviewed")
	if text := eval[string](p, `document.querySelector('#menu ul.judged').innerText`); regexp.MustCompile(`(?m)(\?\?|✓|\?!|\?|~) *(lay|drop|see|pass|open|join|out|play)\b|\b(lay|drop|play) [2-9TJQKA][cdhs]\b`).MatchString(text) {
		t.Errorf("the review speaks as programs do:\n%s", text)
	}
	marks := eval[int](p, `document.querySelectorAll('#menu ul.judged :is(.inaccuracy, .mistake, .blunder)').length`)
	if got := eval[int](p, `document.querySelectorAll('.marks path:not(:first-child)').length`); got != marks {
		t.Errorf("%d marks at the player, %d in the list", got, marks)
	}
	p.keys(kb.Escape)
	seen := 0
	for range 60 {
		p.keys(kb.ArrowRight)
		if eval[bool](p, `!!document.querySelector('#foot .judged')`) {
			seen++
		}
	}
	if seen == 0 {
		t.Error("no decision is judged under the table")
	}
	if dir := os.Getenv("CHRATZE_LOOK"); dir != "" {
		p.keys(kb.Home)
		for i := range 40 {
			p.keys(kb.ArrowRight)
			if eval[bool](p, `!!document.querySelector('#foot .judged:not(.fine)')`) {
				p.shot(dir, fmt.Sprintf("reviewed-%d", i))
			}
		}
		p.tap("[data-do=more]")
		p.shot(dir, "reviewed-menu")
	}
}
