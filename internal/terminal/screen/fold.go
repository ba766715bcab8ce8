package screen

import (
	"chratze/card"
	"chratze/rams"
)

// picture is a hand up to some event: the seat's view (rams.Fold), and what a table shows
// besides. It is computed from the events alone, so that any moment of a hand can be shown,
// live, late or again.
type picture struct {
	rams.View
	said    [rams.MaxSeats]rams.Kind // what each seat said last
	drew    [rams.MaxSeats]int       // number of cards exchanged; -1: not yet
	upped   [rams.MaxSeats]card.Set  // cards that came face up in the exchange
	swept   [rams.MaxSeats]card.Card // the previous trick, by seat
	sweeper rams.Seat                // who won it, or Nobody
	cut     card.List                // cards shown at the cut
	susi    rams.Seat                // the Susi, or Nobody
	tricks  []trick                  // all tricks that were won
	upcards int                      // number of upcards so far
	dealt   bool                     // a packet was dealt
	trumps  int                      // how often a trump was given
	forced  rams.Contract            // the contract that the dealer had to take, or NoContract
	in      int                      // number of cards in the current trick
	open    [rams.MaxSeats]card.Set  // the others' hands
	isOpen  bool                     // their hands lie open
}

// trick is a trick that was won.
type trick struct {
	cards       [rams.MaxSeats]card.Card
	led, winner rams.Seat
}

// fold returns the picture after some events of a hand. legal has the acts that the seat may
// choose now. Events after an impossible one are ignored.
func fold(game *rams.Game, start rams.Start, me rams.Seat, events []rams.Event, legal []rams.Action) *picture {
	p := &picture{View: rams.View{Game: game, Seat: me}, sweeper: rams.Nobody, susi: rams.Nobody}
	for i := range p.drew {
		p.drew[i] = -1
	}
	hand, err := game.Fold(start, me)
	if err != nil {
		return p
	}
	for i := range events {
		before := hand.View(nil)
		if hand.Add(&events[i]) != nil {
			events = events[:i]
			break
		}
		p.note(&events[i], &before)
	}
	rules := game.Rules()
	p.forced = rules.ForcedBy(start, events)
	if len(legal) > 0 {
		hand.Asked()
	}
	p.View = hand.View(nil)
	p.Events, p.Legal = events, legal
	for _, c := range p.Trick {
		if c != card.Hidden {
			p.in++
		}
	}
	return p
}

// note notes what is shown of an event besides the view.
func (p *picture) note(e *rams.Event, before *rams.View) {
	switch e.Kind {
	case rams.EventCut:
		p.cut = e.Cards
	case rams.EventDeal:
		p.dealt = true
		p.isOpen = p.isOpen || e.Seat != p.Seat && e.Cards.Set() != 0
		p.open[e.Seat] |= e.Cards.Set()
	case rams.EventUpcard:
		if p.upcards++; p.upcards > 1 { // everybody is asked again
			clear(p.said[:])
		}
	case rams.EventTrump:
		p.trumps++
	case rams.EventDraw:
		p.upped[e.Seat] = e.Up.Set()
		p.open[e.Seat] |= e.Cards.Set()
	case rams.EventTake:
		p.open[e.Seat] |= e.Cards.Set()
	case rams.EventSusi:
		p.susi = e.Seat
	case rams.EventTrick:
		p.swept, p.sweeper = before.Trick, e.Seat
		p.tricks = append(p.tricks, trick{before.Trick, before.Lead, e.Seat})
	case rams.EventAct:
		if e.Act.Kind.Contract().Declares() { // players who have passed are asked whether they join
			for seat := range p.said {
				if p.said[seat] == rams.Pass {
					p.said[seat] = rams.NoKind
				}
			}
		}
		p.said[e.Seat] = e.Act.Kind
		p.open[e.Seat] &^= e.Cards.Set()
		if e.Act.Kind == rams.Swap {
			p.open[e.Seat] = p.open[e.Seat]&^card.New(card.Six, before.Trump).Bit() | before.Upcard.Bit()
		}
		if e.Act.Kind == rams.Lay {
			p.drew[e.Seat] = e.Cards.Len()
		}
	}
}

// shown returns the cards that lie face up before play: those on the table, or the upcard that another seat has taken.
func (p *picture) shown() card.Set {
	if p.Table == 0 && p.Upcard != card.Hidden && p.Dealer != p.Seat && p.Played == 0 && p.Phase != rams.PhaseDone {
		return p.open[p.Dealer] & p.Upcard.Bit()
	}
	return p.Table
}

// middle returns the cards that lie in the middle, or those of the cut before the deal, and whether the stock does.
func (p *picture) middle() (cards []card.Card, stock bool) {
	if !p.dealt {
		return p.cut.Slice(), false
	}
	return p.shown().Append(nil), p.Stock > 0
}

// played returns the card that a seat has in the trick, or had in the last one until the next begins, and how it looks.
func (p *picture) played(seat rams.Seat) (card.Card, look) {
	c, won := p.Trick[seat], p.Best == seat && p.in > 1
	if p.in == 0 && p.sweeper >= 0 {
		c, won = p.swept[seat], p.sweeper == seat
	}
	return c, look{chosen: won, faded: p.in == 0 && !won}
}

// openHand returns the hand of another seat if it lies open, otherwise no cards.
func (p *picture) openHand(seat rams.Seat) card.Set {
	if !p.isOpen || seat == p.Seat || p.open[seat].Len() != int(p.Cards[seat]) {
		return 0
	}
	return p.open[seat]
}
