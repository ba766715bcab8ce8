package web_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"chratze/history"
	"chratze/rams"
	"chratze/variant/varianttest"
)

// forcedLine is the line of a hand in which an upcard, or how it begins, makes everybody play: the dealer has dealt, and
// the first to do so has dropped or discarded.
func forcedLine(t *testing.T, preset string, start rams.Start) string {
	t.Helper()
	d := varianttest.Forced(t, preset, start)
	rec := &d.Record
	for !rec.Done() {
		rec.ApplyUnchecked(rec.Legal(nil)[0], nil)
		rec.Nature(&d.Deck)
	}
	return history.FromRecord(d.Variant, []string{"Anna", "Beat", "Chregu", "Dora"}, rec, nil).String()
}

// TestBlindOnThePage: a blind that lays three cards away keeps the upcard, and one that takes the upcard keeps all.
func TestBlindOnThePage(t *testing.T) {
	t.Parallel()
	got := inNode[string](t, nowhere, `import('/web/table/view.js').then(({fold}) => {
		const ones = ['??', '??', '??'].map((c) => ({t: 'deal', seat: 0, cards: c})), up = [{t: 'upcard', card: 'Ah'}, {t: 'trump', suit: 'h'}];
		const take = {t: 'take', seat: 0, card: 'Ah'}, blind = {t: 'act', seat: 0, act: 'blind'};
		const kept = fold([...ones, ...up, take, blind, {t: 'deal', seat: 0, cards: 'Kd Qd Jd Td'}], 0, 3, 0);
		const took = fold([...ones, {t: 'deal', seat: 0, cards: '9d'}, ...up, blind, take], 1, 3, 0);
		return [kept.hand.join(' '), kept.seats[0].count, kept.hidden, took.seats[0].count].join(', ');
	})`)
	if want := "Ah Kd Qd Jd Td, 5, 0, 5"; got != want {
		t.Errorf("after a blind the page has %s, want %s", got, want)
	}
}

// TestSpareOnThePage: the hand of a player who takes the spare hand, or plays it for the pot, is put away for the new one.
func TestSpareOnThePage(t *testing.T) {
	t.Parallel()
	got := inNode[string](t, nowhere, `import('/web/table/view.js').then(({fold}) => {
		const dealt = [{t: 'deal', seat: 0, cards: 'Ah Kd 9c'}, {t: 'deal', seat: 1, cards: '?? ?? ??'}, {t: 'upcard', card: '7h'}];
		const own = fold([...dealt, {t: 'act', seat: 0, act: 'spare'}, {t: 'deal', seat: 0, cards: 'Qd Jd Td'}], 0, 3, 0);
		const other = fold([...dealt, {t: 'act', seat: 1, act: 'for-pot'}, {t: 'deal', seat: 1, cards: '?? ?? ??'}], 0, 3, 0);
		return [own.hand.join(' '), own.seats[0].count, other.hand.join(' '), other.seats[1].count].join(', ');
	})`)
	if want := "Qd Jd Td, 3, 9c Ah Kd, 3"; got != want {
		t.Errorf("with the spare hand the page has %s, want %s", got, want)
	}
}

// TestVeiledOnThePage: of a hand that a person's new link doesn't show, there are as many backs as cards are left.
func TestVeiledOnThePage(t *testing.T) {
	t.Parallel()
	got := inNode[int](t, nowhere, `import('/web/table/view.js').then(({fold}) => fold([{t: 'deal', seat: 0, cards: '?? ?? ?? ??'}, {t: 'act', seat: 0, act: 'lay ??'},
		{t: 'draw', seat: 0, cards: '??'}, ...['Ah', 'Kd', 'Qc'].map((c) => ({t: 'act', seat: 0, act: 'play ' + c}))], 0, 3, 0).hidden)`)
	if got != 1 {
		t.Errorf("%d backs for one card", got)
	}
}

// TestAskedAnewOnThePage: with another upcard everybody is asked again, and nobody has said anything.
func TestAskedAnewOnThePage(t *testing.T) {
	t.Parallel()
	got := inNode[string](t, nowhere, `import('/web/table/view.js').then(({fold}) => {
		const round = [{t: 'upcard', card: 'Ah'}, {t: 'trump', suit: 'h'}, {t: 'act', seat: 1, act: 'pass'}, {t: 'act', seat: 2, act: 'pass'}];
		const said = (events) => fold(events, 0, 3, 0).seats.map((s) => s.said || '-').join(' ');
		return said(round) + ', ' + said([...round, {t: 'upcard', card: 'Kd'}, {t: 'act', seat: 1, act: 'open'}]);
	})`)
	if want := "- pass pass, - open -"; got != want {
		t.Errorf("the seats say %q, want %q", got, want)
	}
}

// TestForcedDealOnThePage: the page shows on its table, and says aloud, that everybody has to play and what everybody
// has to make, in a replay and at a live table.
func TestForcedDealOnThePage(t *testing.T) {
	s := pages(t, 1)
	p := newTab(t, s, phone, anna)
	for _, c := range []struct {
		preset    string
		start     rams.Start
		tag, says string
		role      string
	}{
		{"kratzen", rams.Start{Muss: true}, "Muss", "needs two tricks. Everybody else needs one.", "Schläger"},
		{"kratzen", rams.Start{}, "Seven Muss", "One trick is enough for everybody", "Schläger"},
		{"chratzen", rams.Start{}, "all must play", "nobody is asked.", "Chratzer, joined"},
		{"zwicken,all_play=bare", rams.Start{}, "all must play", "and each needs one trick.", "joined, joined, joined, joined"},
	} {
		p.replay(s, forcedLine(t, c.preset, c.start))
		for range 400 {
			if strings.Contains(eval[string](p, `document.querySelector('#foot').innerText`), c.says) {
				break
			}
			if eval[bool](p, `!!document.querySelector('[data-do=on][aria-disabled=true], [data-do=on]:disabled')`) { // the server's answer came later
				p.keys(kb.Home)
				continue
			}
			p.tap("[data-do=on]")
		}
		for _, in := range []string{"#foot", "#polite"} {
			p.wait(fmt.Sprintf(`document.querySelector(%q).innerText.includes(%q)`, in, c.says))
		}
		roles := eval[string](p, `[...document.querySelectorAll('#rim .role')].map((r) => r.innerText).join(', ')`)
		if !strings.Contains(roles, c.role) || strings.Count(roles, ",") != 3 {
			t.Errorf("%s: at the seats stands %q", c.tag, roles)
		}
		p.fits(c.tag)
	}
}

