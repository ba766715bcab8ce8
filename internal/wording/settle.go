package wording

import (
	"chratze/internal/locale"
	"chratze/pot"
	"chratze/rams"
)

// Settlement describes the settlement of a finished hand, one sentence a line: the pot, who
// succeeded and who failed, in turn order from the declarer or forehand, what stays in the pot,
// and how the next hand begins.
func (t *Table) Settlement(v *rams.View, r *rams.Result) []string {
	why := v.Why
	if why == nil { // the hand was given up
		why = &rams.Reasons{}
	}
	var lines []string
	switch {
	case !why.End.Opened():
		lines = []string{t.T("settle.unopened", locale.Args{"amount": t.Money(r.Left)})}
	case why.End == rams.EndAlone:
		lines = t.alone(v, r)
	case why.Left == rams.LeftRace:
		lines = t.played(v, r)
	default:
		lines = append([]string{t.T("settle.pot", locale.Args{"amount": t.Money(r.PotPlayedFor)})}, t.played(v, r)...)
		lines = append(lines, t.left(why, r)...)
	}
	return append(lines, t.next(why, r)...)
}

// alone says that a seat has won without play.
func (t *Table) alone(v *rams.View, r *rams.Result) []string {
	key := "settle.walkover"
	if v.Why.Left == rams.LeftRace {
		key = "settle.alone"
	}
	for seat, x := range v.Why.Seat {
		if x.Share != rams.ShareNone {
			line := t.say(key, rams.Seat(seat), locale.Args{"amount": t.Money(r.Payout[seat]), "n": t.rules.Deal.Size()})
			return append([]string{line}, t.prize(v.Why, rams.Seat(seat), r)...)
		}
	}
	return nil
}

// prize says that a seat has won a prize of a race and pays for it.
func (t *Table) prize(why *rams.Reasons, seat rams.Seat, r *rams.Result) []string {
	if why.Seat[seat].Debt.Failed() || r.Penalty[seat] == 0 {
		return nil
	}
	return []string{t.say("settle.prize", seat, locale.Args{"penalty": t.Money(r.Penalty[seat])})}
}

// played says who receives and who pays how much.
func (t *Table) played(v *rams.View, r *rams.Result) (lines []string) {
	first := v.Declarer
	if first < 0 {
		first = (v.Dealer + 1) % rams.Seat(len(t.names))
	}
	for i := range len(t.names) {
		seat := (first + rams.Seat(i)) % rams.Seat(len(t.names))
		x := &v.Why.Seat[seat]
		if !v.Contract[seat].In() {
			continue
		}
		if x.Debt&rams.DebtWeli != 0 && x.Debt&rams.DebtShort == 0 {
			lines = append(lines, t.say("settle.lost", seat, locale.Args{"card": t.Card(t.rules.Weli.Card().First())}))
		}
		if key := outcome(x, r.Penalty[seat]); key != "" {
			lines = append(lines, t.say(key, seat, locale.Args{
				"n": x.Won, "payout": t.Money(r.Payout[seat]), "penalty": t.Money(r.Penalty[seat]),
			}))
		}
		if x.Debt&rams.DebtBack != 0 {
			lines = append(lines, t.say("settle.back", seat, locale.Args{"n": -int(r.Points[seat])}))
		}
		lines = append(lines, t.prize(v.Why, seat, r)...)
	}
	return lines
}

// outcome returns the key of the sentence about a seat that played; "" if there is nothing to say.
func outcome(x *rams.Reason, penalty pot.Chips) string {
	switch {
	case x.Share == rams.ShareForPot:
		return "settle.forpot"
	case x.Debt.Failed() && (x.Share.Paid() || x.Debt&rams.DebtShort == 0):
		return "settle.both"
	case x.Debt.Failed() && (penalty > 0 || x.Debt&rams.DebtFixed == 0):
		return "settle.pays"
	case x.Debt&rams.DebtBack != 0: // told beside it
		return ""
	case x.Debt.Failed(), x.Share == rams.SharePoints: // a stroke costs nothing here
		return "settle.strokes"
	case x.Share.Paid():
		return "settle.gets"
	case x.Debt&rams.DebtPrice != 0 && x.Price > 0:
		return "settle.price"
	case x.Debt&rams.DebtPrice != 0: // of a hand that costs nothing
		return ""
	case x.Share == rams.ShareNone: // another has more tricks
		return "settle.neither"
	}
	return "settle.made"
}

// left says what stays in the pot, and why.
func (t *Table) left(why *rams.Reasons, r *rams.Result) []string {
	key := "settle.stays"
	switch {
	case why.Has(rams.ShareSwallowed):
		return []string{t.T("settle.rounded", nil)}
	case r.Left == 0:
		return nil
	case why.Left == rams.LeftMuss:
		key = "settle.nothing"
	case why.Left == rams.LeftRest, why.Left == rams.LeftForPot && r.Left < r.PotPlayedFor:
		key = "settle.left"
	}
	return []string{t.T(key, locale.Args{"amount": t.Money(r.Left)})}
}

