package web_test

import (
	"regexp"
	"strings"
	"sync"
	"testing"
)

// TestMakeBeforeTheForm: a tap on *Make a table* before the form of house rules has come isn't lost: the table is made once it has, and
// where it can't be had the page says so, and the next tap asks again. The game is the one that was chosen last.
func TestMakeBeforeTheForm(t *testing.T) {
	s := pages(t, 7)
	net := s.behind()
	net.wrong = func(path string) bool { return strings.HasPrefix(path, "/api/rules/") }
	p := newTab(t, s, phone, anna)
	for _, how := range []string{"502", "late"} {
		p.visit(s.http.URL)
		net.set(how)
		p.tap("#friends")
		p.tap("#make")
		if how == "502" {
			p.wait(`document.querySelector('.trouble').textContent.includes('reached')`)
			p.forgive()
			net.set("")
			p.tap("#make")
		} else {
			p.tap("#make") // tapped twice, and there is one table
			net.set("")
		}
		p.wait(`document.body.dataset.stage === 'lobby' && document.querySelector('.invitation a')`)
	}
	p.visit(s.http.URL)
	p.tap("#friends")
	p.wait(`document.querySelector('[name=ante]')`)
	net.set("502")
	p.set("select[name=preset]", "kratzen") // whose form can't be had: no table of the game before
	p.tap("#make")
	p.wait(`document.querySelector('.trouble').textContent.includes('reached')`)
	p.forgive()
	net.set("")
	p.tap("#make")
	p.wait(`document.body.dataset.stage === 'lobby' && document.body.innerText.includes('Kratzen')`)
	if n := s.log.Tables(); n != 3 {
		t.Errorf("%d tables were made, want 3", n)
	}
}

// TestFriends: two people and two bots play a sitting to its end. One makes the
// table by the form, the other comes by the link with nothing but a name.
func TestFriends(t *testing.T) {
	s := pages(t, 7)
	a := newTab(t, s, phone, anna)
	a.visit(s.http.URL)
	a.tap("#friends")
	a.tap("#start summary")
	a.set("select[name=susi]", "forced")
	a.wait(`document.querySelector('.rule.changed select[name=susi]')`)
	a.set("select[name=chairs]", "4")
	a.set("select[name=proof]", "hand")
	a.tap("#make")
	a.wait(`document.body.innerText.includes('After each hand all its cards can be seen')`)
	a.wait(`document.body.dataset.stage === 'lobby' && document.querySelector('.qr').naturalWidth > 0`)
	link := eval[string](a, `document.querySelector('.invitation a').href`)
	a.tap("[data-do=copy]")

	b := newTab(t, s, phone, `localStorage.setItem('set.speed', 'off')`)
	b.visit(link)
	b.tap("#join")
	b.wait(`document.querySelector('.trouble').textContent && document.activeElement.name === 'name'`) // a name is all that is missing
	b.keys("Beat\r")
	b.wait(`document.body.dataset.stage === 'lobby' && document.body.innerText.includes('Anna')`)
	b.wait(`[...document.querySelectorAll('#panel li')].map((l) => l.innerText).some((l) => l.includes('Anna') && l.includes('host'))`) // who starts
	a.wait(`document.body.innerText.includes('Beat')`)
	a.tap("[data-act=start]")

	say(b, "Prost & <b>Salü</b>")
	a.wait(`document.querySelector('#bar .count')?.innerText === '1'`)
	a.open("#bar > button:last-of-type") // at the chat, since somebody has said something
	a.wait(`document.querySelector('.chatlines li')?.textContent === 'Beat Prost & <b>Salü</b>'`)
	a.tap("dialog [data-tab=table]")
	a.tap("[data-do=last]")
	var both sync.WaitGroup
	for _, p := range []*tab{a, b} {
		both.Go(func() {
			for !eval[bool](p, `document.body.dataset.stage === 'over'`) { // the last hand may be the next one
				eval[any](p, `document.querySelector('[data-act=next]')?.click(), 0`)
				p.answer()
			}
		})
	}
	both.Wait()
	for _, p := range []*tab{a, b} {
		p.wait(`document.body.dataset.stage === 'over' && document.querySelector('#panel .pays li')`)
	}
	if shared := eval[string](a, `document.querySelector('#panel h2').innerText`); !regexp.MustCompile(`The evening is over(\. The pot of .+ goes in equal parts to those who have played since it was last empty|, and the pot is empty)\.`).MatchString(shared) {
		t.Errorf("above it: %q", shared)
	}
	if x, y := eval[string](a, `document.querySelector('.pays ul').innerText`), eval[string](b, `document.querySelector('.pays ul').innerText`); x != y || !strings.Contains(x, "Anna") && !strings.Contains(x, "Beat") && !strings.Contains(x, "Sepp") {
		t.Errorf("who pays whom: Anna reads %q, Beat %q", x, y)
	}
}

// TestKilled: the server is killed in the middle of a trick. The page says that it
// is not connected, comes back by itself, and shows what it showed.
func TestKilled(t *testing.T) {
	s := pages(t, 5)
	p, _ := s.sits(t, phone, anna, `,"practice":true`)
	plays := 0
	for p.ready(); plays < 2; p.ready() {
		if p.between() {
			p.next()
			plays = 0
			continue
		}
		if p.asked() == "play" {
			if plays++; plays == 2 {
				break
			}
		}
		p.answer()
	}
	before := p.picture()
	eval[any](p, `new MutationObserver(() => { window.wasOff ||= document.body.classList.contains('off'); }).observe(document.body, {attributes: true}), 0`)
	s.kill()
	p.wait(`window.wasOff && !document.body.classList.contains('off') && document.body.dataset.ask === 'play'`)
	if after := p.picture(); after != before {
		t.Errorf("after the kill one sees %s, before it %s", after, before)
	}
	p.answer()
}

// TestInvitationForPhones: at the server's own machine the links of a table, of its seats and of a cash desk are such that phones in the network can open.
func TestInvitationForPhones(t *testing.T) {
	s := pages(t, 7)
	s.phones = "http://192.168.1.5:8080"
	p, seat := s.sits(t, phone, anna, `,"chairs":3,"spectators":true`)
	p.wait(`document.querySelector('.invitation a')?.href.startsWith('http://192.168.1.5:8080/#')`)
	p.wait(`document.querySelector('a[href="http://192.168.1.5:8080/t/` + seat.Table + `?watch"]')`)
	s.guest(t, seat, "Beat", phone, "")
	p.wait(`document.querySelector('.chairs button[data-chair="1"]').innerText.includes('Beat')`)
	p.open(`.chairs button[data-chair="1"]`)
	p.tap("[data-do=key]")
	p.tap("[data-do=yes]")
	p.wait(`document.querySelector('.newlink a')?.href.startsWith('http://192.168.1.5:8080/t/` + seat.Table + `#')`)
	p.visit(s.http.URL + "/kasse/")
	p.evening("chratze", "Anna", "Beat", "Carl", "Dora")
	p.press("More")
	p.press("Follow on other devices")
	p.wait(`document.querySelectorAll('.sheet output').length === 2`)
	if link := eval[string](p, `document.querySelector('.sheet output').innerText`); !strings.HasPrefix(link, s.phones+"/kasse/#") {
		t.Errorf("a desk is followed at %s", link)
	}
}
