package zwicken2

import (
	"fmt"
	mathbits "math/bits"
	"strings"
)

// tally adds up what one way to play gains over another, over the hands that the other seat can hold.
type tally struct{ gain, met float64 }

func (s tally) String() string {
	if s.met == 0 {
		return "–"
	}
	return strings.Replace(fmt.Sprintf("%+.1f", s.gain/s.met), "-", "−", 1)
}

// cards returns a table of what ways to play the first trick gain over others against the solution, in the mean of all hands
// that come to choose between them.
func (b *Book) cards(p *Profile, gains map[int32][size]float64) string {
	hands := len(b.triples)
	reach, leads := [2]byHand{make(byHand, hands), make(byHand, hands)}, make([][size]float64, hands)
	for t := range b.triples {
		var q [size]float64
		for seat := range reach {
			(&walk{Profile: p}).chances(b.joins(seat, t), 2, 3, &q)
			reach[seat][t] = q[0]
		}
		(&walk{Profile: p}).chances(b.lead(t), size, 7, &leads[t])
	}
	var rows strings.Builder
	rows.WriteString("| forehand leads, against the highest trump | highest plain card | lowest plain card | lowest trump |\n|---|---|---|---|\n")
	led, met := map[[2]int][3]tally{}, b.disjoint(reach[Dealer])
	for t, hand := range b.triples {
		trumps, with := mathbits.OnesCount32(bits(hand[:]...)&b.trump), 0
		if trumps > 0 && b.beats[hand[0]] == 0 {
			with = 1
		}
		g, sums := gains[int32(b.lead(t))], led[[2]int{trumps, with}]
		for k, i := range [...]int{b.plain(hand, trumps, false), b.plain(hand, trumps, true), trumps - 1} {
			if i >= 0 && i != 0 {
				sums[k].gain += reach[Forehand][t] * (g[i] - g[0])
				sums[k].met += reach[Forehand][t] * met[t]
			}
		}
		led[[2]int{trumps, with}] = sums
	}
	for _, r := range []struct {
		name         string
		trumps, with int
	}{{"one trump, the highest", 1, 1}, {"one trump, a lower one", 1, 0}, {"two, with the highest", 2, 1}, {"two, without it", 2, 0}, {"three, with the highest", 3, 1}, {"three, without it", 3, 0}} {
		s := led[[2]int{r.trumps, r.with}]
		fmt.Fprintf(&rows, "| %s | %s | %s | %s |\n", r.name, s[0], s[1], s[2])
	}
	take, over := b.replies(p, gains, reach, leads)
	fmt.Fprintf(&rows, "\nThe dealer, following suit, gains %s by the cheapest card that wins instead of the lowest, and %s by the lowest of its trumps instead of the highest if it has to trump.\n", take, over)
	return rows.String()
}

// plain returns the place in a hand of its highest or lowest card beside the trumps, or -1.
func (b *Book) plain(hand [size]uint8, trumps int, lowest bool) (at int) {
	at = -1
	for i := trumps; i < size; i++ {
		if at < 0 || (b.name[hand[i]]%8 > b.name[hand[at]]%8) == lowest && b.name[hand[i]]%8 != b.name[hand[at]]%8 {
			at = i
		}
	}
	return at
}

// replies returns what the dealer gains by taking the first trick as cheaply as it can instead of ducking, and by its lowest
// trump instead of its highest on a plain card.
func (b *Book) replies(p *Profile, gains map[int32][size]float64, reach [2]byHand, leads [][size]float64) (take, over tally) {
	for f, c1 := range b.firsts {
		led, like := make(byHand, len(b.triples)), 0.0
		for c := range b.n {
			if int(b.led[c].first) == f {
				like++
			}
		}
		for t, hand := range b.triples {
			for i, c := range hand {
				if c == c1 {
					led[t] = reach[Forehand][t] * leads[t][i]
				}
			}
		}
		met := b.disjoint(led)
		for t, hand := range b.triples {
			held := bits(hand[:]...)
			if held>>c1&1 == 1 {
				continue
			}
			g, legal, win, duck, top := gains[int32(b.reply(f, t))], b.legal(held, c1), -1, -1, -1
			for i, c := range hand { // in a suit from the highest
				switch {
				case legal>>c&1 == 0:
				case b.beats[c1]>>c&1 == 1:
					if win = i; top < 0 {
						top = i
					}
				default:
					duck = i
				}
			}
			add := func(s *tally, one, other int) {
				s.gain += like * reach[Dealer][t] * (g[one] - g[other])
				s.met += like * reach[Dealer][t] * met[t]
			}
			follows := held&b.suit[c1] != 0
			if follows && win >= 0 && duck >= 0 {
				add(&take, win, duck)
			}
			if !follows && win != top {
				add(&over, win, top)
			}
		}
	}
	return take, over
}
