package web_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"chratze/internal/locale"

	"github.com/chromedp/chromedp/kb"
)

// TestPrizes: beside the price stands what can be won, in each way of sharing a pot; where nobody declares, the first
// hand says what is promised.
func TestPrizes(t *testing.T) {
	s := pages(t, 5)
	p := newTab(t, s, phone, anna)
	for _, of := range [][2]string{ // in this order, which decides what is dealt
		{"chratze", "Make it, and you get at least two thirds of the pot of Fr.\u00a00.80."},
		{"chratzen", "Make it, and you get two parts of the pot of "},
		{"zwicken", "You hold 3 cards: if you join, you promise one trick. Each trick wins "},
		{"mauscheln", "Each trick wins "},
		{"bourre", "You hold 5 cards: if you join, you promise one trick. The most tricks win "},
	} {
		preset, want := of[0], of[1]
		p.visit(s.make(`,"practice":true,"chairs":4,"rules":{"preset":"` + preset + `"}`).Link)
		p.wait(`document.querySelector('#foot .offers')`)
		if got := eval[string](p, `document.querySelector('#foot .ask small')?.innerText ?? ''`); !strings.HasPrefix(got, want) {
			t.Errorf("%s: what can be won is said as %q, want %q", preset, got, want)
		}
	}
	p.visit(s.make(`,"practice":true,"pace":40,"chairs":3,"rules":{"preset":"mauscheln","ante":10,"antes":"all","deal":"1x3","exchange":"none","price":"yes"}`).Link)
	for p.ready(); !strings.HasPrefix(p.asked(), "price"); p.ready() {
		if p.between() {
			p.next()
			continue
		}
		p.answer()
	}
	pot := `Math.round(100 * document.querySelector('#rim .pot b').innerText.replace(/[^0-9.]/g, ''))`
	before := eval[int](p, pot)
	p.tap("#foot [data-act=price-5]")
	p.wait(fmt.Sprintf("%s !== %d", pot, before)) // coins take their time
	if paid := eval[int](p, pot) - before; paid < 50 || paid%50 != 0 {
		t.Errorf("with five antes of 10 named as the price, %d went into the pot", paid)
	}
}

// TestThirdAnswer: of three answers in two columns the last has a row of its own, whole.
func TestThirdAnswer(t *testing.T) {
	s := pages(t, 5)
	p := newTab(t, s, phone, anna)
	p.visit(s.make(`,"practice":true,"chairs":4,"rules":{"preset":"mistigri"}`).Link)
	p.wait(`document.querySelector('#foot .offers[data-n="3"]')`)
	if got := eval[float64](p, `(() => {
		const all = document.querySelector('#foot .offers');
		return all.lastElementChild.getBoundingClientRect().width / all.getBoundingClientRect().width;
	})()`); got < .95 {
		t.Errorf("the third answer has %.2f of the row", got)
	}
}

// TestTagLeavesTheHand: on the smallest phone, what kind of hand it is doesn't cover which hand it is.
func TestTagLeavesTheHand(t *testing.T) {
	s := pages(t, 5)
	for _, preset := range []string{"loo", "kratzen"} {
		p := newTab(t, s, size{320, 640}, anna)
		p.visit(s.make(`,"practice":true,"chairs":4,"rules":{"preset":"` + preset + `"}`).Link)
		p.wait(`document.querySelector('#bar .tag')`)
		if got := eval[string](p, `(() => {
			const state = document.querySelector('#bar .state'), r = document.createRange();
			r.selectNode([...state.childNodes].find((n) => n.textContent.trim() && n.nodeType !== 8 && !n.matches?.('.tag')));
			const hand = r.getBoundingClientRect(), tag = state.querySelector('.tag').getBoundingClientRect();
			return hand.right <= tag.left || hand.bottom <= tag.top + 1 ? '' : JSON.stringify([hand, tag]);
		})()`); got != "" {
			t.Errorf("%s: the tag covers the hand's number: %s", preset, got)
		}
	}
}

