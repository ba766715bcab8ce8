package rams_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"chratze/card"
	"chratze/chance"
	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/variant"
)

// TestSecrets plays hands again with two cards exchanged that a seat can't place,
// and expects that this seat is shown and told the same (ramstest.Secret).
func TestSecrets(t *testing.T) {
	games(t, func(t *testing.T, g *rams.Game) {
		r := ramstest.Rand(g.Seats())
		hands := times(20)
		compared := secrets(t, g, &r, hands)
		if compared < 25*hands {
			t.Errorf("only %d views were compared", compared)
		}
	})
}

// TestSecretsOfHouseRules does so for house rules that change the deal, and for presets with options changed at random.
func TestSecretsOfHouseRules(t *testing.T) {
	t.Parallel()
	r := ramstest.Rand(3)
	for _, name := range newDeals {
		v, err := variant.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		g, err := v.Game(4)
		if err != nil {
			t.Fatal(err)
		}
		secrets(t, g, &r, times(10))
	}
	for range times(100) {
		v, seats := houseRules(&r)
		if g, err := v.Game(seats); err == nil {
			secrets(t, g, &r, 2)
		}
	}
}

// secrets plays a sitting and compares the views of all seats and of the public,
// for some exchanges each.
func secrets(t *testing.T, g *rams.Game, r *ramstest.Rand, hands int) (compared int) {
	t.Helper()
	start := g.FirstStart(rams.Seat(r.N(g.Seats())))
	for range hands {
		var trump card.Suit
		h, err := ramstest.Write(g, start, r, r.Any, func(m *ramstest.Moment) error {
			if m.After.Done() {
				start = m.After.Result().Next
				trump, _ = m.After.Trump()
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for seat := ramstest.Public; int(seat) < g.Seats(); seat++ {
			if seat == rams.Nature {
				continue
			}
			for range 4 {
				e := exchange(r, &h, trump)
				n, err := ramstest.Secret(&h, seat, e)
				if err != nil {
					t.Fatalf("%+v, %d seats, seat %d, with %v and %v exchanged: %v", g.Rules(), g.Seats(), seat, e.X, e.Y, err)
				}
				compared += n
			}
		}
	}
	return compared
}

// exchange chooses two cards to exchange: of the pack, now and then the trump six,
// or of discards that were reshuffled.
func exchange(r *ramstest.Rand, h *ramstest.Hand, trump card.Suit) ramstest.Exchange {
	orders := h.Tape.Orders
	from := 0 // the last shuffle of the whole pack
	for i := range orders {
		if orders[i].Len() == orders[0].Len() {
			from = i
		}
	}
	if r.N(3) == 0 && orders[len(orders)-1].Len() > 1 {
		from += r.N(len(orders) - from)
	}
	cards := orders[from].Slice()
	e := ramstest.Exchange{From: from, X: cards[r.N(len(cards))], Y: cards[r.N(len(cards))]}
	if six := card.New(card.Six, trump); r.N(4) == 0 && orders[from].Set().Has(six) {
		e.X = six
	}
	for e.X == e.Y && len(cards) > 1 {
		e.Y = cards[r.N(len(cards))]
	}
	return e
}

// TestSameView: SameView compares all there is in a view; what can't be compared
// with == it must know by name.
func TestSameView(t *testing.T) {
	t.Parallel()
	view := reflect.TypeFor[rams.View]()
	for i := range view.NumField() {
		f := view.Field(i)
		if f.Type.Comparable() != (f.Name != "Events" && f.Name != "Legal") {
			t.Errorf("ramstest.SameView doesn't know of View.%s", f.Name)
		}
	}
}

// TestQuestions: a question about a blind is the dealer's alone, all others wait;
// any other question everybody sees, and only who is asked is told what is legal.
// Who is asked about the trump six is so alone that play seems to have begun.
func TestQuestions(t *testing.T) {
	games(t, func(t *testing.T, g *rams.Game) {
		r := ramstest.Rand(4)
		start := g.FirstStart(0)
		for range times(20) {
			s, err := ramstest.Play(g, start, &r, r.Any, func(m *ramstest.Moment) error {
				for seat := ramstest.Public; int(seat) < g.Seats(); seat++ {
					if seat != rams.Nature {
						question(t, &m.After, seat)
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			start = s.Result().Next
		}
	})
}

// question checks what a view says about the question that is open.
func question(t *testing.T, s *rams.State, seat rams.Seat) {
	t.Helper()
	v := s.View(seat, nil)
	phase, turn := s.Phase(), s.Turn()
	legal := s.Legal(nil)
	switch {
	case s.Done():
	case turn == rams.Nature:
		phase = rams.PhaseWait
	case seat == turn:
	case phase == rams.PhaseBlind || phase == rams.PhaseDoubleBlind:
		phase, turn, legal = rams.PhaseWait, rams.Nature, nil
	case phase == rams.PhaseSwap:
		phase, turn, legal = rams.PhasePlay, v.Lead, nil
		for cards := v.Hand; seat == v.Lead && cards != 0; cards = cards.Rest() {
			legal = append(legal, rams.Action{Kind: rams.Play, Seat: seat, Cards: cards.First().Bit()})
		}
	default:
		legal = nil
	}
	if v.Phase != phase || v.Turn != turn || !slices.Equal(v.Legal, legal) {
		t.Fatalf("seat %d sees phase %d, turn %d, legal %v, want %d, %d, %v", seat, v.Phase, v.Turn, v.Legal, phase, turn, legal)
	}
}

// TestBlindBeforeLook: with blind=before-look the dealer sees none of its cards at any step of the deal, until it has answered.
func TestBlindBeforeLook(t *testing.T) {
	t.Parallel()
	v, _ := variant.Parse("chratze,blind=before-look,double_blind=no")
	g, err := v.Game(4)
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.NewHand(rams.Start{Dealer: 2})
	if err != nil {
		t.Fatal(err)
	}
	deck := rams.Deck{Source: chance.Of(rand.New(rand.NewPCG(1, 1)))}
	for steps := 0; s.Turn() == rams.Nature; steps++ {
		s.ApplyUnchecked(deck.Next(&s))
		if view := s.View(2, nil); view.Hand != 0 {
			t.Fatalf("after %d steps of the deal the dealer sees %v", steps+1, view.Hand)
		}
	}
	if s.Phase() != rams.PhaseBlind || s.Hand(2).Len() != 4 {
		t.Fatalf("the dealer, with %v, is asked about %v", s.Hand(2), s.Phase())
	}
	s.ApplyUnchecked(rams.Action{Kind: rams.GoBlind, Seat: 2})
	if view := s.View(2, nil); view.Hand.Len() != 5 || s.Phase() != rams.PhaseJoin {
		t.Fatalf("after going blind the dealer sees %v, and %v is asked", view.Hand, s.Phase())
	}
}
