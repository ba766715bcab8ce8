package rams

import (
	"chratze/card"
	"chratze/pot"
)

// ApplyUnchecked makes an action without checking it. It is for search and simulation, with
// actions from Legal, a Deck or PendingChance. For people there is Apply.
func (s *State) ApplyUnchecked(a Action) {
	switch a.Kind {
	case Play:
		s.applyPlay(a.Cards)
	case DealCards:
		s.applyDeal(a.Cards)
	case Draw:
		s.applyDraw(a.Cards)
	case Lay:
		s.applyLay(a.Cards)
	case Join, Out, Last, TakeSpare, PlayForPot:
		s.applyJoin(a.Kind)
	case Open:
		s.declare(s.turn, Declared)
		s.opened()
	case Price1, Price2, Price3, Price5, Price10:
		s.price = uint8(a.Kind.Price())
		s.pay(s.turn, s.Price())
		s.startJoin()
	case Pass:
		s.applyPass()
	case Shuffle:
		s.applyShuffle()
	case TurnUp:
		s.applyUpcard(a.Cards)
	case DoubleBlind:
		s.declare(s.turn, DeclaredDoubleBlind)
		s.doubleDone()
	case GoBlind:
		s.applyBlind()
	case See:
		s.applySee()
	case Drop:
		s.hands[s.turn] &^= a.Cards
		s.discards |= a.Cards
		if s.dropsLast() {
			s.exchanged()
		} else {
			s.nextExchange()
		}
	case Swap:
		s.applySwap()
	case Keep:
		s.startPlay()
	case CutPack:
		s.applyCut(a)
	case TurnBid:
		s.applyTurn(a.Cards)
	case Reshuffle:
		s.under, s.discards = s.discards, 0
		s.pins, s.pinAt = card.Pair{}, [2]uint8{} // what is left of the old stock is drawn now
	case BidStrike, BidTurn, BidTop, BidPass:
		s.applyBid(a.Kind)
	default:
		panic("rams: ApplyUnchecked of no action")
	}
}

// ---- dealing ----

func (s *State) applyShuffle() {
	if s.game.rules.Cut != CutPlain {
		s.await(phaseCut)
		return
	}
	s.beforeDeal()
}

func (s *State) applyCut(a Action) {
	c := s.readCut(a)
	for _, seat := range c.payers[:c.n] {
		s.pay(seat, s.game.rules.Ante)
	}
	s.dealer = c.dealer
	if c.again {
		s.await(phaseShuffle)
		return
	}
	n := uint8(s.game.pack.Len())
	s.pins = a.Up
	s.pinAt = [2]uint8{n - 1, n - 1 - a.At}
	s.beforeDeal()
}

func (s *State) beforeDeal() {
	if s.game.rules.DoubleBlind == DoubleBlindBefore {
		s.ask(PhaseDoubleBlind, s.dealer)
		return
	}
	s.startDeal()
}

// doubleDone goes on after the question about a double blind: with the first packet, or with the upcard.
func (s *State) doubleDone() {
	if s.game.rules.DoubleBlind == DoubleBlindBefore {
		s.startDeal()
		return
	}
	s.await(phaseUpcard)
}

func (s *State) startDeal() {
	s.round, s.to = 0, s.game.next(s.dealer)
	s.await(phaseDeal)
}

// packet returns how many cards the next packet has.
func (s *State) packet() int {
	if s.phase == phaseNewCards {
		return int(s.game.size)
	}
	n := int(s.game.packets[s.round])
	if s.round == 1 && s.to == s.dealer && s.contract[s.dealer] == DeclaredDoubleBlind {
		return n + 1
	}
	return n
}

// allDealt reports whether as many rounds have been dealt as the deal has.
func (s *State) allDealt() bool { return s.game.packets[s.round] == 0 }

