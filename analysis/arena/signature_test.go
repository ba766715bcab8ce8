package arena

import (
	"flag"
	"fmt"
	"hash/fnv"
	"os"
	"strings"
	"testing"

	"chratze/variant"
)

var update = flag.Bool("update", false, "write testdata")

// TestSignature is how our bots play, as a number for each game: a hash of what each won in a fixed arena, by seat, also those that
// search, in a number of worlds. A commit that moves one says why, as for rams-lab bench.
func TestSignature(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, rules := range variant.Presets() {
		c := config(t, rules, 4, 12, "search:24", "stammtisch-1", "beginner", "random")
		r := run(t, c)
		h := fnv.New64a()
		for i := range r.Bots {
			for seat := range r.Seats {
				gain := r.Line(0, i).Seat(seat).Gain
				fmt.Fprintf(h, "%v %.6f;", gain.N, gain.Mean())
			}
		}
		fmt.Fprintf(&b, "%s %016x\n", rules, h.Sum64())
	}
	const path = "testdata/signature.txt"
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("the bots play otherwise (-update, and say in the commit why):\n%swas\n%s", b.String(), want)
	}
}
