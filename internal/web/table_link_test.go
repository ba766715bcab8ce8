package web_test

import (
	"strings"
	"testing"
)

// TestLinkAsks: a link removes the secret from the address; one of another chair asks before it
// replaces yours, and old links lead to the same.
func TestLinkAsks(t *testing.T) {
	s := pages(t, 7)
	seat := s.make(`,"chairs":2,"bot":""`)
	beat := s.join(seat, "Beat")
	p := newTab(t, s, phone, anna)
	p.visit(seat.Link)
	chair := func(name string) {
		t.Helper()
		p.wait(`document.body.dataset.stage === 'lobby' && ['', '#` + seat.Code + `'].includes(location.hash) && location.pathname === '/t/` + seat.Table + `'`)
		if got := eval[string](p, `fetch('/api/seat/`+seat.Table+`').then((r) => r.json()).then((s) => s.chair === 0 ? 'Anna' : 'Beat')`); got != name {
			t.Errorf("the browser has the chair of %s, want %s", got, name)
		}
	}
	chair("Anna")
	p.visit("about:blank")
	p.visit(beat.Link)
	p.wait(`document.querySelector('dialog[open] [data-do=stay]')`)
	if hash := eval[string](p, `location.hash`); hash != "" { // later the table itself cleans the address
		t.Errorf("while it is asked, the address has %s", hash)
	}
	p.accessible("link of another chair")
	p.tap("[data-do=stay]")
	chair("Anna")
	p.visit("about:blank")
	p.visit(strings.Replace(beat.Link, "#", "/", 1))
	p.wait(`document.querySelector('dialog[open] [data-do=take]')`)
	p.tap("[data-do=take]")
	chair("Beat")
}

// TestLinkInAMessage: messengers and sentences put brackets and dots around a link, encode its #
// or cut it. The code and the secret are found all the same, and no address leaves a page blank.
func TestLinkInAMessage(t *testing.T) {
	s := pages(t, 8)
	seat := s.make(`,"chairs":3,"bot":""`)
	p := newTab(t, s, phone, "")
	for _, path := range []string{"/#" + seat.Code + ".", "/#(" + seat.Code + ")", "/#" + seat.Code + "%", "/%23" + seat.Code, "/t/" + seat.Table + "#" + seat.Code + "%20%"} {
		p.visit("about:blank")
		p.visit(s.http.URL + path)
		p.wait(`document.body.innerText.includes('Anna plays Chratze')`)
	}
	p.visit("about:blank")
	p.visit(s.http.URL + "/#%")
	p.wait(`document.querySelector('#coded, [name=code]')`)
	if !eval[bool](p, `!!document.querySelector('[name=code]')`) {
		p.tap("#coded")
	}
	p.set("[name=name]", "Beat")
	p.set("[name=code]", "Come and play with us: <"+s.http.URL+"/#"+seat.Code+">.")
	p.tap("#join")
	p.wait(`document.body.dataset.stage === 'lobby'`)

	q := newTab(t, s, phone, "")
	q.visit(seat.Link + ").")
	q.wait(`document.body.dataset.stage === 'lobby' && document.body.innerText.includes('Anna')`)
	q.visit("about:blank")
	q.visit(s.http.URL + "/t/" + seat.Table + "#%E4%")
	q.wait(`document.body.dataset.stage === 'lobby'`)
	p.forgive()
}
