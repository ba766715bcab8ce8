package desk

import (
	"strconv"
	"strings"

	"chratze/pot"
)

// Money is the kind of money that an evening is played for.
type Money pot.Money

// The kinds of money.
const (
	Francs  = Money(pot.Francs)
	Euro    = Money(pot.Euro)
	Points  = Money(pot.Points)
	Yen     = Money(pot.Yen)
	Dollars = Money(pot.Dollars)
)

// String returns francs, euro, points, yen or dollars.
func (m Money) String() string { return pot.Money(m).String() }

// parts reports whether the money is divided into hundredths.
func (m Money) parts() bool { return pot.Money(m).Hundredths() }

// The coins and notes there are, in Rappen, cents or yen, the largest first.
//
//lattice:table
var (
	francCoins = [...]pot.Chips{20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5}
	euroCoins  = [...]pot.Chips{20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1}
	yenCoins   = [...]pot.Chips{10000, 5000, 1000, 500, 100, 50, 10, 5, 1}

	dollarCoins = [...]pot.Chips{10000, 5000, 2000, 1000, 500, 100, 25, 10, 5, 1}
)

// Coin is a number of coins or notes of one value.
type Coin struct {
	Value pot.Chips // Rappen, cents or yen
	N     int64
}

// Coins returns the fewest coins and notes that make an amount, the largest first, and the rest
// that no coin can pay. Points have no coins.
func (m Money) Coins(amount pot.Chips) (coins []Coin, rest pot.Chips) {
	var values []pot.Chips
	switch m {
	case Francs:
		values = francCoins[:]
	case Euro:
		values = euroCoins[:]
	case Yen:
		values = yenCoins[:]
	case Dollars:
		values = dollarCoins[:]
	}
	for _, v := range values {
		if n := amount / v; n > 0 {
			coins = append(coins, Coin{v, int64(n)})
			amount -= n * v
		}
	}
	return coins, amount
}

// signs are what people write beside an amount in each money. With one, the number counts
// francs, euro or yen.
//
//lattice:table
var signs = [...][]string{Francs: {"CHF", "SFr.", "Fr.", "Fr", "fr."}, Euro: {"EUR", "€"}, Yen: {"JPY", "¥", "￥", "円"}, Dollars: {"USD", "US$", "$"}}

// Parse reads "20" (Rappen), and francs as people write them: "0.20", "0,20", "1'000.50", "Fr. 5",
// "5.-". The amount must be above 0 and at most pot.Max, whole in points and yen, and of coins that there are.
func (m Money) Parse(text string) (pot.Chips, bool) {
	text, francs := strings.Map(plain, text), false
	for _, sign := range signs[m] {
		before, has := strings.CutPrefix(text, sign)
		after, too := strings.CutSuffix(before, sign)
		if has || too {
			text, francs = strings.Trim(after, "'"), true
			break
		}
	}
	if bare := strings.TrimRight(text, "-"); bare != text { // 5.- and 5,--
		if !strings.HasSuffix(bare, ".") && !strings.HasSuffix(bare, ",") {
			return 0, false
		}
		text, francs = bare[:len(bare)-1], true
	}
	digits, cents, ok := numerals(text)
	switch {
	case !ok, cents >= 0 && !m.parts(), cents < 0 && m.parts() && !francs && strings.ContainsAny(text, ".,"): // 1.205 francs are neither 12.05 nor 1205
		return 0, false
	case cents == 1:
		digits += "0"
	case cents < 0 && francs && m.parts():
		digits += "00"
	}
	n, err := strconv.ParseUint(digits, 10, 63)
	return pot.Chips(n), err == nil && n > 0 && n <= uint64(pot.Max) && pot.Chips(n)%pot.Money(m).Coin() == 0
}

// plain returns a character in the form that parse reads: full-width ones in ASCII, blanks and
// apostrophes as ', dashes as -.
func plain(r rune) rune {
	switch r {
	case ' ', '\u00a0', '\u2009', '\u202f', '\u3000', '’', 'ʼ':
		return '\''
	case '–', '—', '−':
		return '-'
	case '、', '，':
		return ','
	}
	if r >= 0xff01 && r <= 0xff5e {
		return r - 0xfee0
	}
	return r
}

// numerals returns the digits of a number, and how many stand behind the decimal point or comma;
// -1: there is none. Groups of three may be separated, but not behind a leading zero: 0.205 is no amount.
func numerals(text string) (digits string, cents int, ok bool) {
	var group byte
	run, cents := 0, -1 // the digits since the last separator
	for i := range len(text) {
		c, rest := text[i], len(text)-i-1
		switch {
		case c >= '0' && c <= '9':
			digits += string(c)
			run++
			continue
		case c != '.' && c != ',' && c != '\'', run == 0, group != 0 && run != 3:
			return "", 0, false
		case c != '\'' && c != group && (rest == 1 || rest == 2):
			cents = rest
		case run > 3 || group != 0 && c != group || digits[0] == '0':
			return "", 0, false
		default:
			group = c
		}
		run = 0
	}
	return digits, cents, run > 0 && (cents < 0 || run == cents) && (cents >= 0 || group == 0 || run == 3)
}

// decimal writes an amount in the form that spreadsheets read: 2, the point, 20, or "220" for points and yen.
func (m Money) decimal(b []byte, amount pot.Chips, point byte) []byte {
	if !m.parts() {
		return amount.AppendTo(b)
	}
	if amount < 0 {
		b, amount = append(b, '-'), -amount
	}
	b = (amount / 100).AppendTo(b)
	b = append(b, point, byte('0'+amount%100/10), byte('0'+amount%10))
	return b
}

// Decimal writes an amount of a money with a point: 1.20, or 120 for points and yen.
func Decimal(m Money, amount pot.Chips) string { return string(m.decimal(nil, amount, '.')) }
