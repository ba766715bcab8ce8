package rams

import (
	"chratze/card"
	"chratze/pot"
)

// Trump says who chooses the card that gives the trump.
type Trump uint8

// The choices of the trump.
const (
	TrumpUpcard Trump = iota // nobody: the deal says which card is turned
	TrumpDealer              // the dealer, before looking: the upcard, or the own last card, and then the dealer has joined (5.10)
)

// Forces returns what the dealer takes on unasked in a hand that begins so, when the nth upcard that gives the
// trump, counted from 1, is this card: [MussDealer], [SevenMuss], or Declared for a forced ten (3.5, docs/rules.md 4), or where
// all must play (all_play), and Joined if nobody declares. Everybody else is then in. It returns [NoContract] if the players are asked.
func (r *Rules) Forces(start Start, nth int, upcard card.Card) Contract {
	rank, first := upcard.Rank(), nth == 1
	switch {
	case r.Forced == ForcedNone && r.AllPlay == AllPlayOff && !start.Muss: // as in most games
		return NoContract
	case first && start.Muss:
		return MussDealer
	case first && r.SevenMuss() && rank == card.Seven:
		return SevenMuss
	case first && r.Forced == ForcedTen && rank == card.Ten && start.Pot == 0 && start.Redeal == 0:
		return Declared
	case r.Forced == ForcedTenAny && rank == card.Ten:
		return Declared
	case first && r.allPlay(start, upcard):
		if r.Auction == AuctionJoining || r.Deal == DealThree {
			return Joined
		}
		return Declared
	}
	return NoContract
}

// DealerPlaying returns what an upcard of this rank makes the dealer take on while the others are asked (dealer_plays,
// docs/rules.md 4): Joined in a game without a declarer, else Declared, or DeclaredSeven; NoContract if the dealer is asked too.
func (r *Rules) DealerPlaying(upcard card.Rank) Contract {
	switch {
	case r.DealerPlays == DealerPlaysNo:
		return NoContract
	case upcard == card.Ace && r.Auction == AuctionJoining:
		return Joined
	case upcard == card.Ace:
		return Declared
	case upcard == card.Seven && r.DealerPlays == DealerPlaysSevenAce:
		return DeclaredSeven
	}
	return NoContract
}

// Others returns what everybody else takes on if the dealer takes on c unasked ([Rules.Forces]).
func (c Contract) Others() Contract {
	if c == MussDealer || c == SevenMuss {
		return MussJoined
	}
	return Joined
}

// Forced returns how a deal is forced that makes the dealer take on c unasked, in a word: muss, seven, ten, or all where
// nobody declares; "" if players are asked.
func (c Contract) Forced() string {
	switch c {
	case MussDealer:
		return "muss"
	case SevenMuss:
		return "seven"
	case Declared:
		return "ten"
	case Joined:
		return "all"
	}
	return ""
}

func (r *Rules) allPlay(start Start, upcard card.Card) bool {
	return r.bare(start.Pot) || r.AllPlay == AllPlayTen && upcard.Rank() == card.Ten || r.AllPlay == AllPlayClubs && upcard.Suit() == card.Clubs
}

// bare reports whether all must play a hand that begins with this pot.
func (r *Rules) bare(start pot.Chips) bool { return r.AllPlay == AllPlayBare && start == 0 }

// SevenMuss reports whether a seven can make a hand a Seven Muss (3.5).
func (r *Rules) SevenMuss() bool { return r.Forced == ForcedSeven || r.Forced == ForcedSevenAny }

// ForcesTurned returns what the dealer takes on unasked when a card turned for a contract gives the trump: [SevenMuss]
// for a seven, if the rules say so (forced_deal, docs/rules.md 4), else [NoContract]. What was bid counts no more.
func (r *Rules) ForcesTurned(turned card.Card) Contract {
	if r.Forced == ForcedSevenAny && turned.Rank() == card.Seven {
		return SevenMuss
	}
	return NoContract
}

// TurnsAgain reports whether a card turned up is followed by another: a Weli, where the upcards are the dealer's or
// may be taken (3.4, and rob in 4).
func (r *Rules) TurnsAgain(up card.Card) bool {
	return (r.DealerTakes || r.Rob == RobDealerWeli) && r.Weli.Card().Has(up)
}

// upcardCanLie reports whether an upcard can lie on the table when play begins, whatever the dealer chooses.
func (r *Rules) upcardCanLie() bool {
	if r.DealerTakes || r.Trump == TrumpDealer {
		return false
	}
	return !r.Deal.DealersLast() || r.Auction == AuctionOpening && r.NoOpen == NoOpenUpcards
}