// TestPrizesOfJoiners: whoever may join reads what the others get who make it, and what becomes of it if the declarer fails.
func TestPrizesOfJoiners(t *testing.T) {
	s := pages(t, 5)
	p := newTab(t, s, phone, anna)
	for preset, want := range map[string]*regexp.Regexp{
		"chratze":  regexp.MustCompile(`^If you make it, you share the rest of the pot of Fr\.\x{a0}[\d.]+, or all of it if \p{L}+ fails\.$`),
		"chratzen": regexp.MustCompile(`^Make it, and you get one part of the pot of Fr\.\x{a0}[\d.]+; \p{L}+ gets two, if that bid is made\.$`),
	} {
		p.visit(s.make(`,"practice":true,"pace":40,"chairs":4,"rules":{"preset":"` + preset + `"}`).Link)
		for hand := 0; ; {
			p.ready()
			if p.between() {
				if hand++; hand > 20 {
					t.Fatalf("%s: in 20 hands one wasn't asked to join", preset)
				}
				p.next()
				continue
			}
			if !eval[bool](p, `!!document.querySelector('#foot [data-act=join]')`) {
				if no := `#foot :is([data-act=pass], [data-act=weiter])`; eval[bool](p, "!!document.querySelector('"+no+"')") {
					q := eval[string](p, `document.body.dataset.q`)
					p.tap(no)
					p.wait("document.body.dataset.q !== '" + q + "'")
				} else {
					p.answer()
				}
				continue
			}
			if got := eval[string](p, `document.querySelector('#foot .ask small')?.innerText ?? ''`); !want.MatchString(got) {
				t.Errorf("%s: what joiners can win is said as %q, want %q", preset, got, want)
			}
			break
		}
	}
}

// TestPromiseAndPrice: who is asked reads what each answer promises and what it costs, in the longest language and
// in Japanese (with CHRATZE_VERIFY in every one), with the dialect beside; none is put forward, but what a hint thinks best; and
// the pot and the trump say this hand's sums.
func TestPromiseAndPrice(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	wanted := map[string][2]string{
		"en":    {"I declare chratze win 2 tricks or pay 1.60", "Not me weg costs nothing"},
		"de-CH": {"Ich mache das Spiel chratze 2 Stiche machen, sonst 1.60 zahlen", "Ich nicht weg kostet nichts"},
		"de-AT": {"Ich mache das Spiel chratze 2 Stiche machen, sonst 1.60 zahlen", "Ich nicht weg kostet nichts"},
		"ja":    {"宣言する chratze 2トリック取るか、1.60支払う", "宣言しない weg 何も支払わない"},
	}
	for _, lang := range sample(2, "de-AT", "ja", "en", "de-CH") {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			s, want := open(t, 5), wanted[lang]
			p, _ := s.sits(t, phone, anna+`localStorage.setItem('lang', '`+lang+`')`, `,"practice":true,"chairs":4`)
			p.wait(`document.querySelector('#foot .offers')`)
			offers := eval[[]string](p, `[...document.querySelectorAll('#foot .offers button')].map((b) => [...b.querySelectorAll('b, small')].map((e) => e.innerText).join(' '))`)
			if len(offers) != 2 || offers[0] != want[0] || offers[1] != want[1] {
				t.Errorf("one may choose %q, want %q", offers, want)
			}
			if eval[bool](p, `!!document.querySelector('#foot .offers .bold')`) {
				t.Error("an answer is put forward, and nobody has asked for a hint")
			}
			p.tap("[data-do=hint]")
			p.wait(`document.querySelector('#foot .why')`)
			if gold := eval[[]string](p, `[...document.querySelectorAll('#foot .offers .bold')].map((b) => b.innerText.includes('★') ? '' : b.innerText)`); len(gold) != 1 || gold[0] != "" {
				t.Errorf("put forward are %q, want what the hint thinks best", gold)
			}
			for _, sign := range []string{"pot", "trumpsign"} {
				if label := eval[string](p, `document.querySelector('#rim .`+sign+` small').innerText`); label == "" {
					t.Errorf("%s has no label", sign)
				}
				p.open("#rim ." + sign)
				if sums := eval[[]string](p, `[...document.querySelectorAll('dialog .sums li')].map((e) => e.innerText)`); len(sums) == 0 {
					t.Errorf("who taps on %s isn't told of this hand", sign)
				}
				p.tap("dialog .close button")
			}
		})
	}
}

