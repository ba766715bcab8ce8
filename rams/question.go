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

// alone returns why the seat asked to join has one answer only, as [View.Alone] does: it is the dealer, whom all others have
// left alone with the pot, and has a trump, or none (docs/rules.md 4, dealer_trump).
func (s *State) alone() string {
	switch {
	case !s.game.alone || s.turn != s.dealer || s.in != 0 || int8(s.round)+1 != s.game.seats:
		return ""
	case s.holdsTrump():
		return RefuseAlone
	}
	return RefuseBare
}

// holdsTrump reports whether the seat on turn has a trump.
func (s *State) holdsTrump() bool { return s.hands[s.turn]&s.rank().trump != 0 }

// Only returns the rule that leaves the seat on turn one card of several to play, or a dealer left alone one answer, as the
// Code of a [Refusal] of the others; "" if it may choose, or holds no other.
func (s *State) Only() string {
	switch s.phase {
	case PhaseJoin:
		return s.alone()
	case PhasePlay:
	default:
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
