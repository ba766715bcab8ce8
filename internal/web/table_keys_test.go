package web_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"

	"chratze/variant"
)

// lastSaid is the last message of the live region.
const lastSaid = `document.querySelector('#polite').lastElementChild?.textContent.trim() ?? ''`

// TestKeysAnswer: keys ask for accounts, contracts, the clock, a suit and the messages so far; an answer is said again when it is the
// same; one key says less and less, and 30 seconds more are to be had once.
func TestKeysAnswer(t *testing.T) {
	needBrowser(t)
	p, _ := open(t, 5).sits(t, phone, anna+`localStorage.setItem('lang', 'en'); localStorage.setItem('set.deck', 'french')`,
		`,"practice":true,"chairs":4,"decision":600000,"money":"francs"`) // ten minutes: a slow machine takes its time with the keys
	p.ready()
	asked := eval[string](p, lastSaid)
	press := func(key, want string) {
		t.Helper()
		n := eval[int](p, `(window.counted ??= 0, new MutationObserver((l) => (window.counted += l.reduce((n, m) => n + m.addedNodes.length, 0))).observe(document.querySelector('#polite'), {childList: true}), window.counted)`)
		if code, ok := strings.CutPrefix(key, "Shift "); ok {
			eval[bool](p, `document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '?!"*+'[`+code+`], code: 'Digit`+code+`', shiftKey: true, bubbles: true}))`)
		} else {
			p.keys(key)
		}
		p.wait(`window.counted > ` + strconv.Itoa(n) + ` && (` + lastSaid + `).includes(` + mustQuote(want) + `)`)
	}
	press("g", "Anna -0.20")
	press("g", "Anna -0.20") // the same answer, said again
	press("c", "seconds left.")
	press("d", "you: nothing promised yet")
	press("h", "Your hand: ")
	for key, want := range map[string]string{"?": "g the accounts", "t": "", "l": "", "p": "Pot", "w": "Anna"} {
		press(key, want)
	}
	press("b", asked) // answers aren't messages
	for _, suit := range []string{"Shift 1", "Shift 2", "Shift 3", "Shift 4"} {
		press(suit, "")
	}
	press("v", "Messages are short.")
	press("v", "Only what concerns you is said.")
	press("v", "Everything is said.")
	press("c", "seconds left.")
	left, began := eval[string](p, lastSaid), eval[float64](p, `performance.now()`)
	press("m", "30 seconds more.")
	press("c", "seconds left.")
	before, after := seconds(t, left), seconds(t, eval[string](p, lastSaid))
	if gone := int((eval[float64](p, `performance.now()`) - began) / 1000); after < before+30-gone-2 || after > before+30 {
		t.Errorf("of %d seconds %d are gone and 30 have come, but %d are left", before, gone, after)
	}
	p.keys("m")
	p.wait(`(` + lastSaid + `).includes('no more time for this')`)
	p.answer()
	p.ready()
	press("b", "")
	newest := eval[string](p, lastSaid)
	press(",", "")
	if back := eval[string](p, lastSaid); back == newest {
		t.Errorf("the comma says %q again", back)
	}
	press(".", newest)
}

// TestShortMessages: with short messages a hand goes on to its end, and says who won a trick; with CHRATZE_VERIFY in each game.
func TestShortMessages(t *testing.T) {
	t.Parallel()
	for _, preset := range sample(2, append([]string{"zwicken-schlecken", "chratze"}, variant.Presets()...)...) {
		p, _ := open(t, 5).sits(t, phone, anna+`localStorage.setItem('lang', 'en')`, `,"practice":true,"chairs":3,"rules":{"preset":"`+preset+`"}`)
		p.ready()
		p.keys("v")
		p.wait(`(` + lastSaid + `).includes('Messages are short.')`)
		eval[int](p, `(window.all = '', new MutationObserver((l) => l.forEach((m) => m.addedNodes.forEach((n) => (window.all += n.textContent)))).observe(document.querySelector('#polite'), {childList: true, subtree: true}), 0)`)
		for hands := 1; !eval[bool](p, `all.includes('wins the trick')`); p.ready() {
			switch {
			case !p.between():
				p.answer()
			case hands == 9:
				t.Fatalf("%s: without a trick:\n%s", preset, eval[string](p, `all`))
			default:
				hands++
				p.next()
			}
		}
	}
}

// seconds is the number that an answer of the clock tells.
func seconds(t *testing.T, said string) int {
	t.Helper()
	var n int
	if _, err := fmt.Sscanf(said, "%d seconds left.", &n); err != nil {
		t.Fatalf("%q has no seconds: %v", said, err)
	}
	return n
}

// aVoice is a browser with an English voice, which writes down what it says.
const aVoice = `window.spoken = []; window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
	Object.defineProperty(window, 'speechSynthesis', {value: {getVoices: () => [{lang: 'en-GB'}], speak: (u) => spoken.push(u.text)}});`

