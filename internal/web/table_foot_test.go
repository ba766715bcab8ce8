package web_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// everyFoot draws the page of a table as it stands at every question, with a hint and
// without, and when a hand is over, and says what meets a card or a sign, or leaves the window. MATRIX
// says in which languages, decks and numbers of seats.
const everyFoot = `(async () => {
	const [{App, run}, {Connection}, {Hints}, {Words, loadWords}, {sheet}, {learned, act}, {settings}] = await Promise.all(['/web/live/app.js', '/web/live/connection.js', '/web/live/hints.js', '/web/lib/words.js', '/web/table/cards.js', '/web/table/reasons.js', '/web/lib/settings.js'].map((m) => import(m)));
	class Fake extends Connection { connect() {} get open() { return true; } send() { return 1; } tell() {} }
	if (!window.shownApp) {
		window.shownApp = new App((told) => (window.fake = new Fake('1', told)));
		run(window.shownApp);
		fake.take({t: 'hello', protocol: 'chratze/1', chair: 0, now: Date.now(), config: {rules: {preset: 'chratze'}, practice: true, chairs: 4}});
		for (let k = 0; !shownApp.cards; k++) await new Promise((done) => setTimeout(done, 10));
	}
	const app = window.shownApp, faults = {};
	let hand = window.lastHand ?? 1, drawn = 0;
	const names = ['Anna', 'Béla the Second of Pest', 'Christoph', 'Dora', 'Emilia', 'Franz', 'Gret', 'Hans'];
	const others = (n, f) => Array.from({length: n - 1}, (_, i) => f(i + 1));
	const sets = (cards) => cards.reduce((all, c) => [...all, ...all.map((s) => [...s, c])], [[]]);
	const hold = ['Ac', 'Qs', 'Jh', '8d'];
	const pay = [2, 2, 12160], one = [1, 1, 6080];
	const deal = (n) => [...Array.from({length: n}, (_, i) => 'ante ' + i + ' 20'), 'deal 0 ' + hold.join(' '), ...others(n, (i) => 'deal ' + i + ' ?? ?? ?? ??'), 'upcard Kd', 'trump d'];
	const playing = (n) => [...deal(n), 'act 1 open', ...others(n, (i) => (i > 1 ? 'act ' + i + ' join' : '')).filter(Boolean), 'act 0 join', ...others(n, (i) => 'act ' + i + ' lay ?? ??'), ...others(n, (i) => 'draw ' + i + ' ?? ??')];
	const free = ['9c', 'Tc', 'Kc', 'Ks', '9s', 'Ts', 'Js'];
	const situations = (n) => ({
		open: {ev: deal(n), legal: ['open', 'pass'], stakes: [pay, 0]},
		again: {ev: [...deal(n), 'upcard 9h', 'trump h', 'upcard Tc', 'trump c'], legal: ['open', 'pass'], stakes: [pay, 0]},
		blind: {ev: deal(n).filter((e) => !e.startsWith('deal 0')).concat('deal 0 ?? ??'), legal: ['blind', 'see'], stakes: [pay, 0]},
		tag: {ev: playing(n), legal: hold.map((c) => 'play ' + c), last: true, muss: true},
		price: {ev: deal(n), legal: ['price-1', 'price-2', 'price-3', 'price-5', 'price-10'], stakes: [10, 20, 30, 50, 1000].map((x) => [0, 0, x])},
		join: {ev: [...deal(n), 'act 1 open'], legal: ['join', 'out', 'last'], stakes: [one, 0, 0]},
		...(n < 3 || n > 6 ? {} : {bid: {ev: deal(n), legal: ['schlagen', 'oder', 'weiter-oder', 'weiter'], stakes: [pay, pay, pay, 0]}}),
		lay: {ev: [...deal(n), 'act 1 open', 'act 0 join'], legal: sets(hold).map((s) => ['lay', ...s].join(' ')), six: 'open', dealer: 0},
		drop: {ev: [...deal(n), 'act 1 open', 'act 0 join', 'draw 0 Ad Td'], legal: sets([...hold, 'Ad', 'Td']).filter((s) => s.length === 2).map((s) => ['drop', ...s].join(' '))},
		lead: {ev: playing(n), legal: hold.map((c) => 'play ' + c)},
		follow: {ev: [...playing(n), ...others(n, (i) => 'act ' + i + ' play ' + free[i - 1])], legal: hold.map((c) => 'play ' + c)},
		wait: {ev: [...deal(n), 'upcard 9h', 'trump h'], legal: []},
		end: {ev: [...playing(n), ...hold.slice(0, 3).flatMap((c) => ['act 0 play ' + c, 'trick 0']), ...others(n, (i) => 'act ' + i + ' play ' + free[i - 1]), 'act 0 play 8d', 'trick 1'], over: true},
		thrice: {ev: [...deal(n), 'upcard 9h', 'trump h', 'upcard Tc', 'trump c', 'act 1 open', ...others(n, (i) => (i > 1 ? 'act ' + i + ' out' : '')).filter(Boolean), 'act 0 out'], over: true, keeps: true},
		late: {ev: [...deal(n).map((e) => e.replace(/^deal 0.*/, 'deal 0 ?? ?? ?? ??')), ...others(n, (i) => 'act ' + i + (i > 1 ? ' join' : ' open'))], legal: [], out: true},
		lateend: {ev: [...playing(n).map((e) => e.replace(/^deal 0.*/, 'deal 0 ?? ?? ?? ??')), ...hold.slice(0, 3).flatMap((c) => ['act 0 play ' + c, 'trick 0']), ...others(n, (i) => 'act ' + i + ' play ' + free[i - 1]), 'act 0 play 8d', 'trick 1'], over: true, out: true},
		walk: {ev: [...deal(n), 'act 1 open', ...others(n, (i) => (i > 1 ? 'act ' + i + ' out' : '')).filter(Boolean), 'act 0 out'], over: true, keeps: true},
	});
	const box = (e) => e.getBoundingClientRect();
	const meet = (a, b) => a.left < b.right - 1.5 && b.left < a.right - 1.5 && a.top < b.bottom - 1.5 && b.top < a.bottom - 1.5;
	const look = (where) => {
		const put = (text) => { (faults[text.replace(/ '.*'/, '')] ??= []).push(where + ' ' + (text.match(/'.*'/) ?? [''])[0]); };
		drawn++;
		const over = app.over;
		const cards = [...document.querySelectorAll('.card:not([hidden], .gone, [aria-pressed=true])')].map((e) => [e.dataset.card ?? 'back', box(e)]);
		const signs = [...document.querySelectorAll('#rim > :is(.seat, .pot, .trumpsign, .lasttrick), #rim .bubble:not(.in)')].filter((e) => e.checkVisibility()).map((e) => [e.classList[0], box(e), e]);
		const bars = [...document.querySelectorAll('#bar > *, #bar button')].filter((e) => e.checkVisibility() && box(e).width > 2).map((e) => ['bar ' + (e.className || e.localName), box(e), e]);
		for (const e of document.querySelectorAll('#rim .seat > .who')) if (e.checkVisibility()) {
			const r = box(e);
			if (r.left < 1 || r.top < 1 || r.right > innerWidth - 1) put("a face leaves the window '" + [r.left, r.top, r.right].map(Math.round) + "'");
		}
		const title = document.createRange();
		title.selectNodeContents([...(document.querySelector('#bar .state')?.childNodes ?? [])].find((e) => e.nodeType === 3) ?? document.body);
		for (const e of [...document.querySelectorAll('#bar .state:not([hidden]) :is(.tag, .ante, .eyes)')].concat(document.querySelector('#bar .state')?.checkVisibility() ? title : [])) if (e === title || e.checkVisibility()) {
			const r = box(e);
			if (r.top < -1 || r.bottom > (e.className === 'ante' ? 44 : 51) || r.right > innerWidth || r.left < 0) put("the bar is cut '" + String(e.innerText ?? e).replaceAll("'", '') + ' ' + [r.left, r.top, r.right, r.bottom].map(Math.round) + "'");
		}
		for (const e of document.querySelectorAll('#rim .dealer, #rim .broken')) for (const o of e.closest('.seat').querySelectorAll('.name b, .money, .role')) if (o.checkVisibility() && meet(box(e), box(o))) put('a mark covers ' + o.className + " '" + o.innerText + "'");
		for (const e of document.querySelectorAll('#rim .role')) if (e.checkVisibility()) {
			const text = document.createRange();
			text.selectNodeContents(e);
			if (text.getBoundingClientRect().width > box(e).width) put("a role is cut '" + e.innerText + ' ' + [text.getBoundingClientRect().width, box(e).width].map(Math.round) + "'");
		}
		for (const e of document.querySelectorAll('#bar *, #rim *, #foot *, #panel *')) {
			const px = parseFloat(getComputedStyle(e).fontSize); // 0: a sign is drawn instead
			if (px && px < 10.8 && box(e).width > 2 && [...e.childNodes].some((t) => t.nodeType === 3 && t.data.trim()) && e.checkVisibility()) put("small letters in " + e.closest('[class]').className + " '" + px + ' ' + e.innerText + "'");
		}
		if (over) for (const e of document.querySelectorAll('#panel .flows .sum')) for (const [c, q] of bars) if (meet(box(e), q)) put('a sum lies under ' + c);
		for (const e of document.querySelectorAll('#rim .seat .money')) if (e.checkVisibility()) for (const o of document.querySelectorAll('#rim .seat .bubble:not(.in)')) if (meet(box(e), box(o))) put('a bubble covers a balance');
		const feet = (over ? [document.getElementById('panel')] : [...document.querySelectorAll('#foot > :not(form), #foot button, #foot .worth, #foot li')]).filter((e) => e.checkVisibility()).map((e) => [(e.className || e.localName) + " '" + e.innerText.slice(0, 30).replaceAll('\n', ' ') + "'", box(e), e]);
		for (const [name, r, e] of feet) {
			if (r.left < -1 || r.top < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1) put(name + ' leaves the window');
			if (e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline') put(name + ' is too narrow');
			for (const [c, q] of cards) if (meet(r, q) && !(over && c === 'stock')) put(name + ' meets a card');
			for (const [c, q] of signs) if (meet(r, q)) put(name + ' meets ' + c);
		}
		const all = [...bars, ...signs, ...(over ? [] : feet)];
		all.forEach(([s, r, e], i) => { for (const [o, q, f] of all.slice(i + 1)) if (!e.contains(f) && !f.contains(e) && meet(r, q)) put('two signs cover each other ' + "'" + [s, o].join(' and ').replaceAll("'", '') + ' ' + JSON.stringify([r, q].map((b) => [b.left, b.top, b.right, b.bottom].map(Math.round))) + "'"); });
		for (const [c, r] of cards) for (const [s, q] of signs) if (meet(r, q)) put('a card meets ' + s + " '" + c + ' ' + JSON.stringify([r, q].map((b) => [b.left, b.top, b.right, b.bottom].map(Math.round))) + "'");
		const own = document.querySelector('.card.mine:not([hidden])')?.style.transform.match(/scale.*/)?.[0], at = [innerWidth, innerHeight].join();
		if (app.kind === 'play' && !app.hints.now && innerHeight > innerWidth && innerHeight > 700 && own !== (((window.ownCards ??= {})[at]) ??= own)) put("own cards change their size '" + own + "'");
		if (over) {
			const p = document.getElementById('panel'), r = box(p);
			for (const e of p.querySelectorAll('.flows b > span:first-child')) {
				const range = document.createRange(), text = document.createTreeWalker(e, NodeFilter.SHOW_TEXT).nextNode();
				range.setStart(text, 0), range.setEnd(text, Math.min(text.length, innerWidth < 350 && app.info.seats.length > 6 ? 6 : 8));
				if (range.getBoundingClientRect().right > box(e).right + 1) put("a name is cut '" + range + "'");
			}
			if (p.scrollHeight > p.clientHeight + 1 && !(innerWidth < 350 && app.info.seats.length > 6)) put('the panel scrolls ' + "'" + p.scrollHeight + ' in ' + p.clientHeight + "'");
			for (const e of p.querySelectorAll('.flows li, .acts')) if (box(e).bottom > r.bottom + 1) put('a row is hidden');
			for (const e of p.querySelectorAll('.flows li')) if (e.scrollWidth > e.clientWidth + 1) put("a row is too narrow '" + e.innerText + "'");
		}
	};
	for (const lang of MATRIX.langs) for (const deck of MATRIX.decks) for (const n of MATRIX.seats) for (const [kind, s] of Object.entries(situations(n))) {
		if (MATRIX.over && !s.over || MATRIX.kinds && !MATRIX.kinds.includes(kind)) continue;
		const preset = MATRIX.preset || (kind === 'bid' || s.muss ? 'kratzen' : 'chratze'), key = [lang, deck, preset].join();
		if (window.spoken !== key) {
			window.spoken = key;
			app.words = await loadWords(preset, deck, lang);
			app.hints = new Hints(app);
			document.documentElement.lang = lang;
			if (window.shownDeck !== deck) {
				document.querySelectorAll('svg.sheet').forEach((e) => e.remove());
				await Promise.all([sheet(window.shownDeck = deck), sheet('coins')]);
			}
		}
		fake.hello.config.rules.preset = preset;
		const w = await learned(app.words);
		const reasons = Object.keys(w.texts).filter((k) => k.startsWith('why.')).map((k) => w.t(k, {n: 2, of: 4, percent: 37, cards: w.cards(['Ac', 'Qs']), kept: w.cards(['Jh', '8d']), suit: w.suit('d'), amount: w.sum(1234)})).sort((a, b) => a.length - b.length);
		const seats = Array.from({length: n}, (_, i) => i), q = ++hand;
		const walk = kind === 'walk';
		const result = s.over ? {payout: seats.map((i) => (i ? (i === 1 && walk ? 80 : 25) : 0)), penalty: seats.map((i) => (i || walk ? 0 : 6080)), failed: seats.map((i) => !i && !walk), played: 6080, end: walk ? 'alone' : 'played', stays: 'nothing', next: {pot: 12345, dealer: 1},
			why: seats.map((i) => (i === 1 && walk ? {won: 0, needed: 2, share: 'all'} : walk ? {won: 0, needed: 0, share: 'none'} : i ? {won: 1, needed: 1, share: 'rest'} : {won: 0, needed: 1, share: 'none', debt: 'short', pots: 1, owed: 6080}))} : undefined;
		settings.set('blind', kind === 'blind' ? '' : 'yes');
		Object.assign(app, {sent: 0, note: '', armed: ''});
		app.selected.clear();
		fake.hello.chair = s.out ? n : 0;
		fake.take({hand: q, from: 0, start: {pot: 0, dealer: s.dealer ?? 1, muss: !!s.muss}, ev: s.ev, turn: s.over ? -1 : s.legal.length ? 0 : 1, six: s.six ?? '', ...(s.legal?.length ? {ask: {q, legal: s.legal, stakes: s.stakes}} : {}), ...(s.ev.some((e) => / (open|join)$/.test(e)) ? {stakes: seats.map((i) => (i === 1 ? pay : kind === 'walk' ? 0 : one))} : {}),
			info: {stage: s.over ? 'between' : 'playing', pot: 0, dealer: 1, host: 0, last: !!s.last, seats, chairs: [...seats, ...(s.out ? [n] : [])].map((i) => ({name: names[i] ?? 'Ida', ...(i && i < n ? {bot: 'strong'} : {})})), balances: seats.map((i) => 125 * (i - 2)), practice: {alone: true, open: false, back: true, again: true}, result}});
		const where = [innerWidth + 'x' + innerHeight, lang, deck, n, kind].join(' ');
		app.draw();
		look(where);
		if (!s.legal?.length) continue;
		const acts = s.legal.slice(0, 8).map((a, i) => ({act: a, worth: -1530 - 100 * i, half: 111, less: 100 * i, less_half: 90}));
		Object.assign(app.hints, {q, hint: {acts, sure: false, worlds: 9}, best: s.legal[0] === 'lay' ? w.t('ui.keepall') : act(w, s.legal[0]), why: reasons.at(-1)});
		app.draw();
		look(where + ' with a hint');
		app.hints.hint = null;
	}
	window.lastHand = hand;
	return JSON.stringify({drawn, faults: Object.entries(faults).map(([k, list]) => k + ': ' + list.length + ' times, as at ' + list.slice(0, 3).join(', '))});
})()`

