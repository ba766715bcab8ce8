package web_test

import (
	"encoding/base64"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// readmeSeed deals a session in which Anna, who never declares, soon joins and wins while somebody pays.
const readmeSeed = 12

// TestReadmePicture is scripts/readme-picture.sh: it plays hands in the language CHRATZE_README_LANG on a phone, photographs
// the table and the settlement, and puts them beside the still of the terminal that CHRATZE_README_PICTURE names, a text
// with tags, into readme.png in the same directory. The terminal alone becomes terminal.png, a moment of a replay replay.png.
func TestReadmePicture(t *testing.T) {
	still := os.Getenv("CHRATZE_README_PICTURE")
	if still == "" {
		t.Skip("only for scripts/readme-picture.sh: CHRATZE_README_PICTURE names the still of the terminal")
	}
	dir := filepath.Dir(still)
	s := open(t, readmeSeed)
	deck, lang := "french", os.Getenv("CHRATZE_README_LANG")
	if lang == "de" {
		deck, lang = "swiss", "de-CH"
	}
	seat := s.make(`,"practice":true,"pace":800,"chairs":4,"rules":{"preset":"chratze-en"}`)
	p := newTab(t, s, phone, anna+`localStorage.setItem('set.deck', '`+deck+`'); localStorage.setItem('lang', '`+lang+`');`)
	p.do(chromedp.EmulateViewport(phone.w, phone.h, chromedp.EmulateScale(2)))
	p.visit(seat.Link)
	p.joinAndWin(dir)
	picture := func(name string) template.URL {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(data))
	}
	terminal, err := os.ReadFile(still)
	if err != nil {
		t.Fatal(err)
	}
	var page strings.Builder
	if err := readmePage.Execute(&page, map[string]any{
		"Table":      picture("table.png"),
		"Settlement": picture("settlement.png"),
		"Terminal":   template.HTML(twoColumns.ReplaceAll(terminal, []byte("<i>$0</i>"))),
	}); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "readme.html")
	if err := os.WriteFile(name, []byte(page.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	w := newTab(t, s, size{1680, 800}, "")
	w.visit("file://" + name)
	w.wait(`[...document.images].every((i) => i.complete && i.naturalWidth)`)
	eval[any](w, `document.fonts.load('16px still').then(() => 0)`)
	w.shot(dir, "readme")
	whole := eval[[]int64](w, `const e = document.querySelector('.terminal'), s = document.body.style; s.width = s.height = 'auto'; document.body.replaceChildren(e); [e.offsetWidth, e.offsetHeight]`)
	w.do(chromedp.EmulateViewport(whole[0], whole[1], chromedp.EmulateScale(1)))
	w.shot(dir, "terminal")
	r := newTab(t, s, laptop, anna+`localStorage.setItem('lang', '`+lang+`');`)
	r.visit(s.http.URL + "/replay")
	r.tap("[data-try=chratze]")
	r.wait(`document.body.dataset.shown === 'hand'`)
	begins := eval[string](r, `document.body.dataset.at`)
	eval[any](r, `location.hash = '#hand=1&at=42', document.activeElement.blur()`)
	r.wait(`document.body.dataset.at !== '` + begins + `'`)
	r.settle()
	r.shot(dir, "replay")
	fmt.Println(filepath.Join(dir, "readme.png"))
}

// joinAndWin plays until Anna has joined and won while another person paid. It leaves two pictures of that hand: table,
// when she first followed to a trick, and settlement.
func (p *tab) joinAndWin(dir string) {
	p.t.Helper()
	shot := false
	for hands := 0; hands < 20; {
		p.ready()
		switch {
		case p.between():
			won := `[...document.querySelectorAll('#panel .flows > *')].map((e) => e.querySelector('.sum').innerText)`
			if flows := eval[[]string](p, won); shot && len(flows) > 2 && strings.Contains(flows[0], "+") && strings.Contains(strings.Join(flows, ""), "-") {
				p.shot(dir, "settlement")
				return
			}
			hands++
			shot = false
			p.next()
		case eval[bool](p, `!!document.querySelector('#foot [data-act=pass]')`):
			q := eval[string](p, `document.body.dataset.q ?? ''`)
			p.tap("#foot [data-act=pass]")
			p.wait(`document.body.dataset.q !== '` + q + `' || ['between', 'over'].includes(document.body.dataset.stage)`)
		default:
			if !shot && p.phase() == "play-follow" {
				p.shot(dir, "table")
				shot = true
			}
			p.answer()
		}
	}
	p.t.Fatal("Anna never joined and won: take another readmeSeed")
}

// twoColumns finds the signs that take two columns of a terminal.
var twoColumns = regexp.MustCompile(`[\p{Han}\p{Hiragana}\p{Katakana}ー\x{3000}-\x{303f}\x{ff01}-\x{ff60}]`)

// readmePage is the picture: a phone at the table, a phone at the settlement, a terminal.
var readmePage = template.Must(template.New("readme").Parse(`<!doctype html><meta charset="utf-8"><style>
body { margin: 0; width: 1680px; height: 800px; display: flex; align-items: center; justify-content: center; gap: 36px; background: #dfe6e0 }
img { display: block }
.phone { border: 10px solid #1b1f23; border-radius: 34px; overflow: hidden; box-shadow: 0 14px 34px #0005 }
.phone img { width: 350px; height: 719px }
.terminal { border-radius: 12px; overflow: hidden; background: #12161c; box-shadow: 0 14px 34px #0005; padding: 12px 14px }
.terminal::before { content: '● ● ●'; color: #5b6570; font: 15px/1 sans-serif; letter-spacing: 3px; display: block; margin-bottom: 8px }
@font-face { font-family: still; src: url(file:///usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf) }
.terminal pre { margin: 0; font: 15.4px/normal still; color: #d7dae0 }
.terminal i { display: inline-block; width: 2ch; font-style: normal; line-height: 1; text-align: center }
</style><div class="phone"><img src="{{.Table}}"></div><div class="phone"><img src="{{.Settlement}}"></div><div class="terminal"><pre>{{.Terminal}}</pre></div>`))
