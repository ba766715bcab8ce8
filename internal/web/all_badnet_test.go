package web_test

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
)

// versions are in the addresses of what pages are made of.
//
//lattice:table
var versions = regexp.MustCompile(`^/v/[^/]+`)

// badNet stands between a browser and the server, as a proxy or a weak network does. The patience of
// the service workers and of the watchdog is shorter by way of it, so that no test waits for seconds.
type badNet struct {
	mu    sync.Mutex
	how   string        // "": as it should be
	ends  chan struct{} // closed when what is silent may end
	wrong func(path string) bool
	asked []string // paths, in order
	delay time.Duration
}

// first is where a path has been asked for; -1: it hasn't.
func (b *badNet) first(path string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Index(b.asked, path)
}

// count is how often a path has been asked for.
func (b *badNet) count(path string) (n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, asked := range b.asked {
		if asked == path {
			n++
		}
	}
	return n
}

// behind puts a net before the server, which is as it should be so far.
func (s *site) behind() *badNet {
	b := &badNet{}
	b.set("")
	s.front.Store(b)
	s.t.Cleanup(func() { b.set("") })
	return b
}

// set says how the net is from now on, and ends what is silent.
func (b *badNet) set(how string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ends != nil {
		close(b.ends)
	}
	b.how, b.ends = how, make(chan struct{})
}

func (b *badNet) before(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b.mu.Lock()
		how, ends := b.how, b.ends
		path := versions.ReplaceAllString(r.URL.Path, "")
		b.asked = append(b.asked, path)
		if b.wrong != nil && !b.wrong(path) {
			how = ""
		}
		b.mu.Unlock()
		time.Sleep(b.delay)
		switch how {
		case "403", "501", "502":
			status, _ := strconv.Atoi(how)
			http.Error(w, http.StatusText(status), status)
		case "mute": // whatever comes later, this is never answered
			_, _ = io.Copy(io.Discard, r.Body) // else the server never sees that the browser has gone
			<-r.Context().Done()
			panic(http.ErrAbortHandler)
		case "cookies": // none come through
			next.ServeHTTP(uncookied{w}, r)
		case "silent", "late":
			select {
			case <-ends:
			case <-r.Context().Done():
				panic(http.ErrAbortHandler)
			}
			if how == "silent" {
				panic(http.ErrAbortHandler)
			}
			next.ServeHTTP(w, r)
		case "half":
			got := httptest.NewRecorder()
			next.ServeHTTP(got, r)
			maps.Copy(w.Header(), got.Header())
			body := got.Body.Bytes()
			_, _ = w.Write(body[:len(body)/2])
			_ = http.NewResponseController(w).Flush()
			<-ends
			_, _ = w.Write(body[len(body)/2:])
		case "cut":
			w.Header().Set("Content-Length", "100000")
			_, _ = w.Write([]byte("{"))
			panic(http.ErrAbortHandler)
		default:
			b.hurried(w, r, next)
		}
	})
}

// uncookied takes the cookies out of an answer.
type uncookied struct{ http.ResponseWriter }

func (u uncookied) WriteHeader(status int) {
	u.Header().Del("Set-Cookie")
	u.ResponseWriter.WriteHeader(status)
}

func (u uncookied) Unwrap() http.ResponseWriter { return u.ResponseWriter }

// hurried answers as the server does, with less patience in the scripts that wait.
func (b *badNet) hurried(w http.ResponseWriter, r *http.Request, next http.Handler) {
	if !strings.HasSuffix(r.URL.Path, "/sw.js") && !strings.HasSuffix(r.URL.Path, "/watchdog.js") {
		next.ServeHTTP(w, r)
		return
	}
	r = r.Clone(r.Context())
	r.Header.Del("Accept-Encoding")
	r.Header.Del("If-None-Match")
	got := httptest.NewRecorder()
	next.ServeHTTP(got, r)
	body := bytes.ReplaceAll(got.Body.Bytes(), []byte("const patience = 2000;"), []byte("const patience = 100;"))
	body = bytes.ReplaceAll(body, []byte("const patience = 10_000;"), []byte("const patience = 400;"))
	h := w.Header()
	maps.Copy(h, got.Header())
	h.Del("ETag")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(got.Code)
	_, _ = w.Write(body)
}

