package rams

import "chratze/card"

// ---- exchange ----

// startExchange begins with the declarer, or with the first in turn order after
// the dealer; the same seat will lead (2.8, 2.10, 5.6, 5.7).
func (s *State) startExchange() {
	s.lead = s.declarer
	if s.lead == Nobody {
		s.lead = s.nextIn(s.dealer)
	}
	s.exchange(s.lead)
}

func (s *State) exchange(seat Seat) {
	s.to = seat
	switch {
	case !s.muss() && s.game.rules.Exchange != ExchangeNone:
		s.ask(PhaseLay, seat)
	case s.surplus(seat) > 0:
		s.ask(PhaseDrop, seat)
	default:
		s.nextExchange()
	}
}

func (s *State) nextExchange() {
	if next := s.nextIn(s.to); next != s.lead {
		s.exchange(next)
		return
	}
	s.exchanged()
}

// exchanged goes on when all have exchanged: in turn, who has kept a surplus drops it.
func (s *State) exchanged() {
	for seat := s.lead; ; {
		if s.surplus(seat) > 0 {
			s.to = seat
			s.ask(PhaseDrop, seat)
			return
		}
		if seat = s.nextIn(seat); seat == s.lead {
			s.exchangeDone()
			return
		}
	}
}

// dropsLast reports whether a surplus is dropped when all have exchanged, and not at once.
func (s *State) dropsLast() bool { return s.in <= s.game.waits }

// surplus returns how many cards a seat holds beyond those it plays with.
func (s *State) surplus(seat Seat) int { return s.hands[seat].Len() - int(s.game.size) }

func (s *State) applyLay(cards card.Set) {
	s.hands[s.to] &^= cards
	if s.game.rules.Rob != RobNo {
		s.rob(cards)
		return
	}
	s.laid = cards
	if s.wants() > 0 && s.stock|s.discards != 0 {
		s.await(phaseDraw)
		return
	}
	s.drawn()
}

// wants returns how many cards the seat that has discarded draws, before Kratzen's
// bonus, if there are enough (2.8, 3.8, 5.6).
func (s *State) wants() int {
	kept, laid := s.hands[s.to].Len(), s.laid.Len()
	back := max(0, int(s.game.size)-kept)
	switch s.game.rules.Exchange {
	case ExchangeFive:
		if kept == 0 {
			return 5
		}
	case ExchangeSuit:
		if kept == 0 && s.laid&^card.OfSuit(s.laid.First().Suit()) == 0 {
			return max(5, back)
		}
	case ExchangeMore:
		if kept == 0 {
			return laid + 1
		}
	case ExchangeBonus:
		if laid > int(s.game.size) {
			return max(back, laid)
		}
	}
	return back
}

// bonus returns how many more cards come for those that came face up: one for
// each trump, five in all for the trump ace (3.8).
func (s *State) bonus(up card.Set) int {
	if s.game.rules.Exchange != ExchangeBonus {
		return 0
	}
	if up.Has(card.New(card.Ace, s.trump)) {
		return 5
	}
	return (up & s.game.rankings[s.trump].trump).Len()
}

func (s *State) applyDraw(cards card.Set) {
	s.dealt += uint8((cards & s.stock).Len())
	s.hands[s.to] |= cards
	s.stock = (s.stock | s.under) &^ cards
	s.under = 0
	s.drawn()
}

// drawn ends a seat's draw: its discarded cards join the discards, and if it holds
// too many cards it drops some, at once or when all have exchanged.
func (s *State) drawn() {
	s.discards |= s.laid
	s.laid = 0
	if s.surplus(s.to) > 0 && !s.dropsLast() {
		s.ask(PhaseDrop, s.to)
		return
	}
	s.nextExchange()
}

