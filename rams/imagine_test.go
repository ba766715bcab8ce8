package rams_test

import (
	"testing"

	"chratze/card"
	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/variant"
)

// TestImagine takes random hands at random decisions, exchanges cards that nobody but
// their owners can place, stacks another deck, and plays on: nature's actions stay right,
// and no seat but the owners sees a difference.
func TestImagine(t *testing.T) {
	t.Parallel()
	for _, name := range append(variant.Presets(), newDeals...) {
		v, _ := variant.Parse(name)
		least, most := v.Seats()
		for seats := least; seats <= most; seats++ {
			g, err := v.Game(seats)
			if err != nil && seats > 4 {
				continue // a spare hand leaves no cards for the last seats
			}
			if err != nil {
				t.Fatal(err)
			}
			r := ramstest.Rand(seats)
			for range 300 {
				imagine(t, g, &r)
			}
		}
	}
}

func imagine(t *testing.T, g *rams.Game, r *ramstest.Rand) {
	t.Helper()
	s, err := g.NewHand(g.FirstStart(rams.Seat(r.N(g.Seats()))))
	if err != nil {
		t.Fatal(err)
	}
	deck := rams.Deck{Source: r}
	var shown card.Set
	for more := r.N(20); !s.Done(); {
		if s.Turn() == rams.Nature {
			a := deck.Next(&s)
			if err := s.Apply(a); err != nil {
				t.Fatalf("%s: %v", s.String(), err)
			}
			if a.Kind == rams.CutPack {
				shown = a.Up.Set()
			}
			continue
		}
		if more == 0 {
			exchangeOne(t, &s, r, shown)
			deck = rams.Deck{Source: r}
			deck.Resume(&s)
		}
		more--
		legal := s.Legal(nil)
		s.ApplyUnchecked(legal[r.N(len(legal))])
	}
}

// exchangeOne swaps a card of the seat that acts with one of the stock, none that was shown at the cut or turned up.
func exchangeOne(t *testing.T, s *rams.State, r *ramstest.Rand, shown card.Set) {
	t.Helper()
	if up, ok := s.Upcard(); ok {
		shown |= up.Bit()
	}
	hand, stock := (s.Hand(s.Turn()) &^ shown).Append(nil), (s.Stock() &^ shown).Append(nil)
	if len(hand) == 0 || len(stock) == 0 {
		return
	}
	before := *s
	a, b := hand[r.N(len(hand))], stock[r.N(len(stock))]
	s.TransposeUnseen(a, b)
	if !s.Stock().Has(a) || !s.Hand(s.Turn()).Has(b) || s.Hand(s.Turn()).Has(a) {
		t.Fatalf("%v and %v exchanged: %s\nbefore: %s", a, b, s.String(), before.String())
	}
	if s.TransposeUnseen(a, b); *s != before {
		t.Fatalf("%v and %v exchanged twice: %s\nbefore: %s", a, b, s.String(), before.String())
	}
	s.TransposeUnseen(a, b)
}

// TestRuledOut holds RuledOut against legal plays: a seat may play a card just if it holds
// none that bars it.
func TestRuledOut(t *testing.T) {
	t.Parallel()
	for _, name := range append(variant.Presets(), "chratzen,void=trump,head=yes", "zwicken,head=no") {
		v, err := variant.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		_, most := v.Best()
		g, err := v.Game(most)
		if err != nil {
			t.Fatal(err)
		}
		r := ramstest.Rand(1)
		see := func(m *ramstest.Moment) error {
			s := &m.Before
			if v.Rules().MustLead == rams.MustLeadLoo && s.Played() == 0 {
				return nil // two trumps are no rule of pairs
			}
			if s.Phase() == rams.PhasePlay {
				for hand := s.Hand(s.Turn()); hand != 0; hand = hand.Rest() {
					c := hand.First()
					if may := s.RuledOut(c)&s.Hand(s.Turn()) == 0; may != s.Plays().Has(c) {
						t.Errorf("%s: %v may be played, says Bars: %v", s.String(), card.SetOf(c), may)
					}
				}
			}
			return nil
		}
		for range 300 {
			choose := func(_ *rams.State, legal []rams.Action) int { return r.N(len(legal)) }
			if _, err := ramstest.Play(g, g.FirstStart(0), &r, choose, see); err != nil {
				t.Fatal(err)
			}
		}
	}
}
