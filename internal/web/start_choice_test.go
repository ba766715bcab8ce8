package web_test

import (
	"strings"
	"testing"

	"chratze/variant"
)

// TestChoiceOfGame: a browser of Austria begins with Kratzen; each game says where it is from and what it has; four
// play, or as many as last time, whichever game is chosen; and the lessons begin with those of the game.
func TestChoiceOfGame(t *testing.T) {
	s := pages(t, 5)
	p := newTab(t, s, phone, `localStorage.lang ??= 'de-AT'`)
	eval[any](p, `localStorage.removeItem('preset')`) // that the tests have chosen
	p.visit(s.http.URL)
	p.wait(`document.querySelector('#play')`)
	chosen := func(name string) string {
		return eval[string](p, `document.querySelector('select[name=`+name+`]').value`)
	}
	if preset, n := chosen("preset"), chosen("seats"); preset != "kratzen" || n != "4" {
		t.Errorf("in Austria %s with %s players is offered, want Kratzen with four", preset, n)
	}
	if to := eval[string](p, `document.querySelector('.links a').getAttribute('href')`); to != "/puzzle/?game=kratzen" {
		t.Errorf("the puzzle of the game that is chosen is at %s", to)
	}
	if to := eval[string](p, `document.querySelector('#learn').getAttribute('href') + document.querySelector('#learn').innerText`); !strings.HasPrefix(to, "/learn/10") || !strings.Contains(to, "Kratzen") {
		t.Errorf("beside Kratzen the lessons are those of %q", to)
	}
	bare := eval[[]string](p, `[...document.querySelectorAll('[name=preset] option')].map((o) => o.innerText).filter((t) => !/^\S+: [^.]+$/.test(t))`)
	if len(bare) > 0 {
		t.Errorf("what isn't said of these games: %q", bare)
	}
	for _, lang := range []string{"en", "ja", "de-AT", "de-DE"} {
		eval[any](p, `localStorage.lang = '`+lang+`', 0`)
		p.visit(s.http.URL + "/?" + lang)
		p.wait(`document.querySelector('#play')`)
		if wide := eval[[]string](p, `(() => { const s = document.querySelector('[name=preset]'), c = document.createElement('canvas').getContext('2d'); c.font = getComputedStyle(s).font; return [...s.options].map((o) => o.text).filter((t) => c.measureText(t).width > s.clientWidth - 24); })()`); len(wide) > 0 {
			t.Errorf("%s: wider than their field: %q", lang, wide)
		}
	}
	for lang, want := range map[string]string{"de-CH": "chratze chratzen", "de-AT": "kratzen chratze zwicken mauscheln", "de-DE": "mauscheln tippen zwicken chratze", "ja": "chratze-ja chratze"} {
		eval[any](p, `localStorage.lang = '`+lang+`', 0`)
		p.visit(s.http.URL + "/?near=" + lang)
		p.wait(`document.querySelector('#play')`)
		near := eval[string](p, `[...document.querySelectorAll('[name=preset] > option')].map((o) => o.value).join(' ')`)
		if all := eval[int](p, `document.querySelector('[name=preset]').options.length`); near != want || all != len(variant.Presets()) {
			t.Errorf("%s: %q come first of %d games, want %q of all", lang, near, all, want)
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

// TestFormAtAGlance: the name, the game, the seats, the ante, the most that a hand may cost and the button are in
// sight at once, and the rest is folded, in one grid. House rules are in chapters, and only what differs from the
// game is listed.
func TestFormAtAGlance(t *testing.T) {
	s := pages(t, 7)
	p := newTab(t, s, size{390, 740}, anna)
	for _, lang := range []string{"ja", "de-AT", "en"} {
		eval[any](p, `localStorage.lang = '`+lang+`', 0`)
		p.visit(s.http.URL + "/?" + lang)
		p.tap("#friends")
		p.wait(`document.querySelector('[name=pot_cap]')`)
		hidden := eval[[]string](p, `['[name=name]', '[name=preset]', '[name=chairs]', '[name=ante]', '[name=pot_cap]', '#make', '#friends'].filter((s) => {
			const r = document.querySelector(s)?.getBoundingClientRect(); return !r || r.top < 0 || r.bottom > innerHeight; })`)
		if len(hidden) > 0 {
			t.Errorf("%s: not in sight at once: %q", lang, hidden)
		}
		if open := eval[[]string](p, `[...document.querySelectorAll('#start :is(input, select)')].filter((e) => e.checkVisibility() && e.closest('details, .choose')).map((e) => e.name)`); len(open) > 0 {
			t.Errorf("%s: not folded: %q", lang, open)
		}
		eval[any](p, `document.querySelectorAll('#start details').forEach((d) => { d.open = true; }), 0`)
		for _, fields := range []string{"details select", ":is([name=chairs], .amount)"} {
			if edges := eval[[]string](p, `[...new Set([...document.querySelectorAll('#start fieldset `+fields+`')].map((e) => e.getBoundingClientRect()).map((r) => Math.round(r.left) + '-' + Math.round(r.right)))]`); len(edges) != 1 {
				t.Errorf("%s: fields from edge to edge: %v, want one column", lang, edges)
			}
		}
		if codes := eval[[]string](p, `[...document.querySelectorAll('.rule')].map((r) => r.innerText.match(/.*\b(\dx\d|\w+=\w+|new-cards)\b.*/)?.[0]).filter(Boolean)`); len(codes) > 0 {
			t.Errorf("%s: codes in a sentence: %q", lang, codes)
		}
		p.wait(`(() => { const cards = [...document.querySelectorAll('details .samples use')]; return cards.length === 12 && cards.every((c) => c.getBBox().width > 60); })()`)
		p.accessible("form for friends", lang)
	}
	usual := eval[string](p, `document.querySelector('.differs').innerText`)
	p.wait(`document.querySelector('.rule.changed [name=pot_cap]')?.value === '10.00'`) // it is offered first
	p.set("[name=pot_cap]", "")
	p.tap("[data-do=cap]")
	p.wait(`document.querySelector('.rule.changed [name=pot_cap]')?.value === '10.00' && !document.querySelector('[data-do=cap]')`)
	p.set("select[name=susi]", "forced")
	p.wait(`document.querySelector('.rule.changed select[name=susi]')`)
	if now := eval[string](p, `document.querySelector('.differs').innerText`); now == usual || !strings.Contains(now, "must join") || strings.Contains(now, ",") {
		t.Errorf("what differs is said as %q, and before as %q", now, usual)
	}
	eval[bool](p, `(() => { const f = fetch; window.fetch = (u, o) => (o?.method === 'POST' ? Promise.resolve(new Response('<h1>502', {status: 502})) : f(u, o)); window.mended = () => { window.fetch = f; return true; }; return true; })()`)
	p.tap("#make") // a proxy answers for a server that is away: one reads it, and may try again
	p.wait(`document.querySelector('.trouble').textContent.includes('reached') && !document.querySelector('#make[aria-disabled=true]')`)
	eval[bool](p, `mended()`)
	p.tap("#make")
	p.wait(`document.querySelector('.houserules')?.innerText.includes('10.00')`)
}
