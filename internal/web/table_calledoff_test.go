package web_test

import (
	"reflect"
	"testing"
)

// TestCalledOffIsKept: a deal was called off, or begun anew, and then the page is loaded again. The server tells nothing of it
// any more, and the page still doesn't say that all is well.
func TestCalledOffIsKept(t *testing.T) {
	t.Parallel()
	got := inNode[map[string]string](t, nowhere, `import('/web/fair/prover.js').then(({Prover}) => {
		const stand = (told) => {
			const kept = {};
			globalThis.localStorage = {getItem: (key) => kept[key] ?? null, setItem: (key, value) => { kept[key] = value; }};
			const open = () => new Prover({
				hello: {table: '7', chair: 0, config: {proof: 'hand', rules: {}}}, hand: 1, events: [], info: {seats: [0, 1], stage: 'between'},
				later: [], anew: false, number: 1, tell() {}, send: () => 1,
			}, () => {});
			const deal = {sitting: 'a'.repeat(64), promise: 'b'.repeat(64), number: 4};
			told(open(), deal);
			const again = open();
			again.give({...deal, number: 5});
			const note = again.note(deal.sitting, 5);
			return again.standing({view: 0, fair: {nonces: ['0 ' + note.nonce]}}, {faults: [], level: 'whole', nonces: 1}, note) + ' ' + again.voids.map((v) => v.number);
		};
		return {
			nothing: stand((page, deal) => page.give(deal)),
			cancelled: stand((page, deal) => page.give({...deal, void: [{number: 3, chairs: [1], promises: []}]})),
			anew: stand((page, deal) => { for (const promises of [undefined, ['1 ' + 'c'.repeat(64)], undefined]) page.give({...deal, promises}); }),
		};
	})`)
	if want := map[string]string{"nothing": "good ", "cancelled": "once 3", "anew": "again 4"}; !reflect.DeepEqual(got, want) {
		t.Errorf("after a reload the page says %v, want %v", got, want)
	}
}
