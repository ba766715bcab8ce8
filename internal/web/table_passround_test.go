package web_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// around opens the first page, says who passes the device round, and begins.
func (p *tab) around(url string, names ...string) {
	p.t.Helper()
	p.visit(url)
	p.tap("#friends")
	p.tap("input[name=pass]")
	p.wait(`document.querySelector('#round')`)
	for range len(names) - 2 {
		p.tap("[data-do=more]")
	}
	for i, name := range names {
		p.set(fmt.Sprintf("#round label:nth-of-type(%d) input", i+1), name)
	}
	p.shown("round", "form of a round")
	p.tap("[data-do=round]")
	p.turn()
}

// shown checks a state, and photographs it if CHRATZE_SCREENSHOTS says where.
func (p *tab) shown(where, state string) {
	p.t.Helper()
	p.accessible(state)
	if dir := os.Getenv("CHRATZE_SCREENSHOTS"); dir != "" {
		p.shot(dir, strings.ReplaceAll(p.t.Name(), "/", "-")+"-"+where)
	}
}

// turn waits until somebody is to be given the device, or looks at it and is asked, or a hand is over.
func (p *tab) turn() {
	p.t.Helper()
	p.wait(`document.body.dataset.ask || ['between', 'over'].includes(document.body.dataset.stage) || document.querySelector('[data-do=look]')`)
}

// taken gives the device to whom it belongs to, if it is covered, and says who has it. Nothing of the
// hand is on a covered page.
func (p *tab) taken() string {
	p.t.Helper()
	if eval[bool](p, `document.body.dataset.stage === 'cover'`) {
		if left := eval[[]string](p, `[...document.querySelectorAll('.card, #rim *, #foot *, #polite *, #now *, dialog[open]')].map((e) => e.outerHTML.slice(0, 80))`); len(left) > 0 {
			p.t.Fatalf("on a covered page is %q", left)
		}
		to := eval[string](p, `document.querySelector('[data-do=look]').innerText`)
		p.tap("[data-do=look]")
		p.wait(`document.body.dataset.ask`)
		if name := p.holder(); to != "I am "+name {
			p.t.Errorf("whoever says %q sees the cards of %s", to, name)
		}
	}
	return p.holder()
}

// holder is whose cards are seen.
func (p *tab) holder() string {
	return eval[string](p, `document.querySelector('#rim .seat.me .name b')?.innerText ?? ''`)
}

// passed plays a hand with one device, and returns who decided, and whose cards were seen.
func (p *tab) passed() map[string]string {
	p.t.Helper()
	cards := map[string]string{}
	for p.turn(); !p.between(); p.turn() {
		name := p.taken()
		own := eval[[]string](p, `[...document.querySelectorAll('.card.mine')].map((c) => c.dataset.card)`)
		if strings.Contains(p.asked(), "blind") {
			p.t.Errorf("%s is asked about playing blind, which they have chosen or not before they began", name)
		}
		if cards[name] == "" {
			p.shown(p.phase(), "phase: "+p.phase())
			cards[name] = strings.Join(own, " ")
		}
		p.answer()
	}
	return cards
}

// TestPassedRound: three people play two hands with one device, with CHRATZE_VERIFY three. Between two of them it is covered;
// everybody sees their own cards only; how a hand ended is told to all of them, and
// how the evening did.
func TestPassedRound(t *testing.T) {
	needBrowser(t)
	for _, z := range sample(1, tablet, phone, laptop) {
		t.Run(z.String(), func(t *testing.T) {
			passedRound(t, z)
		})
	}
}

func passedRound(t *testing.T, z size) {
	t.Helper()
	names := []string{"Anna", "Beat", "Vreni"}
	s := dealing(t)
	p := newTab(t, s, z, `localStorage.setItem('lang', 'en');`+anna)
	p.around(s.http.URL, names...)
	p.shown("cover", "round: cover")
	decided := map[string]bool{}
	hands := some(2, 3)
	for hand := 1; hand <= hands; hand++ {
		for name, own := range p.passed() {
			decided[name] = true
			if own == "" {
				t.Errorf("hand %d: %s decides without cards", hand, name)
			}
		}
		p.shown("settlement", "round: settlement")
		rows := eval[[]string](p, `[...document.querySelectorAll('#panel .flows li > b > span:first-child')].map((e) => e.innerText).sort()`)
		if !slices.Equal(rows, names) {
			t.Errorf("hand %d: the settlement is of %q, want %q", hand, rows, names)
		}
		if own := eval[bool](p, `!!document.querySelector('#panel .own, #panel .book, #rim .me') || /\byou\b/i.test(document.getElementById('panel').innerText)`); own {
			t.Errorf("hand %d: the settlement is told to one of them: %q", hand, eval[string](p, `document.getElementById('panel').innerText`))
		}
		if hand < hands {
			p.tap("[data-act=next]")
			p.wait(`document.body.dataset.stage === 'cover'`)
		}
	}
	if all := slices.Sorted(maps.Keys(decided)); !slices.Equal(all, names) {
		t.Errorf("%q have decided, want %q", all, names)
	}
	p.menu("table")
	p.tap("[data-do=end]")
	p.tap("[data-do=yes]")
	p.wait(`document.querySelector('#panel .final')`)
	p.shown("end", "round: end")
	native, err := replayed(p.records())
	if err != nil {
		t.Fatal(err)
	}
	if got := native.Hands(); got != hands {
		t.Errorf("the log has %d hands", got)
	}
}

// TestPassedInSight and TestPassedInSightOfFiles: the names and Deal are on the screen of a phone as a
// whole, in the longest language and in Japanese (with CHRATZE_VERIFY in every one), at a server and on a site of files.
func TestPassedInSight(t *testing.T) {
	s := dealing(t)
	inSight(t, s, sample(2, "de-AT", "ja", "en", "de-CH"), func(p *tab) {
		p.visit(s.http.URL)
		p.tap("#friends")
		p.tap("input[name=pass]")
	})
}

func TestPassedInSightOfFiles(t *testing.T) {
	s, _ := fileSite(t, "https://karten.example", nil)
	inSight(t, s, sample(1, "ja", "de-AT", "en", "de-CH"), func(p *tab) {
		p.visit(s.http.URL + below)
		p.tap("#pass")
	})
}

func inSight(t *testing.T, s *site, langs []string, open func(*tab)) {
	t.Helper()
	p := newTab(t, s, phone, "")
	for _, lang := range langs {
		eval[any](p, `localStorage.setItem('lang', '`+lang+`'), 0`)
		open(p)
		p.wait(`document.querySelector('#round')`)
		if out := eval[[]string](p, `[...document.querySelectorAll('#round input, [data-do=round]')].map((e) => [e.dataset.do ?? 'name', e.getBoundingClientRect()]).filter(([, r]) => r.top < 0 || r.bottom > innerHeight).map(([n, r]) => n + ' ' + r.top + '-' + r.bottom)`); len(out) > 0 {
			t.Errorf("%s: not on the screen: %q", lang, out)
		}
		p.shown(lang, "form of a round")
		p.tap("fieldset > details > summary")
		p.wait(`document.querySelector('select[name=chairs]').checkVisibility()`)
		p.shown(lang+"-more", "house rules of a round")
		p.tap("#friends")
		p.wait(`document.querySelector('#play')?.checkVisibility() && !document.querySelector('#round')`)
	}
}
