package rams

import (
	"errors"
	"strconv"
	"strings"

	"chratze/card"
	"chratze/pot"
)

// ErrState is wrapped by every error of ParseState.
var ErrState = errors.New("rams: not the text of a state of this game")

// ParseState reads what State.String wrote for a hand of this game, so that a failure that
// prints a state can be made again here. It refuses what no hand can look like: cards that don't make
// up the pack, turns of nobody.
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
		if err := setters[key](&s, value); err != nil {
			return State{}, stateError(word + ": " + err.Error())
		}
		next++
	}
	if what := s.validate(); what != "" {
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

// setters read the values of stateFields.
var setters = map[string]func(*State, string) error{
	"phase":    setNumber(func(s *State) *Phase { return &s.phase }),
	"turn":     setNumber(func(s *State) *Seat { return &s.turn }),
	"to":       setNumber(func(s *State) *Seat { return &s.to }),
	"dealer":   setNumber(func(s *State) *Seat { return &s.dealer }),
	"declarer": setNumber(func(s *State) *Seat { return &s.declarer }),
	"claimant": setNumber(func(s *State) *Seat { return &s.claimant }),
	"price":    setNumber(func(s *State) *uint8 { return &s.price }),
	"lost":     setNumber(func(s *State) *Seat { return &s.lost }),
	"lead":     setNumber(func(s *State) *Seat { return &s.lead }),
	"winner":   setNumber(func(s *State) *Seat { return &s.winner }),
	"flags":    setNumber(func(s *State) *flags { return &s.flags }),
	"round":    setNumber(func(s *State) *uint8 { return &s.round }),
	"in":       setNumber(func(s *State) *uint8 { return &s.in }),
	"intrick":  setNumber(func(s *State) *uint8 { return &s.inTrick }),
	"spared":   setNumber(func(s *State) *uint8 { return &s.spared }),
	"redeal":   setNumber(func(s *State) *uint32 { return &s.redeal }),
	"start":    setNumber(func(s *State) *pot.Chips { return &s.start }),
	"pot":      setNumber(func(s *State) *pot.Chips { return &s.pot }),
	"paid":     setBySeat(func(s *State, i int) *pot.Chips { return &s.paid[i] }),
	"contract": setBySeat(func(s *State, i int) *Contract { return &s.contract[i] }),
	"tricks":   setBySeat(func(s *State, i int) *uint8 { return &s.tricks[i] }),
	"upcards":  setNumber(func(s *State) *uint8 { return &s.upcards }),
	"upcard":   setNumber(func(s *State) *card.Card { return &s.upcard }),
	"trump":    setNumber(func(s *State) *card.Suit { return &s.trump }),
	"best":     setNumber(func(s *State) *card.Card { return &s.best }),
	"trick":    setBySeat(func(s *State, i int) *card.Card { return &s.trick[i] }),
	"hands":    readHands,
	"stock":    func(s *State, text string) error { return readCards(&s.stock, text) },
	"under":    func(s *State, text string) error { return readCards(&s.under, text) },
	"laid":     func(s *State, text string) error { return readCards(&s.laid, text) },
	"discards": func(s *State, text string) error { return readCards(&s.discards, text) },
	"table":    func(s *State, text string) error { return readCards(&s.table, text) },
	"played":   func(s *State, text string) error { return readCards(&s.played, text) },
	"pins":     readPins,
	"dealt":    setNumber(func(s *State) *uint8 { return &s.dealt }),
}

func setNumber[T integer](at func(*State) *T) func(*State, string) error {
	return func(s *State, text string) error { return readNumber(at(s), text) }
}

func setBySeat[T integer](at func(*State, int) *T) func(*State, string) error {
	return func(s *State, text string) error {
		return eachSeat(s, text, func(i int, part string) error { return readNumber(at(s, i), part) })
	}
}

func readNumber[T integer](to *T, text string) error {
	v, err := strconv.ParseInt(text, 10, 64)
	if *to = T(v); err != nil || int64(*to) != v {
		return errNumber
	}
	return nil
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

func readHands(s *State, text string) error {
	return eachSeat(s, text, func(i int, part string) error { return readCards(&s.hands[i], part) })
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
