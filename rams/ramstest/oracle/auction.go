package oracle

import (
	"fmt"
	"slices"
)

// askDoubleBlind: docs/rules.md 2.3, after the shuffle, before the first packet, or
// after it, before the upcard.
func (h *hand) askDoubleBlind(moment string) {
	if !h.rules.is("double_blind", moment) {
		return
	}
	if h.ask(h.dealer, "double-blind", "see") == "double-blind" {
		h.doubleBlind = true
		h.declareBlind()
	} else if h.rules.is("blind", "no") {
		h.unhood()
	}
}

// askBlind: docs/rules.md 2.3, after the upcard, before the second packet, or after
// it, before the dealer looks.
func (h *hand) askBlind(moment string) {
	if !h.rules.is("blind", moment) || h.blind {
		return
	}
	if h.ask(h.dealer, "blind", "see") == "blind" {
		h.declareBlind()
	}
	h.unhood()
}

// askNewCards: docs/rules.md 4, `chratzen` in detail. After the deal the dealer may
// keep the upcard, put the other cards away unseen, for good, and get four new
// ones. There is no event for the cards put away.
func (h *hand) askNewCards() {
	if !h.rules.is("blind", "new-cards") {
		return
	}
	if h.ask(h.dealer, "blind", "see") == "see" {
		h.unhood()
		return
	}
	h.hoodwink = false // the cards dealt so far stay unseen
	h.declareBlind()
	away := without(h.cards[h.dealer], h.upcards...)
	h.cards[h.dealer] = without(h.cards[h.dealer], away...)
	h.discards = append(h.discards, away...)
	h.give("deal", h.dealer, h.top(4), nil)
}

// declareBlind makes the dealer the declarer; nobody else can open. The dealer
// sees the cards from now on.
func (h *hand) declareBlind() {
	h.blind = true
	h.unhood()
	h.declare(h.dealer)
}

func (h *hand) declare(seat int) {
	h.declarer = seat
	h.active[seat] = true
}

// auction finds the declarer, if there is one.
func (h *hand) auction() bool {
	switch {
	case h.blind:
	case h.rules.bids():
		h.bidding()
	default:
		h.opening()
	}
	return h.declarer != nobody
}

// dealerDeclares: docs/rules.md 4, dealer_plays. The upcard may make the dealer declare; the others are asked.
func (h *hand) dealerDeclares() bool {
	ace, seven := h.dealerPlays()
	if !h.blind && (ace || seven) {
		h.one = seven
		h.declare(h.dealer)
		h.namePrice()
		return true
	}
	return false
}

// dealerPlays says whether the last upcard is an ace, or a seven, that makes the dealer play (docs/rules.md 4).
func (h *hand) dealerPlays() (ace, seven bool) {
	if len(h.upcards) == 0 || h.rules.is("dealer_plays", "no") {
		return false, false
	}
	up := h.upcards[len(h.upcards)-1]
	return up[0] == 'A', up[0] == '7' && h.rules.is("dealer_plays", "seven+ace")
}

// opening: docs/rules.md 2.4 and 2.5. With `upcards` a second and third upcard come
// from the stock; with an empty stock the hand is over at once.
func (h *hand) opening() {
	for {
		for _, seat := range h.round(h.forehand()) {
			if h.ask(seat, "open", "pass") == "open" {
				h.declare(seat)
				if h.trump == "" { // docs/rules.md 4, deal 1x3
					h.turnUp()
				}
				h.namePrice()
				return
			}
		}
		if !h.rules.is("no_open", "upcards") || len(h.upcards) == 3 || len(h.stock) == 0 {
			return
		}
		if h.table != "" {
			h.discards = append(h.discards, h.table)
		}
		if h.turnUp(); h.forcedTen() && h.rules.is("forced_deal", "ten-any") {
			h.everybodyPlays()
			return
		}
		if h.dealerDeclares() {
			return
		}
	}
}

