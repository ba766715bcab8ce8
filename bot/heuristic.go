package bot

import (
	"slices"

	"chratze/card"
	"chratze/rams"
)

// heuristic plays by rules of thumb: a worth of the hand in whole hundredths, a
// value for each card, and thresholds for each kind of game (docs/research/stammtisch-1.md).
type heuristic [games]thresholds

// The kinds of games that need thresholds of their own.
const (
	opening  = iota // an opening round, as in Chratze
	openHeld        // the same, but the upcard is in the dealer's hand, as in Chratzen
	bidding         // as in Kratzen
	joining         // nobody declares, as in Zwicken
	priced          // playing costs a price, and failing no more, as in Lupfen
	games
)

func kindOf(r *rams.Rules) int {
	switch {
	case r.Auction == rams.AuctionBidding:
		return bidding
	case r.Auction == rams.AuctionJoining:
		return joining
	case r.Price:
		return priced
	case r.Deal.DealersLast():
		return openHeld
	}
	return opening
}

// thresholds are worths in hundredths.
type thresholds struct {
	open   int // from which to open
	dealer int // the same for the dealer, who is last

	strike int // from which to declare with the trump as it is
	turn   int // on an average of the other suits: to have another trump turned
	top    int // on an average of all suits: to let the next card give the trump

	join   int // from which to join
	more   int // what it takes beside for each who has joined already
	even   int // what a trick is worth: a price is paid for as many as bring it back; 0: always
	behind int // without a declarer, nobody in yet: for each seat before the dealer's that comes later

	keep card.Rank // the lowest plain rank that is kept in the exchange
}

func (t *heuristic) Act(v *rams.View) rams.Action {
	rules := v.Game.Rules()
	a := t[kindOf(&rules)].prefers(v, cardRanker{v.Game, v.Trump})
	a.Seat = v.Seat
	if slices.Contains(v.Legal, a) {
		return a
	}
	return Fallback(v.Legal)
}

// prefers returns what the rules of thumb want, which need not be legal.
func (t *thresholds) prefers(v *rams.View, h cardRanker) rams.Action {
	switch v.Phase {
	case rams.PhaseDoubleBlind, rams.PhaseBlind:
		if rules := v.Game.Rules(); rules.Trump == rams.TrumpDealer && v.Seats() < crowd {
			return rams.Action{Kind: rams.GoBlind}
		}
		return rams.Action{Kind: rams.See}
	case rams.PhaseOpen:
		return t.wishOpen(v, h)
	case rams.PhasePrice: // the better the hand, the dearer
		return v.Legal[min(max(0, h.worth(v.Hand)-t.open)/dearer, len(v.Legal)-1)]
	case rams.PhaseBid:
		return t.wishBid(v, h)
	case rams.PhaseJoin:
		return t.wishJoin(v, h)
	case rams.PhaseLay:
		return rams.Action{Kind: rams.Lay, Cards: t.lay(v, h)}
	case rams.PhaseDrop:
		return rams.Action{Kind: rams.Drop, Cards: h.lowest(v.Hand, v.Legal[0].Cards.Len())}
	case rams.PhaseSwap:
		return rams.Action{Kind: rams.Swap}
	case rams.PhasePlay:
		return rams.Action{Kind: rams.Play, Cards: h.play(v)}
	}
	return rams.Action{}
}

func (t *thresholds) wishOpen(v *rams.View, h cardRanker) rams.Action {
	if h.opening(v) >= t.toOpen(v) {
		return rams.Action{Kind: rams.Open}
	}
	return rams.Action{Kind: rams.Pass}
}

// crowd is with how many players a dealer gains nothing any more by turning their own last card for trump.
const crowd = 6

// dearer is how much more a hand is worth, in hundredths, for which the next higher price is named.
const dearer = 40

// opening returns what a hand is worth to a seat that may open: the mean of all trumps while there is none.
func (e cardRanker) opening(v *rams.View) int {
	if _, up := v.TrumpSuit(); up {
		return e.worth(v.Hand)
	}
	return e.allTrumps(v) / card.Suits
}

// allTrumps returns what a hand is worth under each of the four trumps, added up.
func (e cardRanker) allTrumps(v *rams.View) (all int) {
	for s := card.Clubs; s < card.Suits; s++ {
		all += cardRanker{e.game, s}.worth(v.Hand)
	}
	return all
}

func (t *thresholds) toOpen(v *rams.View) int {
	if v.Seat == v.Dealer {
		return t.dealer
	}
	return t.open
}

func (t *thresholds) wishBid(v *rams.View, h cardRanker) rams.Action {
	for i, b := range t.bids(v, h) {
		if b >= 0 {
			return rams.Action{Kind: bids[i].kind}
		}
	}
	return rams.Action{Kind: rams.BidPass}
}

var bids = [...]struct {
	kind rams.Kind
	is   rams.Contract
}{{rams.BidStrike, rams.Declared}, {rams.BidTurn, rams.DeclaredTurn}, {rams.BidTop, rams.DeclaredTop}}

