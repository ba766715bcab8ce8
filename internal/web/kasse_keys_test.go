package web_test

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	cdp "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	evening "chratze/internal/desk"
	"chratze/internal/locale"
	"chratze/internal/waittest"
	"chratze/internal/web/deskwasm"
)

// focus presses Tab until what has the focus fits, as somebody without a pointer does.
func (p *tab) focus(is string) {
	p.t.Helper()
	for range 90 {
		if eval[bool](p, `((e) => !!(`+is+`))(document.activeElement)`) {
			return
		}
		p.keys("\t")
	}
	p.fail("no way by Tab to " + is)
}

// enter goes to the button with this text by Tab, and presses it.
func (p *tab) enter(text string) {
	p.t.Helper()
	p.focus(`e.innerText?.trim() === '` + text + `' || e.ariaLabel === '` + text + `'`)
	p.keys("\r")
}

// said says a hand by keys: who is in, then numbers.
func (p *tab) said(words ...string) {
	p.t.Helper()
	for _, word := range words {
		name, n, number := strings.Cut(word, " ")
		is := `e.closest('.row')?.querySelector('.name').innerText.endsWith('` + name + `')`
		if number {
			is += ` && e.closest('.nums') && e.innerText === '` + n + `'`
		} else {
			is += ` && e.matches('.who')`
		}
		p.focus(is)
		p.keys(" ")
	}
	p.focus(`e.id === 'book'`)
	p.keys("\r")
	p.wait(`!document.querySelector('#book') && document.activeElement.matches('.rows .who')`)
}

// A whole evening without a pointer: names, two hands, undo, redo, the end. A dialog
// takes the focus, keeps it, and gives it back. What is then handed out as CSV, JSON
// and as a picture is that evening.
func TestKasseKeys(t *testing.T) {
	s := pages(t, 1)
	p := newTab(t, s, phone, "")
	call(p, emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: "America/St_Johns"})
	p.visit(s.http.URL + "/kasse/")
	p.wait(`document.querySelector('#new')`)
	p.enter("New evening")
	p.wait(`document.activeElement.matches('.setup h1')`)
	p.focus(`e.matches('.people input')`)
	for _, name := range []string{"Anna", "Beat", "Carl", "Dora"} {
		p.keys(name + "\r")
	}
	p.wait(`document.activeElement.matches('.setup select')`)
	p.enter("Begin")
	p.wait(`document.activeElement.matches('.rows .who')`)
	p.said("Anna", "Beat", "Anna 1")
	p.said("Beat", "Carl", "Dora", "Beat 2", "Carl 2")
	p.enter("Undo")
	p.shows("Hand 2")
	p.enter("Redo")
	p.shows("Hand 3")
	p.enter("More")
	p.enter("End the evening")
	p.wait(`document.activeElement.id === 'sheet'`)
	p.keys("\t\t\t\t\t") // round and round
	if !eval[bool](p, `document.querySelector('main').inert && document.querySelector('nav').inert && !document.activeElement.closest('main, nav')`) {
		t.Error("the focus leaves an open dialog")
	}
	p.focus(`e.closest('.sheet')`)
	p.keys("\x1b")
	p.wait(`!document.querySelector('.sheet') && document.activeElement.innerText === 'End the evening'`)
	p.keys("\r")
	p.wait(`document.activeElement.id === 'sheet'`)
	p.focus(`e.matches('.sheet .bold')`)
	p.keys("\r")
	p.shows("The evening is over.")

	dir := t.TempDir()
	call(p, cdp.SetDownloadBehavior, cdp.SetDownloadBehaviorParams{Behavior: cdp.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir, BrowserContextID: chromedp.FromContext(p.ctx).BrowserContextID})
	e, err := evening.Read(eval[string](p, `JSON.parse(localStorage.getItem(Object.keys(localStorage).find((k) => k.startsWith('kasse/1/')))).text`))
	if err != nil || len(e.Steps()) != 3 {
		t.Fatalf("the phone keeps %d entries: %v", len(e.Steps()), err)
	}
	p.enter("More")
	p.enter("As a table (CSV)")
	w := locale.New().For("en")
	form := evening.Table{Form: w.T("kasse.csv.form", nil), Heads: strings.Split(w.T("kasse.csv.heads", nil), "\n")}
	for k := evening.Played; k <= evening.NewRace; k++ {
		form.Kinds = append(form.Kinds, w.T("kasse.kind."+k.String(), nil))
	}
	for _, st := range e.Steps() {
		at, err := time.Parse(time.RFC3339, st.Entry.Time)
		if err != nil {
			t.Fatal(err)
		}
		form.Times = append(form.Times, at.Add(-(3*time.Hour+30*time.Minute)).Format(time.DateTime)+"\tUTC-03:30")
	}
	if got := p.loaded(dir, ".csv"); !bytes.Equal(got, e.CSV(&form)) {
		t.Errorf("the table is %q, want %q", got, e.CSV(&form))
	}
	p.enter("As a picture")
	picture := p.loaded(dir, ".png")
	if shots := os.Getenv("CHRATZE_SCREENSHOTS"); shots != "" {
		_ = os.WriteFile(filepath.Join(shots, "kasse-picture.png"), picture, 0o600)
	}
	img, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		t.Fatal(err)
	}
	colours := map[any]int{}
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			colours[img.At(x, y)]++
		}
	}
	if img.Bounds().Dx() != 900 || len(colours) < 50 { // letters, lines, dots, with soft edges
		t.Errorf("the picture is %v, with %d colours", img.Bounds(), len(colours))
	}
	eval[any](p, `navigator.canShare = () => true, navigator.share = async ({files}) => { window.shared = await files[0].text(); }, 0`)
	p.enter("For programs (JSON)")
	p.wait(`window.shared`)
	if got := eval[string](p, `window.shared`); got != string(e.JSON()) {
		t.Errorf("what is shared as JSON is %q, want %q", got, e.JSON())
	}
}

