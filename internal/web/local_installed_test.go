package web_test

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"

	"chratze/internal/web/deskwasm"
)

// deals is true in a page whose own table has come: then the server deals no more.
const deals = `document.documentElement.dataset.deals`

// playing opens the first page, waits until it deals, taps on Play now, and waits for the cards.
func (p *tab) playing(url string) {
	p.t.Helper()
	p.visit(url)
	p.wait(deals)
	p.tap("#play")
	p.wait(`document.body.dataset.stage === 'playing'`)
}

// onPath fails unless the page is at a path with this beginning.
func (p *tab) onPath(begin string) {
	p.t.Helper()
	if at := eval[string](p, `location.pathname`); !strings.HasPrefix(at, begin) || at == begin {
		p.t.Errorf("the page is at %s, want %s…", at, begin)
	}
}

// TestInstalled: Chromium finds nothing wrong with the manifest and would install the page.
func TestInstalled(t *testing.T) {
	s := dealing(t)
	p := newTab(t, s, phone, anna)
	p.visit(s.http.URL)
	p.wait(`(navigator.serviceWorker.ready.then((r) => { window.works = !!r.active; }), window.works)`)
	m := call(p, page.GetAppManifest, page.GetAppManifestParams{})
	for _, e := range m.Errors {
		t.Errorf("the manifest: %s", e.Message)
	}
	if m.Manifest == nil || len(m.Manifest.Shortcuts) != 3 || m.Manifest.ShareTarget == nil || !strings.HasSuffix(m.URL, "/web/app/app.en.webmanifest") {
		t.Fatalf("the manifest is %+v", m)
	}
	if !strings.Contains(m.Data, `"display": "standalone"`) || !strings.Contains(m.Data, `"sizes": "512x512", "type": "image/png", "purpose": "maskable"`) || !strings.Contains(m.Data, `"sizes": "192x192"`) {
		t.Errorf("the manifest is %s", m.Data) // Chromium without windows doesn't look at that
	}
	for _, e := range call(p, page.GetInstallabilityErrors, cdp.Empty{}).InstallabilityErrors {
		if e.ErrorID != "in-incognito" { // each window of the tests is
			t.Errorf("can't be installed: %s %+v", e.ErrorID, e.ErrorArguments)
		}
	}
	for _, lang := range sample(1, "ja", "de-CH", "de-AT") {
		says := map[string]string{"de-CH": "Sofort spielen", "de-AT": "Sofort spielen", "ja": "すぐに遊ぶ"}[lang]
		p.visit(s.http.URL + "?lang=" + lang)
		p.wait(`document.querySelector('link[rel=manifest]').href.endsWith('/app.` + lang + `.webmanifest')`)
		if own := call(p, page.GetAppManifest, page.GetAppManifestParams{}); len(own.Errors) > 0 || !strings.Contains(own.Data, `"lang": "`+lang+`"`) || own.Manifest.Shortcuts[0].Name != says || strings.Contains(own.Data, "{"+"start") {
			t.Errorf("%s: the manifest is %s, %+v", lang, own.Data, own.Errors)
		}
	}
	eval[any](p, `localStorage.removeItem('lang')`)
	for _, shortcut := range m.Manifest.Shortcuts {
		p.visit(shortcut.URL)
		p.wait(map[string]string{"/?play": `document.body.dataset.stage === 'playing'`, "/kasse/": `document.querySelector('#new')`, "/puzzle/": `document.body.innerText.includes('Puzzle of')`}[strings.TrimPrefix(shortcut.URL, s.http.URL)])
	}
}

// TestOwnPlainHTTP: on a local network, by plain http, there are no service workers and no
// locks, and one plays.
func TestOwnPlainHTTP(t *testing.T) {
	s := dealing(t)
	p := newTab(t, s, phone, "")
	pub := strings.Replace(s.http.URL, "127.0.0.1", pubHost, 1)
	p.visit(pub + "/web/icon.svg")
	eval[any](p, anna+";0")
	p.playing(pub)
	p.onPath("/t/p")
	if eval[bool](p, `isSecureContext`) {
		t.Error("the pub is secure: nothing was tested")
	}
	p.ready()
	before := p.known()
	p.visit(eval[string](p, `location.href`))
	p.ready()
	if p.known() != before {
		t.Errorf("after a reload one sees %s, before it %s", p.known(), before)
	}
}