// TestSettlementTellsWhy: everybody has a sentence, you first, and all rows can be seen; the
// old balance, the ante and the hand add up to the new balance; the last trick is seen whole
// before; and by keys you are at the next hand, not on a card that has gone.
func TestSettlementTellsWhy(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	for _, z := range sample(1, shortPhone, size{844, 390}, laptop) {
		t.Run(z.String(), func(t *testing.T) {
			t.Parallel()
			s, words := open(t, 5), locale.New().For("en")
			p, _ := s.sits(t, z, `localStorage.setItem('name', 'Anna'); localStorage.setItem('set.speed', 'fast'); localStorage.setItem('lang', 'en')`, `,"practice":true,"chairs":4`)
			// What waits for a second or more waits until the test says so: the last trick lies there.
			eval[any](p, `(() => { const now = window.setTimeout; window.waiting = []; window.setTimeout = (f, ms, ...more) => ms >= 1000 ? void waiting.push(f) : now(f, ms, ...more); })(), 0`)
			const whole = `(document.body.dataset.stage === 'playing' && waiting.length > 0 && !document.getElementById('panel').checkVisibility()
				&& document.querySelectorAll('#rim .seat .won > *').length === 4 && document.querySelectorAll('.card.lying').length > 1)`
			for {
				p.wait(whole + ` || document.body.dataset.ask || ['between', 'over'].includes(document.body.dataset.stage)`)
				if p.between() || eval[bool](p, whole) {
					break
				}
				p.byKeys(words)
			}
			if p.settle(); !eval[bool](p, whole) {
				t.Error("the last trick isn't seen whole before it is told how the hand ended")
			}
			// Only this: what else waits is a look at the line, which would be given up, and the key below with it.
			eval[any](p, `waiting.splice(0).filter((f) => String(f).includes('.release()')).forEach((f) => f()), 0`)
			p.wait(`document.querySelector('#panel .flows')`)
			p.wait(`document.activeElement.matches('[data-act=next]')`)
			rows := eval[[]string](p, `[...document.querySelectorAll('#panel .flows li')].map((e) => e.innerText.replace(/\s+/g, ' '))`)
			if len(rows) != 4 || !strings.HasPrefix(rows[0], "Anna") {
				t.Errorf("the rows are %q, want Anna's first", rows)
			}
			if why := eval[[]string](p, `[...document.querySelectorAll('#panel .flows .why')].map((e) => e.innerText)`); len(why) != 4 || why[0] != "You needed 2 and won 0: you pay twice the pot of 0.80." {
				t.Errorf("it is told why: %q", why)
			}
			if hidden := eval[[]string](p, `(() => { const r = document.getElementById('panel').getBoundingClientRect(); return [...document.querySelectorAll('#panel .flows li')].filter((e) => e.getBoundingClientRect().bottom > Math.min(r.bottom, innerHeight) + 1).map((e) => e.innerText); })()`); len(hidden) > 0 {
				t.Errorf("these rows can't be seen: %q", hidden)
			}
			book := eval[[]float64](p, `[...document.querySelectorAll('#panel .book b')].map((e) => Math.round(100 * Number(e.innerText)))`)
			if len(book) != 4 || book[0]+book[1]+book[2] != book[3] {
				t.Errorf("the account doesn't add up: %v", book)
			}
			if shown := eval[float64](p, `Math.round(100 * Number(document.querySelector('#rim .seat.me .money').innerText))`); shown != book[3] {
				t.Errorf("the sign says %v, the settlement %v", shown, book[3])
			}
			p.after(func() { p.keys(kb.Enter) })
		})
	}
}

// TestFocusStaysInTheHand: by keys, what has the focus can always be used: never a card that has
// been played.
func TestFocusStaysInTheHand(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	s, words := open(t, 5), locale.New().For("en")
	p, _ := s.sits(t, phone, anna+`localStorage.setItem('lang', 'en')`, `,"practice":true,"chairs":4`)
	for p.ready(); !p.between(); p.ready() {
		p.byKeys(words)
		if lost := eval[string](p, `new Promise((done) => requestAnimationFrame(() => { const e = document.activeElement; done(e.closest('[aria-hidden=true]') || (e.matches('.card') && !e.matches('.mine')) ? e.outerHTML.slice(0, 120) : ''); }))`); lost != "" {
			t.Errorf("the focus is on what has gone: %s", lost)
		}
	}
	p.wait(`document.activeElement.matches('[data-act=next]')`)
}

