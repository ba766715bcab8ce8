package web_test

import (
	"encoding/json"
	"slices"
	"testing"

	"chratze/variant"
)

// everyTable lays out tables in the browser, by the pages' own function, and says what
// covers what. Each card is the rectangle around it as it is turned; seats, the pot
// and the trump are their signs. Only what a phone has turned up may lie on an earlier one, and not on its index.
const everyTable = `import('/web/app/layout.js').then(({layout, sign, tall, clockwise}) => import('/web/app/view.js').then(({fold, pack}) => {
	const faults = [];
	const box = (p) => {
		const a = Math.abs(p.turn ?? 0) * Math.PI / 180, h = p.w * tall;
		const [w2, h2] = [(p.w * Math.cos(a) + h * Math.sin(a)) / 2, (p.w * Math.sin(a) + h * Math.cos(a)) / 2];
		return {x0: p.x - w2, x1: p.x + w2, y0: p.y - h2, y1: p.y + h2};
	};
	const meet = (a, b) => a.x0 < b.x1 - .01 && b.x0 < a.x1 - .01 && a.y0 < b.y1 - .01 && b.y0 < a.y1 - .01;
	const look = (where, v, o) => {
		const l = layout(v, o), s = sign(o), phone = o.w < o.h;
		const ups = [...v.upcards, ...v.turned];
		const all = [['stock', {...l.stock, w: l.small}], ...[...l.cards].filter(([, p]) => !p.gone)].map(([c, p]) => ({c, p, r: box(p)}));
		const around = (at, w, h) => ({x0: at.x - w / 2, x1: at.x + w / 2, y0: at.y - h / 2, y1: at.y + h / 2});
		const seats = l.seats.map((t) => (t.side === 'me' ? around(t, 200, 44) : around(t, s.w, s.h)));
		const signs = [...seats, around(l.pot, phone ? 72 : 108, phone ? 56 : 84), around(l.trump, phone ? 38 : 48, phone ? 38 : 48)];
		if (all.length !== 1 + ups.length + v.lying.length + v.hand.length) faults.push(where + ': a card is missing');
		signs.forEach((a, i) => {
			if (signs.slice(i + 1).some((b) => meet(a, b))) faults.push(where + ': sign ' + i + ' is covered');
		});
		all.forEach(({c, p, r}, i) => {
			if (r.x0 < 0 || r.x1 > o.w || r.y0 < 48 || r.y1 > o.h) faults.push(where + ': ' + c + ' is beyond the edge');
			if (p.w < (ups.includes(c) || c === 'stock' ? 36 : 40)) faults.push(where + ': ' + c + ' is ' + p.w + ' wide');
			if (signs.some((s) => meet(s, r))) faults.push(where + ': ' + c + ' lies on a seat, the pot, or the sign of the trump');
			for (const q of all.slice(i + 1)) {
				const index = {x0: r.x0, x1: r.x0 + p.w * .4, y0: r.y0, y1: r.y0 + p.w * .6};
				const may = phone && ups.includes(c) && ups.includes(q.c) && c !== ups.at(-1) && (q.p.z ?? 0) > (p.z ?? 0);
				if (meet(may ? index : r, q.r)) faults.push(where + ': ' + c + ' and ' + q.c + ' lie on each other');
			}
		});
	};
	for (const [preset, least, most] of TABLES) for (const [w, h] of [[360, 740], [1280, 800]]) for (let n = least; n <= most; n++)
		for (const winner of [-1, ...Array(n).keys()]) for (const ups of [0, 1, 2, 3, 5]) for (const me of [0, n - 1]) for (const holds of [3, 4, 6]) {
			const v = fold([], me, n, 0);
			let k = 0;
			v.hand = pack.slice(k, k += holds);
			v[preset.startsWith('kratzen') ? 'turned' : 'upcards'] = pack.slice(k, k += ups);
			v.lying = Array.from({length: n}, (_, seat) => ({seat, card: pack[k++]}));
			Object.assign(v, {winner, playing: true});
			look([preset, w, n, 'won by', winner, 'up', ups, 'me', me, 'holds', holds].join(' '), v, {w, h, me, clockwise: clockwise.includes(preset), selected: new Set(), over: false, last: false});
		}
	return JSON.stringify({faults, clockwise});
}))`

// TestNothingCovers: at no table, of no game, in neither window does anything lie on a
// card; and the seats stand in the direction in which the game turns.
func TestNothingCovers(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	type row = [3]any
	tables := []row{{"of eight", 8, 8}}
	var turning []string
	for _, name := range variant.Presets() {
		v, _ := variant.Lookup(name)
		r := v.Rules()
		tables = append(tables, row{name, r.MinSeats, r.MaxSeats})
		if r.Clockwise {
			turning = append(turning, name)
		}
	}
	data, err := json.Marshal(tables)
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, 1)
	p := newTab(t, s, phone, "")
	p.visit(s.http.URL)
	var got struct{ Faults, Clockwise []string }
	if err := json.Unmarshal([]byte(eval[string](p, "window.TABLES = "+string(data)+", "+everyTable)), &got); err != nil {
		t.Fatal(err)
	}
	for _, f := range got.Faults[:min(len(got.Faults), 20)] {
		t.Error(f)
	}
	if n := len(got.Faults); n > 20 {
		t.Errorf("and %d more", n-20)
	}
	slices.Sort(turning)
	slices.Sort(got.Clockwise)
	if !slices.Equal(turning, got.Clockwise) {
		t.Errorf("for the pages %q turn clockwise, by the rules %q", got.Clockwise, turning)
	}
}
