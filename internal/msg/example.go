package msg

import (
	"strings"

	"chratze/pot"
	"chratze/rams"
)

// example settles hands as the table would: one in which the declarer makes it,
// one in which he fails; without a declarer one. The amounts are the kernel's.
func (w *writer) example() {
	game, err := w.sheet.Variant.Game(w.sheet.Seats)
	if err != nil {
		return // so many can't play this
	}
	w.heading("sheet.example.head")
	size := w.rules.Deal.Size()
	if w.rules.Auction == rams.Joining {
		w.hand(game, rams.Nobody, tricks(min(w.sheet.Seats, 3), size))
		return
	}
	joiners := min(w.sheet.Seats-1, 3)
	for _, own := range [...]int{int(w.rules.Target), int(w.rules.Target) - 1} {
		won := append([]int{own}, tricks(joiners, size-own)...)
		if own == int(w.rules.Target) { // all who can win one
			won = append([]int{own}, even(joiners, size-own)...)
		}
		w.hand(game, 0, won)
	}
}

// tricks deals so many tricks out so that the last of n players has none, if
// there are more than one, and the first the most.
func tricks(n, left int) []int {
	won := even(max(n-1, 1), left)
	if n > 1 {
		won = append(won, 0)
	}
	return won
}

// even deals so many tricks out one by one; the first gets what is left over.
func even(n, left int) []int {
	won := make([]int, n)
	for i := range won {
		if left > 0 {
			won[i]++
			left--
		}
	}
	won[0] += left
	return won
}

// hand tells of a hand in which the first seats won so many tricks.
func (w *writer) hand(game *rams.Game, declarer rams.Seat, won []int) {
	tally := rams.Tally{Pot: w.pot(), Dealer: rams.Seat(w.sheet.Seats - 1), Declarer: declarer, Lost: rams.Nobody}
	names := strings.Fields(w.glossary["names"])[:w.sheet.Seats]
	for seat, n := range won {
		tally.Contract[seat], tally.Tricks[seat] = rams.Joined, uint8(n)
	}
	joined := names[:len(won)]
	if declarer >= 0 {
		tally.Contract[declarer] = rams.Declared
		joined = joined[1:]
	}
	result, err := game.Settle(tally)
	if err != nil {
		panic("msg: an example can't be settled: " + err.Error())
	}
	args := Args{
		"amount": w.sum(tally.Pot), "name": names[0], "declarer": w.Declarer(), "joiners": w.List(joined), "n": len(joined),
		"left": w.sum(result.Left), "next": w.sum(result.Next.Pot),
	}
	w.text(w.T("sheet.example", args))
	if declarer >= 0 {
		w.text(w.T("sheet.example.declarer", args))
	}
	w.text(w.T("sheet.example.joined", args))
	table := w.Table(w.sheet.Variant, w.deck, w.sheet.Money, names, rams.Nobody)
	view := rams.View{Declarer: declarer, Dealer: tally.Dealer, Contract: tally.Contract, Tricks: tally.Tricks}
	w.items(append(table.played(&view, &result)[1:], w.T("sheet.example.left", args))...)
}

// pot returns what lies in the pot after the antes of a usual hand; in Kratzen of
// one that follows a Muss in which nobody failed.
func (w *writer) pot() pot.Chips {
	n := w.sheet.Seats
	switch w.rules.Antes {
	case rams.AntePhase:
		n += 2
	case rams.AnteDealer:
		n = 1
	}
	return min(w.rules.Ante*pot.Chips(n), pot.Max)
}
