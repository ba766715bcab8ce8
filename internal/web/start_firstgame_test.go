package web_test

import "testing"

// TestFirstGameOfThePage: the first page begins with the reader's game and offers the other tables of it by a tap; a rule sheet leads to its
// own game, there and at the desk. Whoever has chosen keeps their choice.
func TestFirstGameOfThePage(t *testing.T) {
	p := newTab(t, pages(t, 5), phone, anna)
	eval[any](p, `localStorage.removeItem('preset')`) // that the tests have chosen
	chosen := func(path, want string) {
		t.Helper()
		p.visit(p.site.http.URL + path)
		p.wait(`document.querySelector('select[name=preset]')?.value === '` + want + `'`)
	}
	chosen("/?lang=ja", "chratze-ja")
	p.visit(p.site.http.URL + "/kasse/")
	p.wait(`document.querySelector('#new') && document.documentElement.lang === 'ja'`) // the language goes along
	eval[any](p, `localStorage.removeItem('lang')`)
	chosen("/?lang=en", "chratze-en")
	chosen("/?lang=de-AT", "kratzen")
	chosen("/?lang=de", "mauscheln")
	chosen("/?lang=de-DE", "mauscheln")
	chosen("/?lang=en&game=lupfen", "lupfen")
	chosen("/?lang=de-CH", "chratze")
	p.tap("[data-game=chratze-en]")
	p.wait(`document.querySelector('select[name=preset]').value === 'chratze-en'`)
	chosen("/?lang=ja", "chratze-en")
	p.visit(p.site.http.URL + "/rules/lupfen/en")
	p.tap(`.doors a[href*=kasse]`)
	p.wait(`document.querySelector('#new')`)
	p.tap("#new")
	p.wait(`document.querySelector('.setup > .field select')?.value === 'lupfen'`)
}