// next says how the next hand begins.
func (t *Table) next(why *rams.Reasons, r *rams.Result) []string {
	lines := []string{t.T("settle.next", locale.Args{"amount": t.Money(r.Next.Pot)})}
	if why.Left == rams.LeftRace {
		lines[0] = t.InPot(r.Next.Pot)
	}
	if r.Next.Redeal > 0 {
		lines = append(lines, t.say("settle.redeal", r.Next.Dealer, nil))
	} else {
		lines = append(lines, t.say("settle.dealer", r.Next.Dealer, nil))
	}
	lines = append(lines, t.spared(r)...)
	if r.Next.Muss {
		lines = append(lines, t.T("settle.muss", nil))
	}
	return lines
}

// spared names those who pay no ante for the next hand.
func (t *Table) spared(r *rams.Result) []string {
	var names []string
	for seat, name := range t.names {
		if r.Next.Spared>>seat&1 != 0 {
			names = append(names, name)
		}
	}
	if names == nil {
		return nil
	}
	return []string{t.T("settle.spared", locale.Args{"names": t.List(names)})}
}

// Opening says how a hand begins: its number, the dealer, and the pot.
func (t *Table) Opening(number int, s rams.Start) []string {
	lines := []string{
		t.T("sitting.hand", locale.Args{"n": number}),
		t.say("sitting.dealer", s.Dealer, nil),
		t.InPot(s.Pot),
	}
	if s.Redeal > 0 {
		lines = append(lines, t.T("sitting.redeal", locale.Args{"n": s.Redeal}))
	}
	if s.Muss {
		lines = append(lines, t.T("sitting.muss", nil))
	}
	return lines
}

// Cost says what failing costs: an amount, strokes, or both.
func (t *Table) Cost(s rams.Stake) string {
	strokes := t.T("ui.strokes", locale.Args{"n": s.Back})
	switch {
	case s.Back == 0:
		return t.Money(s.Penalty)
	case s.Penalty == 0:
		return strokes
	}
	return t.Money(s.Penalty) + " + " + strokes
}

// InPot says what lies in the pot.
func (t *Table) InPot(amount pot.Chips) string {
	if amount == 0 {
		return t.T("sitting.pot.empty", nil)
	}
	return t.T("sitting.pot", locale.Args{"amount": t.Money(amount)})
}

// Standings lists the balances by seat, the highest first. Equal balances are in seat order and
// have the same place.
func (t *Table) Standings(balances []pot.Chips) []string {
	lines := []string{t.T("sitting.standings", nil)}
	for place := 1; place <= len(balances); {
		equal := 0
		for seat, b := range balances {
			above := 0
			for _, other := range balances {
				if other > b {
					above++
				}
			}
			if above+1 == place {
				equal++
				lines = append(lines, t.T("sitting.line", locale.Args{
					"place": place, "name": t.Name(rams.Seat(seat)), "amount": t.Balance(t.money, b),
				}))
			}
		}
		place += equal
	}
	return lines
}

// Farewell says how a session ended: each seat's share of the pot, who pays whom, and what the
// bots have won or lost, which nobody pays.
func (t *Table) Farewell(shares []pot.Chips, transfers []pot.Transfer, bots pot.Chips) []string {
	var sum pot.Chips
	for _, n := range shares {
		sum += n
	}
	lines := []string{t.T("sitting.end", locale.Args{"amount": t.Money(sum)})}
	if sum == 0 {
		lines[0] = t.T("sitting.end.empty", nil)
	}
	for seat, n := range shares {
		if n > 0 {
			lines = append(lines, t.say("sitting.share", rams.Seat(seat), locale.Args{"amount": t.Money(n)}))
		}
	}
	if len(transfers) == 0 && bots == 0 {
		lines = append(lines, t.T("sitting.even", nil))
	}
	for _, tr := range transfers {
		key := "sitting.pays"
		switch t.you {
		case rams.Seat(tr.From):
			key += ".from"
		case rams.Seat(tr.To):
			key += ".to"
		}
		lines = append(lines, t.T(key, locale.Args{
			"from": t.Name(rams.Seat(tr.From)), "to": t.Name(rams.Seat(tr.To)), "amount": t.Money(tr.Amount),
		}))
	}
	switch {
	case bots > 0:
		lines = append(lines, t.T("sitting.bots.won", locale.Args{"amount": t.Money(bots)}))
	case bots < 0:
		lines = append(lines, t.T("sitting.bots.lost", locale.Args{"amount": t.Money(-bots)}))
	}
	return lines
}
