package web_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/page"
)

// settings are kept in memory.
type settings struct{ sync.Map }

func (s *settings) Setting(_ context.Context, key string) ([]byte, error) {
	if v, ok := s.Load(key); ok {
		return v.([]byte), nil
	}
	return nil, errors.New("no such setting")
}

func (s *settings) Set(_ context.Context, key string, value []byte) error {
	s.Store(key, value)
	return nil
}

// TestSamePeopleLater: whoever has closed the page when an evening ends finds the table at which the same people go on: from the first
// page, and at the old table, where no second one is made.
func TestSamePeopleLater(t *testing.T) {
	s := pages(t, 7)
	a, seat := s.sits(t, phone, anna, `,"chairs":3,"bot":""`)
	b := s.guest(t, seat, "Beat", phone, strings.Replace(anna, "Anna", "Beat", 1))
	b.wait(`document.body.dataset.stage === 'lobby'`)
	a.tap("[data-act=start]")
	for _, p := range []*tab{a, b} {
		p.wait(`document.body.dataset.stage === 'playing'`)
	}
	playHand(a, b)
	b.visit(s.http.URL + "/web/icon.svg")
	a.menu("table")
	a.tap("[data-do=end]")
	a.tap("[data-do=yes]")
	a.tap("[data-do=same]")
	a.wait(`document.body.dataset.stage === 'lobby' && !location.pathname.endsWith('/t/` + seat.Table + `')`)
	next := eval[string](a, `location.pathname`)
	b.visit(s.http.URL)
	b.wait(`document.querySelector('nav.mine [data-do=next]')?.href.includes('#')`)
	b.visit(s.http.URL + "/t/" + seat.Table)
	b.tap("[data-do=follow]")
	b.wait(`document.body.dataset.stage === 'lobby' && location.pathname === '` + next + `'`)
	a.wait(`[...document.querySelectorAll('.chairs b')].some((e) => e.innerText === 'Beat')`)
	b.visit(s.http.URL + "/t/" + seat.Table)
	b.tap("[data-do=follow]") // again: the seat is theirs
	b.wait(`document.body.dataset.stage === 'lobby' && location.pathname === '` + next + `'`)
	if eval[bool](b, `document.body.innerText.includes('Beat 2')`) {
		t.Error("who follows twice sits there twice")
	}
	b.visit(s.http.URL)
	b.wait(`document.querySelector('nav.mine a')`)
	if eval[bool](b, `!!document.querySelector('[data-do=next]')`) {
		t.Error("who sits there is led there as a newcomer")
	}
}

// TestWayBackComesLate: a server that answers slowly keeps nobody from the first page, and the way back to a table is there once it has answered.
func TestWayBackComesLate(t *testing.T) {
	s := pages(t, 7)
	p, seat := s.sits(t, phone, anna, `,"chairs":3`)
	p.wait(`document.body.dataset.stage === 'lobby'`)
	call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `{
		const asks = window.fetch;
		window.fetch = (a, o) => (String(a).endsWith('/door') ? new Promise((go) => { window.GO = go; }).then(() => asks(a, o)) : asks(a, o));
	}`})
	p.visit(s.http.URL)
	p.wait(`document.querySelector('#play') && window.GO`)
	if eval[bool](p, `!!document.querySelector('nav.mine')`) {
		t.Fatal("the way back is known before the server has told it")
	}
	eval[any](p, `window.GO(), 0`)
	p.wait(`document.querySelector('nav.mine a')?.href.endsWith('/t/` + seat.Table + `')`)
}

// TestForgottenEvenings: a browser that has forgotten what the pages stored, but not its cookies, still leads back to its tables.
func TestForgottenEvenings(t *testing.T) {
	s := pages(t, 7)
	p, seat := s.sits(t, phone, anna, `,"chairs":3`)
	p.wait(`document.body.dataset.stage === 'lobby'`)
	p.visit(s.http.URL + "/web/icon.svg")
	eval[any](p, `localStorage.clear(), 0`)
	p.visit(s.http.URL + "/replay")
	p.wait(`document.querySelector('#filepicker a')?.href.includes('table=` + seat.Table + `')`)
	eval[any](p, `localStorage.clear(), 0`)
	p.visit(s.http.URL)
	p.wait(`document.querySelector('nav.mine a')?.href.endsWith('/t/` + seat.Table + `')`)
	if eval[int](p, `JSON.parse(localStorage.getItem('evenings')).length`) != 1 {
		t.Error("it isn't remembered")
	}
}
