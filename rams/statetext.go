package rams

import (
	"strconv"

	"chratze/card"
	"chratze/pot"
)

// A state's text is one line of fields "key=value" in the order of the table
// below; fields that are zero are left out. Cards are written without spaces, lists
// by seat with commas:
//
//	phase=16 turn=1 pot=100 hands=AsKd,9h,,Jc stock=…
//
// It holds every card, so it is for tests, tools and bug reports, not for
// players.

// field is one entry of a state's text.
type field struct {
	key   string
	value func(*State, []byte) []byte // appends it; nothing: it is zero
}

//lattice:table
var stateFields = [...]field{
	number("phase", func(s *State) *Phase { return &s.phase }),
	number("turn", func(s *State) *Seat { return &s.turn }),
	number("to", func(s *State) *Seat { return &s.to }),
	number("dealer", func(s *State) *Seat { return &s.dealer }),
	number("declarer", func(s *State) *Seat { return &s.declarer }),
	number("claimant", func(s *State) *Seat { return &s.claimant }),
	number("lost", func(s *State) *Seat { return &s.lost }),
	number("lead", func(s *State) *Seat { return &s.lead }),
	number("winner", func(s *State) *Seat { return &s.winner }),
	number("flags", func(s *State) *flags { return &s.flags }),
	number("round", func(s *State) *uint8 { return &s.round }),
	number("in", func(s *State) *uint8 { return &s.in }),
	number("intrick", func(s *State) *uint8 { return &s.inTrick }),
	number("redeal", func(s *State) *uint32 { return &s.redeal }),
	number("spared", func(s *State) *uint8 { return &s.spared }),
	number("price", func(s *State) *uint8 { return &s.price }),
	number("start", func(s *State) *pot.Chips { return &s.start }),
	number("pot", func(s *State) *pot.Chips { return &s.pot }),
	bySeat("paid", func(s *State, i int) *pot.Chips { return &s.paid[i] }),
	bySeat("contract", func(s *State, i int) *Contract { return &s.contract[i] }),
	bySeat("tricks", func(s *State, i int) *uint8 { return &s.tricks[i] }),
	number("upcards", func(s *State) *uint8 { return &s.upcards }),
	number("upcard", func(s *State) *card.Card { return &s.upcard }),
	number("trump", func(s *State) *card.Suit { return &s.trump }),
	number("best", func(s *State) *card.Card { return &s.best }),
	bySeat("trick", func(s *State, i int) *card.Card { return &s.trick[i] }),
	{"hands", appendHands},
	cards("stock", func(s *State) *card.Set { return &s.stock }),
	cards("under", func(s *State) *card.Set { return &s.under }),
	cards("laid", func(s *State) *card.Set { return &s.laid }),
	cards("discards", func(s *State) *card.Set { return &s.discards }),
	cards("table", func(s *State) *card.Set { return &s.table }),
	cards("played", func(s *State) *card.Set { return &s.played }),
	{"pins", appendPins},
	number("dealt", func(s *State) *uint8 { return &s.dealt }),
}

// String returns the state's text; it says every card.
func (s State) String() string { return string(s.AppendTo(nil)) }

// AppendTo appends what String returns.
func (s *State) AppendTo(b []byte) []byte {
	for i := range stateFields {
		f := &stateFields[i]
		start := len(b)
		if start > 0 {
			b = append(b, ' ')
		}
		b = append(append(b, f.key...), '=')
		empty := len(b)
		if b = f.value(s, b); len(b) == empty {
			b = b[:start]
		}
	}
	return b
}

type integer interface {
	~uint8 | ~int8 | ~uint32 | ~int64
}

func number[T integer](key string, at func(*State) *T) field {
	return field{key, func(s *State, b []byte) []byte { return appendNumber(b, *at(s), "") }}
}

func appendNumber[T integer](b []byte, v T, zero string) []byte {
	if v == 0 {
		return append(b, zero...)
	}
	return strconv.AppendInt(b, int64(v), 10)
}

// bySeat is a list of numbers, one for each seat at the table.
func bySeat[T integer](key string, at func(*State, int) *T) field {
	return field{key, func(s *State, b []byte) []byte {
		start, zero := len(b), true
		for i := range s.game.Seats() {
			if i > 0 {
				b = append(b, ',')
			}
			v := *at(s, i)
			zero = zero && v == 0
			b = appendNumber(b, v, "0")
		}
		if zero {
			return b[:start]
		}
		return b
	}}
}

func cards(key string, at func(*State) *card.Set) field {
	return field{key, func(s *State, b []byte) []byte { return appendCards(b, *at(s)) }}
}

func appendCards(b []byte, set card.Set) []byte {
	for ; set != 0; set = set.Rest() {
		b = append(b, set.First().String()...)
	}
	return b
}

func appendHands(s *State, b []byte) []byte {
	for i := range s.game.Seats() {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendCards(b, s.hands[i])
	}
	return b
}

// appendPins appends the cards shown at the cut and their places, "32:Ah,14:Kc".
func appendPins(s *State, b []byte) []byte {
	for i := range s.pins.Len() {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendUint(b, uint64(s.pinAt[i]), 10)
		b = append(append(b, ':'), s.pins.At(i).String()...)
	}
	if s.pins.Len() == 1 { // the other packet's place is noted too
		b = strconv.AppendUint(append(b, ','), uint64(s.pinAt[1]), 10)
	}
	return b
}
