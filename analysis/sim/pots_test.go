package sim

import (
	"math"
	"testing"

	"chratze/pot"
)

// Every amount falls into a bin that begins at most one part in 128 below it, and
// bins are in order.
func TestBins(t *testing.T) {
	t.Parallel()
	last := -1
	for _, n := range []pot.Chips{0, 1, 2, 127, 128, 255, 256, 257, 258, 511, 512, 515, 516, 1000, 99999, 1 << 40, 1e15 - 1, 1e15} {
		b := bin(n)
		if l := low(b); l > n || n-l > n/128 || n < 256 && l != n {
			t.Errorf("%d falls into the bin from %d", n, l)
		}
		if b < last || b >= potBins {
			t.Errorf("%d falls into bin %d, behind %d", n, b, last)
		}
		last = b
	}
	for b := range potBins {
		if bin(low(b)) != b {
			t.Fatalf("bin %d begins at %d, which falls into bin %d", b, low(b), bin(low(b)))
		}
	}
}

func TestQuantilesAndOctaves(t *testing.T) {
	t.Parallel()
	var p, q Pots
	for i := range pot.Chips(50) {
		p.add(2 * i) // 0 … 98
		q.add(2*i + 1)
	}
	q.add(1000)
	p.merge(&q)
	p.merge(&Pots{})
	for _, tt := range []struct {
		share float64
		want  pot.Chips
	}{{0, 0}, {0.25, 25}, {0.5, 50}, {0.95, 95}, {1, 1000}} {
		if got := p.Quantile(tt.share); got != tt.want {
			t.Errorf("quantile %v is %d, want %d", tt.share, got, tt.want)
		}
	}
	if p.N != 101 || p.Least != 0 || p.Most != 1000 {
		t.Errorf("%d amounts from %d to %d", p.N, p.Least, p.Most)
	}
	want := []Octave{{0, 20}, {20, 20}, {40, 40}, {80, 20}, {160, 0}, {320, 0}, {640, 1}}
	got := p.Octaves(20)
	if len(got) != len(want) {
		t.Fatalf("octaves %v, want %v", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("octaves %v, want %v", got, want)
		}
	}
	var late Pots
	late.add(500)
	if got := late.Octaves(100); len(got) != 1 || got[0] != (Octave{400, 1}) {
		t.Errorf("one pot of 500: octaves %v", got)
	}
	if got := (&Pots{}).Octaves(20); len(got) != 0 {
		t.Errorf("octaves of nothing: %v", got)
	}
}

// The error of a mean over groups that are of one piece is that of as many
// numbers as there are groups.
func TestMean(t *testing.T) {
	t.Parallel()
	var whole, single, other Mean
	for i := range 100 {
		x := float64(i%2) * 10 // deviation 5
		for range 4 {
			whole.add(x)
		}
		whole.cut()
		single.add(x)
		single.cut()
	}
	single.cut()                         // empty: nothing
	want := 1.984217 * 5 / math.Sqrt(99) // Student, 99 degrees
	for _, m := range []*Mean{&whole, &single} {
		if m.Mean() != 5 || math.Abs(m.Half()-want) > 1e-6 {
			t.Errorf("%v ± %v, want 5 ± %v", m.Mean(), m.Half(), want)
		}
	}
	if other.Mean() != 0 || !math.IsInf(other.Half(), 1) {
		t.Errorf("of nothing: %v ± %v", other.Mean(), other.Half())
	}
}