// exchangeDone asks the seat that holds the trump six whether to swap it, if that is
// possible: never for a card in a hand, so not after a blind (2.9).
func (s *State) exchangeDone() {
	if s.game.rules.SixSwap && s.table.Has(s.upcard) {
		six := card.New(card.Six, s.trump)
		for seat := range Seat(s.game.seats) {
			if s.hands[seat].Has(six) && s.contract[seat].In() {
				s.ask(PhaseSwap, seat)
				return
			}
		}
	}
	if s.mayRob() {
		s.to = s.dealer
		s.ask(PhaseLay, s.dealer)
		return
	}
	s.startPlay()
}

// mayRob reports whether the dealer may take the upcard for a card: it plays, and its own hand.
func (s *State) mayRob() bool {
	return s.game.rules.Rob != RobNo && s.table.Has(s.upcard) && s.contract[s.dealer] == Joined
}

// rob gives the dealer the upcards for the cards it has laid: of two for one, the Weli.
func (s *State) rob(laid card.Set) {
	taken := s.table
	if laid.Len() < taken.Len() {
		taken &= s.game.rules.Weli.Card()
	}
	if laid != 0 {
		s.discards |= laid
		s.hands[s.to] |= taken
		s.table &^= taken
	}
	s.startPlay()
}

func (s *State) applySwap() {
	six := card.New(card.Six, s.trump).Bit()
	up := s.upcard.Bit()
	s.hands[s.turn] ^= six | up
	s.table ^= six | up
	s.startPlay()
}

// ---- play ----

func (s *State) startPlay() {
	s.round, s.inTrick = 0, 0
	s.ask(PhasePlay, s.lead)
	if !s.game.jacks {
		return
	}
	for seat := range Seat(s.game.seats) {
		if s.contract[seat].In() && s.game.Unbeatable(s.hands[seat]) {
			s.show(seat)
		}
	}
}

// show ends the hand: the seat has shown three jacks and wins all tricks (docs/rules.md 4, three_jacks).
func (s *State) show(seat Seat) {
	s.winner, s.tricks[seat] = seat, uint8(s.game.size)
	s.done(flagShown)
}

// Unbeatable reports whether a hand is shown before the first lead and wins all tricks: three jacks, where the
// rules say so.
func (g *Game) Unbeatable(hand card.Set) bool {
	return g.jacks && hand.Len() == 3 && hand&^card.ByRank(card.Jack) == 0
}

// PlayedAsDealt reports whether hands are of three cards and nothing comes into them after the deal.
func (r *Rules) PlayedAsDealt() bool {
	return r.Deal.Size() == 3 && r.Exchange == ExchangeNone && r.Rob == RobNo && !r.SixSwap && r.Spare == SpareNo && r.Blind == BlindOff && r.DoubleBlind == DoubleBlindOff && !r.DealerTakes
}

func (s *State) applyPlay(cards card.Set) {
	seat, c := s.turn, cards.First()
	s.hands[seat] &^= cards
	s.played |= cards
	s.trick[seat] = c
	if s.inTrick == 0 || s.rank().beats[s.best].Has(c) {
		s.best, s.winner = c, seat
	}
	if s.inTrick++; s.inTrick < s.in {
		s.turn = s.nextIn(seat)
		return
	}
	if s.game.rules.SevenLost {
		s.loseSeven()
	}
	s.tricks[s.winner]++
	s.inTrick = 0
	s.lead, s.turn = s.winner, s.winner
	if s.round++; int8(s.round) == s.game.size {
		s.done(0)
	}
}

// loseSeven notes whose Weli falls to the trump ace in the full trick (5.8).
func (s *State) loseSeven() {
	if s.best != card.New(card.Ace, s.trump) {
		return
	}
	weli := s.game.rules.Weli.Card()
	for seat := range Seat(s.game.seats) {
		if s.contract[seat].In() && weli.Has(s.trick[seat]) {
			s.lost = seat
		}
	}
}

func (s *State) rank() *ranking { return &s.game.rankings[s.trump&3] }

