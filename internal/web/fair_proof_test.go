package web_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"

	"chratze/internal/table/fairtest"
	"chratze/internal/waittest"
)

// TestFairVectors: the browser's hashes and draws are those of package fair.
func TestFairVectors(t *testing.T) {
	t.Parallel()
	vectors, err := os.ReadFile("../fair/testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	const check = `Promise.all(['lib/hash', 'fair/hashes', 'fair/fair', 'fair/copies'].map((m) => import('/web/' + m + '.js'))).then((all) => { const f = Object.assign({}, ...all); const wrong = []; const is = (what, a, b) => { if (JSON.stringify(a) !== JSON.stringify(b)) wrong.push(what + ' ' + a + ' ' + b); };
	is('sha256', f.hex(f.sha256(f.ascii('abc'))), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
	is('sha256 of a million', f.hex(f.sha256(f.ascii('a'.repeat(1e6)))), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0');
	is('hmac', f.hex(f.hmac(f.ascii('Jefe'), f.ascii('what do ya want for nothing?'))), '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
	for (const n of [55, 56, 63, 64, 119, 120]) is('length ' + n, f.sha256(new Uint8Array(n)).length, 32);
	for (const v of %s) {
		const T = f.seed(v.number, v.secret, v.nonces), o = f.shuffle(T, 1, v.pack.split(' ')), r = f.shuffle(T, 3, v.discards.split(' '));
		is('sitting', f.sittingPromise(v.sitting_secret), v.sitting); is('secret', f.handSecret(v.sitting_secret, v.number), v.secret); is('promise', f.promise(v.number, v.secret), v.promise);
		is('seed', f.hex(T), v.seed); is('shuffle', o.join(' '), v.shuffle); is('cut', f.cut(T, 2, o.length), v.cut); is('reshuffle', r.join(' '), v.reshuffle);
		is('open', [0, 3].map((at) => f.opening(T, {draw: 1, at, card: o[at]})), v.open);
		is('cards', r.map((card, at) => f.cardPromise(v.number, f.opening(T, {draw: 3, at, card}))), v.all_of_draw3);
		v.nonces.forEach((g, i) => { const [c, x] = g.split(' '); is('nonce', c + ' ' + f.noncePromise(v.number, +c, x), v.promises[i].slice(0, c.length + 65)); });
		is('seed after a cancelled deal', f.hex(f.seed(v.number, v.secret, v.nonces, [{number: v.number - 1, chairs: [2], promises: v.promises}])), v.seed_void);
		is('blame', f.blame(v.void), v.void.chairs);
		is('seed after copies', f.hex(f.seed(v.number, v.secret, v.nonces, [v.void])), v.seed_copies);
		v.nonces.forEach((g, i) => {
			const [c, nonce] = g.split(' '), own = {chair: +c, nonce}, wrong = v.copies.map((x) => x.slice(0, -1) + (x.endsWith('0') ? 1 : 0));
			is('commitment', c + ' ' + f.commit(v.number, own), v.promises[i]);
			is('copies', c + ' ' + f.copies(v.number, own, v.promises), v.copies[i]);
			is('opened', f.opened(v.number, own, v.promises, v.copies).length, v.nonces.length);
			is('copies without a text', f.opened(v.number, own, v.promises, v.copies.map((x) => x.split(' ')[0])).length, 0);
			is('wrong copies for the last', f.opened(v.number, own, v.promises, wrong).length, i < v.nonces.length - 1 ? v.nonces.length : 0);
		});
	}
	return wrong; })`
	if wrong := inNode[[]string](t, nowhere, fmt.Sprintf(check, vectors)); len(wrong) > 0 {
		t.Error(strings.Join(wrong, "\n"))
	}
}

// TestPageFindsEveryCheat: what the program finds in a file the page finds too: 28 kinds
// of cheating at one of 12 hands each, with CHRATZE_VERIFY at every one of them.
func TestPageFindsEveryCheat(t *testing.T) {
	t.Parallel()
	const hands = 12
	var names []string
	var files [][]string
	e, err := fairtest.NewEvening("chratze", hands)
	must(t, err)
	names, files = append(names, "honest"), append(files, e.Lines)
	for k, c := range fairtest.Cheats() {
		for i := range hands {
			if !verify && i != k%hands {
				continue
			}
			lines, err := c.Do(e, i)
			if err != nil {
				t.Fatal(c.Name, err)
			}
			names, files = append(names, fmt.Sprintf("%s, hand %d", c.Name, i+1)), append(files, lines)
		}
	}
	forged, err := filepath.Glob("../fair/testdata/forged/*.jsonl")
	must(t, err)
	for _, f := range forged {
		text, err := os.ReadFile(f)
		must(t, err)
		name := filepath.Base(f)
		if name[0] == '0' || strings.HasPrefix(name, "3-calls-one-deal-off") || name == "3-gives-numbers-for-its-bots.jsonl" || strings.HasPrefix(name, "3-leaves-a-proof-out-at") { // nothing is wrong
			name = "honest"
		}
		names, files = append(names, name), append(files, strings.Split(strings.TrimSpace(string(text)), "\n"))
	}
	data, err := json.Marshal(files)
	must(t, err)
	found := inNode[[][]string](t, nowhere, `import('/web/fair/fair.js').then((fair) => `+string(data)+`.map((lines) => fair.verifyEvening(lines.map((x) => JSON.parse(x))).map((f) => f.line + ' ' + f.fault.code)))`)
	if len(found) != len(names) {
		t.Fatalf("of %d files %d were read", len(names), len(found))
	}
	for i, faults := range found {
		if (len(faults) == 0) != (names[i] == "honest") {
			t.Errorf("%s: %v is found", names[i], faults)
		}
	}
	t.Logf("%d cheats and %d files", len(names)-len(forged)-1, len(forged))
}

// proof is the mark at the settlement: good, bad, none or "".
func (p *tab) proof() string {
	return eval[string](p, `document.querySelector('#panel .proof')?.classList[1] ?? ''`)
}

// playHand plays the hand of one or several people to its end. A clock that stands passes with what they do: the wait
// for the trump six ends, and that for their numbers doesn't.
func playHand(people ...*tab) {
	people[0].t.Helper()
	waittest.Until(people[0].t, "the end of a hand", func() bool {
		for _, p := range people {
			if p.asked() != "" {
				p.answer()
			}
		}
		people[0].site.passes(10)
		return people[0].between()
	})
}

// TestNumberOfABot: a chair that the table shows as a bot's gives a number. The page doesn't call the deal checked, and
// counts the number as nobody's.
func TestNumberOfABot(t *testing.T) {
	s := pages(t, 3)
	s.stands()
	seat := s.make(`,"chairs":2,"bot":"","pace":3600000,"six_window":0,"proof":"hand"`)
	a, b := newTab(t, s, phone, anna), newTab(t, s, laptop, anna)
	call(a, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `{
		const parse = JSON.parse;
		JSON.parse = (text) => { const m = parse(text); if (m?.info?.chairs?.[1]?.name) m.info.chairs[1].bot = 'best'; return m; };
	}`})
	a.visit(seat.Link)
	b.visit(s.join(seat, "Beat").Link)
	for chair, p := range []*tab{a, b} {
		p.wait(fmt.Sprintf(`(localStorage.getItem('numbers') ?? '').match(/"chair":%d[^}]*"sent":true/)`, chair))
	}
	a.tap("[data-act=start]")
	a.wait(`document.body.dataset.stage === 'playing'`)
	playHand(a, b)
	a.wait(`document.querySelector('#panel .proof.bots')`)
	a.open("[data-do=proof]")
	if room := eval[float64](a, `parseFloat(getComputedStyle(document.querySelector('dialog .proved h2')).paddingRight) - document.querySelector('dialog .close button').offsetWidth`); room < 0 {
		t.Errorf("the heading goes %v pixels below the button", -room) // in the letters of some phones it is that long
	}
	a.wait(`document.querySelector('.proved').innerText.includes('The number of 1 player went into the shuffle. Yours is among them.')`)
	a.wait(`document.querySelector('.proved').innerText.includes('In 1 hand bots gave numbers, too.')`)
	if dir := os.Getenv("CHRATZE_SCREENSHOTS"); dir != "" {
		a.shot(dir, "proof-bots-details")
		a.tap("dialog .close button")
		a.shot(dir, "proof-bots")
	}
	b.wait(`document.querySelector('#panel .proof.good')`)
}

// TestProofInTheBrowser: two people play; their browsers add numbers without
// anybody doing anything, and say that the deal was honest; at the end everything is
// checked whole.
func TestProofInTheBrowser(t *testing.T) {
	s := pages(t, 3)
	s.stands()
	seat := s.make(`,"chairs":2,"bot":"","pace":3600000,"six_window":0,"proof":"sitting"`)
	a, b := newTab(t, s, phone, anna), newTab(t, s, laptop, anna)
	a.visit(seat.Link)
	b.visit(s.join(seat, "Beat").Link)
	a.wait(`document.querySelector('#panel').innerText.includes('can check every deal')`)
	a.wait(`document.querySelectorAll('#panel .chairs b').length === 2`)
	for chair, p := range []*tab{a, b} { // a page that comes too late for the first deal says so
		p.wait(fmt.Sprintf(`(localStorage.getItem('numbers') ?? '').match(/"chair":%d[^}]*"sent":true/)`, chair))
	}
	a.tap("[data-act=start]")
	a.wait(`document.body.dataset.stage === 'playing'`)
	playHand(a, b)
	if dir := os.Getenv("CHRATZE_SCREENSHOTS"); dir != "" {
		a.shot(dir, "proof-phone")
		b.shot(dir, "proof-laptop")
	}
	for _, p := range []*tab{a, b} {
		p.wait(`document.querySelector('#panel .proof')`)
		if p.proof() != "good" {
			t.Errorf("the mark is %q", p.proof())
		}
	}
	a.open("[data-do=proof]")
	a.wait(`document.querySelector('.proved').innerText.includes('lay in')`)
	a.accessible("proof")
	if dir := os.Getenv("CHRATZE_SCREENSHOTS"); dir != "" {
		a.shot(dir, "proof-details")
	}
	a.tap("dialog .close button")
	a.menu("table")
	a.tap("[data-do=last]")
	a.next(b)
	b.wait(`document.body.dataset.stage !== 'between'`)
	playHand(a, b)
	a.wait(`document.body.dataset.stage === 'over' && document.querySelector('#panel .proof.good')`)
	a.open("[data-do=proof]")
	a.wait(`document.querySelector('.proved').innerText.includes('from the first card to the last')`)
	a.wait(`document.querySelector('.proved').innerText.includes('numbers of 2 players') && document.querySelector('.proved').innerText.includes('Yours')`) // to the first hand Beat's page may have come too late
	a.accessible("proof of an evening")
}

// TestProofOfALateComer: a person who sits down after some hands checks their own hands from
// the first card to the last, and learns nothing that would open those before.
func TestProofOfALateComer(t *testing.T) {
	onlyVerify(t, "TestProofInTheBrowser has a proof from its beginning, and TestWhoComesAndWhoWaits a late comer")
	s := pages(t, 3)
	seat := s.make(`,"chairs":2,"bot":"stammtisch-1","six_window":0,"proof":"sitting"`)
	a, b := newTab(t, s, phone, anna), newTab(t, s, laptop, anna)
	a.visit(seat.Link)
	a.tap("[data-act=start]")
	a.wait(`document.body.dataset.stage === 'playing'`)
	playHand(a) // with a bot, in whose place comes
	b.visit(s.join(seat, "Beat").Link)
	var marks []string
	for len(marks) < 5 && !slices.Contains(marks, "good") {
		playHand(a, b)
		b.wait(`document.body.dataset.stage === 'between' && document.querySelector('#panel .proof')`)
		if marks = append(marks, b.proof()); marks[len(marks)-1] != "good" {
			a.next(b)
			b.wait(`document.body.dataset.stage !== 'between'`)
		}
	}
	// Who sits down when the numbers of a hand are in had no part in them: of that hand a part is checked.
	early := func(mark string) bool { return mark == "watch" || mark == "part" }
	if last := len(marks) - 1; marks[last] != "good" || slices.ContainsFunc(marks[:last], func(mark string) bool { return !early(mark) }) {
		t.Errorf("the marks are %v, want watch or part while the bot plays, then good", marks)
	}
	a.menu("table")
	a.tap("[data-do=end]")
	a.tap("[data-do=yes]")
	for _, p := range []*tab{a, b} {
		p.wait(`document.body.dataset.stage === 'over' && document.querySelector('#panel .proof.good')`)
		p.open("[data-do=proof]")
		p.wait(`document.querySelector('.proved').innerText.includes('The whole hand was checked')`)
	}
	if text := eval[string](b, `document.querySelector('dialog').innerText`); strings.Contains(text, "secret is open:") {
		t.Errorf("the late comer is told\n%s", text)
	}
	levels := eval[[]string](b, `(async () => { const fair = await import('/web/fair/fair.js');
		const lines = (await (await fetch('/api/seat/`+seat.Table+`/hands')).text()).trim().split('\n').map((l) => JSON.parse(l));
		const faults = fair.verifyEvening(lines.map((l) => ({...l, view: l.view ?? l.for}))).map((f) => f.fault.code);
		return [...faults, ...lines.map((l) => fair.verifyHand(l).level + (l.fair.sitting_secret ? '!' : ''))]; })()`)
	if first, last := levels[0], levels[len(levels)-1]; first != "some" || last != "whole" || strings.Contains(strings.Join(levels, " "), "!") {
		t.Errorf("the hands of the late comer are %v", levels)
	}
}

// TestProofOfALeaver: a person leaves in mid-hand, and sits down again when the next hand has been played without them. It was
// dealt without their number, as it had to be.
func TestProofOfALeaver(t *testing.T) {
	onlyVerify(t, "TestNumberOfALeftChair has what the page is sent meanwhile")
	s := pages(t, 3)
	seat := s.make(`,"chairs":3,"bot":"stammtisch-1","settle":60000,"six_window":0,"proof":"hand"`)
	a, b := newTab(t, s, phone, anna), newTab(t, s, laptop, anna)
	a.visit(seat.Link)
	b.visit(s.join(seat, "Beat").Link)
	b.wait(`localStorage.getItem('numbers')?.includes('"sent":true')`)
	a.tap("[data-act=start]")
	b.wait(`document.body.dataset.stage === 'playing'`)
	b.menu("table")
	b.tap("[data-do=leave]")
	b.tap("[data-do=yes]")
	playHand(a)
	b.wait(`document.querySelector('[data-do=again]')`)
	a.next()
	playHand(a)
	b.tap("[data-do=again]")
	b.wait(`document.body.dataset.stage === 'between' && document.querySelector('#panel .proof')`)
	if b.proof() != "watch" {
		t.Errorf("the hand that was played without Beat is marked %q", b.proof())
	}
}

// TestReplayedHand: a server that plays an old hand again, with cards that somebody knows, is
// found; one that tells of the same hand again, after a broken connection, isn't accused.
func TestReplayedHand(t *testing.T) {
	s := pages(t, 5)
	s.stands()
	p := newTab(t, s, phone, anna)
	call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `window.kept = []; {const parse = JSON.parse; JSON.parse = (...a) => { const m = parse(...a); if (m && (m.ev || m.t === 'hello')) kept.push(a[0]); return m; };}`})
	p.visit(s.make(`,"chairs":3,"practice":true,"pace":0,"six_window":0,"proof":"hand"`).Link) // the next hand waits
	p.wait(`document.body.dataset.stage === 'playing'`)
	playHand(p)
	p.wait(`document.querySelector('#panel .proof.good')`)
	got := eval[[]string](p, `(async () => {
		const {Prover} = await import('/web/fair/prover.js'), messages = kept.map((m) => JSON.parse(m)), found = [];
		const prover = new Prover({hello: messages.find((m) => m.t === 'hello'), hand: 0, events: [], info: null, later: [], anew: true, tell() {}}, (c) => found.push([c.standing, ...c.report.faults.map((f) => f.code)].join(' ')));
		for (const m of messages) prover.take(m);
		for (const m of messages) prover.take(m); // told again
		for (const m of messages) if (!m.t) prover.take(m.hand ? {...m, hand: 2} : m);
		prover.found(2, prover.verdicts.get(2).line, undefined, []); // as when the evening's secret is opened
		return found; })()`)
	// The numbers of the hand that is told again have been given: a deal asked for anew is counted, and no fault.
	if n := len(got); n < 4 || !slices.Contains([]string{"good", "again"}, got[0]) || got[n-1] != "bad reused" || slices.Index(got, "bad reused") != n-2 {
		t.Errorf("found %v", got)
	}
}

// cheats changes what the server sends of the proof.
func (p *tab) cheats(how string) {
	p.t.Helper()
	call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `{const parse = JSON.parse; JSON.parse = (...a) => { const m = parse(...a); if (m && m.proof) { const p = m.proof; ` + how + ` } return m; };}`})
}

// TestCheatingServer: what a server would send that cheats is changed on its way into the page, which says so.
// TestPageFindsEveryCheat has the other cheats in files, and with CHRATZE_VERIFY each is played here.
func TestCheatingServer(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	type cheat struct{ name, cheat, says string }
	for _, tt := range sample(2,
		cheat{"exchanges a card", `if (p.hand && p.hand.open) p.hand.open[0] = p.hand.open[0].replace(/^(\d+ \d+) ../, '$1 ' + (p.hand.open[0].split(' ')[2] === 'Ac' ? 'Kc' : 'Ac'));`, "doesn't fit what it published"},
		cheat{"tells no proof", `delete p.hand;`, "sent no proof"},
		cheat{"drops a number", `if (p.hand && p.hand.nonces) p.hand = {...p.hand, nonces: p.hand.nonces.slice(1), promises: p.hand.promises.slice(1)};`, "left out of the shuffle"},
		cheat{"changes its promise", `if (p.hand && p.hand.promise) p.hand.promise = p.hand.promise.replace(/^./, (c) => c === '0' ? '1' : '0');`, "changed afterwards"},
		cheat{"leaves a deal out", `if (p.hand && p.hand.number) p.hand.number++;`, "missing"},
		cheat{"opens another secret", `if (p.hand && p.hand.secret) p.hand.secret = p.hand.secret.replace(/^./, (c) => c === '0' ? '1' : '0');`, "deal again until it liked the cards"},
		cheat{"keeps a card closed", `if (p.hand && p.hand.open) p.hand.open.shift();`, "doesn't open it"},
	) {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := open(t, 5)
			p := newTab(t, s, phone, anna)
			p.cheats(tt.cheat)
			p.visit(s.make(`,"chairs":3,"practice":true,"six_window":0,"proof":"hand"`).Link) // the next hand waits
			p.wait(`document.body.dataset.stage === 'playing'`)
			playHand(p)
			p.wait(`document.querySelector('#panel .proof.bad')`)
			p.open("[data-do=proof]")
			p.wait(fmt.Sprintf(`document.querySelector('.proved .fault').innerText.includes(%s)`, mustQuote(tt.says)))
			p.wait(fmt.Sprintf(`(document.getElementById('now').innerText + document.getElementById('polite').innerText).includes(%s)`, mustQuote(tt.says)))
		})
	}
}

func mustQuote(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// TestTableWithoutProof: a table that was made without a proof says so, in the lobby and below each settlement; one for
// practice needn't.
func TestTableWithoutProof(t *testing.T) {
	s := pages(t, 3)
	const want = "No proof of the deals at this table."
	seat := s.make(`,"chairs":2,"bot":"","pace":3600000`)
	p, beat := newTab(t, s, phone, anna), newTab(t, s, laptop, anna)
	p.visit(seat.Link)
	p.wait(`document.querySelector('#panel').innerText.includes('` + want + `')`)
	beat.visit(s.join(seat, "Beat").Link)
	p.wait(`document.querySelectorAll('#panel .chairs b').length === 2`)
	p.tap("[data-act=start]")
	p.wait(`document.body.dataset.stage === 'playing'`)
	playHand(p, beat)
	p.wait(`document.querySelector('#panel .below')?.innerText.includes('` + want + `')`)
	if dir := os.Getenv("CHRATZE_SCREENSHOTS"); dir != "" {
		p.shot(dir, "proof-without")
	}
	p.accessible("no proof")
	p.visit(s.make(`,"chairs":3,"practice":true`).Link)
	p.wait(`document.body.dataset.stage === 'playing'`)
	playHand(p)
	if text := eval[string](p, `document.querySelector('#panel').innerText`); strings.Contains(text, want) {
		t.Errorf("a table for practice says\n%s", text)
	}
}