// namePrice: the declarer says how many antes it costs to play, of those that the pot could hold from every seat, and
// pays them (docs/rules.md 4, price).
func (h *hand) namePrice() {
	if h.rules.is("price", "no") {
		return
	}
	var acts []string
	of := map[string]int64{}
	for _, n := range []int64{1, 2, 3, 5, 10} {
		if n*h.rules.amounts["ante"]*int64(h.seats) <= h.rules.room(h.pot) {
			act := fmt.Sprintf("price-%d", n)
			acts, of[act] = append(acts, act), n*h.rules.amounts["ante"]
		}
	}
	if len(acts) > 0 {
		h.price = of[h.ask(h.declarer, acts...)]
		h.stand(h.declarer)
	}
}

// stand: a seat plays, and pays the price for it (docs/rules.md 4, price).
func (h *hand) stand(seat int) {
	h.active[seat] = true
	if h.price > 0 {
		h.pay(seat, h.price)
		h.stake = h.pot
	}
}

// bidding: docs/rules.md 3.6. From the dealer on each seat speaks once; the highest
// bidder is the declarer, and `weiter-oder` ends it.
func (h *hand) bidding() {
	contracts := []string{"schlagen", "oder", "weiter-oder"} // from low to high
	if h.rules.is("bids", "falling") {
		slices.Reverse(contracts)
	}
	contract := ""
	for _, seat := range h.round(h.dealer) {
		higher := contracts[slices.Index(contracts, contract)+1:]
		legal := slices.Clone(higher)
		if seat != h.dealer && h.rules.is("weiter_oder", "dealer") {
			legal = slices.DeleteFunc(legal, func(c string) bool { return c == "weiter-oder" })
		}
		if len(legal) == 0 {
			break // nothing beats the last bid, and no later seat has more
		}
		if h.rules.is("bids", "falling") {
			slices.Reverse(legal) // acts are listed in one order
		}
		bid := h.ask(seat, append(legal, "weiter")...)
		if bid != "weiter" {
			contract, h.declarer = bid, seat
		}
		if bid == contracts[len(contracts)-1] {
			break
		}
	}
	if h.declarer != nobody {
		h.declare(h.declarer)
		h.turnForContract(contract)
	}
}

// turnForContract: docs/rules.md 3.6. Cards turned are out of play; a Weli counts as
// bells, its printed suit.
func (h *hand) turnForContract(contract string) {
	turned := ""
	switch contract {
	case "weiter-oder":
		if len(h.stock) > 0 {
			turned = h.turn()
		}
	case "oder":
		for len(h.stock) > 0 && (turned == "" || turned[1:] == h.trump) {
			turned = h.turn()
		}
	}
	if turned == "" {
		return
	}
	gives := contract == "weiter-oder" || turned[1:] != h.trump
	h.setTrump(turned[1:]) // if all were of the old suit, the trump stays and is said again
	h.sevenMuss = gives && turned[0] == '7' && h.rules.is("forced_deal", "seven-any")
}

func (h *hand) turn() string {
	card := h.top(1)[0]
	h.tell("turn", "card", card)
	return card
}

// join: docs/rules.md 2.6, 3.7 and `last_word` of 4. Every seat but the declarer is
// asked once, the claimant of the last word again after all others.
func (h *hand) join() {
	from := h.seat(h.declarer, 1)
	if h.rules.is("join_order", "forehand") {
		from = h.forehand()
	}
	queue := slices.DeleteFunc(h.round(from), func(seat int) bool { return seat == h.declarer })
	claimant := nobody
	for i, seat := range queue {
		last := i == len(queue)-1 && claimant == nobody
		switch h.ask(seat, h.joinActs(last, claimant)...) {
		case "join":
			h.stand(seat)
		case "last":
			claimant = seat
		case "out":
			h.goOut(seat)
			if last {
				h.nameSusi(seat)
			}
		}
	}
	if claimant != nobody {
		h.askClaimant(claimant)
	}
}

