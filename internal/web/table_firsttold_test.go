package web_test

import (
	"strconv"
	"strings"
	"testing"

	"chratze/pot"
	"chratze/rams"
)

// TestFirstMuss: the first hand of Kratzen, its hardest, is explained once, with its lesson. Later it is told behind its name.
func TestFirstMuss(t *testing.T) {
	s := pages(t, 2)
	p := newTab(t, s, phone, strings.Replace(anna, "localStorage.setItem('told.forced', '0');", "", 1)+`localStorage.setItem('lang', 'en')`)
	p.visit(s.make(`,"practice":true,"chairs":4,"rules":{"preset":"kratzen"}`).Link)
	p.wait(`document.querySelector('#menu[open] a[href="/learn/10"]')`)
	card := eval[string](p, `document.querySelector('#menu').innerText`)
	for _, says := range []string{"In this Muss", "pays nothing out", "0.10 into the pot", "one of the two highest"} {
		if !strings.Contains(card, says) {
			t.Errorf("the card of the first Muss doesn't say %q: %s", says, card)
		}
	}
	p.fits("card of the first Muss")
	p.tap("#menu .close button")
	p.visit(s.make(`,"practice":true,"chairs":4,"rules":{"preset":"kratzen"}`).Link)
	p.wait(`document.body.dataset.ask === 'play'`)
	if eval[bool](p, `!!document.querySelector('#menu[open]')`) {
		t.Error("the second Muss is explained again")
	}
}

// TestFirstHand: the first hand of a game introduces it once, in three lines at most; a hand that all must play says so first.
func TestFirstHand(t *testing.T) {
	s := pages(t, 2)
	for _, c := range []struct {
		size   size
		preset string
		says   []string
	}{
		{phone, "bourre", []string{"If you join, you need 1.", "a tie leaves it", "as much as is in the pot"}},
		{phone, "mistigri", []string{"0.50.", "is always a trump", "“mort”"}},
		{laptop, "loo", []string{"each needs one trick", "0.60.", "“miss”"}},
		{phone, "lupfen", []string{"All who play pay the price"}}, // at a table with friends
	} {
		p := newTab(t, s, c.size, anna+`localStorage.setItem('lang', 'en')`)
		eval[any](p, `sessionStorage.newcomer = '1'; localStorage.removeItem('told.game.`+c.preset+`')`)
		made := `,"practice":true,"chairs":4,"rules":{"preset":"` + c.preset + `"}`
		friends := c.preset == "lupfen"
		if friends {
			made = strings.Replace(made, `"practice":true`, `"bot":"stammtisch-1"`, 1)
		}
		begin := func() {
			p.visit(s.make(made).Link)
			if friends {
				p.tap("[data-act=start]")
			}
		}
		begin()
		p.wait(`document.querySelector('#menu[open] a[href^="/learn/"]')`)
		card := eval[string](p, `document.querySelector('#menu').innerText`)
		for _, says := range c.says {
			if !strings.Contains(card, says) {
				t.Errorf("the card of %s doesn't say %q: %s", c.preset, says, card)
			}
		}
		if n := eval[int](p, `document.querySelectorAll('#menu section li').length`); n > 3 {
			t.Errorf("the card of %s has %d paragraphs", c.preset, n)
		}
		p.fits("card of a game's first hand")
		p.photograph("first-" + c.preset)
		p.tap("#menu .close button")
		begin()
		p.wait(`document.body.dataset.ask`)
		if eval[bool](p, `!!document.querySelector('#menu[open]')`) {
			t.Errorf("%s is introduced again", c.preset)
		}
	}
}

// TestSharesSayWhereFrom: a settlement says which part of the pot a share is, and how it was rounded.
func TestSharesSayWhereFrom(t *testing.T) {
	s := pages(t, 2)
	p := newTab(t, s, phone, anna)
	p.visit(s.http.URL)
	for _, c := range []struct {
		rules  string
		amount pot.Chips
		size   uint8
		first  uint8 // tricks; the others are the second seat's
		want   string
	}{
		{"chratze-en,split=tricks", 1533, 4, 2, "end.share.tricks.down 2 4"},
		{"chratze-en,split=tricks", 1540, 4, 2, "end.share.tricks 2 4"},
		{"chratze-en,split=tricks", 1540, 4, 4, ""},
		{"chratze-en", 1530, 4, 3, "end.share.thirds 3 4"},
		{"chratze-en", 1540, 4, 3, "end.share.thirds.up 3 4"},
		{"tippen,split=most", 1530, 3, 2, "end.share.most 2 3"},
		{"chratze-en,split=roles", 1530, 4, 3, "end.share.roles 3 4"},
	} {
		contracts, declarer := []rams.Contract{rams.Declared, rams.Joined}, 0
		if strings.HasPrefix(c.rules, "tippen") { // there is no declarer
			contracts[0], declarer = rams.Joined, -1
		}
		result := settled(t, c.rules, 3, c.amount, 0, 0, contracts, c.first, c.size-c.first)
		got := eval[string](p, `import('/web/table/settlement.js').then(({because}) => {
			const t = (k, a) => a?.what ?? k + ' ' + a?.won + ' ' + a?.size;
			const app = {words: {t, number: String, card: String}, voice: {of: () => '.'}, info: {result: `+result+`}, table: {}, names: ['A', 'B']};
			return because(app, {declarer: `+strconv.Itoa(declarer)+`, playing: true, seats: [{}, {}], tricks: {length: `+strconv.Itoa(int(c.size))+`}}, 0);
		})`)
		if got = strings.TrimSuffix(got, "."); got != c.want {
			t.Errorf("%s, %d won: %q, want %q", c.rules, c.first, got, c.want)
		}
	}
}

