package screen

import (
	"slices"
	"testing"

	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/variant"
)

// TestRaceStandings: prizes come first, then those who lack the fewest strokes, up or down.
func TestRaceStandings(t *testing.T) {
	t.Parallel()
	chairs := []table.Chair{{Name: "Anna", Points: 4}, {Name: "Beat", Points: 21, Prize: 2}, {}, {Name: "Dora", Points: 9}, {Name: "Emil", Points: 23, Prize: 1}}
	for rules, want := range map[string][]string{
		"rams,score=up":   {"Emil: prize 1", "Beat: prize 2", "Dora: 9 strokes", "Anna: 4 strokes"},
		"rams,score=down": {"Emil: prize 1", "Beat: prize 2", "Anna: 4 strokes", "Dora: 9 strokes"},
		"rams":            nil,
	} {
		r, err := variant.Parse(rules)
		if err != nil {
			t.Fatal(err)
		}
		state := &Table{Rules: r}
		state.Chairs = chairs
		p := locale.For("en")
		v := &view{Model: &Model{t: state, opt: Options{Printer: p}}}
		if got := v.race(); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", rules, got, want)
		}
	}
}
