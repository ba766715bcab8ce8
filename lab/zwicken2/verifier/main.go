// Verifier reads solutions of Zwicken for two (docs/zwicken-solved.md) and computes what a best response of each seat wins. It
// shares no code with the solver: it takes one hand after the other, and those of the other seat one by one. It exits with 1
// unless the file says the same.
package main

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"maps"
	"math"
	"math/bits"
	"os"
	"slices"
)

// solution is a file. A card is 8 for each suit before its own, suit 0 being trump, and its place in it, 0 for the highest. A set
// of cards has a bit a card.
type solution struct {
	Schema, SHA256   string
	Shape            [4]uint8 // how many cards of each suit there are
	Decisions        int
	Forehand, Dealer float64
	hands            []uint32
	renamings        [][4]int          // of suits that are equally long
	acts             map[uint64]int    // by key of a decision: how many acts it has
	chances          map[uint64][]byte // nil: not known yet
}

func main() {
	if log.SetFlags(0); len(os.Args) < 2 {
		log.Fatal("usage: verifier FILE.solution …")
	}
	for _, path := range os.Args[1:] {
		log.SetPrefix(path + ": ")
		s := read(path)
		log.Printf("%d decisions; now the best responses", s.Decisions)
		forehand, dealer := 50+s.response(0), -50+s.response(1) // the dealer has paid the ante
		log.Printf("a best response wins %.8f as forehand, %.8f as dealer: NashConv %.8f %% of the pot", forehand, dealer, forehand+dealer)
		if math.Abs(forehand-s.Forehand) > 2e-8 || math.Abs(dealer-s.Dealer) > 2e-8 {
			log.Fatalf("the file says %.8f and %.8f", s.Forehand, s.Dealer)
		}
	}
}

func must[T any](x T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return x
}

func read(path string) *solution {
	s, in := &solution{acts: map[uint64]int{}}, bufio.NewReader(must(gzip.NewReader(must(os.Open(path)))))
	must(s, json.Unmarshal(must(in.ReadBytes('\n')), s))
	chances := must(io.ReadAll(in))
	sum := fmt.Sprintf("%x", sha256.Sum256(chances))
	pack := uint32(1<<s.Shape[0] - 1 | (1<<s.Shape[1]-1)<<8 | (1<<s.Shape[2]-1)<<16 | (1<<s.Shape[3]-1)<<24)
	for h := uint64(7); h < 1<<32; h = ((h+h&-h)^h)>>2/(h&-h) | (h + h&-h) { // all sets of three
		if uint32(h)&^pack == 0 {
			s.hands = append(s.hands, uint32(h))
		}
	}
	for _, r := range [][4]int{{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 1, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1}} {
		if s.Shape == [4]uint8{s.Shape[0], s.Shape[r[1]], s.Shape[r[2]], s.Shape[r[3]]} {
			s.renamings = append(s.renamings, r)
		}
	}
	_, _ = s.response(0), s.response(1) // meet all decisions of the dealer, and of forehand
	// In the order of the keys there is a byte for each act but the last. The one put behind them is left.
	s.chances, chances = map[uint64][]byte{}, append(chances, 0)
	for _, k := range slices.Sorted(maps.Keys(s.acts)) {
		n := min(len(chances), s.acts[k]-1)
		s.chances[k], chances = chances[:n], chances[n:]
	}
	if s.Schema != "rams-solution/1" || len(s.acts) != s.Decisions || len(chances) != 1 || sum != s.SHA256 {
		log.Fatalf("the head says %s, %d decisions, sum %s; read as rams-solution/1 it has %d, %d bytes too many, sum %s", s.Schema, s.Decisions, s.SHA256, len(s.acts), len(chances)-1, sum)
	}
	return s
}

func rename(r [4]int, c int) int { return 8*r[c/8] + c%8 }

// key numbers a decision: the least number of all renamings of the suits, and the renamings that give it. The stages are join as
// forehand, as dealer, and the cards played.
func (s *solution) key(stage int, hand uint32, played []int) (least uint64, by [][4]int) {
	least = math.MaxUint64
	for _, r := range s.renamings {
		k, h := uint64(stage), uint32(0)
		for suit, to := range r {
			h |= hand >> (8 * suit) & 255 << (8 * to)
		}
		for ; h != 0; h &= h - 1 {
			k = k<<5 | uint64(bits.TrailingZeros32(h))
		}
		for _, c := range played {
			k = k<<5 | uint64(rename(r, c))
		}
		if k <<= 5 * (3 - len(played)); k < least {
			least, by = k, nil
		}
		if k == least {
			by = append(by, r)
		}
	}
	return least, by
}

