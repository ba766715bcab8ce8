package web_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"text/template"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/css"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// A browser of these tests sees nothing of the machine that it runs on: no font but those
// named here, no setting of whoever is logged in, and one clock, language and colour scheme.

// typeface is what a browser writes with, and the Debian package that has it.
type typeface struct{ sans, serif, mono, pack string }

// typefaces are those with which the pages have to hold. The widest is used by all tests.
var typefaces = map[string]typeface{
	"dejavu":     {"DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono", "fonts-dejavu-core"},
	"liberation": {"Liberation Sans", "Liberation Serif", "Liberation Mono", "fonts-liberation"},
	"noto":       {"Noto Sans", "Noto Serif", "Noto Sans", "fonts-noto-core"},
	"narrow":     {"Liberation Sans Narrow", "Liberation Sans Narrow", "Liberation Sans Narrow", "fonts-liberation"},
}

// widest is the widest of them. CHRATZE_FONT names another one for all tests.
const widest = "dejavu"

// japanese is the one font for what the others don't have.
const japanese = "Noto Sans CJK JP"

func chosenFont() string {
	if name := os.Getenv("CHRATZE_FONT"); name != "" {
		return name
	}
	return widest
}

// fontsConf is a configuration with which nothing but one typeface and the Japanese font is
// there, under whatever name a page asks for it.
var fontsConf = template.Must(template.New("").Parse(`<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
	<dir>/usr/share/fonts</dir>
	<dir>/usr/local/share/fonts</dir>
	<cachedir>/var/cache/fontconfig</cachedir>
	<cachedir>{{.Home}}/fontconfig</cachedir>
	<selectfont>
		<rejectfont><pattern><patelt name="scalable"><bool>true</bool></patelt></pattern><pattern><patelt name="scalable"><bool>false</bool></patelt></pattern></rejectfont>
		<acceptfont>{{range .Seen}}<pattern><patelt name="family"><string>{{.}}</string></patelt></pattern>{{end}}</acceptfont>
	</selectfont>
	{{range .Alias}}<alias binding="strong"><family>{{index . 0}}</family><prefer><family>{{index . 1}}</family><family>` + japanese + `</family></prefer></alias>
	{{end}}
	<match target="pattern"><edit name="family" mode="append" binding="strong"><string>{{.Sans}}</string><string>` + japanese + `</string></edit></match>
	<match target="pattern"><edit name="antialias" mode="assign"><bool>true</bool></edit><edit name="hinting" mode="assign"><bool>false</bool></edit></match>
</fontconfig>
`))

// surroundings makes a home for a browser that writes with a typeface, and returns the whole environment
// that the browser gets.
func surroundings(home, font string) ([]string, error) {
	f, ok := typefaces[font]
	if !ok {
		return nil, fmt.Errorf("there is no typeface %q: CHRATZE_FONT is one of dejavu, liberation, noto, narrow", font)
	}
	conf := filepath.Join(home, "fonts.conf")
	out, err := os.Create(conf)
	if err != nil {
		return nil, err
	}
	alias := [][2]string{{"serif", f.serif}, {"Georgia", f.serif}, {"monospace", f.mono}, {"ui-monospace", f.mono}}
	for _, name := range []string{"sans-serif", "sans", "system-ui", "ui-sans-serif", "Segoe UI", "Roboto", "Arial", "Helvetica"} {
		alias = append(alias, [2]string{name, f.sans})
	}
	err = fontsConf.Execute(out, map[string]any{"Home": home, "Sans": f.sans, "Seen": []string{f.sans, f.serif, f.mono, japanese}, "Alias": alias})
	if err := errors.Join(err, out.Close()); err != nil {
		return nil, err
	}
	env := []string{"HOME=" + home, "TMPDIR=" + home, "FONTCONFIG_FILE=" + conf, "TZ=Europe/Zurich", "LANG=en_US.UTF-8", "LANGUAGE=en_US:en", "LC_ALL=C.UTF-8", "NO_AT_BRIDGE=1"}
	for _, name := range []string{"PATH", "DISPLAY", "XDG_RUNTIME_DIR"} {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return env, nil
}

// chrome is Chromium with one typeface, for all tests that look at pages with it.
type chrome struct {
	once   sync.Once
	ctx    context.Context
	cancel func()
	err    error
}

var chromes = func() map[string]*chrome {
	all := map[string]*chrome{}
	for name := range typefaces {
		all[name] = &chrome{}
	}
	return all
}()

func (c *chrome) start(path, font string) {
	home, err := os.MkdirTemp("", "chratze-browser-")
	if err != nil {
		c.err = err
		return
	}
	c.cancel = func() { _ = os.RemoveAll(home) }
	env, err := surroundings(home, font)
	if err != nil {
		c.err = err
		return
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.WSURLReadTimeout(2*patience), chromedp.NoInheritEnv, chromedp.Env(env...),
		chromedp.Flag("hide-scrollbars", true), chromedp.Flag("lang", "en-US"), chromedp.Flag("accept-lang", "en-US,en"), chromedp.Flag("host-resolver-rules", "MAP "+pubHost+" 127.0.0.1"))
	if os.Getuid() == 0 {
		opts = append(opts, chromedp.NoSandbox)
	}
	if !verify { // WebAssembly is compiled once, not a second time to run faster: a tenth of the time of pages that deal
		opts = append(opts, chromedp.Flag("js-flags", "--liftoff-only"))
	}
	alloc, cancelAlloc := chromedp.NewExecAllocator(context.Background(), opts...)
	ctx, cancel := chromedp.NewContext(alloc)
	c.ctx, c.cancel = ctx, func() { cancel(); cancelAlloc(); _ = os.RemoveAll(home) }
	c.err = chromedp.Do(ctx)
}

// wishes sets what a person has chosen in the system; who wants nothing else has light colours and motion.
func (p *tab) wishes(wanted ...*emulation.MediaFeature) {
	p.t.Helper()
	all := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "light"}, {Name: "prefers-reduced-motion", Value: "no-preference"}, {Name: "prefers-contrast", Value: "no-preference"}}
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: append(all, wanted...)}) // the last of a name counts
}

