package env

import (
	"math/bits"

	"chratze/card"
	"chratze/rams"
)

// due is what nature can do next: one of the cards, each as likely, or, without cards, the things numbered from only on, each as
// likely.
type due struct {
	rams.Due
	cards card.Set
	only  int
	n     int // how many things, or cards
}

// reshuffled is the bit of table.want that says that the discards have become the stock during this draw.
const reshuffled = 0x80

// next returns what nature can do next, one card at a time. It is nature's turn.
func (t *table) next() (d due) {
	d.Due = t.PendingChance()
	d.n = 1
	switch {
	case d.Kind == rams.Shuffle:
		d.only = shuffle
		return d
	case d.Kind == rams.CutPack && t.cut == 0:
		d.only, d.n = firstCut+1, d.From.Len()-1
		return d
	case d.Kind == rams.CutPack:
		d.cards = d.From
		if t.ups > 0 {
			d.cards &^= t.up[0].Bit()
		}
	default:
		if d.Kind == rams.Draw && t.want == 0 {
			t.want = uint8(d.N)
		}
		if d.cards = t.lying(t.Stock() &^ t.pending); d.cards == 0 {
			d.only = reshuffle
		}
	}
	d.n = max(1, d.cards.Len())
	return d
}

// lying returns those of the cards that can lie on top: one whose place was seen at the cut, or any whose place wasn't.
func (t *table) lying(cards card.Set) card.Set {
	pins, at := t.Pins()
	for i := range pins.Len() {
		if pin := pins.At(i).Bit(); at[i] == t.pending.Len() {
			return pin
		} else {
			cards &^= pin
		}
	}
	return cards
}

// chance does what the number says; false: that can't be.
func (t *table) chance(id int) bool {
	d := t.next()
	switch {
	case d.cards == 0:
		if id < d.only || id >= d.only+d.n {
			return false
		}
		if id > firstCut {
			t.cut = uint8(id - firstCut)
			return true
		}
		t.happen(&d)
	case id < 0 || id >= card.Suits*card.Ranks || !d.cards.Has(numbered(id)):
		return false
	default:
		t.come(&d, numbered(id))
	}
	return true
}

// do makes an action of the kernel.
func (t *table) do(a rams.Action) {
	t.did = a
	t.ApplyUnchecked(a)
}

// happen does what needs no card.
func (t *table) happen(d *due) {
	if d.only == reshuffle {
		t.want |= reshuffled
		t.do(rams.Action{Kind: rams.Reshuffle, Seat: rams.Nature, Cards: d.Discards})
		return
	}
	t.do(rams.Action{Kind: rams.Shuffle, Seat: rams.Nature})
}

// come lets a card come. The last one of a packet, or of a cut, is what the state waits for.
func (t *table) come(d *due, c card.Card) {
	a := rams.Action{Kind: d.Kind, Seat: d.Seat}
	switch d.Kind {
	case rams.CutPack:
		t.up[t.ups] = c
		if t.ups++; t.ups == 1 && t.g.showsTwo && t.Game().CutCounts(c) {
			return
		}
		a.At, a.Up = t.cut, card.PairOf(t.up[:t.ups]...)
	case rams.Draw:
		want := int(t.want &^ reshuffled)
		if n := t.pending.Len(); t.g.bonus && n >= 3 && n < min(want, 5) {
			t.up[t.ups] = c
			t.ups++
		}
		t.pending |= c.Bit()
		a.Up = card.PairOf(t.up[:t.ups]...)
		if t.pending.Len() < want+t.extra(a.Up.Set()) && (t.Stock()&^t.pending != 0 || d.Discards != 0) {
			return
		}
		a.Cards = t.pending
	default:
		if t.pending |= c.Bit(); t.pending.Len() < d.N {
			return
		}
		a.Cards = t.pending
	}
	t.pending, t.want, t.cut, t.ups, t.up = 0, 0, 0, 0, [2]card.Card{}
	t.do(a)
}

// extra returns how many cards more a draw has for those that came face up (docs/rules.md 3.8).
func (t *table) extra(up card.Set) int {
	trump, _ := t.Trump()
	if up.Has(card.New(card.Ace, trump)) {
		return 5
	}
	return (up & t.Game().Trumps(trump)).Len()
}

// nature acts, by the hand's own random numbers, until a seat has to or the hand is over.
func (t *table) nature(h Hand) {
	for t.Turn() == rams.Nature {
		d := t.next()
		id := d.only
		switch {
		case d.cards != 0 && d.Kind != rams.Draw && d.Kind != rams.CutPack && d.cards.Len() == t.Stock().Len()-t.pending.Len():
			t.packet(h, &d)
			continue
		case d.cards != 0:
			c := pick(d.cards, below(&t.random, d.n))
			id = CardNumber(c)
			t.come(&d, c)
		case d.n > 1:
			id += below(&t.random, d.n)
			t.cut = uint8(id - firstCut)
		default:
			t.happen(&d)
		}
		h.note(id)
	}
}

// packet lets the rest of a packet come at once, as its cards would one by one: none has a place that was seen.
func (t *table) packet(h Hand, d *due) {
	for n := t.pending.Len(); n < d.N-1; n++ {
		c := pick(d.cards, below(&t.random, d.cards.Len()))
		d.cards &^= c.Bit()
		t.pending |= c.Bit()
		h.note(CardNumber(c))
	}
	c := pick(d.cards, below(&t.random, d.cards.Len()))
	t.come(d, c)
	h.note(CardNumber(c))
}

// pick returns the i-th card of a set.
func pick(cards card.Set, i int) card.Card {
	for ; i > 0; i-- {
		cards = cards.Rest()
	}
	return card.Card(bits.TrailingZeros64(uint64(cards)))
}
