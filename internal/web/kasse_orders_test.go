package web_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"chratze/internal/waittest"

	evening "chratze/internal/desk"
	"chratze/pot"
)

// shared makes an evening in coins that two phones book.
func shared(t *testing.T, names ...string) (a, b *tab) {
	t.Helper()
	s := pages(t, 1)
	a, b = newTab(t, s, phone, ""), newTab(t, s, phone, "")
	a.visit(s.http.URL + "/kasse/")
	a.evening("chratze", names...)
	a.press("More")
	a.press("Follow on other devices")
	a.wait(`document.querySelectorAll('.sheet output').length === 2`)
	link := eval[string](a, `document.querySelectorAll('.sheet output')[1].innerText`)
	a.press("Close")
	a.press("Hand")
	b.visit(link)
	b.wait(`document.querySelector('.entry')`)
	return a, b
}

const ordersShown = `[...document.querySelectorAll('[data-orders] li')].map((e) => e.innerText.replace(/\s+/g, ' ').trim()).join(' | ')`

// agreed waits until two phones keep the same lines and show the same orders, and returns the evening: of each person whom it has
// something to do, both say so.
func agreed(t *testing.T, a, b *tab) *evening.Evening {
	t.Helper()
	var text string
	waittest.Until(t, "the same lines on both phones", func() bool {
		text = eval[string](a, kept+`.text`)
		return eval[string](b, kept+`.text`) == text
	})
	e, err := evening.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []*tab{a, b} {
		for _, o := range e.Orders() {
			p.wait(`(` + ordersShown + `).includes('` + o.Name + `') || (` + ordersShown + `).includes('Everybody')`)
		}
		if len(e.Orders()) == 0 {
			p.wait(`!document.querySelector('[data-orders]')`)
		}
	}
	if left, right := eval[string](a, ordersShown), eval[string](b, ordersShown); left != right {
		t.Fatalf("one phone asks for\n%s\nthe other for\n%s", left, right)
	}
	return e
}

// TestKasseLongEvening is an evening of twenty hands on two phones (of six, unless CHRATZE_VERIFY is set) with coming, leaving, three corrections
// and a reload: every order was ticked or is still there, on both, and who has followed them has what the books say.
func TestKasseLongEvening(t *testing.T) {
	a, b := shared(t, "Anna", "Beat", "Carl", "Dora")
	hands := 6
	if os.Getenv("CHRATZE_VERIFY") != "" {
		hands = 20
	}
	pocket, table := map[string]pot.Chips{}, pot.Chips(0)
	follow := func(e *evening.Evening, names ...string) {
		for _, o := range e.Orders() {
			if len(names) == 0 || slices.Contains(names, o.Name) {
				pocket[o.Name] += o.Take - o.Give
				table += o.Give - o.Take
			}
		}
	}
	correct := func(p *tab, n string, taps ...string) {
		p.press("History")
		p.press("Change entry " + n)
		p.press("Enter this hand again")
		p.hand(taps...)
		p.tap("#book")
		p.wait(`!document.querySelector('main > .note')`)
	}
	for i := range hands {
		p, other := a, b
		if i%2 == 1 {
			p, other = b, a
		}
		e := agreed(t, a, b)
		p.hand("Anna", "Beat", "Anna 3", "Beat 1")
		p.wait(`document.querySelector('#book')`)
		switch {
		case i%3 == 2 && len(e.Orders()) > 0:
			p.press("Book, coins still open")
		default:
			follow(e)
			p.tap("#book")
		}
		p.wait(`!document.querySelector('#book')`)
		agreed(t, a, b)
		switch i {
		case 1:
			other.press("More")
			other.press("Somebody comes")
			other.set(".sheet input[name=name]", "Zoe")
			other.tap(".sheet .bold")
			if e := agreed(t, a, b); len(e.Orders()) < 3 {
				t.Errorf("after somebody has come: %+v", e.Orders())
			}
			p.press("More")
			p.press("Somebody leaves")
			p.set(".sheet select", "Carl")
			p.tap(".sheet .bold")
			e := agreed(t, a, b)
			if shown := eval[string](a, ordersShown); !strings.Contains(shown, "Zoe") || strings.Contains(shown, "Carl") || !strings.Contains(shown, "Anna") {
				t.Errorf("after somebody has left, whose part is what they still had to put in: %s", shown)
			}
			a.picked("orders")
			follow(e, "Zoe")
			other.press("Done: Zoe")
		case 2:
			correct(p, "1", "Anna 1", "Beat 3")
			a.wait(`document.body.innerText.includes('was then for')`)
			a.picked("repriced")
		case 3:
			correct(other, "1", "Beat 1", "Anna 3")
		case 4:
			correct(p, "1", "Anna 1", "Beat 3")
			p.wait(`document.querySelector('[data-do=only]')`)
			if offer := eval[string](p, `document.querySelector('[data-do=only]').innerText`); !regexp.MustCompile(`puts \d+\.\d\d into`).MatchString(offer) {
				t.Errorf("the hand alone is offered as %q", offer)
			}
			p.tap("[data-do=only]")
			p.wait(`!document.querySelector('[data-do=only]')`)
			eval[any](other, `location.reload(), 0`)
			other.wait(`document.querySelector('[data-orders]')`)
		}
	}
	follow(agreed(t, a, b))
	b.tap("[data-do=done]")
	e := agreed(t, a, b)
	now := e.Now()
	for who, name := range e.People() {
		if pocket[name] != now.Balance[who] {
			t.Errorf("%s has %d, by the books %d", name, pocket[name], now.Balance[who])
		}
	}
	if table != now.Pot || len(e.Orders()) != 0 {
		t.Errorf("%d lie in the pot, by the books %d; open: %v\n%s", table, now.Pot, e.Orders(), e.Text())
	}
}