// fontFiles says by which files the pages are written, as the first digits of their SHA-256: another version of a font
// has other widths.
var fontFiles = sync.OnceValue(func() string {
	f := typefaces[chosenFont()]
	said := ""
	for _, family := range []string{f.sans, f.serif, f.mono, japanese} {
		name, err := exec.Command("fc-match", "--format=%{file}", family).Output()
		var data []byte
		if err == nil {
			data, err = os.ReadFile(string(name))
		}
		said += fmt.Sprintf("%s: %s %.6x %v\n", family, name, sha256.Sum256(data), err)
	}
	return said
})

// fonts are the families with which an element is really written. A node's id holds only until chromedp
// itself asks for a document that has just been replaced: then it is looked up once more.
func (p *tab) fonts(selector string) (names []string) {
	p.t.Helper()
	call(p, dom.Enable, dom.EnableParams{})
	call(p, css.Enable, cdp.Empty{})
	var used css.GetPlatformFontsForNodeResult
	for deadline := time.Now().Add(patience); ; {
		root, err := chromedp.Call(p.ctx, dom.GetDocument, dom.GetDocumentParams{})
		var node dom.QuerySelectorResult
		if err == nil {
			node, err = chromedp.Call(p.ctx, dom.QuerySelector, dom.QuerySelectorParams{NodeID: root.Root.NodeID, Selector: selector})
		}
		if err == nil {
			used, err = chromedp.Call(p.ctx, css.GetPlatformFontsForNode, css.GetPlatformFontsForNodeParams{NodeID: node.NodeID})
		}
		if err == nil {
			break
		}
		if time.Now().After(deadline) {
			p.fail(err)
		}
	}
	for _, f := range used.Fonts {
		names = append(names, f.FamilyName)
	}
	return names
}

// needFont skips the test if a typeface isn't there; not in CI.
func needFont(t *testing.T, font string) {
	t.Helper()
	p := newTabWith(t, open(t, 1), phone, "", font)
	p.visit(`data:text/html,<p style="font-family: sans-serif">Schlitten</p>`)
	if got := p.fonts("p"); len(got) != 1 || got[0] != typefaces[font].sans {
		why := fmt.Sprintf("%s is not there, the page is written with %q: apt-get install %s, or scripts/setup.sh", typefaces[font].sans, got, typefaces[font].pack)
		if os.Getenv("CI") != "" {
			t.Fatal(why)
		}
		t.Skip("SKIPPED: " + why)
	}
}

// TestMachine: whatever a machine has, the pages are written with the fonts that the project
// names, and the clock, the language and the colours are those of the tests.
func TestMachine(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	font := typefaces[chosenFont()]
	p := newTab(t, open(t, 1), phone, "")
	var text strings.Builder
	for i, family := range []string{"system-ui", "'Segoe UI'", "Roboto, 'Noto Sans', sans-serif", "no-such-font", "Georgia, serif", "ui-monospace, monospace"} {
		fmt.Fprintf(&text, `<p id="p%d" style="font-family: %s">Schließen, Chratzer, 12.50</p>`, i, family)
	}
	p.visit("data:text/html;charset=utf-8," + url.PathEscape(text.String()+`<p id="ja" lang="ja" style="font-family: system-ui">配り手が切り札を選ぶ</p>`))
	for i, want := range []string{font.sans, font.sans, font.sans, "", font.serif, font.mono} {
		got := p.fonts(fmt.Sprintf("#p%d", i))
		if len(got) != 1 || (want != "" && got[0] != want) || (got[0] != font.sans && got[0] != font.serif && got[0] != font.mono) {
			t.Errorf("paragraph %d is written with %q, want %s", i, got, want)
		}
	}
	if got := p.fonts("#ja"); strings.Join(got, ",") != japanese {
		t.Errorf("Japanese is written with %q, want %s", got, japanese)
	}
	got := eval[[]string](p, `[Intl.DateTimeFormat().resolvedOptions().timeZone, navigator.languages.join(), new Date(0).toLocaleString(), String(matchMedia('(prefers-color-scheme: light)').matches), String(matchMedia('(prefers-reduced-motion: no-preference)').matches)]`)
	if want := []string{"Europe/Zurich", "en-US,en", "1/1/1970, 1:00:00 AM", "true", "true"}; strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("the page has clock, languages, date, colours and motion %q, want %q", got, want)
	}
}