// joinActs are the legal answers of a seat that is asked for the first time.
// AMBIGUOUS: with `susi: forced` the last seat can only join; it can't claim
// the last word either.
func (h *hand) joinActs(last bool, claimant int) []string {
	if last && h.nobodyJoined() && h.rules.is("susi", "forced") {
		return []string{"join"}
	}
	mayClaim := h.rules.is("last_word", "on") || h.rules.is("last_word", "must") && h.nobodyJoined()
	if mayClaim && claimant == nobody {
		return []string{"join", "out", "last"}
	}
	return []string{"join", "out"}
}

// askClaimant asks the player who claimed the last word again, who now is the last
// seat for the Susi rule (docs/rules.md 4).
func (h *hand) askClaimant(seat int) {
	legal := []string{"join", "out"}
	if h.nobodyJoined() && (h.rules.is("last_word", "must") || h.rules.is("susi", "forced")) {
		legal = []string{"join"}
	}
	if h.ask(seat, legal...) == "join" {
		h.stand(seat)
		return
	}
	h.goOut(seat)
	h.nameSusi(seat)
}

// nobodyJoined says that the declarer is alone so far.
func (h *hand) nobodyJoined() bool { return len(h.inTurn(h.dealer)) == 1 }

// goOut puts a player's cards face down on the discards (docs/rules.md 2.6).
func (h *hand) goOut(seat int) {
	h.discards = append(h.discards, h.cards[seat]...)
	h.cards[seat] = nil
}

// nameSusi: the last one asked stayed out and nobody had joined.
func (h *hand) nameSusi(seat int) {
	if h.rules.is("susi", "guideline") && h.nobodyJoined() {
		h.tell("susi", "seat", seat)
	}
}

// zwickenJoin: docs/rules.md 5.5. If all others are out the dealer isn't asked.
func (h *hand) zwickenJoin() {
	spare := h.rules.spareFor(h.seats)
	if h.rules.entry() && !h.rules.races() && h.rules.amounts["ante"]*int64(h.seats) <= h.rules.room(h.pot) {
		h.price = h.rules.amounts["ante"]
	}
	if ace, _ := h.dealerPlays(); ace || h.active[h.dealer] {
		h.stand(h.dealer)
	}
	for _, seat := range h.round(h.forehand()) {
		if h.active[seat] { // has turned their own card, and is in
			continue
		}
		standing := len(h.inTurn(h.dealer))
		if seat == h.dealer && standing == 0 { // for nothing
			h.price = 0
			if h.rules.is("dealer_trump", "yes") && h.rules.is("spare", "no") && !h.rules.races() {
				h.alone()
				continue
			}
			h.active[seat] = true
			continue // unasked
		}
		acts := []string{"join", "out"}
		if spare {
			acts = append(acts, "spare")
		}
		if spare && h.rules.is("spare", "must") {
			acts = []string{"join", "spare"}
		}
		if spare && h.rules.is("spare", "dealer") && seat == h.dealer && standing == 1 {
			acts = []string{"join", "spare", "for-pot"}
		}
		switch act := h.ask(seat, acts...); act {
		case "join":
			h.stand(seat)
		case "out":
			h.goOut(seat)
		default: // the spare hand lies on top of the stock
			spare = false
			h.goOut(seat)
			h.stand(seat)
			h.spare, h.forPot = seat, act == "for-pot"
			h.give("deal", seat, h.top(h.rules.handSize()), nil)
		}
	}
}

// alone: docs/rules.md 4, dealer_trump. The dealer left alone has the pot with a trump, and else leaves it.
func (h *hand) alone() {
	if slices.ContainsFunc(h.cards[h.dealer], func(c string) bool { return h.suitOf(c) == h.trump }) {
		h.ask(h.dealer, "join")
		h.active[h.dealer] = true
		return
	}
	h.ask(h.dealer, "out")
	h.goOut(h.dealer)
}
