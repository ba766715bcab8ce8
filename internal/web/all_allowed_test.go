package web_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
)

// heard stands in for what a page asks of the browser, and writes down what it was
// asked: sounds, notifications, the lock that keeps the screen on, the clipboard,
// what hands a link to another program.
// Where the origin isn't secure the browser offers most of it to no page, and
// neither does this.
const heard = `{
	const asked = window.asked = {sounds: 0, notes: [], locks: 0, released: 0, copied: [], shared: [], permissions: 0};
	window.away = (is) => { Object.defineProperty(document, 'hidden', {value: is, configurable: true}); document.dispatchEvent(new Event('visibilitychange')); };
	const part = () => ({connect: (x) => x, start() {}, stop() {}, frequency: {}, gain: {setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {}}});
	window.AudioContext = class {
		state = 'running'; currentTime = 0; sampleRate = 8000; destination = {};
		createOscillator() { asked.sounds++; return part(); }
		createBufferSource() { asked.sounds++; return part(); }
		createGain = part; createBiquadFilter = part;
		createBuffer(channels, length) { return {getChannelData: () => new Float32Array(length)}; }
	};
	if (isSecureContext) {
		window.Notification = class {
			static permission = 'default';
			static async requestPermission() { asked.permissions++; return (this.permission = window.refuse ? 'denied' : 'granted'); }
			constructor(text) { asked.notes.push(text); }
			close() {}
		};
		Object.defineProperty(navigator, 'wakeLock', {value: {request: async () => {
			asked.locks++;
			const lock = new EventTarget();
			lock.release = async () => { asked.released++; lock.dispatchEvent(new Event('release')); };
			return lock;
		}}});
		Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (text) => {
			if (window.refuse) throw new Error('refused');
			asked.copied.push(text);
		}}});
		Object.defineProperty(navigator, 'share', {value: async ({url}) => {
			asked.shared.push(url);
			if (asked.shared.length > 1) throw new DOMException('thought better of it', 'AbortError');
		}});
	}
}`

// stubbed is a tab whose pages find those stand-ins.
func stubbed(t *testing.T, at *site, script string) *tab {
	t.Helper()
	p := newTab(t, at, phone, "")
	call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: heard + "try {" + anna + script + "} catch {}"})
	return p
}

// invited makes a table by the form and leaves the tab in its lobby.
func (p *tab) invited(url string) {
	p.t.Helper()
	p.visit(url)
	p.tap("#friends")
	p.tap("#make")
	p.wait(`document.querySelector('[data-do=copy]')`)
}

// TestAllowed: on a page that came by https the link is shared and copied, the screen stays on
// while a hand is played, and "your turn" is heard, is in the title, and is notified to a
// person who looks elsewhere. If you refuse notifications there are none, and you can select
// the link.
func TestAllowed(t *testing.T) {
	s := pages(t, 5)
	p := stubbed(t, s, `localStorage.setItem('set.sound', 'yes'); localStorage.setItem('set.pace', '800')`)
	p.invited(s.http.URL)
	if !eval[bool](p, `isSecureContext`) {
		t.Fatal("this is no secure context: nothing is tested")
	}
	for i := range 2 { // the second time somebody thinks better of it, and nothing happens
		p.tap("[data-do=share]")
		p.wait(fmt.Sprintf(`asked.shared[%d] === document.querySelector('.invitation a').href`, i))
	}
	p.tap("[data-do=copy]")
	p.wait(`asked.copied[0] === document.querySelector('.invitation a').href && document.querySelector('[data-do=copy]').innerText.includes('Copied')`)
	eval[any](p, `window.refuse = true, 0`)
	p.tap("[data-do=copy]")
	p.wait(`getSelection().toString() && asked.copied.length === 1`)

	p.menu("settings")
	if text := eval[string](p, `document.querySelector('dialog').innerText`); strings.Contains(text, "Off without") {
		t.Errorf("with https something is off: %s", text)
	}
	p.tap("dialog [name=notify]")
	p.wait(`asked.permissions === 1 && !document.querySelector('dialog [name=notify]').checked`)
	eval[any](p, `window.refuse = false, 0`)
	p.tap("dialog [name=notify]")
	p.wait(`asked.permissions === 2 && document.querySelector('dialog [name=notify]').checked`)
	p.tap("dialog .close button")

	eval[any](p, `away(true), 0`)
	eval[any](p, `document.querySelector('[data-act=start]').click(), 0`)
	p.wait(`document.body.dataset.ask`)
	p.wait(`asked.notes.length === 1 && asked.notes[0].includes('Your turn') && document.title.includes('Your turn') && asked.sounds > 0`)
	if n := eval[int](p, `asked.locks`); n != 0 {
		t.Errorf("the screen of who looks elsewhere is kept on %d times", n)
	}
	eval[any](p, `away(false), 0`)
	p.wait(`asked.locks === 1`) // it is taken again when one is back
	// The page itself looks, since on a slow machine the next hand may have begun before it is asked.
	eval[any](p, `setInterval(() => asked.resting ||= asked.released === 1 && !document.title.includes('Your turn'), 50), 0`)
	for range 40 {
		if p.answer(); p.between() {
			break
		}
	}
	p.wait(`asked.resting`)
	if n := eval[int](p, `asked.notes.length`); n != 1 {
		t.Errorf("who looks at the table has been notified %d times", n-1)
	}
}

// TestPlainHTTP: in a pub's network nothing of that is allowed but sound and title;
// each has something that does instead, and the menu says what is off.
func TestPlainHTTP(t *testing.T) {
	s := pages(t, 5)
	pub := strings.Replace(s.http.URL, "127.0.0.1", pubHost, 1)
	p := stubbed(t, s, "")
	p.invited(pub)
	if eval[bool](p, `isSecureContext || 'wakeLock' in navigator || !!navigator.clipboard`) {
		t.Fatal("this is no plain http: nothing is tested")
	}
	if eval[bool](p, `!!document.querySelector('[data-do=share]')`) {
		t.Error("there is a button to share with, and nothing to share by")
	}
	p.tap("[data-do=copy]")
	p.wait(`getSelection().toString().includes('` + pubHost + `')`)
	p.menu("settings")
	for _, off := range []string{"notification", "copy", "screen"} {
		p.wait(`document.querySelector('dialog [data-off]').innerText.toLowerCase().includes('` + off + `')`)
	}
	p.wait(`document.querySelector('dialog').innerText.includes('Off without https') && !document.querySelector('dialog [name=notify]')`)
	p.tap("dialog [name=sound]")
	p.tap("dialog .close button")
	eval[any](p, `away(true), 0`)
	eval[any](p, `document.querySelector('[data-act=start]').click(), 0`)
	p.wait(`document.body.dataset.ask && asked.sounds > 0 && document.title.includes('Your turn')`)
	if eval[int](p, `asked.notes.length + asked.locks`) != 0 {
		t.Error("something was asked for that isn't allowed")
	}
}