// TestSpeaks: a phone at a table says aloud what everybody sees, from the calls to the pot, and no card of a hand.
func TestSpeaks(t *testing.T) {
	needBrowser(t)
	s := open(t, 5)
	p := newTab(t, s, phone, anna+`localStorage.setItem('lang', 'en'); localStorage.setItem('set.deck', 'french'); localStorage.setItem('set.ear', 'yes'); localStorage.setItem('set.speak', 'yes'); localStorage.setItem('set.reader', 'yes')`)
	call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: aVoice})
	p.visit(s.make(`,"practice":true,"chairs":4`).Link)
	p.ready()
	p.wait(`document.querySelector('#table').firstElementChild.id === 'foot'`) // the question comes first
	hand := eval[[]string](p, `[...document.querySelectorAll('.card.mine')].map((b) => b.ariaLabel.split(',')[0])`)
	for !p.between() {
		p.answer()
		p.ready()
	}
	p.wait(`spoken.some((s) => s.includes('pot'))`)
	all := strings.Join(eval[[]string](p, `spoken`), " ")
	for _, card := range hand {
		if i := strings.Index(all, card); i >= 0 && !strings.Contains(all, "plays "+card) {
			t.Errorf("%s is told aloud:\n%s", card, all)
		}
	}
	for _, never := range []string{"dealt", "You ", "Your "} {
		if strings.Contains(all, never) {
			t.Errorf("%q is said aloud:\n%s", never, all)
		}
	}
}

// refusedVoice is a browser that refuses to speak, as before the first tap.
var refusedVoice = strings.Replace(aVoice, "spoken.push(u.text)", "setTimeout(() => u.onerror?.({error: 'not-allowed'}))", 1)

// TestDeskSpeaks: a phone between the cards says who is in, who gets and pays, the pot, and whose deal it is; without a voice, or if it
// is refused, the page shows it.
func TestDeskSpeaks(t *testing.T) {
	needBrowser(t)
	for _, voice := range []string{aVoice, "window.silent = true", refusedVoice} {
		s := open(t, 1)
		p := newTab(t, s, phone, `localStorage.setItem('lang', 'en'); localStorage.setItem('kasse.speak', 'yes')`)
		call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: voice})
		p.visit(s.http.URL + "/kasse/")
		p.evening("chratze", "Anna", "Beat", "Chregu")
		p.hand("Anna", "Beat", "Anna 3", "Beat 1")
		p.tap("#book")
		said := func(text string) { p.t.Helper(); p.wait(`spoken.some((s) => s.includes(` + mustQuote(text) + `))`) }
		if voice != aVoice {
			said = func(text string) {
				p.t.Helper()
				p.wait(`(document.querySelector('#said:not(.hush)')?.innerText ?? '').includes(` + mustQuote(text) + `)`)
			}
		} else {
			said("Beat: ")
		}
		said("Anna +")
		said("pot ")
		said("Anna deals")
	}
}

// TestSixtyEvents: of sixty events in a second each is said once, in order, and the newest question comes last.
func TestSixtyEvents(t *testing.T) {
	t.Parallel()
	s := open(t, 1)
	p := newTab(t, s, phone, anna)
	p.visit(s.http.URL + "/web/icon.svg")
	got := eval[[]string](p, `import('/web/lib/teller.js').then(async ({Teller}) => {
		const [polite, now] = ['div', 'div'].map(() => document.createElement('div')), heard = [];
		new MutationObserver((list) => { for (const m of list) for (const n of m.addedNodes) if (n.parentNode === polite || n.nodeName === 'P' || n.nodeName === 'p') heard.push(n.textContent); }).observe(polite, {childList: true});
		const teller = new Teller(polite, now), w = {t: (key, a) => a ? 'asked ' + a.question : key, game: () => ''};
		for (let i = 0; i < 60; i++) {
			teller.say('event ' + i + '.');
			if (i % 20 === 19) teller.turn(w, {q: i, legal: []}, () => 'q' + i, 60);
			await new Promise((r) => setTimeout(r, 16));
		}
		await new Promise((r) => setTimeout(r, 300));
		return [heard.join(' '), polite.lastElementChild.textContent];
	})`)
	for i := range 60 {
		if n := strings.Count(got[0], "event "+strconv.Itoa(i)+"."); n != 1 {
			t.Errorf("event %d is said %d times", i, n)
		}
	}
	if !strings.Contains(got[1], "asked q59") {
		t.Errorf("the last is %q", got[1])
	}
}

// TestEarSettings: each sound can be heard under Settings, and what a person wants to hear less of is said less.
func TestEarSettings(t *testing.T) {
	needBrowser(t)
	p, _ := open(t, 5).sits(t, phone, anna+`localStorage.setItem('lang', 'en')`, `,"practice":true,"chairs":4`)
	p.ready()
	p.menu("settings")
	p.wait(`document.querySelector('[data-group=ear] [data-sound]')`)
	eval[any](p, `(({prototype: of}) => { const {start} = of; window.begun = 0; of.start = function (...at) { begun++; start.apply(this, at); }; })(AudioScheduledSourceNode), 0`)
	for i := range eval[int](p, `document.querySelectorAll('[data-sound]').length`) {
		before := eval[int](p, `begun`)
		p.tapOn(fmt.Sprintf("document.querySelectorAll('[data-sound]')[%d]", i))
		p.wait(fmt.Sprintf("begun > %d", before))
	}
	p.set("[name='ear.cards']", "off")
	p.set("[name='ear.turn']", "off")
	eval[any](p, `location.reload(), 0`)
	p.wait(`performance.getEntriesByType('navigation')[0].type === 'reload' && document.body.dataset.ask && performance.getEntriesByType('resource').some((r) => r.name.endsWith('/ear/ear.js'))`)
	for p.ready(); !p.between(); p.ready() {
		p.answer()
	}
	p.wait(`document.querySelector('#polite').textContent.includes('The hand was played for')`)
	if said := eval[string](p, `document.querySelector('#polite').textContent`); strings.Contains(said, "plays") || strings.Contains(said, "Your turn") {
		t.Errorf("it is said though it isn't wanted: %q", said)
	}
}
