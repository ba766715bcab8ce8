package web_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// These tests drive a real browser. Without one they are skipped, but never in CI:
// scripts/install-chromium gets it from Debian.

var chrome struct {
	once   sync.Once
	ctx    context.Context
	cancel func()
	err    error
}

// TestMain closes the browser after the last test.
func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", "2"); err != nil { // windows of one browser get in each other's way
		panic(err)
	}
	code := m.Run()
	if chrome.cancel != nil {
		chrome.cancel()
	}
	os.Exit(code)
}

// pubHost is a name under which the server is reached as in a pub: by plain http,
// and not on this machine.
const pubHost = "pub.test"

func chromium() string {
	for _, name := range []string{os.Getenv("CHROMIUM"), "chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); name != "" && err == nil {
			return path
		}
	}
	return ""
}

// needBrowser starts the one browser of all tests, or skips the test.
func needBrowser(t *testing.T) {
	t.Helper()
	path := chromium()
	if path == "" {
		if os.Getenv("CI") != "" {
			t.Fatal("there is no Chromium, and in CI these tests are not skipped: see scripts/install-chromium")
		}
		t.Skip("SKIPPED: there is no Chromium for the tests of the pages; scripts/install-chromium installs it, or CHROMIUM names it")
	}
	chrome.once.Do(func() {
		opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.WSURLReadTimeout(2*patience), chromedp.Flag("hide-scrollbars", true), chromedp.Flag("lang", "en"), chromedp.Flag("host-resolver-rules", "MAP "+pubHost+" 127.0.0.1"))
		if os.Getuid() == 0 {
			opts = append(opts, chromedp.NoSandbox)
		}
		alloc, cancelAlloc := chromedp.NewExecAllocator(context.Background(), opts...)
		ctx, cancel := chromedp.NewContext(alloc)
		chrome.ctx, chrome.cancel = ctx, func() { cancel(); cancelAlloc() }
		chrome.err = chromedp.Do(ctx)
	})
	if chrome.err != nil {
		t.Fatal(chrome.err)
	}
}

// size is that of a window.
type size struct{ w, h int64 }

func (s size) String() string { return fmt.Sprintf("%dx%d", s.w, s.h) }

var (
	phone    = size{360, 740}
	sideways = size{740, 360}
	tablet   = size{820, 1180}
	laptop   = size{1280, 800}
)

// tab is one person's browser: nothing in it is shared with other tabs.
type tab struct {
	t     *testing.T
	ctx   context.Context
	close func()

	mu     sync.Mutex
	faults []string
}

const patience = 60 * time.Second

// newTab opens a window on a page of the site without anything, and runs a script
// there: what the browser is to remember.
func newTab(t *testing.T, at *site, s size, script string) *tab {
	t.Helper()
	needBrowser(t)
	ctx, cancel := chromedp.NewContext(chrome.ctx, chromedp.WithNewBrowserContext())
	p := &tab{t: t, ctx: ctx, close: cancel}
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil { // without a limit: the window lives as long as the context that opened it
		t.Fatal(err)
	}
	p.do(chromedp.EmulateViewport(s.w, s.h, chromedp.EmulateScale(1)))
	call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `crypto.getRandomValues = (a) => a.fill(7)`}) // so that the same seed deals the same cards
	p.visit(at.http.URL + "/web/icon.svg")
	eval[any](p, script+";0")
	messages := chromedp.Console(ctx)
	go func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			if text := fmt.Sprint(m, " ", m.URL); strings.Contains(text, "rror") && !strings.Contains(text, "WebSocket connection") && !strings.Contains(text, "ERR_") && !strings.Contains(text, "favicon.ico") && !strings.Contains(text, "Cross-Origin-Opener-Policy") {
				p.mu.Lock()
				p.faults = append(p.faults, text)
				p.mu.Unlock()
			}
		}
	}()
	t.Cleanup(p.sound)
	return p
}

// sound fails the test if the page has complained.
func (p *tab) sound() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, f := range p.faults {
		p.t.Errorf("the page complains: %s", f)
	}
}

// call gives the browser a command of its protocol.
func call[P, R any](p *tab, cmd cdp.Command[P, R], params P) R {
	p.t.Helper()
	r, err := chromedp.Call(p.ctx, cmd, params)
	if err != nil {
		p.fail(err)
	}
	return r
}

// do runs steps, or ends the test with a picture of the page.
func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.fail(err)
	}
}

func (p *tab) fail(why any) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, 5*time.Second)
	defer cancel()
	text, _ := chromedp.Run(ctx, chromedp.Evaluate[string](`document.body.dataset.stage + ' ' + document.body.dataset.ask + ' ' + location.href + '\n' + document.body.innerText`))
	name := filepath.Join(os.TempDir(), "chratze-"+strings.ReplaceAll(p.t.Name(), "/", "-")+".png")
	if png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot()); err == nil {
		_ = os.WriteFile(name, png, 0o600)
	}
	p.t.Fatalf("%v\nthe page (%s):\n%s", why, name, text)
}

