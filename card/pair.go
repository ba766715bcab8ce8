package card

// Pair is up to two cards in an order, as a small comparable value: what a cut
// shows, what comes face up. The zero Pair is empty.
type Pair struct {
	first, second Card // 0 beyond n, so that == compares what counts
	n             uint8
}

// PairOf returns the pair of these cards. It panics if there are more than two.
func PairOf(cards ...Card) Pair {
	var p Pair
	for _, c := range cards {
		p = p.With(c)
	}
	return p
}

// With returns p with c added behind its cards. It panics if p has two.
func (p Pair) With(c Card) Pair {
	switch p.n {
	case 0:
		return Pair{first: c, n: 1}
	case 1:
		return Pair{first: p.first, second: c, n: 2}
	}
	panic(ErrMany)
}

// Len returns the number of cards, 0 … 2.
func (p Pair) Len() int { return int(p.n) }

// At returns the card at place i, 0 or 1, which must be below Len.
func (p Pair) At(i int) Card {
	if i == 0 {
		return p.first
	}
	return p.second
}

// Set returns the cards as a set; hidden ones are left out.
func (p Pair) Set() Set {
	var s Set
	for i := range p.Len() {
		if c := p.At(i); c.Valid() {
			s |= c.Bit()
		}
	}
	return s
}

// List returns the cards as a list.
func (p Pair) List() List {
	return List{cards: [Suits * Ranks]Card{p.first, p.second}, n: p.n}
}
