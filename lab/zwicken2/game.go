// Package zwicken2 solves Zwicken without an exchange for two players (zwicken-schlecken with two seats, docs/zwicken-solved.md).
//
//	shape, cards := solved.ShapeOf(rules, upcard, shown) // 7-888: seven trumps, eight cards of each other suit
//	book := zwicken2.NewBook(zwicken2.New(shape))
//	s := zwicken2.NewSolver(book)
//	s.Iterate(200)
//	forehand, dealer := s.Average().Response(zwicken2.Forehand), s.Average().Response(zwicken2.Dealer)
//
// In each suit only the order counts, so all upcards and cards shown at the cut that leave equally many cards of each suit are
// one game. It is walked by what both seats see, with all hands of a seat at once.
package zwicken2

import (
	"slices"

	"chratze/bot/solved"
	"chratze/card"
	"chratze/rams"
)

// Shape and Head are those of package solved.
type (
	Shape = solved.Shape
	Head  = solved.Head
)

// The seats. The dealer has paid the ante.
const (
	Forehand = 0
	Dealer   = 1
)

// size is how many cards a hand has, most how many can be in the hands.
const (
	size = 3
	most = 31
)

// Example is an upcard and the cards shown at the cut with their shape.
type Example struct {
	Upcard card.Card
	Shown  card.Set
	Shape  Shape
}

// Examples returns one upcard and cut of each shape: first those without a card shown.
func Examples() (list []Example) {
	rules := solved.Rules("plain")
	known := map[Shape]bool{}
	for _, shown := range append([]card.Set{0}, slices.Collect(shownCards)...) {
		for _, s := range []card.Suit{card.Diamonds, card.Clubs} {
			up := card.New(card.Jack, s)
			if shape, _ := solved.ShapeOf(rules, up, shown); !shown.Has(up) && !known[shape] {
				known[shape] = true
				list = append(list, Example{up, shown, shape})
			}
		}
	}
	return list
}

// shownCards goes through the cards that a cut can show in the end, without the deal moving on.
func shownCards(yield func(card.Set) bool) {
	rules := solved.Rules("hop1")
	for c := range (card.Skat32.Cards()).All() {
		if !rules.CutCounts(c) && !yield(c.Bit()) {
			return
		}
	}
}

// Game is what follows an upcard: two hands of three of the other cards, join or out, and three tricks. A card is its place
// among those of solved.ShapeOf, and a set of cards has a bit a card.
type Game struct {
	Shape Shape

	n     int                 // how many cards there are
	name  [most]uint8         // by card: 8 for each suit before its own, and its place in it from the highest
	trump uint32              // the trumps
	suit  [most]uint32        // by card: the cards of its suit
	beats [most]uint32        // by card: those that beat it when it is led
	over  [most][most]float64 // by card led and reply: 1 if the reply wins
	worth [size + 1]float64   // what forehand wins if both play, by its tricks, in percent of the pot
	taken float64             // what a seat wins that takes the pot without play

	pair    [most][most]int16 // two cards as a number
	triples [][size]uint8
	rest    [][size]int16                   // by triple: the pair that is left without its first, second, third card
	alike   []image                         // ways to rename suits without any difference; the first one changes nothing
	firsts  []uint8                         // of the cards that can be led first, one of those that are alike
	led     [most]struct{ first, by uint8 } // by card: the place in firsts of the one it is like, and the image that makes it so
}

// image is a renaming of the suits.
type image struct {
	card    [most]uint8
	pairs   []int16
	triples []int16
}

// New returns the game of a shape, of at least six and at most 31 cards.
func New(shape Shape) *Game {
	g := &Game{Shape: shape}
	for s, n := range shape {
		all := uint32(1)<<n - 1
		for place := range n {
			c := g.n + int(place)
			g.name[c] = uint8(8*s) + place
			g.suit[c] = all << g.n
			g.beats[c] = (1<<place - 1) << g.n
			if s > 0 {
				g.beats[c] |= g.trump
			}
		}
		if s == 0 {
			g.trump = all
		}
		g.n += int(n)
	}
	for c := range g.n {
		for d := range g.n {
			g.over[c][d] = float64(g.beats[c] >> d & 1)
		}
	}
	g.hands()
	g.rename()
	g.settle()
	return g
}