// matrix is what is drawn.
type matrix struct {
	Langs  []string `json:"langs"`
	Decks  []string `json:"decks"`
	Seats  []int    `json:"seats"`
	Over   bool     `json:"over"`   // only how hands end
	Preset string   `json:"preset"` // "": one that has the question
	Kinds  []string `json:"kinds"`  // only these situations; nil: all
}

// drawn draws it, and fails the test for what it finds.
func (p *tab) drawn(z size, m matrix) {
	p.t.Helper()
	data, err := json.Marshal(m)
	if err != nil {
		p.t.Fatal(err)
	}
	var got struct {
		Drawn  int
		Faults []string
	}
	if err := json.Unmarshal([]byte(eval[string](p, fmt.Sprintf("window.MATRIX = %s, %s", data, everyFoot))), &got); err != nil {
		p.t.Fatal(err)
	}
	if got.Drawn < 18 && !m.Over && m.Kinds == nil || got.Drawn == 0 {
		p.t.Errorf("%s: only %d pictures were drawn", z, got.Drawn)
	}
	for _, f := range got.Faults {
		p.t.Errorf("%s, %s", z, f)
	}
}

// TestNothingIsTooLong draws every question, hint and settlement: it fits, and lies on no card. With CHRATZE_VERIFY
// that is at eight sizes, in four languages, with all decks, for two to eight seats.
func TestNothingIsTooLong(t *testing.T) {
	s := pages(t, 1)
	p := newTab(t, s, phone, anna)
	langs, decks, seats := sample(2, "ja", "de-CH", "de-AT", "en"), sample(1, "french", "swiss", "german"), sample(2, 4, 8, 2, 3, 5, 6, 7)
	for _, z := range sample(1, shortPhone, size{1440, 900}, size{320, 568}, phone, size{390, 844}, size{844, 390}, tablet, size{1920, 1080}) {
		p.do(chromedp.EmulateViewport(z.w, z.h, chromedp.EmulateScale(1)))
		p.visit(s.http.URL + "/web/live/table.html")
		for _, lang := range langs {
			for _, deck := range decks {
				for _, n := range seats { // each by itself: there are thousands
					if z.w < 350 && n > 6 {
						continue // how a hand ended has to scroll there
					}
					p.drawn(z, matrix{Langs: []string{lang}, Decks: []string{deck}, Seats: []int{n}})
				}
			}
		}
	}
}

