package web_test

import (
	"strings"
	"testing"
)

// TestChoiceOfGame: a browser of Austria begins with Kratzen; each game says where it is from and what it has; four
// play, or as many as last time, whichever game is chosen; and the lessons begin with those of the game.
func TestChoiceOfGame(t *testing.T) {
	s := pages(t, 5)
	p := newTab(t, s, phone, `localStorage.lang ??= 'de-AT'`)
	p.visit(s.http.URL)
	p.wait(`document.querySelector('#play')`)
	chosen := func(name string) string {
		return eval[string](p, `document.querySelector('select[name=`+name+`]').value`)
	}
	if preset, n := chosen("preset"), chosen("seats"); preset != "kratzen" || n != "4" {
		t.Errorf("in Austria %s with %s players is offered, want Kratzen with four", preset, n)
	}
	if to := eval[string](p, `document.querySelector('#learn').getAttribute('href') + document.querySelector('#learn').innerText`); !strings.HasPrefix(to, "/learn/10") || !strings.Contains(to, "Kratzen") {
		t.Errorf("beside Kratzen the lessons are those of %q", to)
	}
	bare := eval[[]string](p, `[...document.querySelectorAll('[name=preset] option')].map((o) => o.innerText).filter((t) => !/^\S+: [^.]+$/.test(t))`)
	if len(bare) > 0 {
		t.Errorf("what isn't said of these games: %q", bare)
	}
	for _, lang := range []string{"en", "ja", "de-AT"} {
		eval[any](p, `localStorage.lang = '`+lang+`', 0`)
		p.visit(s.http.URL + "/?" + lang)
		p.wait(`document.querySelector('#play')`)
		if wide := eval[[]string](p, `(() => { const s = document.querySelector('[name=preset]'), c = document.createElement('canvas').getContext('2d'); c.font = getComputedStyle(s).font; return [...s.options].map((o) => o.text).filter((t) => c.measureText(t).width > s.clientWidth - 24); })()`); len(wide) > 0 {
			t.Errorf("%s: wider than their field: %q", lang, wide)
		}
	}
	p.set("select[name=preset]", "zwicken")
	if n := chosen("seats"); n != "4" {
		t.Errorf("Zwicken is offered with %s players, want four", n)
	}
	p.set("select[name=seats]", "5")
	p.set("select[name=preset]", "chratze")
	p.visit(s.http.URL + "/?again")
	p.wait(`document.querySelector('#play')`)
	if preset, n := chosen("preset"), chosen("seats"); preset != "chratze" || n != "5" {
		t.Errorf("on the next visit %s with %s players is offered, want the last choice", preset, n)
	}
	p.tap("#play")
	p.wait(`document.body.dataset.stage === 'playing'`)
	if n := eval[int](p, `document.querySelectorAll('#rim .seat').length`); n != 5 {
		t.Errorf("%d play, and five were chosen", n)
	}
}
