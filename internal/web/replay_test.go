package web_test

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"chratze/history"
	"chratze/internal/locale"
	"chratze/internal/waittest"
)

// recorded returns a file of hands, those of the examples of a game.
func recorded(t *testing.T, preset string) string {
	t.Helper()
	text, err := os.ReadFile("../../rams/ramstest/testdata/examples/" + preset + ".jsonl")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// paste shows a text in the replay.
func (p *tab) paste(text string) {
	p.t.Helper()
	p.wait(`document.querySelector('textarea')`)
	p.set("textarea", text)
	p.tap("[data-do=show]")
}

// replay opens the replay with hands.
func (p *tab) replay(at *site, text string) {
	p.t.Helper()
	p.visit(at.http.URL + "/replay")
	p.paste(text)
	p.wait(`document.body.dataset.shown === 'hand'`)
}

// moment is what the replay shows: which cards, where, and what is said.
func (p *tab) moment() string {
	return p.picture() + eval[string](p, `document.querySelector('#foot').innerText + document.querySelector('#rim').innerText`)
}

// TestReplayKeys: a hand from its beginning to its end and back by keys alone; every
// moment looks the same on the way back.
func TestReplayKeys(t *testing.T) {
	s := pages(t, 5)
	p := newTab(t, s, phone, anna)
	p.replay(s, recorded(t, "chratze"))
	p.keys(kb.PageDown)
	p.wait(`document.body.dataset.hand === '2'`)
	p.accessible("replay")
	var seen []string
	var at []string
	made := 0
	for {
		seen, at = append(seen, p.moment()), append(at, eval[string](p, `document.body.dataset.at`))
		if now := eval[int](p, moneyLeft); len(seen) == 1 {
			made = now
		} else if now != made {
			t.Errorf("moment %d: accounts and pot make up %d, and %d before", len(seen), now, made)
		}
		if !eval[bool](p, `!!document.querySelector('[data-do=on][aria-disabled=false]')`) {
			break
		}
		p.keys(kb.ArrowRight)
		p.wait(`document.body.dataset.at !== '` + at[len(at)-1] + `'`)
	}
	if len(seen) < 15 || !eval[bool](p, `!document.getElementById('panel').hidden && !!document.querySelector('#panel .flows')`) {
		t.Errorf("after %d moments the hand isn't settled", len(seen))
	}
	p.wait(`document.getElementById('polite').innerText.includes('pot')`)
	p.accessible("end of a replay")
	for i := len(seen) - 2; i >= 0; i-- {
		p.keys(kb.ArrowLeft)
		p.wait(`document.body.dataset.at === '` + at[i] + `'`)
		if got := p.moment(); got != seen[i] {
			t.Fatalf("on the way back moment %s shows\n%s\nand on the way on\n%s", at[i], got, seen[i])
		}
	}
	p.keys(kb.End)
	p.wait(`document.body.dataset.at === '` + at[len(at)-1] + `'`)
	p.keys(kb.ArrowUp)
	p.wait(`document.body.dataset.at !== '` + at[len(at)-1] + `'`)
	if got := p.moment(); got == seen[len(seen)-2] {
		t.Error("a trick back is a moment back")
	}
	p.keys(kb.Home)
	p.wait(`document.body.dataset.at === '` + at[0] + `'`)
	p.keys(" ")
	p.wait(`document.body.dataset.at !== '` + at[0] + `'`) // it plays
	p.keys(" ")
	p.wait(`document.querySelector('[data-do=play]')`)
	p.tabTo("#player input")
	p.keys(kb.ArrowRight)
	p.keys("t")
	p.wait(`document.querySelector('#foot .note')`)
}

// TestReplayTry: somebody without hands of their own has one of each game to look at, a tap away.
func TestReplayTry(t *testing.T) {
	s := pages(t, 5)
	p := newTab(t, s, phone, anna)
	for _, game := range []string{"chratze", "kratzen", "zwicken"} {
		p.visit(s.http.URL + "/replay")
		p.tap("[data-try=" + game + "]")
		p.wait(`document.body.dataset.shown === 'hand'`)
		p.keys(kb.End)
		p.wait(`!document.getElementById('panel').hidden && document.querySelectorAll('#panel .flows').length > 0`)
		if said := eval[string](p, `document.querySelector('.fault')?.innerText ?? ''`); said != "" {
			t.Errorf("%s: %s", game, said)
		}
	}
}

// TestReplayLink: the address names the moment; it is shown when the page is opened with
// it, and when it changes.
func TestReplayLink(t *testing.T) {
	s := pages(t, 5)
	p := newTab(t, s, laptop, anna)
	p.visit(s.http.URL + "/replay#hand=3&at=17")
	p.paste(recorded(t, "kratzen"))
	p.wait(`document.body.dataset.hand === '3'`)
	before := p.moment()
	p.wait(`location.hash === '#hand=3&at=17'`)
	eval[any](p, `location.hash = '#hand=2&at=9', 0`)
	p.wait(`document.body.dataset.hand === '2'`)
	eval[any](p, `location.hash = '#hand=3&at=17', 0`)
	p.wait(`document.body.dataset.hand === '3'`)
	if after := p.moment(); after != before {
		t.Errorf("the link shows\n%s\nand before\n%s", after, before)
	}
}

// TestReplayFaults: what is no hand is said, with its line; a hand that can't have gone so
// is found out by the server; the others can be looked at.
func TestReplayFaults(t *testing.T) {
	s := pages(t, 5)
	p := newTab(t, s, phone, anna+`localStorage.setItem('lang', 'de-AT')`)
	lines := strings.Split(recorded(t, "chratze"), "\n")
	wrong := strings.Replace(lines[1], `"payout":[`, `"payout":[7`, 1)
	p.visit(s.http.URL + "/replay")
	p.paste("")
	p.wait(`document.querySelector('.fault')?.innerText.includes('kein Spiel')`)
	p.accessible("no hand")
	p.paste(lines[0] + "\n" + wrong + "\nhello\n" + lines[2] + "\n")
	p.wait(`document.body.dataset.shown === 'hand'`)
	p.keys(kb.PageDown)
	p.wait(`document.querySelector('.fault')?.innerText.startsWith('Zeile 2: payout')`)
	p.keys(kb.PageDown)
	p.wait(`document.body.dataset.shown === 'fault' && document.querySelector('.fault').innerText.startsWith('Zeile 3')`)
	p.accessible("fault in a line")
	p.keys(kb.PageDown)
	p.wait(`document.body.dataset.shown === 'hand' && !document.querySelector('.fault')`)
}

// TestReplayDeal: a copied deal opens in the replay, as the hand that it was, and is
// played again with bots.
func TestReplayDeal(t *testing.T) {
	s := pages(t, 5)
	p := newTab(t, s, phone, anna+`localStorage.setItem('lang', 'ja')`)
	h, err := history.Read(strings.Split(recorded(t, "chratze"), "\n")[1])
	if err != nil {
		t.Fatal(err)
	}
	v, err := h.View(history.SeatView(2))
	if err != nil {
		t.Fatal(err)
	}
	p.replay(s, v.String())
	p.tap("[data-do=more]")
	p.tap("[data-do=deal]")
	p.wait(`document.querySelector('.deal')`)
	p.accessible("menu of a replay")
	groups := eval[map[string]string](p, `Object.fromEntries([...document.querySelectorAll('dialog .ready')].map((g) => [g.ariaLabel ?? g.previousElementSibling?.innerText, [...g.querySelectorAll('[data-do]')].map((b) => b.dataset.do).join(' ')]))`)
	w := locale.New().For("ja")
	for group, want := range map[string]string{"try": "review again", "share": "link picture deal", "save": "savehand keep"} {
		if name := w.T("replay.group."+group, nil); groups[name] != want {
			t.Errorf("under %s stand %q, want %q", name, groups[name], want)
		}
	}
	deal := eval[string](p, `document.querySelector('.deal').textContent`)
	if deal != v.Deal() {
		t.Errorf("copied is\n%s\nwant\n%s", deal, v.Deal())
	}
	p.tap("dialog .close button")
	p.keys(kb.End)
	p.wait(`!document.getElementById('panel').hidden`)
	const cards = `[...document.querySelectorAll('.card:not([hidden])')].map((c) => c.dataset.card).join(' ')` // a settlement with names is higher
	end := eval[string](p, cards)
	p.replay(s, deal)
	p.keys(kb.End)
	p.wait(`!document.getElementById('panel').hidden`)
	if got := eval[string](p, cards); got != end {
		t.Errorf("the copied deal ends with %s, and the hand with %s", got, end)
	}
	p.tap("[data-do=more]")
	p.tap("[data-do=again]")
	p.wait(`location.pathname.startsWith('/t/') && document.body.dataset.stage === 'playing'`)
}

// TestReplayMany: ten thousand hands are shown as quickly as ten, searched, and jumped to.
func TestReplayMany(t *testing.T) {
	s := pages(t, 5)
	p := newTab(t, s, phone, anna)
	p.visit(s.http.URL + "/replay")
	p.wait(`document.querySelector('textarea')`)
	lines := strings.Split(strings.TrimSpace(recorded(t, "chratze")), "\n")
	eval[any](p, fmt.Sprintf(`(async () => {
		const lines = %s;
		const all = Array.from({length: 10000}, (_, i) => (i === 7776 ? lines[0].replace('Anna', 'Zenobia') : lines[i %% lines.length]));
		const data = new DataTransfer();
		data.items.add(new File([all.join('\n')], 'many.jsonl'));
		document.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
	})().then(() => 0)`, "["+strings.Join(quotedLines(lines), ",")+"]"))
	p.wait(`document.body.dataset.shown === 'hand'`)
	p.tap("[data-do=list]")
	p.wait(`document.querySelector('.hands li')`)
	p.accessible("list of hands")
	if n := eval[int](p, `document.querySelectorAll('.hands li').length`); n > 40 {
		t.Errorf("%d rows are on the page", n)
	}
	p.set("input[name=search]", "zenobia")
	p.wait(`document.querySelectorAll('.hands li').length === 1`)
	p.tap(".hands button")
	p.wait(`document.body.dataset.hand === '7777' && !document.querySelector('dialog[open]')`)
	p.tap("[data-do=list]")
	p.set("input[name=search]", "10000")
	p.wait(`document.querySelector('.hands button')?.dataset.hand === '10000'`)
	p.tap(".hands button")
	p.wait(`document.body.dataset.hand === '10000'`)
}

func quotedLines(lines []string) (list []string) {
	for _, l := range lines {
		list = append(list, "JSON.stringify("+l+")")
	}
	return list
}

// TestTogether: after the evening two people look at its hands at the same moment, each in the
// view of their own seat. One leads, the other follows, looks around and comes back; they talk,
// and a note stays with the hand.
func TestTogether(t *testing.T) {
	s := pages(t, 7)
	a, seat := s.sits(t, phone, anna, `,"chairs":3`)
	b := s.guest(t, seat, "Beat", laptop, anna)
	b.wait(`document.body.dataset.stage === 'lobby'`)
	a.tap("[data-act=start]")
	a.wait(`document.body.dataset.stage === 'playing'`) // under a dialog no hand begins
	a.open("#bar button")
	a.wait(`/^(This hand|Dieses Spiel) /.test(document.querySelector('[data-do=last]')?.innerText)`) // not the next one
	a.tap("[data-do=last]")
	var both sync.WaitGroup
	for _, p := range []*tab{a, b} {
		both.Go(func() {
			for p.ready(); !p.between(); p.ready() {
				p.answer()
			}
		})
	}
	both.Wait()
	for _, p := range []*tab{a, b} {
		p.wait(`document.body.dataset.stage === 'over'`)
		p.tap("#panel [data-do=together]")
		p.wait(`document.querySelector('.together [data-do=lead]')`)
	}
	a.accessible("looked at together")
	a.tap("[data-do=lead]")
	b.wait(`document.querySelector('.together b').innerText.includes('You follow Anna')`)
	const moment = `location.hash`
	begun := eval[string](a, moment)
	together := func() {
		waittest.Until(t, "both look at the same moment", func() bool {
			at := eval[string](a, moment)
			return at != begun && at == eval[string](b, moment)
		})
	}
	a.tap("body [data-do=last]")
	a.tap("body [data-do=last]")
	b.wait(`document.body.dataset.at !== '0'`)
	together()
	mine := func(p *tab) string {
		return eval[string](p, `JSON.stringify([...document.querySelectorAll('.card:not([hidden]):not(.gone)')].map((c) => c.dataset.card).sort())`)
	}
	if mine(a) == mine(b) {
		t.Errorf("both see %s: everybody is to have his own view", mine(a))
	}
	ways := eval[string](b, `import('/web/replay/together.js').then(async ({Together}) => {
		const went = [], app = {hand: 0, timeline: {moment: (n) => n}, draw() {}, go(at) { went.push(at); t.moved(app.hand + 1, at); },
			async show(hand, at) { await new Promise((r) => setTimeout(r)); app.hand = hand; went.push([hand, at]); t.moved(hand + 1, 0); }};
		const t = Object.assign(Object.create(Together.prototype), {app, queue: [], lead: 1, table: {hello: {chair: 0}}});
		await Promise.all([5, 6, 9].map((at) => (t.at = {hand: 2, at}, t.come())));
		return JSON.stringify([went, t.follows, (t.moved(2, 9), t.follows), (t.moved(2, 3), t.follows)]);
	})`)
	if ways != "[[[1,5],9],true,true,false]" { // on its way to moment 5 of hand 2 it hears of 6 and of 9; then the person goes to 3
		t.Errorf("a follower goes %s", ways)
	}
	sent := eval[string](a, `import('/web/replay/together.js').then(async ({Together}) => {
		const sent = [], words = {t: () => ''}, table = {hello: {chair: 0}, send: (m) => sent.push(m.at)};
		const {setTimeout, clearTimeout} = window, timers = [], due = () => timers.splice(0).forEach((f) => f?.());
		window.setTimeout = (f) => timers.push(f);
		window.clearTimeout = (n) => { delete timers[n - 1]; };
		const t = Object.assign(Object.create(Together.prototype), {app: {words, live: {say() {}}, draw() {}}, queue: [], lead: 0, table, follows: true});
		t.moved(1, 4);
		t.told('review', {chair: 0, hand: 1, at: 2}); // an earlier moment of the leader's own comes back meanwhile
		due();
		Object.assign(t, {lead: -1, app: {...t.app, hand: 0, at: 6, timeline: {number: (n) => n}}});
		t.told('review', {chair: 0, hand: 1, at: 0}); // one leads from now on, and has gone on since one asked for it
		due();
		Object.assign(window, {setTimeout, clearTimeout});
		return JSON.stringify(sent);
	})`)
	if sent != "[4,6]" {
		t.Errorf("a leader sends the moments %s", sent)
	}
	b.tap("[data-do=first]")
	b.wait(`document.querySelector('[data-do=come]')`)
	b.tap("[data-do=come]")
	together()
	b.tap("[data-do=talk]")
	b.set(".together input", "look here")
	b.tap("[data-do=note]")
	a.wait(`[...document.querySelectorAll('#foot .noted')].some((n) => n.innerText === 'Beat look here')`)
	b.accessible("note")
	b.tap("[data-do=lead]")
	a.wait(`document.querySelector('.together b').innerText.includes('You follow Beat')`)
	a.visit(s.http.URL + "/replay?table=" + seat.Table)
	a.wait(`document.body.dataset.shown === 'hand'`)
	a.tap("[data-do=more]")
	a.wait(`document.querySelector('ul.noted')?.innerText.includes('look here')`)
}

// TestReplayLooks makes pictures of the replay, for those who look at them.
func TestReplayLooks(t *testing.T) {
	dir := os.Getenv("CHRATZE_SCREENSHOTS")
	if dir == "" {
		t.Skip("only for make screenshots: CHRATZE_SCREENSHOTS names the directory")
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	s := open(t, 5)
	for _, z := range []size{phone, laptop, {740, 360}} {
		for _, g := range []string{"chratze", "kratzen"} {
			p := newTab(t, s, z, anna+`localStorage.setItem('lang','de-CH')`)
			p.visit(s.http.URL + "/replay")
			p.wait(`document.querySelector('textarea')`)
			p.shot(dir, "replay-files-"+z.String())
			p.paste(recorded(t, g))
			p.wait(`document.body.dataset.shown === 'hand'`)
			for k := range 8 {
				p.keys(kb.ArrowRight + kb.ArrowRight + kb.ArrowRight + kb.ArrowRight)
				p.shot(dir, fmt.Sprintf("replay-%s-%d-%s", g, k, z))
			}
			p.keys(kb.End)
			p.shot(dir, "replay-"+g+"-end-"+z.String())
			p.tap("[data-do=list]")
			p.shot(dir, "replay-"+g+"-list-"+z.String())
			p.tap("dialog .close button")
			p.tap("[data-do=more]")
			p.shot(dir, "replay-"+g+"-more-"+z.String())
			p.tap("dialog .close button")
		}
	}
}
