package web_test

import (
	"context"
	"encoding/json"
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
	"github.com/chromedp/cdproto/css"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"chratze/internal/waittest"
	"chratze/variant"
)

// These tests drive a real browser. Without one they are skipped, but never in CI:
// scripts/setup.sh gets it from Debian. A file is named after the page's
// folder that it tests; kit_ is what the tests share, code_ reads sources and all_ tests several pages.

// TestMain closes the browser after the last test.
func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", "4"); err != nil { // windows of one browser get in each other's way
		panic(err)
	}
	code := complete(m.Run())
	for _, c := range chromes {
		if c.cancel != nil {
			c.cancel()
		}
	}
	os.Exit(code)
}

// pubHost is a name under which the server is reached as in a pub: by plain http,
// and not on this machine.
const pubHost = "pub.test"

// chromium is the browser of the tests. Without the windows around its pages, which nobody sees
// here, it takes half of the time.
func chromium() string {
	for _, name := range []string{os.Getenv("CHROMIUM"), "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); name != "" && err == nil {
			return path
		}
	}
	return ""
}

// needBrowser starts the one browser of all tests, or skips the test.
func needBrowser(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("SKIPPED: -short starts no browser")
	}
	path := chromium()
	if path == "" {
		if os.Getenv("CI") != "" {
			t.Fatal("there is no Chromium, and in CI these tests are not skipped: see scripts/setup.sh")
		}
		t.Skip("SKIPPED: there is no Chromium for the tests of the pages; scripts/setup.sh installs it, or CHROMIUM names it")
	}
	if c := startChrome(t, path, chosenFont()); c.err != nil {
		t.Fatal(c.err)
	}
}

// startChrome starts the one browser of all tests with a typeface.
func startChrome(t *testing.T, path, font string) *chrome {
	t.Helper()
	c := chromes[font]
	if c == nil {
		t.Fatalf("there is no typeface %q", font)
	}
	c.once.Do(func() { c.start(path, font) })
	return c
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
	site  *site
	ctx   context.Context
	close func()
	other driver // nil for Chromium

	mu     sync.Mutex
	faults []string
}

// patience is when a wait is given up. A question that a page doesn't answer is put again, first after unanswered:
// a page that is just being left never answers.
const (
	patience   = waittest.Limit
	unanswered = patience / 20
)

// introduced tells a browser, at any address, that its person knows every game.
var introduced = `if (!sessionStorage.newcomer) for (const g of '` + strings.Join(variant.Presets(), " ") + `'.split(' ')) localStorage['told.game.' + g] ??= '0'; `

// newTab opens a window on a page of the site without anything, and runs a script
// there: what the browser is to remember.
func newTab(t *testing.T, at *site, s size, script string) *tab {
	t.Helper()
	return newTabWith(t, at, s, script, chosenFont())
}

// newTabWith is newTab in a browser that writes with this typeface.
func newTabWith(t *testing.T, at *site, s size, script, font string) *tab {
	t.Helper()
	needBrowser(t)
	c := startChrome(t, chromium(), font)
	if c.err != nil {
		t.Fatal(c.err)
	}
	ctx, cancel := chromedp.NewContext(c.ctx, chromedp.WithNewBrowserContext())
	p := &tab{t: t, site: at, ctx: ctx, close: cancel}
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil { // without a limit: the window lives as long as the context that opened it
		t.Fatal(err)
	}
	p.unreported()
	p.do(chromedp.EmulateViewport(s.w, s.h, chromedp.EmulateScale(1)))
	p.wishes()
	call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `crypto.getRandomValues = (a) => a.fill(7); try { ` + introduced + `} catch {}`}) // so that the same seed deals the same cards
	p.visit(at.http.URL + "/web/icon.svg")
	eval[any](p, script+`; localStorage['set.blind'] ??= 'no'; localStorage['preset'] ??= 'chratze'; localStorage['set.double'] ??= 'no'; localStorage['set.rest'] ??= '0'; 0`) // as of a person who has dealt, and never taps amiss
	messages := chromedp.Console(ctx)
	go func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			if text := fmt.Sprint(m, " ", m.URL); strings.Contains(text, "rror") && !strings.Contains(text, "WebSocket connection") && !strings.Contains(text, "ERR_") && !strings.Contains(text, "favicon.ico") && !strings.Contains(text, "when fetching the script") && !strings.Contains(text, "/api/code/") && !strings.Contains(text, "/api/join") && !strings.Contains(text, "/wall") && !strings.Contains(text, "/api/groups") && !strings.Contains(text, "Cross-Origin-Opener-Policy") && !strings.Contains(text, "409 (Conflict)") && !strings.Contains(text, "410 (Gone)") { // the link of another chair, a line of a server that was restarted
				p.mu.Lock()
				p.faults = append(p.faults, text)
				p.mu.Unlock()
			}
		}
	}()
	t.Cleanup(p.sound)
	return p
}

