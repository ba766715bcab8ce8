package rams_test

import (
	"fmt"
	"strings"
	"testing"

	"chratze/card"
	"chratze/rams"
	"chratze/rams/ramstest"
)

// TestTrickSoFar: who leads, who has played what to the trick, and whose Weli has
// fallen, against what the test has seen itself.
func TestTrickSoFar(t *testing.T) {
	games(t, func(t *testing.T, g *rams.Game) {
		r := ramstest.Rand(21)
		start := g.FirstStart(0)
		for range times(30) {
			trick := map[rams.Seat]card.Card{}
			lead, lost := rams.Nobody, rams.Nobody
			s, err := ramstest.Play(g, start, &r, r.Any, func(m *ramstest.Moment) error {
				s := &m.After
				if a := m.Action; a.Kind == rams.Play {
					if len(trick) == 0 && m.Before.Lead() != a.Seat {
						return fmt.Errorf("%d leads, not %d", a.Seat, m.Before.Lead())
					}
					trick[a.Seat] = a.Cards.First()
					if falls, by := fallen(g, s, trick); falls {
						lost = by
					}
					if s.Phase() != rams.PhasePlay || s.Lead() != lead && len(trick) > 1 || s.Turn() == s.Lead() {
						trick = map[rams.Seat]card.Card{}
					}
				}
				lead = s.Lead()
				for seat := range rams.Seat(g.Seats()) {
					want, played := trick[seat]
					if c, ok := s.InTrick(seat); ok != played || c != want {
						return fmt.Errorf("seat %d has played %v, %v to the trick, not %v, %v", seat, c, ok, want, played)
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if s.WeliLost() != lost {
				t.Fatalf("seat %d has lost a Weli, not %d: %v", lost, s.WeliLost(), &s)
			}
			start = s.Result().Next
		}
	})
}

// fallen reports whether a Weli lies with the trump ace in the trick, where that
// costs (5.8), and whose it is.
func fallen(g *rams.Game, s *rams.State, trick map[rams.Seat]card.Card) (falls bool, by rams.Seat) {
	trump, _ := s.Trump()
	ace := false
	for seat, c := range trick {
		ace = ace || c == card.New(card.Ace, trump)
		if g.Rules().SevenLost && g.Rules().Weli.Card().Has(c) {
			falls, by = true, seat
		}
	}
	return falls && ace, by
}

// height orders the cards of a suit: the ten is above the king in Lupfen, the king is high in Mistigri, and its jack of clubs above all; the Weli is
// below the ace (docs/rules.md 1, 3.9, 4.7, 5.1).
func height(g *rams.Game, c card.Card) int {
	rules := g.Rules()
	switch weli := rules.Weli.Card().Has(c); {
	case rules.Order == rams.OrderTen && !weli:
		return 10 * strings.Index("23456789JQKTA", c.Rank().String())
	case rules.Order == rams.OrderTen:
		return 115
	case rules.Order == rams.OrderKing && weli:
		return 500
	case rules.Order == rams.OrderKing:
		return 10 * strings.Index("23456789TAJQK", c.Rank().String())
	case weli:
		return 10*int(card.Ace) - 5
	}
	return 10 * int(c.Rank())
}

// TestRanks: what beats what, said without masks: a card that follows or a trump
// beats a lower one; the Weli is the trump below the ace (docs/rules.md 1, 3.9, 5.1).
func TestRanks(t *testing.T) {
	games(t, func(t *testing.T, g *rams.Game) {
		weli := g.Rules().Weli.Card()
		for trump := card.Clubs; trump < card.Suits; trump++ {
			suit := func(c card.Card) card.Suit {
				if weli.Has(c) {
					return trump
				}
				return c.Suit()
			}
			height := func(c card.Card) int {
				h := height(g, c)
				if suit(c) == trump {
					h += 1000
				}
				return h
			}
			all := card.Jass36.Cards().Append(nil)
			for _, c := range all {
				for _, d := range all {
					follows := suit(c) == suit(d)
					if got := g.EffectiveSuit(trump, c).Has(d); got != follows {
						t.Fatalf("trump %v: %v is in the suit of %v: %v", trump, d, c, got)
					}
					beats := (follows || suit(d) == trump) && height(d) > height(c)
					if got := g.Beats(trump, c).Has(d); got != beats {
						t.Fatalf("trump %v: %v beats %v: %v", trump, d, c, got)
					}
				}
				if got := g.Trumps(trump).Has(c); got != (suit(c) == trump) {
					t.Fatalf("%v is trump with %v: %v", c, trump, got)
				}
			}
		}
	})
}

// TestTellFrom: what a seat is told from some event on is the end of what it is told of
// the whole hand, once it knows its cards.
func TestTellFrom(t *testing.T) {
	games(t, func(t *testing.T, g *rams.Game) {
		var record rams.Record
		r := ramstest.Rand(22)
		deck := rams.Deck{Source: &r}
		if err := record.Begin(g, g.FirstStart(0)); err != nil {
			t.Fatal(err)
		}
		for !record.Done() {
			if record.Turn() == rams.Nature {
				record.Nature(&deck)
				continue
			}
			legal := record.Legal(nil)
			record.ApplyUnchecked(legal[r.N(len(legal))], nil)
		}
		for seat := rams.Nobody; seat < rams.Seat(g.Seats()); seat++ {
			if seat == rams.Nature {
				continue
			}
			whole := record.Observed(seat)
			for n := range record.Log {
				late := record.AppendObserved(nil, n, seat)
				if text, want := fmt.Sprint(late), fmt.Sprint(whole[len(whole)-len(late):]); text != want {
					t.Fatalf("seat %d, from event %d: %s, want %s", seat, n, text, want)
				}
			}
			if len(record.AppendObserved(nil, len(record.Log), seat)) != 0 {
				t.Fatalf("seat %d is told more than there is", seat)
			}
		}
	})
}