// TestBadNetwork: once the pages are kept, each of them opens behind a proxy that answers 502, on a network that
// accepts and stays silent, where answers come much too late, and where they are cut off in the middle (with CHRATZE_VERIFY
// each in all four ways). An address that isn't kept gets a page of ours in the reader's language.
func TestBadNetwork(t *testing.T) {
	s := dealing(t)
	net := s.behind()
	p := newTab(t, s, phone, anna+`localStorage.setItem('lang', 'de-CH');`)
	p.visit(s.http.URL)
	p.wait(`document.querySelector('#play')`)
	p.keeps("/rules/zwicken/de-CH")
	p.keeps("/charts/zwicken/4/de-CH")
	p.keeps("/words/de-CH") // what is fetched last
	p.playing(s.http.URL)
	p.keeps("/web/practice/practice.wasm")
	p.keeps("/web/practice/zwicken-4.policy")
	all := []struct{ path, shows string }{
		{"/", `document.querySelector('#play b').innerText === 'Sofort spielen'`},
		{"/t/p1", `document.querySelector('#rim .seat')`},
		{"/learn", `document.querySelector('#lessons a')`},
		{"/learn/1", `document.querySelector('#teacher').innerText.length > 20`},
		{"/replay", `document.querySelector('#filepicker').innerText.length > 20`},
		{"/rules/chratze/de-CH", `document.querySelector('h2')`},
		{"/words/de-CH", `document.querySelector('dt, h2')`},
		{"/charts/chratze/4/de-CH", `document.querySelector('.grid')`},
		{"/puzzle/", `document.body.innerText.includes('Aufgabe vom')`},
		{"/kasse/", `document.querySelector('#new')`},
		{"/docs/protocol.md", `document.body.innerText.includes('auf diesem Gerät nicht gespeichert')`},
		{"/tables", `document.body.innerText.includes('auf diesem Gerät nicht gespeichert')`},
	}
	ways := []string{"502", "silent", "late", "cut"}
	for i, how := range ways {
		net.set(how)
		for _, page := range share(i, len(ways), all) {
			p.visit(s.http.URL + page.path)
			p.wait(page.shows)
			p.wait(`!document.querySelector('#stuck')`) // on a slow machine the page may have said that nothing has come yet
		}
	}
	net.set("502")
	p.visit(s.http.URL)
	p.tap("#friends")
	p.wait(`document.querySelector('.trouble')?.innerText.includes('Server ist nicht erreichbar')`)
	p.visit(s.http.URL + "/t/unknown")
	p.wait(`document.body.innerText.includes('Noch kommt keine Verbindung zustande')`) // a table needs a server
	net.set("")
	p.forgive()
}

// TestWatchdog: whatever goes wrong when a page starts becomes a sentence with a button, on every page and in the
// reader's language (with CHRATZE_VERIFY each page in each language); and a page that starts after all has none.
func TestWatchdog(t *testing.T) {
	s := pages(t, 5)
	net := s.behind()
	page := func(lang, script string) *tab {
		p := newTab(t, s, phone, anna+`localStorage.setItem('lang', '`+lang+`');`)
		call(p, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: script})
		call(p, network.Enable, network.EnableParams{})
		call(p, network.SetCacheDisabled, network.SetCacheDisabledParams{CacheDisabled: true}) // else a page has what another has fetched
		return p
	}
	const stuck = `document.querySelector('#stuck button')`
	texts := [][2]string{{"en", "A part of this page"}, {"de-CH", "Ein Teil dieser Seite"}, {"de-AT", "Ein Teil dieser Seite"}, {"ja", "ページの一部"}}
	parts := [][2]string{
		{"/", "/app/words/"}, {"/t/x", "/web/live/app.js"}, {"/learn", "/web/learn/lessons.js"}, {"/learn/1", "/web/learn/course.js"}, {"/replay", "/web/replay/replay.js"},
		{"/puzzle/", "/web/learn/puzzle.js"}, {"/kasse/", "/kasse/words/"}, {"/tables", "/web/start/tables.js"},
	}
	for i, text := range texts {
		lang, says := text[0], text[1]
		p := page(lang, `delete Navigator.prototype.serviceWorker`) // a browser that has kept nothing
		for _, part := range share(i, len(texts), parts) {
			path, missing := part[0], part[1]
			net.wrong = func(path string) bool { return strings.HasPrefix(path, missing) }
			net.set("502")
			p.visit(s.http.URL + path)
			p.wait(stuck + fmt.Sprintf(` && document.querySelector('#stuck').innerText.includes(%q)`, says))
			if path == "/" {
				p.accessible("stuck")
			}
			net.set("silent")
			eval[any](p, fmt.Sprintf(`setTimeout(() => location.assign(%q)), document.querySelector('#stuck').remove()`, s.http.URL+path)) // it is never loaded to its end
			p.wait(stuck)
			net.set("") // it goes on by itself, or by the button
			eval[any](p, `document.querySelector('#stuck button')?.click(), 0`)
			p.wait(`document.body.innerText.length > 20 && !document.querySelector('#stuck')`)
		}
		p.forgive()
		p.close()
	}
	for what, script := range map[string]string{"no ResizeObserver": `delete window.ResizeObserver`, "no Intl": `delete Intl.PluralRules`} {
		p := page("en", script)
		t.Log(what)
		p.visit(s.make(``).Link)
		p.wait(stuck + ` && document.querySelector('#stuck').innerText.includes('This page could not start')`)
		p.forgive()
	}
}

