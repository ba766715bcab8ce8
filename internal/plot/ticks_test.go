package plot_test

import (
	"slices"
	"testing"

	"chratze/internal/plot"
)

// TestTicks: steps are round and never more than wanted, and the ends count although they are
// computed.
func TestTicks(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		low, high float64
		most      int
		want      []float64
	}{
		{0, 10, 5, []float64{0, 2, 4, 6, 8, 10}},
		{-0.3, 0.1 + 0.2, 5, []float64{-0.2, 0, 0.2}},
		{-20, 30, 5, []float64{-20, -10, 0, 10, 20, 30}},
		{0, 70, 7, []float64{0, 10, 20, 30, 40, 50, 60, 70}},
		{0, 71, 7, []float64{0, 20, 40, 60}},
		{0, 0, 5, []float64{0}},
	} {
		if got := plot.Ticks(tt.low, tt.high, plot.Step(tt.high-tt.low, tt.most)); !slices.EqualFunc(got, tt.want, func(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }) {
			t.Errorf("from %v to %v: %v, want %v", tt.low, tt.high, got, tt.want)
		}
	}
}
