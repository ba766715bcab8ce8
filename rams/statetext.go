package rams

import (
	"errors"
	"strconv"
	"strings"

	"chratze/card"
	"chratze/pot"
)

// A state's text is one line of fields "key=value" in the order of the table
// below; fields that are zero are left out. Cards stand without spaces, lists by
// seat with commas:
//
//	phase=16 turn=1 pot=100 hands=AsKd,9h,,Jc stock=…
//
// It holds every card, so it is for tests, tools and bug reports, not for
// players.

// field is one entry of a state's text.
type field struct {
	key string
	get func(*State, []byte) []byte
	set func(*State, string) error
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
	{"hands", writeHands, readHands},
	cards("stock", func(s *State) *card.Set { return &s.stock }),
	cards("under", func(s *State) *card.Set { return &s.under }),
	cards("laid", func(s *State) *card.Set { return &s.laid }),
	cards("discards", func(s *State) *card.Set { return &s.discards }),
	cards("table", func(s *State) *card.Set { return &s.table }),
	cards("played", func(s *State) *card.Set { return &s.played }),
	{"pins", writePins, readPins},
	number("dealt", func(s *State) *uint8 { return &s.dealt }),
}

// String returns the state's text; it says every card.
func (s *State) String() string { return string(s.AppendText(nil)) }

// AppendText appends what String returns.
func (s *State) AppendText(b []byte) []byte {
	for i := range stateFields {
		f := &stateFields[i]
		start := len(b)
		if start > 0 {
			b = append(b, ' ')
		}
		b = append(append(b, f.key...), '=')
		empty := len(b)
		if b = f.get(s, b); len(b) == empty {
			b = b[:start]
		}
	}
	return b
}

// ErrState is wrapped by every error of ParseState.
var ErrState = errors.New("rams: not the text of a state of this game")

// ParseState reads what State.String wrote for a hand of this game. What no hand
// can look like is refused: cards that don't make up the pack, turns of nobody.
func (g *Game) ParseState(text string) (State, error) {
	s := State{game: g}
	next := 0 // keys come in the order of the table, each once
	for _, word := range strings.Fields(text) {
		key, value, _ := strings.Cut(word, "=")
		for next < len(stateFields) && stateFields[next].key != key {
			next++
		}
		if next == len(stateFields) {
			return State{}, stateError(key + ": no such field here")
		}
		if err := stateFields[next].set(&s, value); err != nil {
			return State{}, stateError(word + ": " + err.Error())
		}
		next++
	}
	if what := s.flaw(); what != "" {
		return State{}, stateError(what)
	}
	return s, nil
}

func stateError(what string) error { return &wrapped{ErrState, what} }

type wrapped struct {
	is   error
	what string
}

func (w *wrapped) Error() string { return w.is.Error() + ": " + w.what }
func (w *wrapped) Unwrap() error { return w.is }

var errNumber = errors.New("not a number of this field's range")

type integer interface {
	~uint8 | ~int8 | ~uint32 | ~int64
}

func number[T integer](key string, at func(*State) *T) field {
	return field{key,
		func(s *State, b []byte) []byte { return appendNumber(b, *at(s), "") },
		func(s *State, text string) error { return readNumber(at(s), text) },
	}
}

func appendNumber[T integer](b []byte, v T, zero string) []byte {
	if v == 0 {
		return append(b, zero...)
	}
	return strconv.AppendInt(b, int64(v), 10)
}

func readNumber[T integer](to *T, text string) error {
	v, err := strconv.ParseInt(text, 10, 64)
	if *to = T(v); err != nil || int64(*to) != v {
		return errNumber
	}
	return nil
}

// bySeat is a list of numbers, one for each seat at the table.
func bySeat[T integer](key string, at func(*State, int) *T) field {
	return field{key,
		func(s *State, b []byte) []byte {
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
		},
		func(s *State, text string) error {
			return eachSeat(s, text, func(i int, part string) error { return readNumber(at(s, i), part) })
		},
	}
}

var errSeats = errors.New("wants a value for each seat")

func eachSeat(s *State, text string, do func(i int, part string) error) error {
	parts := strings.Split(text, ",")
	if len(parts) != s.game.Seats() {
		return errSeats
	}
	for i, part := range parts {
		if err := do(i, part); err != nil {
			return err
		}
	}
	return nil
}

func cards(key string, at func(*State) *card.Set) field {
	return field{key,
		func(s *State, b []byte) []byte { return appendCards(b, *at(s)) },
		func(s *State, text string) error { return readCards(at(s), text) },
	}
}

func appendCards(b []byte, set card.Set) []byte {
	for ; set != 0; set = set.Rest() {
		b = append(b, set.First().String()...)
	}
	return b
}

func readCards(to *card.Set, text string) error {
	for ; text != ""; text = text[2:] {
		c, err := card.Parse(text[:min(2, len(text))])
		if err != nil || c == card.Hidden {
			return card.ErrCard
		}
		if to.Has(c) {
			return card.ErrTwo
		}
		*to |= c.Bit()
	}
	return nil
}

func writeHands(s *State, b []byte) []byte {
	for i := range s.game.Seats() {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendCards(b, s.hands[i])
	}
	return b
}

func readHands(s *State, text string) error {
	return eachSeat(s, text, func(i int, part string) error { return readCards(&s.hands[i], part) })
}

// writePins writes the cards shown at the cut and their places, "32Ah14Kc".
func writePins(s *State, b []byte) []byte {
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

func readPins(s *State, text string) error {
	parts := strings.Split(text, ",")
	if len(parts) != 2 {
		return errNumber
	}
	for i, part := range parts {
		at, name, shown := strings.Cut(part, ":")
		if err := readNumber(&s.pinAt[i], at); err != nil {
			return err
		}
		if !shown && i == 1 {
			break
		}
		c, err := card.Parse(name)
		if err != nil || c == card.Hidden {
			return card.ErrCard
		}
		s.pins = s.pins.With(c)
	}
	return nil
}
