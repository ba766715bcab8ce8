package web_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"chratze/variant"
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

// half writes a picture of the page at half its size.
func (p *tab) half(file string) {
	p.t.Helper()
	drawn, err := p.png(p.ctx)
	if err != nil {
		p.fail(err)
	}
	big, err := png.Decode(bytes.NewReader(drawn))
	if err != nil {
		p.t.Fatal(err)
	}
	small := image.NewRGBA(image.Rect(0, 0, big.Bounds().Dx()/2, big.Bounds().Dy()/2))
	for y := range small.Rect.Dy() {
		for x := range small.Rect.Dx() {
			var sum [3]uint32
			for i := range 4 {
				r, g, b, _ := big.At(2*x+i%2, 2*y+i/2).RGBA()
				sum[0], sum[1], sum[2] = sum[0]+r, sum[1]+g, sum[2]+b
			}
			small.Set(x, y, color.RGBA64{uint16(sum[0] / 4), uint16(sum[1] / 4), uint16(sum[2] / 4), 0xffff})
		}
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, small, &jpeg.Options{Quality: 80}); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(file, out.Bytes(), 0o600); err != nil {
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
		{"ramset", "", 6, 2}, {"lupfen", "", 4, 3}, {"mistigri", "", 4, 4},
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

// TestGamePictures is part of make screenshots: a hand of each game on a phone, once cards are played, at half the size,
// as game-NAME.jpg for docs/screenshots/games.
func TestGamePictures(t *testing.T) {
	dir := os.Getenv("CHRATZE_SCREENSHOTS")
	if dir == "" {
		t.Skip("only for make screenshots: CHRATZE_SCREENSHOTS names the directory")
	}
	for _, name := range variant.Presets() {
		v, _ := variant.Lookup(name)
		least, most := v.Seats()
		s := open(t, 3)
		p := newTab(t, s, phone, anna)
		p.visit(s.make(fmt.Sprintf(`,"practice":true,"pace":800,"chairs":%d,"rules":{"preset":%q}`, max(least, min(4, most)), name)).Link)
		seen := false
		p.walk(3, func(phase string) {
			if !seen && strings.HasPrefix(phase, "play") {
				seen = true
				p.half(filepath.Join(dir, "game-"+name+".jpg"))
			}
		})
	}
}

// TestPreviews is part of make screenshots: what a link shows in a chat, in each language with the cards that are played
// there, as preview.LANG.jpg for internal/web/static.
func TestPreviews(t *testing.T) {
	dir := os.Getenv("CHRATZE_SCREENSHOTS")
	if dir == "" {
		t.Skip("only for make screenshots: CHRATZE_SCREENSHOTS names the directory")
	}
	s := open(t, 1)
	for lang, show := range map[string][2]string{"en": {"french", "Chratze"}, "de-CH": {"swiss", "Chratze"}, "de-AT": {"german", "Kratzen"}, "de-DE": {"french", "Mauscheln"}, "ja": {"french", "クラッツェ"}} {
		symbols, err := os.ReadFile("static/cards/" + show[0] + ".svg")
		if err != nil {
			t.Fatal(err)
		}
		page := `<!doctype html><html lang="` + lang + `"><meta charset="utf-8"><link rel="stylesheet" href="` + s.http.URL + `/web/cards/cards.css"><style>
			body { margin: 0; height: 630px; overflow: hidden; background: radial-gradient(#4b3226, #24170f); font: 700 116px "DejaVu Serif", "Noto Serif CJK JP", "Noto Sans CJK JP"; }
			main { position: absolute; inset: 18px 38px -160px; border: 22px solid #6b4426; border-radius: 600px; background: radial-gradient(#2c6e50, #1c4f3c); box-shadow: inset 0 0 60px #0006; }
			.card { position: absolute; left: 500px; top: 66px; width: 200px; filter: drop-shadow(0 4px 8px #0008); transform-origin: 50% 900px; }
			h1 { position: absolute; left: 0; right: 0; top: 448px; margin: 0; font: inherit; line-height: 1; text-align: center; color: #fdf9e8; text-shadow: 0 4px 8px #0008; }
			</style><div style="position: absolute; width: 0; height: 0; overflow: hidden">` + string(symbols) + `</div><main></main>`
		for i, c := range strings.Fields("Jh Ad Td Qc Kh") {
			page += fmt.Sprintf(`<svg class="card" style="transform: rotate(%ddeg)" viewBox="0 0 128 200"><use href="#%s"/></svg>`, 9*(i-2), c)
		}
		file := filepath.Join(t.TempDir(), "preview.html")
		if err := os.WriteFile(file, []byte(page+`<h1>`+show[1]+`</h1>`), 0o600); err != nil {
			t.Fatal(err)
		}
		p := newTab(t, s, size{1200, 630}, "")
		p.visit("file://" + file)
		drawn, err := p.png(p.ctx)
		if err != nil {
			p.fail(err)
		}
		picture, err := png.Decode(bytes.NewReader(drawn))
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := jpeg.Encode(&out, picture, &jpeg.Options{Quality: 85}); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "preview."+lang+".jpg"), out.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
