package rams_test

import (
	"slices"
	"testing"

	"golang.org/x/tools/txtar"

	"chratze/card"
	"chratze/rams"
	"chratze/rams/ramstest"
)

// sampler plays nature without a pack, as a search does that tries worlds: from
// what nature owes, and from the cards whose place everybody saw.
type sampler struct {
	r *ramstest.Rand
	// A reshuffle belongs to the draw behind it: what is left of the stock stays as
	// it was thought of, and so does how many cards are wanted without a bonus.
	old    []card.Card
	wanted int
}

func (x *sampler) next(s *rams.State) rams.Action {
	d := s.PendingChance()
	a := rams.Action{Kind: d.Kind, Seat: d.Seat}
	switch d.Kind {
	case rams.Shuffle:
		return a
	case rams.CutPack:
		return x.cut(s, a)
	}
	order, n := x.order(s), d.N
	if x.old != nil {
		n = x.wanted
	}
	wanted := n
	if d.Kind == rams.Draw && s.Game().Rules().Exchange == rams.ExchangeBonus && n > 3 {
		for _, c := range order[min(3, len(order)):min(5, n, len(order))] {
			a.Up = a.Up.With(c)
		}
		n += bonus(s, a.Up.Set())
	}
	if n > len(order) && d.Reshuffle {
		x.old, x.wanted = order, wanted
		return rams.Action{Kind: rams.Reshuffle, Seat: rams.Nature, Cards: d.Discards}
	}
	x.old = nil
	a.Cards = card.SetOf(order[:min(n, len(order))]...)
	return a
}

// cut cuts the pack somewhere, and shows a second card when the rules want it
// (docs/rules.md 3.3).
func (x *sampler) cut(s *rams.State, a rams.Action) rams.Action {
	cards := s.Stock().Append(nil)
	x.r.Shuffle(cards)
	a.At = uint8(x.r.Cut(len(cards)))
	a.Up = card.PairOf(cards[0])
	first, rules := cards[0], s.Game().Rules()
	weli := rules.Weli.Card().Has(first)
	if rules.Cut.ShowsTwo() && (weli || first.Rank() == card.Ace || first.Rank() == card.Seven) {
		a.Up = card.PairOf(cards[:2]...)
	}
	return a
}

