package card

import (
	"errors"
	"strconv"
	"strings"
)

const (
	suitLetters = "cshd"
	rankLetters = "23456789TJQKA"
)

// Error says what is wrong in a text. Err is one of the errors below.
type Error struct {
	Text string // what was given, or its first part
	Err  error
}

// Error returns the cause and the text.
func (e *Error) Error() string { return e.Err.Error() + ", got " + strconv.Quote(e.Text) }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// wrong returns an *Error about a text.
func wrong(err error, text string) error { return &Error{text[:min(len(text), maxGiven)], err} }

// maxGiven is the length in bytes of what an Error quotes.
const maxGiven = 40

// The errors of parsing.
var (
	ErrCard = errors.New(`card: no such card: want a rank (A K Q J T, 9 to 2) and a suit (c s h d), such as "As"`)
	ErrSuit = errors.New("card: no such suit: want one of c s h d")
	ErrTwo  = errors.New("card: duplicate card")
	ErrMany = errors.New("card: more cards than a pack has")
)

// String returns the suit's letter: c, s, h or d.
func (s Suit) String() string {
	if s < Suits {
		return suitLetters[s : s+1]
	}
	return "?"
}

// MarshalText writes what String returns.
func (s Suit) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what [ParseSuit] reads.
func (s *Suit) UnmarshalText(text []byte) (err error) {
	*s, err = ParseSuit(string(text))
	return err
}

// ParseSuit reads a suit's letter.
func ParseSuit(text string) (Suit, error) {
	for s := Clubs; s < Suits; s++ {
		if text == s.String() {
			return s, nil
		}
	}
	return 0, wrong(ErrSuit, text)
}

// String returns the rank's letter, such as T.
func (r Rank) String() string {
	if r < Ranks {
		return rankLetters[r : r+1]
	}
	return "?"
}

// String returns rank and suit, such as "As"; "??" for Hidden and all else that isn't Valid.
func (c Card) String() string {
	if !c.Valid() {
		return "??"
	}
	i := int(c) * 2
	return cardNames[i : i+2]
}

// cardNames holds the two letters of each card at twice its number.
const cardNames = "AcKcQcJcTc9c8c7c6c5c4c3c2c      " +
	"AsKsQsJsTs9s8s7s6s5s4s3s2s      " +
	"AhKhQhJhTh9h8h7h6h5h4h3h2h      " +
	"AdKdQdJdTd9d8d7d6d5d4d3d2d      "

// Parse reads a card such as "As" or "??". The errors of this package are *[Error]s.
func Parse(text string) (Card, error) {
	if text == "??" {
		return Hidden, nil
	}
	if len(text) == 2 {
		for s := Clubs; s < Suits; s++ {
			if suitLetters[s] != text[1] {
				continue
			}
			for r := Two; r <= Ace; r++ {
				if rankLetters[r] == text[0] {
					return New(r, s), nil
				}
			}
		}
	}
	return 0, wrong(ErrCard, text)
}

// MarshalText writes what String returns.
func (c Card) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads what Parse reads.
func (c *Card) UnmarshalText(text []byte) (err error) {
	*c, err = Parse(string(text))
	return err
}

// String returns the cards in pack order, separated by spaces.
func (s Set) String() string { return string(s.AppendTo(nil)) }

// AppendTo appends what String returns.
func (s Set) AppendTo(b []byte) []byte {
	for first := true; s != 0; s = s.Rest() {
		if !first {
			b = append(b, ' ')
		}
		first = false
		b = append(b, s.First().String()...)
	}
	return b
}

// MarshalText writes what String returns.
func (s Set) MarshalText() ([]byte, error) { return s.AppendTo(nil), nil }

// UnmarshalText reads what [ParseSet] reads.
func (s *Set) UnmarshalText(text []byte) (err error) {
	*s, err = ParseSet(string(text))
	return err
}

