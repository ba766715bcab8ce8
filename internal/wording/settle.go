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
	in := 0
	for _, c := range v.Contract {
		if c.In() {
			in++
		}
	}
	var lines []string
	switch {
	case in == 0:
		lines = []string{t.T("settle.unopened", locale.Args{"amount": t.Money(r.Left)})}
	case in == 1:
		key := "settle.walkover"
		if t.rules.Races() {
			key = "settle.alone"
		}
		for seat, c := range v.Contract {
			if c.In() {
				lines = []string{t.say(key, rams.Seat(seat), locale.Args{"amount": t.Money(r.Payout[seat]), "n": t.rules.Deal.Size()})}
				lines = append(lines, t.prize(rams.Seat(seat), r)...)
			}
		}
	case t.rules.Races():
		lines = t.played(v, r)
	default:
		lines = append([]string{t.T("settle.pot", locale.Args{"amount": t.Money(r.PotPlayedFor)})}, t.played(v, r)...)
		lines = append(lines, t.left(v, r)...)
	}
	return append(lines, t.next(r)...)
}

// prize says that a seat has won a prize of a race and pays for it.
func (t *Table) prize(seat rams.Seat, r *rams.Result) []string {
	if !t.rules.Races() || r.Failed[seat] || r.Penalty[seat] == 0 {
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
		if !v.Contract[seat].In() {
			continue
		}
		tricks := int(v.Tricks[seat])
		short := tricks < t.rules.TricksFor(v.Contract[seat])
		if r.Failed[seat] && !short {
			lines = append(lines, t.say("settle.lost", seat, locale.Args{"card": t.Card(t.rules.Weli.Card().First())}))
		}
		key := "settle.made"
		switch {
		case v.Contract[seat] == rams.ForPot:
			key = "settle.forpot"
		case r.Failed[seat] && (r.Payout[seat] > 0 || !short):
			key = "settle.both"
		case r.Penalty[seat] > 0 && r.Failed[seat], r.Failed[seat] && !t.rules.Races():
			key = "settle.pays"
		case t.rules.Races():
			key = "settle.strokes"
		case r.Payout[seat] > 0:
			key = "settle.gets"
		case r.Price[seat] > 0:
			key = "settle.price"
		case t.rules.Price: // nobody had to pay one, and no trick was won
			continue
		}
		lines = append(lines, t.say(key, seat, locale.Args{
			"n": tricks, "payout": t.Money(r.Payout[seat]), "penalty": t.Money(r.Penalty[seat]),
		}))
		lines = append(lines, t.prize(seat, r)...)
	}
	return lines
}

// left says what stays in the pot, and why.
func (t *Table) left(v *rams.View, r *rams.Result) []string {
	var paid pot.Chips
	for _, n := range r.Payout {
		paid += n
	}
	if t.emptyHanded(v, r) {
		return []string{t.T("settle.rounded", nil)}
	}
	key := "settle.stays"
	switch {
	case r.Left == 0:
		return nil
	case v.Declarer >= 0 && muss(v.Contract[v.Declarer]) && paid == 0:
		key = "settle.nothing"
	case paid > 0:
		key = "settle.left"
	}
	return []string{t.T(key, locale.Args{"amount": t.Money(r.Left)})}
}

// Swallows reports whether two thirds of a pot, rounded up, are all of it, so that a joiner who makes it gets nothing.
func Swallows(r *rams.Rules, p pot.Chips) bool {
	share := (2*p + 2) / 3
	return r.Split == rams.SplitThirds && r.RoundUp > 1 && (share+r.RoundUp-1)/r.RoundUp*r.RoundUp >= p
}

// emptyHanded reports whether a successful joiner gets nothing because the declarer's share was
// rounded up.
func (t *Table) emptyHanded(v *rams.View, r *rams.Result) bool {
	if v.Declarer < 0 || r.Failed[v.Declarer] || !Swallows(&t.rules, r.PotPlayedFor) {
		return false
	}
	for seat := range rams.Seat(len(t.names)) {
		if seat != v.Declarer && v.Contract[seat].In() && !r.Failed[seat] {
			return true
		}
	}
	return false
}

func muss(c rams.Contract) bool { return c == rams.MussDealer || c == rams.SevenMuss }

// next says how the next hand begins.
func (t *Table) next(r *rams.Result) []string {
	lines := []string{t.T("settle.next", locale.Args{"amount": t.Money(r.Next.Pot)})}
	if t.rules.Races() {
		lines[0] = t.InPot(r.Next.Pot)
	}
	if r.Next.Redeal > 0 {
		lines = append(lines, t.say("settle.redeal", r.Next.Dealer, nil))
	} else {
		lines = append(lines, t.say("settle.dealer", r.Next.Dealer, nil))
	}
	var spared []string
	for seat, name := range t.names {
		if r.Next.Spared>>seat&1 != 0 {
			spared = append(spared, name)
		}
	}
	if spared != nil {
		lines = append(lines, t.T("settle.spared", locale.Args{"names": t.List(spared)}))
	}
	if r.Next.Muss {
		lines = append(lines, t.T("settle.muss", nil))
	}
	return lines
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
