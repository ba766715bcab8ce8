package web_test

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/page"
)

// TestPageOfBefore: an open page of before, to which a renewed server gives a part that wants what only new pages have, says so where the
// part is asked for, and is a new page by a tap.
func TestPageOfBefore(t *testing.T) {
	s := pages(t, 5)
	var renewed atomic.Bool
	all := s.http.Config.Handler
	s.http.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if renewed.Load() && (strings.HasSuffix(r.URL.Path, "/start/friends.js") || strings.HasSuffix(r.URL.Path, "/live/help.js")) {
			w.Header().Set("Content-Type", "text/javascript")
			_, _ = w.Write([]byte("import {onlyNew} from '../lib/html.js'; onlyNew();"))
			return
		}
		all.ServeHTTP(w, r)
	})
	p := newTab(t, s, phone, anna)
	p.unkept()
	again := func() {
		t.Helper()
		p.wait(`document.querySelector('#stuck')?.innerText.includes('A part of this page')`)
		renewed.Store(false)
		p.tap("#stuck button")
		p.wait(`!document.querySelector('#stuck')`)
	}
	p.visit(s.http.URL)
	p.wait(`document.querySelector('#friends')`)
	renewed.Store(true)
	p.tap("#friends")
	again()
	p.tap("#friends")
	p.wait(`document.querySelector('#make')`)

	p.visit(s.make(`,"practice":true,"chairs":3`).Link)
	p.ready()
	renewed.Store(true)
	s.kill()
	p.menu("rules")
	p.tap("[data-do=rules]")
	again()
	p.ready()
	p.forgive()
}

// TestKeptPageOfBefore: a page of before that the browser keeps and that can't start at a renewed server isn't opened again and again: trying
// again gets the server's.
func TestKeptPageOfBefore(t *testing.T) {
	s := dealing(t)
	p := newTab(t, s, phone, anna)
	p.visit(s.http.URL)
	p.wait(`navigator.serviceWorker.controller`)
	p.keeps("/web/live/app.js")
	eval[any](p, `caches.keys().then((names) => Promise.all(names.filter((n) => n.startsWith('pages-')).map((n) => caches.open(n).then((c) =>
		c.put('/web/live/app.js', new Response('throw new TypeError("of before")', {headers: {'Content-Type': 'text/javascript'}})))))).then(() => 0)`)
	p.visit(s.make(`,"practice":true,"chairs":3`).Link)
	p.wait(`document.querySelector('#stuck')?.innerText.includes('This page could not start')`)
	eval[any](p, `document.querySelector('#stuck button').click(), 0`)
	p.ready()
	p.forgive()
}

// TestPageOfAnotherProtocol: an old page at a server that speaks a newer protocol says that it is to be loaded again.
func TestPageOfAnotherProtocol(t *testing.T) {
	s := pages(t, 5)
	p := newTab(t, s, phone, anna+`localStorage.setItem('lang', 'en')`)
	call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `window.WebSocket = class extends WebSocket {
		set onmessage(f) { super.onmessage = f && ((m) => f({data: m.data.replace('chratze/1', 'chratze/2')})); }
	}`})
	p.visit(s.make(`,"chairs":3`).Link)
	p.wait(`document.body.innerText.includes('This page is older than the server')`)
}
