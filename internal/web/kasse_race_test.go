package web_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// TestKasseRamset is a club's evening of six: a hand is two taps and Book, a third one if somebody plays without a trick. Those who are
// through have a prize and no buttons; a correction says which prize goes back, until it is done; the last one goes without.
func TestKasseRamset(t *testing.T) {
	p := openDesk(t, "")
	p.tap("#new")
	people := []string{"Anni", "Beat", "Christine", "Dölf", "Elsbeth", "Fritz"}
	p.tap(".people + button")
	p.tap(".people + button")
	for i, name := range people {
		p.set(".people li:nth-child("+strconv.Itoa(i+1)+") input[maxlength]", name)
	}
	p.set(".setup > .field select", "ramset")
	p.wait(`document.querySelector('[name=prizes]')?.value === 'Sausage, Sausage, Sausage, Sausage, Sausage'`)
	if got := eval[string](p, `[...document.querySelectorAll('.race input')].map((e) => e.value).slice(0, 5).join('|')`); got != "21||0.10||0.50" {
		t.Errorf("the preset fills in %q", got)
	}
	p.set("[name=goal]", "0")
	p.tap("#begin")
	p.shows("“0” is not a number of strokes from 1 to 200.")
	p.set("[name=goal]", "10")
	p.set("[name=without]", "0.10")
	p.set("[name=rule]", "0.50")
	p.set("[name=prize]", "Fr. -.50")
	p.tap("#begin")
	p.shows("is not an amount.")
	p.set("[name=prize]", "Fr. 0.50")
	p.set("[name=prizes]", "Sausage, Red wine, Cheese, Sausage, Sausage, Sausage")
	p.tap("#begin")
	p.shows("You named 6 prizes. There can be at most 5: one fewer than players.")
	p.set("[name=prizes]", "Sausage, Red wine, Cheese, Sausage, Sausage")
	p.both("race-setup")
	p.tap("#begin")
	p.wait(`document.querySelector('.entry')`)
	p.both("race-first")
	p.hand("Anni 2", "Beat") // the third of five numbers: 3 tricks; the last two fill themselves in
	p.shows("+2: 2 strokes")
	p.tap("#book")
	p.shows("Hand 2")
	p.hand("Dölf", "Anni 4")
	p.shows("no trick")
	p.both("race-hand")
	p.tap("#book")
	p.shows("puts in 0.10")
	p.hand("Anni 3", "Beat")
	p.shows("★ Anni takes: Sausage")
	p.tap("#book")
	p.wait(`document.querySelector('.row.through')?.innerText.includes('Sausage')`)
	p.both("race-won")
	p.press("Done")
	p.press("History")
	p.press("Change entry 3")
	p.press("Enter this hand again")
	p.hand("Anni 0", "Beat 3") // one trick, and four
	p.tap("#book")
	p.shows("Anni puts back: Sausage")
	p.shows("takes 0.50")
	p.hand("Christine 4")
	p.press("Book, coins still open")
	p.wait(`!document.querySelector('#book')`)
	p.shows("Anni puts back: Sausage")
	p.both("race-corrected")
	p.press("Done")
	p.wait(`!document.body.innerText.includes('puts back')`)
	p.press("More")
	p.press("Fine")
	p.set(".sheet select", "Dölf")
	p.both("race-fine")
	p.tap(".sheet .bold")
	p.press("Hand")
	p.shows("puts in 0.50")
	for _, hand := range []string{"Beat 4", "Christine 4", "Fritz 4", "Dölf 4", "Dölf 4", "Elsbeth 4", "Elsbeth 4", "Anni 3|Fritz"} {
		p.hand(strings.Split(hand, "|")...)
		p.tap("#book")
		p.wait(`!document.querySelector('#book')`)
	}
	p.shows("This round is over.")
	p.both("race-over")
	if got := eval[string](p, `[...document.querySelectorAll('.standings li')].map((e) => e.innerText.replace(/\s+/g, ' ')).join('|')`); !strings.HasPrefix(got, "Beat ★ Sausage") || !strings.Contains(got, "Anni ★ Sausage") || !strings.Contains(got, "|Fritz 6 strokes") {
		t.Errorf("the standings: %s", got)
	}
	p.wallSheet()
	p.press("Another round")
	p.both("race-again")
	p.tap(".sheet .bold")
	p.wait(`document.querySelectorAll('.row .nums').length === 6`)
	p.press("Standings")
	p.both("race-stand")
	p.press("History")
	p.both("race-past")
	p.press("More")
	p.press("End the evening")
	p.tap(".sheet .bold")
	p.shows("The evening is over.")
}

// wallSheet looks at what is printed: nothing but the sheet, a box for each stroke, crossed if it was booked.
func (p *tab) wallSheet() {
	p.t.Helper()
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	p.do(chromedp.EmulateViewport(1123, 794, chromedp.EmulateScale(1)))
	if got := eval[string](p, `[...document.querySelectorAll('#kasse > *')].filter((e) => e.checkVisibility()).map((e) => e.className).join()`); got != "wall" {
		p.t.Errorf("printed is %q", got)
	}
	if got := eval[string](p, `[...document.querySelectorAll('.wall tr')].map((r) => r.querySelectorAll('i.on').length + '/' + r.querySelectorAll('i').length).join(' ')`); got != "10/10 10/10 10/10 10/10 10/10 6/10" {
		p.t.Errorf("the boxes of the sheet: %s", got)
	}
	p.picked("race-wall")
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
	p.do(chromedp.EmulateViewport(phone.w, phone.h, chromedp.EmulateScale(1)))
}

// TestPictureOfPrizes: the picture of an evening says behind each name which prizes were taken.
func TestPictureOfPrizes(t *testing.T) {
	t.Parallel()
	texts := inNode[[]string](t, nowhere, `import('/web/lib/eveningpicture.js').then(async ({draw}) => {
		const texts = [];
		const pen = new Proxy({}, {get: (_, name) => (name === 'fillText' ? (text) => texts.push(text) : () => {}), set: () => true});
		document.createElement = () => ({getContext: () => pen, toBlob: (done) => done(null)});
		const page = {people: ['Anni', 'Beat', 'Christine'], payments: [], now: {points: [21, 22, 4], won: [0, 0, 0]}, steps: [
			{hand: {}, points: [21, 9, 4], prizes: [{who: 0, name: 'Sausage'}]}, {hand: {}, points: [21, 22, 4], prizes: [{who: 1, name: 'Cheese'}, {who: 0, name: 'Wine'}]}]};
		await draw(page, {t: (key) => key, balance: String, sum: String}, () => 'evening');
		return texts;
	})`)
	if got := strings.Join(texts, "|"); !strings.HasPrefix(got, "evening|Beat ★ Cheese|22|Anni ★ Sausage, Wine|21|Christine|4|") {
		t.Errorf("the picture says %s", got)
	}
}
