package zwicken2

import (
	"math"
	"os"
	"testing"
)

// TestBluff: what forehand wins after the jack of diamonds if a seat may not join as it likes, as docs/zwicken-solved.md says.
func TestBluff(t *testing.T) {
	if os.Getenv("CHRATZE_VERIFY") == "" {
		t.Skip("a minute for each way to join: CHRATZE_VERIFY=1 runs it")
	}
	b := NewBook(New(Shape{7, 8, 8, 8}))
	p, _, err := b.Read(kept(t, b.Shape))
	if err != nil {
		t.Fatal(err)
	}
	bare := make([]bool, len(b.triples))
	for h, hand := range b.triples {
		bare[h] = bits(hand[:]...)&b.trump == 0
	}
	for _, c := range []struct {
		name string
		seat int
		join float32 // in these hands
		in   []bool  // nil: all
		want float64
	}{
		{"forehand without a bluff", Forehand, 0, b.bluffs(p), 54.75},
		{"forehand with trumps only", Forehand, 0, bare, 52.03},
		{"forehand always", Forehand, 1, nil, 56.25},
		{"the dealer with trumps only", Dealer, 0, bare, 60.84},
		{"the dealer always", Dealer, 1, nil, 62.23},
	} {
		s := NewSolver(b)
		fix := func() {
			for h := range b.triples {
				if at := b.joins(c.seat, h); c.in == nil || c.in[h] {
					s.now.weights[at], s.now.weights[at+1] = c.join, 1-c.join
				}
			}
		}
		for fix(); s.t < 60; {
			s.t++
			for seat := range 2 {
				(&walk{Profile: s.now, me: seat, learn: s.learn}).run()
				b.share(s.now)
				fix()
			}
		}
		if got := Ante + s.Average().Value(); math.Abs(got-c.want) > 0.05 {
			t.Errorf("%s: forehand wins %.2f, want %.2f", c.name, got, c.want)
		}
	}
}

// bluffs returns of each hand whether forehand would rather stay out against a dealer who is sure to join, with the hands with which it does.
func (b *Book) bluffs(p *Profile) []bool {
	n := len(b.triples)
	reach, bare, all := [2]byHand{make(byHand, n), make(byHand, n)}, make(byHand, n), make(byHand, n)
	var q [size]float64
	for h, hand := range b.triples {
		for seat := range reach {
			(&walk{Profile: p}).chances(b.joins(seat, h), 2, 3, &q)
			reach[seat][h] = q[0]
		}
		all[h] = 1
		if bits(hand[:]...)&b.trump != 0 {
			bare[h] = -b.taken
		}
	}
	played, met := (&walk{Profile: p, me: Forehand}).play(&reach), b.disjoint(reach[Dealer])
	out, hands := b.disjoint(bare), b.disjoint(all)
	list := make([]bool, n)
	for h := range list {
		list[h] = played[h]/met[h] < out[h]/hands[h]
	}
	return list
}
