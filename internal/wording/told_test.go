package wording

import (
	"math/rand/v2"
	"strings"
	"testing"

	"chratze/chance"
	"chratze/internal/locale"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// TestTold holds a hand of each preset as seat 1 is told it, in every language:
// how it begins, what happens, what is asked and what can be said, how it is
// settled. The files are read as a person would read them.
func TestTold(t *testing.T) {
	t.Parallel()
	c := locale.New()
	for _, lang := range c.Languages() {
		for i, name := range variant.Presets() {
			v, _ := variant.Lookup(name)
			golden(t, "told-"+name+"."+lang+".txt", told(t, c.For(lang), v, uint64(i+7)))
		}
	}
}

// told plays two hands at random and writes down what seat 1 reads.
func told(t *testing.T, p *locale.Printer, v variant.Variant, seed uint64) string {
	t.Helper()
	g, err := v.Game(4)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	sheet := p.SheetOf(v, 4)
	table := NewTable(p, v, sheet.Deck, sheet.Money, p.Names(4), 1)
	deck := rams.Deck{Source: chance.Of(rng)}
	start := g.FirstStart(0)
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
			if rec.Done() {
				result := rec.Result()
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
			legal := rec.Legal(nil)
			rec.ApplyUnchecked(legal[rng.IntN(len(legal))], nil)
		}
	}
	write("", table.Standings([]pot.Chips{-30, 40, -50, 40})...)
	write("", table.Farewell([]pot.Chips{25, 25, 25, 25}, []pot.Transfer{{From: 0, To: 1, Amount: 5}, {From: 2, To: 1, Amount: 25}, {From: 2, To: 3, Amount: 5}}, 0)...)
	return strings.ReplaceAll(b.String(), "\u00a0", " ")
}

// TestForcedDealsAreAnnounced: whenever nobody is asked and everybody has to play, each seat is told so once, with the
// tricks that everybody needs, and of a hand in which players are asked nothing like it.
func TestForcedDealsAreAnnounced(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rules string
		muss  bool
		words string // in what is told of a forced deal
	}{
		{"kratzen", true, "needs two tricks"},
		{"kratzen", false, "One trick is enough for everybody"},
		{"chratzen", false, "needs two tricks"},
		{"chratze", false, ""},
		{"zwicken", false, ""},
		{"tippen", false, "each needs one trick"},
	} {
		v, _ := variant.Parse(c.rules)
		g, err := v.Game(4)
		if err != nil {
			t.Fatal(err)
		}
		deck := rams.Deck{Source: chance.Of(rand.New(rand.NewPCG(5, 1)))}
		forced := 0
		for hand := range 200 {
			var rec rams.Record
			if err := rec.Begin(g, rams.Start{Dealer: rams.Seat(hand % 4), Muss: c.muss}); err != nil {
				t.Fatal(err)
			}
			rec.Nature(&deck)
			everybody := !rec.Done() && rec.Phase() != rams.PhaseOpen
			for seat := range rams.Seat(4) {
				everybody = everybody && rec.Contract(seat).In()
			}
			var told []string
			table := NewTable(locale.For("en"), v, locale.French, locale.Francs, names[:4], rams.Seat(hand%2))
			view := rec.View(table.you)
			for i := range view.Events {
				if text := table.Announcement(rec.Start, view.Events[:i+1]); text != "" {
					told = append(told, text)
				}
			}
			switch {
			case !everybody && len(told) > 0:
				t.Fatalf("%s: players are asked, and %q is told", c.rules, told)
			case !everybody:
				continue
			case len(told) != 1:
				t.Fatalf("%s: of a forced deal %q is told", c.rules, told)
			}
			forced++
			named := rec.Dealer()
			if rec.Declarer() == rams.Nobody {
				named = rec.Lead()
			}
			who := table.Name(named)
			if named == table.you {
				who = "you"
			}
			if text := strings.ReplaceAll(told[0], "need two", "needs two"); !strings.Contains(strings.ToLower(text), strings.ToLower(who)) || !strings.Contains(text, c.words) {
				t.Fatalf("%s: %s deals, and %q is told", c.rules, who, told[0])
			}
		}
		if (forced > 0) != (c.words != "") {
			t.Errorf("%s: %d of 200 deals were forced", c.rules, forced)
		}
	}
}

// TestAnnouncedTargets: the sentences say two tricks and one, which is what these games want.
func TestAnnouncedTargets(t *testing.T) {
	t.Parallel()
	for _, name := range variant.Presets() {
		v, _ := variant.Lookup(name)
		if r := v.Rules(); r.TricksFor(rams.MussDealer) != 2 || r.TricksFor(rams.Declared) != 2 || r.TricksFor(rams.SevenMuss) != 1 || r.TricksFor(rams.MussJoined) != 1 {
			t.Errorf("%s: a forced deal asks for other numbers of tricks", name)
		}
	}
}

