package web_test

import (
	"strconv"
	"strings"
	"testing"
)

// anna is stored as the name of the person at a tab, and nothing moves.
const anna = `localStorage.setItem('name', 'Anna'); localStorage.setItem('set.speed', 'off'); localStorage.setItem('set.pace', '40'); localStorage.setItem('told.forced', '0');`

// TestPlayNow: from the first page to the end of a hand, by taps, with a page that
// is loaded again in mid-trick.
func TestPlayNow(t *testing.T) {
	s := pages(t, 5)
	p := newTab(t, s, phone, anna)
	p.visit(s.http.URL)
	eval[any](p, `addEventListener('click', () => { sessionStorage.begun = performance.timeOrigin + performance.now(); }, true), 0`)
	eval[any](p, `new MutationObserver(() => { window.lobby ||= !!document.querySelector('.qr, [data-act=start]'); }).observe(document, {subtree: true, childList: true}), 0`)
	p.tap("#play")
	p.wait(`location.pathname.startsWith('/t/') && document.body.dataset.stage === 'playing'`)
	if eval[bool](p, `window.lobby ?? false`) {
		t.Error("a lobby is shown before the cards")
	}
	t.Logf("from the tap to the table: %.0f ms", eval[float64](p, `performance.timeOrigin + performance.now() - sessionStorage.begun`))
	plays := 0
	for p.ready(); !p.between(); p.ready() {
		if p.asked() == "play" {
			if plays++; plays == 2 {
				before := p.picture()
				p.visit(eval[string](p, `location.href`))
				p.wait(`document.body.dataset.ask === 'play'`)
				if after := p.picture(); after != before {
					t.Errorf("after a reload one sees %s, before it %s", after, before)
				}
			}
		}
		p.answer()
	}
	if plays < 2 {
		t.Error("the seed gave no hand that Anna plays: nothing was tested")
	}
	p.wait(`document.querySelector('#panel .flows')`)
}

// TestPlayWithSoMany: who plays at once chooses how many play, in each game.
func TestPlayWithSoMany(t *testing.T) {
	s := pages(t, 5)
	p := newTab(t, s, phone, anna)
	for preset, seats := range map[string]string{"zwicken": "4", "chratze": "2"} {
		p.visit(s.http.URL)
		p.wait(`document.querySelector('select[name=preset]')`)
		p.set("select[name=preset]", preset)
		p.wait(`document.querySelector('select[name=seats]')`)
		p.set("select[name=seats]", seats)
		p.tap("#play")
		p.wait(`document.body.dataset.stage === 'playing'`)
		if got := eval[int](p, `document.querySelectorAll('#rim .seat').length`); strconv.Itoa(got) != seats {
			t.Errorf("%s: %d play, and %s were chosen", preset, got, seats)
		}
	}
}

func (p *tab) between() bool {
	return eval[bool](p, `['between', 'over'].includes(document.body.dataset.stage)`)
}

// ready waits until there is something to do: a question, or the end of the hand.
func (p *tab) ready() {
	p.t.Helper()
	p.wait(`document.body.dataset.ask || ['between', 'over'].includes(document.body.dataset.stage)`)
}

// asked is what kind of decision stands: "" for none.
func (p *tab) asked() string { return eval[string](p, `document.body.dataset.ask ?? ''`) }

// picture is which cards are seen, and where.
func (p *tab) picture() string {
	return strings.Join(eval[[]string](p, `[...document.querySelectorAll('.card:not([hidden]):not(.back)')].map((c) => c.dataset.card + '@' + c.style.transform)`), " ")
}

// standing is the question that stands, with the act of a good answer where buttons give it, or the end of the hand.
const standing = `(() => {
	const {ask = '', q = '', stage} = document.body.dataset, over = ['between', 'over'].includes(stage);
	const act = ['see', 'open', 'join', 'schlagen', 'keep', ask].find((a) => document.querySelector('#foot [data-act="' + a + '"]'));
	return over || act || ['play', 'lay', 'drop'].includes(ask) ? {q, kind: over ? '' : ask, act: act ?? ''} : null;
})()`

// answer waits for a question or the end of the hand and gives the first good
// answer, by tapping: to join, to keep all cards, to play the first card that may
// be played.
func (p *tab) answer() {
	p.t.Helper()
	p.wait("window.stands = " + standing)
	is := eval[struct{ Q, Kind, Act string }](p, "stands")
	switch is.Kind {
	case "":
		return
	case "play":
		p.tap(".card.can")
	case "lay", "drop":
		for eval[bool](p, `document.querySelector('[data-act=confirm]').ariaDisabled === 'true'`) {
			p.tap(".card.mine[aria-pressed=false]")
		}
		p.tap("[data-act=confirm]")
	default:
		p.tap("#foot [data-act='" + is.Act + "']")
	}
	p.wait(`document.body.dataset.q !== '` + is.Q + `' || ['between', 'over'].includes(document.body.dataset.stage)`)
}
