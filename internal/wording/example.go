package wording

import (
	"chratze/internal/locale"
	"chratze/pot"
	"chratze/rams"
)

// Example is a settled hand on a rule sheet.
type Example struct {
	Names  []string
	Joined []string // the joiners' names
	Tally  rams.Tally
	Result rams.Result
	why    rams.Reasons
}

// Examples settles hands for a sheet: one in which the declarer succeeds and one in which the
// declarer fails; or a single one in games without a declarer. The kernel computes the amounts.
// It returns nil if the game doesn't allow this number of players.
func Examples(p *locale.Printer, s locale.Sheet) []Example { return newWriter(p, s).examples() }

func (w *writer) examples() (list []Example) {
	game, err := w.sheet.Played().Game(w.sheet.Seats)
	if err != nil {
		return nil
	}
	size := w.rules.Deal.Size()
	if w.rules.Auction == rams.AuctionJoining {
		return []Example{w.settled(game, rams.Nobody, tricks(min(w.sheet.Seats, 3), size))}
	}
	if w.rules.Price {
		return []Example{w.settled(game, 0, tricks(min(w.sheet.Seats-1, 3), size))}
	}
	joiners := min(w.sheet.Seats-1, 3)
	for _, own := range [...]int{int(w.rules.Target), int(w.rules.Target) - 1} {
		won := append([]int{own}, tricks(joiners, size-own)...)
		if own == int(w.rules.Target) { // everybody who could win a trick
			won = append([]int{own}, even(joiners, size-own)...)
		}
		list = append(list, w.settled(game, 0, won))
	}
	return list
}

// example writes the examples.
func (w *writer) example() {
	if list := w.examples(); len(list) > 0 {
		w.heading("sheet.example.head")
		for i := range list {
			w.hand(&list[i])
		}
	}
}

// tricks distributes the remaining tricks among n players: the first gets the most and, if
// there are two or more, the last gets none.
func tricks(n, left int) []int {
	won := even(max(n-1, 1), left)
	if n > 1 {
		won = append(won, 0)
	}
	return won
}

// even distributes tricks evenly; the first players get the rest.
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

// settled returns a hand in which the first seats won the given tricks.
func (w *writer) settled(game *rams.Game, declarer rams.Seat, won []int) Example {
	e := Example{
		Names: w.Names(w.sheet.Seats),
		Tally: rams.Tally{Pot: w.pot(), Dealer: rams.Seat(w.sheet.Seats - 1), Declarer: declarer, Lost: rams.Nobody},
	}
	for seat, n := range won {
		e.Tally.Contract[seat], e.Tally.Tricks[seat] = rams.Joined, uint8(n)
	}
	e.Joined = e.Names[:len(won)]
	if declarer >= 0 {
		e.Tally.Contract[declarer] = rams.Declared
		e.Joined = e.Joined[1:]
	}
	if w.rules.Price {
		e.Tally.Price = 5 * w.rules.Ante
	} else {
		e.Tally.Price = game.JoinPrice(e.Tally.Pot)
	}
	e.Tally.Pot = min(e.Tally.Pot+e.Tally.Price*pot.Chips(len(won)), pot.Max)
	var err error
	if e.Result, e.why, err = game.Explain(e.Tally); err != nil {
		panic("wording: an example can't be settled: " + err.Error())
	}
	return e
}

// hand writes one example.
func (w *writer) hand(e *Example) {
	tally, result := &e.Tally, &e.Result
	args := locale.Args{
		"amount": w.sum(tally.Pot), "name": e.Names[0], "declarer": w.Declarer(), "joiners": w.List(e.Joined), "n": len(e.Joined),
		"left": w.sum(result.Left), "next": w.sum(result.Next.Pot), "price": w.sum(tally.Price),
	}
	w.text(w.T("sheet.example", args))
	if tally.Declarer >= 0 {
		w.text(w.T("sheet.example.declarer", args))
	}
	w.text(w.T("sheet.example.joined", args))
	if tally.Price > 0 {
		w.text(w.T("sheet.example.price", args))
	}
	table := NewTable(w.Printer, w.sheet.Variant, w.sheet.Deck, w.sheet.Money, e.Names, rams.Nobody)
	view := rams.View{Declarer: tally.Declarer, Dealer: tally.Dealer, Contract: tally.Contract, Why: &e.why}
	left := "sheet.example.left"
	if e.why.Left == rams.LeftRace {
		left += ".race"
	}
	w.items(append(table.played(&view, result), w.T(left, args))...)
}

// pot returns the pot after the antes of a usual hand; in Kratzen, of a hand after a Muss in
// which nobody failed, and where all play for a bare pot, of one to which a penalty was left; in a race one penalty.
func (w *writer) pot() pot.Chips {
	if w.rules.Races() {
		return w.rules.Penalty
	}
	n := w.sheet.Seats
	switch w.rules.Antes {
	case rams.AntePhase:
		n += 2
	case rams.AnteDealer:
		n = 1
	case rams.AnteDealerTwice:
		n++
	case rams.AntePlayers:
		n = 0
	}
	amount := w.rules.Ante * pot.Chips(n)
	if w.rules.AllPlay == rams.AllPlayBare {
		amount += max(w.rules.Penalty, amount)
	}
	return min(amount, pot.Max)
}