// TestProofMissing: a browser to which the modules or the texts of the proof don't come plays without them.
func TestProofMissing(t *testing.T) {
	s := dealing(t)
	net := s.behind()
	for _, part := range []string{"/fair/prover.js", "/fair/words/en.json"} {
		p := newTab(t, s, phone, anna)
		p.unkept()
		net.wrong = func(path string) bool { return strings.HasSuffix(path, part) }
		net.set("502")
		p.visit(s.make(`,"chairs":3,"practice":true,"proof":"hand"`).Link)
		p.wait(`document.body.dataset.stage === 'playing' && document.querySelector('#foot button')`)
		net.set("")
		p.forgive()
		p.close()
	}
}

// TestPartMissing: what a page fetches when it is needed and doesn't get becomes a sentence, also above an open dialog, which can be
// closed, and by which one tries again: the page stays where nothing answers.
func TestPartMissing(t *testing.T) {
	s := dealing(t)
	net := s.behind()
	const stuck = `document.querySelector('#stuck')`
	for _, c := range []struct{ what, part, path, tap, comes string }{
		{"the form for friends", "start/friends", "/", `#friends`, `document.querySelector("#make")`},
		{"hints, without which no table is drawn", "live/hints", "t", ``, `document.querySelector('#foot button, #panel button')`},
		{"the menu of a table", "live/menu", "t", `#bar .menu`, `document.querySelector('#menu[open]')`},
		{"rules, from the menu", "live/help", "t", `#bar .menu|#menu [data-tab=rules]|[data-do=rules]`, `document.querySelector('.rulebox')`},
		{"a table of the browser's own", "local/browserhost", "/", `#play`, `document.querySelector('#foot button')`},
	} {
		p := newTab(t, s, phone, anna)
		p.unkept()
		call(p, network.Enable, network.EnableParams{})
		call(p, network.SetCacheDisabled, network.SetCacheDisabledParams{CacheDisabled: true})
		net.wrong = func(path string) bool {
			return strings.HasSuffix(path, c.part+".js") || c.tap == "#play" && path == "/api/tables"
		}
		net.set("502")
		path := s.http.URL + c.path
		if c.path == "t" {
			path = s.make(`,"chairs":3`).Link
		}
		p.visit(path)
		taps := strings.FieldsFunc(c.tap, func(r rune) bool { return r == '|' })
		for _, tap := range taps {
			p.tap(tap)
		}
		p.wait(stuck + `?.innerText.includes('A part of this page')`)
		if at := eval[string](p, `(({left, top}) => document.elementFromPoint(left + 20, top + 20).closest('#stuck, dialog')?.id ?? '')(`+stuck+`.getBoundingClientRect())`); at != "stuck" {
			t.Errorf("%s: %q lies over what is said", c.what, at)
		}
		p.picked("missing-" + strings.ReplaceAll(c.part, "/", "-"))
		net.set("")
		p.tap(`#stuck button`)
		p.wait(`!` + stuck)
		if c.tap != "#play" { // else it is at the table already
			for _, tap := range taps {
				p.tap(tap)
			}
		}
		p.wait(c.comes)
		p.forgive()
		p.close()
	}
}

// TestLinkWaits: a seat's link that meets no server says so after the third try, and is followed once there is one.
func TestLinkWaits(t *testing.T) {
	s := pages(t, 5)
	net := s.behind()
	net.wrong = func(path string) bool { return strings.HasPrefix(path, "/api/seat/") }
	net.set("502")
	p := newTab(t, s, phone, "")
	p.visit(s.make(``).Link)
	p.wait(`document.querySelector('#foot').innerText.includes('There is no connection. Your seat is kept.')`)
	net.set("")
	p.wait(`document.body.dataset.stage === 'lobby'`)
	p.forgive()
}

