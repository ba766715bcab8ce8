package web_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestForeignText: an empty file is answered with a sentence in the replay, and one in Latin-1 is read as it was meant (TestDeskFiles: at
// the desk).
func TestForeignText(t *testing.T) {
	s := pages(t, 5)
	p := newTab(t, s, phone, `localStorage.setItem('lang', 'en')`)
	p.visit(s.http.URL + "/replay")
	p.giveFile("input[name=file]", "")
	p.wait(`document.body.innerText.includes('There is no hand')`)
	first, _, _ := strings.Cut(recorded(t, "chratze"), "\n")
	p.giveFile("input[name=file]", strings.Replace(first, `"Anna"`, "\"J\xfcrg\"", 1))
	p.wait(`document.body.dataset.shown === 'hand' && document.body.innerText.includes('Jürg')`)
}

// apart are the texts in which a name that is written from right to left stands beside something else and isn't set apart from
// it: there a browser would put an amount on its other side, and its sign behind it.
const apart = `(() => {
	const list = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let n = walk.nextNode(); n; n = walk.nextNode()) {
		let e = n.parentElement;
		if (!/[\u0590-\u06ff]/.test(n.data) || !e.checkVisibility() || e.closest('script, option, textarea')) continue;
		while (e && getComputedStyle(e).display.startsWith('inline') && !/isolate|plaintext/.test(getComputedStyle(e).unicodeBidi)) e = e.parentElement;
		const text = /isolate/.test(getComputedStyle(e).unicodeBidi) && getComputedStyle(e).display.startsWith('inline') ? n.data : e.innerText;
		if (/[0-9A-Za-z]/.test(text)) list.push(text.slice(0, 60));
	}
	return list;
})()`

// TestNamesFromRightToLeft: such a name changes the order of nothing else, at the desk and at a table.
func TestNamesFromRightToLeft(t *testing.T) {
	const sara, omar = "שרה", "عمر"
	p := openDesk(t, "")
	p.evening("chratze", sara, "Beat", omar, "Dora")
	look := func(where string) {
		t.Helper()
		if list := eval[[]string](p, apart); len(list) > 0 {
			t.Errorf("%s: %q", where, list)
		}
	}
	look("a new hand")
	p.hand(sara, omar, sara+" 3", omar+" 1")
	look("a hand")
	p.tap("#book")
	p.wait(`!document.querySelector('.row.in')`)
	for i := range 3 {
		p.tapOn(fmt.Sprintf(`document.querySelectorAll('nav button')[%d]`, i))
		p.settle()
		look(fmt.Sprintf("part %d of the desk", i))
	}
	p, _ = open(t, 5).sits(t, phone, strings.ReplaceAll(anna, "Anna", sara), `,"practice":true,"chairs":4,"name":"`+sara+`"`)
	for !p.between() {
		p.answer()
		p.ready()
		look("a table")
	}
	p.wait(`document.querySelector('#panel .flows')`)
	look("a settlement")
	eval[any](p, `document.querySelector('#panel').append('`+sara+` -1.20')`) // a planted fault
	if len(eval[[]string](p, apart)) != 1 {
		t.Error("a name that isn't set apart isn't found")
	}
}

// TestPicturesFromRightToLeft: in what is written on a picture that goes to others such a name is set apart, too, so that an amount stands
// beside it and not on its other side.
func TestPicturesFromRightToLeft(t *testing.T) {
	const sara, omar = "שרה", "عمر"
	p := openDesk(t, "")
	draws := func(tap func()) {
		t.Helper()
		eval[any](p, `window.drawn = [], window.given = null, navigator.canShare = () => true, navigator.share = async () => { window.given = true; },
			CanvasRenderingContext2D.prototype.fillText = (text) => drawn.push(text), 0`)
		tap()
		p.wait(`given`)
		if list := eval[[]string](p, `drawn.filter((text) => /[0-9A-Za-z]/.test(text) && /[\u0590-\u06ff]/.test(text.replace(/\u2068[^\u2068\u2069]*\u2069/g, '')))`); len(list) > 0 {
			t.Errorf("a name isn't set apart in %q", list)
		}
		if !eval[bool](p, `drawn.some((text) => text.includes('\u2068') && /[0-9A-Za-z]/.test(text))`) {
			t.Errorf("no name stands beside anything in %q", eval[[]string](p, `drawn`))
		}
	}
	p.giveFile("input[type=file]", "kasse 1\nmoney francs credit\nseats "+sara+" Beat "+omar+"\n"+sara+" 2! Beat 2\n")
	p.wait(`document.querySelector('.entry')`)
	p.press("More")
	draws(func() { p.press("As a picture") })

	p.replay(p.site, strings.ReplaceAll(recorded(t, "chratze"), `"Anna"`, `"`+sara+`"`))
	p.tap("[data-do=more]")
	draws(func() { p.tap("[data-do=picture]") })
}
