package wording

import (
	"strconv"

	"chratze/internal/locale"
	"chratze/pot"
	"chratze/variant"
)

// OptionValue returns the meaning of an option's value, in words or as an amount.
func OptionValue(p *locale.Printer, m locale.Money, o variant.Option, value string) string {
	if value == "" {
		return p.T("diff.none", nil)
	}
	key := "value." + o.Key + "." + value
	n, err := pot.Parse(value)
	switch {
	case o.Kind != variant.Amount || err != nil:
		return p.T(key, nil)
	case n == 0 && o.Key == "deals":
		return p.T("value.deals.never", nil)
	case n == 0 && (o.Key == "penalty_cap" || o.Key == "pot_cap"):
		return p.T("value.penalty_cap.none", nil)
	case n == 0 && o.Key == "penalty":
		return p.T("value.penalty.pot", nil)
	case n == 0 && o.Key == "back":
		return p.T("none", nil)
	case n == 0 && o.Key == "prizes":
		return p.T("value.prizes.all", nil)
	case n == 1 && o.Key == "coin":
		return p.Sum(m, pot.Money(m).Coin())
	case counts(o.Key):
		return strconv.FormatInt(int64(n), 10)
	}
	return p.Sum(m, n)
}

// counts reports whether an amount is a number of things, and not money.
func counts(key string) bool {
	return key == "deals" || key == "goal" || key == "back" || key == "prizes"
}

// RuleDiff describes how the rules of a sheet differ from others, in Markdown: first the fixed
// rules of the games, then the options. All amounts are in the money of the sheet.
func RuleDiff(p *locale.Printer, s locale.Sheet, b variant.Variant) string {
	a := s.Variant
	text := "# " + p.T("diff.title", locale.Args{"a": "`" + a.String() + "`", "b": "`" + b.String() + "`"}) + "\n\n"
	lines := append(facts(p, a, b), optionDiff(p, s.Money, a, b)...)
	if len(lines) == 0 {
		return text + p.T("diff.same", nil) + "\n"
	}
	for _, line := range lines {
		text += "- " + line + "\n"
	}
	return text
}

func optionDiff(p *locale.Printer, m locale.Money, a, b variant.Variant) (lines []string) {
	for _, d := range variant.Diff(a, b) {
		o, _ := a.Option(d.Key)
		lines = append(lines, p.T("diff.line", locale.Args{
			"option": p.T("option."+d.Key, nil), "key": d.Key, "a": OptionValue(p, m, o, d.A), "b": OptionValue(p, m, o, d.B),
		}))
	}
	return lines
}

// facts describes differences in what belongs to the game and isn't an option.
func facts(p *locale.Printer, a, b variant.Variant) (lines []string) {
	for _, fact := range [...]struct {
		key string
		of  func(variant.Variant) string
	}{
		{"fact.seats", func(v variant.Variant) string {
			least, most := v.Seats()
			return p.T("fact.seats.range", locale.Args{"least": least, "most": most})
		}},
		{"fact.best", func(v variant.Variant) string {
			least, most := v.Best()
			if fewest, all := v.Seats(); least == fewest && most == all {
				return p.T("diff.none", nil) // no text says with how many it is best
			}
			return p.T("fact.seats.range", locale.Args{"least": least, "most": most})
		}},
		{"fact.deck", func(v variant.Variant) string { return p.T("deck."+string(p.DeckOf(v.Preset())), nil) }},
		{"fact.turns", func(v variant.Variant) string { r := v.Rules(); return p.T("fact.turns."+turns(&r), nil) }},
		{"fact.auction", func(v variant.Variant) string { return p.T("fact.auction."+v.Rules().Auction.String(), nil) }},
		{"fact.muss", func(v variant.Variant) string { return yes(p, v.Rules().Phases) }},
		{"fact.taken", func(v variant.Variant) string { return yes(p, v.Rules().DealerTakes) }},
		{"fact.weli", func(v variant.Variant) string { return weli(p, v) }},
	} {
		if x, y := fact.of(a), fact.of(b); x != y {
			lines = append(lines, p.T("diff.fact", locale.Args{"option": p.T(fact.key, nil), "a": x, "b": y}))
		}
	}
	return lines
}

func weli(p *locale.Printer, v variant.Variant) string {
	card := v.Rules().Weli.Card()
	if card == 0 {
		return p.T("none", nil)
	}
	return p.Words(v, p.DeckOf(v.Preset())).Card(card.First())
}

func yes(p *locale.Printer, is bool) string {
	if is {
		return p.T("yes", nil)
	}
	return p.T("no", nil)
}
