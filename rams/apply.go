package rams

import (
	"chratze/card"
)

// Refusal says why an action was refused. Code is stable and names a message;
// the other fields are its parameters. It never reveals what its reader may not
// know. In particular it doesn't say whose turn it is instead, because a question about a hidden
// card is secret.
type Refusal struct {
	Code   string
	Action Action
	Cards  card.Set // what would be right (the cards to choose from), or the card in question
	Least  int      // how few cards, for RefuseCount
	Most   int      // how many
}

// The codes of Refusal.
const (
	RefuseOver    = "over"      // the hand is over
	RefuseTurn    = "turn"      // another seat, or nature, has to act
	RefuseKind    = "kind"      // this is not what is asked now
	RefuseCards   = "cards"     // Cards are not in the hand
	RefuseCount   = "count"     // Least to Most cards
	RefuseFollow  = "follow"    // has to follow suit with one of Cards
	RefuseTrump   = "trump"     // can't follow, has to play one of the trumps Cards
	RefuseHead    = "head"      // has to beat the trick with one of Cards
	RefuseLead    = "lead"      // has to lead one of Cards
	RefuseMust    = "must-join" // can't stay out
	RefuseStand   = "stand"     // the dealer has to stand against the only one who does
	RefuseAlone   = "alone"     // the dealer is alone and has a trump: the pot is theirs
	RefuseBare    = "no-trump"  // the dealer is alone and has no trump: the pot stays
	RefuseClaimed = "claimed"   // the last word can't be claimed any more
	RefuseLow     = "low-bid"   // lower than the highest contract, or equal
	RefuseNature  = "nature"    // nature has to do something else
)

//lattice:table
var refusalText = map[string]string{
	RefuseOver:    "the hand is over",
	RefuseTurn:    "it is not this seat's turn",
	RefuseKind:    "this is not what is asked now",
	RefuseCards:   "not in the hand: ",
	RefuseCount:   "wrong number of cards",
	RefuseFollow:  "has to follow suit: ",
	RefuseTrump:   "can't follow and has to play a trump: ",
	RefuseHead:    "has to beat the trick: ",
	RefuseLead:    "has to lead: ",
	RefuseMust:    "has to join",
	RefuseStand:   "has to stand against the only one who does, for itself or for the pot",
	RefuseAlone:   "is alone, has a trump and takes the pot",
	RefuseBare:    "is alone and has no trump: the pot stays",
	RefuseClaimed: "the last word can't be claimed now",
	RefuseLow:     "has to bid more than the highest contract",
	RefuseNature:  "not what nature has to do",
}

func (r *Refusal) Error() string {
	text := "rams: " + r.Action.String() + ": " + refusalText[r.Code]
	if r.Cards != 0 {
		text += r.Cards.String()
	}
	return text
}

// Apply makes a player's or nature's action if it is legal. Otherwise it returns
// a *[Refusal] that says why, and leaves the state as it was.
func (s *State) Apply(a Action) error {
	var r *Refusal
	if a.Kind.Player() {
		r = s.why(a)
	} else {
		r = s.whyNature(a)
	}
	if r != nil {
		r.Action = a
		return r
	}
	s.ApplyUnchecked(a)
	return nil
}

// Why returns why a player's action is not legal now, or nil if it is. The error is a *[Refusal].
func (s *State) Why(a Action) error {
	if r := s.why(a); r != nil {
		r.Action = a
		return r
	}
	return nil
}

// why is Why without the Action in the Refusal.
func (s *State) why(a Action) *Refusal {
	switch {
	case s.Done():
		return &Refusal{Code: RefuseOver}
	case s.turn == Nature && !a.Kind.Player():
		return &Refusal{Code: RefuseNature}
	case a.Seat != s.turn || a.Seat < 0:
		return &Refusal{Code: RefuseTurn}
	case a.Shown != Shown{}:
		return &Refusal{Code: RefuseKind}
	}
	switch a.Kind {
	case Lay, Drop, Play:
		return s.whyCards(a)
	case Join, Out:
		if s.phase == PhaseJoin && !s.listed(a) {
			code := s.alone()
			switch {
			case s.mayPlayForPot():
				code = RefuseStand
			case code == "":
				code = RefuseMust
			}
			return &Refusal{Code: code}
		}
	case Last:
		if s.phase == PhaseJoin && !s.mayClaim() {
			return &Refusal{Code: RefuseClaimed}
		}
	case BidStrike, BidTurn, BidTop:
		if s.phase == PhaseBid && !s.listed(a) && s.game.rules.MayBid(a.Kind.Contract(), NoContract, s.turn == s.dealer) {
			return &Refusal{Code: RefuseLow}
		}
	}
	if !s.listed(a) {
		return &Refusal{Code: RefuseKind}
	}
	return nil
}

