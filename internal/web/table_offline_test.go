package web_test

import (
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"

	"chratze/internal/table"
)

// TestSilentLine: a line that was cut says nothing. The page finds out within 5 seconds, tells what wasn't sent, and
// goes on by itself: when the server is heard again, or with a new line. The time is the test's own.
func TestSilentLine(t *testing.T) {
	t.Parallel()
	got := inNode[[]string](t, nowhere, `(async () => {
		const {mock} = await import('node:test');
		mock.timers.enable({apis: ['setTimeout', 'Date'], now: 1e12});
		const lines = [], said = [];
		Object.assign(document, {visibilityState: 'visible'});
		Object.assign(globalThis, {location: {search: '', origin: 'http://x', pathname: '/'}});
		globalThis.WebSocket = class {
			static OPEN = 1;
			constructor() { this.readyState = 1; this.sent = []; lines.push(this); }
			send(m) { this.sent.push(JSON.parse(m).t); }
			close() { this.readyState = 3; this.onclose?.({}); }
		};
		const {Connection} = await import('/web/live/connection.js');
		const pass = (ms) => { for (; ms > 0; ms -= 500) mock.timers.tick(500); }; // timers of timers, too
		const began = Date.now();
		const at = () => (Date.now() - began) / 1000;
		const table = new Connection('1', (what) => { if (what !== 'hello') said.push(what + ' ' + at()); });
		const hello = () => lines.at(-1).onmessage({data: '{"t":"hello","protocol":"chratze/1","chair":0,"config":{}}'});
		const pong = () => lines.at(-1).onmessage({data: '{"t":"pong"}'});
		table.connect();
		hello();
		for (let i = 0; i < 3; i++) { pass(1500); pong(); }
		said.push('asked ' + lines[0].sent.length);
		pass(5000); // it is cut
		table.send({t: 'next'});
		pong(); // and whole again
		table.send({t: 'next'});
		said.push(lines[0].sent.at(-1) + ' is sent');
		pass(5000); // it is cut for good
		pass(10_000);
		said.push('lines ' + lines.length);
		hello();
		document.visibilityState = 'hidden'; // what isn't seen doesn't ask
		pass(60_000);
		said.push('lines ' + lines.length);
		document.visibilityState = 'visible';
		table.ping(); // somebody looks again, and it is cut
		pass(3000);
		table.ping(); // they have looked elsewhere meanwhile
		said.push('lines ' + lines.length);
		pass(13_000); // and the new line says nothing
		said.push('lines ' + lines.length);
		table.bye = 'link'; // no more of it
		const first = new Connection('2', () => {});
		first.connect();
		first.ping(); // before it has said anything
		pass(13_000);
		said.push('lines ' + lines.length);
		return said;
	})()`)
	want := []string{
		"pong 1.5", "pong 3", "pong 4.5", "asked 3", "lost 9", "unsent 9.5", "found 9.5", "pong 9.5", "next is sent",
		"lost 14", "lost 24", "lines 2", "found 24.5", "lines 2",
		"lost 87.5", "lost 87.5", "lines 3", "lost 100.5", "lines 4", "lines 6",
	}
	if !slices.Equal(got, want) {
		t.Errorf("told\n%q, want\n%q", got, want)
	}
}

