package locale

import (
	"math/rand/v2"
	"strings"
	"testing"

	"chratze/chance"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// TestTold holds a hand of each preset as seat 1 is told it, in every language:
// how it begins, what happens, what is asked and what can be said, how it is
// settled. The files are read as a person would read them.
func TestTold(t *testing.T) {
	t.Parallel()
	c := New()
	for _, lang := range c.Languages() {
		for i, name := range variant.Presets() {
			v, _ := variant.Lookup(name)
			golden(t, "told-"+name+"."+lang+".txt", told(t, c.For(lang), v, uint64(i+7)))
		}
	}
}

// told plays two hands at random and writes down what seat 1 reads.
func told(t *testing.T, p *Printer, v variant.Variant, seed uint64) string {
	t.Helper()
	g, err := v.Game(4)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	sheet := p.SheetOf(v, 4)
	table := p.Table(v, sheet.Deck, sheet.Money, p.Names(4), 1)
	deck := rams.Deck{Source: chance.Of(rng)}
	start := g.First(0)
	var b strings.Builder
	write := func(indent string, lines ...string) {
		for _, line := range lines {
			b.WriteString(indent + line + "\n")
		}
	}
	var rec rams.Record
	for number := 1; number <= 2; number++ {
		if err := rec.Begin(g, start); err != nil {
			t.Fatal(err)
		}
		write("", table.Opening(number, start)...)
		seen := 0
		for rec.Nature(&deck); ; rec.Nature(&deck) {
			view := rec.View(1)
			seen = min(seen, len(view.Events)) // a dealer who may look at last gets the events again
			for ; seen < len(view.Events); seen++ {
				write("", table.Event(&view.Events[seen]))
				if text := table.Announcement(start, view.Events[:seen+1]); text != "" {
					write("", text)
				}
			}
			if rec.State.Done() {
				result := rec.State.Result()
				write("", table.Settlement(&view, &result)...)
				write("", "")
				start = result.Next
				break
			}
			if len(view.Legal) > 0 {
				write("    ", table.Situation(&view)...)
				write("    ", table.Question(&view))
				for _, choice := range table.Choices(&view) {
					write("      ", choice.Call+" – "+choice.Text)
				}
			}
			legal := rec.State.Legal(nil)
			rec.ApplyUnchecked(legal[rng.IntN(len(legal))], nil)
		}
	}
	write("", table.Standings([]pot.Chips{-30, 40, -50, 40})...)
	write("", table.Farewell([]pot.Chips{25, 25, 25, 25}, []pot.Transfer{{From: 0, To: 1, Amount: 5}, {From: 2, To: 1, Amount: 25}, {From: 2, To: 3, Amount: 5}})...)
	return strings.ReplaceAll(b.String(), "\u00a0", " ")
}
