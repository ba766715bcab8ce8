// Package stat estimates means with their confidence intervals: [Sample] for values that are
// independent of each other, [Ratio] for values that come in groups, such as the hands of an
// evening. All intervals use Student's t, so they are also right for few values.
package stat

import (
	"encoding/json"
	"fmt"
	"math"
)

// Estimate is a mean with its 95 % confidence interval, Mean - Half to Mean + Half.
type Estimate struct {
	Mean float64
	Half float64 // +Inf: there were too few values to say
}

// String returns "8.6 ± 2.9".
func (e Estimate) String() string { return fmt.Sprintf("%.1f ± %.1f", e.Mean, e.Half) }

// Sample estimates a mean from independent values. The zero Sample is empty.
type Sample struct {
	n, sum  float64
	mean    float64 // running mean, updated value by value
	squares float64 // the sum of the squared deviations from the mean
}

// Add adds a value. It uses Welford's method, so equal values leave an error of exactly 0, and
// differences that cancel out leave a mean of exactly 0.
func (s *Sample) Add(x float64) {
	s.n++
	s.sum += x
	d := x - s.mean
	s.mean += d / s.n
	s.squares += float64(d * (x - s.mean)) // rounded here, on every machine
}

// Of returns a Sample of the given values.
func Of(values []float64) (s Sample) {
	for _, x := range values {
		s.Add(x)
	}
	return s
}

// FromSums returns a Sample of n values with the given sum and sum of squares. It is exact for
// integers, whose sums don't depend on their order.
func FromSums(n, sum, squares float64) Sample {
	mean := sum / max(1, n)
	return Sample{n, sum, mean, max(0, squares/max(1, n)-mean*mean) * n}
}

// Mean returns the mean, or 0 if the sample is empty.
func (s Sample) Mean() float64 { return s.sum / max(1, s.n) }

// StandardError returns the standard error of the mean, or +Inf for fewer than two values.
func (s Sample) StandardError() float64 {
	if s.n < 2 {
		return math.Inf(1)
	}
	return math.Sqrt(s.squares / s.n / (s.n - 1))
}

// Half returns half the width of the 95 % confidence interval of [Sample.Mean], or +Inf for fewer
// than two values.
func (s Sample) Half() float64 { return half(s.StandardError(), s.n) }

// Estimate returns [Sample.Mean] and [Sample.Half].
func (s Sample) Estimate() Estimate { return Estimate{s.Mean(), s.Half()} }

// half returns half the width of the 95 % interval, from the standard error and the number n of
// values or groups.
func half(err, n float64) float64 {
	if err == 0 || n < 2 {
		return err
	}
	return err * Quantile(0.025, n-1)
}

// Ratio estimates a mean from groups of values. Groups are independent of each other; the
// values within a group need not be. The zero Ratio is empty.
type Ratio struct {
	Groups     float64
	N, Sum     float64 // number of values, and their sum
	ss, sn, nn float64 // sums over groups of sum², sum·n, n²
}

// Add adds a group of n values with the given sum. A group without values is ignored.
func (r *Ratio) Add(n, sum float64) {
	if n == 0 {
		return
	}
	r.Groups++
	r.N += n
	r.Sum += sum
	r.ss += float64(sum * sum) // rounded here, on every machine
	r.sn += float64(sum * n)
	r.nn += float64(n * n)
}

// Merge adds the groups of o.
func (r *Ratio) Merge(o Ratio) {
	r.Groups += o.Groups
	r.N += o.N
	r.Sum += o.Sum
	r.ss += o.ss
	r.sn += o.sn
	r.nn += o.nn
}

// Mean returns the mean, or 0 if there are no values.
func (r Ratio) Mean() float64 { return r.Sum / max(1, r.N) }

// manyEqual is how many equal groups show that there is no spread.
const manyEqual = 30

// Half returns half the width of the 95 % confidence interval of [Ratio.Mean], or +Inf for fewer than
// two groups, and for a few that are equal by chance.
func (r Ratio) Half() float64 {
	v := r.Mean()
	ss := r.ss - 2*v*r.sn + v*v*r.nn
	if r.Groups < 2 || r.Groups < manyEqual && ss <= 1e-12*r.ss {
		return math.Inf(1)
	}
	return half(math.Sqrt(max(0, ss)*r.Groups/(r.Groups-1))/r.N, r.Groups)
}

// Estimate returns [Ratio.Mean] and [Ratio.Half].
func (r Ratio) Estimate() Estimate { return Estimate{r.Mean(), r.Half()} }

// MarshalJSON writes the six numbers that make up a Ratio.
func (r Ratio) MarshalJSON() ([]byte, error) {
	return json.Marshal([...]float64{r.Groups, r.N, r.Sum, r.ss, r.sn, r.nn})
}

// UnmarshalJSON reads what [Ratio.MarshalJSON] writes.
func (r *Ratio) UnmarshalJSON(b []byte) error {
	var x [6]float64
	err := json.Unmarshal(b, &x)
	*r = Ratio{x[0], x[1], x[2], x[3], x[4], x[5]}
	return err
}