// TestRareStates draws what seldom meets: tags above the table, five answers, seven players, a person who isn't in the hand. Nothing
// covers a question, a balance or a prize.
func TestRareStates(t *testing.T) {
	s := pages(t, 1)
	p := newTab(t, s, phone, anna)
	langs := []string{"en", "de-AT", "ja", "de-CH"}
	for i, z := range []size{{320, 568}, phone, sideways} {
		p.do(chromedp.EmulateViewport(z.w, z.h, chromedp.EmulateScale(1)))
		p.visit(s.http.URL + "/web/live/table.html")
		for k, n := range []int{5, 4, 7} {
			p.drawn(z, matrix{Langs: share((i+k)%len(langs), len(langs), langs), Decks: []string{"french"}, Seats: []int{n}, Kinds: []string{"tag", "price", "late", "lateend"}})
			p.drawn(z, matrix{Langs: share((i+k)%len(langs), len(langs), langs), Decks: []string{"french"}, Seats: []int{n}, Preset: "kratzen", Kinds: []string{"lay"}})
			p.drawn(z, matrix{Langs: []string{"de-AT"}, Decks: []string{"french"}, Seats: []int{n}, Preset: "lupfen", Kinds: []string{"follow"}}) // its declarer has the longest name
		}
	}
}

// TestLargestLetters: on the smallest phone, with letters twice as large, the deck lies on no seat and no card; if it has no room it
// is put away.
func TestLargestLetters(t *testing.T) {
	s := pages(t, 1)
	p := newTab(t, s, size{320, 568}, anna+`localStorage.setItem('set.text', '200%');`)
	p.visit(s.http.URL + "/web/live/table.html")
	for _, lang := range sample(2, "de-AT", "en", "ja", "de-CH") {
		p.drawn(size{320, 568}, matrix{Langs: []string{lang}, Decks: []string{"french"}, Seats: []int{4}, Kinds: []string{"open", "lay"}})
	}
}

