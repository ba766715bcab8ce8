package rams

import (
	"chratze/card"
	"chratze/pot"
)

// validate returns what no hand can look like in the state, or "": the cards don't
// make up the pack, a number is out of its range, nobody is there to act. It
// stands between a text that somebody typed and the trusted machine.
func (s *State) validate() string {
	switch { // in this order: each relies on those before it
	case !s.cardsAddUp():
		return "the cards don't make up the pack"
	case !s.chipsAddUp():
		return "the amounts don't add up"
	case !s.seatsExist():
		return "a seat is not at the table"
	case !s.numbersFit():
		return "a number is out of its range"
	case !s.turnFits():
		return "the turn does not fit what the hand waits for"
	case !s.handsFit():
		return "a seat holds too many or too few cards for this"
	}
	return ""
}

// cardsAddUp reports whether every card of the pack is in just one place.
func (s *State) cardsAddUp() bool {
	var all card.Set
	n := 0
	for _, set := range append(s.hands[:], s.stock, s.under, s.laid, s.discards, s.table, s.played) {
		all |= set
		n += set.Len()
	}
	return all == s.game.pack && n == all.Len()
}

// chipsAddUp reports whether the pot is what it began with and what was paid.
func (s *State) chipsAddUp() bool {
	if s.start < 0 || s.start > pot.Max {
		return false
	}
	sum := s.start
	for _, paid := range s.paid {
		if paid < 0 || paid > pot.Max {
			return false
		}
		sum += paid
	}
	return sum == s.pot && sum <= pot.Max
}

func (s *State) seatsExist() bool {
	for _, seat := range [...]Seat{s.turn, s.to, s.dealer, s.declarer, s.claimant, s.lost, s.lead, s.winner} {
		if seat < Nobody || int8(seat) >= s.game.seats {
			return false
		}
	}
	for _, seat := range [...]Seat{s.declarer, s.claimant, s.lost, s.lead, s.winner} {
		if seat == Nature {
			return false
		}
	}
	return s.dealer >= 0 && s.to >= 0
}

func (s *State) numbersFit() bool {
	in, tricks := 0, 0
	for i, c := range s.contract {
		if c >= contracts || !s.trick[i].Valid() {
			return false
		}
		if c.In() {
			in++
		}
		tricks += int(s.tricks[i])
	}
	cardsFit := s.best.Valid() && s.upcard.Valid() && s.trump < card.Suits && s.pins.Set().Len() == s.pins.Len()
	return cardsFit && s.phase <= PhaseDone && s.upcards <= 3 && tricks <= s.game.Size() &&
		int8(s.round) <= max(s.game.seats, s.game.size) && s.inFits(in) && s.flagsFit() && s.pinsLie()
}

// takesSpare reports whether nature is to deal the spare hand.
func (s *State) takesSpare() bool { return s.phase == phaseNewCards && s.declarer == Nobody }

// inFits reports whether this number of seats can be in the hand.
func (s *State) inFits(in int) bool {
	declarers := 0
	if s.declarer != Nobody {
		if declarers = 1; !s.contract[s.declarer].Declares() {
			return false
		}
	}
	switch {
	case s.takesSpare():
		return int(s.in) == in && in > 0
	case s.phase < PhaseJoin:
		return in == declarers && s.nobodyAnswered()
	case s.phase == PhaseJoin:
		return int(s.in) == in && in >= declarers
	case s.phase == PhaseDone && s.has(flagUnopened):
		return in == 0
	case s.phase == PhaseDone:
		return s.game.checkTally(s.tally()) == "" && s.has(flagWalkover) == (in == 1)
	case (declarers == 0) != (s.game.rules.Auction == AuctionJoining || s.game.rules.Deal == DealThree && s.game.rules.bare(s.start)):
		return false
	case s.phase == PhasePlay:
		return int(s.in) == in && in > 1 && s.inTrick < s.in && int8(s.round) < s.game.size
	}
	return int(s.in) == in && in > 1
}

