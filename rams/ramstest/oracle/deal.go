package oracle

import (
	"slices"
	"strings"
)

// payAntes: docs/rules.md 2.1, 3.2, 5.2 and the option `antes`; from seat 0.
func (h *hand) payAntes() {
	if h.rules.races() {
		return
	}
	ante := h.rules.amounts["ante"]
	switch h.rules.words["antes"] {
	case "all", "twice":
		for seat := range h.seats {
			if h.Spared>>seat%2 == 0 {
				h.pay(seat, ante)
			}
		}
	case "empty":
		if h.Pot == 0 || h.Redeal > 0 {
			h.everyonePays()
		}
	case "dealer":
		h.pay(h.dealer, ante)
	case "dealer-twice":
		h.everyonePaysDealerTwice()
	case "phase":
		if !h.Muss {
			h.pay(h.dealer, ante)
			return
		}
		h.everyonePaysDealerTwice()
	}
}

func (h *hand) everyonePaysDealerTwice() {
	for seat := range h.seats {
		n := h.rules.amounts["ante"]
		if seat == h.dealer {
			n *= 2
		}
		h.pay(seat, n)
	}
}

// everyonePays: an ante of every seat, from seat 0.
func (h *hand) everyonePays() {
	for seat := range h.seats {
		h.pay(seat, h.rules.amounts["ante"])
	}
}

// pay puts money into the pot. What would take it above what it can hold is cut, and a
// payment cut to 0 keeps its event (docs/rules.md 2.11).
func (h *hand) pay(seat int, amount int64) {
	amount = min(amount, h.rules.room(h.pot))
	h.pot += amount
	h.tell("ante", "seat", seat, "amount", amount)
}

// shuffleAndCut: a plain cut is part of the shuffle (docs/rules.md 1). In a hop cut
// rearhand cuts, and as long as the rules say so it is done again (3.3, 5.3);
// the lower packet goes on top.
func (h *hand) shuffleAndCut() {
	pack := packCards(h.rules.words["pack"])
	for again := true; again; {
		order := h.order("shuffle", pack)
		h.tell("shuffle", "cards", order)
		h.stock = order
		if h.rules.is("cut", "plain") {
			return
		}
		at := h.cutAt(len(pack))
		h.stock = slices.Concat(order[at:], order[:at])
		topCard, lowCard := order[at-1], order[len(order)-1]
		if h.rules.is("cut", "hop1") {
			h.tell("cut", "seat", h.rearhand(), "at", at, "shown", topCard)
			again = h.hopZwicken(topCard)
		} else {
			again = h.hopKratzen(at, topCard, lowCard)
			shown := h.log[len(h.log)-1]["t"] != "cut" // something followed from it
			again = again || shown && h.rules.is("cut", "hop-again")
		}
	}
}

// hopKratzen is the table of docs/rules.md 3.3. It says whether to shuffle again.
func (h *hand) hopKratzen(at int, topCard, lowCard string) bool {
	special := func(card string) bool { return card == h.weli || card[0] == 'A' || card[0] == '7' }
	if !special(topCard) {
		h.tell("cut", "seat", h.rearhand(), "at", at, "shown", topCard)
		return false
	}
	h.tell("cut", "seat", h.rearhand(), "at", at, "shown", []string{topCard, lowCard})
	var weli, aces, sevens int
	for _, card := range []string{topCard, lowCard} {
		switch {
		case card == h.weli:
			weli++
		case card[0] == 'A':
			aces++
		case card[0] == '7':
			sevens++
		}
	}
	if weli == 1 {
		h.everyonePays()
	}
	switch {
	case aces == 1 && sevens == 1: // forehand and the seat after it pay
		h.pay(h.forehand(), h.rules.amounts["ante"])
		h.pay(h.seat(h.dealer, 2), h.rules.amounts["ante"])
		return false
	case aces > 0: // hop or jump to the left: the next seats in turn order
		h.moveDeal(aces, +1)
		return true
	case sevens > 0: // to the right
		h.moveDeal(sevens, -1)
		return true
	}
	return false // the Weli alone: no new cut
}

// hopZwicken: docs/rules.md 5.3. It says whether to shuffle again.
func (h *hand) hopZwicken(shown string) bool {
	switch {
	case shown == h.weli:
		h.moveDeal(2, +1)
		return true
	case shown[0] == 'A' || shown[0] == '7':
		h.moveDeal(1, +1)
		return true
	}
	return false
}

// moveDeal moves the deal by this many seats; the seats passed and the new dealer
// pay an ante each. `dealer` stands only if the seat changes.
func (h *hand) moveDeal(steps, direction int) {
	to := h.dealer
	for range steps {
		to = h.seat(to, direction)
		h.pay(to, h.rules.amounts["ante"])
	}
	if to != h.dealer {
		h.dealer = to
		h.tell("dealer", "seat", to)
	}
}

