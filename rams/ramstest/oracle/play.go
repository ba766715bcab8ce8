package oracle

import (
	"slices"
	"strings"
)

// suitOf is the suit a card belongs to in the play: the Weli is a trump
// (docs/rules.md 1).
func (h *hand) suitOf(card string) string {
	if card == h.weli {
		return h.trump
	}
	return card[1:]
}

// rankOf orders the cards of one suit, the higher the better; the Weli stands
// just below the trump ace. In Lupfen the ten is above the king. In Mistigri the matador is above all trumps, and the ace below the jack; with seven_top the seven is above the ace (docs/rules.md 4.7).
func (h *hand) rankOf(card string) int {
	mistigri := h.rules.preset == "mistigri"
	switch {
	case (mistigri || h.rules.is("seven_top", "yes")) && card == h.weli:
		return 101
	case mistigri:
		return -strings.IndexByte("KQJAT98765432", card[0])
	case h.rules.preset == "lupfen" && card != h.weli:
		return 100 - strings.IndexByte("ATKQJ98765432", card[0])*10
	case card[0] == 'A':
		return 100
	case card == h.weli:
		return 99
	}
	return len(ranks) - strings.IndexByte(ranks, card[0])
}

// best is the place in the trick of the card that wins it as it lies: the
// highest trump, else the highest of the suit led (docs/rules.md 2.10).
func (h *hand) best(trick []string) int {
	best := 0
	for i, card := range trick {
		won := trick[best]
		switch {
		case h.suitOf(card) == h.suitOf(won):
			if h.rankOf(card) > h.rankOf(won) {
				best = i
			}
		case h.suitOf(card) == h.trump:
			best = i
		}
	}
	return best
}

// playable are the cards that may be played to a trick, in pack order
// (docs/rules.md 2.10, 3.9, options void, ruff_anytime, head).
func (h *hand) playable(cards, trick []string) []string {
	may := inPackOrder(cards)
	if len(trick) == 0 {
		return h.leads(may)
	}
	ofSuit := func(suit string) []string {
		return slices.DeleteFunc(slices.Clone(may), func(card string) bool { return h.suitOf(card) != suit })
	}
	led, trumps := ofSuit(h.suitOf(trick[0])), ofSuit(h.trump)
	switch {
	case len(led) > 0 && h.rules.is("ruff_anytime", "yes"):
		may = slices.DeleteFunc(may, func(c string) bool { return !slices.Contains(led, c) && !slices.Contains(trumps, c) })
	case len(led) > 0:
		may = led
	case len(trumps) > 0 && h.rules.is("void", "trump"):
		may = trumps
	}
	if h.rules.is("head", "yes") || h.rules.is("head", "suit") && len(led) > 0 || h.rules.is("head", "trump") && h.suitOf(trick[0]) == h.trump {
		heads := slices.DeleteFunc(slices.Clone(may), func(c string) bool {
			return h.best(append(slices.Clone(trick), c)) != len(trick)
		})
		if len(heads) > 0 {
			may = heads
		}
	}
	return may
}

// leads are the cards that may be led (docs/rules.md 4, option must_lead). How many tricks have been played is told by
// how many cards are left.
func (h *hand) leads(cards []string) []string {
	past := h.rules.handSize() - len(cards)
	top := "A" + h.trump
	if h.rules.is("must_lead", "loo") && h.table == top {
		if top = "K" + h.trump; h.weli != "" {
			top = h.weli
		}
	}
	trumps := slices.DeleteFunc(slices.Clone(cards), func(c string) bool { return h.suitOf(c) != h.trump })
	switch {
	case h.rules.is("must_lead", "no") || len(trumps) == 0:
	case h.rules.is("must_lead", "cinch"):
		return h.cinch(cards, trumps)
	case h.rules.is("must_lead", "trump"):
		if past > 0 {
			return trumps
		}
	case past == 0 && slices.Contains(cards, top):
		return []string{top}
	case past == 0 && h.rules.is("must_lead", "loo") && len(trumps) >= 2:
		return trumps
	case past == 1 && h.rules.is("must_lead", "ace+trump"):
		return trumps
	case past >= 1 && h.rules.is("must_lead", "loo"):
		return trumps
	}
	return cards
}

// cinch: docs/rules.md 4. Who is sure of more than half of the tricks leads the highest trump. Sure are the tricks won,
// and the trumps above which every trump is played, lies open or is in the same hand.
func (h *hand) cinch(cards, trumps []string) []string {
	mine := h.tricks[h.leader]
	order := slices.DeleteFunc(packCards(h.rules.words["pack"]), func(c string) bool { return h.suitOf(c) != h.trump })
	slices.SortFunc(order, func(a, b string) int { return h.rankOf(b) - h.rankOf(a) })
	for _, card := range order {
		if slices.Contains(trumps, card) {
			mine++
		} else if !slices.Contains(h.gone, card) && card != h.table {
			break
		}
	}
	if 2*mine <= h.rules.handSize() {
		return cards
	}
	for _, card := range order {
		if slices.Contains(trumps, card) {
			return []string{card}
		}
	}
	return cards
}

// showJacks: a player who holds three jacks shows them before the first lead, and has all tricks (docs/rules.md 4).
func (h *hand) showJacks() bool {
	for _, seat := range h.inTurn(h.forehand()) {
		if h.rules.showsJacks() && !slices.ContainsFunc(h.cards[seat], func(card string) bool { return card[0] != 'J' }) {
			h.tell("show", "seat", seat, "cards", inPackOrder(h.cards[seat]))
			h.tricks[seat] = 3
			return true
		}
	}
	return false
}

// play: the first to act leads, then the winner of each trick (docs/rules.md 2.10).
func (h *hand) play() {
	if h.showJacks() {
		return
	}
	h.leader = h.firstToAct()
	for range h.rules.handSize() {
		var trick []string
		seats := h.inTurn(h.leader)
		for _, seat := range seats {
			var options [][]string
			for _, card := range h.playable(h.cards[seat], trick) {
				options = append(options, []string{card})
			}
			card := h.askCards(seat, "play", options)[0]
			h.cards[seat] = without(h.cards[seat], card)
			trick = append(trick, card)
			h.gone = append(h.gone, card)
		}
		h.leader = seats[h.best(trick)]
		h.tricks[h.leader]++
		h.tell("trick", "seat", h.leader)
		if slices.Contains(trick, "A"+h.trump) && h.weli != "" && slices.Contains(trick, h.weli) { // docs/rules.md 5.8
			h.sevenLost = seats[slices.Index(trick, h.weli)]
		}
	}
}
