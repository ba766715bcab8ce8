package wording

import (
	"slices"

	"chratze/card"
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
	Needed int // by the first, to win a prize of a race; 0: not told
	why    rams.Reasons
}

// Examples settles hands for a sheet: one in which the declarer succeeds and one in which the
// declarer fails; or one in games without a declarer, and one special to the game. The kernel computes the amounts.
// It returns nil if the game doesn't allow this number of players.
func Examples(p *locale.Printer, s locale.Sheet) []Example { return newWriter(p, s).examples() }

func (w *writer) examples() (list []Example) {
	game, err := w.sheet.Played().Game(w.sheet.Seats)
	if err != nil {
		return nil
	}
	size := w.rules.Deal.Size()
	if n := min(w.sheet.Seats, 3); w.rules.Auction == rams.AuctionJoining {
		return append(list, w.withSpecial(game, rams.Nobody, tricks(n, size))...)
	} else if w.rules.Price {
		return append(list, w.withSpecial(game, 0, tricks(min(w.sheet.Seats-1, 3), size))...)
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

// withSpecial returns a hand in which the first seats won the given tricks, and one of what other games don't have: three
// jacks, the spare hand played for the pot, a tie, or a prize.
func (w *writer) withSpecial(game *rams.Game, declarer rams.Seat, won []int) []Example {
	e, size := w.settled(game, declarer, won), w.rules.Deal.Size()
	next := e
	switch {
	case w.rules.ThreeJacks:
		all := make([]int, len(won))
		all[0] = size
		next = w.settled(game, declarer, all)
		next.why.End = rams.EndShown
	case w.rules.Spare == rams.SpareDealer:
		t := w.tally(game, declarer, []int{size - 1})
		t.Contract[t.Dealer], t.Tricks[t.Dealer] = rams.ForPot, 1
		next = w.explained(game, t)
	case w.rules.Split == rams.SplitMost && len(won) == 3:
		next = w.settled(game, declarer, []int{size / 2, size / 2, size - size/2*2})
	case w.rules.PrizeFine > 0:
		next.Needed = won[0]
		next.Result.Penalty[0] = w.rules.PrizeFine
		next.Result.Next.Pot += w.rules.PrizeFine
		next.why.AddPrizes(&next.Result)
	default:
		return []Example{e}
	}
	return []Example{e, next}
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
	return w.explained(game, w.tally(game, declarer, won))
}

func (w *writer) tally(game *rams.Game, declarer rams.Seat, won []int) rams.Tally {
	t := rams.Tally{Pot: w.pot(), Dealer: rams.Seat(w.sheet.Seats - 1), Declarer: declarer, Lost: rams.Nobody}
	for seat, n := range won {
		t.Contract[seat], t.Tricks[seat] = rams.Joined, uint8(n)
	}
	if declarer >= 0 {
		t.Contract[declarer] = rams.Declared
	}
	t.Price = game.JoinPrice(t.Pot)
	if w.rules.Price {
		t.Price = 5 * w.rules.Ante
	}
	t.Pot = min(t.Pot+t.Price*pot.Chips(len(won)), pot.Max)
	return t
}

func (w *writer) explained(game *rams.Game, t rams.Tally) Example {
	e := Example{Names: w.Names(w.sheet.Seats), Tally: t}
	for seat, name := range e.Names {
		if t.Contract[seat] == rams.Joined {
			e.Joined = append(e.Joined, name)
		}
	}
	var err error
	if e.Result, e.why, err = game.Explain(t); err != nil {
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
	if e.Needed > 0 {
		w.text(w.T("sheet.example.needed", locale.Args{"name": e.Names[0], "n": e.Needed}))
	}
	table := NewTable(w.Printer, w.sheet.Variant, w.sheet.Deck, w.sheet.Money, e.Names, rams.Nobody)
	if e.why.End == rams.EndShown {
		jacks := []card.Card{card.New(card.Jack, card.Clubs), card.New(card.Jack, card.Spades), card.New(card.Jack, card.Hearts)}
		w.text(table.Event(&rams.Event{Kind: rams.EventShow, Cards: card.ListOf(jacks...)}))
	}
	view := rams.View{Declarer: tally.Declarer, Dealer: tally.Dealer, Contract: tally.Contract, Why: &e.why}
	left := "sheet.example.left"
	if e.why.Left == rams.LeftRace {
		left += ".race"
	}
	w.items(slices.Concat(table.played(&view, result), []string{w.T(left, args)}, table.spared(result))...)
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
