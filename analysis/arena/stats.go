package arena

import (
	"encoding/json"
	"math"
	"math/bits"
	"time"

	"chratze/stat"
)

// Mean is a mean with its error. The values of one deal are one group: deals are independent of
// each other, the hands of a deal are not.
type Mean struct {
	stat.Ratio
}

// Times is a distribution of durations, in bins of one part in 16.
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

// Quantile returns the time in milliseconds that a fraction q of the decisions, from 0 to 1,
// didn't exceed; 0 if there are none.
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

// UnmarshalJSON reads what MarshalJSON writes.
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
