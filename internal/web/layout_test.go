package web_test

import (
	"encoding/json"
	"testing"

	"chratze/variant"
)

// everyTable lays out tables, by the pages' own function, and says what
// covers what. Each card is the rectangle around it as it is turned; seats, the pot
// and the trump are their signs. In the auction each seat has a bubble, as wide as its sign
// at most; later what is said or paid stands in the sign. The cards of your hand are a fan: three fifths of each are seen.
const everyTable = `Promise.all(['table/layout', 'table/places', 'table/view', 'lib/games', 'table/cards'].map((m) => import('/web/' + m + '.js'))).then(([{layout}, {sign, grown, large, shape, bubble, column}, {fold}, {everyCard: pack, gameOf}, {tall}]) => {
	const faults = {push(text) { (this[text.split(':')[0].split(' won')[0].split(' ').slice(1).join(' ')] ??= []).push(text); }};
	const box = (p) => {
		const a = Math.abs(p.turn ?? 0) * Math.PI / 180, h = p.w * tall;
		const [w2, h2] = [(p.w * Math.cos(a) + h * Math.sin(a)) / 2, (p.w * Math.sin(a) + h * Math.cos(a)) / 2];
		return {x0: p.x - w2, x1: p.x + w2, y0: p.y - h2, y1: p.y + h2};
	};
	const meet = (a, b) => a.x0 < b.x1 - .01 && b.x0 < a.x1 - .01 && a.y0 < b.y1 - .01 && b.y0 < a.y1 - .01;
	const look = (where, v, o) => {
		const l = layout(v, o), s = sign(o), big = large(o), side = shape(o) === 'side', k = grown(o);
		const ups = [...v.upcards, ...v.turned];
		const all = [['stock', {...l.stock, w: l.small}], ...[...l.cards].filter(([, p]) => !p.gone)].map(([c, p]) => ({c, p, r: box(p)}));
		const around = (at, w, h) => ({x0: at.x - w / 2, x1: at.x + w / 2, y0: at.y - h / 2, y1: at.y + h / 2});
		const seats = l.seats.map((t) => (t.side === 'me' ? around(t, side ? 120 : Math.min(200, o.w - 168), 44 * k) : around(t, s.w, s.h)));
		const bubbles = v.playing ? [] : l.seats.map((t, i) => (['me', 'b'].includes(t.side) || (side && t.side !== 't') ? {...around(t, s.w, 0), y0: seats[i].y0 - bubble * k, y1: seats[i].y0} : {...around(t, s.w, 0), y0: seats[i].y1, y1: seats[i].y1 + bubble * k}));
		const signs = [...seats, around(l.pot, big ? 108 * k : 72, big ? 84 * k : 56), around(l.trump, big ? 52 * k : 44, big ? 52 * k : 44), ...bubbles];
		if (side) signs.push({x0: o.w - 90, x1: o.w, y0: 0, y1: 48});
		if (all.length !== 1 + ups.length + v.lying.length + v.hand.length) faults.push(where + ': a card is missing');
		signs.forEach((a, i) => {
			if (a.x0 < 0 || a.x1 > o.w || a.y0 < 0 || a.y1 > o.h) faults.push(where + ': sign ' + i + ' is beyond the edge');
			signs.slice(i + 1).forEach((b, j) => { if (meet(a, b)) faults.push(where + ': sign ' + i + ' and ' + (i + 1 + j) + ' lie on each other ' + JSON.stringify([a, b])); });
		});
		all.forEach(({c, p, r}, i) => {
			if (r.x0 < 0 || r.x1 > (side ? o.w - column : o.w) || r.y0 < (side ? 0 : 48) || r.y1 > o.h) faults.push(where + ': ' + c + ' is beyond the edge ' + JSON.stringify(r));
			if (p.w < (ups.includes(c) || c === 'stock' ? 35.9 : 40)) faults.push(where + ': ' + c + ' is ' + p.w + ' wide');
			signs.forEach((s, k) => { if (meet(s, r)) faults.push(where + ': ' + c + ' lies on sign ' + k + JSON.stringify([s, r])); });
			for (const q of all.slice(i + 1)) if (v.hand.includes(c) && v.hand.includes(q.c) ? Math.abs(p.x - q.p.x) < 0.6 * p.w : meet(r, q.r)) faults.push(where + ': ' + c + ' and ' + q.c + ' lie on each other');
		});
	};
	const windows = [[640, 400, 6], [667, 375], [740, 360], [800, 600], [932, 430], [900, 600], [1024, 768], [1180, 820], [1280, 800], [1920, 1080]];
	for (const [preset, least, most] of TABLES) for (const [w, h, few = 8] of windows) for (let n = least; n <= Math.min(most, few); n++)
		for (const winner of new Set([-1, 0, n >> 1, n - 1])) for (const ups of preset === 'kratzen' && w > 350 ? [0, 1, 2, 3, 5] : [0, 1, 2, 3]) for (const me of [0, n - 1]) for (const holds of [3, 4, 6]) for (const playing of winner < 0 ? [true, false] : [true]) {
			const v = fold([], me, n, 0);
			let k = 0;
			v.hand = pack.slice(k, k += holds);
			v[preset.startsWith('kratzen') ? 'turned' : 'upcards'] = pack.slice(k, k += ups);
			if (playing) v.lying = Array.from({length: n}, (_, seat) => ({seat, card: pack[k++]}));
			Object.assign(v, {winner, playing});
			look([preset, w + 'x' + h, n, 'won by', winner, 'up', ups, 'me', me, 'holds', holds, playing ? 'play' : 'auction'].join(' '), v, {w, h, me, clockwise: gameOf(preset).clockwise, selected: new Set(), over: false, last: false});
		}
	return Object.entries(faults).filter(([k]) => k !== 'push').map(([k, list]) => list.length + ' at ' + k + ', as ' + list[0]);
})`

// TestNothingCovers: at no table, of no game, in no wide window does anything lie on a card. TestNothingIsTooLong
// looks at upright windows, which a style sheet lays out, and at questions, hints and settlements.
func TestNothingCovers(t *testing.T) {
	t.Parallel()
	type row = [3]any
	tables := []row{{"eight", 8, 8}}
	for _, name := range variant.Presets() {
		v, _ := variant.Lookup(name)
		r := v.Rules()
		tables = append(tables, row{name, r.MinSeats, r.MaxSeats})
	}
	data, err := json.Marshal(tables)
	must(t, err)
	for _, f := range inNode[[]string](t, nowhere, "window.TABLES = "+string(data)+", "+everyTable) {
		t.Error(f)
	}
}