// ParseSet reads cards separated by single spaces, in any order, none twice and
// none hidden. The empty text is the empty set.
func ParseSet(text string) (Set, error) {
	l, err := ParseList(text)
	if err != nil {
		return 0, err
	}
	var s Set
	for _, c := range l.Slice() {
		if c == Hidden {
			return 0, wrong(ErrCard, c.String())
		}
		if s.Has(c) {
			return 0, wrong(ErrTwo, c.String())
		}
		s |= c.Bit()
	}
	return s, nil
}

// List is up to 52 cards in an order, as a comparable value.
type List struct {
	cards [Suits * Ranks]Card
	n     uint8
}

// ListOf returns the list of these cards. It panics if there are more than 52.
func ListOf(cards ...Card) List {
	var l List
	l.n = uint8(copy(l.cards[:], cards))
	if int(l.n) < len(cards) {
		panic(ErrMany)
	}
	return l
}

// ListOfSet returns the cards of a set in pack order.
func ListOfSet(s Set) List {
	var l List
	for ; s != 0; s = s.Rest() {
		l.cards[l.n] = s.First()
		l.n++
	}
	return l
}

// HiddenList returns a list of n hidden cards.
func HiddenList(n int) List {
	var l List
	for i := range n {
		l.cards[i] = Hidden
	}
	l.n = uint8(n)
	return l
}

// Shown returns l with every card hidden that is not in seen.
func Shown(l *List, seen Set) List {
	out := *l
	for i, c := range l.Slice() {
		if c != Hidden && !seen.Has(c) {
			out.cards[i] = Hidden
		}
	}
	return out
}

// Len returns the number of cards.
func (l *List) Len() int { return int(l.n) }

// At returns the card at place i, from 0.
func (l *List) At(i int) Card { return l.cards[:l.n][i] }

// Slice returns the cards. The slice is part of l.
func (l *List) Slice() []Card { return l.cards[:l.n] }

// Set returns the cards that are not hidden.
func (l *List) Set() Set {
	var s Set
	for _, c := range l.Slice() {
		if c != Hidden {
			s |= c.Bit()
		}
	}
	return s
}

// String returns the cards in their order, separated by spaces.
func (l List) String() string { return string(l.AppendTo(nil)) }

// AppendTo appends what String returns.
func (l *List) AppendTo(b []byte) []byte {
	for i, c := range l.Slice() {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, c.String()...)
	}
	return b
}

// ParseList reads cards separated by single spaces, in their order; "??" is a
// hidden card. The empty text is the empty list.
func ParseList(text string) (List, error) {
	var l List
	for len(text) > 0 {
		if len(text) < 2 || len(text) > 2 && (text[2] != ' ' || len(text) == 3) {
			return List{}, wrong(ErrCard, firstOf(text))
		}
		c, err := Parse(text[:2])
		if err != nil {
			return List{}, err
		}
		if int(l.n) == len(l.cards) {
			return List{}, wrong(ErrMany, text)
		}
		l.cards[l.n] = c
		l.n++
		text = text[min(len(text), 3):]
	}
	return l, nil
}

// firstOf returns the first of several cards, or all of them if only the blanks are wrong.
func firstOf(text string) string {
	first, _, _ := strings.Cut(text, " ")
	if _, err := Parse(first); err != nil {
		return first
	}
	return text
}

// MarshalText writes what String returns.
func (l List) MarshalText() ([]byte, error) { return l.AppendTo(nil), nil }

// UnmarshalText reads what [ParseList] reads.
func (l *List) UnmarshalText(text []byte) (err error) {
	*l, err = ParseList(string(text))
	return err
}

// String returns the pack's name: jass36, weli33, skat32, full52, schnapsen20 or small9.
func (p Pack) String() string {
	switch p {
	case Weli33:
		return "weli33"
	case Skat32:
		return "skat32"
	case Full52:
		return "full52"
	case Schnapsen20:
		return "schnapsen20"
	case Small9:
		return "small9"
	}
	return "jass36"
}
