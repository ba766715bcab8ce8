package web_test

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// shared is what the page gives to another program when a button is tapped: the text of a link, or "width
// x height, bytes" of a picture, which is kept where CHRATZE_SCREENSHOTS says.
func (p *tab) shared(button string) string {
	p.t.Helper()
	eval[any](p, `Object.defineProperty(navigator, 'canShare', {value: () => true, configurable: true}),
		Object.defineProperty(navigator, 'share', {value: async ({files, url}) => { window.given = files ? files[0] : url; }, configurable: true}), window.given = null, 0`)
	p.tap(button)
	p.wait(`window.given`)
	if eval[bool](p, `typeof given === 'string'`) {
		return eval[string](p, `given`)
	}
	if dir := os.Getenv("CHRATZE_SCREENSHOTS"); dir != "" {
		data, err := base64.StdEncoding.DecodeString(eval[string](p, `new Promise((done) => { const r = new FileReader(); r.onload = () => done(r.result.split(',')[1]); r.readAsDataURL(given); })`))
		if err != nil {
			p.t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "shared-"+eval[string](p, `given.name`)), data, 0o600); err != nil {
			p.t.Fatal(err)
		}
	}
	return eval[string](p, "createImageBitmap(given).then((b) => `${b.width}x${b.height}, ${given.size > 40_000 ? 'drawn' : given.size}`)")
}

// TestShareAHand: a hand goes to others as a link that carries it, and opens at the same moment with the
// same cards for somebody who has nothing but the link; and as a picture. A link that has been cut says so.
func TestShareAHand(t *testing.T) {
	s := pages(t, 5)
	p := newTab(t, s, phone, anna+`localStorage.setItem('lang', 'en')`)
	p.replay(s, recorded(t, "chratze"))
	p.keys(kb.PageDown + kb.PageDown)
	p.wait(`document.body.dataset.hand === '3'`)
	p.keys(kb.ArrowDown + kb.ArrowDown + kb.ArrowRight)
	p.wait(`document.body.dataset.at !== '0'`)
	p.tap("[data-do=more]")
	p.wait(`document.querySelector('.here a')?.href.includes('hands=')`)
	p.accessible("sharing a hand")
	link := p.shared("[data-do=link]")
	if got := p.shared("[data-do=picture]"); got != "1280x800, drawn" {
		t.Errorf("the picture of a hand is %s", got)
	}
	p.tap("dialog .close button")
	before := p.moment()
	q := newTab(t, s, phone, `localStorage.setItem('set.speed', 'off'); localStorage.setItem('lang', 'en')`)
	q.visit(link)
	q.wait(`document.body.dataset.shown === 'hand'`)
	if after := q.moment(); after != before {
		t.Errorf("by the link one sees\n%s\nand it was\n%s", after, before)
	}
	q.keys(kb.ArrowLeft)
	q.wait(fmt.Sprintf(`location.href !== %q && location.hash.includes('hands=')`, link)) // it can be loaded again, and passed on
	q.visit("about:blank")
	q.visit(link[:len(link)-40])
	q.wait(`document.querySelector('.fault, .note')?.innerText.includes('no hand')`)
}

// TestShareAPuzzle: a puzzle goes to others as a picture of its question, once it is answered.
// A puzzle of six players at 320 pixels, in whose bubbles *verzichten* and *schlagen* stand whole.
func TestShareAPuzzle(t *testing.T) {
	s := pages(t, 1)
	p := newTab(t, s, size{320, 640}, `localStorage.setItem('lang', 'de-CH'); localStorage.setItem('set.speed', 'off')`)
	z := p.puzzle(s, "kratzen", "2026-03-02")
	p.solve(z.Solution.Acts[0].Act)
	p.accessible("sharing a puzzle")
	if got := p.shared("[data-do=picture]"); got != "1280x800, drawn" {
		t.Errorf("the picture of a puzzle is %s", got)
	}
	if link := p.shared("[data-do=share]"); !strings.HasSuffix(link, "/puzzle/?game=kratzen&date=2026-03-02") {
		t.Errorf("the link of a puzzle is %s", link)
	}
}

// TestShareAnEvening: at its end an evening's hands go to others as a link, which shows what this seat saw of them, and
// not the table's number; and as a picture.
func TestShareAnEvening(t *testing.T) {
	s := pages(t, 7)
	p, _ := s.sits(t, phone, anna, `,"chairs":4,"practice":true`)
	for hand := range 2 {
		for p.ready(); !p.between(); p.ready() {
			p.answer()
		}
		if hand == 0 {
			p.next()
		}
	}
	p.menu("table")
	p.tap("[data-do=end]")
	p.tap("[data-do=yes]")
	p.wait(`document.querySelector('.ends [data-do=link]')`)
	link := p.shared("[data-do=link]")
	if strings.Contains(link, "table=") || !strings.Contains(link, "hands=") {
		t.Errorf("the link of an evening is %s", link)
	}
	q := newTab(t, s, laptop, `localStorage.setItem('lang', 'en')`)
	q.visit(link)
	q.wait(`document.body.dataset.shown === 'hand' && document.querySelector('.which').innerText.includes('1 of 2')`)
	if own := eval[int](q, `document.querySelectorAll('#rim .seat.me').length`); own != 1 {
		t.Errorf("it is looked at from %d seats", own)
	}
}