// unkept takes the service worker from the pages that are opened from now on: they are what the server gives now. A script of
// newTab wouldn't do that, since it runs once.
func (p *tab) unkept() {
	p.t.Helper()
	call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `delete Navigator.prototype.serviceWorker`})
}

// unreported ends what chromedp wants to hear of each window and these tests don't: every request and style sheet, which
// costs a tenth of the processors' time.
func (p *tab) unreported() {
	p.t.Helper()
	call(p, network.Disable, cdp.Empty{})
	call(p, css.Disable, cdp.Empty{})
}

// beside opens a page in another window of the same person's browser.
func (p *tab) beside(url string) *tab {
	p.t.Helper()
	ctx, cancel := chromedp.NewContext(p.ctx)
	p.t.Cleanup(cancel)
	other := &tab{t: p.t, site: p.site, ctx: ctx, close: cancel}
	if err := chromedp.Do(ctx); err != nil {
		p.t.Fatal(err)
	}
	other.unreported()
	other.do(chromedp.EmulateViewport(phone.w, phone.h, chromedp.EmulateScale(1)))
	other.visit(url)
	return other
}

// sound fails the test if the page has complained.
func (p *tab) sound() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, f := range p.faults {
		p.t.Errorf("the page complains: %s", f)
	}
	if p.t.Failed() {
		p.t.Log(fontFiles())
	}
}

// run returns the value of an expression, once its promise is kept.
func run[T any](ctx context.Context, p *tab, expression string) (v T, err error) {
	if p.other == nil {
		return chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	}
	data, err := p.other.evaluate(ctx, expression)
	if err == nil {
		err = json.Unmarshal(data, &v)
	}
	return v, err
}

// png is a picture of the page.
func (p *tab) png(ctx context.Context) ([]byte, error) {
	if p.other == nil {
		return chromedp.Run(ctx, chromedp.CaptureScreenshot())
	}
	return p.other.picture(ctx)
}

// within calls what another browser is to do.
func (p *tab) within(do func(context.Context) error) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := do(ctx); err != nil {
		p.failed(ctx, "a command to the browser", err)
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
	p.within(func(ctx context.Context) error { return chromedp.Do(ctx, steps...) })
}

// failed ends the test after an error. If the time was over, it says that the machine may be too slow.
func (p *tab) failed(ctx context.Context, what string, err error) {
	p.t.Helper()
	if ctx.Err() == context.DeadlineExceeded {
		p.fail(waittest.Late(what))
	}
	p.fail(what + ": " + err.Error())
}

// fail ends the test with a picture of the page. go test -artifacts keeps it with those of other tests.
func (p *tab) fail(why any) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, unanswered)
	defer cancel()
	text, _ := run[string](ctx, p, `document.body.dataset.stage + ' ' + document.body.dataset.ask + ' ' + location.href + '\n' + document.body.innerText`)
	dir := p.t.ArtifactDir()
	if flag.Lookup("test.artifacts").Value.String() != "true" { // it goes with the test
		dir, _ = os.MkdirTemp("", "chratze-failed-")
	}
	name := filepath.Join(dir, strings.ReplaceAll(p.t.Name(), "/", "-")+".png")
	if png, err := p.png(ctx); err == nil {
		_ = os.WriteFile(name, png, 0o600)
	}
	p.t.Fatalf("%v\nthe page (%s):\n%s", why, name, text)
}

func (p *tab) visit(url string) {
	p.t.Helper()
	if p.other != nil {
		p.within(func(ctx context.Context) error { return p.other.navigate(ctx, url) })
		return
	}
	p.within(func(ctx context.Context) error {
		err := chromedp.Do(ctx, chromedp.Navigate(url))
		if err != nil && strings.Contains(err.Error(), "ERR_ABORTED") { // the page that is left was just going elsewhere by itself
			err = chromedp.Do(ctx, chromedp.Navigate(url))
		}
		return err
	})
}

// wait waits until an expression is true. The page itself looks, so that a wait costs
// one question; a page that is just being left is asked again.
func (p *tab) wait(expression string) {
	p.t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		if is, err := soon[bool](p, `!!(`+expression+`)`); err == nil && is {
			return
		}
	}
	p.fail(waittest.Late(expression))
}

