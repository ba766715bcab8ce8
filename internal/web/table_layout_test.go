package web_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// everyTable draws tables in the window, and says what covers what. Each card is the rectangle around it as it is turned; all
// else is where the page has put it. In the auction each seat has said something. The cards of your hand are a fan: three fifths
// of each are seen; what was turned up is a pile with the valid card on top.
const everyTable = `(async () => {
	const [{App, run}, {Connection}, {Hints}, {board}, {fold}, {packs: {jass36: pack}}, {sheet, tall}, {loadWords}] = await Promise.all(['live/app', 'live/connection', 'live/hints', 'table/board', 'table/view', 'lib/games', 'table/cards', 'lib/words'].map((m) => import('/web/' + m + '.js')));
	class Fake extends Connection { connect() {} get open() { return true; } send() { return 1; } tell() {} }
	if (!window.shownApp) {
		window.shownApp = new App((told) => (window.fake = new Fake('1', told)));
		run(shownApp);
		fake.take({t: 'hello', protocol: 'chratze/1', chair: 0, now: Date.now(), config: {rules: {preset: 'chratze'}, practice: true, chairs: 4}});
		for (let k = 0; !shownApp.cards; k++) await new Promise((done) => setTimeout(done, 10));
	}
	const app = shownApp, faults = {}, [w, h, most] = WINDOW, side = w > h && !(w >= 1000 && h >= 720);
	const names = ['Anna', 'Béla the Second of Pest', 'Christoph', 'Dora', 'Emilia', 'Franz', 'Gret', 'Hans'];
	const of = (r) => ({x0: r.left, x1: r.right, y0: r.top, y1: r.bottom});
	const around = (p) => {
		const a = Math.abs(p.turn ?? 0) * Math.PI / 180, high = p.w * tall;
		const [w2, h2] = [(p.w * Math.cos(a) + high * Math.sin(a)) / 2, (p.w * Math.sin(a) + high * Math.cos(a)) / 2];
		return {x0: p.x - w2, x1: p.x + w2, y0: p.y - h2, y1: p.y + h2};
	};
	const meet = (a, b) => a.x0 < b.x1 - 1.5 && b.x0 < a.x1 - 1.5 && a.y0 < b.y1 - 1.5 && b.y0 < a.y1 - 1.5;
	const whole = (r) => JSON.stringify(Object.values(r).map(Math.round));
	let drawn = 0;
	const look = (where, v) => {
		const put = (what, how) => { (faults[what] ??= []).push(where + ': ' + how); };
		const l = board(app, v, {w, h, foot: 120});
		drawn++;
		const ups = v.turned, pile = (c) => c === 'stock' || ups.includes(c);
		const cards = [...(l.folded ? [] : [['stock', {...l.stock, w: l.small}]]), ...[...l.cards].filter(([, p]) => !p.gone)].map(([c, p]) => ({c, p, r: around(p)}));
		if (cards.length !== v.hand.length + v.lying.length + (l.folded ? 0 : 1 + ups.length)) put('a card is missing', cards.length);
		const signs = [...document.querySelectorAll('#rim > :is(.seat, .pot, .trumpsign), #rim .who, #bar .icon')].filter((e) => e.checkVisibility()).map((e) => ({e, r: of(e.getBoundingClientRect())}));
		signs.forEach(({e, r}, i) => {
			if (r.x0 < -1 || r.x1 > w + 1 || r.y0 < -1 || r.y1 > h + 1) put('a sign is beyond the edge', e.className + whole(r));
			for (const {e: f, r: q} of signs.slice(i + 1)) if (!e.contains(f) && meet(r, q)) put('two signs lie on each other', [e.className, whole(r), f.className, whole(q)].join(' '));
		});
		cards.forEach(({c, p, r}, i) => {
			if (r.x0 < 0 || r.x1 > (side ? w - 196 : w) || r.y0 < 0 || r.y1 > h) put('a card is beyond the edge', c + whole(r));
			if (p.w < (pile(c) ? 36 : v.hand.includes(c) ? 44 : 34)) put('a card is too small', c + ' ' + p.w);
			for (const {e, r: q} of signs) if (meet(q, r)) put('a card lies on a sign', [c, whole(r), e.className, whole(q)].join(' '));
			for (const o of cards.slice(i + 1)) {
				if (pile(c) && pile(o.c)) continue;
				if (v.hand.includes(c) && v.hand.includes(o.c) ? Math.abs(p.x - o.p.x) < 0.6 * p.w : meet(r, o.r)) put('two cards lie on each other', [c, whole(r), o.c, whole(o.r)].join(' '));
			}
		});
	};
	for (let n = 2; n <= (most ?? 8); n++) {
		if (!ALL && w > 360 && (n + AT) % 2) continue;
		const seats = Array.from({length: n}, (_, i) => i), me = n % 2 ? n - 1 : 0;
		fake.hello.chair = me;
		fake.hello.config.rules.preset = n % 3 ? 'chratze' : 'kratzen';
		fake.take({hand: n, from: 0, start: {pot: 0, dealer: 1}, ev: [], turn: 1, info: {stage: 'playing', pot: 12160, dealer: 1, host: 0, seats,
			chairs: seats.map((i) => ({name: names[i], ...(i ? {bot: 'strong'} : {})})), balances: seats.map((i) => 125 * (i - 2)), practice: {alone: true, open: false, back: true, again: true}}});
		for (const [i, [phase, up]] of [['asks', 0], ['asks', 1], ['asks', 3], ['plays', 1], ['won', 2]].entries()) for (const holds of ALL ? [3, 4, 6] : [[3, 4, 6][(n + i + w) % 3]]) {
			const v = fold([], me, n, 1);
			let k = 0;
			v.trump = 'd';
			v.hand = pack.slice(k, k += holds);
			v.turned = pack.slice(k, k += up);
			v.playing = phase !== 'asks';
			v.declarer = 1;
			for (const s of v.seats) Object.assign(s, v.playing ? {exchanged: 2, tricks: 1, count: 3} : {said: 'join', count: 4});
			if (v.playing) v.lying = seats.map((seat) => ({seat, card: pack[k++]}));
			if (phase === 'won') v.winner = n >> 1;
			look([WINDOW.slice(0, 2).join('x'), n, phase, 'up', up, 'holds', holds].join(' '), v);
		}
	}
	return JSON.stringify({drawn, faults: Object.entries(faults).map(([k, list]) => list.length + ' times ' + k + ', as ' + list.slice(0, 3).join('; '))});
})()`