// loaded returns the file with this end that the browser saves.
func (p *tab) loaded(dir, end string) (data []byte) {
	p.t.Helper()
	waittest.Until(p.t, "a file "+end, func() bool {
		if names, _ := filepath.Glob(filepath.Join(dir, "*"+end)); len(names) == 1 { // it has another name until it is whole
			data, _ = os.ReadFile(names[0])
		}
		return len(data) > 0
	})
	return data
}

// On a server with a password a hand that was forgotten is put in front of one whose
// Susi had the last word; following asks for the password; and when the server has a
// newer program the page asks before it takes it, and loses nothing.
func TestKasseForgotten(t *testing.T) {
	s := pages(t, 1)
	s.pass = "Eichel"
	s.kill()
	p := newTab(t, s, phone, "")
	p.visit(s.http.URL + "/kasse/")
	p.tap("#new")
	p.tap("summary")
	eval[any](p, `(() => { const e = [...document.querySelectorAll('.options select')].find((s) => s.querySelector('[value=must]')); e.value = 'on'; e.dispatchEvent(new Event('change')); })()`)
	for i, name := range []string{"Anna", "Beat", "Carl", "Dora"} {
		p.set(".people li:nth-child("+string(rune('1'+i))+") input[maxlength]", name)
	}
	p.tap("#begin")
	p.wait(`document.querySelector('.entry')`)
	p.hand("Beat")
	p.shows("Anna is the Susi: the last one asked")
	p.press("Carl had the last word")
	p.shows("Carl is the Susi: the last one asked")
	p.look("lastword")
	p.tap("#book")
	p.press("History")
	p.press("Change entry 1")
	p.press("A hand was forgotten before this one")
	p.shows("A hand in front of entry 1")
	p.look("forgotten")
	p.hand("Anna", "Beat", "Anna 3", "Beat 1")
	p.tap("#book")
	p.press("Standings")
	p.shows("Carl was the Susi once, in hand 2")

	p.press("More")
	p.press("Follow on other devices")
	p.wait(`document.querySelector('.sheet input[type=password]')`)
	p.set(".sheet input[type=password]", "Schelle")
	p.tap(".sheet .bold")
	p.shows("That is not the password of this server.")
	p.look("password")
	p.set(".sheet input[type=password]", "Eichel")
	p.tap(".sheet .bold")
	p.wait(`document.querySelectorAll('.sheet output').length === 2`)
	p.press("Close")
	p.expects("403 (Forbidden)")

	p.wait(`document.documentElement.dataset.offline === 'ready'`)
	s.desk = deskwasm.Embedded()
	s.desk.Script = slices.Concat(s.desk.Script, []byte("\n// newer\n"))
	s.kill()
	p.visit(s.http.URL + "/kasse/")
	p.shows("There is a new version.")
	p.look("newer")
	p.press("Update")
	p.wait(`performance.getEntriesByType('navigation')[0].type === 'reload' && document.querySelector('.entry') && !document.body.innerText.includes('new version')`)
	if !eval[bool](p, `fetch('/kasse/wasm_exec.js').then((r) => r.text()).then((t) => t.includes('// newer'))`) {
		t.Error("it goes on with the old program")
	}
	p.press("Standings")
	p.shows("Carl was the Susi once, in hand 2")
	p.expects("404 (Not Found)") // the killed server took the desk with it
}