// TestKasseTickMeets: one phone ticks while the other books, both without a network. Nobody is asked, and the hand's orders are open on both.
func TestKasseTickMeets(t *testing.T) {
	a, b := shared(t, "Anna", "Beat", "Carl", "Dora")
	for _, p := range []*tab{a, b} {
		eval[any](p, `window.net = window.fetch, window.fetch = () => Promise.reject(new TypeError('no network')), 0`)
	}
	a.tap("[data-do=done]")
	b.hand("Anna", "Beat", "Anna 3", "Beat 1")
	b.press("Book, coins still open")
	b.wait(`!document.querySelector('#book')`)
	for _, p := range []*tab{b, a} {
		eval[any](p, `window.fetch = window.net, 0`)
	}
	if e := agreed(t, a, b); len(e.Orders()) == 0 || len(e.Orders()[0].Why) != 1 {
		t.Errorf("open is %+v", e.Orders())
	}
	for _, p := range []*tab{a, b} {
		if eval[bool](p, `!!document.querySelector('[role=dialog], .note.bad')`) {
			t.Error("a tick is a conflict")
		}
		p.expects("409 (Conflict)")
	}
}

// TestKasseHalfEntered: a hand that is half entered when the other phone books doesn't become another one: it is asked which it is.
func TestKasseHalfEntered(t *testing.T) {
	a, b := shared(t, "Anna", "Beat", "Carl", "Dora")
	for _, answer := range []string{"It is booked already: discard mine", "It is the next one, hand 3: go on"} {
		b.hand("Carl", "Dora", "Carl 2")
		a.hand("Anna", "Beat", "Anna 3", "Beat 1")
		a.tap("#book")
		b.shows("Which hand is the one you had begun")
		b.picked("half")
		if eval[bool](b, `!!document.querySelector('#book, .rows')`) {
			t.Error("it can be booked without an answer")
		}
		eval[any](b, `location.reload(), 0`)
		b.shows("Which hand is the one you had begun")
		b.press(answer)
		b.wait(`document.querySelector('.rows')`)
	}
	b.wait(`document.querySelector('.row.declares .name').innerText.includes('Carl')`)
}
