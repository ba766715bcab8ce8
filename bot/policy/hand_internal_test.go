package policy

import (
	"testing"

	"chratze/card"
	"chratze/rams"
	"chratze/variant/varianttest"
)

// TestNumberKnowsNoSuits: hands of one class, which differ only by the names of plain
// suits, have one number; and all numbers are within bounds.
func TestNumberKnowsNoSuits(t *testing.T) {
	t.Parallel()
	l := layoutOf(t, "chratze", 4)
	var h sortedHand
	for _, up := range []card.Card{card.New(card.Ace, card.Clubs), card.New(card.Jack, card.Hearts), card.New(card.Six, card.Diamonds)} {
		number := make([]int, ClassesUp(4))
		found := map[int]bool{}
		for a := card.Jass36.Cards() &^ up.Bit(); a != 0; a = a.Rest() {
			for b := a.Rest(); b != 0; b = b.Rest() {
				for c := b.Rest(); c != 0; c = c.Rest() {
					for d := c.Rest(); d != 0; d = d.Rest() {
						hand := a&-a | b&-b | c&-c | d&-d
						v := rams.View{Game: l.game, Hand: hand, Table: up.Bit(), Upcard: up, Trump: up.Suit()}
						h.read(&v, &l.rules)
						n := h.number(4)
						if n < 0 || n >= l.hands {
							t.Fatalf("%v with %v up: number %d of %d", hand, up, n, l.hands)
						}
						class := ClassUp(hand, up)
						if number[class] != 0 && number[class] != n+1 {
							t.Fatalf("%v with %v up: number %d, another hand of its class has %d", hand, up, n, number[class]-1)
						}
						number[class] = n + 1
						found[n] = true
					}
				}
			}
		}
		if len(found) < 200 {
			t.Errorf("with %v up only %d numbers", up, len(found))
		}
	}
}

func layoutOf(t testing.TB, rules string, seats int) *layout {
	t.Helper()
	g := varianttest.Game(t, rules, seats)
	return newLayout(g)
}

func set(t testing.TB, text string) card.Set {
	t.Helper()
	s, err := card.ParseSet(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestWorst: which cards go first. Trumps stay before plain cards, a king beside its ace is
// worth as much as the ace, and the trump six counts as the upcard.
func TestWorst(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rules, hand, up string
		n               int
		want            string
	}{
		{"chratze", "As 7h Kh 8d", "Th", 2, "As 8d"},
		{"chratze", "As Ks Qd 7h", "Th", 2, "Ks Qd"},
		{"chratze", "6h 7h 8h 9h", "Ah", 1, "7h"},
		{"kratzen", "6d 7h 8h 9h", "Ah", 1, "7h"},
		{"chratze", "9c 9d Qs 6c 7d", "Ah", 3, "6c 9d 7d"},
	} {
		l := layoutOf(t, tt.rules, 4)
		up := set(t, tt.up)
		v := rams.View{Game: l.game, Hand: set(t, tt.hand), Table: up, Upcard: up.First(), Trump: up.First().Suit()}
		var h sortedHand
		h.read(&v, &l.rules)
		if got := h.worst(tt.n); got != set(t, tt.want) {
			t.Errorf("%s: of %s with %s up go %v, want %s", tt.rules, tt.hand, tt.up, got, tt.want)
		}
	}
}