// Plays returns the cards the seat to play may play (2.10, 3.9, 5.7).
func (s *State) Plays() card.Set {
	if s.inTrick == 0 {
		if s.game.rules.MustLead == MustLeadNo {
			return s.hands[s.turn]
		}
		return s.leads()
	}
	legal, _ := s.following()
	if s.game.rules.Head.Binds(s.hands[s.turn]&s.rank().suit[s.trick[s.lead]] != 0, s.rank().trump.Has(s.trick[s.lead])) {
		if heading := legal & s.rank().beats[s.best]; heading != 0 {
			return heading
		}
	}
	return legal
}

// Binds reports whether the trick must be headed by a seat that can follow suit or can't, where a trump was led or none.
func (h Head) Binds(follows, trump bool) bool {
	return h == HeadYes || h == HeadSuit && follows || h == HeadTrump && trump
}

// leads returns the cards that the seat on turn may lead in a game with must_lead (docs/rules.md 4).
func (s *State) leads() card.Set {
	hand, rule := s.hands[s.turn], s.game.rules.MustLead
	trumps := hand & s.rank().trump
	if top := hand & s.game.MustLeadFirst(s.trump, s.table); s.round == 0 && top != 0 {
		return top
	}
	if rule.Trump(int(s.round), trumps.Len()) {
		return trumps
	}
	if rule == MustLeadCinch {
		if top := s.cinch(trumps); top != 0 {
			return top
		}
	}
	return hand
}

// cinch returns the highest of the trumps of the seat on turn, if with those that no card out can beat and the tricks it
// has it is sure of more than half of all tricks.
func (s *State) cinch(trumps card.Set) (highest card.Set) {
	out, sure := s.game.pack&s.rank().trump&^(trumps|s.played|s.table), int(s.tricks[s.turn])
	for rest := trumps; rest != 0; rest = rest.Rest() {
		c := rest.First()
		if beats := s.rank().beats[c]; beats&out == 0 {
			sure++
			if beats&trumps == 0 {
				highest = c.Bit()
			}
		}
	}
	if 2*sure <= int(s.game.size) {
		return 0
	}
	return highest
}

// Trump reports whether a trump must be led after a number of tricks, from a hand with a number of trumps. The
// one that [Game.MustLeadFirst] names goes before it.
func (m MustLead) Trump(tricks, trumps int) bool {
	return trumps > 0 && (m == MustLeadLoo && (tricks > 0 || trumps > 1) || m == MustLeadAceTrump && tricks == 1 || m == MustLeadTrump && tricks > 0)
}

// MustLeadFirst returns the trump that must be led to the first trick if it is held: the ace, or in Loo the next
// one if the ace lies on the table. It is meant for games with must_lead.
func (g *Game) MustLeadFirst(trump card.Suit, table card.Set) card.Set {
	if m := g.rules.MustLead; m == MustLeadTrump || m == MustLeadCinch {
		return 0
	}
	ace, next := card.New(card.Ace, trump).Bit(), g.rules.Weli.Card()
	if next == 0 {
		next = card.New(card.King, trump).Bit()
	}
	if g.rules.MustLead == MustLeadLoo && table&ace != 0 {
		return next
	}
	return ace
}

// following returns the cards that follow suit, or trump if none does, before
// the trick has to be headed; and which of the two rules speaks, as a Refusal's
// code.
func (s *State) following() (legal card.Set, rule string) {
	hand, rank, rules := s.hands[s.turn], s.rank(), &s.game.rules
	if legal = hand & rank.suit[s.trick[s.lead]]; legal != 0 {
		if rules.RuffAnytime {
			legal |= hand & rank.trump
		}
		return legal, RefuseFollow
	}
	if rules.Void == VoidTrump {
		if legal = hand & rank.trump; legal != 0 {
			return legal, RefuseTrump
		}
	}
	return hand, RefuseFollow
}
