package rams

import "chratze/card"

// cutReading is what a cut means: who pays, who deals, and whether the pack is
// shuffled and cut again.
type cutReading struct {
	payers [MaxSeats + 2]Seat // in the order in which they pay
	n      int
	dealer Seat
	again  bool
}

func (c *cutReading) pay(seat Seat) {
	c.payers[c.n] = seat
	c.n++
}

// move passes the deal by steps seats, +1 to forehand, -1 to rearhand; every
// seat passed and the new dealer pay.
func (c *cutReading) move(g *Game, steps int) {
	for ; steps > 0; steps-- {
		c.dealer = g.next(c.dealer)
		c.pay(c.dealer)
	}
	for ; steps < 0; steps++ {
		c.dealer = g.prev(c.dealer)
		c.pay(c.dealer)
	}
	c.again = true
}

// readCut reads the cards shown at a cut (3.3, 5.3).
func (s *State) readCut(a Action) cutReading {
	g := s.game
	c := cutReading{dealer: s.dealer}
	weli := g.rules.Weli.Card()
	if g.rules.Cut == CutHop1 {
		switch first := a.Up.At(0); {
		case weli.Has(first):
			c.move(g, 2)
		case g.CutCounts(first):
			c.move(g, 1)
		}
		return c
	}
	aces, sevens := 0, 0
	for i := range a.Up.Len() {
		switch shown := a.Up.At(i); {
		case weli.Has(shown):
			for seat := range Seat(g.seats) {
				c.pay(seat)
			}
		case shown.Rank() == card.Ace:
			aces++
		case shown.Rank() == card.Seven:
			sevens++
		}
	}
	switch {
	case aces > 0 && sevens > 0: // the dealer stays
		c.pay(g.next(s.dealer))
		c.pay(g.next(g.next(s.dealer)))
	case aces > 0:
		c.move(g, aces)
	case sevens > 0:
		c.move(g, -sevens)
	}
	c.again = c.again || g.rules.Cut == CutHopAgain && c.n > 0
	return c
}

// CutCounts reports whether a card shown at the cut moves the deal or makes somebody pay, so
// that Kratzen shows a second one (3.3, 5.3). [Rules.Cut] says whether a cut means anything.
func (g *Game) CutCounts(c card.Card) bool {
	return c.Rank() == card.Ace || c.Rank() == card.Seven || g.rules.Weli.Card().Has(c)
}