// order returns the stock in an order in which it can lie.
func (x *sampler) order(s *rams.State) []card.Card {
	if x.old != nil { // what is left of it, then the discards
		under := (s.Stock() &^ card.SetOf(x.old...)).Append(nil)
		x.r.Shuffle(under)
		return append(slices.Clip(x.old), under...)
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
	return (up & (card.OfSuit(trump) | s.Game().Rules().Weli.Card())).Len()
}

// TestNatureFromChances: whatever a sampler deals, Apply takes, and the hand goes on
// as any other. What is a little different it refuses.
func TestNatureFromChances(t *testing.T) {
	games(t, func(t *testing.T, g *rams.Game) {
		r := ramstest.Rand(8)
		start := g.FirstStart(0)
		for range times(40) {
			start = sampled(t, g, start, &r)
		}
	})
}

// TestNatureFromChancesOfHouseRules does so with options changed at random.
func TestNatureFromChancesOfHouseRules(t *testing.T) {
	t.Parallel()
	r := ramstest.Rand(9)
	for range times(300) {
		v, seats := houseRules(&r)
		if g, err := v.Game(seats); err == nil {
			sampled(t, g, g.FirstStart(0), &r)
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
			x.spoil(t, &s, m.Action)
		} else {
			legal := s.Legal(nil)
			m.Action = legal[r.N(len(legal))]
		}
		if err := s.Apply(m.Action); err != nil {
			t.Fatalf("%v\n%v\n%+v", err, &m.Before, m.Before.PendingChance())
		}
		m.After = s
		if err := ramstest.Step(&m); err != nil {
			t.Fatal(err)
		}
		if steps > 2*ramstest.MaxSteps {
			return g.FirstStart(0) // hops again and again
		}
	}
	return s.Result().Next
}

// spoil changes a right action of nature's so that it is wrong, and expects that it
// is refused.
func (x *sampler) spoil(t *testing.T, s *rams.State, right rams.Action) {
	t.Helper()
	r := x.r
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
	switch right.Kind {
	case rams.Reshuffle: // the stock alone doesn't do
		wrong = append(wrong, rams.Action{Kind: rams.Draw, Seat: s.PendingChance().Seat, Cards: s.Stock()})
	case rams.Draw:
		if right.Up.Len() != 1 {
			change(func(a *rams.Action) { a.Up = card.PairOf(right.Cards.First()) })
		}
		change(func(a *rams.Action) { a.Up = card.PairOf(right.Cards.First(), right.Cards.First()) })
		if s.Game().Rules().Exchange != rams.ExchangeBonus { // nothing hangs on a bonus: the stock does
			wrong = append(wrong, rams.Action{Kind: rams.Reshuffle, Seat: rams.Nature, Cards: s.PendingChance().Discards})
		}
	}
	for _, a := range wrong {
		if a == right {
			continue
		}
		if err := ramstest.Refuses(s, a); err != nil {
			t.Fatalf("%v\nright is %+v of %+v", err, right, s.PendingChance())
		}
	}
}

// TestPins: a card that the cut showed comes with its place, wherever the others
// lie: Kratzen's dealer lays five, and the fifth to come is the nine of clubs,
// face up.
func TestPins(t *testing.T) {
	t.Parallel()
	d := dealt(t, `
		rules kratzen
		seats 3
		dealer 0
		pot 60
		deal 0 Ac Kc Qc Jc
		upcard 9h
		stock 8c 8d 8s Tc 9c
		cut 15 6d 9c`)
	pins, at := d.State.Pins()
	nine := card.New(card.Nine, card.Clubs)
	if pins != card.PairOf(card.Weli6, nine) || at != [2]int{19, 4} {
		t.Fatalf("pinned are %v at %v", pins, at)
	}
	s := d.State
	act(t, &s, "0 schlagen", "1 weiter", "2 weiter", "1 join", "2 out", "0 lay Ac Kc Qc Jc 9h")
	if due := s.PendingChance(); due.Must != nine.Bit() || due.From.Has(card.Weli6) || due.N != 5 {
		t.Errorf("nature has to do %+v", due)
	}
	for _, test := range []struct {
		cards, up string
		right     bool
	}{
		{"8c 8d 8s Tc 9c", "Tc 9c", true},
		{"8c Kd 8s Tc 9c", "Kd 9c", true}, // as far as anybody knows
		{"8c 8d 8s Tc 9c", "Tc 8c", false},
		{"8c 8d 8s Tc Kd", "Tc Kd", false},
		{"8c 8d 8s 6d 9c", "8c 9c", false},
		{"8c 8d 8s Tc 9c", "9c", false},
	} {
		a := rams.Action{Kind: rams.Draw, Seat: 0}
		cards, err := card.ParseSet(test.cards)
		if err != nil {
			t.Fatal(err)
		}
		up, err := card.ParseList(test.up)
		if err != nil {
			t.Fatal(err)
		}
		a.Cards, a.Up = cards, card.PairOf(up.Slice()...)
		after := s
		if err := after.Apply(a); (err == nil) != test.right {
			t.Errorf("%s with %s face up: %v", test.cards, test.up, err)
		}
	}
}

// act performs acts, such as "1 join".
func act(t *testing.T, s *rams.State, acts ...string) {
	t.Helper()
	for _, text := range acts {
		a, err := rams.ParseAction(text[2:], rams.Seat(text[0]-'0'))
		if err == nil {
			err = s.Apply(a)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestReshuffleForABonus: whether the discards are needed may hang on what comes
// face up. Once they are shuffled something must have come that wants them.
func TestReshuffleForABonus(t *testing.T) {
	t.Parallel()
	d := dealt(t, `
		rules kratzen
		seats 6
		dealer 0
		pot 60
		deal 0 Ac Kc Qc Jc
		upcard 9h
		stock 8c 8d 8s Tc Td Kd Ts 9s
		cut 10 9s`)
	s := d.State
	act(t, &s, "0 weiter", "1 weiter", "2 weiter", "3 weiter", "4 weiter", "5 schlagen",
		"0 join", "1 join", "2 join", "3 out", "4 out")
	hand := s.Hand(5)
	act(t, &s, "5 lay "+hand.String())
	due := s.PendingChance()
	if due.N != 4 || due.From.Len() != 8 || !due.Reshuffle {
		t.Fatalf("nature has to do %+v", due)
	}
	if err := s.Apply(rams.Action{Kind: rams.Reshuffle, Seat: rams.Nature, Cards: s.Discards() &^ hand}); err != nil {
		t.Fatal(err)
	}
	for cards := s.Stock(); cards.Len() >= 4; cards = cards.Rest() {
		a := rams.Action{Kind: rams.Draw, Seat: 5}
		for c := cards; a.Cards.Len() < 4; c = c.Rest() {
			a.Cards |= c.First().Bit()
		}
		a.Up = card.PairOf(a.Cards.First())
		if err := ramstest.Refuses(&s, a); err != nil {
			t.Error(err)
		}
	}
}

// TestPinsEnd: a card that the cut showed and that has come back from the discards
// lies anywhere.
func TestPinsEnd(t *testing.T) {
	t.Parallel()
	record, err := narrate(txtar.Parse([]byte(`
-- hand --
rules kratzen
seats 6
dealer 0
pot 60
deal 0 Ac Kc Qc Jc
deal 1 7c 7s 7d 8h
deal 2 9c As Jh Th
deal 3 Ks Qs 7h Ad
deal 4 Js Ah Qd Jd
upcard 9h
stock 8c 8d 8s Tc Td Kd Ts 9s
reshuffle 9h Ac 8c Kc Qc Jc
reshuffle 9c 7c As 7s Jh Th 8h 7d 9s
cut 10 9s
-- acts --
0 schlagen
1 weiter
2 weiter
3 weiter
4 weiter
5 weiter
1 join
2 join
3 join
4 join
5 join
0 lay Ac Kc Qc Jc 9h
0 drop 8c
1 lay 7c 7s 7d 8h
1 drop 9s # the card that was shown
2 lay 9c As Jh Th
3 lay Ks Qs 7h Ad
`)))
	if err != nil {
		t.Fatal(err)
	}
	s := record.State()
	if pins, _ := s.Pins(); pins != (card.Pair{}) {
		t.Errorf("pinned are %v", pins)
	}
	act(t, &s, "4 lay Jd")
	if due := s.PendingChance(); due.Must != 0 || due.From.String() != "9s Jh Th 8h 7d" {
		t.Errorf("nature has to do %+v", due)
	}
}
