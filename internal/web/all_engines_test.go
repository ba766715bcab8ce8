package web_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"chratze/internal/locale"
	"chratze/internal/teach/lessons"
)

// TestFirefox and TestWebKit: what Chromium can, the other two engines can too: a hand, a lesson, the
// cash desk and the replay, by a real pointer and keys, and every text is in its place there.
func TestFirefox(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("SKIPPED: -short starts no browser")
	}
	onlyVerify(t, "it needs a browser more")
	f := startFirefox(t, phone)
	s := open(t, 5)
	p := otherTab(t, s, f, anna+`localStorage.setItem('lang', 'en')`)
	f.faults = func(text string) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.faults = append(p.faults, text)
	}
	p.everywhere(s)
	p.sound()
}

func TestWebKit(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("SKIPPED: -short starts no browser")
	}
	onlyVerify(t, "it needs a browser more, and a screen")
	s := open(t, 5)
	p := otherTab(t, s, startWebKit(t, phone), anna+`localStorage.setItem('lang', 'en')`)
	p.everywhere(s)
}

// everywhere plays a hand and a lesson, books at the cash desk and looks at a replay.
func (p *tab) everywhere(s *site) {
	p.t.Helper()
	p.t.Log(p.other.version())
	at := func(where string) { p.holds(p.other.version() + " " + where) }
	p.visit(s.http.URL)
	p.wait(`document.querySelector('#play')`)
	at("start")
	p.visit(s.make(`,"practice":true`).Link)
	played := false
	p.walk(1, func(phase string) {
		played = played || phase == "play-lead" || phase == "play-follow"
		p.accessible("phase: " + phase)
		at(phase)
	})
	if !played {
		p.t.Error("the seed gave no hand that Anna plays: nothing was tested")
	}
	p.menu("table")
	at("menu")
	p.tap("dialog .close button")

	p.visit(s.http.URL + "/learn")
	p.tap("ol li:nth-child(2) a") // the first one is on open cards
	p.lesson(lessons.Course(locale.New().For("en"), "")[1], "en")

	p.visit(s.http.URL + "/kasse/")
	p.wait(`document.querySelector('#new')`)
	p.evening("chratze", "Anna", "Beat", "Carl", "Dora", "Emil")
	p.hand("Anna", "Beat", "Carl", "Dora", "Anna 1", "Beat 2", "Carl 1")
	p.wait(`document.querySelector('.nums .filled[aria-pressed=true]').innerText === '0'`)
	at("kasse")
	p.tap("#book")
	p.shows("puts in 2.20") // as in Chromium: TestKasse
	p.shows("puts in 1.20")
	p.press("Standings")
	p.wait(`document.querySelector('.standings')`)
	p.accessible("desk: stand")
	at("kasse standings")

	p.replay(s, recorded(p.t, "chratze"))
	first, begins := p.moment(), eval[string](p, `document.body.dataset.at`)
	p.keys(kb.ArrowRight)
	p.wait(`document.body.dataset.at !== '` + begins + `'`)
	p.keys(kb.End)
	p.wait(`!document.getElementById('panel').hidden`)
	at("replay")
	if last := p.moment(); last == first {
		p.t.Error("the replay shows its end as its beginning")
	}
	p.keys(kb.Home)
	p.wait(`document.body.dataset.at === '` + begins + `'`)
	if again := p.moment(); again != first {
		p.t.Errorf("back at the beginning the replay shows\n%s\nand before\n%s", again, first)
	}
}
