package oracle

import (
	"math/big"
	"slices"
)

// uncontested: one seat takes the pot without a card played (docs/rules.md 2.7, 3.7,
// 5.5). In Kratzen the pot was paid out and nobody failed: a Muss follows.
func (h *hand) uncontested(seat int) {
	if !h.rules.races() {
		h.payout[seat] = h.stake
	} else {
		h.strokes[seat] = int64(h.rules.handSize())
	}
	h.finish(next{Dealer: h.forehand(), Muss: h.rules.bids()})
}

// nobodyOpened: docs/rules.md 2.5, 3.6. The pot stays.
func (h *hand) nobodyOpened() {
	passOn := next{Dealer: h.forehand()}
	again := next{Dealer: h.dealer, Redeal: h.Redeal + 1}
	deals := h.rules.amounts["deals"]
	switch {
	case h.rules.joinsOnly(), h.rules.is("no_open", "throw_in"):
		h.finish(passOn)
	case h.rules.is("no_open", "redeal") && deals > 0 && again.Redeal >= deals:
		h.finish(passOn)
	default:
		h.finish(again)
	}
}

// settle: docs/rules.md 2.11, 3.5, 3.10, 5.8.
func (h *hand) settle() {
	paidOut := true
	switch {
	case h.Muss:
		paidOut = h.rules.is("muss_payout", "quarters")
		h.payMuss(paidOut)
	case h.sevenMuss:
		paidOut = h.rules.is("seven_muss_payout", "quarters")
		h.payMuss(paidOut)
	case h.rules.races():
		h.race()
	case h.rules.is("split", "thirds"):
		h.payThirds()
	case h.rules.is("split", "roles"):
		h.payRoles()
	case h.rules.is("split", "most"):
		h.payMost()
	default:
		left := h.payTricks()
		if h.rules.is("remainder", "declarer") && h.declarer != nobody {
			h.payout[h.declarer] += left
		}
	}
	if h.forPot { // what it has earned stays in the pot
		h.payout[h.spare] = 0
	}
	failed := h.fine()
	// docs/rules.md 3.1: a Muss follows a payout without a penalty. AMBIGUOUS: also
	// after a Muss, if it pays quarters and nobody failed.
	h.finish(next{Dealer: h.forehand(), Muss: h.rules.bids() && paidOut && !failed, Spared: h.spared()})
}

// race counts a stroke a trick; a player without one goes back (docs/rules.md 4, back).
func (h *hand) race() {
	for _, seat := range h.inTurn(h.forehand()) {
		if h.strokes[seat] = int64(h.tricks[seat]); h.tricks[seat] == 0 {
			h.strokes[seat] = -h.rules.amounts["back"]
		}
	}
}

// made says whether a seat reached its target: 2 tricks for the declarer, 1 for
// the others and for all in a Seven Muss.
func (h *hand) made(seat int) bool {
	if seat == h.declarer && !h.sevenMuss && !h.one {
		return h.tricks[seat] >= 2
	}
	return h.tricks[seat] >= 1
}

// makers are the joiners who made it, in turn order from the declarer.
func (h *hand) makers() []int {
	var joiners []int
	for _, seat := range h.inTurn(h.declarer) {
		if seat != h.declarer && h.made(seat) {
			joiners = append(joiners, seat)
		}
	}
	return joiners
}

// payThirds: docs/rules.md 2.11.
func (h *hand) payThirds() {
	joiners, coin, roundUp := h.makers(), h.rules.amounts["coin"], h.rules.amounts["round_up"]
	made := h.made(h.declarer)
	switch {
	case made && len(joiners) == 0:
		h.payout[h.declarer] = h.stake
		return
	case !made && len(joiners) == 1:
		h.payout[joiners[0]] = h.stake
		return
	}
	left := h.stake
	if made {
		units := (2*h.stake + 3*roundUp - 1) / (3 * roundUp) // 2/3 P, rounded up
		h.payout[h.declarer] = min(units*roundUp, h.stake)
		left -= h.payout[h.declarer]
	}
	share := left / int64(len(joiners)) / coin * coin
	for _, seat := range joiners {
		h.payout[seat] = share
		left -= share
	}
	if made {
		h.payout[h.declarer] += left
	}
}

// payRoles: two parts for the declarer, one for each joiner, of those who made
// it, by largest remainder in whole coins, ties to the seat nearest the declarer (docs/rules.md 4). Who alone made it
// gets P; otherwise what makes no coin stays.
func (h *hand) payRoles() {
	parts := make([]int64, h.seats)
	var all int64
	for _, seat := range h.inTurn(h.declarer) {
		if h.made(seat) {
			parts[seat] = 1
			if seat == h.declarer {
				parts[seat] = 2
			}
			all += parts[seat]
		}
	}
	for seat := range parts {
		if parts[seat] > 0 && parts[seat] == all {
			h.payout[seat] = h.stake
			return
		}
	}
	coin := h.rules.amounts["coin"]
	coins := h.stake / coin
	left := coins
	for seat := range parts {
		h.payout[seat] = coins * parts[seat] / all * coin
		left -= coins * parts[seat] / all
	}
	remainder := func(seat int) int64 { return coins * parts[seat] % all }
	served := make([]bool, h.seats)
	for ; left > 0; left-- {
		to := nobody
		for _, seat := range h.inTurn(h.declarer) { // the nearest first
			if !served[seat] && parts[seat] > 0 && (to == nobody || remainder(seat) > remainder(to)) {
				to = seat
			}
		}
		h.payout[to] += coin
		served[to] = true
	}
}

