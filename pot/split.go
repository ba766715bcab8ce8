package pot

// The splits of a pot. In all of them 0 <= p <= Max, and a coin or rounding
// amount below 1 means 1.

// Pay returns how much of amount a pot that holds p can still take: payments
// that would carry it past most are cut (docs/rules.md 2.11). The caller adds it to p.
func Pay(p, amount, most Chips) Chips { return max(0, min(amount, most-p)) }

// Penalty returns the penalty of pots times p, at most limit if limit is above 0
// (docs/rules.md 2.11, the option penalty_cap). It is not yet cut to what the pot can
// hold, see Pay.
func Penalty(p Chips, pots int, limit Chips) Chips {
	n := Chips(pots) * p
	if limit > 0 {
		n = min(n, limit)
	}
	return n
}

// Equal divides p among n in whole coins, rounded down. What can't be divided is
// left. With nobody to divide among all of it is left.
func Equal(p, coin Chips, n int) (each, left Chips) {
	if n <= 0 {
		return 0, p
	}
	each = wholeCoins(p/Chips(n), coin)
	return each, p - each*Chips(n)
}

// Thirds splits p between the declarer and the joiners who made it (docs/rules.md
// 2.11): two thirds, rounded up to roundUp and never above p, for the declarer;
// equal shares in whole coins of the rest for each of the joinersMade joiners;
// what is then left over goes to the declarer. Somebody who alone made it gets all of p.
// If the declarer failed the joiners share p equally in whole coins, and what is
// left stays in the pot.
func Thirds(p, roundUp, coin Chips, joinersMade int, declarerMade bool) (declarer, each, left Chips) {
	switch {
	case !declarerMade && joinersMade == 1:
		return 0, p, 0
	case !declarerMade:
		each, left = Equal(p, coin, joinersMade)
		return 0, each, left
	}
	declarer = TwoThirds(p, roundUp)
	each, left = Equal(p-declarer, coin, joinersMade)
	return declarer + left, each, 0
}

// TwoThirds returns two thirds of p, rounded up to roundUp and never above p.
func TwoThirds(p, roundUp Chips) Chips {
	unit := max(roundUp, 1)
	return min(p, (2*p+3*unit-1)/(3*unit)*unit)
}

// Roles splits p in proportion to parts by largest remainder (docs/rules.md 4, the
// preset chratzen): each gets the exact part rounded down to whole coins, and the coins
// still missing go one each to the largest fractions, among equal ones to the
// first. So parts are in turn order from the declarer, and 0 for a seat that failed or is
// out. Roles writes the shares to share, which must be as long as parts. A single part gets all of p. Otherwise
// what makes no whole coin is left, and all of p if all parts are 0.
func Roles(p, coin Chips, parts []int, share []Chips) (left Chips) {
	var total Chips
	for _, w := range parts {
		total += Chips(w)
	}
	clear(share)
	if total == 0 {
		return p
	}
	// coins*w/total, without forming coins*w: coins are whole*total + rest.
	coin = max(coin, 1)
	missing := p / coin
	whole, rest := missing/total, missing%total
	for i, w := range parts {
		if Chips(w) == total {
			share[i] = p
			return 0
		}
		share[i] = whole*Chips(w) + rest*Chips(w)/total
		missing -= share[i]
	}
	left = p
	for i, w := range parts {
		// The place of i among all fractions. Fewer coins are missing than there
		// are fractions above 0, so a seat without a part gets none.
		place := Chips(0)
		mine := rest * Chips(w) % total
		for j, v := range parts {
			other := rest * Chips(v) % total
			if other > mine || other == mine && j < i {
				place++
			}
		}
		if place < missing {
			share[i]++
		}
		share[i] *= coin
		left -= share[i]
	}
	return left
}

// Tricks returns what a seat has earned with its tricks out of a total a hand
// has (docs/rules.md 3.10: four, 5.8: three): for each trick an equal part of p in
// whole coins, rounded down, and all of p for all tricks. What all seats together
// leave stays in the pot or, by option, goes to the declarer.
func Tricks(p, coin Chips, tricks, total int) Chips {
	if tricks == total {
		return p
	}
	each, _ := Equal(p, coin, total)
	return each * Chips(tricks)
}

// wholeCoins rounds n down to whole coins.
func wholeCoins(n, coin Chips) Chips {
	if coin > 1 {
		n -= n % coin
	}
	return n
}