// TestTrumpChangedIsSaid: who is asked again because nobody has declared is told that another
// suit is trump now, and so are those who wait.
func TestTrumpChangedIsSaid(t *testing.T) {
	t.Parallel()
	s := open(t, 1)
	all := inNode[map[string][]string](t, s.http.URL, `Promise.all(['lib/words', 'table/voice', 'table/view'].map((m) => import('/web/' + m + '.js'))).then(async ([{languages, loadWords}, {Voice}, {fold}]) =>
		Object.fromEntries(await Promise.all(languages.map(async (lang) => {
			const w = await loadWords('chratze', 'french', lang), v = new Voice(w, ['Anna', 'Beat'], 0);
			const asked = (...more) => v.question({legal: ['open', 'pass']}, fold([{t: 'upcard', card: 'Kd'}, {t: 'trump', suit: 'd'}, ...more], 0, 2, 1));
			return [lang, [asked(), asked({t: 'upcard', card: '9h'}, {t: 'trump', suit: 'h'}), w.suit('h'), w.card('9h')]];
		}))))`)
	for _, lang := range locale.New().Languages() {
		got := all[lang]
		if len(got) != 4 || got[0] == got[1] || !strings.Contains(got[1], got[2]) || !strings.Contains(got[1], got[3]) {
			t.Errorf("%s: first the question and then with another trump: %q", lang, got)
		}
	}
}

// TestBlindInItsMoment: a newcomer isn't asked about double blind before a hand of theirs is won, and then once; about blind they are
// asked when an ace or a king is turned, whatever they have said about double blind. To look is the first answer to both.
func TestBlindInItsMoment(t *testing.T) {
	s := pages(t, 5)
	p, _ := s.sits(t, phone, `localStorage.setItem('set.blind', ''); localStorage.setItem('set.double', ''); localStorage.setItem('lang', 'en');`+anna, `,"practice":true,"chairs":2`)
	double, blind := 0, 0
	for hand := 0; double < 1 || blind < 1 || hand < 12; {
		if hand > 40 {
			t.Fatalf("in 40 hands one was asked %d times about double blind and %d times about blind", double, blind)
		}
		p.ready()
		if p.between() {
			hand++
			p.next()
			continue
		}
		kind := p.asked()
		if !strings.Contains(kind, "blind") {
			p.answer()
			continue
		}
		text, won := eval[string](p, `document.getElementById('foot').innerText`), eval[bool](p, `localStorage.getItem('won') !== null`)
		switch {
		case kind == "blind":
			if blind++; !regexp.MustCompile(`The upcard is \S+(König|Ass)\.`).MatchString(text) {
				t.Errorf("one is asked about blind: %q", text)
			}
		case !won:
			t.Error("one is asked about double blind before a hand was won")
		default:
			if double++; double > 1 {
				t.Error("one is asked about double blind again")
			}
			if !strings.Contains(text, "not asked again") {
				t.Errorf("the first question about double blind says %q", text)
			}
			p.accessible("double blind, asked once")
		}
		if first := eval[string](p, `document.querySelector('#foot .offers button').dataset.act`); first != "see" || !strings.Contains(text, "the pot of") {
			t.Errorf("%s: the first answer is %s, and it says %q", kind, first, text)
		}
		if eval[bool](p, `!!document.querySelector('#foot .bold')`) {
			t.Error("blind is put forward")
		}
		p.answer()
	}
}

