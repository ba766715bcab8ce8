package learn

import (
	"chratze/chance"
	"chratze/rams"
)

// Leaky is a Player with a leak: it stays out of one hand in three that it would open, bid on
// or join. Tests use it to check that a response finds the leak.
type Leaky struct {
	Player rams.Player
	Source chance.Source
}

// Act implements Player.
func (l *Leaky) Act(v *rams.View) rams.Action {
	a := l.Player.Act(v)
	switch a.Kind {
	case rams.Open, rams.BidStrike, rams.BidTurn, rams.BidTop, rams.Join:
		if l.Source.IntN(3) > 0 {
			return a
		}
		for _, other := range v.Legal {
			if other.Kind == rams.Pass || other.Kind == rams.BidPass || other.Kind == rams.Out {
				return other
			}
		}
	}
	return a
}
