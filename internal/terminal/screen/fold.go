package screen

import (
	"chratze/card"
	"chratze/rams"
)

// picture is a hand as its events tell it so far: the view of the seat, and what a
// table shows beside it. It is folded from the events alone, so that every moment
// of a hand can be shown, live, late or again.
type picture struct {
	rams.View
	said    [rams.MaxSeats]rams.Kind // what each seat said last
	drew    [rams.MaxSeats]int       // cards exchanged, -1: not yet
	upped   [rams.MaxSeats]card.Set  // cards that came face up in the exchange
	swept   [rams.MaxSeats]card.Card // the trick before, by seat
	sweeper rams.Seat                // who won it, or Nobody
	led     rams.Seat                // who led it
	cut     card.List                // cards shown at the cut
	turned  card.List                // cards turned for a contract
	susi    rams.Seat                // who is the Susi, or Nobody
	tricks  []trick                  // all that were won
	trumped bool                     // there is a trump
	packets int                      // dealt so far
	best    card.Card                // that holds the current trick
	in      int                      // cards in the current trick
}

// trick is a trick that was won.
type trick struct {
	cards       [rams.MaxSeats]card.Card
	led, winner rams.Seat
}

// fold returns the picture after these events of a hand. Legal is what the seat is
// asked, if it is.
func fold(game *rams.Game, start rams.Start, me rams.Seat, events []rams.Event, legal []rams.Action) *picture {
	rules := game.Rules()
	p := &picture{
		View: rams.View{
			Game: game, Seat: me, Start: start, Events: events, Legal: legal, Pot: start.Pot,
			Dealer: start.Dealer, Declarer: rams.Nobody, Claimant: rams.Nobody, Best: rams.Nobody, Lead: rams.Nobody,
			Upcard: card.Hidden, Stock: rules.Pack.Cards().Len(), Phase: rams.PhaseWait, Turn: rams.Nature,
		},
		sweeper: rams.Nobody, susi: rams.Nobody,
	}
	for i := range p.Trick {
		p.Trick[i], p.swept[i], p.drew[i] = card.Hidden, card.Hidden, -1
	}
	for i := range events {
		p.take(&events[i], &rules)
	}
	if len(p.tricks) == 0 && p.in == 0 {
		p.Lead = p.first()
	}
	p.asked()
	if me >= 0 && p.Hand.Len() < int(p.Cards[me]) {
		p.Hand = 0 // a dealer who may not look yet
	}
	return p
}

// first returns who leads the first trick.
func (p *picture) first() rams.Seat {
	if p.Declarer >= 0 {
		return p.Declarer
	}
	n := rams.Seat(p.Game.Seats())
	for i := rams.Seat(1); i <= n; i++ {
		if seat := (p.Dealer + i) % n; p.Contract[seat].In() {
			return seat
		}
	}
	return rams.Nobody
}

// asked sets the phase from what may be answered.
func (p *picture) asked() {
	if len(p.Legal) == 0 {
		return
	}
	p.Turn = p.Seat
	p.Phase = map[rams.Kind]rams.Phase{
		rams.DoubleBlind: rams.PhaseDoubleBlind, rams.GoBlind: rams.PhaseBlind, rams.Open: rams.PhaseOpen, rams.Pass: rams.PhaseOpen,
		rams.BidStrike: rams.PhaseBid, rams.BidTurn: rams.PhaseBid, rams.BidTop: rams.PhaseBid, rams.BidPass: rams.PhaseBid,
		rams.Join: rams.PhaseJoin, rams.Out: rams.PhaseJoin, rams.Last: rams.PhaseJoin, rams.Lay: rams.PhaseLay, rams.Drop: rams.PhaseDrop,
		rams.Swap: rams.PhaseSwap, rams.Keep: rams.PhaseSwap, rams.Play: rams.PhasePlay,
	}[p.Legal[0].Kind]
}

func (p *picture) take(e *rams.Event, rules *rams.Rules) {
	n := e.Cards.Len()
	switch e.Kind {
	case rams.EventAnte:
		p.Pot += e.Amount
	case rams.EventCut:
		p.cut = e.Cards
	case rams.EventDealer:
		p.Dealer = e.Seat
	case rams.EventDeal:
		p.gets(e.Seat, &e.Cards)
		p.Stock -= n
		p.packets++
		if p.packets == 2*p.Game.Seats() && rules.Deal != rams.OneByOne {
			p.dealt(rules)
		}
	case rams.EventUpcard:
		if p.trumped { // a new one, since nobody opened
			p.Table &^= p.Upcard.Bit()
		}
		p.Upcard = e.Cards.At(0)
		p.Table |= p.Upcard.Bit()
		p.Stock--
	case rams.EventTurn:
		p.turned = card.Listed(append(p.turned.Slice(), e.Cards.At(0))...)
		p.Table |= e.Cards.At(0).Bit()
		p.Stock--
	case rams.EventTrump:
		p.Trump, p.trumped = e.Suit, true
		if rules.Deal == rams.OneByOne && p.Contract == [rams.MaxSeats]rams.Contract{} {
			p.dealt(rules)
		}
	case rams.EventDraw:
		p.gets(e.Seat, &e.Cards)
		p.Stock -= n
		p.upped[e.Seat] = e.Up.Set()
	case rams.EventTake:
		p.gets(e.Seat, &e.Cards)
		p.Table &^= e.Cards.Set()
	case rams.EventReshuffle:
		p.Stock += n
	case rams.EventSusi:
		p.susi = e.Seat
	case rams.EventTrick:
		p.won(e.Seat)
	case rams.EventAct:
		p.act(e, rules)
	}
}

