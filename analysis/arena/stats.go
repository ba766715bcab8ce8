package arena

import (
	"encoding/json"
	"math"
	"math/bits"
	"time"
)

// Mean is a mean with its error. What belongs to one deal is one group: deals are
// independent of each other, the hands of one deal are not.
type Mean struct {
	Groups     float64
	N, Sum     float64 // hands, and what was won in them
	ss, sn, nn float64 // sums over groups of sum², sum·n, n²
}

// add adds a group; an empty one is none.
func (m *Mean) add(n, sum float64) {
	if n == 0 {
		return
	}
	m.Groups++
	m.N += n
	m.Sum += sum
	m.ss += float64(sum * sum) // rounded here, on every machine
	m.sn += float64(sum * n)
	m.nn += float64(n * n)
}

// Value returns the mean; 0 of nothing.
func (m *Mean) Value() float64 {
	if m.N == 0 {
		return 0
	}
	return m.Sum / m.N
}

// Interval returns the mean and half the width of its 95 % interval, by Student's
// t over the groups; infinite if there are too few to tell.
func (m *Mean) Interval() (value, half float64) {
	v := m.Value()
	if m.Groups < 2 {
		return v, math.Inf(1)
	}
	ss := m.ss - 2*v*m.sn + v*v*m.nn
	return v, student(m.Groups-1) * math.Sqrt(max(0, ss)*m.Groups/(m.Groups-1)) / m.N
}

// student returns the 97.5 % point of Student's t for some degrees of freedom: the
// first ones from the table, then by the expansion of Cornish and Fisher.
func student(degrees float64) float64 {
	switch degrees {
	case 1:
		return 12.7062
	case 2:
		return 4.3027
	case 3:
		return 3.1824
	}
	const z = 1.959964
	const z3, z5, z7 = z * z * z, z * z * z * z * z, z * z * z * z * z * z * z
	return z + (z3+z)/(4*degrees) + (5*z5+16*z3+3*z)/(96*degrees*degrees) +
		(3*z7+19*z5+17*z3-15*z)/(384*degrees*degrees*degrees)
}

// MarshalJSON writes the six numbers.
func (m Mean) MarshalJSON() ([]byte, error) {
	return json.Marshal([...]float64{m.Groups, m.N, m.Sum, m.ss, m.sn, m.nn})
}

// UnmarshalJSON reads them.
func (m *Mean) UnmarshalJSON(b []byte) error {
	var x [6]float64
	err := json.Unmarshal(b, &x)
	*m = Mean{x[0], x[1], x[2], x[3], x[4], x[5]}
	return err
}

// Times is a distribution of durations, to one part in 16.
type Times struct {
	N     int64
	count [64 << timeBits]int64
}

const timeBits = 4

// timeBin returns the bin of a duration in nanoseconds.
func timeBin(ns uint64) int {
	shift := max(0, bits.Len64(ns)-timeBits-1)
	return shift<<timeBits + int(ns>>shift)
}

// timeOf returns the middle of a bin.
func timeOf(bin int) float64 {
	shift := max(0, bin>>timeBits-1)
	return (float64(bin-shift<<timeBits) + 0.5) * math.Exp2(float64(shift))
}

func (t *Times) add(d time.Duration) {
	t.N++
	t.count[timeBin(uint64(max(0, d)))]++
}

func (t *Times) merge(o *Times) {
	t.N += o.N
	for i, n := range o.count {
		t.count[i] += n
	}
}

// Quantile returns the time that a share q of the decisions, 0 to 1, didn't
// exceed, in milliseconds; 0 of nothing.
func (t *Times) Quantile(q float64) float64 {
	rank := int64(q * float64(t.N-1))
	for i, n := range t.count {
		if rank -= n; rank < 0 && t.N > 0 {
			return timeOf(i) / 1e6
		}
	}
	return 0
}

// MarshalJSON writes the bins that aren't empty.
func (t Times) MarshalJSON() ([]byte, error) {
	m := map[int]int64{}
	for i, n := range t.count {
		if n > 0 {
			m[i] = n
		}
	}
	return json.Marshal(m)
}

// UnmarshalJSON reads them.
func (t *Times) UnmarshalJSON(b []byte) error {
	m := map[int]int64{}
	if err := json.Unmarshal(b, &m); err != nil {
		return err
	}
	*t = Times{}
	for i, n := range m {
		if i >= 0 && i < len(t.count) && n > 0 {
			t.N += n
			t.count[i] = n
		}
	}
	return nil
}
