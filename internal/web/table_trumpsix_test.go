package web_test

import (
	"os"
	"strings"
	"testing"

	"chratze/internal/table"
	"chratze/internal/waittest"
)

// TestSixIsNotUnsaid: what one says about the trump six holds, though a message is on its way that
// the server wrote before it heard of it. What another device of the same person says later counts.
func TestSixIsNotUnsaid(t *testing.T) {
	t.Parallel()
	got := inNode[[]string](t, nowhere, `import('/web/table/trumpsix.js').then(({Six}) => {
		const told = [], table = {six: 'open', hand: 1, tell: (m) => told.push(m.act)};
		const six = new Six({table, live: {say() {}}, words: {t: (key) => key, sentences: (list) => list.join(' ')}, draw() {}});
		const news = (said) => { table.six = said; six.news(); told.push(six.swaps + ''); };
		news('open');
		six.toggle();
		for (const said of ['open', 'swap', 'keep', 'swap']) news(said);
		return told;
	})`)
	if want := "swap true keep false false false true"; strings.Join(got, " ") != want {
		t.Errorf("said and shown: %s; want %s", strings.Join(got, " "), want)
	}
}

// TestSix: from the exchange on everybody in the hand has the switch for the trump six,
// whether or not they hold it; it says at once what it shows, so that nobody waits
// longer than 0.8 s. Friends look at the settlement until both have gone on, and a friend
// with a new link sees no card of the running hand, and all are told of it.
func TestSix(t *testing.T) {
	s := pages(t, 5)
	a, seat := s.sits(t, phone, anna, `,"chairs":3,"pace":200,"six_window":3600000`)
	b := s.guest(t, seat, "Beat", phone, anna)
	b.wait(`document.body.dataset.stage === 'lobby'`)
	a.wait(`document.body.innerText.includes('Beat')`)
	a.tap("[data-act=start]")
	const six = `document.querySelector('[data-do=six]')`
	seen := map[*tab]int{}
	for hand := range some(2, 4) {
		waittest.Until(t, "the end of a hand", func() bool {
			for _, p := range []*tab{a, b} {
				if eval[bool](p, `!!`+six+` && document.body.dataset.ask === 'lay'`) {
					if seen[p]++; seen[p] == 1 {
						p.accessible("switch for the trump six")
						if dir := os.Getenv("CHRATZE_SCREENSHOTS"); dir != "" {
							p.shot(dir, "six-"+map[*tab]string{a: "anna", b: "beat"}[p])
						}
						p.tap("[data-do=six]")
						p.wait(six + `.ariaChecked === 'false'`)
						p.keys("s")
						p.wait(six + `.ariaChecked === 'true'`)
						p.tap("[data-do=six]")
					} else {
						p.wait(six + `.ariaChecked === 'false'`) // for the evening
					}
				}
				if p.asked() != "" {
					p.answer()
				}
			}
			return a.between() && b.between()
		})
		a.tap("[data-act=next]")
		a.wait(`document.querySelector('[data-waits]')?.innerText.includes('Beat')`)
		if hand == 0 {
			if dir := os.Getenv("CHRATZE_SCREENSHOTS"); dir != "" {
				a.shot(dir, "six-waits")
			}
		}
		b.next()
	}
	if seen[a] == 0 || seen[b] == 0 {
		t.Errorf("the switch was seen %d and %d times: nothing was tested", seen[a], seen[b])
	}
	windows := 0
	var opened table.Millis
	for _, row := range s.log.Records(1) {
		switch r, err := table.DecodeRecord(row); {
		case err != nil:
			t.Fatal(err)
		case r.Kind == table.KindAct:
			opened = r.At
		case r.Kind == table.KindShut:
			if windows++; r.At-opened < table.SixShortest || r.At-opened >= 3600_000 { // an hour if one of them says nothing
				t.Errorf("a wait for the trump six lasted %d ms", r.At-opened)
			}
		}
	}
	if windows == 0 {
		t.Error("there was no wait for the trump six: nothing was tested")
	}

	// Beat gets another link while a hand is played.
	a.wait(`document.body.dataset.stage === 'playing'`)
	a.wait(`document.querySelector('.card.mine')`)
	a.open(`.seat[data-chair="1"]`)
	a.tap("[data-do=key]")
	a.tap("[data-do=yes]")
	a.wait(`document.querySelector('.newlink a')`)
	link := eval[string](a, `document.querySelector('.newlink a').href`)
	a.wait(`document.getElementById('polite').innerText.includes('Anna gave Beat a new link')`)
	b.visit(link)
	b.wait(`document.body.dataset.stage === 'playing'`)
	if eval[bool](b, `!!document.querySelector('.card.mine')`) && eval[bool](b, `document.body.dataset.stage === 'playing'`) {
		t.Error("who comes by a new link sees the cards of the running hand")
	}
}