// gets puts cards into a hand.
func (p *picture) gets(seat rams.Seat, cards *card.List) {
	p.Cards[seat] += uint8(cards.Len())
	if seat == p.Seat {
		p.Hand |= known(cards)
	}
}

// known returns the cards of a list that can be seen.
func known(cards *card.List) (set card.Set) {
	for _, c := range cards.Slice() {
		if c.Valid() {
			set |= c.Bit()
		}
	}
	return set
}

// dealt is the end of the deal: in a Muss and on some upcards nobody is asked.
func (p *picture) dealt(rules *rams.Rules) {
	var dealer rams.Contract
	others := rams.MussJoined
	switch rank := p.Upcard.Rank(); {
	case p.Start.Muss:
		dealer = rams.MussDealer
	case rules.Forced == rams.ForcedSeven && rank == card.Seven:
		dealer = rams.SevenMuss
	case rules.Forced == rams.ForcedTen && rank == card.Ten && p.Start.Pot == 0 && p.Start.Redeal == 0:
		dealer, others = rams.Declared, rams.Joined
	default:
		return
	}
	for seat := range p.Game.Seats() {
		p.Contract[seat] = others
	}
	p.Contract[p.Dealer] = dealer
	p.Declarer = p.Dealer
}

func (p *picture) act(e *rams.Event, rules *rams.Rules) {
	seat := e.Seat
	p.said[seat] = e.Act.Kind
	switch e.Act.Kind {
	case rams.DoubleBlind:
		p.declare(seat, rams.DeclaredDoubleBlind)
	case rams.GoBlind:
		p.declare(seat, rams.DeclaredBlind)
		if rules.Blind == rams.BlindNewCards {
			p.Cards[seat] = 1
			if seat == p.Seat {
				p.Hand = p.Upcard.Bit()
			}
		}
	case rams.Open, rams.BidStrike:
		p.declare(seat, rams.Declared)
	case rams.BidTurn:
		p.declare(seat, rams.DeclaredTurn)
	case rams.BidTop:
		p.declare(seat, rams.DeclaredTop)
	case rams.Join:
		p.Contract[seat] = rams.Joined
	case rams.Out:
		p.out(seat)
	case rams.Last:
		p.Claimant = seat
	case rams.Lay:
		p.loses(seat, &e.Cards)
		p.drew[seat] = e.Cards.Len()
	case rams.Drop:
		p.loses(seat, &e.Cards)
	case rams.Swap:
		six := card.Listed(card.New(card.Six, p.Trump))
		p.loses(seat, &six)
		p.Table = p.Table&^p.Upcard.Bit() | six.Set()
	case rams.Play:
		p.plays(seat, e)
	}
}

func (p *picture) declare(seat rams.Seat, c rams.Contract) {
	if p.Declarer >= 0 {
		p.Contract[p.Declarer] = rams.NoContract
	}
	p.Declarer = seat
	p.Contract[seat] = c
}

// out: where nobody declares, the dealer takes the pot if all others stay out.
func (p *picture) out(seat rams.Seat) {
	p.Contract[seat] = rams.Folded
	p.Cards[seat] = 0
	if seat == p.Seat {
		p.Hand = 0
	}
	if p.Declarer >= 0 || p.Claimant >= 0 {
		return
	}
	for i := range rams.Seat(p.Game.Seats()) {
		if i != p.Dealer && p.Contract[i] != rams.Folded {
			return
		}
	}
	if p.Contract[p.Dealer] == rams.NoContract {
		p.Contract[p.Dealer] = rams.Joined
	}
}

func (p *picture) loses(seat rams.Seat, cards *card.List) {
	p.Cards[seat] -= uint8(cards.Len())
	if seat == p.Seat {
		p.Hand &^= known(cards)
	}
}

func (p *picture) plays(seat rams.Seat, e *rams.Event) {
	c := e.Cards.At(0)
	p.loses(seat, &e.Cards)
	p.Played |= c.Bit()
	if p.in == 0 {
		p.Lead, p.sweeper = seat, rams.Nobody
	}
	if p.in == 0 || p.Game.Beats(p.Trump, p.best).Has(c) {
		p.best, p.Best = c, seat
	}
	p.Trick[seat] = c
	p.in++
}

func (p *picture) won(seat rams.Seat) {
	p.Tricks[seat]++
	p.tricks = append(p.tricks, trick{p.Trick, p.Lead, seat})
	p.swept, p.sweeper, p.led = p.Trick, seat, p.Lead
	for i := range p.Trick {
		p.Trick[i] = card.Hidden
	}
	p.Lead, p.Best, p.in = seat, rams.Nobody, 0
}
