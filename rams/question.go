package rams

import "chratze/pot"

// Prize is what a seat wins that says in the auction that it plays, and makes it (docs/rules.md 2.11.8).
type Prize struct {
	Wins   Wins      `json:"wins"`
	Amount pot.Chips `json:"amount"`          // of a trick, or of the whole pot, in Rappen
	Entry  pot.Chips `json:"entry,omitempty"` // what joining costs at once, in Rappen
}

// Wins is which part of the pot a seat wins that makes its contract.
type Wins uint8

// The parts of a pot that are asked for.
const (
	WinsNothing   Wins = iota // nothing is asked for, or a race has other prizes
	WinsTricks                // a part for each trick
	WinsTwoThirds             // two thirds or more, as the declarer
	WinsRest                  // what the declarer leaves, shared, or all of it if the declarer fails
	WinsTwoParts              // two parts, and others who make it one each, as the declarer
	WinsOnePart               // one part, and the declarer two
	WinsMost                  // all of it, for the most tricks
	WinsTie                   // the same, or an equal part with others
)

const wins = "nothing tricks two-thirds rest two-parts one-part most tie"

// String returns the part in a word, such as "two-thirds".
func (w Wins) String() string { return name(wins, w) }

// MarshalText returns what String returns.
func (w Wins) MarshalText() ([]byte, error) { return []byte(w.String()), nil }

// UnmarshalText reads what String returns.
func (w *Wins) UnmarshalText(text []byte) error { return reasonOf(wins, text, w) }

// Prize returns what the view's seat can win by an answer to the question that it is asked.
func (v *View) Prize() Prize {
	rules := &v.Game.rules
	p := Prize{Amount: v.Pot}
	if !rules.Price {
		p.Entry = v.Cost(Join)
	}
	choose := func(first, then Wins) Prize {
		if p.Wins = then; v.Declarer == Nobody {
			p.Wins = first
		}
		return p
	}
	switch {
	case len(v.Legal) == 0 || !v.Phase.Auction() || rules.Races() || v.Alone() != "":
		return Prize{}
	case rules.Split == SplitThirds:
		return choose(WinsTwoThirds, WinsRest)
	case rules.Split == SplitRoles:
		return choose(WinsTwoParts, WinsOnePart)
	case rules.Split == SplitMost:
		p.Wins = [...]Wins{WinsMost, WinsTie}[rules.Tie]
		return p
	}
	p.Wins, p.Amount = WinsTricks, pot.Tricks(v.Pot, rules.Coin, 1, v.Game.Size())
	return p
}

// Auction reports whether seats can declare or join in a phase.
func (p Phase) Auction() bool {
	switch p {
	case PhaseDoubleBlind, PhaseBlind, PhaseOpen, PhasePrice, PhaseBid, PhaseJoin:
		return true
	}
	return false
}

// ForcedBy returns what the deal has made the dealer take on unasked, by the events so far of a hand that begins
// so ([Rules.Forces], [Rules.ForcesTurned]); NoContract where players are asked, or as long as no card gives the trump.
func (r *Rules) ForcedBy(start Start, events []Event) (dealer Contract) {
	for i, nth := 1, 0; i < len(events); i++ {
		if events[i].Kind != EventTrump {
			continue
		}
		nth++
		switch gives := &events[i-1]; gives.Kind {
		case EventUpcard:
			dealer = r.Forces(start, nth, gives.Cards.At(0))
		case EventTurn:
			dealer = r.ForcesTurned(gives.Cards.At(0))
		}
	}
	return dealer
}

// Only returns the rule that leaves the seat on turn one card of several to play, as the Code of a [Refusal] of the
// others; "" if it may choose, or holds no other.
func (s *State) Only() string {
	if s.phase != PhasePlay {
		return ""
	}
	legal := s.Plays()
	others := s.hands[s.turn] &^ legal
	if legal.Len() != 1 || others == 0 {
		return ""
	}
	if s.inTrick > 0 { // of several that follow, the trick's height has chosen
		if following, _ := s.following(); following&^legal != 0 {
			others = following &^ legal
		}
	}
	return s.whyPlay(Action{Kind: Play, Seat: s.turn, Cards: others.First().Bit()}).Code
}
