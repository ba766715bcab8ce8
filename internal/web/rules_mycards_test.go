package web_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"chratze/analysis/chart"
	"chratze/card"
	"chratze/internal/page/chartpage"
	"chratze/rams"
	"chratze/variant"
)

// ownAnswer returns the rows of the answer to your own cards: where you sit, what to do, what it is worth.
const ownAnswer = `[...document.querySelectorAll('#mine tbody tr')].map((r) => r.innerText.replace(/\s*\t\s*/g, ' | '))`

// TestMyCards: the page of a chart begins with your own cards, tapped or typed, and says play or not and what it is worth before
// any grid, in two languages (with CHRATZE_VERIFY in every one) and windows, by keys too; without JavaScript a sentence says so.
func TestMyCards(t *testing.T) {
	s := pages(t, 1)
	type look struct {
		lang, typed, eight string
		z                  size
	}
	for _, look := range sample(2,
		look{"en?deck=french", "ace of hearts, king of hearts 8s", "8s", size{320, 568}}, look{"ja?deck=swiss", "Ah、Kh、8s", "8s", laptop},
		look{"de-AT?deck=german", "ah kh 8S", "8d", size{320, 568}}, look{"de-CH", "Rosen Ass, rosen-könig schilten 8", "8s", laptop},
	) {
		p := newTab(t, s, look.z, "")
		p.visit(s.http.URL + "/charts/chratze/4/" + look.lang)
		p.wait(`document.querySelector('#mine form').checkVisibility()`)
		p.do(chromedp.SendKeys(chromedp.CSS("#mine [name=typed]"), look.typed))
		if got := eval[string](p, `document.querySelector('#mine output').innerText`); got != "3 / 4" {
			t.Errorf("%s: %q are %s cards", look.lang, look.typed, got)
		}
		const marked = `[...document.querySelectorAll('#mine :checked')].filter((b) => b.value)`
		if got := eval[string](p, marked+`.map((b) => b.value).sort().join(' ')`); got != look.eight+" Ah Kh" {
			t.Errorf("%s: %q are %s", look.lang, look.typed, got)
		}
		eval[any](p, `document.querySelector('#mine [value=Ad]').focus()`)
		p.keys(" ")
		if wrote := eval[bool](p, marked+`.every((b) => document.querySelector('#mine [name=typed]').value.includes(b.ariaLabel))`); !wrote {
			t.Errorf("%s: four cards are marked, and it is written %q", look.lang, eval[string](p, `document.querySelector('#mine [name=typed]').value`))
		}
		p.set("#mine [name=up]", "9h")
		told, rows := eval[string](p, `document.querySelector('#mine output').innerText`), eval[[]string](p, ownAnswer)
		if strings.Count(told, "\n") < 1 || len(rows) != 10 || !strings.Contains(rows[0], "+") {
			t.Errorf("%s: %q, %d rows: %q", look.lang, told, len(rows), rows)
		}
		if look.lang[:2] == "en" && !strings.Contains(told, "– Play") {
			t.Errorf("with ace, king and another ace one is told %q", told)
		}
		if first := eval[bool](p, `document.querySelector('#mine').compareDocumentPosition(document.querySelector('figure')) === 4`); !first {
			t.Errorf("%s: a grid comes first", look.lang)
		}
		p.fits("own cards in " + look.lang)
		p.picked("mycards-" + look.lang[:5])
		if p.due("own cards at a chart") { // fits has looked already
			for _, v := range p.violations() {
				t.Errorf("own cards in %s: %s", look.lang, v)
			}
		}
		p.set("#mine [name=up]", "Ah") // the upcard is nobody's
		if got := eval[string](p, `document.querySelector('#mine output').innerText`); got != "3 / 4" {
			t.Errorf("%s: with an own card turned up there are %s", look.lang, got)
		}
	}
	p := newTab(t, s, phone, "")
	p.visit(s.http.URL + "/charts/loo/5/en?deck=french") // where another act is better it is named as at the table
	p.wait(`document.querySelector('#mine form').checkVisibility()`)
	p.do(chromedp.SendKeys(chromedp.CSS("#mine [name=typed]"), "7c 8s 9d"))
	p.set("#mine [name=up]", "8h")
	rows := eval[[]string](p, ownAnswer)
	if got := strings.Join(rows, "\n"); !strings.HasPrefix(got, "0 in, 4 to come · Spare hand: lies there | miss | +") || !strings.Contains(got, "\n1 in, 3 to come · Spare hand: taken | Don't play | −") {
		t.Errorf("without a trump one is told %q", got)
	}
	call(p, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	p.visit(s.http.URL + "/charts/chratze/4/en")
	text := eval[string](p, `document.querySelector('#mine').innerText`)
	if !strings.Contains(text, "With JavaScript") || strings.Contains(text, "Typed") {
		t.Errorf("without JavaScript one reads %q", text)
	}
}

// TestMyKind: the page finds the kind of a hand that package chart finds, in every game that has a chart.
func TestMyKind(t *testing.T) {
	s := pages(t, 1)
	p := newTab(t, s, phone, "")
	r := rand.New(rand.NewPCG(1, 1))
	for _, table := range chartpage.All() {
		v, _ := variant.Lookup(table.Preset)
		game, err := v.Game(table.Seats)
		must(t, err)
		rules := game.Rules()
		p.visit(s.http.URL + fmt.Sprintf("/charts/%s/%d/en", table.Preset, table.Seats))
		type hand struct {
			Cards []string
			Up    string
			Want  int
		}
		var hands []hand
		for range 300 {
			list := rules.Pack.Cards().Append(nil)
			r.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
			view := rams.View{Game: game, Hand: card.SetOf(list[:game.Size()]...), Upcard: list[game.Size()], Trump: list[game.Size()].Suit()}
			if !rules.Deal.DealersLast() {
				view.Table = card.SetOf(view.Upcard)
			}
			h := hand{Up: view.Upcard.String(), Want: chart.Kind(&view)}
			for _, c := range list[:game.Size()] {
				h.Cards = append(h.Cards, c.String())
			}
			hands = append(hands, h)
		}
		data, err := json.Marshal(hands)
		must(t, err)
		wrong := eval[[]string](p, `import('/web/rules/mycards.js').then(({kindOf}) => {
			const {lies, six, beside} = document.querySelector('#mine form').dataset;
			return `+string(data)+`.flatMap(({Cards, Up, Want}) => {
				const order = document.querySelector('#mine [data-suit=' + Up[1] + ']').dataset.trumps.split(' ');
				const {row, column} = kindOf(Cards, order, lies === 'true' ? Up : '', six === 'true', beside);
				return row * 6 + column === Want ? [] : [[...Cards, Up, row * 6 + column, Want].join(' ')];
			});
		})`)
		if len(wrong) > 0 {
			t.Errorf("%v: %d kinds are others, as %s", table, len(wrong), wrong[0])
		}
	}
}