func (s *State) applyDeal(cards card.Set) {
	s.hands[s.to] |= cards
	s.fromStock(cards)
	if s.phase == phaseNewCards {
		if s.declarer == Nobody { // the spare hand
			s.answered(s.to)
		} else {
			s.startJoin()
		}
		return
	}
	if s.to != s.dealer {
		s.to = s.game.next(s.to)
		if s.to == s.dealer && int8(s.round)+1 == s.game.size {
			s.dealersLast()
		}
		return
	}
	s.round++
	s.to = s.game.next(s.dealer)
	switch rules := &s.game.rules; {
	case rules.Deal.DealersLast():
	case rules.Deal.UpcardLast():
		switch {
		case !s.allDealt():
		case rules.Deal == DealThree && !rules.bare(s.start):
			s.startAuction()
		default:
			s.await(phaseUpcard)
		}
	case s.round > 1:
		s.dealDone()
	case rules.DoubleBlind == DoubleBlindBeforeUpcard:
		s.ask(PhaseDoubleBlind, s.dealer)
	default:
		s.await(phaseUpcard)
	}
}

// dealersLast goes on where only the dealer's last card is still to be dealt: it is turned, or the dealer chooses whether it is.
func (s *State) dealersLast() {
	switch {
	case s.game.rules.Deal.DealersLast():
		s.await(phaseUpcard)
	case s.game.rules.Trump == TrumpDealer:
		s.ask(PhaseBlind, s.dealer)
	}
}

func (s *State) applyUpcard(cards card.Set) {
	s.fromStock(cards)
	if s.upcards > 0 { // a new one after a round without an opener (2.5a)
		old := s.upcard.Bit() & s.table
		s.discards |= old
		s.table &^= old
	}
	s.upcard = cards.First()
	s.table |= cards
	rules := &s.game.rules
	if rules.TurnsAgain(s.upcard) {
		s.flags |= flagWeliUp
		return
	}
	s.trump = s.upcard.Suit()
	s.upcards++
	switch {
	case rules.Deal == DealThree && s.declarer != Nobody:
		s.opened()
	case s.upcards > 1:
		if forced := s.forced(); forced != NoContract {
			s.force(forced)
			return
		}
		s.startAuction()
	case rules.Deal.DealersLast():
		s.dealDone()
	case rules.Deal.UpcardLast() && (rules.Blind != BlindUpcard || s.forced() != NoContract):
		s.dealDone()
	case rules.Blind == BlindUpcard && s.declarer == Nobody:
		s.ask(PhaseBlind, s.dealer)
	default:
		s.await(phaseDeal)
	}
}

func (s *State) applySee() {
	switch {
	case s.phase == PhaseDoubleBlind:
		s.doubleDone()
	case s.game.rules.BlindAfterDeal():
		s.startAuction()
	default:
		s.blindDone()
	}
}

// blindDone goes on after the question about a blind that comes with the upcard.
func (s *State) blindDone() {
	if s.game.rules.BlindAfterDeal() {
		s.dealDone()
		return
	}
	s.await(phaseDeal)
}

func (s *State) applyBlind() {
	if s.game.rules.Trump == TrumpDealer {
		s.contract[s.dealer] = Joined
		s.await(phaseUpcard)
		return
	}
	s.declare(s.dealer, DeclaredBlind)
	if s.game.rules.Blind == BlindNewCards {
		s.discards |= s.hands[s.dealer] &^ s.upcard.Bit()
		s.hands[s.dealer] = s.upcard.Bit()
		s.to = s.dealer
		s.await(phaseNewCards)
		return
	}
	s.blindDone()
}

// dealDone gives the dealer its upcards and finds out whether there
// is an auction.
func (s *State) dealDone() {
	rules := &s.game.rules
	if rules.DealerTakes || rules.Deal.DealersLast() || s.contract[s.dealer].In() {
		s.hands[s.dealer] |= s.table
		s.table = 0
	}
	switch forced := s.forced(); {
	case forced != NoContract:
		s.force(forced)
	case s.declarer != Nobody:
		s.startJoin()
	case rules.Blind == BlindNewCards || rules.Blind == BlindBeforeLook:
		s.ask(PhaseBlind, s.dealer)
	default:
		s.startAuction()
	}
}

