package charts_test

import (
	"math"
	"os"
	"testing"

	"chratze/internal/page/chartpage"
	"chratze/lab/charts"
	"chratze/variant"
)

// TestShipped: the charts that are part of the program are of the policies that are, by how often each position declares and
// joins in other hands: five tables, with CHRATZE_VERIFY=1 all, in more hands.
func TestShipped(t *testing.T) {
	t.Parallel()
	every, hands := 4, int64(1000)
	if os.Getenv("CHRATZE_VERIFY") != "" {
		every, hands = 1, 20_000
	}
	most := 4 * math.Sqrt(.25/float64(hands)) // four standard deviations of a share
	for i, table := range chartpage.All() {
		v, known := variant.Lookup(table.Preset)
		shipped, ok := chartpage.Shipped(v, table.Seats)
		if !known || !ok {
			t.Fatalf("%v can't be read", table)
		}
		if i%every != every-1 && table.Preset != "rams" {
			continue
		}
		c := charts.Config{
			Game: shipped.Game, Players: players(t, shipped.Game, "best"), Open: shipped.Chart.Open, Pot: shipped.Chart.Pot, Hands: hands, Seed: shipped.Chart.Seed + 1,
		}
		for place, p := range compute(t, c).Places {
			if was := shipped.Chart.Places[place]; math.Abs(p.Declared-was.Declared) > most || math.Abs(p.Joined-was.Joined) > most {
				t.Errorf("%v, place %d: declares %.3f, joins %.3f, in the program's chart %.3f and %.3f: make charts measures it anew", table, place, p.Declared, p.Joined, was.Declared, was.Joined)
			}
		}
	}
}
