package web_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"chratze/card"
	"chratze/internal/locale"
	"chratze/rams"
	"chratze/variant"
)

// everything draws each text that the pages have, with each deck of a language, and
// each sentence that is put together from several, and lists those that are no text: with a
// placeholder left, a doubled blank, or nothing where a name belongs.
const everything = `async ([{loadWords}, {Voice}, {fold, force}, {packs}], LANG) => {
	const faults = new Set();
	const look = (where, text) => { if (/[{}]|  |undefined|null|NaN|^\s*$|^[\s.,]|\s[.,]/.test(text)) faults.add(where + ': "' + text + '"'); };
	const cards = {};
	for (const deck of ['french', 'swiss', 'german']) for (const preset of PRESETS) {
		const w = await loadWords(preset, deck, LANG);
		const pack = packs[w.cardsOf];
		const args = (n) => new Proxy({}, {get: (_, name) => (name === 'n' ? n : 'x' + name)});
		for (const key of Object.keys(w.texts)) if (!/[.](point|group)$/.test(key)) for (const n of [0, 1, 2, 5]) look(key, w.t(key, args(n)));
		cards[preset + ' ' + deck] = Object.fromEntries(pack.map((c) => [c, w.card(c)]));
		for (const c of pack) look('a card', w.card(c));
		for (const s of 'cshd') look('a suit', w.suit(s));
		for (const n of [-123456, -50, 0, 5, 20, 1234567]) for (const text of [w.number(n), w.sum(n), w.balance(n)]) look('an amount', text);
		look('the game', w.game());
		look('the declarer', w.declarer());
		const kinds = ['double-blind', 'blind', 'open', 'pass', 'schlagen', 'oder', 'weiter-oder', 'weiter', 'join', 'out', 'last', 'see', 'swap', 'keep'];
		for (const me of [0, 1]) {
			const v = new Voice(w, ['Anna', 'Beat', 'Chregu'], me);
			for (const k of kinds) {
				look('a call', w.call(k));
				look('an act', v.event({t: 'act', seat: 0, act: k}));
			}
			for (const k of ['lay', 'drop', 'play', 'lay ??', 'lay ?? ??']) look('an act', v.event({t: 'act', seat: 0, act: k.includes('??') || k !== 'play' ? k : 'play Qh'}));
			for (const k of ['lay', 'drop']) for (const c of ['Ah', 'Ah 9s', '6d Ah 9s']) look('an act', v.event({t: 'act', seat: 0, act: k + ' ' + c}));
			for (const e of [{t: 'shuffle'}, {t: 'ante', amount: 20}, {t: 'upcard', card: '6h'}, {t: 'turn', card: 'Ad'}, {t: 'trump', suit: 'd'}, {t: 'reshuffle', n: 3}, {t: 'susi'}, {t: 'take', card: 'As'}, {t: 'trick'},
				{t: 'deal', cards: 'Ah Kh'}, {t: 'deal', cards: '?? ??'}, {t: 'draw', cards: 'Ah'}, {t: 'draw', cards: '??'}, {t: 'draw', cards: 'Ah', up: 'Ah'}, {t: 'draw', cards: '?? ??', up: '9s'}, {t: 'cut', shown: 'Jc'}, {t: 'dealer'}]) look(e.t, v.event({seat: 0, ...e}));
			const view = fold([{t: 'upcard', card: 'Ts'}, {t: 'act', seat: 1, act: 'open'}], me, 3, 0);
			for (const legal of [...kinds.map((k) => [k]), ['lay', 'lay Ah', 'lay Ah 9s'], ['drop Ah 9s', 'drop Kh 9s'], ['play Ah', 'play Kh']]) look('a question', v.question({legal}, view));
			for (const how of ['muss', 'seven', 'ten', 'all']) {
				const forced = force(fold([{t: 'upcard', card: 'Ts'}, {t: 'trump', suit: 's'}], me, 3, 0), how);
				if (forced.declarer !== (how === 'all' ? -1 : 0)) faults.add(how + ' makes seat ' + forced.declarer + ' declare');
				look('a forced deal', v.forced(forced));
				if (v.forced(view)) faults.add('a hand in which somebody has opened is told as forced');
			}
			for (const [r, rounded, nothing] of settlements) {
				const lines = v.settlement(r, view);
				for (const line of lines) look('the settlement', line);
				if (lines.includes(w.t('settle.rounded')) !== rounded) faults.add('a joiner without a share: ' + lines.join(' '));
				if (lines.includes(w.t('settle.nothing', {amount: w.number(r.left)})) !== nothing) faults.add('a hand that pays nothing out: ' + lines.join(' '));
			}
			for (const rule of ['count', 'follow', 'ruff', 'head', 'turn']) look('a refusal', v.refusal({code: 'illegal', rule, cards: 'Ah 9s', least: 1, most: 2}));
		}
	}
	return {faults: [...faults], cards};
}`

// TestEveryTextWithEveryDeck: the pages say everything in every language with every deck, of
// every game, without a hole in it; and each card is called what Go calls it.
func TestEveryTextWithEveryDeck(t *testing.T) {
	t.Parallel()
	s := open(t, 1)
	presets, err := json.Marshal(variant.Presets())
	if err != nil {
		t.Fatal(err)
	}
	c := locale.New()
	type said struct {
		Faults []string
		Cards  map[string]map[string]string
	}
	three := []rams.Contract{rams.Joined, rams.Declared, rams.Joined}
	muss := []rams.Contract{rams.MussJoined, rams.MussDealer, rams.MussJoined}
	settlements := fmt.Sprintf("[[%s, false, false], [%s, false, false], [%s, true, false], [%s, false, false], [%s, false, true], [%s, false, false]]",
		settled(t, "chratze", 3, 80, 0, 0, three, 3, 1), unopened(t, 80), settled(t, "chratze", 3, 40, 0, 0, three, 1, 3), settled(t, "chratze", 3, 40, 0, 0, three, 0, 4),
		settled(t, "kratzen", 3, 40, 0, 0, muss, 1, 3), settled(t, "tippen,split=most", 3, 30, 0, 0, []rams.Contract{rams.Joined, rams.Joined, rams.Joined}, 1, 1, 1))
	all := inNode[map[string]said](t, s.http.URL, fmt.Sprintf(`(window.PRESETS = %s, window.settlements = %s, Promise.all(['lib/words', 'table/voice', 'table/view', 'lib/games'].map((m) => import('/web/' + m + '.js')))).then(async (modules) => {
		const look = %s;
		return Object.fromEntries(await Promise.all(modules[0].languages.map(async (lang) => [lang, await look(modules, lang)])));
	})`, presets, settlements, everything))
	for _, lang := range c.Languages() {
		got := all[lang]
		for _, f := range got.Faults {
			t.Errorf("%s: %s", lang, f)
		}
		for _, preset := range variant.Presets() {
			v, _ := variant.Lookup(preset)
			for _, deck := range locale.Decks() {
				w := c.For(lang).Words(v, deck)
				said := got.Cards[preset+" "+string(deck)]
				if len(said) != v.Rules().Pack.Cards().Len() {
					t.Fatalf("%s, %s, %s: the pages name %d cards", lang, preset, deck, len(said))
				}
				for code, name := range said {
					c, err := card.Parse(code)
					if want := w.Card(c); err != nil || name != want {
						t.Errorf("%s, %s, %s: the pages call %s %q, Go calls it %q", lang, preset, deck, code, name, want)
					}
				}
			}
		}
	}
}