// flagsFit reports whether the facts noted can be so at this moment.
func (s *State) flagsFit() bool {
	auction := s.phase >= PhaseOpen && s.phase < PhaseDone
	forced := s.declarer != Nobody && (s.contract[s.declarer] == MussDealer || s.contract[s.declarer] == SevenMuss)
	switch {
	case s.has(flagMuss) && !s.game.rules.Phases, s.has(flagSeven) && s.game.rules.Forced != ForcedSeven:
		return false
	case s.flags&(flagUnopened|flagWalkover|flagShown) != 0 && s.phase != PhaseDone:
		return false
	case auction:
		return (s.upcards > 0 || s.phase == PhaseOpen && s.game.rules.Deal == DealThree) && s.muss() == forced
	case s.phase == PhaseDone:
		return (s.upcards > 0 || s.has(flagUnopened) && s.game.rules.Deal == DealThree) && (!forced || s.muss())
	case s.phase == phaseUpcard, s.phase == PhaseBlind, s.phase == phaseNewCards:
		return !s.has(flagSeven) && (s.phase == phaseUpcard || s.upcards > 0)
	}
	return !s.has(flagSeven) && (s.upcards > 0) == (s.phase == phaseDeal && s.round > 0 && !s.game.rules.Deal.DealersLast() && !s.game.rules.Deal.UpcardLast())
}

// pinsLie reports whether the cards seen at the cut lie within the stock.
func (s *State) pinsLie() bool {
	cards, at := s.Pins()
	for i := range cards.Len() {
		if at[i] < 0 || at[i] >= s.stock.Len() {
			return false
		}
	}
	return true
}

// nobodyAnswered reports whether nobody has been asked to join.
func (s *State) nobodyAnswered() bool {
	for seat, c := range s.contract {
		if c != NoContract && Seat(seat) != s.declarer {
			return false
		}
	}
	return s.claimant == Nobody && !s.has(flagReasked)
}

// turnFits reports whether it is the turn of somebody who can act in this phase.
func (s *State) turnFits() bool {
	seat := s.turn >= 0
	switch s.phase {
	case PhaseDone:
		return s.turn == Nobody
	case PhaseDoubleBlind, PhaseBlind:
		return s.turn == s.dealer
	case PhaseOpen, PhaseBid:
		first := s.dealer
		if s.phase == PhaseOpen {
			first = s.game.next(first)
		}
		return int8(s.round) < s.game.seats && int8(s.turn) == (int8(first)+int8(s.round))%s.game.seats
	case PhasePrice:
		return s.turn == s.declarer && s.priceFits(1)
	case PhaseJoin:
		return seat && (s.declarer == Nobody) == (s.game.rules.Auction == AuctionJoining) && s.joinFits()
	case PhaseLay, PhaseDrop:
		return seat && s.turn == s.to && s.contract[s.to].In() && s.lead >= 0 && s.contract[s.lead].In()
	case PhaseSwap:
		return seat && s.contract[s.turn].In() && s.lead >= 0 && s.contract[s.lead].In() &&
			s.hands[s.turn].Has(card.New(card.Six, s.trump)) && s.table.Has(s.upcard)
	case PhasePlay:
		return seat && s.contract[s.turn].In() && s.lead >= 0 && s.contract[s.lead].In() && s.trickFits()
	case phaseUpcard:
		return s.turn == Nature && s.upcardDue()
	case phaseNewCards:
		return s.turn == Nature && (s.to == s.dealer || s.takesSpare() && !s.spareLies())
	case phaseDraw:
		return s.turn == Nature && s.contract[s.to].In() && s.lead >= 0 && s.contract[s.lead].In() && s.laid != 0
	}
	return s.turn == Nature
}

// upcardDue reports whether the packets before the upcard have fallen: one each, or,
// one by one, all but the dealer's last (2.2, 4); or it is a new one (2.5a).
func (s *State) upcardDue() bool {
	switch {
	case s.upcards > 0, s.game.rules.Deal == DealThree && s.declarer != Nobody:
		return true
	case s.game.rules.Deal.DealersLast():
		return int8(s.round)+1 == s.game.size && s.to == s.dealer
	case s.game.rules.Deal.UpcardLast():
		return s.allDealt() && s.to == s.game.next(s.dealer)
	}
	return s.round == 1 && s.to == s.game.next(s.dealer)
}

