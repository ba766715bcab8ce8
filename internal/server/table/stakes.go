package table

import (
	"chratze/rams"
)

// Stakes returns what each seat has taken on in a hand; nil if nobody has taken on
// anything.
func Stakes(s *rams.State) []rams.Stake {
	rules := s.Game().Rules()
	list := make([]rams.Stake, s.Game().Seats())
	taken := false
	for seat := range list {
		c := s.Contract(rams.Seat(seat))
		list[seat] = rules.Stake(c, s.Pot())
		taken = taken || c.In()
	}
	if !taken {
		return nil
	}
	return list
}

// Offers returns what each act that a seat may choose in the auction promises and risks;
// nil if it isn't the auction.
func Offers(v *rams.View) []rams.Stake {
	if !auction(v.Phase) {
		return nil
	}
	rules := v.Game.Rules()
	list := make([]rams.Stake, len(v.Legal))
	for i, a := range v.Legal {
		list[i] = rules.Stake(a.Kind.Contract(), v.Pot)
	}
	return list
}

// auction reports whether seats take something on in a phase.
func auction(p rams.Phase) bool {
	switch p {
	case rams.PhaseDoubleBlind, rams.PhaseBlind, rams.PhaseOpen, rams.PhaseBid, rams.PhaseJoin:
		return true
	}
	return false
}

// newsStakes says what everybody has taken on, once the auction is over, if that is news.
func (t *Table) newsStakes(n *News, cur *handCursor) {
	s := &t.hand.State
	if auction(s.Phase()) && !n.Anew {
		return
	}
	var now [rams.MaxSeats]rams.Contract
	for seat := range t.seats {
		now[seat] = s.Contract(rams.Seat(seat))
	}
	if n.Anew || now != cur.contract {
		cur.contract = now
		n.Stakes = Stakes(s)
	}
}
