package locale

import (
	"chratze/card"
	"chratze/rams"
)

// Announcement announces a forced deal and what everybody has to make, at the moment at which it is known: when the
// events of a hand so far end with its first trump (docs/rules.md 3.5, 4). It is "" at every other moment, and where
// players are asked.
func (t *Table) Announcement(start rams.Start, events []rams.Event) string {
	forced := t.forced(start, events)
	if forced == "" {
		return ""
	}
	dealer := start.Dealer
	for i := range events {
		if events[i].Kind == rams.EventDealer { // the cut has moved the deal
			dealer = events[i].Seat
		}
	}
	return t.say("forced."+forced, dealer, Args{"declarer": t.Declarer()})
}

// forced returns what forces the deal that these events end with, as it stands in keys.
func (t *Table) forced(start rams.Start, events []rams.Event) string {
	n := len(events)
	if n < 2 || events[n-1].Kind != rams.EventTrump || events[n-2].Kind != rams.EventUpcard {
		return ""
	}
	for i := range events[:n-1] {
		if events[i].Kind == rams.EventTrump {
			return "" // somebody has been asked
		}
	}
	return t.ForcedBy(start, events[n-2].Cards.At(0))
}

// ForcedBy returns what forces the deal if this card gives the first trump: muss, seven or ten, or "".
func (t *Table) ForcedBy(start rams.Start, upcard card.Card) string {
	switch t.rules.Forces(start, upcard) {
	case rams.MussDealer:
		return "muss"
	case rams.SevenMuss:
		return "seven"
	case rams.Declared:
		return "ten"
	}
	return ""
}