// TestAnswerOnce: what was answered without a connection is sent once, by the old line or by a new one, which first tells again
// what is asked.
func TestAnswerOnce(t *testing.T) {
	t.Parallel()
	got := inNode[[]string](t, nowhere, `(async () => {
		const lines = [], sent = [];
		globalThis.WebSocket = class {
			static OPEN = 1;
			constructor() { this.readyState = 1; lines.push(this); }
			send(m) { sent.push(JSON.parse(m)); }
			close() { }
		};
		const {App} = await import('/web/live/app.js');
		const {Connection} = await import('/web/live/connection.js');
		let what = '';
		const app = {__proto__: App.prototype, words: {t: (text) => text}, live: {alarm() {}}, selected: new Set(), begin() {}, soon() {}, draw() {},
			blind: {answered() {}}, get info() { return what === 'news' ? null : {}; }};
		app.table = new Connection('1', (w, m) => { what = w; app.told(w, m); });
		const says = (m) => lines.at(-1).onmessage({data: JSON.stringify(m)});
		const asks = (q) => says({ev: [], turn: 0, ask: {q, legal: ['pass']}});
		const acts = () => sent.splice(0).filter((m) => m.t === 'act').map((m) => m.q).join(' ');
		const counts = [];
		app.table.connect();
		says({t: 'hello', protocol: 'chratze/1'});
		asks(1);
		app.table.silence();
		app.act('pass');
		says({t: 'pong'}); // the same line
		counts.push(acts());
		asks(2);
		app.table.silence();
		app.act('pass');
		app.table.retry();
		says({t: 'hello', protocol: 'chratze/1'});
		asks(2);
		counts.push(acts());
		asks(3);
		app.act('pass'); // into the line that is cut
		app.table.silence();
		app.table.retry();
		says({t: 'hello', protocol: 'chratze/1'});
		asks(3);
		counts.push(acts());
		return counts;
	})()`)
	if want := []string{"1", "2", "3 3"}; !slices.Equal(got, want) {
		t.Errorf("the questions that were answered are %q, want %q", got, want)
	}
}

// TestTapUnheard: of what was tapped and not answered before a line broke the page says so once there is another one, whatever it was; of what
// was answered, and of an answer that it repeats itself, it says nothing. A hint can be asked for again.
func TestTapUnheard(t *testing.T) {
	t.Parallel()
	got := inNode[[]string](t, nowhere, `(async () => {
		const lines = [], said = [];
		globalThis.WebSocket = class {
			static OPEN = 1;
			constructor() { this.readyState = 1; lines.push(this); }
			send(m) { this.last = JSON.parse(m); }
			close() { }
		};
		const {App} = await import('/web/live/app.js');
		const {Connection} = await import('/web/live/connection.js');
		const {Hints} = await import('/web/live/hints.js');
		const app = {__proto__: App.prototype, words: {t: (text) => text}, live: {alarm() {}}, begin() {}, soon() {}, news() {}, info: {},
			say(text) { said.push(text); }};
		app.hints = {__proto__: Hints.prototype, waits: 0};
		app.table = new Connection('1', (w, m) => app.told(w, m));
		const says = (m) => lines.at(-1).onmessage({data: JSON.stringify(m)});
		const counts = [];
		const tap = (m, answer) => {
			says({t: 'hello', protocol: 'chratze/1'});
			says({ev: [], turn: 0});
			app.hints.waits = 7;
			app.table.send(m);
			if (answer) says({t: answer, id: lines.at(-1).last.id, code: 'turn', key: ''});
			app.table.silence();
			app.table.retry();
			says({t: 'hello', protocol: 'chratze/1'});
			said.push(''); // not before one sees how things are
			says({ev: [], turn: 0});
			counts.push(m.t + ' ' + said.splice(0).join());
		};
		app.table.connect();
		for (const t of ['host', 'leave', 'bot', 'standin', 'pause', 'last', 'rename', 'same', 'chat', 'undo', 'start']) tap({t});
		tap({t: 'host'}, 'ok');
		tap({t: 'act'});
		tap({t: 'hint'});
		counts.push('hint ' + app.hints.waits);
		return counts;
	})()`)
	var want []string
	for _, what := range []string{"host", "leave", "bot", "standin", "pause", "last", "rename", "same", "chat", "undo", "start"} {
		want = append(want, what+" ,net.unheard")
	}
	if want = append(want, "host ", "act ", "hint ", "hint 0"); !slices.Equal(got, want) {
		t.Errorf("of what was tapped one is told\n%q, want\n%q", got, want)
	}
}

