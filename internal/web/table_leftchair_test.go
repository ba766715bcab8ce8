package web_test

import (
	"reflect"
	"testing"
)

// TestNumberOfALeftChair: with the end of a hand a page is asked for its number for the next one, and then told that the chair
// isn't its own any more. When the person sits there again, that next hand is judged as one of others. Without being told so
// it is their own: the server has left the number out.
func TestNumberOfALeftChair(t *testing.T) {
	t.Parallel()
	got := inNode[map[string]string](t, nowhere, `import('/web/fair/prover.js').then(({Prover}) => {
		const judged = (meanwhile, cards) => {
			const kept = {}, secret = (x) => x.repeat(64);
			globalThis.localStorage = {getItem: (key) => kept[key] ?? null, setItem: (key, value) => { kept[key] = value; }};
			const hello = {t: 'hello', table: '7', chair: 1, config: {proof: 'hand', rules: {preset: 'chratze'}}};
			const open = () => {
				const page = new Prover({hello, hand: 0, events: [], info: null, later: [], anew: true, number: 1, tell() {}, send: () => 1}, () => {});
				page.begin();
				return page;
			};
			const deal = (number, more) => ({sitting: secret('a'), promise: secret('b'), number, ...more});
			const info = (stage) => ({seats: [0, 1, 2], chairs: [{}, {}, {}], stage});
			const first = open();
			first.take({hand: 3, ev: [], info: info('playing'), proof: {hand: deal(3)}});
			first.take({ev: [], info: info('between'), proof: {hand: {number: 3, open: []}, next: deal(4)}});
			for (const m of meanwhile) first.take(m);
			const again = open();
			again.take(hello);
			again.take({hand: 4, ev: ['deal 1 ' + cards], info: info('between'), proof: {hand: deal(4, {after: 3, nonces: ['0 ' + secret('c')], open: []})}});
			const {line, note} = again.verdicts.get(4);
			return again.standing(line, {faults: [], level: 'whole', nonces: 1}, note);
		};
		const left = {t: 'bye', code: 'link'}, hidden = '?? ?? ?? ??', own = 'Ac Kc Qc Jc';
		return {left: judged([left], hidden), 'left out': judged([], hidden), 'thrown out, and dealt to': judged([left], own),
			'the server restarts': judged([{t: 'bye', code: 'moved'}], hidden)};
	})`)
	if want := map[string]string{"left": "watch", "left out": "part", "thrown out, and dealt to": "part", "the server restarts": "part"}; !reflect.DeepEqual(got, want) {
		t.Errorf("the page says %v, want %v", got, want)
	}
}
