package zwicken2

import (
	"math"
	"slices"
)

// Key names a decision, up to suits that are alike: its stage and, as numbers of five bits, the three cards that were dealt to the
// seat, from the least, and those that were played. A card's number is 8 for each suit before its own, in the order of the Shape,
// and its place in it, 0 for the highest; a card not yet played is 0. Of all ways to rename suits that are equally long, it is
// the least key.
type Key uint64

// The stages of a hand at which there is a choice.
const (
	StageForehand = iota // join or out
	StageDealer
	StageLead   // the first card
	StageReply  // the dealer's to it
	StageSecond // the lead to the second trick
	StageLast   // the reply to it
)

func newKey(stage int, hand, played [size]uint8) Key {
	k := Key(stage)
	for _, c := range hand {
		k = k<<5 | Key(c)
	}
	for _, c := range played {
		k = k<<5 | Key(c)
	}
	return k
}

// Stage returns the stage of a decision.
func (k Key) Stage() int { return int(k >> 30) }

// Hand returns the cards that were dealt to the seat.
func (k Key) Hand() [size]uint8 { return k.cards(15) }

// Played returns the cards played before it.
func (k Key) Played() []uint8 {
	played := k.cards(0)
	return played[:max(0, k.Stage()-StageLead)]
}

func (k Key) cards(from int) (list [size]uint8) {
	for i := range list {
		list[i] = uint8(k >> (from + 5*(size-1-i)) & 31)
	}
	return list
}

// decision is one place in a Profile: what it is, and where the weights of its acts are, join before out, cards in the order of
// the key's numbers. Several places may have one key.
type decision struct {
	key   Key
	slots [size]int32
	like  [size]uint8 // by act: the first one that it is like, if suits are renamed
	n     int
}

// decisions calls yield with all places in which there is a choice.
func (g *Game) decisions(yield func(d *decision)) {
	n := uint8(g.n)
	for t, hand := range g.triples {
		g.decision(StageForehand, hand, nil, g.joins(Forehand, t), yield)
		g.decision(StageDealer, hand, nil, g.joins(Dealer, t), yield)
		g.decision(StageLead, hand, nil, g.lead(t), yield)
	}
	for f, c1 := range g.firsts {
		for t, hand := range g.triples {
			if !slices.Contains(hand[:], c1) {
				g.decision(StageReply, hand, []uint8{c1}, g.reply(f, t), yield)
			}
		}
		for c2 := range n {
			if c2 == c1 {
				continue
			}
			leader := int(g.beats[c1] >> c2 & 1)
			g.eachPair([]uint8{c1, c2}, leader, g.second(f, int(c2)), yield)
			for c3 := range n {
				if c3 != c1 && c3 != c2 {
					g.eachPair([]uint8{c1, c2, c3}, 1-leader, g.last(f, int(c2), int(c3)), yield)
				}
			}
		}
	}
}

// eachPair goes through what a seat can hold after the first trick.
func (g *Game) eachPair(played []uint8, seat, base int, yield func(d *decision)) {
	gone, own := bits(played...), played[seat]
	for y := range uint8(g.n) {
		for x := range y {
			cards := bits(x, y, own)
			if gone&^bits(own)&cards != 0 || x == own || y == own {
				continue
			}
			if seat == Dealer && g.legal(cards, played[0])>>own&1 == 0 {
				continue // it would not have played so
			}
			if seat == Forehand && len(played) == 3 && g.legal(bits(played[1:]...), played[0])>>played[1]&1 == 0 {
				continue // nor would the dealer
			}
			hand := [size]uint8{x, y, own}
			slices.Sort(hand[:])
			g.decision(StageLead+len(played), hand, played, base+2*int(g.pair[x][y]), yield)
		}
	}
}