func (p *tab) visit(url string) {
	p.t.Helper()
	p.do(chromedp.Navigate(url))
}

// wait waits until an expression is true. The page itself looks, so that a wait costs
// one question; a page that is just being left is asked again.
func (p *tab) wait(expression string) {
	p.t.Helper()
	var last error
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		is, err := soon[bool](p, `!!(`+expression+`)`)
		if last = err; err == nil && is {
			return
		}
	}
	p.fail(fmt.Sprint("never: ", expression, " ", last))
}

// soon returns the first value of an expression that counts as true, or what there
// is after two seconds.
func soon[T any](p *tab, expression string) (T, error) {
	ctx, cancel := context.WithTimeout(p.ctx, patience/4) // a page that is just being left never answers
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](`new Promise((done) => {
		const end = performance.now() + 2000;
		const look = () => {
			let is = null;
			try { is = `+expression+`; } catch {}
			if (is || performance.now() > end) done(is);
			else setTimeout(look, 10);
		};
		look();
	})`, chromedp.EvalAwaitPromise))
	if err != nil {
		time.Sleep(10 * time.Millisecond)
	}
	return v, err
}

// tap clicks with a real pointer on what a selector finds: nothing may lie over it.
func (p *tab) tap(selector string) {
	p.t.Helper()
	p.tapOn("document.querySelector(`" + selector + "`)")
}

// aim says where the middle of an element is, once it stands still and nothing lies
// on it, and lets the page write down that it has been clicked on.
const aim = `((e) => {
	if (!e?.checkVisibility()) return null;
	const middle = () => { const r = e.getBoundingClientRect(); return {x: r.x + r.width / 2, y: r.y + r.height / 2, page: performance.timeOrigin}; };
	const reached = (m) => e.contains(document.elementFromPoint(m.x, m.y));
	if (!reached(middle())) e.scrollIntoView({block: 'center', behavior: 'instant'});
	const m = middle(), same = window.aimed?.e === e && window.aimed.x === m.x && window.aimed.y === m.y;
	window.aimed = {...m, e, hit: false};
	if (!same || !reached(m)) return null;
	e.addEventListener('click', () => { window.aimed.hit = true; }, {once: true, capture: true});
	return m;
})`

// tapOn clicks on the element that an expression gives. If the page has put something
// else there in the same moment, it is tried again.
func (p *tab) tapOn(element string) {
	p.t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		at, err := soon[*struct{ X, Y, Page float64 }](p, aim+"("+element+")")
		if err != nil || at == nil {
			continue
		}
		p.do(chromedp.MouseClickXY(at.X, at.Y))
		ctx, cancel := context.WithTimeout(p.ctx, patience/4)
		hit, err := chromedp.Run(ctx, chromedp.Evaluate[bool](fmt.Sprintf(`performance.timeOrigin !== %f || window.aimed.hit`, at.Page)))
		cancel()
		if err != nil || hit { // a tap may leave the page
			return
		}
	}
	p.fail("can't be tapped, or something lies on it: " + element)
}

// eval returns the value of an expression.
func eval[T any](p *tab, expression string) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.fail(expression + ": " + err.Error())
	}
	return v
}

func (p *tab) keys(keys string) {
	p.t.Helper()
	p.do(chromedp.KeyEvent(keys))
}

// open taps on what opens the dialog.
func (p *tab) open(selector string) {
	p.t.Helper()
	p.tap(selector)
	p.wait(`document.querySelector('dialog[open]')`)
}

// setValue chooses in a form, as a person does: with the events that follow.
func setValue(selector, value string) chromedp.Action[chromedp.Void] {
	return func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		js := fmt.Sprintf(`{const e = document.querySelector(%q); e.value = %q; e.dispatchEvent(new Event('input', {bubbles: true})); e.dispatchEvent(new Event('change', {bubbles: true}));} 0`, selector, value)
		_, err := chromedp.Evaluate[int](js)(ctx, t)
		return chromedp.Void{}, err
	}
}

// say writes something into the chat.
func say(p *tab, text string) {
	p.t.Helper()
	p.open("#bar > button:last-of-type")
	p.do(chromedp.SendKeys(chromedp.CSS("input[name=text]"), text+"\r"))
	p.tap("dialog .close button")
}

// next asks for the next hand, unless it has begun by itself; without one's own part it may be over at once.
func (p *tab) next() {
	p.t.Helper()
	p.after(func() { eval[any](p, `document.querySelector('[data-act=next]')?.click(), 0`) })
}

// after does what brings the next hand, and waits for it.
func (p *tab) after(do func()) {
	p.t.Helper()
	const hand = `document.querySelector('#bar .state').textContent`
	before := eval[string](p, hand)
	do()
	p.wait(`document.body.dataset.stage === 'playing' || ` + hand + " !== `" + before + "`")
}
