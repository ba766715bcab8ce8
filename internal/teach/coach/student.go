package coach

import "math"

// tail returns how likely Student's t with so many degrees of freedom is t or more.
func tail(t float64, degrees int) float64 {
	switch {
	case math.IsInf(t, 1):
		return 0
	case t < 0:
		return 1 - tail(-t, degrees)
	}
	n := float64(degrees)
	return beta(n/(n+t*t), n/2, 0.5) / 2
}

// quantile returns the t that is reached with this probability.
func quantile(p float64, degrees int) float64 {
	low, high := 0.0, 1e6
	for range 100 {
		middle := (low + high) / 2
		if tail(middle, degrees) > p {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

// beta is the regularised incomplete beta function, by its continued fraction (Abramowitz and
// Stegun 26.5.8, evaluated as Lentz does).
func beta(x, a, b float64) float64 {
	if x <= 0 || x >= 1 {
		return min(max(x, 0), 1)
	}
	if x > (a+1)/(a+b+2) {
		return 1 - beta(1-x, b, a)
	}
	la, _ := math.Lgamma(a)
	lb, _ := math.Lgamma(b)
	lab, _ := math.Lgamma(a + b)
	front := math.Exp(lab-la-lb+a*math.Log(x)+b*math.Log1p(-x)) / a
	const tiny = 1e-300
	c, d, f := 1.0, 0.0, 1.0
	for i := range 300 {
		m := float64(i / 2)
		term := 1.0
		switch {
		case i == 0:
		case i%2 == 0:
			term = m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m))
		default:
			term = -(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1))
		}
		if d = 1 + term*d; math.Abs(d) < tiny {
			d = tiny
		}
		if c = 1 + term/c; math.Abs(c) < tiny {
			c = tiny
		}
		d = 1 / d
		f *= c * d
		if math.Abs(c*d-1) < 1e-12 && i > 0 {
			break
		}
	}
	return front * (f - 1)
}
