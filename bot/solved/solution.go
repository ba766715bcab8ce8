package solved

import (
	"cmp"
	"errors"
	"math/bits"
	"slices"
)

// The stages of a hand at which a seat may have a choice.
const (
	stageForehand = iota // join or out
	stageDealer
	stageLead   // the first card
	stageReply  // the dealer's to it
	stageSecond // the lead to the second trick
	stageLast   // the reply to it
)

// size is how many cards a hand has, parts what the chances of a decision add up to.
const (
	size  = 3
	parts = 255
)

// suit has the cards of the first suit. In a Solution a card is 8 for each suit before its own, trump first, and its place in
// it, 0 for the highest; a set of cards has a bit a card.
const suit = 255

// Solution says how often each act is chosen in each decision of one of the six games. It is safe for concurrent use.
type Solution struct {
	Head
	pack      uint32
	renamings [][4]uint8     // of suits that are equally long; the first one changes nothing
	begins    map[uint32]int // by stage and hand: where its chances begin
	chances   []byte         // of all acts of a decision but the last, in the order of the keys
}

// Read reads a file of a solution. The error says why it can't be used.
func Read(file []byte) (*Solution, error) {
	h, data, err := Open(file)
	if err != nil {
		return nil, err
	}
	if h.Schema != Schema || h.Signature != Signature() || slices.Max(h.Shape[:]) > 8 {
		return nil, errors.New("the solution is for other rules than " + Name + " of this program: " + h.Rules + " " + h.Signature + ", want " + Signature())
	}
	s := &Solution{Head: h, begins: map[uint32]int{}, chances: data}
	for i, n := range h.Shape {
		s.pack |= (1<<n - 1) << (8 * i)
	}
	for _, r := range [...][4]uint8{{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 1, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1}} {
		if h.Shape == (Shape{h.Shape[0], h.Shape[r[1]], h.Shape[r[2]], h.Shape[r[3]]}) {
			s.renamings = append(s.renamings, r)
		}
	}
	n := 0
	for stage := range stageLast + 1 {
		for hand := range s.hands {
			if k := key(hand); !slices.ContainsFunc(s.renamings, func(r [4]uint8) bool { return key(rename(r, hand)) < k }) {
				s.begins[uint32(stage)<<15|k] = n
				n += s.before(stage, hand, nil)
			}
		}
	}
	if n != len(data) {
		return nil, errors.New("the solution is damaged: its decisions don't fill it")
	}
	return s, nil
}

// hands goes through all hands, in the order of their keys.
func (s *Solution) hands(yield func(hand uint32) bool) {
	for a := s.pack; a != 0; a &= a - 1 {
		for b := a & (a - 1); b != 0; b &= b - 1 {
			for c := b & (b - 1); c != 0; c &= c - 1 {
				if !yield(a&-a | b&-b | c&-c) {
					return
				}
			}
		}
	}
}

// key numbers a hand by its cards, from the least, five bits each.
func key(hand uint32) (k uint32) {
	for ; hand != 0; hand &= hand - 1 {
		k = k<<5 | uint32(bits.TrailingZeros32(hand))
	}
	return k
}

func rename(r [4]uint8, cards uint32) (renamed uint32) {
	for from, to := range r {
		renamed |= cards >> (8 * from) & suit << (8 * to)
	}
	return renamed
}

func renameCard(r [4]uint8, c uint8) uint8 { return 8*r[c/8] + c%8 }

// suitOf returns the cards of the suit of a card, beats those that win against it when it is led.
func suitOf(c uint8) uint32 { return suit << (c &^ 7) }

func beats(c uint8) uint32 {
	better := (uint32(1)<<c - 1) & suitOf(c)
	if c >= 8 {
		better |= suit
	}
	return better
}

// legal returns the cards that may be played to one that was led: of its suit, else trumps, else any.
func legal(held uint32, led uint8) uint32 { return cmp.Or(held&suitOf(led), held&suit, held) }

