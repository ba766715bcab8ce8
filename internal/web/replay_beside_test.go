package web_test

import (
	"regexp"
	"strings"
	"testing"
)

// TestReviewBesideTheTable: at a table of friends the review of a hand opens beside it, so that others needn't wait for anybody,
// and the way back closes it again: the table has been there all the time. In mid-evening another deck was chosen: what has
// happened, and the review, name the cards that are in sight.
func TestReviewBesideTheTable(t *testing.T) {
	s := pages(t, 3)
	p, seat := s.sits(t, phone, anna+`localStorage.setItem('lang', 'en')`, `,"chairs":3,"bot":"stammtisch-1","deck":"swiss","settle":600000`)
	p.tap("[data-act=start]")
	playHand(p)
	p.menu("settings")
	p.tap("dialog [name=deck][value=french]")
	p.wait(`document.querySelector('dialog [name=deck][value=french]:checked')`)
	p.tap("dialog [data-tab=log]")
	swiss, french := regexp.MustCompile(`Rosen|Schellen|Eichel|Schilten`), regexp.MustCompile(`clubs|diamonds|hearts|spades`)
	if text := eval[string](p, `document.querySelector('dialog .log').innerText`); swiss.MatchString(text) || !french.MatchString(text) {
		t.Errorf("in what has happened cards have other names than in sight:\n%s", text)
	}
	if link := eval[string](p, `document.querySelector('#panel [data-do=look]').outerHTML`); !strings.Contains(link, `rel="opener"`) {
		t.Errorf("the review can't close itself: %s", link)
	}
	review := p.beside(s.http.URL + "/replay?table=" + seat.Table + "#hand=1")
	review.wait(`document.body.dataset.shown === 'hand'`)
	eval[any](review, `window.opener = window, window.close = () => { window.closed2 = true; }, 0`)
	text := ""
	for range 60 {
		text += eval[string](review, `document.querySelector('#foot').innerText + document.querySelector('#panel').innerText + '\n'`)
		eval[any](review, `document.querySelector('[data-do=on]').click(), 0`)
	}
	if swiss.MatchString(text) || !french.MatchString(text) {
		t.Errorf("in the review cards have other names than in sight:\n%s", text)
	}
	eval[any](review, `document.querySelector('[data-do=table]').click(), 0`)
	review.wait(`window.closed2`)
}
