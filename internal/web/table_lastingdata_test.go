package web_test

import (
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/page"
)

// TestDataThatLast: with the first hand that ends the page asks the browser to forget nothing. At the end of an evening it
// offers to save it and, on an iPhone, says where evenings last. A device that has lost one says so and takes the file; and
// the first page leads to the last table, with the others among the evenings.
func TestDataThatLast(t *testing.T) {
	s := dealing(t)
	p := filing(t, s)
	call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `
		window.asked = 0;
		navigator.storage.persist = () => { asked++; return Promise.resolve(true); };
		navigator.standalone = false;`})
	p.playing(s.http.URL)
	if n := eval[int](p, `asked`); n != 0 {
		t.Errorf("before a hand has ended the browser is asked %d times to keep what is stored", n)
	}
	p.finish()
	if n := eval[int](p, `asked`); n != 1 {
		t.Errorf("after a hand the browser is asked %d times to keep what is stored", n)
	}
	p.menu("table")
	p.tap("[data-do=end]")
	p.tap("[data-do=yes]")
	p.wait(`document.querySelector('#panel [data-do=save]')`)
	if hint := eval[string](p, `document.querySelector('#panel .hint svg')?.parentElement.innerText ?? ''`); !strings.Contains(hint, "home screen") {
		t.Errorf("on an iPhone it says %q", hint)
	}
	p.fits("the end of an own evening")
	file := p.savedFile("#panel [data-do=save]")
	eval[any](p, `import('/web/local/store.js').then((m) => m.open()).then((db) => {
		const t = db.transaction(['tables', 'records'], 'readwrite');
		for (const name of ['tables', 'records']) t.objectStore(name).clear();
		return new Promise((done) => { t.oncomplete = () => done(0); });
	})`)
	p.visit(s.http.URL + "/t/p1")
	p.wait(`document.querySelector('#panel h2')?.innerText === 'This device no longer has this evening.'`)
	p.accessible("forgotten evening")
	p.tap("[data-do=bring]")
	p.openFile("evening", file, "1 hand")
	p.visit(s.http.URL)
	p.wait(`document.querySelector('.been a[href*=replay]')`)

	for range 3 {
		p.playing(s.http.URL)
	}
	p.visit(s.http.URL)
	p.wait(`document.querySelector('.mine')`)
	if got := eval[string](p, `document.querySelectorAll('.mine a').length + ' ' + document.querySelectorAll('.been a[href^="/t/"]').length`); got != "1 2" {
		t.Errorf("of three tables the first page leads to %s", got)
	}
	for _, path := range []string{"/", "/t/new", "/learn", "/learn/1", "/replay", "/tables", "/puzzle/", "/kasse/", "/rules/chratze/en", "/words/ja", "/nothing"} {
		r, err := http.Get(s.http.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(r.Body)
		if _ = r.Body.Close(); err != nil {
			t.Fatal(err)
		}
		for _, link := range []string{`<link rel="manifest" `, `<link rel="apple-touch-icon" `} {
			if strings.Count(string(body), link) != 1 {
				t.Errorf("%s has not one %s", path, link)
			}
		}
	}
}

// TestEndLoadsAgain: where the end of an evening can't be fetched, the page is loaded again by a tap, and has it.
func TestEndLoadsAgain(t *testing.T) {
	s := pages(t, 5)
	var missing atomic.Bool
	missing.Store(true)
	all := s.http.Config.Handler
	s.http.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if missing.Load() && strings.HasSuffix(r.URL.Path, "/live/results.js") {
			http.NotFound(w, r)
			return
		}
		all.ServeHTTP(w, r)
	})
	p := newTab(t, s, phone, anna)
	p.visit(s.make(`,"chairs":4`).Link)
	p.tap("[data-act=start]")
	p.finish()
	p.menu("table")
	p.tap("[data-do=end]")
	p.tap("[data-do=yes]")
	p.wait(`document.querySelector('#panel [data-do=reload]')`)
	missing.Store(false)
	p.tap("#panel [data-do=reload]")
	p.wait(`document.querySelector('#panel .final')`)
	p.expects("404 (Not Found)")
}