// TestOwnNotKept: where the browser keeps nothing the page says so, and one plays on. A file has the evening.
func TestOwnNotKept(t *testing.T) {
	s := dealing(t)
	p := filing(t, s)
	eval[any](p, `new Promise((done) => { indexedDB.open('chratze-practice', 99).onsuccess = (e) => { e.target.result.close(); done(0); }; })`) // which the program can't open
	p.playing(s.http.URL)
	p.onPath("/t/p")
	p.wait(`document.getElementById('polite').innerText.includes('keeps nothing')`)
	p.finish()
	p.menu("table")
	file := strings.TrimSpace(p.savedFile("dialog [data-do=save]"))
	var records [][]byte
	for line := range strings.Lines(file) {
		records = append(records, []byte(strings.TrimSpace(line)))
	}
	if evening, err := replayed(records); err != nil || evening.Hands() == 0 {
		t.Errorf("the file is\n%s\n%v", file, err)
	}
}

// TestOwnStorageCut: a connection to the storage that the browser has cut, while a phone slept, is made anew. What fails
// with a new one too has failed, until it is tried again.
func TestOwnStorageCut(t *testing.T) {
	t.Parallel()
	got := inNode[[]string](t, nowhere, `import('/web/local/store.js').then(async ({eveningNumbers: list}) => {
		const says = [];
		let cut = 0;
		const store = {getAllKeys: () => ({result: [7]})};
		globalThis.indexedDB = {open: () => {
			const r = {result: {close() { says.push('closed'); }, transaction() {
				if (cut-- > 0) throw new Error('cut');
				const t = {objectStore: () => store};
				setTimeout(() => t.oncomplete());
				return t;
			}}};
			says.push('opened');
			setTimeout(() => { if (cut > 9) { r.error = new Error('denied'); r.onerror(); } else r.onsuccess(); });
			return r;
		}};
		for (cut of [0, 1, 2, 0, 99, 0]) says.push(await list().then(String, (err) => err.message));
		return says;
	})`)
	want := []string{
		"opened", "7", "opened", "closed", "7", "opened", "closed", "closed", "cut", "opened", "7", // once more, and no more
		"opened", "closed", "denied", "opened", "7",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the storage says\n%q, want\n%q", got, want)
	}
}

// TestOwnPolicies: what trained bots have learned is fetched when such a bot plays, and kept; where it can't be, the
// page says so, and one plays on.
func TestOwnPolicies(t *testing.T) {
	t.Parallel()
	const file = "/web/practice/chratze-4.policy"
	for _, blocked := range sample(1, true, false) {
		t.Run(map[bool]string{false: "there", true: "missing"}[blocked], func(t *testing.T) {
			s := dealing(t)
			var asked atomic.Bool
			all := s.http.Config.Handler
			s.http.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if versions.ReplaceAllString(r.URL.Path, "") != file {
					all.ServeHTTP(w, r)
					return
				}
				asked.Store(true)
				if blocked {
					http.NotFound(w, r)
					return
				}
				all.ServeHTTP(w, r)
			})
			p := newTab(t, s, phone, anna)
			p.visit(s.http.URL)
			p.wait(`document.querySelector('#play')`)
			eval[any](p, `sessionStorage.setItem('practice', JSON.stringify({name: 'Anna', practice: true, pace: 200, chairs: 4, bot: 'best', rules: {preset: 'chratze'}})), 0`)
			p.visit(s.http.URL + "/t/new")
			p.wait(`document.body.dataset.stage === 'playing'`)
			p.onPath("/t/p")
			said := `document.getElementById('polite').innerText.includes('What these bots have learned')`
			told := false
			for p.ready(); !p.between(); p.ready() {
				told = told || eval[bool](p, said)
				p.answer()
			}
			if !asked.Load() || told != blocked {
				t.Errorf("asked for the policy: %t; told that it is missing: %t", asked.Load(), told)
			}
		})
	}
}

// TestServerDeals: where the browser can't deal the server does, and nobody sees a difference:
// without WebAssembly, with a broken module, and with none.
func TestServerDeals(t *testing.T) {
	type reason struct {
		name, script string
		change       func(*site)
	}
	for _, c := range sample(1,
		reason{"no WebAssembly", `delete globalThis.WebAssembly`, func(*site) {}},
		reason{"broken module", ``, func(s *site) {
			packed, err := deskwasm.Pack([]byte("\x00asm, and no more"))
			if err != nil {
				t.Fatal(err)
			}
			s.practice.Wasm = packed
		}},
		reason{"no module", ``, func(s *site) { s.practice.Wasm = nil }},
	) {
		t.Run(c.name, func(t *testing.T) {
			s := dealing(t)
			c.change(s)
			s.kill() // and start with what was changed
			p := newTab(t, s, phone, anna)
			if c.script != "" {
				call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: c.script})
			}
			p.visit(s.http.URL)
			p.tap("#play")
			p.ready()
			p.onPath("/t/")
			if at := eval[string](p, `location.pathname`); strings.HasPrefix(at, "/t/p") {
				t.Errorf("the browser deals, at %s", at)
			}
			p.mu.Lock()
			p.faults = slices.DeleteFunc(p.faults, func(f string) bool { return c.name == "broken module" && strings.Contains(f, "WebAssembly") })
			p.mu.Unlock()
		})
	}
}

