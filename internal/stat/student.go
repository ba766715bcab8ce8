package stat

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// enough is a number of degrees of freedom from which Student's t is the normal distribution to
// seven digits, and the beta function loses more than that.
const enough = 1e8

// Tail returns the probability that Student's t with so many degrees of freedom is t or more.
func Tail(t, degrees float64) float64 {
	switch {
	case t < 0:
		return 1 - Tail(-t, degrees)
	case degrees >= enough:
		return math.Erfc(t/math.Sqrt2) / 2
	}
	return mathext.RegIncBeta(degrees/2, 0.5, degrees/(degrees+t*t)) / 2
}

// Quantile returns the t whose Tail is p, which is positive and at most 1/2: with 0.025 the factor
// between a standard error and half of a 95 % interval.
func Quantile(p, degrees float64) float64 {
	if degrees >= enough {
		return math.Sqrt2 * math.Erfcinv(2*p)
	}
	x := mathext.InvRegIncBeta(degrees/2, 0.5, 2*p)
	return math.Sqrt(degrees * (1 - x) / x)
}
