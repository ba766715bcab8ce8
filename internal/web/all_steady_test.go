package web_test

import (
	"slices"
	"strings"
	"testing"
)

// TestSteady: for a second nothing acts where another button stood, whether that is gone or has moved; a button that stays, or
// stands where none did, acts at once. The time is a number.
func TestSteady(t *testing.T) {
	t.Parallel()
	got := inNode[[]string](t, nowhere, `import('/web/lib/steady.js').then(({Steady}) => {
		let now = 0;
		const steady = new Steady(() => now, 1000), at = (key, top) => ({key, left: 0, right: 100, top, bottom: top + 50});
		return [[0, at('undo', 700)], [5000, at('undo', 700), at('hint', 600)], [5100, at('next', 730), at('hint', 600)], [5900, at('next', 730)],
			[6099, at('next', 730)], [6100, at('next', 730)], [9000, at('next', 640), at('look', 700)], [9500, at('next', 640), at('look', 750)],
			[10000, at('look', 700)], [10001, at('next', 640), at('look', 800)]].map(([ms, ...list]) => {
			now = ms;
			return ms + ': ' + steady.waits(list).join(' ');
		});
	})`)
	want := []string{
		"0: 0", "5000: 0 0", "5100: 1000 0", "5900: 200", "6099: 1", "6100: 0", "9000: 0 1000", "9500: 0 500",
		"10000: 0", "10001: 0 0",
	}
	if !slices.Equal(got, want) {
		t.Errorf("milliseconds until each may act:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestNoMistap: a second tap where "leave" stood doesn't leave.
func TestNoMistap(t *testing.T) {
	s := pages(t, 3)
	p, _ := s.sits(t, phone, `localStorage.setItem('set.rest', '3600000');`+anna, `,"chairs":3,"practice":true`)
	p.open("#bar .menu")
	eval[int](p, `document.querySelector('dialog').classList.add('tried'), document.adoptedStyleSheets.push(new CSSStyleSheet()),
		document.adoptedStyleSheets[0].replaceSync('.tried [data-do=leave], .tried [data-do=yes] { position: fixed; left: 20px; bottom: 20px }'), 0`)
	p.tap("dialog [data-do=leave]")
	p.wait(`document.querySelector('dialog [data-do=yes]')`)
	if !eval[bool](p, `(() => { const r = document.querySelector('[data-do=yes]').getBoundingClientRect();
		return !document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2).closest('button'); })()`) {
		t.Error("yes stands where the first tap went, and acts at once")
	}
	p.tap("dialog [data-do=no]")
}
