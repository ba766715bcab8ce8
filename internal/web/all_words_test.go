package web_test

import (
	"slices"
	"strings"
	"testing"

	"chratze/internal/locale"
	"chratze/internal/web"
	"chratze/rams"
)

// TestBothReadersSayTheSame: the pages' code and Go's make the same text of every
// message that the pages name, in every language, with several numbers.
func TestBothReadersSayTheSame(t *testing.T) {
	t.Parallel()
	s := open(t, 1)
	c, names := locale.New(), web.Texts()["app"]
	args := locale.Args{}
	for _, name := range c.Parameters() {
		args[name] = "<" + name + ">"
	}
	all := inNode[map[string]map[string][]string](t, s.http.URL, `import('/web/lib/words.js').then(async ({languages, loadWords}) => {
		const args = (n) => new Proxy({}, {get: (_, name) => (name === 'n' ? n : '<' + name + '>')});
		return Object.fromEntries(await Promise.all(languages.map(async (lang) => {
			const w = await loadWords('chratze', undefined, lang);
			return [lang, Object.fromEntries(Object.keys(w.texts).map((key) => [key, [0, 1, 2, 5, 1000].map((n) => w.t(key, args(n)))]))];
		})));
	})`)
	for _, lang := range c.Languages() {
		got := all[lang]
		reader := c.For(lang)
		if texts := reader.Browser(names.Has).Texts; len(got) != len(texts) || len(got) < 100 {
			t.Errorf("%s: the pages read %d messages, want %d", lang, len(got), len(texts))
		}
		for key, said := range got {
			for i, n := range []int{0, 1, 2, 5, 1000} {
				args["n"] = n
				if want := reader.T(key, args); said[i] != want {
					t.Errorf("%s, %s, %d: the pages say %q, Go says %q", lang, key, n, said[i], want)
				}
			}
		}
	}
}

// TestDatesAreTheBrowsers: whoever reads English in Britain reads days in the order of Britain;
// a language that is asked for goes before the browser's.
func TestDatesAreTheBrowsers(t *testing.T) {
	t.Parallel()
	got := inNode[[]string](t, nowhere, `import('/web/lib/words.js').then(({Words}) => [['en-GB', 'en'], ['en-US', 'en'], ['de-DE', 'en'], ['en-GB', 'de-AT']].map(([browser, lang]) => {
		navigator.languages = ['fr', browser];
		return new Date(2026, 10, 24).toLocaleDateString(new Words(lang, {}, {}, 'chratze').dates, {dateStyle: 'long'});
	}))`)
	if want := []string{"24 November 2026", "November 24, 2026", "November 24, 2026", "24. November 2026"}; !slices.Equal(got, want) {
		t.Errorf("the days are %q, want %q", got, want)
	}
}

// TestReviewIsPunctuated: what a review says of a decision has no stop, colon or blank of another writing in Japanese,
// and ends every sentence elsewhere.
func TestReviewIsPunctuated(t *testing.T) {
	t.Parallel()
	s := open(t, 1)
	all := inNode[map[string]string](t, s.http.URL, `Promise.all(['lib/words', 'replay/review', 'table/reasons'].map((m) => import('/web/' + m + '.js'))).then(async ([{languages, loadWords}, {Review}, {learned}]) =>
		Object.fromEntries(await Promise.all(languages.map(async (lang) => {
			const w = await learned(await loadWords('chratze', undefined, lang));
			const d = {event: 1, mark: 'blunder', played: 'play 7h', best: 'play Jh', cost: 40, percent: 20, half: 2, pot: 200, acts: [{act: 'play 7h', fails: .8}]};
			return [lang, w.labelled('X', new Review(w, {}, {decisions: [d]}, 5).told(d))];
		}))))`)
	for lang, want := range map[string]string{
		"en": "X: blunder. On average it costs Fr.\u00a00.40. You fail 8 times in 10. Best: Rosen\u00a0Under.", "ja": "X：大悪手。平均すると0.40フランの損です。10回に8回は失敗します。最善：バラのウンダー。",
	} {
		if all[lang] != want {
			t.Errorf("%s: %q, want %q", lang, all[lang], want)
		}
	}
}

// TestHeadTellsTheStakes: above every game stands who puts in the ante, and when; in no language the amount alone.
func TestHeadTellsTheStakes(t *testing.T) {
	t.Parallel()
	c := locale.New()
	for _, lang := range c.Languages() {
		who := map[string]bool{}
		for _, antes := range []rams.Antes{rams.AnteAll, rams.AnteDealer, rams.AnteEmpty, rams.AntePhase} {
			key := "ui.ante." + antes.String()
			before, after, told := strings.Cut(c.For(lang).T(key, locale.Args{"amount": "5"}), "5")
			if text := strings.TrimSpace(before + after); !told || who[text] || len([]rune(text)) < 2 {
				t.Errorf("%s: %s says %q beside the amount: who puts it in, and when?", lang, key, text)
			} else {
				who[text] = true
			}
		}
	}
}

