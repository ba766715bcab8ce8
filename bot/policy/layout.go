package policy

import (
	"slices"

	"chratze/card"
	"chratze/pot"
	"chratze/rams"
)

// layout gives every decision a slot in a table, by the question, the auction so far, the
// upcard, the pot, and the cards. Nothing else is distinguished, so a seat forgets its own
// earlier acts unless these show them. Everything is read from a view.
type layout struct {
	game  *rams.Game
	rules rams.Rules
	pack  card.Set
	seats int
	size  int // number of cards a seat plays with
	hands int
	pots  int // groups of pots: 2, if rounding of shares matters in small ones; more where a penalty doesn't grow with the pot; otherwise 1
	parts [parts]part
	total int // number of actions in all slots
}

// part is the slots of one kind of question.
type part struct {
	first  int
	places int
	acts   int // number of actions per slot
}

const (
	partDoubleBlind = iota
	partBlind
	partOpen
	partBid
	partJoin
	partLay
	partPrice
	parts
)

// What is distinguished.
const (
	upGroups = 3 // upcards in a hand: an ace; king or queen; others
	rounds   = 3 // upcards turned
	lengths  = 5 // cards of the longest plain suit
	others   = 3 // 1, 2, 3 or more others are in
	extras   = 3 // cards held beyond those played with
	claims   = 3 // the last word: free, another seat's, this seat's
	stakes   = 5 // how many fixed penalties the pot holds: 0 … 4 or more
	carried  = 3 // how many rounds of antes lie there before a price is paid: 1 … 3 or more
	prices   = 5 // what the declarer may name
)

func newLayout(g *rams.Game) *layout {
	r := g.Rules()
	l := &layout{game: g, rules: r, pack: r.Pack.Cards(), seats: g.Seats(), size: g.Size(), hands: handsOf(g.Size()), pots: 1}
	switch {
	case r.Price:
		l.pots = carried
	case r.Penalty > 0 && !r.Races():
		l.pots = stakes
	case r.Split == rams.SplitThirds && r.RoundUp > 1:
		l.pots = 2
	}
	known := upGroups * l.pots * l.hands
	if r.DoubleBlind != rams.DoubleBlindOff {
		l.part(partDoubleBlind, l.pots, 2)
	}
	if r.Blind != rams.BlindOff || r.Trump == rams.TrumpDealer {
		l.part(partBlind, ranks*l.pots, 2)
	}
	switch r.Auction {
	case rams.AuctionOpening:
		l.part(partOpen, l.seats*rounds*known, 2)
	case rams.AuctionBidding:
		l.part(partBid, l.seats*rounds*lengths*known, 4)
	}
	word, acts := 1, 2
	if r.LastWord != rams.LastWordOff {
		word, acts = claims, 3
	}
	if r.Spare != rams.SpareNo {
		word, acts = word*2, 3
	}
	if r.Price {
		word *= prices
		l.part(partPrice, l.seats*known, prices)
	}
	l.part(partJoin, l.declarers()*l.asked()*l.joined()*word*known, acts)
	if r.Exchange != rams.ExchangeNone {
		l.part(partLay, 2*others*extras*known, l.size+1)
	}
	return l
}

func (l *layout) part(i, places, acts int) {
	l.parts[i] = part{l.total, places, acts}
	l.total += places * acts
}

func (l *layout) asked() int  { return min(l.seats, 5) } // still to be asked: 0 … 4 or more
func (l *layout) joined() int { return min(l.seats, 4) } // have joined: 0 … 3 or more

// declarers returns how many kinds of declarers are distinguished.
func (l *layout) declarers() int {
	switch l.rules.Auction {
	case rams.AuctionOpening:
		return l.seats + 2
	case rams.AuctionBidding:
		return 3 * l.seats
	}
	return 1
}

// declarer numbers them: by place at the table, with a separate number for a blind dealer; in
// games with bidding also by contract.
func (l *layout) declarer(v *rams.View) int {
	if v.Declarer < 0 {
		return 0
	}
	at := l.after(v.Declarer, v.Dealer)
	switch v.Contract[v.Declarer] {
	case rams.DeclaredBlind:
		return l.seats
	case rams.DeclaredDoubleBlind:
		return l.seats + 1
	case rams.DeclaredTurn:
		return l.seats + at
	case rams.DeclaredTop:
		return 2*l.seats + at
	}
	return at
}

// after returns how many seats one seat comes after another.
func (l *layout) after(seat, other rams.Seat) int { return (int(seat-other) + l.seats) % l.seats }

// number combines several numbers, each with a given number of values, into one.
type number struct{ n int }

func (n *number) add(digit, values int) {
	n.n = n.n*values + min(digit, values-1)
}