// TestNamesWhenAHandIsOver: in a settlement eight letters of each name are in sight from 320 px on, in every language (with
// CHRATZE_VERIFY each at each size); with seven at the smallest phone six.
func TestNamesWhenAHandIsOver(t *testing.T) {
	s := pages(t, 1)
	p := newTab(t, s, phone, anna)
	langs := []string{"de-AT", "ja", "en", "de-CH"}
	for i, z := range []size{{320, 568}, {375, 667}, phone} {
		p.do(chromedp.EmulateViewport(z.w, z.h, chromedp.EmulateScale(1)))
		p.visit(s.http.URL + "/web/live/table.html")
		for k, preset := range []string{"chratze", "kratzen"} {
			p.drawn(z, matrix{share((2*i+k)%len(langs), len(langs), langs), []string{"french"}, []int{3, 4, 5, 6, 7}, true, preset, nil})
		}
	}
}

// TestOwnCardsKeepTheirSize: with two players and with seven, and whatever is asked.
func TestOwnCardsKeepTheirSize(t *testing.T) {
	s := pages(t, 1)
	p := newTab(t, s, phone, anna)
	p.visit(s.http.URL + "/web/live/table.html")
	p.drawn(phone, matrix{Langs: []string{"en"}, Decks: []string{"french"}, Seats: []int{2, 7}})
	if n := eval[int](p, `Object.keys(window.ownCards).length`); n != 1 {
		t.Errorf("own cards were measured in %d windows, want 1", n)
	}
}
