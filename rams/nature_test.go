package rams_test

import (
	"slices"
	"testing"

	"chratze/card"
	"chratze/rams"
	"chratze/rams/ramstest"
)

// sampler plays nature without a pack, as a search does that tries worlds: from
// what nature owes, and from the cards whose place everybody saw.
type sampler struct {
	r          *ramstest.Rand
	laid       card.Set // by the seat that draws
	reshuffled bool     // for this draw
}

func (x *sampler) next(s *rams.State) rams.Action {
	d := s.Owed()
	a := rams.Action{Kind: d.Kind, Seat: d.Seat}
	switch d.Kind {
	case rams.Shuffle:
		return a
	case rams.CutPack:
		return x.cut(s, a)
	}
	order := x.order(s, d)
	n := d.N
	if d.Kind == rams.Draw && s.Game().Rules().Exchange == rams.ExchangeBonus && n > 3 {
		for _, c := range order[min(3, len(order)):min(5, n, len(order))] {
			a.Up = a.Up.With(c)
		}
		n += bonus(s, a.Up.Set())
	}
	if n > len(order) && d.Reshuffle {
		x.reshuffled = true
		return rams.Action{Kind: rams.Reshuffle, Seat: rams.Nature, Cards: s.Discards() &^ x.laid}
	}
	x.reshuffled = false
	a.Cards = card.Of(order[:min(n, len(order))]...)
	return a
}

// cut cuts the pack somewhere, and shows a second card when the rules want it
// (RULES.md 3.3).
func (x *sampler) cut(s *rams.State, a rams.Action) rams.Action {
	cards := s.Stock().Append(nil)
	x.r.Shuffle(cards)
	a.At = uint8(x.r.Cut(len(cards)))
	a.Up = card.PairOf(cards[0])
	first, rules := cards[0], s.Game().Rules()
	weli := rules.Weli.Card().Has(first)
	if rules.Cut == rams.CutHop && (weli || first.Rank() == card.Ace || first.Rank() == card.Seven) {
		a.Up = card.PairOf(cards[:2]...)
	}
	return a
}

// order returns the stock in an order in which it can lie.
func (x *sampler) order(s *rams.State, d rams.Debt) []card.Card {
	if x.reshuffled { // what is left of the old stock, then the discards
		old, under := d.Must.Append(nil), (s.Stock() &^ d.Must).Append(nil)
		x.r.Shuffle(old)
		x.r.Shuffle(under)
		return append(old, under...)
	}
	pins, at := s.Pins()
	cards := (s.Stock() &^ pins.Set()).Append(nil)
	x.r.Shuffle(cards)
	places := []int{0, 1}[:pins.Len()]
	slices.SortFunc(places, func(i, j int) int { return at[i] - at[j] })
	for _, i := range places {
		cards = slices.Insert(cards, at[i], pins.At(i))
	}
	return cards
}

// bonus returns how many more cards come for those that came face up (3.8).
func bonus(s *rams.State, up card.Set) int {
	trump, _ := s.Trump()
	if up.Has(card.New(card.Ace, trump)) {
		return 5
	}
	return (up & (card.Lane(trump)&^card.Weli6.Bit() | s.Game().Rules().Weli.Card())).Len()
}

// TestNatureFromDebts: whatever a sampler deals, Apply takes, and the hand goes on
// as any other. What is a little different it refuses.
func TestNatureFromDebts(t *testing.T) {
	games(t, func(t *testing.T, g *rams.Game) {
		r := ramstest.Rand(8)
		start := g.First(0)
		for range times(40) {
			start = sampled(t, g, start, &r)
		}
	})
}

// TestNatureFromDebtsOfHouseRules does so with options changed at random.
func TestNatureFromDebtsOfHouseRules(t *testing.T) {
	t.Parallel()
	r := ramstest.Rand(9)
	for range times(300) {
		v, seats := houseRules(&r)
		if g, err := v.Game(seats); err == nil {
			sampled(t, g, g.First(0), &r)
		}
	}
}

// sampled plays a hand with a sampler as nature and returns how the next begins.
func sampled(t *testing.T, g *rams.Game, start rams.Start, r *ramstest.Rand) rams.Start {
	t.Helper()
	s, err := g.NewHand(start)
	if err != nil {
		t.Fatal(err)
	}
	x := sampler{r: r}
	for steps := 0; !s.Done(); steps++ {
		m := ramstest.Moment{Before: s}
		if s.Turn() == rams.Nature {
			m.Action = x.next(&s)
			spoil(t, &s, m.Action, r)
		} else {
			legal := s.Legal(nil)
			m.Action = legal[r.N(len(legal))]
			x.laid = m.Action.Cards
		}
		if err := s.Apply(m.Action); err != nil {
			t.Fatalf("%v\n%v\n%+v", err, &m.Before, m.Before.Owed())
		}
		m.After = s
		if err := ramstest.Step(&m); err != nil {
			t.Fatal(err)
		}
		if steps > 2*ramstest.MaxSteps {
			return g.First(0) // hops again and again
		}
	}
	return s.Result().Next
}

// spoil changes a right action of nature's so that it is wrong, and expects that it
// is refused.
func spoil(t *testing.T, s *rams.State, right rams.Action, r *ramstest.Rand) {
	t.Helper()
	var wrong []rams.Action
	change := func(f func(a *rams.Action)) {
		a := right
		f(&a)
		wrong = append(wrong, a)
	}
	change(func(a *rams.Action) { a.Seat = rams.Nobody })
	change(func(a *rams.Action) { a.Seat += 1 + rams.Seat(r.N(s.Game().Seats()-1)) })
	change(func(a *rams.Action) { a.Kind = rams.NoKind })
	change(func(a *rams.Action) { a.Cards = 1 << 63 })
	change(func(a *rams.Action) { a.Cards |= s.Hand(s.Dealer()) &^ 1 })
	if right.Cards != 0 {
		change(func(a *rams.Action) { a.Cards = a.Cards.Rest() })
		change(func(a *rams.Action) { a.Cards = 0 })
	}
	if more := s.Stock() &^ right.Cards; more != 0 && right.Kind != rams.CutPack {
		change(func(a *rams.Action) { a.Cards |= more & -more })
	}
	if right.Kind == rams.CutPack {
		change(func(a *rams.Action) { a.At = 0 })
		change(func(a *rams.Action) { a.At = uint8(s.Stock().Len()) })
		change(func(a *rams.Action) { a.Up = card.Pair{} })
		change(func(a *rams.Action) { a.Up = card.PairOf(card.Hidden) })
		change(func(a *rams.Action) { a.Up = card.PairOf(a.Up.At(0), a.Up.At(0)) })
	} else {
		change(func(a *rams.Action) { a.At = 1 })
		change(func(a *rams.Action) { a.Up = card.PairOf((s.Game().Rules().Pack.Cards() &^ s.Stock() &^ 1).First()) })
	}
	for _, a := range wrong {
		if a == right {
			continue
		}
		if err := ramstest.Refuses(s, a); err != nil {
			t.Fatalf("%v\nright is %+v of %+v", err, right, s.Owed())
		}
	}
}

// TestPins: a card that the cut showed lies at its place, wherever the others lie,
// and may not be dealt elsewhere.
func TestPins(t *testing.T) {
	t.Parallel()
	d := dealt(t, `
		rules kratzen
		seats 3
		dealer 0
		pot 60
		cut 14 6d 9c`)
	pins, at := d.State.Pins()
	if pins != card.PairOf(card.Weli6, card.New(card.Nine, card.Clubs)) || at != [2]int{19, 5} {
		t.Fatalf("pinned are %v at %v", pins, at)
	}
}