// turn returns whose turn it is: the winner of a trick leads.
func turn(played []int) (seat int) {
	for i := 0; i+1 < len(played); i += 2 {
		if led, reply := played[i], played[i+1]; reply/8 == led/8 && reply < led || reply/8 == 0 && led/8 > 0 {
			seat = 1 - seat
		}
	}
	return (seat + len(played)) % 2
}

// legal returns the cards of a hand that may be played: follow suit, else play trump, else any.
func legal(hand uint32, played []int) (list []int) {
	for _, c := range played {
		hand &^= 1 << c
	}
	if n := len(played); n%2 == 1 {
		hand = cmp.Or(hand&(255<<(played[n-1]/8*8)), hand&255, hand)
	}
	for ; hand != 0; hand &= hand - 1 {
		list = append(list, bits.TrailingZeros32(hand))
	}
	return list
}

// strategy returns how likely the file does each of these acts: the mean over all renamings that give the key.
func (s *solution) strategy(stage int, hand uint32, played []int, acts []int) (p [3]float64) {
	if len(acts) == 1 {
		return [3]float64{1}
	}
	k, by := s.key(stage, hand, played)
	if s.chances == nil {
		s.acts[k] = len(acts)
		return [3]float64{1, 1, 1}
	}
	for _, r := range by {
		order := []int{0, 1, 2}[:len(acts)]
		slices.SortFunc(order, func(i, j int) int { return rename(r, acts[i]) - rename(r, acts[j]) })
		last := order[len(acts)-1]
		p[last] += 1 / float64(len(by))
		for n, i := range order[:len(acts)-1] {
			x := float64(s.chances[k][n]) / 255 / float64(len(by))
			p[i], p[last] = p[i]+x, p[last]-x
		}
	}
	return p
}

// other is a hand that the other seat can have, and how likely it got here with it.
type other struct {
	hand   uint32
	chance float64
}

// response returns what a best response of a seat wins against the other, in percent of the pot, without the ante.
func (s *solution) response(seat int) (sum float64) {
	for _, hand := range s.hands {
		if _, by := s.key(seat, hand, nil); by[0] == s.renamings[0] { // else it is like another hand
			sum += s.with(seat, hand) * float64(len(s.renamings)) / float64(len(by)*len(s.hands))
		}
	}
	return sum
}

func (s *solution) with(seat int, hand uint32) float64 {
	var others []other
	join, out, alone := 0.0, 0.0, 0.0
	for _, h := range s.hands {
		if h&hand != 0 {
			continue
		}
		joins := s.strategy(1-seat, h, nil, []int{0, 1})[0]
		others = append(others, other{h, joins})
		fold := -50 * float64(min(1, [2]uint32{h, hand}[seat]&255)) // what forehand wins by staying out: a dealer with a trump takes the pot
		if seat == 0 {
			out, join = out+fold, join+50*(1-joins)
		} else {
			out, alone = out-50*joins, alone-fold*(1-joins)
		}
	}
	return (alone + max(out, join+s.best(seat, hand, nil, others))) / float64(len(others))
}

// best returns what the seat wins at best with a hand, added up over the others.
func (s *solution) best(seat int, hand uint32, played []int, others []other) (value float64) {
	if len(played) == 6 {
		tricks := 3 - (turn(played[:2])+seat)%2 - (turn(played[:4])+seat)%2 - (turn(played)+seat)%2
		for _, o := range others {
			value += o.chance * []float64{-100, -100.0 / 6, 100.0 / 6, 100}[tricks]
		}
		return value
	}
	if turn(played) == seat {
		value = math.Inf(-1)
		for _, c := range legal(hand, played) {
			value = max(value, s.best(seat, hand, append(slices.Clip(played), c), others))
		}
		return value
	}
	var by [32][]other
	for _, o := range others {
		acts := legal(o.hand, played)
		p := s.strategy(2+len(played), o.hand, played, acts)
		for i, c := range acts {
			if p[i]*o.chance > 0 {
				by[c] = append(by[c], other{o.hand, p[i] * o.chance})
			}
		}
	}
	for c, list := range by {
		if list != nil {
			value += s.best(seat, hand, append(slices.Clip(played), c), list)
		}
	}
	return value
}
