package chance

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"chratze/card"
)

// The numbers of a seed never change: histories, signatures and measured strength
// depend on them.
func TestRandFrozen(t *testing.T) {
	t.Parallel()
	r := Seeded(1, 2, 3)
	if got := [...]uint64{r.Uint64(), r.Uint64()}; got != [...]uint64{0x214d4c07ecfeaac5, 0x6ff419cb83dfe1e6} {
		t.Errorf("Uint64: %#x", got)
	}
	if got := [...]int{r.IntN(1), r.IntN(2), r.IntN(10), r.IntN(1000), r.IntN(1 << 40), r.Cut(36)}; got != [...]int{0, 0, 9, 33, 338542936658, 8} {
		t.Errorf("IntN: %v", got)
	}
	cards := card.Jass36.Cards().Append(nil)
	r.Shuffle(cards)
	const want = "7h Jd 8s 8d 6d 6c"
	if l := card.ListOf(cards[:6]...); l.String() != want {
		t.Errorf("Shuffle: %s …, want %s", l.String(), want)
	}
}

// Trained policies, puzzles and searches depend on these.
func TestFastFrozen(t *testing.T) {
	t.Parallel()
	f := Fast(1234567) // the example of prng.di.unimi.it
	if got := [...]uint64{f.Uint64(), f.Uint64()}; got != [...]uint64{6457827717110365317, 3203168211198807973} {
		t.Errorf("Uint64: %d", got)
	}
	if got := [...]int{f.IntN(1), f.IntN(2), f.IntN(10), f.IntN(1000), f.IntN(1 << 31), f.Cut(36)}; got != [...]int{0, 0, 8, 423, 1268406123, 10} {
		t.Errorf("IntN: %v", got)
	}
	cards := card.Jass36.Cards().Append(nil)
	f.Shuffle(cards)
	if l := card.ListOf(cards[:6]...); l.String() != "9c Jd Td Jh 6h 8c" || f != 10615391314450427406 {
		t.Errorf("Shuffle: %s …, then %d", l.String(), f)
	}
	if f := FastFor(7, 9); f != 0x870ed6c1c956ee44 || f.Uint64() != 0x2de9138c66bf54ba {
		t.Errorf("FastFor: %#x", uint64(f))
	}
	if got := Mix(5); bits.RotateLeft64(got, 23) != 0x8651c4e1ad31819d {
		t.Errorf("Mix: %#x", got)
	}
}

// A Shuffler gives the orders that math/rand/v2 does.
func TestShuffler(t *testing.T) {
	t.Parallel()
	s, want := Shuffler{rand.New(rand.NewPCG(1, 2))}, rand.New(rand.NewPCG(1, 2))
	for range 100 {
		a, b := card.Jass36.Cards().Append(nil), card.Jass36.Cards().Append(nil)
		s.Shuffle(a)
		want.Shuffle(len(b), func(i, j int) { b[i], b[j] = b[j], b[i] })
		if !slices.Equal(a, b) || s.Cut(36) != 1+want.IntN(35) {
			t.Fatalf("%v, want %v", a, b)
		}
	}
}

// Lists of numbers that differ, in whatever place or length, are other streams.
func TestSeededDiffer(t *testing.T) {
	t.Parallel()
	seen := map[uint64][]uint64{}
	lists := [][]uint64{{}, {0}, {1}, {golden}}
	for a := range uint64(30) {
		for b := range uint64(30) {
			lists = append(lists, []uint64{a, b}, []uint64{a, b, 0}, []uint64{a, b, 1 << 32}, []uint64{^a, b})
		}
	}
	for _, l := range lists {
		r := Seeded(l...)
		x := r.Uint64()
		if other, ok := seen[x]; ok {
			t.Errorf("Seeded(%v) is Seeded(%v)", l, other)
		}
		seen[x] = l
	}
}

// Every place of a shuffled pack gets every card equally often, and every pair of
// neighbouring places every pair of a small pack: chi-square, five deviations.
func TestShuffleUniform(t *testing.T) {
	t.Parallel()
	r := Seeded(7)
	const n = 100000
	var place [36][36]int
	for range n {
		var cards [36]card.Card
		for i := range cards {
			cards[i] = card.Card(i)
		}
		r.Shuffle(cards[:])
		for i, c := range cards {
			place[i][c]++
		}
	}
	chi := 0.0
	for i := range place {
		for _, count := range place[i] {
			chi += square(float64(count)-n/36.0) / (n / 36.0)
		}
	}
	const freedom = 35 * 35
	if d := chi - freedom; d > 5*50 || d < -5*50 { // the deviation is √(2·35·35) = 49.5
		t.Errorf("chi-square of places: %.0f, want about %d", chi, freedom)
	}
	orders := map[[4]card.Card]int{}
	for range 24 * 1000 {
		four := [4]card.Card{0, 1, 2, 3}
		r.Shuffle(four[:])
		orders[four]++
	}
	chi = 0
	for _, count := range orders {
		chi += square(float64(count)-1000) / 1000
	}
	if len(orders) != 24 || chi > 23+5*6.8 {
		t.Errorf("%d orders of four cards, chi-square %.0f, want about 23", len(orders), chi)
	}
}

func square(x float64) float64 { return x * x }

// IntN is uniform also where the bound doesn't divide 2^64 and much of it is
// drawn again.
func TestIntN(t *testing.T) {
	t.Parallel()
	r := Seeded(3)
	const third = 1 << 62 / 3
	var count [3]int
	for range 30000 {
		count[r.IntN(3*third)/third]++
	}
	for i, n := range count {
		if n < 9600 || n > 10400 {
			t.Errorf("third %d: %d of 30000", i, n)
		}
	}
	for range 1000 {
		if n := r.Cut(2); n != 1 {
			t.Fatalf("Cut(2) = %d", n)
		}
		if n := r.Cut(36); n < 1 || n > 35 {
			t.Fatalf("Cut(36) = %d", n)
		}
	}
}

func BenchmarkShuffle(b *testing.B) {
	r := Seeded(1)
	cards := card.Jass36.Cards().Append(nil)
	for b.Loop() {
		r.Shuffle(cards)
	}
}
