package table

import (
	"chratze/rams"
)

// Stakes returns each seat's target and penalty, or nil while nobody has declared or joined.
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

// Offers returns the target and penalty of each legal act in the auction, or what it costs to play; nil outside of it.
func Offers(v *rams.View) []rams.Stake {
	if !v.Phase.Auction() {
		return nil
	}
	rules := v.Game.Rules()
	list := make([]rams.Stake, len(v.Legal))
	if v.Alone() != "" {
		return list // nothing is promised now
	}
	for i, a := range v.Legal {
		list[i] = rules.Stake(a.Kind.Contract(), v.Pot)
		if cost := v.Cost(a.Kind); cost > 0 {
			list[i].Penalty = cost
		}
	}
	return list
}

// Asked returns the question to a view's seat, whose turn it is.
func Asked(s *rams.State, v *rams.View) *Question {
	return &Question{Legal: v.Legal, Stakes: Offers(v), Prize: v.Prize(), Only: s.Only()}
}

// newsStakes adds each seat's target and penalty after the auction, if they have changed.
func (d *dealt) newsStakes(n *News, cur *handCursor) {
	s := d.hand.State()
	if s.Phase().Auction() && !n.Anew {
		return
	}
	var now [rams.MaxSeats]rams.Contract
	for seat := range d.seats {
		now[seat] = s.Contract(rams.Seat(seat))
	}
	if n.Anew || now != cur.contract {
		cur.contract = now
		rules := s.Game().Rules()
		n.Stakes, n.Forced = Stakes(&s), rules.ForcedBy(d.hand.Start, d.hand.Log).Forced()
	}
}
