package lines

import (
	"strings"

	"chratze/internal/desk/spoken"
	"chratze/internal/locale"
	"chratze/internal/wording"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// Settlement prints how a hand was settled as a small table, with the reason.
func Settlement(p *locale.Printer, scr *Screen, look Look, s *spoken.Hand, out *spoken.Settlement) error {
	sheet := look.Sheet(p, s.Rules, 0)
	w := p.Words(s.Rules, sheet.Deck)
	amount := func(n pot.Chips) string { return p.Number(sheet.Money, n) }
	scr.Line(p.T("cli.settle.title", locale.Args{"game": scr.Strong(w.Game()), "amount": amount(s.Pot)}))
	scr.Gap()
	var rows [][]string
	row := func(who string, tricks int, payout, penalty pot.Chips) {
		cells := []string{who, p.T("cli.settle.tricks-won", locale.Args{"n": tricks}), "", ""}
		if payout > 0 {
			cells[2] = p.T("cli.settle.gets", locale.Args{"amount": amount(payout)})
		}
		if penalty > 0 {
			cells[3] = p.T("cli.settle.pays", locale.Args{"amount": amount(penalty)})
		}
		rows = append(rows, cells)
	}
	if s.Declares() {
		row(w.Declarer(), s.Declarer, *out.Payout.Declarer, *out.Penalty.Declarer)
	}
	for i, n := range s.Joiners {
		row(p.T("cli.settle.joiner", locale.Args{"n": i + 1}), n, out.Payout.Joiners[i], out.Penalty.Joiners[i])
	}
	if s.ForPot {
		row(p.T("ui.dealer", nil), s.Rules.Rules().Deal.Size()-s.Joiners[0], 0, 0)
	}
	scr.Grid("  ", rows, "  ")
	scr.Gap()
	scr.Line(whySettled(s, w, sheet.Money, out.Left))
	pots := "cli.settle.pots"
	if rules := s.Rules.Rules(); rules.Races() {
		pots = "sheet.example.left.race" // nobody pays antes
	}
	scr.Line(p.T(pots, locale.Args{"left": amount(out.Left), "next": amount(out.NextPot)}))
	return scr.Flush()
}

// whySettled says by which rule the pot was shared, and where the rest of a division went.
func whySettled(s *spoken.Hand, w *locale.Words, money locale.Money, left pot.Chips) string {
	rules := s.Rules.Rules()
	made, declarer := 0, false
	for _, n := range s.Joiners {
		if n >= int(rules.JoinTarget) {
			made++
		}
	}
	if s.Declares() {
		declarer = s.Declarer >= int(rules.Target)
	}
	key := "cli.settle.why.joiners"
	switch {
	case rules.Races():
		key = "cli.settle.why.race"
	case s.In() == 1 && !s.ForPot:
		key = "cli.settle.why.walkover"
	case s.Muss && rules.MussPayout == rams.MussPayNothing, s.SevenMuss && rules.SevenMussPayout == rams.MussPayNothing:
		key = "cli.settle.why.muss"
	case rules.Split == rams.SplitMost:
		key = "cli.settle.why.most"
	case rules.Split == rams.SplitTricks && rules.Deal.Size() == 3:
		key = "cli.settle.why.thirds-of-tricks"
	case rules.Split == rams.SplitTricks && rules.Deal.Size() == 5:
		key = "cli.settle.why.fifths-of-tricks"
	case s.Muss, s.SevenMuss, rules.Split == rams.SplitTricks:
		key = "cli.settle.why.quarters"
	case declarer && made == 0, !declarer && made == 1:
		key = "cli.settle.why.alone"
	case rules.Split == rams.SplitRoles && declarer:
		key = "cli.settle.why.roles"
	case declarer && wording.Swallows(&rules, s.Pot):
		key = "cli.settle.why.rounded"
	case declarer:
		key = "cli.settle.why.both"
	}
	args := locale.Args{"declarer": w.Declarer(), "roundup": w.Number(money, rules.RoundUp), "rules": unrounded(s.Rules, money), "coin": w.Number(money, rules.Coin)}
	reasons := []string{w.T(key, args)}
	switch tricks := strings.HasSuffix(key, "quarters") || strings.HasSuffix(key, "tricks"); {
	case tricks && rules.Remainder == rams.RemainderDeclarer, key == "cli.settle.why.both" && rules.Coin > 1:
		reasons = append(reasons, w.T("cli.settle.why.over", args))
	case left > 0 && left < s.Pot && !s.ForPot && (tricks || key == "cli.settle.why.joiners"):
		reasons = append(reasons, w.T("cli.settle.why.down", args))
	}
	switch {
	case s.In() == 1 && !s.ForPot, rules.Races() && rules.Penalty == 0:
	case rules.Price:
		reasons = append(reasons, w.T("cli.settle.why.failed.price", nil))
	case s.Declares() && !declarer:
		reasons = append(reasons, w.T("cli.settle.why.failed.double", args))
	default:
		reasons = append(reasons, w.T("cli.settle.why.failed", nil))
	}
	if s.ForPot {
		reasons = append(reasons, w.T("cli.settle.why.for-pot", nil))
	}
	if s.Lost > 0 {
		reasons = append(reasons, w.T("cli.settle.why.lost", nil))
	}
	return w.Sentences(reasons...)
}

// unrounded writes these rules with shares that are not rounded up, as a flag takes them.
func unrounded(v variant.Variant, money locale.Money) string {
	exact := []variant.KeyValue{{Key: "round_up", Value: "1"}}
	if v.Rules().Coin == pot.Money(money).Coin() { // that goes without saying
		exact = append(exact, variant.KeyValue{Key: "coin", Value: "1"})
	}
	w, err := v.With(exact...)
	if err != nil { // it can't round up
		return v.String()
	}
	return "--rules " + w.String()
}
