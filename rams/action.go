package rams

import (
	"errors"
	"strconv"

	"chratze/card"
)

// Seat is a place at the table, 0 .. seats-1 in turn order, or one of the
// constants below.
type Seat int8

// Those besides the seats that may be on turn.
const (
	Nature Seat = -1 // shuffling, cutting, dealing, turning, drawing
	Nobody Seat = -2 // the hand is over
)

// String returns the number of the seat, "nature" or "nobody".
func (s Seat) String() string {
	switch s {
	case Nature:
		return "nature"
	case Nobody:
		return "nobody"
	}
	return strconv.Itoa(int(s))
}

// Kind is what kind of action an Action is.
type Kind uint8

// The kinds. Those before DoubleBlind are nature's. The players' kinds are in the
// order of legal lists (docs/rams-hand.md).
const (
	NoKind    Kind = iota
	Shuffle        // the pack is shuffled
	CutPack        // Seat leaves At cards in the top packet; Up shows one or two bottom cards
	DealCards      // Cards to Seat, one packet
	TurnUp         // Cards: the upcard
	TurnBid        // Cards: the card turned for a contract (3.6)
	Reshuffle      // the discards become the stock (2.8)
	Draw           // Cards to Seat in the exchange; Up came face up (3.8)

	DoubleBlind // dealer, before the first packet
	GoBlind     // dealer, after the upcard
	See         // dealer: neither
	Open        // declares
	Pass
	BidStrike // schlagen: declares with the trump as it is
	BidTurn   // oder: declares, another trump is turned
	BidTop    // weiter-oder: declares, the next card gives the trump
	BidPass   // weiter
	Join
	Out
	Last // wants to be asked again after everybody else
	Lay  // Cards go before the draw
	Drop // Cards go after it
	Swap // the trump six for the upcard
	Keep
	Play // Cards: the card to the trick

	TakeSpare  // joins, and plays the spare hand for its own
	PlayForPot // the dealer plays the spare hand for the pot, against the only one who stands

	Price1 // the declarer names what it costs to play, in antes
	Price2
	Price3
	Price5
	Price10

	kinds
)

// Player reports whether the kind is a player's decision and not nature's.
func (k Kind) Player() bool { return k >= DoubleBlind }

// prices are what the kinds from Price1 on name, in antes.
//
//lattice:table
var prices = [...]uint8{1, 2, 3, 5, 10}

// Price returns the price that the kind names, in antes, or 0 if it names none.
func (k Kind) Price() int {
	if k >= Price1 && k < kinds {
		return int(prices[k-Price1])
	}
	return 0
}

// Base returns the word of the kind without a price: "price" for all that name one.
func (k Kind) Base() string {
	if k.Price() > 0 {
		return "price"
	}
	return k.String()
}

// words are the acts in the words of docs/rams-hand.md.
//
//lattice:table
var words = [kinds]string{
	Shuffle: "shuffle", CutPack: "cut", DealCards: "deal", TurnUp: "upcard", TurnBid: "turn",
	Reshuffle: "reshuffle", Draw: "draw",
	DoubleBlind: "double-blind", GoBlind: "blind", See: "see", Open: "open", Pass: "pass",
	BidStrike: "schlagen", BidTurn: "oder", BidTop: "weiter-oder", BidPass: "weiter",
	Join: "join", Out: "out", Last: "last", Lay: "lay", Drop: "drop", Swap: "swap", Keep: "keep", Play: "play",
	TakeSpare: "spare", PlayForPot: "for-pot",
	Price1: "price-1", Price2: "price-2", Price3: "price-3", Price5: "price-5", Price10: "price-10",
}

// String returns the word of the kind: "open", "lay", "deal" …
func (k Kind) String() string {
	if k < kinds && words[k] != "" {
		return words[k]
	}
	return "none"
}

// Action is one step of a hand, a player's or nature's: 16 bytes, comparable.
// Sets carry no order; the order in which cards come off the pack is known
// only to whatever plays nature (Deck). It has no more than four fields, so that
// it travels in registers (docs/performance.md).
type Action struct {
	Cards card.Set // the cards of deal, upcard, turn, draw, lay, drop, play; reshuffle: the discards
	Kind  Kind
	Seat  Seat // that decides, that nature deals to, or that cuts
	Shown      // only nature's
}

// Shown is what an action of nature shows to everybody besides its Cards.
type Shown struct {
	Up card.Pair // cut: the cards shown; draw: those that came face up
	At uint8     // cut: cards in the top packet
}

// String returns the action's word and cards, "lay 6c 7d", "play As", "open";
// nature's actions likewise. The seat is not part of the text.
func (a Action) String() string { return string(a.AppendTo(nil)) }

// AppendTo appends what String returns.
func (a Action) AppendTo(b []byte) []byte {
	b = append(b, a.Kind.String()...)
	for c := a.Cards; c != 0; c = c.Rest() {
		b = append(b, ' ')
		b = append(b, c.First().String()...)
	}
	return b
}

// MarshalText writes what String returns.
func (a Action) MarshalText() ([]byte, error) { return a.AppendTo(nil), nil }

// UnmarshalText reads what [ParseAction] reads, and leaves the Seat as it is: the text has none.
func (a *Action) UnmarshalText(text []byte) (err error) {
	*a, err = ParseAction(string(text), a.Seat)
	return err
}

// textError is the error of a text.
type textError struct {
	err  error
	text string
}

// Error returns the cause and the text.
func (e *textError) Error() string {
	return e.err.Error() + ", got " + strconv.Quote(e.text[:min(len(e.text), 60)])
}

// Unwrap returns the cause.
func (e *textError) Unwrap() error { return e.err }

// ErrAction is returned for a text that is no action of a player.
var ErrAction = errors.New("rams: no such act: want one of double-blind, blind, see, open, pass, schlagen, oder, weiter-oder, weiter, join, out, last, lay, drop, swap, keep, play, spare, for-pot, price-1, price-2, price-3, price-5, price-10, and cards behind lay, drop and play")

// ParseAction reads a player's act in the words of docs/rams-hand.md, for this
// seat: "open", "lay 6c 7d", "play As". Cards may be in any order, without duplicates.
func ParseAction(text string, seat Seat) (Action, error) {
	word, rest := text, ""
	for i := range len(text) {
		if text[i] == ' ' {
			word, rest = text[:i], text[i+1:]
			break
		}
	}
	for k := DoubleBlind; k < kinds; k++ {
		if words[k] != word {
			continue
		}
		a := Action{Kind: k, Seat: seat}
		if len(word) == len(text) {
			if k == Drop || k == Play {
				return Action{}, &textError{ErrAction, text}
			}
			return a, nil
		}
		if k != Lay && k != Drop && k != Play {
			return Action{}, &textError{ErrAction, text}
		}
		var err error
		a.Cards, err = card.ParseSet(rest)
		if err != nil {
			return Action{}, err
		}
		if k == Play && a.Cards.Len() != 1 || a.Cards == 0 {
			return Action{}, &textError{ErrAction, text}
		}
		return a, nil
	}
	return Action{}, &textError{ErrAction, text}
}
