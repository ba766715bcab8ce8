package rams

import "chratze/card"

// Forces returns what the dealer takes on unasked in a hand that begins so, when the nth upcard that gives the
// trump, counted from 1, is this card: MussDealer, SevenMuss, or Declared for a forced ten (3.5, docs/rules.md 4).
// Everybody else is then in. It returns NoContract if the players are asked.
func (r *Rules) Forces(start Start, nth int, upcard card.Card) Contract {
	rank, first := upcard.Rank(), nth == 1
	switch {
	case first && start.Muss:
		return MussDealer
	case first && r.Forced == ForcedSeven && rank == card.Seven:
		return SevenMuss
	case first && r.Forced == ForcedTen && rank == card.Ten && start.Pot == 0 && start.Redeal == 0:
		return Declared
	case r.Forced == ForcedTenAny && rank == card.Ten:
		return Declared
	}
	return NoContract
}
