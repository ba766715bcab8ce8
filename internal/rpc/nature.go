package rpc

import (
	"math"
	"strconv"
	"strings"

	"chratze/card"
	"chratze/chance"
	"chratze/rams"
)

// text writes an action with everything it shows.
func text(a rams.Action) string {
	switch {
	case a.Kind == rams.Reshuffle:
		return a.Kind.String() // the state knows the cards
	case a.Kind == rams.CutPack:
		b := append([]byte(a.Kind.String()+" "), strconv.Itoa(int(a.At))...)
		for i := range a.Up.Len() {
			b = append(append(b, ' '), a.Up.At(i).String()...)
		}
		return string(b)
	case a.Up.Len() > 0:
		up := a.Up.List()
		return a.String() + " up " + up.String()
	}
	return a.String()
}

// parse reads an action in a state: a player's, or the one that nature is to take.
func parse(s *rams.State, text string) (a rams.Action, err error) {
	if s.Turn() != rams.Nature {
		return rams.ParseAction(text, s.Turn())
	}
	pending := s.PendingChance()
	word, rest, _ := strings.Cut(text, " ")
	a = rams.Action{Kind: pending.Kind, Seat: pending.Seat}
	switch {
	case word == rams.Reshuffle.String() && pending.Reshuffle:
		a.Kind, a.Seat, a.Cards = rams.Reshuffle, rams.Nature, pending.Discards
		return a, nil
	case word != pending.Kind.String():
		return a, errNature
	case pending.Kind == rams.CutPack:
		at, shown, _ := strings.Cut(rest, " ")
		n, err := strconv.ParseUint(at, 10, 8)
		if err != nil {
			return a, err
		}
		a.At = uint8(n)
		a.Up, err = pair(shown)
		return a, err
	}
	cards, up, _ := strings.Cut(rest, " up ")
	if a.Cards, err = card.ParseSet(cards); err == nil {
		a.Up, err = pair(up)
	}
	return a, err
}

func pair(text string) (p card.Pair, err error) {
	l, err := card.ParseList(text)
	if err != nil || l.Len() > 2 {
		return p, errNature
	}
	return card.PairOf(l.Slice()...), nil
}

// act applies an action if it is legal.
func act(x *rams.Record, a rams.Action) error {
	if a.Kind.Player() {
		return x.Apply(a)
	}
	after := x.State()
	if err := after.Apply(a); err != nil {
		return err
	}
	before := x.State()
	x.ApplyUnchecked(a, order(&before, a))
	return nil
}

// order returns the cards of nature's action in an order in which they can have come: those
// whose place is known at that place, the others in pack order.
func order(s *rams.State, a rams.Action) []card.Card {
	if a.Kind != rams.DealCards && a.Kind != rams.Draw {
		return nil
	}
	list := make([]card.Card, a.Cards.Len())
	for i := range list {
		list[i] = card.Hidden
	}
	rest := a.Cards
	put := func(i int, c card.Card) {
		if rest.Has(c) && i < len(list) {
			list[i] = c
			rest &^= c.Bit()
		}
	}
	pins, at := s.Pins()
	for i := range pins.Len() {
		put(at[i], pins.At(i))
	}
	for i := range a.Up.Len() {
		put(3+i, a.Up.At(i)) // 3.8
	}
	for i := range list {
		if list[i] == card.Hidden {
			list[i] = rest.First()
			rest = rest.Rest()
		}
	}
	return list
}

// nature lets nature act until a seat is on turn, and returns the actions.
func nature(x *rams.Record, seed uint64) (acted []string) {
	chance := chance.Seeded(seed)
	deck := rams.Deck{Source: &chance}
	state := x.State()
	deck.Resume(&state)
	for ; state.Turn() == rams.Nature; state = x.State() {
		a := deck.Next(&state)
		acted = append(acted, text(a))
		x.ApplyUnchecked(a, order(&state, a))
	}
	return acted
}

// chances returns all actions that nature can take and their probabilities. It returns nil if
// there are more than most, or if only playing on shows their probabilities (a draw in which
// cards come face up).
func chances(s *rams.State, most int) (list []string, odds []float64) {
	pending := s.PendingChance()
	switch {
	case pending.Kind == rams.Shuffle:
		return []string{pending.Kind.String()}, []float64{1}
	case pending.Kind == rams.CutPack:
		return cuts(s, pending, most)
	case pending.Kind == rams.Draw && pending.N > pending.From.Len():
		return []string{rams.Reshuffle.String()}, []float64{1}
	}
	free := pending.From &^ pending.Must
	k := pending.N - pending.Must.Len()
	n := binomial(free.Len(), k)
	if n > float64(most) {
		return nil, nil
	}
	a := rams.Action{Kind: pending.Kind, Seat: pending.Seat}
	subsets(free, k, pending.Must, func(cards card.Set) {
		a.Cards = cards
		list = append(list, text(a))
		odds = append(odds, 1/n)
	})
	after := *s
	first, err := parse(s, list[0])
	if err != nil || after.Apply(first) != nil {
		return nil, nil // the outcome depends on more than which cards come
	}
	return list, odds
}

// cuts returns the possible cuts, with the cards they show.
func cuts(s *rams.State, pending rams.Due, most int) (list []string, odds []float64) {
	n := pending.From.Len()
	a := rams.Action{Kind: rams.CutPack, Seat: pending.Seat}
	try := func(p float64, cards ...card.Card) bool {
		a.Up = card.PairOf(cards...)
		after := *s
		if after.Apply(a) != nil {
			return false
		}
		list = append(list, text(a))
		odds = append(odds, p)
		return true
	}
	for at := 1; at < n; at++ {
		a.At = uint8(at)
		for one := pending.From; one != 0; one = one.Rest() {
			if len(list) > most {
				return nil, nil
			}
			p := 1 / float64(n-1) / float64(n)
			if try(p) || try(p, one.First()) {
				continue
			}
			for two := pending.From &^ one.First().Bit(); two != 0; two = two.Rest() {
				try(p/float64(n-1), one.First(), two.First())
			}
		}
	}
	return list, odds
}

func binomial(n, k int) float64 {
	b := 1.0
	for i := range k {
		b = b * float64(n-i) / float64(i+1)
	}
	return math.Round(b)
}

// subsets calls visit for every set of k of the cards, joined with the set with.
func subsets(cards card.Set, k int, with card.Set, visit func(card.Set)) {
	switch {
	case k == 0:
		visit(with)
	case cards.Len() >= k:
		subsets(cards.Rest(), k-1, with|cards.First().Bit(), visit)
		subsets(cards.Rest(), k, with, visit)
	}
}
