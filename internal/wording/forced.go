package wording

import (
	"chratze/internal/locale"
	"chratze/rams"
)

// Announcement announces a forced deal and what everybody has to make, and what failing costs you, at the moment at which it is known: when the
// events of a hand so far end with a trump that an upcard or a turned card gives (docs/rules.md 3.5, 4). It is "" at every other moment, and where
// players are asked.
func (t *Table) Announcement(start rams.Start, events []rams.Event) string {
	n := len(events)
	if n == 0 || events[n-1].Kind != rams.EventTrump {
		return ""
	}
	contract := t.rules.ForcedBy(start, events)
	forced := contract.Forced()
	if forced == "" {
		return ""
	}
	dealer, pot := start.Dealer, start.Pot
	for i := range events {
		switch events[i].Kind {
		case rams.EventDealer: // the cut has moved the deal
			dealer = events[i].Seat
		case rams.EventAnte:
			pot += events[i].Amount
		}
	}
	if t.you != dealer {
		contract = contract.Others()
	}
	if forced == "all" { // it is told who leads, not who declares
		dealer = (dealer + 1) % rams.Seat(len(t.names))
	}
	text := t.say("forced."+forced, dealer, locale.Args{"declarer": t.Declarer()})
	if stake := t.rules.Stake(contract, pot); t.you >= 0 && (stake.Penalty > 0 || stake.Back > 0) {
		text = t.Sentences(text, t.T("sum.pays", locale.Args{"amount": t.Cost(stake)}))
	}
	return text
}
