package oracle

import "slices"

// firstToAct is the declarer, in Zwicken the first after the dealer who joined
// (docs/rules.md 2.8, 3.8, 5.6; 2.10, 5.7).
func (h *hand) firstToAct() int {
	if h.declarer != nobody {
		return h.declarer
	}
	return h.inTurn(h.forehand())[0]
}

// exchangeAll: one round (docs/rules.md 2.8). A player with too many cards drops some: in turn, after the own
// exchange, or in a second round. Without an exchange it is in turn.
func (h *hand) exchangeAll() {
	seats := h.inTurn(h.firstToAct())
	late := h.dropsLate(len(seats))
	for _, seat := range seats {
		if !h.rules.is("exchange", "none") {
			h.exchange(seat)
		}
		if !late {
			h.getDown(seat)
		}
	}
	for _, seat := range seats {
		h.getDown(seat)
	}
}

// dropsLate: surplus cards are dropped in a second round, if all of these players could keep theirs until then: five
// each, or with one_more one more than they play with (a blind dealer with new cards two), and there must be as many again
// as the last of them has laid, beside the upcard.
func (h *hand) dropsLate(in int) bool {
	held := max(5, h.rules.handSize())
	most := in * held
	if h.rules.is("exchange", "one_more") {
		most = in * (h.rules.handSize() + 1)
		if !h.rules.is("blind", "no") {
			most++
		}
	}
	return h.rules.leavesSurplus() && h.rules.is("surplus", "last") && most+h.rules.handSize()+1 <= len(packCards(h.rules.words["pack"]))
}

// exchange: a player discards k cards and draws (docs/rules.md 2.8, 3.8, 5.6). k is at
// least cards - 4 and no more than stock and discards can bring back to four
// (three with three-card hands).
func (h *hand) exchange(seat int) {
	size, held := h.rules.handSize(), len(h.cards[seat])
	var options [][]string
	most := min(held, held-size+len(h.stock)+len(h.discards))
	limit := map[string]int{"1": 1, "2": 2, "3": 3, "4": 4, "seats": 4}[h.rules.words["exchange_max"]]
	if h.rules.is("exchange_max", "seats") && h.seats > 6 {
		limit = map[int]int{7: 3, 8: 2}[h.seats]
	}
	if limit > 0 {
		most = min(most, max(limit, held-size))
	}
	for k := held - size; k <= most; k++ {
		options = append(options, choices(h.cards[seat], k)...)
	}
	laid := h.askCards(seat, "lay", options)
	h.cards[seat] = without(h.cards[seat], laid...)

	drawn := h.drawUpTo(h.wanted(held, laid))
	var up []string
	if h.rules.is("exchange", "kratzen") && len(drawn) > 3 {
		up = drawn[3:min(5, len(drawn))]
		drawn = append(slices.Clone(drawn), h.drawUpTo(h.bonus(up))...)
	}
	if len(drawn) > 0 {
		h.give("draw", seat, drawn, up)
	}
	h.discards = append(h.discards, laid...)
}

// wanted is the number of cards to be drawn by a seat that held this many and laid k,
// before Kratzen's bonus.
//
// AMBIGUOUS: `five` with three-card hands: a player who discards all cards draws
// five. `kratzen` with three-card hands: three wherever 3.8 says four, so a player
// who discards four draws four. `plain` for a dealer with more cards: as 2.8 without the
// fifth card, k at least cards - 4, and the dealer draws up to four.
func (h *hand) wanted(held int, laid []string) int {
	size, k := h.rules.handSize(), len(laid)
	all := k == held
	switch h.rules.words["exchange"] {
	case "five":
		if all {
			return 5
		}
	case "five-suit":
		if all && !slices.ContainsFunc(laid, func(c string) bool { return c[1] != laid[0][1] }) {
			return 5
		}
	case "one_more":
		if all {
			return k + 1
		}
	case "kratzen":
		if k > size {
			return k
		}
	}
	return size - (held - k)
}

// bonus: one card for each trump that came face up, or 5 in all for the trump
// ace (docs/rules.md 3.8).
func (h *hand) bonus(up []string) int {
	if slices.Contains(up, "A"+h.trump) {
		return 5
	}
	n := 0
	for _, card := range up {
		if h.suitOf(card) == h.trump {
			n++
		}
	}
	return n
}

// drawUpTo takes cards from the stock. When one is wanted and the stock is
// empty, the discards so far become the stock; without any the draw ends
// (docs/rules.md 2.8).
func (h *hand) drawUpTo(n int) []string {
	var drawn []string
	for len(drawn) < n {
		if len(h.stock) == 0 {
			if len(h.discards) == 0 {
				break
			}
			h.stock = h.order("reshuffle", h.discards)
			h.tell("reshuffle", "cards", h.stock)
			h.discards = nil
		}
		drawn = append(drawn, h.top(1)...)
	}
	return drawn
}

// getDown: a player with too many cards drops the rest face down, at once
// (docs/rules.md 2.8, 3.5, 3.8).
func (h *hand) getDown(seat int) {
	if extra := len(h.cards[seat]) - h.rules.handSize(); extra > 0 {
		dropped := h.askCards(seat, "drop", choices(h.cards[seat], extra))
		h.cards[seat] = without(h.cards[seat], dropped...)
		h.discards = append(h.discards, dropped...)
	}
}

// rob: a dealer who plays may take the upcard for a card (docs/rules.md 4), and not with the spare hand; both upcards
// for two, or the Weli for one.
func (h *hand) rob() {
	if h.rules.is("rob", "no") || h.table == "" || !h.active[h.dealer] || h.spare == h.dealer {
		return
	}
	options := append([][]string{nil}, choices(h.cards[h.dealer], 1)...)
	if len(h.upcards) == 2 {
		options = append(options, choices(h.cards[h.dealer], 2)...)
	}
	laid := h.askCards(h.dealer, "lay", options)
	h.cards[h.dealer] = without(h.cards[h.dealer], laid...)
	h.discards = append(h.discards, laid...)
	for _, card := range h.upcards[:len(laid)] { // the first of two is the Weli
		h.take(h.dealer, card)
	}
	if len(laid) == len(h.upcards) {
		h.table = ""
	}
}

// swapSix: docs/rules.md 2.9. The upcard has to lie on the table, so never after a
// blind.
func (h *hand) swapSix() {
	if !h.rules.is("six_swap", "yes") || h.table == "" {
		return
	}
	six := "6" + h.trump
	for _, seat := range h.inTurn(h.forehand()) {
		if slices.Contains(h.cards[seat], six) && h.ask(seat, "swap", "keep") == "swap" {
			h.cards[seat] = without(h.cards[seat], six)
			h.take(seat, h.table)
			h.table = six
			return
		}
	}
}
