package card_test

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"chratze/card"
)

// all returns the 52 cards in pack order, made from ranks and suits.
func all() (cards []card.Card) {
	for s := card.Clubs; s <= card.Diamonds; s++ {
		for r := int(card.Ace); r >= int(card.Two); r-- {
			cards = append(cards, card.New(card.Rank(r), s))
		}
	}
	return cards
}

func TestCards(t *testing.T) {
	t.Parallel()
	for i, c := range all() {
		text := "AKQJT98765432"[i%13:i%13+1] + "cshd"[i/13:i/13+1]
		if c.String() != text || c.Rank().String()+c.Suit().String() != text {
			t.Errorf("card %d is %v, want %s", i, c, text)
		}
		if parsed, err := card.Parse(text); parsed != c || err != nil {
			t.Errorf("%s is read as %v (%v)", text, parsed, err)
		}
		if !c.Valid() || c.Bit().First() != c || c.Bit().Len() != 1 {
			t.Errorf("%v is no card", c)
		}
		if i > 0 && all()[i-1] >= c {
			t.Errorf("%v stands behind %v in pack order", all()[i-1], c)
		}
	}
	for c := card.Card(0); c < 255; c++ {
		if valid := strings.Contains(card.Full52.Cards().String(), c.String()); c.Valid() != valid {
			t.Errorf("card %d: valid is %v", c, c.Valid())
		}
	}
	if card.Hidden.Valid() || card.Hidden.String() != "??" {
		t.Error("a hidden card has a face")
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "A", "As ", "sA", "1s", "Ax", "aS", "as", "?", "???", "10s", "Ä"} {
		if c, err := card.Parse(text); !errors.Is(err, card.ErrCard) || c != 0 {
			t.Errorf("%q is read as %v (%v)", text, c, err)
		}
	}
	for _, text := range []string{"", "C", "x", "cs", "?"} {
		if s, err := card.ParseSuit(text); !errors.Is(err, card.ErrSuit) || s != 0 {
			t.Errorf("suit %q is read as %v (%v)", text, s, err)
		}
	}
	if card.Suit(4).String() != "?" || card.Rank(13).String() != "?" {
		t.Error("a suit or rank too many has a letter")
	}
}

func TestSuitsAndPacks(t *testing.T) {
	t.Parallel()
	for s, text := range []string{"c", "s", "h", "d"} {
		parsed, err := card.ParseSuit(text)
		if err != nil || parsed != card.Suit(s) || parsed.String() != text {
			t.Errorf("suit %q is read as %v (%v)", text, parsed, err)
		}
		if got := card.OfSuit(card.Suit(s)).Len(); got != card.Ranks {
			t.Errorf("lane %s has %d cards", text, got)
		}
	}
	for _, test := range []struct {
		pack   card.Pack
		name   string
		cards  int
		hasNot string
	}{
		{card.Jass36, "jass36", 36, ""},
		{card.Weli33, "weli33", 33, "6c 6s 6h"},
		{card.Skat32, "skat32", 32, "6c 6s 6h 6d"},
		{card.Full52, "full52", 52, ""},
		{card.Small9, "small9", 9, "Jc Tc 9c 8c 7c 6c Js Ts 9s 8s 7s 6s Jh Th 9h 8h 7h 6h Ad Kd Qd Jd Td 9d 8d 7d 6d"},
	} {
		if got := test.pack.String(); got != test.name {
			t.Errorf("pack %s is called %s", test.name, got)
		}
		if got := card.Jass36.Cards() &^ test.pack.Cards(); test.pack.Cards().Len() != test.cards || got.String() != test.hasNot {
			t.Errorf("%s has %d cards, not %v", test.name, test.pack.Cards().Len(), got)
		}
	}
	if card.Weli6.String() != "6d" || card.Weli7.String() != "7d" {
		t.Errorf("the Welis are %v and %v", card.Weli6, card.Weli7)
	}
	for r := card.Two; r <= card.Ace; r++ {
		if got := card.ByRank(r); got.Len() != card.Suits || got.First().Rank() != r {
			t.Errorf("rank %v has %v", r, got)
		}
	}
}