// TestDataBlocked: where a browser lets the pages store nothing, they start all the same, and Play now leads to a table.
func TestDataBlocked(t *testing.T) {
	s := dealing(t)
	p := newTab(t, s, phone, anna)
	call(p, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: `
		for (const of of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
			Object.defineProperty(window, of, {get() { throw new DOMException('Access is denied', 'SecurityError'); }});
		delete Navigator.prototype.serviceWorker`})
	for _, path := range []string{"/learn", "/learn/1", "/replay", "/puzzle/", "/kasse/", "/"} {
		p.visit(s.http.URL + path)
		p.wait(`document.body.innerText.length > 20`)
	}
	p.wait(deals)
	p.tap("#play")
	p.ready()
}

// TestTableAhead: the practice table comes while the first page is read, before the service worker and all that it keeps. If
// the server doesn't deal either and it isn't there, the page says how much of it is, and the worker waits until your first
// question. If it can't be had either, the page says so.
func TestTableAhead(t *testing.T) {
	s := dealing(t)
	net := s.behind()
	const table, worker = "/web/practice/practice.wasm", "/web/practice/sw.js"
	p := newTab(t, s, phone, anna)
	p.visit(s.http.URL)
	p.keeps("/t/new")
	if n := net.first(table); n < 0 || n > net.first(worker) {
		t.Errorf("the table is request %d, the service worker %d", n, net.first(worker))
	}
	p.close()

	net = s.behind()
	net.wrong = func(path string) bool { return path == table }
	net.set("half")
	p = newTab(t, s, phone, anna)
	p.visit(s.http.URL)
	p.wait(`document.querySelector('#play')`)
	eval[any](p, `window.fetch = ((asked) => (what, how) => (how?.method === 'POST' ? Promise.reject(new TypeError('none')) : asked(what, how)))(fetch), 0`)
	p.tap("#play")
	p.wait(`/is on its way: [1-9]\d* of \d+ kB/.test(document.querySelector('#foot').innerText)`)
	p.fits("a table on its way")
	if n := net.first(worker); n >= 0 {
		t.Errorf("the service worker is request %d, and the table isn't there", n)
	}
	net.set("")
	p.ready()
	p.onPath("/t/p")
	p.keeps("/t/new")
	p.keeps(table)
	p.close()

	net = s.behind()
	net.wrong = func(path string) bool { return path == table || path == "/api/tables" }
	net.set("502")
	p = newTab(t, s, phone, anna)
	p.visit(s.http.URL)
	p.tap("#play")
	p.wait(`document.body.innerText.includes("This browser can't deal")`)
	net.set("")
	p.visit(eval[string](p, `location.href`))
	p.ready()
	p.onPath("/t/p")
	p.forgive()
}

// TestPlayAtOnce: who taps on Play now before the practice table has come plays at the server, as one practises. The tap ends
// the fetching, which begins anew after the first hand. The hand stands among the evenings and in the statistics, and
// the next one is played without the server.
func TestPlayAtOnce(t *testing.T) {
	s := dealing(t)
	net := s.behind()
	const table, worker = "/web/practice/practice.wasm", "/web/practice/sw.js"
	net.wrong = func(path string) bool { return path == table }
	net.set("half")
	p := newTab(t, s, phone, anna)
	p.visit(s.http.URL)
	for net.count(table) == 0 {
		p.wait(`document.querySelector('#play')`)
	}
	p.tap("#play")
	p.ready()
	p.wait(`location.pathname === '/t/1'`)
	net.set("")
	for ; !p.between(); p.ready() {
		if n, w := net.count(table), net.first(worker); n != 1 || w >= 0 {
			t.Fatalf("before the first hand is over the table is fetched %d times, and the service worker is request %d", n, w)
		}
		p.answer()
	}
	p.wait(`document.querySelectorAll('[data-practice]').length === 3`)
	p.keeps("/t/new")
	p.keeps(table)
	if n := net.count(table); n < 2 {
		t.Errorf("the table is fetched %d times: the tap hasn't ended it", n)
	}
	p.visit(s.http.URL + "/replay")
	p.tap("[data-do=tally] summary")
	p.wait(`document.querySelectorAll('.tally tbody tr').length === 1`)
	if row := eval[string](p, `document.querySelector('.tally tbody').innerText`); !strings.HasPrefix(row, "Chratze\t1\t") {
		t.Errorf("of a hand the statistics say %q", row)
	}
	p.visit(s.http.URL)
	p.wait(`document.querySelector('.mine a[href="/t/1"]')`)
	s.stop()
	p.visit(s.http.URL)
	p.tap("#play")
	p.ready()
	p.wait(`location.pathname === '/t/p1'`)
	p.forgive()
}
