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

// Act implements Player.
func (m *Mixed) Act(v *rams.View) rams.Action {
	if m.Policy.Plays(v.Game) {
		if a, known := m.Policy.Act(v, m.Source); known {
			return a
		}
	}
	return m.Player.Act(v)
}