// hands numbers what a seat can hold.
func (g *Game) hands() {
	n := int16(0)
	for i := range g.n {
		for j := range i {
			g.pair[i][j], g.pair[j][i] = n, n
			n++
		}
	}
	k := uint8(g.n)
	for a := range k {
		for b := a + 1; b < k; b++ {
			for c := b + 1; c < k; c++ {
				g.triples = append(g.triples, [size]uint8{a, b, c})
				g.rest = append(g.rest, [size]int16{g.pair[b][c], g.pair[a][c], g.pair[a][b]})
			}
		}
	}
}

// pairs returns how many pairs there are.
func (g *Game) pairs() int { return g.n * (g.n - 1) / 2 }

// rename finds the suits that are alike: those that are equally long, beside the trumps.
func (g *Game) rename() {
	number := map[[size]uint8]int16{}
	for t, hand := range g.triples {
		number[hand] = int16(t)
	}
	place := map[uint8]uint8{} // by name
	for c, name := range g.name[:g.n] {
		place[name] = uint8(c)
	}
	for _, to := range [...][card.Suits]uint8{{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 1, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1}} {
		im := image{pairs: make([]int16, g.pairs()), triples: make([]int16, len(g.triples))}
		same := true
		for s := range to {
			same = same && g.Shape[s] == g.Shape[to[s]]
		}
		if !same {
			continue
		}
		for c, name := range g.name[:g.n] {
			im.card[c] = place[8*to[name/8]+name%8]
		}
		for i := range g.n {
			for j := range i {
				im.pairs[g.pair[i][j]] = g.pair[im.card[i]][im.card[j]]
			}
		}
		for t, hand := range g.triples {
			im.triples[t] = number[im.hand(hand)]
		}
		g.alike = append(g.alike, im)
	}
	for c := range uint8(g.n) {
		at := -1
		for by := 0; by < len(g.alike) && at < 0; by++ {
			at = slices.Index(g.firsts, g.alike[by].card[c])
			g.led[c].by = uint8(by)
		}
		if at < 0 {
			at, g.led[c].by = len(g.firsts), 0
			g.firsts = append(g.firsts, c)
		}
		g.led[c].first = uint8(at)
	}
}

// hand returns a hand with its suits renamed, its cards in order.
func (im *image) hand(h [size]uint8) [size]uint8 {
	for i, c := range h {
		h[i] = im.card[c]
	}
	slices.Sort(h[:])
	return h
}

// settle asks the kernel what the ends of a hand are worth.
func (g *Game) settle() {
	rules := solved.Rules("plain")
	t := rams.Tally{Pot: 300, Dealer: Dealer, Declarer: rams.Nobody, Lost: rams.Nobody, Contract: [rams.MaxSeats]rams.Contract{rams.Joined}}
	worth := func() float64 {
		r, err := rules.Settle(t)
		if err != nil {
			panic(err) // TestPlay
		}
		return r.Gain(Forehand)
	}
	g.taken = worth()
	t.Contract[Dealer] = rams.Joined
	for n := range g.worth {
		t.Tricks[Forehand], t.Tricks[Dealer] = uint8(n), uint8(size-n)
		g.worth[n] = worth()
	}
}

// legal returns which of these cards of a hand may be played to a card that was led.
func (g *Game) legal(hand uint32, led uint8) uint32 {
	if follow := hand & g.suit[led]; follow != 0 {
		return follow
	}
	if trumps := hand & g.trump; trumps != 0 {
		return trumps
	}
	return hand
}

func bits(cards ...uint8) (s uint32) {
	for _, c := range cards {
		s |= 1 << c
	}
	return s
}
