package report

import (
	"math"
	"strconv"
	"strings"

	"chratze/internal/locale"
	"chratze/pot"
)

// Figures formats numbers in the language of its printer.
type Figures struct {
	*locale.Printer
	Printed bool // for a page: the minus sign is as wide as the plus sign
}

// Count formats a whole number with its digits in groups.
func (f Figures) Count(n int64) string { return f.Number(locale.Points, pot.Chips(n)) }

// Decimal formats a number with some decimals. On a page, zero has no minus sign.
func (f Figures) Decimal(x float64, decimals int) string {
	text := strings.Replace(strconv.FormatFloat(x, 'f', decimals, 64), ".", f.T("sim.point", nil), 1)
	if !f.Printed {
		return text
	}
	if isNothing(text) {
		return strings.TrimPrefix(text, "-")
	}
	return strings.Replace(text, "-", "−", 1)
}

// isNothing reports whether a number has no digit except 0.
func isNothing(text string) bool { return strings.Trim(text, "-+0.,") == "" }

// Signed formats a number with its sign.
func (f Figures) Signed(x float64, decimals int) string {
	text := f.Decimal(x, decimals)
	if x > 0 && !(f.Printed && isNothing(text)) {
		return "+" + text
	}
	return text
}

// Around formats a number with half the width of its interval: "1.25 ± 0.30".
func (f Figures) Around(x, half float64, decimals int) string {
	return f.Decimal(x, decimals) + " ± " + f.Decimal(half, decimals)
}

// SignedAround is Around with the sign of x. If half is infinite there is no interval, and it
// is left out.
func (f Figures) SignedAround(x, half float64, decimals int) string {
	if math.IsInf(half, 0) {
		return f.Signed(x, decimals)
	}
	return f.Signed(x, decimals) + " ± " + f.Decimal(half, decimals)
}

// Share formats a part of a whole in percent, or "–" if the whole is 0.
func (f Figures) Share(part, whole int64) string {
	if whole == 0 {
		return "–"
	}
	return f.Decimal(100*float64(part)/float64(whole), 1) + " %"
}

// Millis formats milliseconds: the smaller, the more decimals.
func (f Figures) Millis(ms float64) string {
	switch {
	case ms >= 100:
		return f.Decimal(ms, 0)
	case ms >= 1:
		return f.Decimal(ms, 1)
	}
	return f.Decimal(ms, 4)
}

// RoundMillis rounds milliseconds to three significant digits, for JSON.
func RoundMillis(ms float64) float64 {
	x, _ := strconv.ParseFloat(strconv.FormatFloat(ms, 'g', 3, 64), 64) // it was formatted just now
	return x
}

// Position names a position by its distance from the dealer: 0 is the dealer, 1 forehand.
func (f Figures) Position(at, seats int) string {
	switch at {
	case 0:
		return f.T("sim.dealer", nil)
	case 1:
		return f.T("sim.forehand", nil)
	case seats - 1:
		return f.T("sim.rearhand", nil)
	}
	return "+" + strconv.Itoa(at)
}
