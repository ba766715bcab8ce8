package ramstest

import (
	"fmt"

	"chratze/card"
	"chratze/rams"
)

// MaxSteps bounds the actions of a hand after its last shuffle of the whole pack,
// nature's included: for each of eight seats four packets, three questions of
// opening and two of joining, four steps of exchange, and four cards; and a few
// more for blind questions, upcards and turned cards.
const MaxSteps = rams.MaxSeats*(4+3+2+4+4) + card.Suits*card.Ranks

// Moment is one step of a hand.
type Moment struct {
	Before rams.State
	Action rams.Action
	Drawn  []card.Card // the order in which nature's cards came; valid during the call only
	After  rams.State
}

// Play plays a hand to its end: nature from source, the seats as choose says,
// which gets the legal actions and returns the place of one. See, if not nil, is
// shown every step and ends the hand with an error. Play itself fails if the hand
// doesn't end.
func Play(g *rams.Game, start rams.Start, source rams.Shuffler, choose func(*rams.State, []rams.Action) int,
	see func(*Moment) error) (rams.State, error) {
	s, err := g.NewHand(start)
	if err != nil {
		return s, err
	}
	deck := rams.Deck{Source: source}
	legal := make([]rams.Action, 0, rams.MaxLegal)
	for steps := 0; !s.Done(); steps++ {
		m := Moment{Before: s}
		if s.Turn() == rams.Nature {
			m.Action = deck.Next(&s)
			m.Drawn = deck.Drawn(m.Action)
		} else {
			legal = s.Legal(legal[:0])
			if len(legal) == 0 {
				return s, fmt.Errorf("seat %d has to act and nothing is legal", s.Turn())
			}
			m.Action = legal[choose(&s, legal)]
		}
		if m.Action.Kind == rams.Shuffle {
			steps = 0
		}
		if steps > MaxSteps {
			return s, fmt.Errorf("no end after %d steps", steps)
		}
		s.ApplyUnchecked(m.Action)
		m.After = s
		if see == nil {
			continue
		}
		if err := see(&m); err != nil {
			return s, err
		}
	}
	return s, nil
}

// Any chooses among the legal actions with equal chances.
func (r *Rand) Any(_ *rams.State, legal []rams.Action) int { return r.N(len(legal)) }
