package web_test

import (
	"os"
	"strings"
	"testing"
)

// TestDealerTurnsTheirOwnCard: a dealer who chooses the trump has two answers and sees no card; the card that a dealer
// has turned lies where all see it, with their name.
func TestDealerTurnsTheirOwnCard(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	dir := os.Getenv("CHRATZE_SCREENSHOTS")
	for _, look := range []struct {
		lang string
		size size
		says []string
	}{
		{"de-AT", size{320, 568}, []string{"Meine letzte Karte", "titschen", "bleibt offen in deiner Hand, und du spielst mit", "Die oberste vom Talon", "schlecken"}},
		{"ja", phone, []string{"自分の最後のカード", "titschen", "表向きで手札に残り、参加する", "山札の一番上", "schlecken"}},
		{"en", phone, []string{"My last card", "titschen", "stays in your hand, seen by all; you are in", "Top of the stock", "schlecken", "€0.10"}},
	} {
		t.Run(look.lang, func(t *testing.T) {
			t.Parallel()
			s := open(t, 3)
			p, _ := s.sits(t, look.size, anna+`localStorage.setItem('lang', '`+look.lang+`')`, `,"practice":true,"chairs":4,"money":"euro","rules":{"preset":"zwicken-schlecken","trump":"dealer"}`)
			photograph := func(name string) {
				p.fits(name)
				if dir != "" {
					p.shot(dir, "own-"+name+"-"+look.lang)
				}
			}
			chosen, seen := false, false
			for hand := 0; hand < 9 && !(chosen && seen); {
				p.ready()
				switch {
				case p.between():
					hand++
					p.next()
				case p.asked() == "blind" && !chosen:
					chosen = true
					text := eval[string](p, `document.querySelector('#foot').innerText`)
					for _, want := range look.says {
						if !strings.Contains(text, want) {
							t.Errorf("the dealer may choose %q, want %q", text, want)
						}
					}
					if n := eval[int](p, `document.querySelectorAll('.card.mine[data-card]:not([hidden])').length`); n > 0 {
						t.Errorf("the dealer sees %d cards before choosing", n)
					}
					photograph("choice")
					p.tap("#foot [data-act=blind]")
					p.wait(`document.body.dataset.ask !== 'blind'`)
				case !seen && p.asked() == "join" && eval[bool](p, `!!document.querySelector('#rim .tookit')`):
					seen = true
					photograph("open")
					p.answer()
				default:
					p.answer()
				}
			}
			if !chosen || !seen {
				t.Errorf("in nine hands the dealer was asked: %v, and a card that another had turned was seen: %v", chosen, seen)
			}
		})
	}
}