// before returns how many chances of a stage and a hand come before those of a decision, or how many there are, if played is
// nil. Of decisions that are alike if suits are renamed it counts the one with the least key.
func (s *Solution) before(stage int, hand uint32, played []uint8) (n int) {
	if stage <= stageLead {
		if played != nil {
			return 0
		}
		return 1 + stage/stageLead
	}
	var same [][4]uint8 // renamings that keep the hand
	for _, r := range s.renamings[1:] {
		if rename(r, hand) == hand {
			same = append(same, r)
		}
	}
	count := func(cards ...uint8) bool {
		upTo := ^uint32(0)
		if k := len(cards); played != nil {
			switch slices.Compare(cards, played[:k]) {
			case 1:
				return false
			case 0:
				upTo = 1<<played[k] - 1
			}
		}
		least := leastAfter(same, cards) & upTo
		for _, q := range s.questions(hand, cards) {
			n += (q.acts - 1) * bits.OnesCount32(q.cards&least)
		}
		return true
	}
	switch stage {
	case stageReply:
		count()
	case stageSecond:
		for c := s.pack; c != 0 && count(uint8(bits.TrailingZeros32(c))); c &= c - 1 {
		}
	case stageLast:
		s.pairs(hand, count)
	}
	return n
}

// pairs goes through the first tricks that a seat with a hand can have seen.
func (s *Solution) pairs(hand uint32, yield func(cards ...uint8) bool) {
	for a := s.pack; a != 0; a &= a - 1 {
		c1 := uint8(bits.TrailingZeros32(a))
		seconds := s.pack &^ hand
		if hand>>c1&1 == 0 {
			seconds = legal(hand, c1)
		}
		for ; seconds != 0; seconds &= seconds - 1 {
			if !yield(c1, uint8(bits.TrailingZeros32(seconds))) {
				return
			}
		}
	}
}

// leastAfter returns the cards that, played after others, give no greater key than with the suits renamed.
func leastAfter(same [][4]uint8, cards []uint8) uint32 {
	least := ^uint32(0)
	for _, r := range same {
		order := 0
		for _, c := range cards {
			order = cmp.Or(order, cmp.Compare(c, renameCard(r, c)))
		}
		switch order {
		case 1:
			return 0
		case 0:
			for i, to := range r {
				if uint8(i) > to {
					least &^= suit << (8 * i)
				}
			}
		}
	}
	return least
}

// question is how many acts a seat has after each of some cards.
type question struct {
	cards uint32
	acts  int
}

// questions returns after which next cards the seat with a hand has a choice.
func (s *Solution) questions(hand uint32, cards []uint8) (list [4]question) {
	next, held := s.pack&^hand, hand
	for _, c := range cards {
		next &^= 1 << c
		held &^= 1 << c
	}
	switch len(cards) {
	case 1: // the winner of the trick leads with two cards
		own := hand>>cards[0]&1 == 1
		if won := beats(cards[0]); own {
			next &^= won
		} else {
			next = legal(hand, cards[0]) & won
		}
		list[0] = question{next, 2}
		return list
	case 2: // the loser of the trick replies
		forehand := hand>>cards[0]&1 == 1
		if won := beats(cards[0])>>cards[1]&1 == 1; won != forehand {
			return list
		}
		if forehand && suitOf(cards[0]) != suitOf(cards[1]) {
			next &^= suitOf(cards[0]) // the dealer would have followed suit
		}
	}
	for i := range list {
		if n := bits.OnesCount32(legal(held, uint8(8*i))); n > 1 {
			list[i] = question{next & (suit << (8 * i)), n}
		}
	}
	return list
}

// weights returns how often each of these acts is chosen: join and out, or cards that may be played. They add up to of.
func (s *Solution) weights(stage int, hand uint32, played, acts []uint8) (w [size]int, of int) {
	least, by := uint64(1<<63), [6][4]uint8{}
	n := 0
	for _, r := range s.renamings {
		k := uint64(key(rename(r, hand)))
		for _, c := range played {
			k = k<<5 | uint64(renameCard(r, c))
		}
		switch {
		case k < least:
			least, by[0], n = k, r, 1
		case k == least:
			by[n] = r
			n++
		}
	}
	var seen [size]uint8
	for i, c := range played {
		seen[i] = renameCard(by[0], c)
	}
	hand = rename(by[0], hand)
	at := s.begins[uint32(stage)<<15|key(hand)] + s.before(stage, hand, seen[:len(played)])
	for _, r := range by[:n] { // of acts that are alike, the mean counts
		order := [size]int{0, 1, 2}
		if stage >= stageLead {
			slices.SortFunc(order[:len(acts)], func(i, j int) int { return int(renameCard(r, acts[i])) - int(renameCard(r, acts[j])) })
		}
		left := parts
		for k, i := range order[:len(acts)-1] {
			x := int(s.chances[at+k])
			w[i] += x
			left -= x
		}
		w[order[len(acts)-1]] += left
	}
	return w, parts * n
}