// payMost: all of P for the one seat with the most tricks; a tie leaves it (docs/rules.md 4, split).
func (h *hand) payMost() {
	best := slices.Max(h.tricks)
	var first []int
	for seat, n := range h.tricks {
		if n == best {
			first = append(first, seat)
		}
	}
	if len(first) == 1 {
		h.payout[first[0]] = h.stake
	} else if coin := h.rules.amounts["coin"]; h.rules.is("tie", "split") {
		for _, seat := range first {
			h.payout[seat] = h.stake / int64(len(first)) / coin * coin
		}
	}
}

// spared are the seats that pay no ante next: those who pay a penalty, and those who tie for the most tricks
// where these take all (docs/rules.md 4, next_ante).
func (h *hand) spared() (seats int64) {
	if !h.rules.is("next_ante", "spared") {
		return 0
	}
	best, ties := slices.Max(h.tricks), 0
	for _, n := range h.tricks {
		if n == best {
			ties++
		}
	}
	for _, seat := range h.inTurn(h.forehand()) {
		tied := h.rules.is("split", "most") && h.rules.is("tie", "carry") && ties > 1 && h.tricks[seat] == best
		owes := !h.made(seat) && h.rules.is("price", "no") || seat == h.sevenLost && h.rules.is("seven_lost", "yes")
		if tied || owes && !(h.forPot && seat == h.spare) {
			seats += 1 << seat
		}
	}
	return seats
}

// payTricks: each trick earns its part of P, a quarter or a third, rounded down
// to the coin, also for a seat that failed, and all tricks earn all of P (docs/rules.md 3.10, 5.8). It returns what is left.
func (h *hand) payTricks() (left int64) {
	coin := h.rules.amounts["coin"]
	share := h.stake / int64(h.rules.handSize()) / coin * coin
	left = h.stake
	for seat, tricks := range h.tricks {
		h.payout[seat] = share * int64(tricks)
		if tricks == h.rules.handSize() {
			h.payout[seat] = h.stake
		}
		left -= h.payout[seat]
	}
	return left
}

// payMuss: nothing, or quarters whose remainder stays (docs/rules.md 3.5).
// AMBIGUOUS: with three-card hands the quarters are thirds.
func (h *hand) payMuss(quarters bool) {
	if quarters {
		h.payTricks()
	}
}

// fine works out the penalties: P (or the fixed penalty) for a seat that failed, twice that
// for the declarer, once more for a lost seven; then the cap, then what the pot can hold, in turn
// order from the declarer, without one from forehand (docs/rules.md 2.11, 5.8). It
// says whether anybody failed; a penalty cut to 0 counts.
func (h *hand) fine() (failed bool) {
	from := h.declarer
	if from == nobody {
		from = h.forehand()
	}
	left := h.pot
	for _, paid := range h.payout {
		left -= paid
	}
	room := h.rules.room(left)
	one := h.stake
	if fixed := h.rules.amounts["penalty"]; fixed > 0 || h.rules.races() {
		one = fixed
	}
	dues := make([]int64, h.seats)
	var all int64
	for _, seat := range h.inTurn(from) {
		var due int64
		if h.forPot && seat == h.spare {
			continue
		}
		if h.rules.is("price", "yes") {
			continue // it is lost, and no more
		}
		if !h.made(seat) {
			failed = true
			due = one
			if seat == h.declarer {
				due = 2 * one
			}
		}
		if seat == h.sevenLost && h.rules.is("seven_lost", "yes") {
			due += one
		}
		if limit := h.rules.amounts["penalty_cap"]; limit > 0 {
			due = min(due, limit)
		}
		dues[seat] = due
		all += due
	}
	if all <= room {
		h.penalty = dues
		return failed
	}
	h.shareTheCut(from, room, all, dues)
	return failed
}

// shareTheCut: what the pot can't hold is cut from all who owe, in proportion and in whole coins; coins that are over go
// to the largest fractions, of equal ones to the first in turn order. Who owes alone pays what there is room for.
func (h *hand) shareTheCut(from int, room, all int64, dues []int64) {
	coin := h.rules.amounts["coin"]
	coins := room / coin
	left := coins
	type fraction struct {
		seat int
		over *big.Int
	}
	var over []fraction
	for _, seat := range h.inTurn(from) {
		if dues[seat] == 0 {
			continue
		}
		if dues[seat] == all {
			h.penalty[seat] = room
			return
		}
		n, rest := new(big.Int).QuoRem(new(big.Int).Mul(big.NewInt(coins), big.NewInt(dues[seat])), big.NewInt(all), new(big.Int))
		h.penalty[seat] = n.Int64()
		left -= n.Int64()
		over = append(over, fraction{seat, rest})
	}
	slices.SortStableFunc(over, func(a, b fraction) int { return b.over.Cmp(a.over) })
	for _, f := range over[:left] {
		h.penalty[f.seat]++
	}
	for seat := range h.penalty {
		h.penalty[seat] = min(h.penalty[seat]*coin, dues[seat])
	}
}

// finish: first the pot is paid out, then the penalties are paid in.
func (h *hand) finish(after next) {
	for seat := range h.seats {
		h.pot += h.penalty[seat] - h.payout[seat]
	}
	after.Pot = h.pot
	h.after = after
}