// TestAway: who is away is named in the foot and aloud, with since when, and who is back too. As soon as one may, one lets a bot
// play for them, and everybody reads who did. The clocks of the tables and the pages are the test's own.
func TestAway(t *testing.T) {
	s := pages(t, 5)
	var clock atomic.Int64
	clock.Store(time.Now().UnixMilli())
	s.now = func() table.Millis { return table.Millis(clock.Load()) }
	s.kill()
	en := `localStorage.setItem('lang', 'en')`
	still := fmt.Sprintf(`{ let now = %d; window.later = (ms) => now += ms; Date.now = () => now; }`, clock.Load())
	sits := func(link, script string) *tab {
		p := newTab(t, s, phone, script)
		call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: still})
		p.visit(link)
		return p
	}
	seat := s.make(`,"chairs":3,"bot":"","settle":30000,"pace":300,"six_window":0`)
	a, b, c := sits(seat.Link, anna+en), s.guest(t, seat, "Sissi", phone, en), sits(s.join(seat, "Cara").Link, en)
	a.wait(`[...document.querySelectorAll('#panel [data-chair]')].filter((b) => !b.querySelector('i')).length === 3`)
	a.tap("[data-act=start]")
	b.wait(`document.body.dataset.stage === 'playing'`)
	b.visit("about:blank")
	a.wait(`document.querySelector(".seat.away")`) // before the clock goes on
	a.answer()                                     // then it is Sissi's turn
	clock.Add(10_000)
	for _, p := range []*tab{a, c} {
		eval[int64](p, `window.later(10000)`)
		p.wait(`/Sissi has been away for [0-9]+ s[.]/.test(document.querySelector('#foot .absent')?.innerText) && document.getElementById('polite').innerText.includes('Sissi has been away for')`)
		if eval[bool](p, `!!document.querySelector('[data-do=standin]') || /thinking|table waits/.test(document.querySelector('#foot').innerText)`) {
			t.Error("after 10 s")
		}
	}
	clock.Add(25_000)
	for _, p := range []*tab{a, c} {
		eval[int64](p, `window.later(25000)`)
	}
	a.wait(`document.querySelector('#foot [data-do=standin]')?.innerText.includes("It may declare too, with Sissi's money.")`)
	a.accessible("a person is away")
	c.wait(`/for 35 s/.test(document.querySelector('#foot .absent')?.innerText)`)
	if eval[bool](c, `!!document.querySelector('[data-do=standin]')`) {
		t.Error("a guest may let a bot play after 35 s")
	}
	a.tap("#foot [data-do=standin]")
	lets := `document.body.innerText.includes('Anna lets a bot play for Sissi until they are back.')`
	c.wait(lets)
	for _, p := range []*tab{a, c} { // the clocks go on
		eval[int64](p, `setInterval(() => window.later(1000), 100)`)
	}
	for ; !a.between(); clock.Add(300) {
		for _, p := range []*tab{a, c} {
			if p.asked() != "" {
				p.answer()
			}
		}
	}
	for _, p := range []*tab{a, c} {
		p.wait(`document.querySelector('#panel .standins')?.innerText === 'A bot played for Sissi, who was away.'`)
	}
	b.visit(s.http.URL + "/t/" + seat.Table)
	b.wait(`document.body.innerText.includes('Anna let a bot play for you while you were away.')`)
}

// cuttable lets a test cut the page's line, as a train in a tunnel does: nothing is closed.
const cuttable = `window.WebSocket = class extends WebSocket {
		send(m) { if (!window.cut) super.send(m); }
		set onmessage(f) { super.onmessage = (m) => { if (!window.cut) f(m); }; }
	};`

// TestOffline: a person without a connection reads it on their own page, with what becomes of their seat. What they answer
// meanwhile is sent when the connection is back, and what can't wait says that it wasn't sent.
func TestOffline(t *testing.T) {
	s := pages(t, 5)
	seat := s.make(`,"chairs":4`)
	a := newTab(t, s, phone, anna+`localStorage.setItem('lang', 'en')`)
	call(a, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: cuttable})
	a.visit(seat.Link)
	a.tap("[data-act=start]")
	a.wait(`document.querySelector('#foot .offers button')`)
	q := eval[string](a, `document.body.dataset.q`)
	eval[bool](a, `window.cut = true`)
	a.wait(`/No connection since [0-9]+ s. Your seat is kept./.test(document.querySelector('#foot .lost')?.innerText)`)
	a.accessible("no connection")
	a.wait(`document.getElementById('now').innerText.includes('There is no connection')`)
	eval[bool](a, `window.cut = false`)
	a.wait(`!document.querySelector('#foot .lost')`)
	eval[bool](a, `window.cut = true`)
	a.tap("#foot .offers button")
	a.wait(`document.querySelector('#foot .lost')`)
	eval[bool](a, `window.cut = false`)
	a.tap("[data-do=retry]")
	a.wait(`document.body.dataset.q !== '` + q + `' && !document.querySelector('#foot .lost')`)
}
