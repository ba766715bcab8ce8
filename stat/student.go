package stat

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// enough is the number of degrees of freedom above which the normal distribution is used: there
// it agrees with Student's t to seven digits, and the beta function loses more than that.
const enough = 1e8

// Tail returns the probability that a variable with Student's t distribution is t or more.
func Tail(t, degrees float64) float64 {
	switch {
	case t < 0:
		return 1 - Tail(-t, degrees)
	case degrees >= enough:
		return math.Erfc(t/math.Sqrt2) / 2
	}
	return mathext.RegIncBeta(degrees/2, 0.5, degrees/(degrees+t*t)) / 2
}

// Quantile returns the t for which [Tail] is p. p must be positive and at most 1/2. For p = 0.025
// the result is the factor between a standard error and half the width of a 95 % interval.
func Quantile(p, degrees float64) float64 {
	if degrees >= enough {
		return math.Sqrt2 * math.Erfcinv(2*p)
	}
	x := mathext.InvRegIncBeta(degrees/2, 0.5, 2*p)
	return math.Sqrt(degrees * (1 - x) / x)
}
