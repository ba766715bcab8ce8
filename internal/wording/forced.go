package wording

import (
	"chratze/internal/locale"
	"chratze/rams"
)

// Announcement announces a forced deal and what everybody has to make, at the moment at which it is known: when the
// events of a hand so far end with a trump that an upcard or a turned card gives (docs/rules.md 3.5, 4). It is "" at every other moment, and where
// players are asked.
func (t *Table) Announcement(start rams.Start, events []rams.Event) string {
	n := len(events)
	if n == 0 || events[n-1].Kind != rams.EventTrump {
		return ""
	}
	forced := t.rules.ForcedBy(start, events).Forced()
	if forced == "" {
		return ""
	}
	dealer := start.Dealer
	for i := range events {
		if events[i].Kind == rams.EventDealer { // the cut has moved the deal
			dealer = events[i].Seat
		}
	}
	if forced == "all" { // it is told who leads, not who declares
		dealer = (dealer + 1) % rams.Seat(len(t.names))
	}
	return t.say("forced."+forced, dealer, locale.Args{"declarer": t.Declarer()})
}
