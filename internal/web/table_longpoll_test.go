package web_test

import (
	"strings"
	"testing"
)

// TestWithoutWebSockets: behind a proxy that refuses the upgrade, or eats it, a table says so and is played by another way, also
// over a restart of the server; the numbers for the deal come along.
func TestWithoutWebSockets(t *testing.T) {
	for _, how := range sample(2, "silent", "403", "501") {
		t.Run(how, func(t *testing.T) {
			s := pages(t, 5)
			net := s.behind()
			net.wrong = func(path string) bool { return strings.HasPrefix(path, "/ws/") }
			net.set(how)
			p, seat := s.sits(t, phone, anna, `,"chairs":3,"proof":"sitting"`)
			beat := s.guest(t, seat, "Beat", phone, anna)
			p.wait(`document.body.dataset.stage === 'lobby' && document.body.innerText.includes('lets no lasting connection through')`)
			beat.wait(`document.body.dataset.stage === 'lobby'`)
			s.kill()
			for started := false; !started; { // a tap without a connection says so, and is lost
				p.tap("[data-act=start]")
				started, _ = soon[bool](p, `document.body.dataset.stage !== 'lobby'`)
			}
			for acts := 0; ; acts++ {
				now := []*tab{p, beat}[acts%2]
				if p.between() {
					break
				}
				if act, err := soon[bool](now, `!!`+standing); err == nil && act {
					now.answer()
				}
			}
			p.wait(`document.querySelector('.proof')`)
			if at := eval[string](beat, `document.body.dataset.stage`); at != "between" && at != "over" {
				beat.wait(`['between', 'over'].includes(document.body.dataset.stage)`)
			}
		})
	}
}

// TestWithoutCookies: where no cookie stays, whoever joins or makes a table, or opens the link of a seat, has the seat on this page, also
// after a reload, and is told so; nobody takes a second one.
func TestWithoutCookies(t *testing.T) {
	s := pages(t, 5)
	net := s.behind()
	net.set("cookies")
	names := func(p *tab) string {
		return eval[string](p, `[...document.querySelectorAll('.chairs button b')].map((b) => b.innerText).join()`)
	}
	told := `document.body.dataset.stage === 'lobby' && document.body.innerText.includes('keeps no cookies')`
	p := newTab(t, s, phone, anna)
	p.visit(s.http.URL)
	p.tap("#friends")
	p.tap("#make")
	p.wait(told + ` && document.querySelector('[data-act=start]')`)
	invitation := eval[string](p, `document.querySelector('.invitation a').href`)
	beat := newTab(t, s, phone, strings.Replace(anna, "Anna", "Beat", 1))
	beat.visit(invitation)
	beat.tap("#join")
	beat.wait(told)
	eval[any](beat, `window.was = true, location.reload(), 0`)
	beat.wait(`!window.was && ` + told)
	p.wait(`document.querySelectorAll('.chairs button b')[1]?.innerText === 'Beat'`)
	if got := names(p); strings.Contains(got, "Beat 2") {
		t.Errorf("there sit %s", got)
	}
	p.tap("[data-act=start]")
	p.wait(`document.body.dataset.stage === 'playing'`)
	beat.wait(`document.body.dataset.stage === 'playing' && document.querySelectorAll('.card.mine').length > 0`)

	seat := s.make(`,"chairs":3`)
	other := newTab(t, s, phone, anna)
	other.visit(seat.Link)
	other.wait(told + ` && document.querySelector('[data-act=start]')`)
	if at := eval[string](other, `location.href`); strings.Contains(at, seat.Secret) {
		t.Errorf("the address shows the secret: %s", at)
	}
}
