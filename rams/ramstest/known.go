package ramstest

import (
	"chratze/card"
	"chratze/rams"
)

// Known records which cards each seat can place. It uses what happened and the
// rules, never a view. A seat that was shown a card can place it until it is
// shuffled: then nobody can. The zero Known is that of an empty table; show it
// every step of a hand.
type Known struct {
	placed [rams.MaxSeats + 1]card.Set
	sealed card.Set // dealt to a dealer who may not look at them yet
	blind  bool     // a blind question is still to be answered
}

// Public is the seat of those who only watch.
const Public = rams.Nobody

func place(seat rams.Seat) int {
	if seat == Public {
		return rams.MaxSeats
	}
	return int(seat)
}

// By returns the cards that a seat, or the public, can place.
func (k *Known) By(seat rams.Seat) card.Set { return k.placed[place(seat)] }

// everybody notes cards that all can see.
func (k *Known) everybody(cards card.Set) {
	for i := range k.placed {
		k.placed[i] |= cards
	}
}

// Note takes in a step of a hand that began so.
func (k *Known) Note(start rams.Start, m *Moment) {
	a, dealer := m.Action, m.Before.Dealer()
	rules := m.Before.Game().Rules()
	switch a.Kind {
	case rams.Shuffle:
		*k = Known{blind: rules.Trump == rams.TrumpDealer || rules.Blind != rams.BlindOff || rules.DoubleBlind == rams.DoubleBlindBeforeUpcard}
	case rams.CutPack:
		k.everybody(a.Up.Set())
	case rams.DealCards:
		if a.Seat == dealer && k.blind {
			k.sealed |= a.Cards
		} else {
			k.placed[a.Seat] |= a.Cards
		}
	case rams.TurnUp:
		k.everybody(a.Cards)
		if rules.Trump == rams.TrumpDealer {
			k.look(dealer)
		}
		ten := rules.Forced == rams.ForcedTen && start.Pot == 0 && start.Redeal == 0 || rules.Forced == rams.ForcedTenAny
		if ten && a.Cards.First().Rank() == card.Ten { // no blind can come (docs/rules.md 4)
			k.look(dealer)
		}
	case rams.TurnBid, rams.Play:
		k.everybody(a.Cards)
	case rams.DoubleBlind:
		k.look(dealer)
	case rams.GoBlind, rams.See:
		switch _, up := m.Before.Upcard(); {
		case !up && (rules.Blind != rams.BlindOff || rules.Trump == rams.TrumpDealer): // not yet: there will be another question, if the rules have it, or the trump is turned
		case a.Kind == rams.GoBlind && rules.Blind == rams.BlindNewCards:
			k.sealed = 0 // three cards that the dealer never sees
			k.look(dealer)
		default:
			k.look(dealer)
		}
	case rams.Draw:
		k.placed[a.Seat] |= a.Cards
		k.everybody(a.Up.Set())
	case rams.Swap:
		trump, _ := m.Before.Trump()
		k.everybody(card.New(card.Six, trump).Bit())
	case rams.Reshuffle:
		for i := range k.placed {
			k.placed[i] &^= a.Cards
		}
	}
}

// look: the dealer looks at the cards dealt so far, and at all later ones.
func (k *Known) look(dealer rams.Seat) {
	k.placed[dealer] |= k.sealed
	k.sealed, k.blind = 0, false
}
