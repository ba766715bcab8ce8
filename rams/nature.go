package rams

import "chratze/card"

// Due is what nature has to do before a hand can go on (a chance node).
type Due struct {
	Kind Kind     // Shuffle, CutPack, DealCards, TurnUp, TurnBid, or Draw
	Seat Seat     // to whom, or who cuts
	N    int      // how many cards; for a Draw at least this many, as a bonus may come (3.8)
	From card.Set // the cards to choose from, all equally likely for somebody who sees only the table
	Must card.Set // those of From that are certain to come
	// Reshuffle says that the discards may become the stock before the draw. They
	// must if N is more than From holds; they may if a bonus takes more.
	Reshuffle bool
	Discards  card.Set // the cards of that Reshuffle
}

// PendingChance returns what nature has to do. It is valid only while Turn is Nature.
func (s *State) PendingChance() Due {
	d := Due{Seat: Nature, N: 1, From: s.stock}
	switch s.phase {
	case phaseShuffle:
		return Due{Kind: Shuffle, Seat: Nature}
	case phaseCut:
		return Due{Kind: CutPack, Seat: s.game.prev(s.dealer), From: s.game.pack}
	case phaseDeal, phaseNewCards:
		d.Kind, d.Seat, d.N = DealCards, s.to, s.packet()
	case phaseUpcard:
		d.Kind = TurnUp
	case phaseTurn:
		d.Kind = TurnBid
	case phaseDraw:
		d.Kind, d.Seat, d.N = Draw, s.to, s.wants()
		d.Must = s.stock
		if s.under == 0 {
			d.Must = 0
			d.Reshuffle = s.discards != 0 && s.mostWanted() > s.stock.Len()
			d.Discards = s.discards
		}
		d.From = s.stock | s.under
		d.N = min(d.N, (d.From | s.discards).Len())
		if s.under != 0 { // reshuffled for a reason: the old stock doesn't do
			d.N = min(max(d.N, s.stock.Len()+1), d.From.Len())
		}
	}
	s.pin(&d)
	return d
}

// mostWanted returns how many cards the draw can come to with a bonus.
func (s *State) mostWanted() int {
	n := s.wants()
	if s.game.rules.Exchange == ExchangeBonus && n > 3 {
		n += 5
	}
	return n
}

// pin puts the cards whose place everybody saw at the cut where they lie.
func (s *State) pin(d *Due) {
	most := d.N
	if d.Kind == Draw {
		most = s.mostWanted()
	}
	for i := range s.pins.Len() {
		pin := s.pins.At(i).Bit() & s.stock
		switch place := int(s.pinAt[i]) - int(s.dealt); {
		case place < d.N:
			d.Must |= pin
		case place >= most:
			d.From &^= pin
		}
	}
}

// pinsFit reports whether the cards everybody saw at the cut come with their
// place, and face up or down as it is.
func (s *State) pinsFit(a Action) bool {
	for i := range s.pins.Len() {
		pin := s.pins.At(i)
		place := int(s.pinAt[i]) - int(s.dealt)
		if !s.stock.Has(pin) {
			continue
		}
		up := place >= 3 && place < 3+a.Up.Len()
		if a.Cards.Has(pin) != (place < a.Cards.Len()) || a.Kind == Draw && a.Up.Set().Has(pin) != up {
			return false
		}
	}
	return true
}

// Pins returns the cards of the stock whose place everybody saw at the cut
// (3.3, 5.3), and these places: 0 is the next card of the stock. A program that
// samples worlds must leave them there.
func (s *State) Pins() (cards card.Pair, at [2]int) {
	for i := range s.pins.Len() {
		if pin := s.pins.At(i); s.stock.Has(pin) {
			at[cards.Len()] = int(s.pinAt[i]) - int(s.dealt)
			cards = cards.With(pin)
		}
	}
	return cards, at
}

// Shuffler is a source of orders: a generator, a list written down, a ceremony among
// players.
type Shuffler interface {
	// Shuffle puts the cards in an order, the top card first.
	Shuffle(cards []card.Card)
	// Cut returns how many of n cards are in the top packet, 1 … n-1.
	Cut(n int) int
}

