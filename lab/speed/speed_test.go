package speed_test

import (
	"testing"
	"time"

	"chratze/lab/speed"
	"chratze/variant"
)

// Random play, with shuffling, dealing and settling, allocates nothing.
func TestMeasure(t *testing.T) {
	for _, rules := range variant.Presets() {
		v, _ := variant.Lookup(rules)
		seats, _ := v.Best()
		g, err := v.Game(seats)
		if err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(10, func() { speed.RandomHands(g, 100) }); n > 1 { // its own memory
			t.Errorf("%s: %v allocations in 100 hands", rules, n)
		}
		s := speed.Measure(g, time.Millisecond)
		if s.Seats != seats || s.HandsPerSecond <= 0 || s.ActionsPerHand < 10 || s.ActionsPerHand > 80 || s.NsPerAction <= 0 {
			t.Errorf("%s: measured %+v", rules, s)
		}
		if s := speed.Measure(g, 0); s.HandsPerSecond <= 0 { // a busy machine took the time away
			t.Errorf("%s: measured %+v without time", rules, s)
		}
	}
}

// Random hands of each preset, with the seats it is best with.
func BenchmarkRandomHands(b *testing.B) {
	for _, rules := range variant.Presets() {
		v, _ := variant.Lookup(rules)
		seats := 4
		g, err := v.Game(seats)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(rules, func(b *testing.B) {
			b.ReportAllocs()
			actions := speed.RandomHands(g, b.N)
			b.ReportMetric(float64(actions)/float64(b.N), "actions/hand")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(actions), "ns/action")
		})
	}
}