// TestOwnUpdate: another version of the pages waits until those that are open are closed, so
// that a hand goes on as it was begun.
func TestOwnUpdate(t *testing.T) {
	s := dealing(t)
	p := newTab(t, s, phone, anna)
	p.visit(s.http.URL)
	p.wait(`navigator.serviceWorker.controller`)
	p.playing(s.http.URL)
	p.keeps("/web/practice/practice.wasm")
	const version = `caches.keys().then((names) => names.filter((n) => n.startsWith('pages-')).join(' '))`
	p.ready()
	before, old := p.known(), eval[string](p, version)
	s.practice.Script = append(slices.Clone(s.practice.Script), "\n// another version\n"...)
	s.kill()
	eval[any](p, `navigator.serviceWorker.getRegistration('/').then((r) => r.update()), 0`)
	p.wait(`(navigator.serviceWorker.getRegistration('/').then((r) => { window.waits = !!r.waiting; }), window.waits)`)
	p.visit(eval[string](p, `location.href`))
	p.ready()
	if p.known() != before {
		t.Errorf("after the update one sees %s, before it %s", p.known(), before)
	}
	if now := eval[string](p, version); !strings.Contains(now, old) || now == old {
		t.Errorf("the versions that are kept are %s, before the update %s", now, old)
	}
	if n := eval[int](p, `caches.keys().then((names) => Promise.all(names.filter((n) => n.startsWith('pages-')).map((n) => caches.open(n).then((c) => c.match('/web/practice/practice.wasm'))))).then((all) => all.filter(Boolean).length)`); n != 2 {
		t.Errorf("%d versions keep the table of practice, want both: somebody plays here", n)
	}
	if eval[bool](p, `fetch('/web/practice/wasm_exec.js').then((r) => r.text()).then((t) => t.includes('another version'))`) {
		t.Error("an open page has changed its version")
	}
}

// TestShared: hands that another program shares with the installed page are shown, and a link
// of ours is followed.
func TestShared(t *testing.T) {
	s := dealing(t)
	p := newTab(t, s, phone, anna)
	p.visit(s.http.URL)
	p.wait(`navigator.serviceWorker.controller`)
	share := func(name, value string) string {
		return eval[string](p, `(() => {
			const form = new FormData();
			form.append(`+strconv.Quote(name)+`, `+value+`);
			return fetch('/replay/shared', {method: 'POST', body: form}).then((r) => r.url);
		})()`)
	}
	line, _, _ := strings.Cut(recorded(t, "chratze"), "\n")
	if to := share("hands", `new File([`+strconv.Quote(line)+`], 'one.jsonl')`); to != s.http.URL+"/replay" {
		t.Fatalf("a file leads to %s", to)
	}
	p.visit(s.http.URL + "/replay?shared")
	p.wait(`document.body.dataset.shown === 'hand'`)
	if to := share("text", `'Look: ' + location.origin + '/learn'`); to != s.http.URL+"/learn" {
		t.Errorf("a link of ours leads to %s", to)
	}
	if to := share("text", `'https://example.org/learn'`); to != s.http.URL+"/replay" {
		t.Errorf("a link of others leads to %s", to)
	}
}

// TestOwnOthers: Firefox and WebKit deal too, and go on after a reload.
func TestOwnOthers(t *testing.T) {
	onlyVerify(t, "it needs two browsers more")
	for name, start := range map[string]func(*testing.T) driver{
		"Firefox": func(t *testing.T) driver { return startFirefox(t, phone) },
		"WebKit":  func(t *testing.T) driver { return startWebKit(t, phone) },
	} {
		t.Run(name, func(t *testing.T) {
			s := dealing(t)
			p := otherTab(t, s, start(t), anna+`localStorage.setItem('lang', 'en')`)
			p.playing(s.http.URL)
			p.onPath("/t/p")
			p.ready()
			before := p.known()
			p.visit(eval[string](p, `location.href`))
			p.ready()
			if p.known() != before {
				t.Errorf("after a reload one sees %s, before it %s", p.known(), before)
			}
			for p.ready(); !p.between(); p.ready() {
				p.answer()
			}
		})
	}
}
