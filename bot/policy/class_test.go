package policy_test

import (
	"slices"
	"testing"

	"chratze/bot/policy"
	"chratze/card"
)

// hands yields all hands of n cards of a set.
func hands(pack card.Set, n int, yield func(card.Set)) {
	var walk func(rest, hand card.Set, n int)
	walk = func(rest, hand card.Set, n int) {
		if n == 0 {
			yield(hand)
			return
		}
		for ; rest.Len() >= n; rest = rest.Rest() {
			walk(rest.Rest(), hand|rest&-rest, n-1)
		}
	}
	walk(pack, 0, n)
}

// form is what a class is by definition: the trump lane, and the plain lanes sorted.
func form(hand card.Set, trump card.Suit) (f [card.Suits]card.Set) {
	i := 1
	for s := range card.Suit(card.Suits) {
		lane := hand & card.OfSuit(s) >> (16 * s)
		if s == trump {
			f[0] = lane
			continue
		}
		f[i] = lane
		i++
	}
	slices.Sort(f[1:])
	return f
}

func TestClass(t *testing.T) {
	t.Parallel()
	for n, want := range [...]struct{ hands, classes, up int }{{1, 1, 9}, {36, 18, 153}, {630, 198, 1629}, {7140, 1710, 13761}, {58905, 12123, 95346}} {
		if got := policy.Classes(n); got != want.classes {
			t.Errorf("%d cards: %d classes, want %d", n, got, want.classes)
		}
		if got := policy.ClassesUp(n); got != want.up {
			t.Errorf("%d cards: %d classes with an upcard, want %d", n, got, want.up)
		}
		for trump := range card.Suit(card.Suits) {
			seen := map[[card.Suits]card.Set]int{}
			taken := make([]bool, want.classes)
			count := 0
			hands(card.Jass36.Cards(), n, func(hand card.Set) {
				count++
				check(t, seen, taken, form(hand, trump), policy.Class(hand, trump))
			})
			if count != want.hands || len(seen) != want.classes {
				t.Errorf("%d cards, trump %v: %d hands in %d classes", n, trump, count, len(seen))
			}
		}
	}
}

// check expects that a class has one form and a form one class.
func check[F comparable](t *testing.T, seen map[F]int, taken []bool, f F, class int) {
	t.Helper()
	if class < 0 || class >= len(taken) {
		t.Fatalf("%v has class %d of %d", f, class, len(taken))
	}
	was, known := seen[f]
	if known && was != class || !known && taken[class] {
		t.Fatalf("%v: class %d, before %d (%v)", f, class, was, known)
	}
	seen[f], taken[class] = class, true
}

func TestClassUp(t *testing.T) {
	t.Parallel()
	type withUp struct {
		hand [card.Suits]card.Set
		up   card.Rank
	}
	for _, n := range []int{2, 3, 4} {
		seen := map[withUp]int{}
		taken := make([]bool, policy.ClassesUp(n))
		for up := card.Jass36.Cards() & card.OfSuit(card.Hearts); up != 0; up = up.Rest() {
			c := up.First()
			hands(card.Jass36.Cards()&^c.Bit(), n, func(hand card.Set) {
				check(t, seen, taken, withUp{form(hand, card.Hearts), c.Rank()}, policy.ClassUp(hand, c))
			})
		}
		if slices.Contains(taken, false) {
			t.Errorf("%d cards: a class has no hand", n)
		}
	}
}

func BenchmarkClassUp(b *testing.B) {
	var list []card.Set
	hands(card.Jass36.Cards()&^card.New(card.Ten, card.Spades).Bit(), 4, func(h card.Set) { list = append(list, h) })
	for i := 0; b.Loop(); i++ {
		policy.ClassUp(list[i%len(list)], card.New(card.Ten, card.Spades))
	}
}