// forced returns what the last upcard makes the dealer take on unasked, or NoContract.
func (s *State) forced() Contract {
	return s.game.rules.Forces(Start{Pot: s.start, Redeal: s.redeal, Muss: s.has(flagMuss)}, int(s.upcards), s.upcard)
}

// force makes the dealer declare, if anybody does, and everybody else join, unasked.
func (s *State) force(dealer Contract) {
	if dealer == SevenMuss {
		s.flags |= flagSeven
	}
	for seat := range Seat(s.game.seats) {
		s.contract[seat] = dealer.Others()
	}
	s.contract[s.dealer] = dealer
	if dealer.Declares() {
		s.declarer = s.dealer
	}
	s.in = uint8(s.game.seats)
	s.startExchange()
}

// ---- auction ----

func (s *State) declare(seat Seat, c Contract) {
	if s.declarer != Nobody { // outbid
		s.contract[s.declarer] = NoContract
	}
	s.declarer = seat
	s.contract[seat] = c
}

func (s *State) startAuction() {
	s.round = 0
	rules := &s.game.rules
	switch c := rules.DealerPlaying(s.upcard.Rank()); {
	case c == NoContract:
	case c.Declares():
		s.declare(s.dealer, c)
		s.opened()
		return
	default:
		s.contract[s.dealer] = c
	}
	switch rules.Auction {
	case AuctionOpening:
		s.ask(PhaseOpen, s.game.next(s.dealer))
	case AuctionBidding:
		s.ask(PhaseBid, s.dealer)
	case AuctionJoining:
		s.startJoin()
	}
}

// opened goes on after a seat has opened: with the card that it turns for trump, the price, and joining.
func (s *State) opened() {
	switch {
	case s.upcards == 0:
		s.await(phaseUpcard)
	case s.priceFits(1):
		s.ask(PhasePrice, s.declarer)
	default:
		s.startJoin()
	}
}

// priceFits reports whether the rules have a price, and the pot can hold one of that many antes from everybody.
func (s *State) priceFits(antes int) bool {
	rules := &s.game.rules
	return rules.Price && rules.takes(s.pot, antes*s.game.Seats())
}

// takes reports whether a pot can hold that many antes more.
func (r *Rules) takes(p pot.Chips, antes int) bool {
	return r.Ante <= (r.mostPot()-p)/pot.Chips(antes)
}

// JoinPrice returns what it costs to join over a pot, in Rappen: an ante (docs/rules.md 4, antes), if the pot can hold one from
// everybody, or 0.
func (g *Game) JoinPrice(p pot.Chips) pot.Chips {
	if r := &g.rules; r.Antes.joins() && !r.Races() && r.takes(p, g.Seats()) {
		return r.Ante
	}
	return 0
}

func (s *State) applyPass() {
	if s.round++; int8(s.round) < s.game.seats {
		s.turn = s.game.next(s.turn)
		return
	}
	if s.game.rules.NoOpen == NoOpenUpcards && s.upcards < 3 && s.stock != 0 {
		s.await(phaseUpcard)
		return
	}
	s.done(flagUnopened)
}

func (s *State) applyBid(k Kind) {
	switch k {
	case BidStrike:
		s.declare(s.turn, Declared)
	case BidTurn:
		s.declare(s.turn, DeclaredTurn)
	case BidTop:
		s.declare(s.turn, DeclaredTop)
	}
	s.round++
	switch {
	case int8(s.round) < s.game.seats && !s.game.rules.EndsBidding(k.Contract()):
		s.turn = s.game.next(s.turn)
	case s.declarer == Nobody:
		s.done(flagUnopened)
	case s.contract[s.declarer] != Declared && s.stock != 0:
		s.await(phaseTurn)
	default:
		s.startJoin()
	}
}

