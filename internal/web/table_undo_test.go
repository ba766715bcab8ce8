package web_test

import (
	"fmt"
	"strings"
	"testing"

	"chratze/internal/teach/coach"
	"chratze/internal/waittest"
)

// friends are two people at a table of two, with more of its configuration; one of them is asked.
func friends(t *testing.T, more string) (asked, other *tab) {
	t.Helper()
	s := pages(t, 7)
	s.stands()
	seat := s.make(`,"chairs":2,"bot":"","six_window":0` + more)
	a, b := newTab(t, s, phone, anna+`localStorage.setItem('lang', 'en')`), newTab(t, s, sideways, `localStorage.setItem('lang', 'en'); localStorage.setItem('name', 'Beat'); localStorage.setItem('set.speed', 'off')`)
	a.visit(seat.Link)
	b.visit(s.join(seat, "Beat").Link)
	b.wait(`document.body.dataset.stage === 'lobby'`)
	a.tap("[data-act=start]")
	waittest.Until(t, "one of two is asked", func() bool {
		if asked, other = a, b; b.asked() == "open" {
			asked, other = b, a
		}
		return asked.asked() == "open"
	})
	other.wait(`document.body.dataset.stage === 'playing' && !document.body.dataset.ask`)
	return asked, other
}

// TestTakeBackAmongFriends: the last decision is taken back if the other agrees; if not, it stands,
// and who has asked is told.
func TestTakeBackAmongFriends(t *testing.T) {
	p, other := friends(t, "")
	if eval[bool](p, `!!document.querySelector('[data-do=undo]')`) {
		t.Error("nothing has been decided, and it can be taken back")
	}
	for i, answer := range []string{"allow", "deny"} {
		p.tap("[data-act=open]")
		p.tap("[data-do=undo]")
		if i == 0 { // never mind, and then asked again
			other.wait(`document.querySelector('[data-do=allow]')`)
			p.accessible("asks to take back")
			p.tap("[data-do=withdraw]")
			other.wait(`!document.querySelector('[data-do=allow]')`)
			p.tap("[data-do=undo]")
		}
		other.wait(`document.querySelector('[data-do=allow]') && document.querySelector('#foot .undo').innerText.includes(` + fmt.Sprintf("%q", eval[string](p, `localStorage.getItem('name')`)) + `)`)
		other.accessible("asked to take back")
		other.tap("[data-do=" + answer + "]")
		if answer == "allow" {
			p.wait(`document.body.dataset.ask === 'open'`)
			other.wait(`!document.body.dataset.ask && !document.querySelector('.undo')`)
		} else {
			p.wait(`document.querySelector('#foot .note')?.innerText.startsWith('That stands')`)
			other.wait(`document.body.dataset.ask === 'join'`)
		}
	}
}

// TestClockIsShown: where a clock is set, all see how long whoever is asked still has.
func TestClockIsShown(t *testing.T) {
	p, other := friends(t, `,"decision":3600000,"bank":3600000`)
	const left = `/\b1[12]\d:[0-5]\d\b/` // of two hours
	p.wait(left + `.test(document.querySelector('#foot .clock')?.innerText)`)
	other.wait(left + `.test(document.querySelector('#foot .wait')?.innerText)`)
	p.accessible("clock")
}

// TestPuzzlesTellTheStakes: a puzzle of the auction says what each answer promises and costs.
func TestPuzzlesTellTheStakes(t *testing.T) {
	s := pages(t, 1)
	p := newTab(t, s, phone, `localStorage.setItem('lang', 'en')`)
	for i := range 30 {
		z := p.puzzle(s, "chratze", fmt.Sprintf("2026-03-%02d", 1+i))
		if acts(z)["open"] && acts(z)["pass"] {
			told := eval[string](p, `[...document.querySelectorAll('#foot .offers small')].map((e) => e.innerText).join('|')`)
			if !strings.Contains(told, "win 2 tricks or pay ") || !strings.Contains(told, "costs nothing") {
				t.Errorf("the answers say %q", told)
			}
			return
		}
	}
	t.Error("no puzzle asks whether to open")
}

func acts(z *coach.Puzzle) map[string]bool {
	all := map[string]bool{}
	for _, a := range z.Solution.Acts {
		all[a.Act] = true
	}
	return all
}
