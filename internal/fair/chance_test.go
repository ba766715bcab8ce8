package fair

import (
	"math"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"testing"

	"chratze/card"
)

// counts says how often each card lay at each place, and how often the first eight cards had a
// given number of cards of a suit.
type counts struct {
	place [36][64]int
	suit  [card.Suits][9]int
	n     int
}

func (c *counts) add(order []card.Card) {
	c.n++
	var suits [card.Suits]int
	for at, x := range order {
		c.place[at][x]++
		if at < 8 {
			suits[x.Suit()]++
		}
	}
	for s, n := range suits {
		c.suit[s][n]++
	}
}

func (c *counts) merge(d *counts) {
	c.n += d.n
	for at := range c.place {
		for x := range c.place[at] {
			c.place[at][x] += d.place[at][x]
		}
	}
	for s := range c.suit {
		for n := range c.suit[s] {
			c.suit[s][n] += d.suit[s][n]
		}
	}
}

// sigmas returns how many standard deviations χ² is above its mean (Wilson and Hilferty).
func sigmas(chi2, degrees float64) float64 {
	v := 2 / (9 * degrees)
	return (math.Cbrt(chi2/degrees) - (1 - v)) / math.Sqrt(v)
}

// places returns χ² of cards by place. Rows and columns have fixed sums, so there are 35·35
// degrees of freedom.
func (c *counts) places() float64 {
	chi2, want := 0.0, float64(c.n)/36
	for at := range c.place {
		for _, x := range card.Jass36.Cards().Append(nil) {
			d := float64(c.place[at][x]) - want
			chi2 += d * d / want
		}
	}
	return sigmas(chi2, 35*35) // the variance of such a table is that of its degrees of freedom
}

// suits returns χ² of the number of cards of a suit among the first eight, with six or more as
// one class: the worst of the four suits.
func (c *counts) suits() float64 {
	worst := math.Inf(-1)
	for s := range c.suit {
		chi2 := 0.0
		got, want := 0.0, 0.0
		for n := range c.suit[s] {
			got += float64(c.suit[s][n])
			want += float64(c.n) * choose(9, n) * choose(27, 8-n) / choose(36, 8)
			if n < 6 || n == 8 {
				chi2 += (got - want) * (got - want) / want
				got, want = 0, 0
			}
		}
		worst = max(worst, sigmas(chi2, 6))
	}
	return worst
}

func choose(n, k int) float64 {
	c := 1.0
	for i := range k {
		c = c * float64(n-i) / float64(i+1)
	}
	return c
}

// spread counts n shuffles, made by several goroutines. Each has a seed and a number of its
// draw.
func spread(n int, one func(seed Secret, draw int, cards []card.Card)) *counts {
	const draws = 10_000 // of each seed
	sorted := card.Jass36.Cards().Append(nil)
	var all counts
	var mu sync.Mutex
	var wait sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		wait.Go(func() {
			var c counts
			cards := slices.Clone(sorted)
			for i := w; i*draws < n; i += workers {
				seed := derive(Secret{}, "test "+strconv.Itoa(i))
				for d := range min(draws, n-i*draws) {
					copy(cards, sorted)
					one(seed, d+1, cards)
					c.add(cards)
				}
			}
			mu.Lock()
			all.merge(&c)
			mu.Unlock()
		})
	}
	wait.Wait()
	return &all
}

// TestShufflesAreEven: every card lies at every place equally often, and hands have as many
// cards of a suit as they must by chance. With CHRATZE_VERIFY it makes 10^8 shuffles.
func TestShufflesAreEven(t *testing.T) {
	t.Parallel()
	c := spread(howMany(100_000_000, 60_000), shuffle)
	t.Logf("%d shuffles: places %+.2f, suits %+.2f standard deviations", c.n, c.places(), c.suits())
	if c.places() > 5 || c.suits() > 5 {
		t.Error("that is no chance")
	}
}

// TestUnevenShufflesAreFound plants the mistakes that people make in shuffles.
func TestUnevenShufflesAreFound(t *testing.T) {
	t.Parallel()
	info := func(draw int) string { return "draw " + strconv.Itoa(draw) + " shuffle 36" }
	for _, tt := range []struct {
		name   string
		one    func(seed Secret, draw int, cards []card.Card)
		places bool
		suits  bool
	}{
		{"no number is refused", func(seed Secret, draw int, cards []card.Card) {
			s := stream{seed: seed, info: info(draw)}
			for i := len(cards) - 1; i > 0; i-- {
				j := int(s.next()) % (i + 1)
				cards[i], cards[j] = cards[j], cards[i]
			}
		}, true, false},
		{"every place with any place", func(seed Secret, draw int, cards []card.Card) {
			s := stream{seed: seed, info: info(draw)}
			for i := range cards {
				j := s.below(len(cards))
				cards[i], cards[j] = cards[j], cards[i]
			}
		}, true, true},
		{"never stays", func(seed Secret, draw int, cards []card.Card) {
			s := stream{seed: seed, info: info(draw)}
			for i := len(cards) - 1; i > 0; i-- {
				j := s.below(i)
				cards[i], cards[j] = cards[j], cards[i]
			}
		}, true, false},
		{"one suit comes in threes now and then", func(seed Secret, draw int, cards []card.Card) {
			shuffle(seed, draw, cards)
			if draw%40 == 0 {
				slices.SortStableFunc(cards[:12], func(a, b card.Card) int { return int(a.Suit()) - int(b.Suit()) })
			}
		}, false, true},
	} {
		c := spread(60_000, tt.one)
		t.Logf("%s: places %+.1f, suits %+.1f", tt.name, c.places(), c.suits())
		if c.places() < 8 && tt.places || c.suits() < 8 && tt.suits {
			t.Errorf("%s isn't found: places %+.2f, suits %+.2f", tt.name, c.places(), c.suits())
		}
	}
}

func BenchmarkShuffle(b *testing.B) {
	cards := card.Jass36.Cards().Append(nil)
	for i := range b.N {
		shuffle(Secret{}, i, cards)
	}
}

// BenchmarkDeal measures what a hand costs the server: its seed, its order, and the commitments
// to 36 cards.
func BenchmarkDeal(b *testing.B) {
	for i := range b.N {
		h := HandSecret(Secret{}, i)
		d := Draws{Number: i, Seed: Seed(i, h, []Given{{0, h.Hex()}})}
		d.Shuffle(card.Jass36.Cards().Append(nil))
		d.Published(1)
	}
}