// TestCallsAreTranslated: what a player has called stands in the word of the game, and what it means at the player's sign and
// beside the call where it is told later, in the reader's language.
func TestCallsAreTranslated(t *testing.T) {
	t.Parallel()
	s := open(t, 1)
	all := inNode[map[string][]string](t, s.http.URL, `Promise.all(['lib/words', 'table/spoken', 'table/reasons'].map((m) => import('/web/' + m + '.js'))).then(async ([{languages, loadWords}, {status}, {learned, meant}]) =>
		Object.fromEntries(await Promise.all(languages.map(async (lang) => {
			const w = await learned(await loadWords('chratze', undefined, lang)), v = {declarer: -1, seats: [{said: 'join'}, {said: 'out'}]};
			return [lang, [w.call('join'), status(w, v, 0), status(w, v, 1), meant(w, 'join')]];
		}))))`)
	for lang, want := range map[string][]string{
		"en": {"metcho", "joined", "out", "I join (metcho)"}, "ja": {"metcho", "参加", "降り", "参加する（metcho）"},
	} {
		if !slices.Equal(all[lang], want) {
			t.Errorf("%s: %q, want %q", lang, all[lang], want)
		}
	}
}

// TestHintsKnowTheTable: a hint names cards and answers as the table does, also where its house rules changed the pack or who chooses the trump.
func TestHintsKnowTheTable(t *testing.T) {
	t.Parallel()
	s := open(t, 1)
	got := inNode[[]string](t, s.http.URL, `Promise.all(['lib/words', 'table/reasons'].map((m) => import('/web/' + m + '.js'))).then(async ([{loadTable}, {learned, act}]) => {
		const w = await learned(await loadTable({rules: {preset: 'loo', trump: 'dealer', pack: 'weli33', rob: 'dealer'}}, 'german'));
		return [act(w, 'see'), act(w, 'play 6d'), String(w.rob), w.t('hint.do'), w.t('learn.go')];
	})`)
	en := locale.New().For("en")
	if want := []string{en.T("call.see.trump", nil), "Weli", "true", en.T("hint.do", nil), en.T("learn.go", nil)}; !slices.Equal(got, want) {
		t.Errorf("hints say %q, want %q", got, want)
	}
}

// TestFirstExchange: the first question of an exchange says that each card is replaced from the stock, in every language; in later
// hands the question is short.
func TestFirstExchange(t *testing.T) {
	t.Parallel()
	s := open(t, 1)
	all := inNode[map[string][]string](t, s.http.URL, `Promise.all(['lib/words', 'table/offers'].map((m) => import('/web/' + m + '.js'))).then(async ([{languages, loadWords}, {prize}]) => {
		const all = {};
		for (const lang of languages) {
			const kept = {}, words = await loadWords('chratze', undefined, lang), v = {hand: [1, 2, 3, 4], hidden: 0, declarer: 0};
			globalThis.localStorage = {getItem: (k) => kept[k] ?? null, setItem: (k, value) => { kept[k] = value; }};
			all[lang] = [1, 1, 2].map((hand) => prize({words, kind: 'lay', ask: {legal: ['lay']}, table: {id: '7', hand}, config: {rules: {}}, preset: 'chratze'}, v).values?.[0] ?? '');
		}
		return all;
	})`)
	c := locale.New()
	for _, lang := range c.Languages() {
		if told := c.For(lang).T("offer.exchange", nil); !slices.Equal(all[lang], []string{told, told, ""}) {
			t.Errorf("%s: asked twice in one hand and once in the next, it is said %q", lang, all[lang])
		}
	}
}

// TestOnlyCardSaysWhy: if only one card can be played, the question says by which rule; of the last card there is nothing to say.
func TestOnlyCardSaysWhy(t *testing.T) {
	t.Parallel()
	s := open(t, 1)
	got := inNode[[]string](t, s.http.URL, `Promise.all(['lib/words', 'table/voice', 'table/view'].map((m) => import('/web/' + m + '.js'))).then(async ([{loadWords}, {Voice}, {fold}]) => {
		const w = await loadWords('kratzen', 'german', 'en'), v = new Voice(w, ['Anna', 'Beat'], 0);
		const view = {...fold([{t: 'upcard', card: 'Kh'}, {t: 'trump', suit: 'h'}], 0, 2, 1), winner: -1, lying: [{seat: 1, card: '8s'}]};
		const asked = (only, card) => v.question({legal: ['play ' + card], only}, view);
		return [asked('follow', '9s'), asked('trump', '9h'), asked('head', '6d'), asked('lead', 'Ac'), asked(undefined, '9s')];
	})`)
	want := []string{"must follow suit: Laub-9", "so you must play a trump: Herz-9", "must beat the trick: Weli", "must lead: Eichel-Sau", "only play Laub-9"}
	for i, w := range want {
		if i >= len(got) || !strings.Contains(got[i], w) {
			t.Errorf("one reads %q, want %q", got, w)
		}
	}
}
