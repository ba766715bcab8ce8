// Package plot finds round values for the scale of a figure.
package plot

import "math"

// Step returns the distance of round values of which at most this many and one more lie on a
// span: 1, 2 or 5 times a power of ten. On a span of nothing it is 1.
func Step(span float64, most int) float64 {
	least := span / float64(most)
	if least <= 0 {
		return 1
	}
	ten := math.Pow(10, math.Floor(math.Log10(least)))
	for _, k := range [...]float64{1, 2, 5} {
		if k*ten >= least {
			return k * ten
		}
	}
	return 10 * ten
}

// Ticks returns the multiples of step from low to high.
func Ticks(low, high, step float64) (list []float64) {
	const near = 1e-9 // of a step: the ends are computed
	for k := math.Ceil(low/step - near); k <= high/step+near; k++ {
		list = append(list, k*step+0) // 0 and not -0
	}
	return list
}
