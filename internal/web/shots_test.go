package web_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// shot writes a picture of the page.
func (p *tab) shot(dir, name string) {
	p.t.Helper()
	png, err := p.png(p.ctx)
	if err != nil {
		p.fail(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o600); err != nil {
		p.t.Fatal(err)
	}
}

// whole writes a picture of a page from top to bottom.
func (p *tab) whole(dir, name string) {
	p.t.Helper()
	png, err := chromedp.Run(p.ctx, chromedp.FullScreenshot(100))
	if err != nil {
		p.fail(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o600); err != nil {
		p.t.Fatal(err)
	}
}

// TestScreenshots is make screenshots: every phase of every game in every deck, on a
// phone and on a large screen, with one deck also on a phone held sideways and on a tablet, into the directory CHRATZE_SCREENSHOTS. One person
// plays; the other windows are of the same chair and only look on.
func TestScreenshots(t *testing.T) {
	dir := os.Getenv("CHRATZE_SCREENSHOTS")
	if dir == "" {
		t.Skip("only for make screenshots: CHRATZE_SCREENSHOTS names the directory")
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	startShots(t, dir)
	decks := []string{"swiss", "german", "french"}
	for _, g := range []struct {
		preset, more string
		chairs       int
		seed         uint64
	}{
		{"chratze", "", 4, 5}, {"kratzen", "", 4, 2}, {"zwicken", "", 3, 2}, {"chratzen", "", 5, 4},
		{"chratze", "", 2, 6}, {"chratze", "", 3, 7}, {"chratze", `,"last_word":"on"`, 5, 11}, {"chratze", "", 6, 9}, {"chratze", "", 7, 8},
		{"kratzen", "", 3, 3}, {"kratzen", "", 6, 5}, {"zwicken", "", 6, 4}, {"chratzen", "", 8, 3},
	} {
		t.Run(fmt.Sprintf("%s-%d%s", g.preset, g.chairs, map[bool]string{true: "-house"}[g.more != ""]), func(t *testing.T) {
			s := open(t, g.seed)
			seat := s.make(fmt.Sprintf(`,"practice":true,"pace":800,"chairs":%d,"rules":{"preset":%q%s}`, g.chairs, g.preset, g.more))
			var all []*tab
			var names []string
			for _, deck := range decks {
				for _, size := range []size{phone, laptop, sideways, tablet} {
					if len(all) > 3 && (size == sideways || size == tablet) {
						continue // seen with the first deck
					}
					script := anna + `localStorage.setItem('set.deck', '` + deck + `');`
					if deck != "french" {
						script += `localStorage.setItem('lang', 'de-CH');`
					}
					p := newTab(t, s, size, script)
					p.visit(seat.Link)
					all, names = append(all, p), append(names, deck+"-"+size.String())
				}
			}
			all[0].walk(3, func(phase string) {
				q := eval[string](all[0], `document.body.dataset.q + document.body.dataset.stage`)
				if q == "0playing" {
					return // time has answered the question meanwhile
				}
				for i, p := range all {
					on := ""
					if i > 0 && phase != "between" { // each window shows a settlement until it is told to go on
						on = `document.querySelector('[data-act=next]')?.click(), `
					}
					p.wait(on + `document.body.dataset.q + document.body.dataset.stage === '` + q + `'`)
					p.shot(dir, fmt.Sprintf("%s-%d-%s-%s", g.preset, g.chairs, phase, names[i]))
				}
			})
			if g.chairs == 4 {
				all[0].open("#rim .seat")
				all[0].shot(dir, g.preset+"-about")
				all[0].tap("dialog .close button")
				say(all[0], "Prost zäme!")
				all[0].menu("table")
				all[0].shot(dir, g.preset+"-menu")
			}
		})
	}
}

func startShots(t *testing.T, dir string) {
	s := open(t, 1)
	for _, z := range []size{phone, laptop, sideways} {
		p := newTab(t, s, z, anna+`localStorage.setItem('lang', 'de-CH');`)
		p.visit(s.http.URL)
		p.wait(`document.querySelector('#play')`)
		p.shot(dir, "start-"+z.String())
		p.tap("#friends")
		p.tap("summary")
		p.shot(dir, "start-friends-"+z.String())
		p.tap("#make")
		p.wait(`document.querySelector('.qr')?.naturalWidth > 0`)
		p.shot(dir, "lobby-"+z.String())
	}
}
