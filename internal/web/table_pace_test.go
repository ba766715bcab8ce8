package web_test

import (
	"fmt"
	"os"
	"testing"
	"time"

	"chratze/internal/locale"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
)

// portrait is the window of most phones.
var portrait = size{390, 844}

// newcomer opens the first page in a browser that remembers nothing, and taps on Play: no name
// is typed. It returns how long it took from opening the page until it was there, and to the first own decision.
func (p *tab) newcomer(s *site) (page, decision time.Duration) {
	p.t.Helper()
	began := time.Now()
	p.visit(s.http.URL)
	p.wait(`document.querySelector('#play')?.checkVisibility()`)
	page = time.Since(began)
	p.tap("#play")
	p.wait(`location.pathname.startsWith('/t/') && document.body.dataset.stage === 'playing' && document.body.dataset.ask`)
	return page, time.Since(began)
}

// TestFirstDecision: from opening the page to the first own decision it takes a tap, no typing, and
// three seconds at most; with a network and a phone that are slow, five. A machine on which the first page alone takes
// long may take as many times longer, and what hinders it once doesn't come again. It is part of make verify.
func TestFirstDecision(t *testing.T) {
	onlyVerify(t, "it is a measurement")
	for _, w := range []struct {
		name        string
		slow        bool
		most, times time.Duration
	}{{"as it is", false, 3 * time.Second, 6}, {"Fast 3G, four times as slow", true, 5 * time.Second, 3}} {
		t.Run(w.name, func(t *testing.T) {
			for seed := range uint64(5) {
				late := true
				for try := 0; try < 3 && late; try++ {
					s := open(t, seed+1)
					p := newTab(t, s, portrait, `localStorage.clear()`)
					if w.slow {
						call(p, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: 4})
						call(p, network.Enable, network.EnableParams{})
						call(p, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{MatchedNetworkConditions: []*network.Conditions{{Latency: 150, DownloadThroughput: 1.6 * 1024 * 1024 / 8, UploadThroughput: 750 * 1024 / 8}}})
					}
					page, took := p.newcomer(s)
					late = took > max(w.most, w.times*page)
					t.Logf("seed %d: the page after %v, the first decision after %v", seed+1, page.Round(10*time.Millisecond), took.Round(10*time.Millisecond))
					p.close()
				}
				if late {
					t.Errorf("seed %d: three times the first decision comes later than %v and than %d times the page", seed+1, w.most, w.times)
				}
			}
		})
	}
}

// stillness watches a page for how many frames nothing moves, nothing changes and nothing is asked while a hand is
// played. A machine that has no time for the page has none for frames.
const stillness = `(() => {
	window.still = 0;
	let frames = 0, changed = true;
	new MutationObserver(() => { changed = true; }).observe(document.body, {subtree: true, childList: true, characterData: true, attributes: true});
	const look = () => {
		const busy = changed || document.body.dataset.ask || document.body.dataset.stage !== 'playing' || document.getAnimations().some((a) => a.playState === 'running');
		changed = false;
		frames = busy ? 0 : frames + 1;
		window.still = Math.max(window.still, frames);
		requestAnimationFrame(look);
	};
	requestAnimationFrame(look);
})(), 0`

// second is how many frames the browser draws in a second.
const second = 60

// TestNoDeadTime: in hands with bots nothing stands still for more than a second. It is part of
// make verify.
func TestNoDeadTime(t *testing.T) {
	onlyVerify(t, "it is a measurement")
	for _, preset := range []string{"chratze", "kratzen"} {
		t.Run(preset, func(t *testing.T) {
			s := open(t, 5)
			p := newTab(t, s, portrait, `localStorage.setItem('preset', '`+preset+`')`)
			p.newcomer(s)
			eval[any](p, stillness)
			for hand := range 6 {
				for p.ready(); !p.between(); p.ready() {
					p.answer()
				}
				most := eval[int](p, `window.still`)
				t.Logf("hand %d: nothing moved for %d frames at most", hand+1, most)
				if most > second {
					t.Errorf("hand %d: nothing moved for %d frames, allowed are %d", hand+1, most, second)
				}
				eval[any](p, `window.still = 0`)
				p.next()
			}
		})
	}
}

// TestHandByKeys: a hand is played by keys alone with each deck.
func TestHandByKeys(t *testing.T) {
	onlyVerify(t, "TestSettlementTellsWhy plays it with one deck")
	for _, deck := range []string{"french", "swiss", "german"} {
		t.Run(deck, func(t *testing.T) {
			s, words := open(t, 5), locale.New().For("en")
			p, _ := s.sits(t, portrait, anna+`localStorage.setItem('lang', 'en'); localStorage.setItem('set.deck', '`+deck+`')`, `,"practice":true,"chairs":4`)
			for p.ready(); !p.between(); p.ready() {
				p.byKeys(words)
				if bad := eval[string](p, `[...document.querySelectorAll('.card.mine')].map((e) => e.ariaLabel).find((l) => !/\w{2}/.test(l) || /[{}]|^ | of ,/.test(l)) ?? ''`); bad != "" {
					t.Errorf("a card is called %q", bad)
				}
			}
		})
	}
}

// TestContactSheet is part of make screenshots: somebody who has never played opens the first page and plays ten
// hands, on a phone and on a laptop, in every language; each phase is photographed once, and contact.html
// and contact-….png show all pictures together.
func TestContactSheet(t *testing.T) {
	dir := os.Getenv("CHRATZE_SCREENSHOTS")
	if dir == "" {
		t.Skip("only for make screenshots: CHRATZE_SCREENSHOTS names the directory")
	}
	html := "<!doctype html><meta charset=utf-8><title>Chratze, as newcomers see it</title><style>body{font:14px system-ui;background:#222;color:#eee}section{display:flex;flex-wrap:wrap;gap:10px}figure{margin:0}img{height:420px;display:block}</style>\n"
	for _, z := range []size{portrait, {1440, 900}} {
		for _, lang := range []string{"en", "de-CH", "de-AT", "ja"} {
			s := open(t, 5)
			p := newTab(t, s, z, `localStorage.setItem('lang', '`+lang+`'); localStorage.setItem('set.speed', 'fast')`)
			html += "<h2>" + z.String() + " " + lang + "</h2><section>\n"
			shot := func(name string) {
				name = fmt.Sprintf("newcomer-%s-%s-%s", z, lang, name)
				p.wait(`document.getAnimations().every((a) => a.playState !== 'running')`) // a picture of what one reads, not of what moves
				p.shot(dir, name)
				html += "<figure><img src=" + name + ".png><figcaption>" + name + "</figcaption></figure>\n"
			}
			p.visit(s.http.URL)
			p.wait(`document.querySelector('#play')`)
			shot("0-start")
			p.tap("#play")
			n := 0
			p.walk(10, func(phase string) {
				n++
				shot(fmt.Sprintf("%d-%s", n, phase))
			})
			html += "</section>\n"
			p.close()
		}
	}
	if err := os.WriteFile(dir+"/contact.html", []byte(html), 0o600); err != nil {
		t.Fatal(err)
	}
	p := newTab(t, open(t, 1), size{2400, 1200}, "")
	p.visit("file://" + dir + "/contact.html")
	p.wait(`[...document.images].every((i) => i.complete && i.naturalWidth)`)
	p.whole(dir, "contact")
}