func (s *State) applyTurn(cards card.Set) {
	s.fromStock(cards)
	s.table |= cards
	turned := cards.First()
	suit := turned.Suit() // a Weli counts as bells
	if s.contract[s.declarer] != DeclaredTop && suit == s.upcard.Suit() {
		if s.stock == 0 { // no such card: the trump stays
			s.startJoin()
		}
		return
	}
	s.trump = suit
	if forced := s.game.rules.ForcesTurned(turned); forced != NoContract {
		s.force(forced)
		return
	}
	s.startJoin()
}

func (s *State) startJoin() {
	s.round, s.in = 0, 0
	if s.game.JoinPrice(s.pot) > 0 {
		s.price = 1
	}
	switch {
	case s.declarer != Nobody:
		s.in = 1
	case s.contract[s.dealer].In():
		s.enter(s.dealer, s.contract[s.dealer])
	}
	s.ask(PhaseJoin, s.firstToJoin())
}

// firstToJoin returns the seat asked first: the seat after the declarer, or
// forehand (2.6, 5.5).
func (s *State) firstToJoin() Seat {
	first := s.game.next(s.dealer)
	if s.declarer != Nobody && (s.game.rules.JoinOrder == JoinFromDeclarer || first == s.declarer) {
		first = s.game.next(s.declarer)
	}
	return first
}

func (s *State) applyJoin(k Kind) {
	switch k {
	case Join:
		s.enter(s.turn, Joined)
	case Out:
		s.contract[s.turn] = Folded
		s.discardHand(s.turn)
	case Last:
		s.claimant = s.turn
	case TakeSpare, PlayForPot:
		s.enter(s.turn, k.Contract())
		s.discardHand(s.turn)
		s.to = s.turn
		s.await(phaseNewCards)
		return
	}
	s.answered(s.turn)
}

// enter takes a seat in, which pays what that costs.
func (s *State) enter(seat Seat, c Contract) {
	s.contract[seat] = c
	s.in++
	if s.price > 0 {
		s.pay(seat, s.Price())
	}
}

// discardHand puts a seat's hand away, face down.
func (s *State) discardHand(seat Seat) {
	s.discards |= s.hands[seat]
	s.hands[seat] = 0
}

// answered goes on with joining after the answer of a seat.
func (s *State) answered(seat Seat) {
	if s.has(flagReasked) {
		s.joinDone()
		return
	}
	s.round++
	s.ask(PhaseJoin, s.game.next(seat))
	total := s.game.seats
	if s.declarer != Nobody {
		total--
		if s.turn == s.declarer {
			s.turn = s.game.next(s.turn)
		}
	} else if s.contract[s.dealer].In() { // it turned its own card (5.10), or was the last
		total--
	} else if s.turn == s.dealer && s.in == 0 { // takes the pot, unasked or by a trump (5.5)
		s.price = 0
		if s.game.alone {
			return
		}
		s.enter(s.dealer, Joined)
		s.joinDone()
		return
	}
	switch {
	case int8(s.round) < total:
	case s.claimant != Nobody:
		s.flags |= flagReasked
		s.turn = s.claimant
	default:
		s.joinDone()
	}
}

// spareLies reports whether there is a spare hand that nobody has taken. It is the top of the stock.
func (g *Game) spareLies(contracts *[MaxSeats]Contract) bool {
	if g.rules.Spare == SpareNo {
		return false
	}
	for _, c := range contracts {
		if c == JoinedSpare || c == ForPot {
			return false
		}
	}
	return true
}

func (s *State) spareLies() bool { return s.game.spareLies(&s.contract) }

// mayPlayForPot reports whether the dealer is asked to stand against the only one who does, and may do so for the pot.
func (s *State) mayPlayForPot() bool {
	return s.game.rules.Spare == SpareDealer && s.turn == s.dealer && s.in == 1 && s.spareLies()
}

func (s *State) joinDone() {
	switch s.in {
	case 0: // the dealer had no trump
		s.done(flagUnopened)
	case 1:
		s.done(flagWalkover)
	default:
		s.startExchange()
	}
}

// done ends the hand.
func (s *State) done(f flags) {
	s.flags |= f
	s.ask(PhaseDone, Nobody)
}