// TestExchangeShowsWhatGoes: a card to be discarded doesn't look kept, and the button says how
// many are still to be chosen; and the only card that may be played plays itself if you want
// that.
func TestExchangeShowsWhatGoes(t *testing.T) {
	s := pages(t, 2)
	p, _ := s.sits(t, phone, anna+`localStorage.setItem('lang', 'en'); localStorage.setItem('set.single', 'yes')`, `,"practice":true,"chairs":4,"rules":{"preset":"kratzen"}`)
	seen, alone, told := false, false, 0
	for hand := 0; hand < 5 && !(seen && alone && told > 0); {
		p.ready()
		if p.between() {
			hand++
			p.next()
			continue
		}
		if p.asked() == "lay" && strings.Contains(eval[string](p, `document.querySelector('#foot .ask').innerText`), "you draw as many from the stock") {
			told++ // in the first exchange of all
		}
		if p.asked() == "drop" && !seen {
			seen = true
			if text := eval[string](p, `document.querySelector('[data-act=confirm]').innerText`); !strings.HasPrefix(text, "Choose ") {
				t.Errorf("the button says %q, and no card is chosen", text)
			}
			p.tap(".card.mine[aria-pressed=false]")
			if mark := eval[string](p, `getComputedStyle(document.querySelector('.card.mine[aria-pressed=true]'), '::after').content`); mark != `"✕"` {
				t.Errorf("a card to be thrown away has the mark %s", mark)
			}
			p.tap(".card.mine[aria-pressed=true]")
		}
		if q := eval[string](p, `document.body.dataset.q`); p.asked() == "play" && eval[int](p, `document.querySelectorAll('.card.mine').length`) == 1 {
			p.wait(`document.body.dataset.q !== '` + q + `' || document.body.dataset.stage !== 'playing'`)
			alone = true
			continue
		}
		p.answer()
	}
	if !seen || !alone || told != 1 {
		t.Errorf("cards were to be dropped: %v; the last one played itself: %v; where new cards come from was told %d times", seen, alone, told)
	}
}

// TestSamePeopleAgain: at its end an evening shows how it went, gives a picture, and leads the same
// people to a new table with the same rules.
func TestSamePeopleAgain(t *testing.T) {
	s := pages(t, 7)
	seat := s.make(`,"chairs":3,"rules":{"preset":"chratze","ante":30}`)
	a, b := newTab(t, s, phone, anna+`localStorage.setItem('lang', 'en')`), newTab(t, s, sideways, `localStorage.setItem('lang', 'en'); localStorage.setItem('name', 'Beat'); localStorage.setItem('set.speed', 'off')`)
	a.visit(seat.Link)
	b.visit(strings.Replace(s.join(seat, "Beat").Link, "127.0.0.1", "localhost", 1)) // a host of one name, and a guest of another
	b.wait(`document.body.dataset.stage === 'lobby'`)
	a.tap("[data-act=start]")
	for _, p := range []*tab{a, b} {
		p.wait(`document.body.dataset.stage === 'playing'`)
	}
	playHand(a, b)
	if link := eval[string](a, `document.querySelector('#panel [data-do=look]').outerHTML`); !strings.Contains(link, `target="_blank"`) || !strings.Contains(link, "/replay?table="+seat.Table+"&amp;review#hand=1") {
		t.Errorf("the review of a hand at a table of friends is at %s", link)
	}
	a.menu("table")
	a.tap("[data-do=end]")
	a.tap("[data-do=yes]")
	for _, p := range []*tab{a, b} {
		p.wait(`document.body.dataset.stage === 'over' && document.querySelector('[data-do=same]')`)
		if out := eval[[]string](p, `[...document.querySelectorAll('.ends > *, .pays li, .final li')].filter((e) => { const r = e.getBoundingClientRect(); return r.bottom > innerHeight || r.right > innerWidth || r.top < 0; }).map((e) => e.innerText)`); len(out) > 0 {
			t.Errorf("out of sight are %q", out)
		}
		p.accessible("end of an evening")
	}
	if size := eval[int](a, `new Promise((done) => {
		Object.defineProperty(navigator, 'canShare', {value: () => true, configurable: true});
		Object.defineProperty(navigator, 'share', {value: async ({files}) => done(files[0].size), configurable: true});
		document.querySelector('[data-do=picture]').click();
	})`); size < 5000 {
		t.Errorf("the picture of the evening has %d bytes", size)
	}
	a.tap("[data-do=same]")
	a.wait(`document.body.dataset.stage === 'lobby' && !location.pathname.endsWith('/t/` + seat.Table + `')`)
	b.tap("[data-do=follow]")
	b.wait(`document.body.dataset.stage === 'lobby' && /Anna[^]*Beat/.test(document.querySelector('.chairs').innerText)`)
	if there := eval[string](b, `location.pathname`); there != eval[string](a, `location.pathname`) {
		t.Errorf("Beat has come to %s", there)
	}
}