// place returns the slot of a view's decision and its number of actions. ok is false for
// questions that are not learned.
func (l *layout) place(v *rams.View, h *sortedHand) (slot, acts int, ok bool) {
	var n number
	part, acts := 0, len(v.Legal)
	switch v.Phase {
	case rams.PhaseDoubleBlind:
		n.add(l.pot(v), l.pots)
		return l.slot(partDoubleBlind, n.n), acts, true
	case rams.PhaseBlind:
		rank := 0 // lower ones count as a six, and so does none yet
		if v.Upcard != card.Hidden {
			rank = max(0, int(v.Upcard.Rank())-int(card.Six))
		}
		n.add(rank, ranks)
		n.add(l.pot(v), l.pots)
		return l.slot(partBlind, n.n), acts, true
	case rams.PhaseOpen:
		part = partOpen
		n.add(l.after(v.Seat, v.Dealer), l.seats)
		n.add(l.round(v), rounds)
	case rams.PhasePrice:
		part = partPrice
		n.add(l.after(v.Seat, v.Dealer), l.seats)
	case rams.PhaseBid:
		part = partBid
		l.bid(&n, v)
	case rams.PhaseJoin:
		part = partJoin
		l.join(&n, v)
	case rams.PhaseLay:
		part, acts = partLay, l.size+1
		l.lay(&n, v)
	default:
		return 0, 0, false
	}
	if acts < 2 || acts > l.parts[part].acts {
		return 0, 0, false
	}
	h.read(v, &l.rules)
	n.add(l.upGroup(v), upGroups)
	n.add(l.pot(v), l.pots)
	n.add(h.number(l.size), l.hands)
	return l.slot(part, n.n), acts, true
}

func (l *layout) slot(part, place int) int { return l.parts[part].first + place*l.parts[part].acts }

// pot returns the group of the pot. Where shares are rounded up it is 0 if that is worth more than a tenth.
func (l *layout) pot(v *rams.View) int {
	switch r := &l.rules; {
	case r.Price:
		before := v.Pot
		for _, c := range v.Contract[:l.seats] {
			if c.In() {
				before -= v.Price
			}
		}
		return max(1, int(min(before/(r.Ante*pot.Chips(l.seats)), carried))) - 1
	case l.pots == stakes:
		return int(min(v.Pot/r.Penalty, stakes-1))
	case v.Pot < 10*r.RoundUp:
		return 0
	}
	return l.pots - 1
}

// upGroup returns the group of the upcard. An upcard on the table is simply a card that nobody
// holds, which the levels of the other cards show, unless the dealer may take it.
func (l *layout) upGroup(v *rams.View) int {
	lies := v.Upcard == card.Hidden || v.Table.Has(v.Upcard)
	switch r := v.Upcard.Rank(); {
	case lies && (l.rules.Rob == rams.RobNo || v.Seat == v.Dealer):
	case r == card.Ace || v.Table.Len() > 1:
		return 0
	case r >= card.Queen:
		return 1
	}
	return 2
}

// round returns how many upcards came before this one, and so are missing in the stock. Before there is one, it returns how
// long the longest suit is: any may become trumps.
func (l *layout) round(v *rams.View) int {
	if v.Upcard == card.Hidden {
		return longest(v.Hand) - 1
	}
	first := 1
	if l.rules.Deal.DealersLast() { // the first upcard is one of the dealer's cards
		first = 0
	}
	return max(0, l.pack.Len()-l.seats*l.size-first-v.Stock)
}

func (l *layout) bid(n *number, v *rams.View) {
	high := 0
	if v.Declarer >= 0 {
		high = 1
		if v.Contract[v.Declarer] == rams.DeclaredTurn {
			high = 2
		}
	}
	n.add(l.after(v.Seat, v.Dealer), l.seats)
	n.add(high, rounds)
	n.add(longest(v.Hand&^card.OfSuit(v.Trump)), lengths)
}

// longest returns how many cards of one suit there are at most.
func longest(cards card.Set) (n int) {
	for s := range card.Suit(card.Suits) {
		n = max(n, (cards & card.OfSuit(s)).Len())
	}
	return n
}

func (l *layout) join(n *number, v *rams.View) {
	joined, left := v.Others()
	n.add(l.declarer(v), l.declarers())
	n.add(left, l.asked())
	n.add(joined, l.joined())
	if l.rules.LastWord != rams.LastWordOff {
		claim := 0
		if v.Claimant == v.Seat {
			claim = 2
		} else if v.Claimant >= 0 {
			claim = 1
		}
		n.add(claim, claims)
	}
	if l.rules.Spare != rams.SpareNo {
		lies := 0
		if v.SpareLies() {
			lies = 1
		}
		n.add(lies, 2)
	}
	if l.rules.Price {
		n.add(max(0, slices.Index(priced, v.Price/l.rules.Ante)), prices)
	}
}

// priced are the prices, in antes.
var priced = func() (list []pot.Chips) {
	for k := rams.Price1; k.Price() > 0; k++ {
		list = append(list, pot.Chips(k.Price()))
	}
	return list
}()

func (l *layout) lay(n *number, v *rams.View) {
	role := 0
	in, _ := v.Others()
	if v.Seat != v.Declarer {
		role = 1
		if v.Declarer >= 0 {
			in++
		}
	}
	n.add(role, 2)
	n.add(in-1, others)
	n.add(v.Hand.Len()-l.size, extras)
}

// act returns the a-th action of a slot as a legal action. In the exchange this keeps the best
// a cards, as far as the stock allows.
func (l *layout) act(v *rams.View, h *sortedHand, a int) rams.Action {
	if v.Phase != rams.PhaseLay {
		return v.Legal[a]
	}
	least, most := v.Legal[0].Cards.Len(), v.Legal[len(v.Legal)-1].Cards.Len()
	lay := max(least, min(most, h.n-a))
	return rams.Action{Kind: rams.Lay, Seat: v.Seat, Cards: h.worst(lay)}
}
