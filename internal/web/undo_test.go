package web_test

import (
	"fmt"
	"strings"
	"testing"

	"chratze/internal/teach/coach"
)

// friends are two people at a table of two, with more of its configuration; one of them is asked.
func friends(t *testing.T, more string) (asked, other *tab) {
	t.Helper()
	s := pages(t, 7)
	seat := s.make(`,"chairs":2,"bot":"","six_window":0` + more)
	a, b := newTab(t, s, phone, anna+`localStorage.setItem('lang', 'en')`), newTab(t, s, sideways, `localStorage.setItem('lang', 'en'); localStorage.setItem('name', 'Beat'); localStorage.setItem('set.speed', 'off')`)
	a.visit(seat.Link)
	b.visit(s.join(seat, "Beat").Link)
	b.wait(`document.body.dataset.stage === 'lobby'`)
	a.tap("[data-act=start]")
	for range 400 {
		for _, p := range [][2]*tab{{a, b}, {b, a}} {
			if p[0].asked() == "open" {
				p[1].wait(`document.body.dataset.stage === 'playing' && !document.body.dataset.ask`)
				return p[0], p[1]
			}
		}
	}
	t.Fatal("nobody is asked")
	return nil, nil
}

// TestTakeBackAmongFriends: the last decision is taken back if the other agrees; if not, it stands,
// and who has asked is told.
func TestTakeBackAmongFriends(t *testing.T) {
	p, other := friends(t, "")
	if eval[bool](p, `!!document.querySelector('[data-do=undo]')`) {
		t.Error("nothing has been decided, and it can be taken back")
	}
	for _, answer := range []string{"allow", "deny"} {
		p.tap("[data-act=open]")
		p.tap("[data-do=undo]")
		other.wait(`document.querySelector('[data-do=allow]') && document.querySelector('#foot .undo').innerText.includes(` + fmt.Sprintf("%q", eval[string](p, `localStorage.getItem('name')`)) + `)`)
		other.accessible("somebody asks to take back")
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
	p, other := friends(t, `,"decision":30000,"bank":60000`)
	const time = `/\b1:[0-3]\d\b/`
	p.wait(time + `.test(document.querySelector('#foot .clock')?.innerText)`)
	other.wait(time + `.test(document.querySelector('#foot .wait')?.innerText)`)
	p.accessible("a clock")
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
