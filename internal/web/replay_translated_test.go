package web_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chratze/history"
	"chratze/internal/locale"
	"chratze/internal/page/reviewpage"
	"chratze/internal/teach/coach"
	"chratze/variant"
)

// TestTranslatedReading: hands replayed forth and back, a puzzle answered and answered again, your own cards at a
// chart and a written review tell on a page that the browser translates what they tell beside it.
func TestTranslatedReading(t *testing.T) {
	s := pages(t, 5)
	const still = `localStorage.setItem('lang', 'en'); localStorage.setItem('set.speed', 'off')`
	p, twin := newTab(t, s, phone, still).translated(), newTab(t, s, phone, still)
	step := func(when string, do func(*tab)) {
		t.Helper()
		for _, at := range []*tab{p, twin} {
			do(at)
			at.settle()
		}
		p.same(twin, when)
	}
	step("a hand", func(at *tab) { at.replay(s, recorded(t, "chratze")) })
	for n := range 8 {
		step(fmt.Sprintf("%d steps", n+1), func(at *tab) { at.tap("[data-do=on]") })
	}
	step("a step back", func(at *tab) { at.tap("[data-do=back]") })
	z := twin.puzzle(s, "chratze", "2026-01-02")
	acts := z.Solution.Acts
	step("a puzzle", func(at *tab) { at.puzzle(s, "chratze", "2026-01-02") })
	step("a wrong answer", func(at *tab) { at.solve(acts[len(acts)-1].Act) })
	step("the right one", func(at *tab) {
		at.tap("[data-do=again]")
		at.wait(`!document.body.dataset.answered`)
		at.solve(acts[0].Act)
	})
	step("a chart", func(at *tab) {
		at.visit(s.http.URL + "/charts/chratze/4/en")
		at.wait(`document.querySelector('#mine form').checkVisibility()`)
	})
	for _, typed := range []string{"Ah Kh 8s 7c", "6c 7s 8d 9d"} {
		step(typed, func(at *tab) { at.set("#mine [name=typed]", typed); at.set("#mine [name=up]", "9h") })
	}

	review := coach.New(coach.Default(64)).NewReview()
	first, _, _ := strings.Cut(recorded(t, "kratzen"), "\n")
	hand, err := history.Read(first)
	must(t, err)
	must(t, review.Add(hand, 0))
	review.Finish()
	words := locale.For("en")
	v, _ := variant.Lookup("kratzen")
	file := filepath.Join(t.TempDir(), "review.html")
	must(t, os.WriteFile(file, reviewpage.Page(words, reviewpage.Options{Sheet: words.SheetOf(v, 4), Name: "Anna"}, review), 0o600))
	step("a review", func(at *tab) {
		at.visit("file://" + file)
		eval[any](at, `document.querySelectorAll('details').forEach((d) => { d.open = true; }), 0`)
	})
}
