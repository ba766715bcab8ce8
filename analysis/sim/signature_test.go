package sim_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"chratze/analysis/sim"
	"chratze/variant"
)

var update = flag.Bool("update", false, "write testdata/signature.txt")

const signatureFile = "testdata/signature.txt"

// TestSignature holds the behaviour of kernel, history and bots. If it was meant
// to change: go test ./analysis/sim -run Signature -update, and say why in the commit.
func TestSignature(t *testing.T) {
	t.Parallel()
	all, presets := sim.Signature()
	got := fmt.Sprintf("%016x\n", all)
	for i, name := range variant.Presets() {
		got += fmt.Sprintf("%016x %s\n", presets[i], name)
	}
	if *update {
		if err := os.WriteFile(signatureFile, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(signatureFile)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("signatures %s, want %s: something plays, deals, settles or writes otherwise", strings.TrimSpace(got), want)
	}
}

// Random play, with shuffling, dealing and settling, allocates nothing.
func TestMeasure(t *testing.T) {
	for _, rules := range variant.Presets() {
		v, _ := variant.Lookup(rules)
		seats, _ := v.Best()
		g, err := v.Game(seats)
		if err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(10, func() { sim.RandomHands(g, 100) }); n > 1 { // its own memory
			t.Errorf("%s: %v allocations in 100 hands", rules, n)
		}
		s := sim.Measure(g, time.Millisecond)
		if s.Seats != seats || s.HandsPerSecond <= 0 || s.ActionsPerHand < 10 || s.ActionsPerHand > 80 || s.NsPerAction <= 0 {
			t.Errorf("%s: measured %+v", rules, s)
		}
		if s := sim.Measure(g, 0); s.HandsPerSecond <= 0 { // a busy machine took the time away
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
			actions := sim.RandomHands(g, b.N)
			b.ReportMetric(float64(actions)/float64(b.N), "actions/hand")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(actions), "ns/action")
		})
	}
}

// A hand with stammtisch-1 in every seat, with its views.
func BenchmarkBots(b *testing.B) {
	c := config(b, "chratze", 4, "stammtisch-1")
	c.Hands, c.Workers = int64(b.N), 1
	b.ReportAllocs()
	run(b, c)
}

// The same with histories.
func BenchmarkHistories(b *testing.B) {
	c := config(b, "chratze", 4, "random")
	c.Hands, c.Workers, c.History = int64(b.N), 1, discard{}
	b.ReportAllocs()
	run(b, c)
}

type discard struct{}

func (discard) Write(b []byte) (int, error) { return len(b), nil }
