package web_test

import (
	"fmt"
	"slices"
	"testing"
)

// flat is a template's text and values, as it stands before a browser has it.
const flat = `const flat = (t) => (Array.isArray(t) ? t.map(flat).join('') : t?.strings ? t.strings.map((s, i) => s + flat(t.values[i] ?? '')).join('') : ['string', 'number'].includes(typeof t) ? String(t) : '');`

// TestGrowingPotIsToldOnce: when the pot has doubled for the first time at a table, its settlement says until when
// pots grow; not before, not again, and not in a race.
func TestGrowingPotIsToldOnce(t *testing.T) {
	t.Parallel()
	got := inNode[[]bool](t, nowhere, fmt.Sprintf(`import('/web/table/parts.js').then(({panel}) => {
		%s
		const kept = {};
		Object.assign(localStorage, {getItem: (k) => kept[k] ?? null, setItem: (k, v) => { kept[k] = v; }});
		const told = (hand, played, pot, points) => flat(panel({words: {money: 'points', t: (k) => k, number: String, sum: String, balance: String}, chair: -1, mark: () => '', table: {id: 't', hand}, names: ['A'],
			voice: {settlement: () => ['x']}, info: {stage: 'between', seats: [], chairs: [], result: {played, payout: [0], penalty: [0], failed: [false], points, next: {pot}}}}, {seats: [{tricks: 0}]})).includes('settle.grows');
		return [told(1, 100, 190), told(1, 100, 300, [1]), told(2, 100, 200), told(2, 100, 200), told(3, 100, 400)];
	})`, flat))
	if want := []bool{false, false, true, true, false}; !slices.Equal(got, want) {
		t.Errorf("that the pot grows is told in %v, want %v", got, want)
	}
}

// TestPacksAreShown: a choice among packs shows a card of each suit of each; the game's own is one of them.
func TestPacksAreShown(t *testing.T) {
	t.Parallel()
	got := inNode[[]string](t, nowhere, fmt.Sprintf(`import('/web/lib/samples.js').then(({decks}) => {
		%s
		return [...flat(decks({deck: 'german', t: (k) => k}, ['', 'swiss', 'french'], '', () => {})).matchAll(/(\w+)[.]svg\S*?#(\w+)/g)].map(([, deck, card]) => deck + card);
	})`, flat))
	var want []string
	for _, deck := range []string{"german", "swiss", "french"} {
		for _, card := range []string{"Jc", "Qs", "Th", "Ad"} {
			want = append(want, deck+card)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("the choice shows %v, want %v", got, want)
	}
}
