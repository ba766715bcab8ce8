package oracle

import (
	"slices"
	"strings"
)

// Suits and ranks in pack order (docs/rules.md 1).
const (
	suits = "cshd"
	ranks = "AKQJT98765432"
)

// packCards returns the cards of a pack in pack order (docs/rules.md 1, packs).
func packCards(pack string) []string {
	var cards []string
	for _, suit := range suits {
		for _, rank := range ranks {
			if pack == "full52" || rank > '9' || pack != "schnapsen20" && rank >= '6' && (rank != '6' || pack == "jass36" || pack == "weli33" && suit == 'd') { // letters are greater than digits
				cards = append(cards, string(rank)+string(suit))
			}
		}
	}
	return cards
}

// weliOf returns the card that always belongs to the trump suit, "" if there
// is none (docs/rules.md 4, last paragraph).
//
// AMBIGUOUS: `zwicken` and `mistigri` with pack weli33. The Weli is the preset's and no
// option, so 7d or Jc stays it and 6d is a plain six of diamonds.
func weliOf(preset, pack string) string {
	switch {
	case strings.HasPrefix(preset, "zwicken"), preset == "ramset":
		return "7d"
	case preset == "mistigri": // its matador (docs/rules.md 4.7)
		return "Jc"
	case pack == "weli33":
		return "6d"
	}
	return ""
}

// packOrder compares two cards: suits c s h d, ranks A to 2.
func packOrder(a, b string) int {
	if bySuit := strings.IndexByte(suits, a[1]) - strings.IndexByte(suits, b[1]); bySuit != 0 {
		return bySuit
	}
	return strings.IndexByte(ranks, a[0]) - strings.IndexByte(ranks, b[0])
}

// inPackOrder returns a sorted copy.
func inPackOrder(cards []string) []string {
	sorted := slices.Clone(cards)
	slices.SortFunc(sorted, packOrder)
	return sorted
}

// without returns the cards that are not among gone, in their old order.
func without(cards []string, gone ...string) []string {
	var left []string
	for _, card := range cards {
		if !slices.Contains(gone, card) {
			left = append(left, card)
		}
	}
	return left
}

// sameCards says whether b is an order of the cards a.
func sameCards(a, b []string) bool {
	return slices.Equal(inPackOrder(a), inPackOrder(b))
}

// choices returns every way to take k of the cards, each way and all of them
// in pack order.
func choices(cards []string, k int) [][]string {
	if k == 0 {
		return [][]string{nil}
	}
	sorted := inPackOrder(cards)
	var all [][]string
	for i := 0; i+k <= len(sorted); i++ {
		for _, rest := range choices(sorted[i+1:], k-1) {
			all = append(all, append([]string{sorted[i]}, rest...))
		}
	}
	return all
}

// isCard says whether the text is a card of some pack.
func isCard(text string) bool {
	return len(text) == 2 && strings.Contains(ranks, text[:1]) && strings.Contains(suits, text[1:])
}
