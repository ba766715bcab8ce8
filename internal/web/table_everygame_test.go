package web_test

import (
	"testing"

	"chratze/variant"
)

// TestPlaysEveryGame plays a hand of a game in the page, against bots, and the money adds up.
func TestPlaysEveryGame(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	onlyVerify(t, "the games are played one by one in many other tests")
	for _, preset := range variant.Presets() {
		t.Run(preset, func(t *testing.T) {
			t.Parallel()
			s := open(t, 5)
			p, _ := s.sits(t, phone, anna+`localStorage.setItem('lang', 'en')`, `,"practice":true,"chairs":4,"rules":{"preset":"`+preset+`"}`)
			for p.ready(); !p.between(); p.ready() {
				p.answer()
			}
			if left := eval[int](p, moneyLeft); left != 0 {
				t.Errorf("accounts and pot make up %d", left)
			}
		})
	}
}
