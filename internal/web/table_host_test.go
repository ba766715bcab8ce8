package web_test

import "testing"

// TestHost: who is the host sends a bot away, seats one, gives a friend a new link
// and the host's role; whom one has muted one doesn't hear; who is away is shown.
func TestHost(t *testing.T) {
	s := pages(t, 7)
	a, seat := s.sits(t, phone, anna, `,"chairs":3,"bot":""`)
	b := s.guest(t, seat, "Beat", phone, anna)
	b.wait(`document.body.dataset.stage === 'lobby'`)
	free := `.chairs button[data-chair="2"]`
	a.open(free)
	a.tap("[data-do=bot]")
	a.wait(`!document.querySelector('dialog[open]') && document.querySelector('` + free + `').innerText.toLowerCase().includes('bot')`)
	a.open(free)
	a.tap("[data-do=kick]")
	if means := eval[string](a, `document.querySelector('.sure p').innerText`); means != "After the hand the seat is free." {
		t.Errorf("sending a bot away means: %s", means) // it has no account that stays
	}
	a.tap("[data-do=yes]")
	a.wait(`document.querySelector('` + free + `').innerText.includes('free')`)

	a.open(`.chairs button[data-chair="1"]`)
	a.tap("[data-do=key]")
	a.accessible("before a new link")
	a.tap("[data-do=yes]")
	a.wait(`document.querySelector('.newlink a')`)
	link := eval[string](a, `document.querySelector('.newlink a').href`)
	a.wait(`document.querySelector('.newlink .qr')?.naturalWidth > 0`)
	a.fits("the new link")
	b.wait(`document.body.dataset.stage === 'door' && document.body.innerText.includes('Your seat has a new link') && document.querySelector('[data-do=home]')`)
	b.visit(link)
	b.wait(`document.body.dataset.stage === 'lobby'`)

	a.tap("[data-do=mute]")
	a.tap("dialog .close button")
	say(b, "not heard")
	a.open(`.chairs button[data-chair="1"]`)
	a.tap("[data-do=mute]")
	a.tap("dialog .close button")
	say(b, "heard")
	a.wait(`document.getElementById('polite').innerText.includes('Beat: heard')`)
	if eval[bool](a, `document.getElementById('polite').innerText.includes('not heard')`) {
		t.Error("who is muted is heard")
	}
	a.open(`.chairs button[data-chair="1"]`)
	a.tap("[data-do=host]")
	a.tap("[data-do=yes]")
	b.wait(`document.querySelector('[data-act=start]')`)

	// A person who is away is marked so, in the lobby and at the table, until they are back.
	shown := `document.querySelector('.chairs button[data-chair="1"]').innerText.includes('away')`
	b.close()
	a.wait(shown)
	b = newTab(t, s, phone, anna)
	b.visit(link)
	a.wait("!" + shown)
	b.tap("[data-act=start]")
	a.wait(`document.querySelectorAll('#rim .seat').length === 2 && !document.querySelector('.seat.away')`)
	b.close()
	a.wait(`/away|bot plays/.test(document.querySelector('.seat.away[data-chair="1"]')?.innerText)`)
	newTab(t, s, phone, anna).visit(link)
	a.wait(`!document.querySelector('.seat.away')`)
}

// TestSpectator: who has no chair sees the table and is asked nothing, and may choose
// no card.
func TestSpectator(t *testing.T) {
	s := pages(t, 5)
	a, seat := s.sits(t, phone, anna, `,"chairs":4,"spectators":true`)
	w := newTab(t, s, phone, anna)
	w.visit(s.http.URL + "/t/" + seat.Table)
	w.wait(`document.body.dataset.stage === 'lobby'`)
	if eval[bool](w, `document.body.innerText.includes('`+seat.Code+`') || !!document.querySelector('[data-act=start]')`) {
		t.Error("a spectator is shown the code, or may start")
	}
	a.tap("[data-act=start]")
	w.wait(`document.querySelectorAll('#rim .seat').length === 4`)
	w.accessible("spectator")
	for range 3 {
		a.ready()
		a.answer()
	}
	if n := eval[int](w, `document.querySelectorAll('.card.mine').length + document.querySelectorAll('#foot .acts button').length`); n != 0 {
		t.Errorf("a spectator has %d cards or answers", n)
	}
}