// bids returns by how much each bid is worth more than its threshold, or less: far
// less if it may not be made.
func (t *thresholds) bids(v *rams.View, h cardRanker) (more [len(bids)]int) {
	own := h.worth(v.Hand)
	all := h.allTrumps(v)
	more = [...]int{own - t.strike, all - own - 3*t.turn, all - 4*t.top}
	over := rams.NoContract
	if v.Declarer >= 0 {
		over = v.Contract[v.Declarer]
	}
	rules := v.Game.Rules()
	for i := range more {
		if !rules.MayBid(bids[i].is, over, v.Seat == v.Dealer) {
			more[i] = -1 << 20
		}
	}
	return more
}

func (t *thresholds) wishJoin(v *rams.View, h cardRanker) rams.Action {
	least := t.toJoin(v)
	switch {
	case h.worth(v.Hand) >= least:
		return rams.Action{Kind: rams.Join}
	case v.SpareLies() && h.average() >= least:
		return rams.Action{Kind: rams.TakeSpare}
	}
	return rams.Action{Kind: rams.Out}
}

func (t *thresholds) toJoin(v *rams.View) int {
	joined, _ := v.Others()
	if joined == 0 && v.Declarer < 0 {
		n := v.Seats()
		return t.behind * ((int(v.Dealer-v.Seat)+n)%n - 1)
	}
	least := t.join + t.more*joined
	if t.even > 0 && v.Price > 0 { // each trick earns its part of the pot with the price in it
		least = max(least, t.even*v.Game.Size()*int(v.Price)/int(v.Pot+v.Price))
	}
	return least
}

// lay keeps trumps and high plain cards. Must it lay more, or may it lay less,
// it is the cards of lowest value that go.
func (t *thresholds) lay(v *rams.View, h cardRanker) card.Set {
	if v.Game.Rules().Rob != rams.RobNo {
		return h.rob(v)
	}
	var kept card.Set
	for c := v.Hand; c != 0; c = c.Rest() {
		if h.trump(c.First()) || h.above(c.First()) <= int(card.Ace-t.keep) {
			kept |= c.First().Bit()
		}
	}
	lay := v.Hand &^ kept
	least, most := v.Legal[0].Cards.Len(), v.Legal[len(v.Legal)-1].Cards.Len()
	switch n := lay.Len(); {
	case n > most:
		return h.lowest(lay, most)
	case n < least:
		return lay | h.lowest(kept, least-n)
	}
	return lay
}

// cardRanker ranks cards, given the trump suit.
type cardRanker struct {
	game *rams.Game
	suit card.Suit
}

func (e cardRanker) trump(c card.Card) bool { return e.game.Trumps(e.suit).Has(c) }

// above returns how many cards of its own suit beat a card.
func (e cardRanker) above(c card.Card) int {
	return (e.game.Beats(e.suit, c) & card.OfSuit(c.Suit()) &^ e.game.Trumps(e.suit)).Len()
}

// value orders cards as docs/research/stammtisch-1.md does: what fewer cards beat is worth more.
func (e cardRanker) value(c card.Card) int { return e.game.Strength(e.suit, c) }

// worth is what a hand is worth, in hundredths.
func (e cardRanker) worth(hand card.Set) (sum int) {
	for ; hand != 0; hand = hand.Rest() {
		switch c := hand.First(); {
		case e.trump(c) && e.value(c) >= e.value(card.New(card.Queen, e.suit)):
			sum += 100
		case e.trump(c):
			sum += 60
		case e.above(c) == 0:
			sum += 70
		case e.above(c) == 1:
			sum += 35
		}
	}
	return sum
}

// average is what a hand is worth of which nothing is known.
func (e cardRanker) average() int {
	pack := e.game.Rules().Pack.Cards()
	return e.worth(pack) * e.game.Size() / pack.Len()
}

// rob returns the cards that go for the upcards, the lowest: as many as make each card that goes lower than one
// that comes. Of two upcards the Weli comes first.
func (e cardRanker) rob(v *rams.View) (gone card.Set) {
	for n := range v.Table.Len() {
		low := e.lowest(v.Hand, n+1)
		if next := low &^ gone; e.value(next.First()) >= e.value(v.Upcard) {
			break
		}
		gone = low
	}
	return gone
}

// lowest returns the n cards of lowest value, in ties those earlier in pack order.
func (e cardRanker) lowest(cards card.Set, n int) (low card.Set) {
	for range n {
		worst, value := card.Set(0), 1
		for c := cards &^ low; c != 0; c = c.Rest() {
			if w := e.value(c.First()); w < value {
				worst, value = c&-c, w
			}
		}
		low |= worst
	}
	return low
}

// play leads the highest card; else it wins the trick as cheaply as it can, or
// throws the lowest card.
func (e cardRanker) play(v *rams.View) card.Set {
	var cards, wins, high card.Set
	for _, a := range v.Legal {
		c := a.Cards.First()
		cards |= a.Cards
		if v.Best >= 0 && e.beats(c, v.Trick[v.Best]) {
			wins |= a.Cards
		}
		if high == 0 || e.value(c) > e.value(high.First()) {
			high = a.Cards
		}
	}
	switch {
	case v.Best < 0:
		return high
	case wins != 0:
		return e.lowest(wins, 1)
	}
	return e.lowest(cards, 1)
}

// beats reports whether c takes the trick from the card that holds it.
func (e cardRanker) beats(c, best card.Card) bool { return e.game.Beats(e.suit, best).Has(c) }