// TestSets: a set is what a map of cards would be, walked in pack order.
func TestSets(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cards := rapid.SliceOf(rapid.SampledFrom(all())).Draw(t, "cards")
		in := map[card.Card]bool{}
		for _, c := range cards {
			in[c] = true
		}
		s := card.SetOf(cards...)
		var want []string
		for _, c := range all() {
			if in[c] {
				want = append(want, c.String())
			}
			if s.Has(c) != in[c] {
				t.Errorf("%v in %v: %v", c, s, s.Has(c))
			}
		}
		if got := s.String(); got != strings.Join(want, " ") || s.Len() != len(in) {
			t.Errorf("%v has %d cards %q", cards, s.Len(), got)
		}
		listed := card.ListOfSet(s)
		if listed.String() != s.String() || listed.Set() != s || card.SetOf(s.Append(nil)...) != s {
			t.Errorf("%v is listed as %v", s, &listed)
		}
		if s != 0 && (s.Rest() != s&^s.First().Bit() || s.First().String() != want[0]) {
			t.Errorf("%v begins with %v, then %v", s, s.First(), s.Rest())
		}
		again, err := card.ParseSet(strings.Join(shuffled(t, want), " "))
		if err != nil || again != s {
			t.Errorf("%v is read as %v (%v)", s, again, err)
		}
	})
}

func shuffled(t *rapid.T, words []string) []string {
	if len(words) == 0 {
		return nil
	}
	return rapid.Permutation(words).Draw(t, "order")
}

// TestLists: a list keeps order and hidden cards, and shows only what it may.
func TestLists(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cards := rapid.SliceOfN(rapid.SampledFrom(append(all(), card.Hidden)), 0, 36).Draw(t, "cards")
		l := card.ListOf(cards...)
		var words []string
		seen := card.SetOf(rapid.SliceOf(rapid.SampledFrom(all())).Draw(t, "seen")...)
		var shown []string
		for i, c := range cards {
			words = append(words, c.String())
			if l.At(i) != c || l.Slice()[i] != c {
				t.Errorf("card %d of %v is %v", i, &l, l.At(i))
			}
			if c.Valid() && seen.Has(c) {
				shown = append(shown, c.String())
			} else {
				shown = append(shown, "??")
			}
		}
		if l.Len() != len(cards) || l.String() != strings.Join(words, " ") {
			t.Errorf("%v is listed as %v", words, &l)
		}
		if again, err := card.ParseList(l.String()); err != nil || again != l {
			t.Errorf("%v is read as %v (%v)", &l, &again, err)
		}
		if part := card.Shown(&l, seen); part.String() != strings.Join(shown, " ") {
			t.Errorf("of %v, %v is shown as %v", &l, seen, &part)
		}
		if u := card.HiddenList(len(cards)); u.String() != strings.TrimSuffix(strings.Repeat("?? ", len(cards)), " ") || u.Set() != 0 {
			t.Errorf("%d unseen cards are %v", len(cards), &u)
		}
	})
}

func TestListsRefuse(t *testing.T) {
	t.Parallel()
	tooMany := strings.TrimSuffix(strings.Repeat("As ", 53), " ")
	for _, test := range []struct {
		text      string
		list, set error
	}{
		{"As Ks", nil, nil},
		{"", nil, nil},
		{"As As", nil, card.ErrTwo},
		{"As ??", nil, card.ErrCard},
		{"As ", card.ErrCard, card.ErrCard},
		{" As", card.ErrCard, card.ErrCard},
		{"As  Ks", card.ErrCard, card.ErrCard},
		{"AsKs", card.ErrCard, card.ErrCard},
		{"As,Ks", card.ErrCard, card.ErrCard},
		{"A", card.ErrCard, card.ErrCard},
		{"As Ks X", card.ErrCard, card.ErrCard},
		{"As 1s Ks", card.ErrCard, card.ErrCard},
		{tooMany, card.ErrMany, card.ErrMany},
	} {
		if _, err := card.ParseList(test.text); !errors.Is(err, test.list) {
			t.Errorf("list %q: %v, want %v", test.text, err, test.list)
		}
		if _, err := card.ParseSet(test.text); !errors.Is(err, test.set) {
			t.Errorf("set %q: %v, want %v", test.text, err, test.set)
		}
	}
	refuses(t, "a list of 53 cards", func() { card.ListOf(make([]card.Card, 53)...) })
}

func TestPairs(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cards := rapid.SliceOfN(rapid.SampledFrom(append(all(), card.Hidden)), 0, 2).Draw(t, "cards")
		p := card.PairOf(cards...)
		l, want := p.List(), card.ListOf(cards...)
		if p.Len() != len(cards) || l != want || p.Set() != want.Set() {
			t.Errorf("the pair of %v is %v", cards, &l)
		}
		for i, c := range cards {
			if p.At(i) != c {
				t.Errorf("card %d is %v, want %v", i, p.At(i), c)
			}
		}
	})
	refuses(t, "a pair of three cards", func() { card.PairOf(card.Weli6, card.Weli7, card.Weli6) })
}

// refuses expects a panic.
func refuses(t *testing.T, what string, f func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Errorf("%s is taken", what)
		}
	}()
	f()
}
