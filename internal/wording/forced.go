package wording

import (
	"chratze/internal/locale"
	"chratze/rams"
)

// Announcement announces a forced deal and what everybody has to make, at the moment at which it is known: when the
// events of a hand so far end with a trump that an upcard or a turned card gives (docs/rules.md 3.5, 4). It is "" at every other moment, and where
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
	if forced == "all" { // it is told who leads, not who declares
		dealer = (dealer + 1) % rams.Seat(len(t.names))
	}
	return t.say("forced."+forced, dealer, locale.Args{"declarer": t.Declarer()})
}

// forced returns what forces the deal that these events end with, as it stands in keys.
func (t *Table) forced(start rams.Start, events []rams.Event) string {
	n := len(events)
	if n < 2 || events[n-1].Kind != rams.EventTrump {
		return ""
	}
	if last := events[n-2]; last.Kind == rams.EventTurn {
		return forcedKey(t.rules.ForcesTurned(last.Cards.At(0)))
	} else if last.Kind != rams.EventUpcard {
		return ""
	}
	nth := 0 // trump that an upcard gives
	for i := range events {
		if events[i].Kind == rams.EventTrump {
			nth++
		}
	}
	return forcedKey(t.rules.Forces(start, nth, events[n-2].Cards.At(0)))
}

func forcedKey(dealer rams.Contract) string {
	switch dealer {
	case rams.MussDealer:
		return "muss"
	case rams.SevenMuss:
		return "seven"
	case rams.Declared:
		return "ten"
	case rams.Joined:
		return "all"
	}
	return ""
}