// TestStrokes: in a race a settlement says who gets how many strokes and what a prize costs, and a sign how far a player is.
func TestStrokes(t *testing.T) {
	s := pages(t, 2)
	p := newTab(t, s, phone, anna)
	p.visit(s.http.URL)
	for _, c := range []struct {
		back  string
		prize pot.Chips
		last  uint8
		want  string
	}{
		{",back=5", 0, 0, "settle.strokes 3 0|settle.strokes 3 0|settle.strokes 2 0|settle.back 5 10|settle.pays 5 10"},
		{"", 0, 0, "settle.strokes 3 0|settle.strokes 3 0|settle.strokes 2 0|settle.pays 0 10"},
		{"", 50, 1, "settle.strokes 2 50,settle.prize 2 50|settle.strokes 2 50|settle.prize 2 50|settle.strokes 2 0|settle.strokes 1 0"},
	} {
		result := settled(t, "rams,penalty=10,score=up,goal=21,prize_fine=50"+c.back, 3, 0, 0, c.prize, []rams.Contract{rams.Joined, rams.Joined, rams.Joined}, 3-c.last, 2, c.last)
		got := eval[string](p, `Promise.all([import('/web/table/settlement.js'), import('/web/table/voice.js')]).then(([{because}, {Voice}]) => {
			const result = `+result+`;
			const words = {t: (k, a) => k + ' ' + a?.n + ' ' + a?.penalty, number: String, sum: String, card: String, sentences: String};
			const view = {declarer: -1, playing: true, seats: [3, 2, 0].map((tricks) => ({tricks})), tricks: [1, 2, 3, 4, 5]};
			const voice = new Voice(words, ['A', 'B', 'C'], -1);
			voice.of = (k, _, a) => words.t(k, a);
			const app = {words, voice, info: {result}, table: {}, names: ['A', 'B', 'C'], config: {rules: {score: 'up'}}};
			return [because(app, view, 0), ...voice.settlement(result, view)].slice(0, -1).join('|');
		})`)
		if got != c.want {
			t.Errorf("%s: %q, want %q", result, got, c.want)
		}
	}
	if got := eval[string](p, `import('/web/table/offers.js').then(({strokes}) => {
		const app = (score) => ({words: {t: (k, a) => a.n + ' ' + k}, config: {rules: {score}}});
		const seen = (x) => (x.strings ? String.raw({raw: x.strings}, ...x.values) : x).replace(/<.*?>/g, '');
		return [strokes(app('up'), {points: 4}), strokes(app('down'), {}), strokes(app('up'), {points: 21, prize: 1}), strokes(app(), {points: 4})].map(seen).join('|');
	})`); got != "4 ui.strokes|0 ui.strokes|1 ui.prize|" {
		t.Errorf("the signs say %q", got)
	}
}

// TestRenamed: a person changes their name at their own sign, and everybody sees it.
func TestRenamed(t *testing.T) {
	s := pages(t, 2)
	seat := s.make(`,"practice":true,"chairs":4`)
	p, other := newTab(t, s, shortPhone, anna+`localStorage.setItem('lang', 'de-AT')`), newTab(t, s, phone, anna)
	p.visit(seat.Link)
	other.visit(seat.Link)
	p.wait(`document.body.dataset.stage === 'playing'`)
	p.tap(".seat.me")
	p.wait(`document.querySelector('.rename input').value === 'Anna'`)
	p.fits("own sign")
	p.set(".rename input", "Sissi Maria")
	p.tap(".rename button")
	for _, q := range []*tab{p, other} {
		q.wait(`document.querySelector('.seat.me .name b')?.innerText.replace(/\s+/g, ' ') === 'Sissi Maria'`)
	}
}
