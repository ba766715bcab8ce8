package lines

import (
	"slices"

	"chratze/internal/desk/spoken"
	"chratze/internal/locale"
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
	scr.Line(whySettled(s, w, sheet.Money, &out.Why))
	pots := "cli.settle.pots"
	if out.Why.Left == rams.LeftRace {
		pots = "sheet.example.left.race" // nobody pays antes
	}
	scr.Line(p.T(pots, locale.Args{"left": amount(out.Left), "next": amount(out.NextPot)}))
	return scr.Flush()
}

// whySettled says by which rule the pot was shared, and where the rest of a division went.
func whySettled(s *spoken.Hand, w *locale.Words, money locale.Money, why *rams.Reasons) string {
	rules := s.Rules.Rules()
	args := locale.Args{"declarer": w.Declarer(), "roundup": w.Number(money, rules.RoundUp), "rules": unrounded(s.Rules, money), "coin": w.Number(money, rules.Coin)}
	var reasons []string
	say := func(key string, is bool) {
		if is {
			reasons = append(reasons, w.T(key, args))
		}
	}
	key := sharedBy(why, rules.Deal.Size())
	say(key, key != "")
	say("cli.settle.why.over", rested(why))
	say("cli.settle.why.down", why.Left == rams.LeftRest)
	say("cli.settle.why.failed.price", why.Owes(rams.DebtPrice))
	doubled := s.Declares() && why.Seat[0].Debt&rams.DebtShort != 0
	say("cli.settle.why.failed.double", doubled)
	say("cli.settle.why.failed", !doubled && owing(why))
	say("cli.settle.why.for-pot", why.Has(rams.ShareForPot))
	say("cli.settle.why.lost", why.Owes(rams.DebtWeli))
	return w.Sentences(reasons...)
}

// sharedBy returns what the pot of a hand with this number of tricks was shared by, as a key; "" if there is nothing to say.
func sharedBy(why *rams.Reasons, tricks int) string {
	switch {
	case why.Left == rams.LeftRace:
		return "cli.settle.why.race"
	case why.End == rams.EndAlone:
		return "cli.settle.why.walkover"
	case why.Left == rams.LeftMuss:
		return "cli.settle.why.muss"
	case why.Has(rams.ShareSwallowed):
		return "cli.settle.why.rounded"
	}
	for _, by := range [...]struct {
		share rams.Share
		key   string
	}{
		{rams.ShareMost, "cli.settle.why.most"}, {rams.ShareTie, "cli.settle.why.tie"}, {rams.ShareTied, "cli.settle.why.most"}, {rams.ShareAll, "cli.settle.why.alone"}, {rams.ShareRole, "cli.settle.why.roles"}, {rams.ShareThirds, "cli.settle.why.both"},
		{rams.ShareThirdsUp, "cli.settle.why.both"}, {rams.ShareEqual, "cli.settle.why.joiners"},
		{rams.ShareTricks, ofTricks[tricks]}, {rams.ShareTricksDown, ofTricks[tricks]},
	} {
		if why.Has(by.share) {
			return by.key
		}
	}
	return ""
}

// ofTricks are the parts of the pot that a trick earns, by the number of tricks.
//
//lattice:table
var ofTricks = map[int]string{3: "cli.settle.why.thirds-of-tricks", 4: "cli.settle.why.quarters", 5: "cli.settle.why.fifths-of-tricks"}

// owing reports whether a seat that won too few tricks has to pay for it.
func owing(why *rams.Reasons) bool {
	return slices.ContainsFunc(why.Seat[:], func(x rams.Reason) bool { return x.Debt&rams.DebtShort != 0 && x.Owed > 0 })
}

// rested reports whether a declarer got what couldn't be divided.
func rested(why *rams.Reasons) bool {
	return slices.ContainsFunc(why.Seat[:], func(x rams.Reason) bool { return x.Rest > 0 })
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