// Deck plays nature from a pack of cards in an order that nobody sees. A Deck needs only
// its Source; it serves any number of hands, one at a time, and isn't safe for concurrent use.
type Deck struct {
	Source Shuffler
	order  [2 * packSize]card.Card // a cut puts the top packet behind the other
	top    int                     // the next card
	n      int                     // behind the last card
}

// Next returns nature's action in this state and takes its cards off the pack. It panics if a
// player has to act; after the hand there is no action. Drawn returns the order in which the cards came.
func (d *Deck) Next(s *State) Action {
	switch s.phase {
	case phaseShuffle:
		d.top, d.n = 0, copy(d.order[:], s.game.sorted[:s.game.pack.Len()])
		d.Source.Shuffle(d.order[:d.n])
		return Action{Kind: Shuffle, Seat: Nature}
	case phaseCut:
		return d.cut(s)
	case phaseDeal, phaseNewCards:
		return Action{Kind: DealCards, Seat: s.to, Cards: d.take(s.packet())}
	case phaseUpcard:
		return Action{Kind: TurnUp, Seat: Nature, Cards: d.take(1)}
	case phaseTurn:
		return Action{Kind: TurnBid, Seat: Nature, Cards: d.take(1)}
	case phaseDraw:
		return d.draw(s)
	case PhaseDone:
		return Action{}
	}
	panic("rams: Next, but a player has to act")
}

// Drawn returns the cards that the last action took off the pack, the first one
// first; after a Shuffle the whole pack, after a Reshuffle the new stock. It is
// valid until the next call.
func (d *Deck) Drawn(a Action) []card.Card {
	switch a.Kind {
	case Shuffle:
		return d.order[:d.n]
	case Reshuffle:
		return d.order[d.n-a.Cards.Len() : d.n]
	case DealCards, TurnUp, TurnBid, Draw:
		return d.order[d.top-a.Cards.Len() : d.top]
	}
	return nil
}

func (d *Deck) take(n int) card.Set {
	var s card.Set
	from := d.top
	d.top = min(from+n, d.n)
	for _, c := range d.order[from:d.top] {
		s |= c.Bit()
	}
	return s
}

// cut cuts the pack, shows the bottom card of the top packet, and the other
// packet's where the rules want it, and puts the lower packet on top (3.3, 5.3).
func (d *Deck) cut(s *State) Action {
	at := d.Source.Cut(d.n)
	a := Action{Kind: CutPack, Seat: s.game.prev(s.dealer), Shown: Shown{At: uint8(at), Up: card.PairOf(d.order[at-1])}}
	if s.game.rules.Cut.ShowsTwo() && s.game.CutCounts(a.Up.At(0)) {
		a.Up = a.Up.With(d.order[d.n-1])
	}
	copy(d.order[d.n:], d.order[:at])
	d.top, d.n = at, d.n+at
	return a
}

// draw deals an exchange, after a reshuffle if the stock is too short for it.
func (d *Deck) draw(s *State) Action {
	n := s.wants()
	a := Action{Kind: Draw, Seat: s.to}
	if s.game.rules.Exchange == ExchangeBonus && n > 3 {
		left := d.order[d.top:d.n]
		for _, c := range left[min(3, len(left)):min(n, 5, len(left))] {
			a.Up = a.Up.With(c)
		}
		n += s.bonus(a.Up.Set())
	}
	if n > d.n-d.top && s.discards != 0 {
		return d.reshuffle(s)
	}
	a.Cards = d.take(n)
	return a
}

func (d *Deck) reshuffle(s *State) Action {
	left := copy(d.order[:], d.order[d.top:d.n])
	d.top = 0
	d.n = len(s.discards.Append(d.order[:left]))
	d.Source.Shuffle(d.order[left:d.n])
	return Action{Kind: Reshuffle, Seat: Nature, Cards: s.discards}
}
