package rams

import "chratze/card"

// Forces returns what the dealer takes on unasked in a hand that begins so, if this card is the first
// to give the trump: MussDealer, SevenMuss, or Declared for a forced ten (3.5, docs/rules.md 4). Everybody
// else is then in. It returns NoContract if the players are asked.
func (r *Rules) Forces(start Start, upcard card.Card) Contract {
	switch rank := upcard.Rank(); {
	case start.Muss:
		return MussDealer
	case r.Forced == ForcedSeven && rank == card.Seven:
		return SevenMuss
	case r.Forced == ForcedTen && rank == card.Ten && start.Pot == 0 && start.Redeal == 0:
		return Declared
	}
	return NoContract
}
