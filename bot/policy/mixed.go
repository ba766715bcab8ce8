package policy

import "chratze/rams"

// Mixed calls and exchanges by a policy, and where that knows nothing, and in the play, as a
// Player does.
type Mixed struct {
	Policy *Policy
	Player Player
	Source Source
}

// Leaky plays as a Player does, but stays out of one hand in three that it would open, bid on or
// join: a leak that a response has to find.
type Leaky struct {
	Player Player
	Source Source
}

// Act answers a view.
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

// Act answers a view.
func (m *Mixed) Act(v *rams.View) rams.Action {
	if m.Policy.Plays(v.Game) {
		if a, known := m.Policy.Act(v, m.Source); known {
			return a
		}
	}
	return m.Player.Act(v)
}