// trickFits reports whether just those have played to the trick who sit between
// the lead and the turn, and one of them holds it.
func (s *State) trickFits() bool {
	n, holds := 0, s.inTrick == 0
	for at := s.lead; at != s.turn; at = s.game.next(at) {
		if s.contract[at].In() {
			n++
			holds = holds || at == s.winner && s.trick[at] == s.best
		}
	}
	return n == int(s.inTrick) && holds
}

// joinFits reports whether just those have answered who were asked before the
// seat whose turn it is.
func (s *State) joinFits() bool {
	at, asked := s.firstToJoin(), 0
	reasked := s.has(flagReasked)
	for range s.game.seats {
		if at == s.declarer {
			at = s.game.next(at)
			continue
		}
		answered := s.contract[at] != NoContract || at == s.claimant
		switch {
		case !reasked && asked == int(s.round) && (at != s.turn || answered):
			return false
		case (reasked || asked < int(s.round)) != answered:
			return false
		}
		asked++
		at = s.game.next(at)
	}
	if reasked {
		return s.turn == s.claimant && s.contract[s.turn] == NoContract
	}
	return int(s.round) < asked && (s.claimant == Nobody || s.contract[s.claimant] == NoContract)
}

// handsFit reports whether hands have the sizes this phase works with.
func (s *State) handsFit() bool {
	for seat := range Seat(s.game.seats) {
		least, most := s.handRange(seat)
		if n := s.hands[seat].Len(); n < least || n > most {
			return false
		}
	}
	return s.phase != PhaseDrop || s.surplus(s.turn) > 0
}

// handRange returns how few and how many cards a seat can hold in this phase.
func (s *State) handRange(seat Seat) (least, most int) {
	size := int(s.game.size)
	switch s.phase {
	case phaseShuffle, phaseCut:
		return 0, 0
	case PhaseDoubleBlind:
		n := s.inPackets(min(int(s.round), 1)) // none yet, or the first
		return n, n
	case phaseDeal, phaseUpcard, PhaseBlind, phaseNewCards:
		if s.takesSpare() {
			if seat == s.to || s.contract[seat] == Folded {
				return 0, 0
			}
			return size, size
		}
		n := s.dealtTo(seat)
		return n, n
	case PhaseDone:
		return 0, maxHand
	case PhasePlay:
		if !s.contract[seat].In() {
			return 0, 0
		}
		n := size - int(s.round)
		if s.inTrick > 0 && s.playedToTrick(seat) {
			n--
		}
		return n, n
	}
	switch {
	case s.contract[seat] == Folded:
		return 0, 0
	case s.phase == phaseDraw && seat == s.to:
		return 0, maxLay
	case s.phase == PhaseDrop && seat == s.to:
		return size, maxHand
	case s.phase == PhaseSwap:
		return size, size
	}
	return size, maxLay
}

// playedToTrick reports whether the seat sits between the lead and the turn.
func (s *State) playedToTrick(seat Seat) bool {
	for at := s.lead; at != s.turn; at = s.game.next(at) {
		if at == seat {
			return true
		}
	}
	return false
}

// dealtTo returns how many cards a seat has while the packets fall.
func (s *State) dealtTo(seat Seat) int {
	rules, size := &s.game.rules, int(s.game.size)
	again := s.phase == phaseUpcard && (s.upcards > 0 || rules.Deal == DealThree && s.declarer != Nobody)
	switch {
	case s.phase == phaseNewCards && seat == s.dealer:
		return 1
	case s.phase == phaseNewCards, again, s.phase == PhaseBlind && (rules.Deal.DealersLast() || rules.Deal.UpcardLast()):
		return size
	}
	n := s.inPackets(int(s.round))
	for at := s.game.next(s.dealer); at != s.to && s.phase != PhaseBlind; at = s.game.next(at) {
		if at == seat { // has had this round's packet
			return min(n+int(packets[rules.Deal][min(s.round, maxRounds-1)]), size)
		}
	}
	return n
}

// inPackets returns how many cards a number of rounds of packets has.
func (s *State) inPackets(rounds int) (n int) {
	for _, packet := range packets[s.game.rules.Deal][:min(rounds, maxRounds)] {
		n += int(packet)
	}
	return n
}
