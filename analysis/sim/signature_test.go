package sim_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

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