// decision finds the key of a place, and yields it if there is a choice.
func (g *Game) decision(stage int, hand [size]uint8, played []uint8, at int, yield func(d *decision)) {
	held := bits(hand[:]...) &^ bits(played...)
	legal := held
	if stage == StageReply || stage == StageLast {
		legal = g.legal(held, played[len(played)-1])
	}
	if stage > StageDealer && legal&(legal-1) == 0 {
		return
	}
	d := decision{key: math.MaxUint64}
	for i := range g.alike {
		im := &g.alike[i]
		var h, p [size]uint8
		for i, c := range im.hand(hand) {
			h[i] = g.name[c]
		}
		for i, c := range played {
			p[i] = g.name[im.card[c]]
		}
		switch k := newKey(stage, h, p); {
		case k > d.key:
		case stage <= StageDealer:
			d = decision{key: k, n: 2, slots: [size]int32{int32(at), int32(at) + 1}, like: [size]uint8{0, 1, 2}}
		case k < d.key:
			d = decision{key: k, like: [size]uint8{0, 1, 2}}
			d.slots, d.n = g.order(held, legal, at, im)
		default: // this hand looks the same with other suits: some acts are alike
			slots, _ := g.order(held, legal, at, im)
			d.join(slots)
		}
	}
	yield(&d)
}

// order returns where the weights of the legal acts are, in the order that they have in an image.
func (g *Game) order(held, legal uint32, at int, im *image) (slots [size]int32, n int) {
	var order [size]uint8
	for c, slot := range g.members(held) {
		if legal>>c&1 == 0 {
			continue
		}
		k := n
		for ; k > 0 && order[k-1] > im.card[c]; k-- {
			order[k], slots[k] = order[k-1], slots[k-1]
		}
		order[k], slots[k] = im.card[c], int32(at+slot)
		n++
	}
	return slots, n
}

// join notes that the acts at the same place in another order are alike.
func (d *decision) join(slots [size]int32) {
	for k := range d.n {
		a, b := d.like[k], d.like[slices.Index(d.slots[:d.n], slots[k])]
		for i := range d.like {
			if d.like[i] == max(a, b) {
				d.like[i] = min(a, b)
			}
		}
	}
}

// members goes through the cards of a set, which are counted.
func (g *Game) members(set uint32) func(yield func(c uint8, i int) bool) {
	return func(yield func(uint8, int) bool) {
		i := 0
		for c := range uint8(g.n) {
			if set>>c&1 == 1 {
				if !yield(c, i) {
					return
				}
				i++
			}
		}
	}
}

// Book has the decisions of a game, each once, in the order of their keys, and all places of each in a Profile.
type Book struct {
	*Game
	Keys []Key
	own  []decision // by key: a place of it
	even []int32    // those of own with acts that are alike
	same [][2]int32 // slots that must have the weight of another: which, and the other
}

// NewBook lists the decisions of a game.
func NewBook(g *Game) *Book {
	b := &Book{Game: g}
	at := map[Key]int{}
	g.decisions(func(d *decision) {
		i, ok := at[d.key]
		if !ok {
			at[d.key] = len(b.own)
			b.own = append(b.own, *d)
			return
		}
		for k := range d.n {
			b.same = append(b.same, [2]int32{d.slots[k], b.own[i].slots[k]})
		}
	})
	slices.SortFunc(b.own, func(x, y decision) int {
		if x.key < y.key {
			return -1
		}
		return 1
	})
	for i := range b.own {
		b.Keys = append(b.Keys, b.own[i].key)
		if b.own[i].like != [size]uint8{0, 1, 2} {
			b.even = append(b.even, int32(i))
		}
	}
	return b
}

// share gives alike acts and alike places the same weights.
func (b *Book) share(p *Profile) {
	for _, i := range b.even {
		d := &b.own[i]
		var sum [size]float32
		var n [size]float32
		for k, slot := range d.slots[:d.n] {
			sum[d.like[k]] += p.weights[slot]
			n[d.like[k]]++
		}
		for k, slot := range d.slots[:d.n] {
			p.weights[slot] = sum[d.like[k]] / n[d.like[k]]
		}
	}
	for _, s := range b.same {
		p.weights[s[0]] = p.weights[s[1]]
	}
}

// each calls yield with every weight of a profile, once for alike places, in the order of the keys.
func (b *Book) each(p *Profile, yield func(x *float32)) {
	for i := range b.own {
		d := &b.own[i]
		for _, slot := range d.slots[:d.n] {
			yield(&p.weights[slot])
		}
	}
}

// find returns a decision of the book, and where each of its acts is among all cards that the seat holds, or join and out. The
// suits are as they are at the table. It returns nil without a choice.
func (b *Book) find(stage int, hand [size]uint8, played []uint8) (found *decision, acts [size]int32) {
	b.decision(stage, hand, played, 0, func(d *decision) {
		if i, ok := slices.BinarySearch(b.Keys, d.key); ok {
			found, acts = &b.own[i], d.slots
		}
	})
	return found, acts
}