// TestNothingCovers: at no table, with no number of players and in no window, upright or wide, does anything lie on a card or a
// sign. Hands of three, four and six cards take turns, and in larger windows odd and even numbers of players; with CHRATZE_VERIFY
// each window has all. And no question styles the cards anew. TestNothingIsTooLong looks at questions, hints and settlements.
func TestNothingCovers(t *testing.T) {
	s := pages(t, 1)
	p := newTab(t, s, phone, anna)
	p.visit(s.http.URL + "/web/live/table.html")
	for i, w := range [][]int64{{320, 568, 6}, {360, 640}, {360, 740}, {390, 844}, {430, 932}, {820, 1180}, {640, 400, 6}, {667, 375}, {740, 360}, {844, 390}, {932, 430},
		{800, 600}, {900, 600}, {1024, 768}, {1180, 820}, {1280, 800}, {1920, 1080}} {
		p.do(chromedp.EmulateViewport(w[0], w[1], chromedp.EmulateScale(1)))
		data, err := json.Marshal(w)
		must(t, err)
		var got struct {
			Drawn  int
			Faults []string
		}
		must(t, json.Unmarshal([]byte(eval[string](p, fmt.Sprintf("window.WINDOW = %s, window.ALL = %t, window.AT = %d, %s", data, verify, i, everyTable))), &got))
		if got.Drawn < 10 {
			t.Errorf("%v: only %d tables were drawn", w, got.Drawn)
		}
		for _, f := range got.Faults {
			t.Errorf("%v: %s", w, f)
		}
	}
	if got := eval[[]string](p, `[...document.querySelectorAll('.card, .who *')].flatMap((e) => ['--edge', '--foot'].filter((name) => getComputedStyle(e).getPropertyValue(name)))`); len(got) > 0 {
		t.Errorf("%d cards and faces inherit what changes with each question: all that they are drawn of is styled anew", len(got))
	}
}

// TestUpcardThatCounts: after a player has taken an upcard and another is turned, the one that counts lies on top, and the taker's
// name stands at the card that was taken.
func TestUpcardThatCounts(t *testing.T) {
	t.Parallel()
	got := inNode[struct {
		Taken, Valid, Name, Under, Top float64
		Dim                            []bool
	}](t, nowhere, `Promise.all(['table/layout', 'table/view'].map((m) => import('/web/' + m + '.js'))).then(([{layout}, {fold}]) => {
		const v = fold([], 0, 3, 1), box = (x, y, w, h) => ({x, y, w, h});
		Object.assign(v, {upcards: ['taken', 'valid'], taken: 'taken', taker: 1, trump: 'd'});
		const up = (card) => ({t: 'upcard', card}), trump = (suit) => ({t: 'trump', suit});
		const shown = (...hands) => hands.flatMap((events) => {
			const l = at(fold(events, 0, 3, 1));
			return [...l.cards.values()].map((c) => c.dim);
		});
		const at = (v) => layout(v, {w: 390, h: 844, me: 0, selected: new Set()}, {seats: [0, 1, 2].map(() => box(0, 0, 9, 9)), stage: box(195, 300, 300, 200), pot: box(0, 0, 9, 9), rail: 600, foot: 120});
		const l = at(v);
		const taken = l.cards.get('taken'), valid = l.cards.get('valid');
		return {Taken: taken.x, Valid: valid.x, Name: l.up.x, Under: taken.z, Top: valid.z, Dim: shown([up('7d'), up('As'), trump('s')], [up('Kc'), trump('c'), up('As'), trump('s')])};
	})`)
	if fmt.Sprint(got.Dim) != "[false false true false]" { // both may be taken; of two in turn only the second counts
		t.Errorf("pairs of upcards are dimmed as %v", got.Dim)
	}
	if got.Name != got.Taken || got.Taken == got.Valid || got.Top <= got.Under {
		t.Errorf("the name stands at %v; what was taken lies at %v, %v high, and what counts at %v, %v high", got.Name, got.Taken, got.Under, got.Valid, got.Top)
	}
}
