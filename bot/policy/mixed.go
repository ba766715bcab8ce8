package policy

import (
	"chratze/chance"
	"chratze/rams"
)

// Mixed answers auction and exchange with a policy. Where the policy has no answer, and in the
// play, it asks a Player.
type Mixed struct {
	Policy *Policy
	Player rams.Player
	Source chance.Source
}

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

// Act implements Player.
func (m *Mixed) Act(v *rams.View) rams.Action {
	if m.Policy.Plays(v.Game) {
		if a, known := m.Policy.Act(v, m.Source); known {
			return a
		}
	}
	return m.Player.Act(v)
}