// answered returns the value of an expression, from a page that may just be being left.
func answered[T any](p *tab, expression string) (v T, err error) {
	for limit := unanswered; limit < patience; limit *= 2 {
		ctx, cancel := context.WithTimeout(p.ctx, limit)
		v, err = run[T](ctx, p, expression)
		late := ctx.Err() == context.DeadlineExceeded
		cancel()
		if err == nil || !late {
			break
		}
	}
	return v, err
}

// soon returns the first value of an expression that counts as true, or what there
// is after two seconds.
func soon[T any](p *tab, expression string) (T, error) {
	v, err := answered[T](p, `new Promise((done) => {
		const end = performance.now() + 2000;
		const look = () => {
			let is = null;
			try { is = `+expression+`; } catch {}
			if (is || performance.now() > end) done(is);
			else setTimeout(look, 10);
		};
		look();
	})`)
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
		p.click(at.X, at.Y)
		hit, err := answered[bool](p, fmt.Sprintf(`performance.timeOrigin !== %f || window.aimed.hit`, at.Page))
		if err != nil || hit { // a tap may leave the page
			return
		}
	}
	p.fail(waittest.Late("a tap on " + element + ", on which nothing lies"))
}

// eval returns the value of an expression.
func eval[T any](p *tab, expression string) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	v, err := run[T](ctx, p, expression)
	if err != nil {
		p.failed(ctx, expression, err)
	}
	return v
}

// settle waits until nothing moves: in three pictures one after the other all seats and cards are at the same place.
func (p *tab) settle() {
	p.t.Helper()
	eval[bool](p, `new Promise((done) => {
		let before = '', same = 0;
		const look = () => {
			const now = document.getAnimations().some((a) => a.playState === 'running' && a.effect.getTiming().iterations !== Infinity) ? ''
				: JSON.stringify([...document.querySelectorAll('#rim .seat, #rim .seat *, .card')].map((e) => e.getBoundingClientRect()));
			same = now && now === before ? same + 1 : 0;
			before = now;
			if (same === 2) done(true);
			else requestAnimationFrame(look);
		};
		requestAnimationFrame(look);
	})`)
}

func (p *tab) keys(keys string) {
	p.t.Helper()
	if p.other != nil {
		p.within(func(ctx context.Context) error { return p.other.typed(ctx, keys) })
		return
	}
	p.do(chromedp.KeyEvent(keys))
}

// click presses the pointer on a place in the window.
func (p *tab) click(x, y float64) {
	p.t.Helper()
	if p.other != nil {
		p.within(func(ctx context.Context) error { return p.other.click(ctx, x, y) })
		return
	}
	p.do(chromedp.MouseClickXY(x, y))
}

// open taps on what opens the dialog.
func (p *tab) open(selector string) {
	p.t.Helper()
	p.tap(selector)
	p.wait(`document.querySelector('dialog[open]')`)
}

// menu opens the menu of a table at one of its parts: table, chat, rules or settings.
func (p *tab) menu(part string) {
	p.t.Helper()
	p.open("#bar > button:last-of-type")
	p.tap("dialog [data-tab=" + part + "]")
	p.wait(`document.querySelector('dialog [data-tab=` + part + `]').ariaSelected === 'true'`)
}

// set chooses in a form, as a person does: with the events that follow.
func (p *tab) set(selector, value string) {
	p.t.Helper()
	p.wait(fmt.Sprintf(`document.querySelector(%q)`, selector)) // parts of a form are fetched
	eval[any](p, fmt.Sprintf(`(() => {const e = document.querySelector(%q); e.value = %q; e.dispatchEvent(new Event('input', {bubbles: true})); e.dispatchEvent(new Event('change', {bubbles: true}));})()`, selector, value))
}

// say writes something into the chat.
func say(p *tab, text string) {
	p.t.Helper()
	p.menu("chat")
	p.do(chromedp.SendKeys(chromedp.CSS("input[name=text]"), text+"\r"))
	p.tap("dialog .close button")
}

// next asks for the next hand, unless it has begun by itself; the others at the table ask for it
// too, since a settlement waits for everybody. If you aren't in the hand, it may be over at once.
func (p *tab) next(others ...*tab) {
	p.t.Helper()
	p.after(func() {
		for _, each := range append(others, p) {
			eval[any](each, `document.querySelector('[data-act=next]')?.click(), 0`)
		}
	})
}

// after does what brings the next hand, and waits for it.
func (p *tab) after(do func()) {
	p.t.Helper()
	const hand = `document.querySelector('#bar .state').textContent`
	before := eval[string](p, hand)
	do()
	p.wait(`document.body.dataset.stage === 'playing' || ` + hand + " !== `" + before + "`")
}