// listed reports whether a is one of the legal actions; for questions without
// cards, of which there are few.
func (s *State) listed(a Action) bool {
	switch s.phase {
	case PhaseLay, PhaseDrop, PhasePlay:
		return false
	}
	var buf [4]Action
	for _, legal := range s.Legal(buf[:0]) {
		if legal == a {
			return true
		}
	}
	return false
}

func (s *State) whyCards(a Action) *Refusal {
	want, least, most := PhasePlay, 1, 1
	switch a.Kind {
	case Lay:
		want = PhaseLay
		least, most = s.layRange()
	case Drop:
		want = PhaseDrop
		least = s.surplus(s.turn)
		most = least
	}
	if s.phase != want {
		return &Refusal{Code: RefuseKind}
	}
	if foreign := a.Cards &^ s.hands[s.turn]; foreign != 0 {
		return &Refusal{Code: RefuseCards, Cards: foreign}
	}
	if n := a.Cards.Len(); n < least || n > most {
		return &Refusal{Code: RefuseCount, Least: least, Most: most}
	}
	if a.Kind == Play {
		return s.whyPlay(a)
	}
	return nil
}

func (s *State) whyPlay(a Action) *Refusal {
	legal := s.Plays()
	if a.Cards&legal != 0 {
		return nil
	}
	if s.inTrick == 0 {
		return &Refusal{Code: RefuseLead, Cards: legal}
	}
	following, rule := s.following()
	if a.Cards&following != 0 {
		rule = RefuseHead
	}
	return &Refusal{Code: rule, Cards: legal}
}

// whyNature returns why this can't be what nature does now, or nil.
func (s *State) whyNature(a Action) *Refusal {
	switch {
	case s.Done():
		return &Refusal{Code: RefuseOver}
	case s.turn != Nature:
		return &Refusal{Code: RefuseTurn}
	}
	due := s.PendingChance()
	ok := false
	switch a.Kind {
	case Shuffle:
		ok = a == Action{Kind: Shuffle, Seat: Nature}
	case CutPack:
		ok = s.cutFits(a)
	case Reshuffle:
		ok = due.Reshuffle && a == Action{Kind: Reshuffle, Seat: Nature, Cards: s.discards}
	case DealCards, TurnUp, TurnBid:
		ok = a == Action{Kind: a.Kind, Seat: due.Seat, Cards: a.Cards} && a.Cards.Len() == due.N
	case Draw:
		ok = a.Seat == due.Seat && a.At == 0 && s.drawFits(a)
	}
	if a.Kind != Reshuffle {
		ok = ok && a.Kind == due.Kind
		if a.Kind != Shuffle && a.Kind != CutPack {
			ok = ok && a.Cards&^due.From == 0 && due.Must&^a.Cards == 0 && s.pinsFit(a)
		}
	}
	if !ok {
		return &Refusal{Code: RefuseNature}
	}
	return nil
}

// cutFits reports whether the cut leaves a card in each packet and shows as many
// different cards of the pack as the rules say (3.3, 5.3).
func (s *State) cutFits(a Action) bool {
	n := s.game.pack.Len()
	if a.Seat != s.game.prev(s.dealer) || a.Cards != 0 || a.At < 1 || int(a.At) >= n || a.Up.Len() == 0 {
		return false
	}
	shown := a.Up.Set() & s.game.pack // fewer than Up has, if one is no card or stands twice
	if s.game.rules.Cut.ShowsTwo() && s.game.CutCounts(a.Up.At(0)) {
		return a.Up.Len() == 2 && shown.Len() == 2
	}
	return a.Up.Len() == 1 && shown.Len() == 1
}

// drawFits reports whether a draw has as many cards as the exchange gives, with
// the bonus for those that came face up, or as many as there are (2.8, 3.8).
func (s *State) drawFits(a Action) bool {
	want, there := s.wants(), s.stock|s.under
	up, ups := a.Up.Set(), 0
	if s.game.rules.Exchange == ExchangeBonus {
		ups = max(0, min(want, there.Len(), 5)-3)
	}
	if a.Up.Len() != ups || up.Len() != ups || up&^a.Cards != 0 {
		return false
	}
	want += s.bonus(up)
	if s.under == 0 && s.discards != 0 && want > s.stock.Len() {
		return false // needs a reshuffle first
	}
	if s.under != 0 && want <= s.stock.Len() {
		return false // needed none
	}
	return a.Cards.Len() == min(want, there.Len())
}