// TestSeeIsTrueBeforeTheDeal: a dealer who doesn't go double blind doesn't see cards by it, and nobody says so; nor that
// the dealer won't declare blind, which may be asked next.
func TestSeeIsTrueBeforeTheDeal(t *testing.T) {
	t.Parallel()
	v := variant.Default()
	table := NewTable(locale.For("en"), v, locale.French, locale.Francs, names[:4], 0)
	for _, seat := range []rams.Seat{0, 1} {
		if text := table.act(seat, rams.See, nil); strings.Contains(text, "see") || strings.Contains(text, "blind") || !strings.HasSuffix(text, "to look first.") {
			t.Errorf("seat %d: %q", seat, text)
		}
	}
}

// TestSevenTurned: with forced_deal=seven-any a seven that a contract turns makes everybody play, and it is told as a
// Seven Muss that an upcard makes; another card isn't.
func TestSevenTurned(t *testing.T) {
	t.Parallel()
	v, _ := variant.Parse("kratzen,forced_deal=seven-any")
	g, err := v.Game(4)
	if err != nil {
		t.Fatal(err)
	}
	deck := rams.Deck{Source: chance.Of(rand.New(rand.NewPCG(5, 2)))}
	seen := map[bool]int{}
	for hand := range 200 {
		var rec rams.Record
		if err := rec.Begin(g, rams.Start{Dealer: rams.Seat(hand % 4), Pot: 40}); err != nil {
			t.Fatal(err)
		}
		if rec.Nature(&deck); rec.Phase() != rams.PhaseBid {
			continue // a Seven Muss by its upcard
		}
		if err := rec.Apply(rams.Action{Kind: rams.BidTop, Seat: rec.Turn()}); err != nil {
			t.Fatal(err)
		}
		rec.Nature(&deck)
		forced := rec.Contract(rec.Dealer()) == rams.SevenMuss
		seen[forced]++
		table := NewTable(locale.For("en"), v, locale.French, locale.Francs, names[:4], 0)
		view := rec.View(table.you)
		told := ""
		for i := range view.Events {
			told += table.Announcement(rec.Start, view.Events[:i+1])
		}
		if (told != "") != forced {
			t.Fatalf("a contract turned %v: %q is told", view.Events[len(view.Events)-2].Cards, told)
		}
	}
	if seen[true] == 0 || seen[false] == 0 {
		t.Fatalf("never came up: %v", seen)
	}
}

// TestStockGivesTheTrump: a dealer who leaves the trump to the stock has said which card gives it. Nobody hears of looking,
// and the call answers the question also where players have no word of their own for it.
func TestStockGivesTheTrump(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ lang, rules, call, you, other string }{
		{"en", "tippen", "the stock", "You say “the stock”: the top card of the stock gives the trump.", "Beat says “the stock”: the top card of the stock gives the trump."},
		{"en", "zwicken-schlecken", "schlecken", "You say “schlecken”: the top card of the stock gives the trump.", "Beat says “schlecken”: the top card of the stock gives the trump."},
		{"de-CH", "tippen", "vom Stock", "Du sagst «vom Stock»: Die oberste Karte vom Stock gibt den Trumpf.", "Beat sagt «vom Stock»: Die oberste Karte vom Stock gibt den Trumpf."},
		{"de-AT", "loo", "vom Talon", "Du sagst „vom Talon“: Die oberste Karte vom Talon gibt den Trumpf.", "Beat sagt „vom Talon“: Die oberste Karte vom Talon gibt den Trumpf."},
		{"ja", "tippen", "山札", "あなたは「山札」と言い、山札の一番上のカードで切り札を決めます。", "Beatは「山札」と言い、山札の一番上のカードで切り札を決めます。"},
	} {
		v, err := variant.Parse(c.rules + ",trump=dealer")
		if err != nil {
			t.Fatal(err)
		}
		table := NewTable(locale.For(c.lang), v, locale.French, locale.Francs, []string{"Anna", "Beat", "Chregu", "Dora"}, 0)
		if got := table.Call(rams.See); got != c.call {
			t.Errorf("%s in %s: the call is %q, want %q", c.rules, c.lang, got, c.call)
		}
		for seat, want := range []string{c.you, c.other} {
			if got := table.act(rams.Seat(seat), rams.See, nil); got != want {
				t.Errorf("%s in %s: %q, want %q", c.rules, c.lang, got, want)
			}
		}
	}
	v := variant.Default()
	if got := NewTable(locale.For("en"), v, locale.French, locale.Francs, names[:4], 0).Call(rams.See); got != "see" {
		t.Errorf("a dealer who looks first says %q", got)
	}
}