// deal: packets and upcard (docs/rules.md 2.2, 2.3, 3.4, 5.4, option `deal`), with
// the blind questions where they stand.
func (h *hand) deal() {
	switch h.rules.words["deal"] {
	case "2+2":
		h.askDoubleBlind("before")
		h.packets(2)
		h.askDoubleBlind("before-upcard")
		h.turnUp()
		h.askBlind("yes")
		h.packets(2)
		h.askBlind("before-look")
	case "2+1":
		h.packets(2)
		h.turnUp()
		h.packets(1)
	case "1x4", "1x5":
		for range h.rules.handSize() - 1 {
			h.packets(1)
		}
		for _, seat := range h.round(h.forehand())[:h.seats-1] {
			h.give("deal", seat, h.top(1), nil)
		}
		h.turnUp()
	case "1x3": // who opens turns the upcard; where all must play it is turned at once
		for range 3 {
			h.packets(1)
		}
		if h.allMustPlay() {
			h.turnUp()
		}
	case "3+2+upcard":
		h.packets(3)
		h.packets(2)
		h.turnUp()
	case "2+3+upcard":
		h.packets(2)
		h.packets(3)
		h.turnUp()
	case "1x4+upcard", "1x3+upcard": // the upcard lies on the table and is nobody's
		h.onesAndUpcard()
		if !h.forcedTen() {
			h.askBlind("yes")
			h.askBlind("before-look")
		}
	}
	h.takeUpcards()
	h.sevenMuss = h.rules.sevens() && !h.Muss && strings.HasPrefix(h.upcards[len(h.upcards)-1], "7")
	if !h.forcedTen() {
		h.askNewCards()
	}
}

// onesAndUpcard deals cards one by one, then the upcard. With trump: dealer the dealer says before their last card
// falls, and before they look, whether this one is turned; then it stays in the hand, and they have joined (docs/rules.md 5.10).
func (h *hand) onesAndUpcard() {
	for range h.rules.handSize() - 1 {
		h.packets(1)
	}
	for _, seat := range h.round(h.forehand())[:h.seats-1] {
		h.give("deal", seat, h.top(1), nil)
	}
	if h.rules.dealerTurns() {
		h.titscht = h.ask(h.dealer, "blind", "see") == "blind"
	}
	if !h.titscht {
		h.give("deal", h.dealer, h.top(1), nil)
	}
	h.turnUp()
	if h.rules.dealerTurns() {
		h.unhood()
	}
	h.active[h.dealer] = h.titscht
}

// top takes cards from the top of the stock.
func (h *hand) top(n int) []string {
	cards := h.stock[:n:n]
	h.stock = h.stock[n:]
	return cards
}

// packets deals a packet to each seat from forehand, the dealer last. With a
// double blind the dealer's second packet has a third card (docs/rules.md 2.3).
func (h *hand) packets(n int) {
	for _, seat := range h.round(h.forehand()) {
		third := 0
		if seat == h.dealer && len(h.upcards) > 0 && h.doubleBlind {
			third = 1
		}
		h.give("deal", seat, h.top(n+third), nil)
	}
}

// turnUp turns the upcard; in Kratzen one more after the Weli (docs/rules.md 3.4), and with rob: dealer+weli (4).
// AMBIGUOUS: elsewhere a Weli turned up counts as its printed suit, as 5.4 says
// of 7d, also with pack weli33 in a game of Chratze.
func (h *hand) turnUp() {
	card := h.top(1)[0]
	h.upcards = append(h.upcards, card)
	h.table = card
	h.tell("upcard", "card", card)
	if card == h.weli && (h.rules.bids() || h.rules.is("rob", "dealer+weli")) && len(h.upcards) == 1 {
		h.turnUp()
		return
	}
	if h.forcedTen() {
		h.unhood() // no blind question can come any more
	}
	h.setTrump(card[1:])
}

func (h *hand) setTrump(suit string) {
	h.trump = suit
	h.tell("trump", "suit", suit)
}

// takeUpcards: the upcard goes to a dealer who went blind (docs/rules.md 2.3), to
// Kratzen's dealer, all that were turned up (3.4), and with deal 1x4.
func (h *hand) takeUpcards() {
	if !h.blind && !h.rules.bids() && !h.rules.dealersLast() && !h.titscht {
		return
	}
	for _, card := range h.upcards {
		h.take(h.dealer, card)
	}
	h.table = ""
}

// take puts an open card into a hand.
func (h *hand) take(seat int, card string) {
	h.cards[seat] = append(h.cards[seat], card)
	h.tell("take", "seat", seat, "card", card)
}
