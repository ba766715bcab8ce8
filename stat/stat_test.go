package stat_test

import (
	"encoding/json"
	"math"
	"testing"

	"chratze/chance"
	"chratze/stat"
)

// TestStudent compares with printed tables of Student's distribution.
func TestStudent(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ degrees, p, t float64 }{
		{1, 0.025, 12.7062}, {2, 0.025, 4.3027}, {3, 0.025, 3.1824}, {4, 0.025, 2.7764}, {5, 0.025, 2.5706}, {7, 0.025, 2.3646},
		{9, 0.025, 2.2622}, {15, 0.025, 2.1314}, {29, 0.025, 2.0452}, {120, 0.025, 1.9799}, {1e6, 0.025, 1.9600}, {1e12, 0.025, 1.9600},
		{1, 0.05, 6.3138}, {100, 0.05, 1.6602}, {15, 0.005, 2.9467}, {5, 0.0005, 6.8688}, {15, 0.0005, 4.0728}, {3, 0.5, 0},
	} {
		got := stat.Quantile(tt.p, tt.degrees)
		if math.Abs(got-tt.t) > 0.0001 {
			t.Errorf("%v degrees: %v is reached with %v, want %v", tt.degrees, got, tt.p, tt.t)
		}
		if p := stat.Tail(got, tt.degrees); math.Abs(p/tt.p-1) > 1e-7 {
			t.Errorf("%v degrees: the tail from %v is %v, want %v", tt.degrees, got, p, tt.p)
		}
	}
	if stat.Tail(0, 3) != 0.5 || math.Abs(stat.Tail(-1, 3)+stat.Tail(1, 3)-1) > 1e-12 || stat.Tail(math.Inf(1), 3) != 0 {
		t.Error("the middle, or the sides")
	}
}

func TestSample(t *testing.T) {
	t.Parallel()
	if s := (stat.Sample{}); s.Mean() != 0 || !math.IsInf(s.Half(), 1) {
		t.Errorf("of nothing: %v ± %v", s.Mean(), s.Half())
	}
	if s := stat.Of([]float64{7}); s.Mean() != 7 || !math.IsInf(s.StandardError(), 1) || !math.IsInf(s.Half(), 1) {
		t.Errorf("of one value: %v ± %v", s.Mean(), s.Half())
	}
	if s := stat.Of([]float64{0.1, 0.1, 0.1}); math.Abs(s.Mean()-0.1) > 1e-12 || s.Half() != 0 {
		t.Errorf("of equal values: %v ± %v", s.Mean(), s.Half())
	}
	if s := stat.Of([]float64{0.3, -0.5, 0.2}); s.Mean() != 0 {
		t.Errorf("of differences that cancel out: %v", s.Mean())
	}
	want := math.Sqrt(5.0 / 3 / 4)
	for _, s := range []stat.Sample{stat.Of([]float64{1, 2, 3, 4}), stat.FromSums(4, 10, 30)} {
		if math.Abs(s.Mean()-2.5) > 1e-12 || math.Abs(s.StandardError()-want) > 1e-12 || math.Abs(s.Half()-3.182446*want) > 1e-6 {
			t.Errorf("of 1, 2, 3, 4: %v ± %v, error %v", s.Mean(), s.Half(), s.StandardError())
		}
	}
}

// TestRatio: groups of equal size count as one value each.
func TestRatio(t *testing.T) {
	t.Parallel()
	var nothing, r, first, second stat.Ratio
	if nothing.Mean() != 0 || !math.IsInf(nothing.Half(), 1) {
		t.Errorf("of nothing: %v ± %v", nothing.Mean(), nothing.Half())
	}
	for i, x := range []float64{1, 2, 3, 4} {
		r.Add(2, 2*x)
		r.Add(0, 0)
		if i < 2 {
			first.Add(2, 2*x)
		} else {
			second.Add(2, 2*x)
		}
	}
	first.Merge(second)
	s := stat.Of([]float64{1, 2, 3, 4})
	if r != first || r.Mean() != s.Mean() || math.Abs(r.Half()-s.Half()) > 1e-12 {
		t.Errorf("%v ± %v, merged %v ± %v, want %v ± %v", r.Mean(), r.Half(), first.Mean(), first.Half(), s.Mean(), s.Half())
	}
	text, err := json.Marshal(r)
	var again stat.Ratio
	if err == nil {
		err = json.Unmarshal(text, &again)
	}
	if err != nil || again != r || string(text) != "[4,8,20,120,40,16]" {
		t.Errorf("%s is read as %v: %v", text, again, err)
	}
}

// TestRatioOfEqualGroups: a few groups that happen to be equal don't show how far others may lie.
func TestRatioOfEqualGroups(t *testing.T) {
	t.Parallel()
	for _, mean := range []float64{0, -62.5, 0.1, 1e6 / 3} {
		var r stat.Ratio
		for groups := 1; groups <= 60; groups++ {
			r.Add(4, 4*mean)
			if half := r.Half(); math.IsInf(half, 1) != (groups < 30) || groups >= 30 && half > 1e-6*math.Abs(mean) {
				t.Errorf("%d groups of %v: ± %v", groups, mean, half)
			}
		}
		r.Add(4, 4*mean+1)
		if half := r.Half(); math.IsInf(half, 1) || half == 0 {
			t.Errorf("with another group: ± %v", half)
		}
	}
	var r stat.Ratio
	r.Add(1, 1)
	r.Add(1, 1.001)
	if half := r.Half(); math.IsInf(half, 1) || half == 0 {
		t.Errorf("of two groups that differ: ± %v", half)
	}
}

// TestCoverage: about 95 % of many intervals around the mean of few values contain the truth.
// With 1.96 instead of Student's t it would be 88 % for five values.
func TestCoverage(t *testing.T) {
	t.Parallel()
	const runs, values = 20000, 5
	dice, inside := chance.Fast(1), 0
	next := func() float64 { return float64(dice.Uint64()>>11) / (1 << 53) }
	for range runs {
		var s stat.Sample
		for range values {
			s.Add(math.Sqrt2 * math.Erfinv(2*next()-1))
		}
		if math.Abs(s.Mean()) <= s.Half() {
			inside++
		}
	}
	if share := float64(inside) / runs; math.Abs(share-0.95) > 0.006 {
		t.Errorf("%.3f of the intervals contain the truth", share)
	}
}

// TestEstimatePrints: an estimate prints with its half-width, and says if it has none.
func TestEstimatePrints(t *testing.T) {
	t.Parallel()
	if text := stat.Of([]float64{1, 2, 3}).Estimate().String(); text != "2.0 ± 2.5" {
		t.Error(text)
	}
	if text := stat.Of([]float64{1}).Estimate().String(); text != "1.0 ± +Inf" {
		t.Error(text)
	}
}
