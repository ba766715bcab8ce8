package web_test

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
)

// denied makes a browser refuse what it is asked for by this name.
func denied(name string) string {
	return `Object.defineProperty(window, '` + name + `', {get() { throw new DOMException('Access is denied', 'SecurityError'); }});`
}

// TestDeskOpens: whatever a browser refuses, by itself or all together, the desk opens, a hand is booked, and what is kept is there
// again. Where nothing can be kept the desk says so, and gives the evening out as a file. The others of the sample refuse the same in another way.
func TestDeskOpens(t *testing.T) {
	const full, nothing = `Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };`, "keeps nothing"
	s := pages(t, 1)
	type door struct{ refused, script, says string }
	for _, c := range sample(7,
		door{"local storage", denied("localStorage"), ""},
		door{"the database", denied("indexedDB"), ""},
		door{"the database never answers", `IDBFactory.prototype.open = () => ({});`, ""},
		door{"channels are missing", `delete window.BroadcastChannel;`, ""},
		door{"workers", `delete Navigator.prototype.serviceWorker; delete window.Worker;`, ""},
		door{"room: all is full", full + `IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); };`, nothing},
		door{"all together", denied("localStorage") + denied("sessionStorage") + denied("indexedDB") + denied("caches") +
			`delete window.BroadcastChannel; delete Navigator.prototype.serviceWorker; delete window.Worker;`, nothing},
		door{"local storage, as some web views have it", `Object.defineProperty(window, 'localStorage', {value: null});`, ""},
		door{"session storage", denied("sessionStorage"), ""},
		door{"the database is missing", `Object.defineProperty(window, 'indexedDB', {value: undefined});`, ""},
		door{"the database is an error, as in private windows", `IDBFactory.prototype.open = () => { const r = {}; setTimeout(() => r.onerror()); return r; };`, ""},
		door{"channels", `window.BroadcastChannel = class { constructor() { throw new DOMException('Access is denied', 'SecurityError'); } };`, ""},
		door{"a service worker", `ServiceWorkerContainer.prototype.register = async () => { throw new DOMException('Access is denied', 'SecurityError'); };`, ""},
		door{"caches", denied("caches"), ""},
		door{"room: local storage is full", full, ""},
	) {
		t.Log(c.refused)
		p := newTab(t, s, phone, "")
		call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: c.script + keepSaves})
		p.visit(s.http.URL + "/kasse/")
		p.wait(`document.querySelector('#new')`)
		p.booked()
		p.wait(`document.querySelector('.lays') && !document.querySelector('#book')`)
		if c.says != "" {
			p.shows(c.says)
			p.press("Show the text")
			if text := p.savedFile(".sheet .bold"); !strings.Contains(text, "Anna 3! Beat 1") {
				t.Errorf("%s: what is given out is %q", c.refused, text)
			}
		} else {
			p.visit(s.http.URL + "/kasse/")
			p.wait(`document.querySelector('.entry, .evenings')`)
			p.wait(`document.body.innerText.includes('Hand 2') || document.querySelector('.evenings')`)
		}
		p.close()
	}
}

// TestDeskFiles: a file without an evening is refused in words, and one that an old program has written is read rightly.
func TestDeskFiles(t *testing.T) {
	p := openDesk(t, "")
	give := func(bytes string) { p.giveFile("input[type=file]", bytes) }
	give("")
	p.shows("There is no evening in this file.")
	give("kasse 1\n")
	p.shows("There is no evening in this file.")
	give("seats J\xf6rg Ren\xe9 Carl\n")
	p.wait(`document.querySelector('.entry')`)
	p.shows("Jörg")
	p.shows("René")
}

// TestDeskElsewhere: what another window of this phone makes or deletes is so in this one too, a link that is pasted into an open desk
// is followed, and a window that is loaded again has what was begun in it, not in another.
func TestDeskElsewhere(t *testing.T) {
	p, other := windows(t)
	p.hand("Anna")
	p.wait(kept + `.draft.includes('Anna')`)
	other.hand("Carl")
	other.wait(kept + `.draft.includes('Carl')`)
	p.visit(eval[string](p, "location.href"))
	p.wait(`document.querySelector('.entry')`)
	const in = `[...document.querySelectorAll('.rows .who[aria-pressed=true]')].map((e) => e.closest('.row').querySelector('.name').innerText.trim()).join()`
	if who := eval[string](p, in); !strings.Contains(who, "Anna") || strings.Contains(who, "Carl") {
		t.Errorf("loaded again, the window of Anna's draft has %q", who)
	}

	other.press("More")
	other.press("Follow on other devices")
	other.wait(`document.querySelectorAll('.sheet output').length === 2`)
	link := eval[string](other, `document.querySelectorAll('.sheet output')[1].innerText`)
	third := newTab(t, p.site, phone, "")
	third.visit(eval[string](p, "location.origin") + "/kasse/")
	third.wait(`document.querySelector('#new')`)
	eval[any](third, `location.hash = '`+link[strings.Index(link, "#"):]+`', 0`)
	third.wait(`document.querySelector('.entry')`)
	third.close()

	other.press("Close")
	other.list()
	p.list()
	p.press("New evening")
	p.wait(`document.querySelector('#begin')`)
	for i, name := range []string{"Emil", "Fritz", "Gret", "Hans"} {
		p.set(`.people li:nth-child(`+string(rune('1'+i))+`) input`, name)
	}
	p.tap("#begin")
	p.wait(`document.querySelector('.entry')`)
	other.wait(`document.querySelectorAll('.evenings li').length === 2 && document.querySelector('.evenings').innerText.includes('Gret')`)
	other.tap(".evenings button")
	other.wait(`document.querySelector('.entry')`)
	p.press("More")
	p.press("Delete this evening")
	p.tap(".sheet .bold")
	p.wait(`document.querySelector('#new')`)
	other.wait(`document.querySelectorAll('.evenings li').length === 1`)
	other.shows("Another window of this device has deleted this evening.")
}