// TestHandInOrderOfRanks: a hand is shown as its game orders the ranks, and Mistigri's jack before all trumps, once there are trumps.
func TestHandInOrderOfRanks(t *testing.T) {
	t.Parallel()
	got := inNode[[]string](t, nowhere, `Promise.all([import('/web/lib/words.js'), import('/web/lib/cardorder.js')]).then(([{Words}, {arranged}]) =>
		[['mistigri', ''], ['mistigri', 'h'], ['rams', 'h']].map(([preset, trump]) =>
			arranged(new Words('en', {}, {}, preset, 'french'), 'Ac Kc Jc As Ks Ah Kh Th 9d'.split(' '), trump).join(' ')))`)
	for i, want := range []string{"Kc Jc Ac Ks As Kh Ah Th 9d", "Kc Ac Ks As Jc Kh Ah Th 9d", "Ac Kc Jc As Ks Ah Kh Th 9d"} {
		if got[i] != want {
			t.Errorf("shown is %s, want %s", got[i], want)
		}
	}
}

// TestPriceLostOnThePage: a player without a trick is told that the price of playing is lost, and so is everybody.
func TestPriceLostOnThePage(t *testing.T) {
	t.Parallel()
	joined := []rams.Contract{rams.Declared, rams.Joined}
	results := "[" + settled(t, "lupfen", 3, 190, 50, 0, joined, 3) + "," + settled(t, "lupfen", 3, 190, 0, 0, joined, 3) + "]"
	got := inNode[[]string](t, nowhere, `Promise.all(['table/voice', 'table/settlement'].map((m) => import('/web/' + m + '.js'))).then(([{Voice}, {because}]) => {
		const w = {t: (key, a) => a?.text ?? key, number: String, card: String, list: String};
		const view = {declarer: 0, playing: true, tricks: [], seats: [{said: 'open', tricks: 3}, {said: 'join', tricks: 0}, {said: 'out', tricks: 0}]};
		const voice = new Voice(w, ['A', 'B', 'C'], 1);
		return `+results+`.map((result) => {
			const app = {words: w, voice, info: {result}, names: ['A', 'B', 'C'], table: {}};
			return [...voice.settlement(result, view), ...[0, 1, 2].map((i) => because(app, view, i))].join(' ');
		});
	})`)
	for i, want := range []string{"settle.pot settle.gets.other settle.price.you settle.next end.gets.other settle.price.you end.out.other", "settle.pot settle.gets.other settle.next end.gets.other  end.out.other"} {
		if got[i] != want {
			t.Errorf("the page tells %s, want %s", got[i], want)
		}
	}
}

// TestShownOnThePage: three jacks end a hand before a card is played, and the settlement says so of the seat that has
// them, at the table and in the replay, which knows no stakes.
func TestShownOnThePage(t *testing.T) {
	t.Parallel()
	for _, stakes := range []string{"[0, [1, 1, 0]]", "[]"} {
		got := inNode[string](t, nowhere, `Promise.all(['table/voice', 'table/settlement'].map((m) => import('/web/' + m + '.js'))).then(([{Voice}, {because}]) => {
			const w = {t: (key, a) => key + (a?.cards ?? ''), number: String, card: String, cards: (l) => l.join('+'), suit: String};
			const app = {words: w, voice: new Voice(w, ['A', 'B'], 1), names: ['A', 'B'], table: {stakes: `+stakes+`, events: [{t: 'show', seat: 1, cards: 'Jc Js Jh'}]},
				info: {result: {played: 40, left: 0, end: 'shown', why: [{won: 0, needed: 0, share: 'none'}, {won: 3, needed: 1, share: 'all'}], payout: [0, 40], penalty: [0, 0], failed: [false, false], next: {pot: 0}}}};
			return because(app, {declarer: 1, playing: true, tricks: [], seats: [{said: 'out', tricks: 0}, {said: 'open', tricks: 3}]}, 1);
		})`)
		if got != "event.show.youJc+Js+Jh" {
			t.Errorf("with the stakes %s the page tells %s", stakes, got)
		}
	}
}

// TestPriceInTheAccount: what was paid for playing is no ante in the line of the account.
func TestPriceInTheAccount(t *testing.T) {
	t.Parallel()
	got := inNode[map[string]float64](t, nowhere, `import('/web/table/settlement.js').then(({paid}) => paid([
		{t: 'ante', seat: 0, amount: 10}, {t: 'ante', seat: 1, amount: 10}, {t: 'act', seat: 1, act: 'open'}, {t: 'act', seat: 1, act: 'price-5'},
		{t: 'ante', seat: 1, amount: 50}, {t: 'act', seat: 0, act: 'join'}, {t: 'ante', seat: 0, amount: 50}], 1))`)
	if got["ante"] != 10 || got["price"] != 50 {
		t.Errorf("paid was %v", got)
	}
}
