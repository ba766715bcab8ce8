package web_test

import "testing"

// TestBlindBeforeWords: a blind question that comes before the texts of the page is answered, or kept for an ace, without a view.
func TestBlindBeforeWords(t *testing.T) {
	t.Parallel()
	got := inNode[[]string](t, nowhere, `import('/web/live/blind.js').then(({Blind}) => ['Ah', 'Kd', '9s'].map((card) => {
		const acts = [];
		const app = {config: {rules: {}}, ask: {}, info: {}, act: (a) => acts.push(a), table: {ask: {legal: ['blind', 'see']}, events: [{t: 'upcard', card: '7c'}, {t: 'upcard', card}]},
			get view() { throw new Error('the words are not here'); }};
		new Blind(app).news();
		return acts.join();
	}))`)
	if got[0] != "" || got[1] != "" || got[2] != "see" {
		t.Errorf("for an ace, a king and a nine the page answers %q", got)
	}
}
