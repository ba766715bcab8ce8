package puzzles

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"chratze/internal/locale"
	"chratze/internal/teach/coach"
	"chratze/internal/wording"
	"chratze/rams"
	"chratze/variant"
)

// TestShipped reads every puzzle: it is one of its game, no two are the same, its values are in order, the best by far, and
// its reason can be said in every language.
func TestShipped(t *testing.T) {
	t.Parallel()
	c := locale.New()
	for _, game := range Games() {
		seen := map[string]bool{}
		kinds := map[rams.Phase]int{}
		for i, line := range Lines(game) {
			p, err := coach.ReadPuzzle(line)
			if err != nil {
				t.Fatalf("%s %d: %v", game, i, err)
			}
			v, err := p.View()
			if err != nil || p.Line.Variant.Preset() != game || seen[line] || p.String() != line {
				t.Fatalf("%s %d: %v, of %s, seen %v:\n%s\n%s", game, i, err, p.Line.Variant, seen[line], line, p)
			}
			seen[line] = true
			kinds[v.Phase]++
			acts := p.Solution.Acts
			least := 0.05
			if p.Solution.Exact { // no chance made it look so
				least = 0.009
			}
			if acts[1].Less < least*float64(v.Pot) || !slices.IsSortedFunc(acts, func(a, b coach.ActJSON) int { return int(b.Worth*10) - int(a.Worth*10) }) {
				t.Errorf("%s %d: %v", game, i, acts)
			}
			for _, lang := range c.Languages() {
				pr := c.For(lang)
				text := wording.NewTable(pr, p.Line.Variant, locale.Swiss, locale.Francs, pr.Names(p.Line.Seats), v.Seat).Reason(p.Solution.Why.Code, p.Solution.Why.Args())
				if text == p.Solution.Why.Code || text == "" {
					t.Errorf("%s %d, %s: the reason %+v can't be said", game, i, lang, p.Solution.Why)
				}
			}
		}
		if len(kinds) < 2 { // some games ask only who joins, and for cards
			t.Errorf("%s asks only about %v", game, kinds)
		}
	}
	for _, game := range variant.Presets() { // the page of Chratze's other texts leads to Chratze
		if n := len(Lines(game)); n < 11 && !strings.HasPrefix(game, "chratze-") {
			t.Errorf("%s has %d puzzles", game, n)
		}
	}
	if n := len(Lines("chratze")); n < 366 {
		t.Errorf("%d puzzles are not enough for a year", n)
	}
}

// TestGuideCounts: docs/review.md says how many puzzles each game has.
func TestGuideCounts(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile("../../../docs/review.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, game := range Games() {
		n := len(Lines(game))
		if want := fmt.Sprintf("%d of `%s`", n, game); !strings.Contains(string(guide), want) && !strings.Contains(string(guide), fmt.Sprintf("%d of each other game", n)) {
			t.Errorf("docs/review.md doesn't say %s", want)
		}
	}
}

// TestStillBest lets another coach, with other chances, solve some of the puzzles, or with CHRATZE_VERIFY all.
func TestStillBest(t *testing.T) {
	t.Parallel()
	config := coach.Default(1024)
	config.Seed = 4711
	judge := coach.New(config)
	step := 40
	if os.Getenv("CHRATZE_VERIFY") != "" {
		step = 1
	}
	for _, game := range Games() {
		lines := Lines(game)
		for i := 0; i < len(lines); i += step {
			p, err := coach.ReadPuzzle(lines[i])
			if err != nil {
				t.Fatal(err)
			}
			v, err := p.View()
			if err != nil {
				t.Fatal(err)
			}
			j := judge.Judge(&v, coach.Nothing)
			if j == nil || j.Best().String() != p.Solution.Acts[0].Act {
				t.Errorf("%s %d: %s is best, not %s: %+v", game, i, j.Best(), p.Solution.Acts[0].Act, j.Values)
			}
		}
	}
}

// TestOn: each day has another one, everybody the same; before 1970 too, and after the last the first comes again.
func TestOn(t *testing.T) {
	t.Parallel()
	n := len(Lines("chratze"))
	for _, day := range []int{0, 1, 20000, -1} {
		p, q := On("chratze", day), On("chratze", day+1)
		if p.String() == q.String() || On("chratze", day+n).String() != p.String() {
			t.Errorf("day %d", day)
		}
	}
	if On("bridge", 1) != nil {
		t.Error("there are puzzles of bridge")
	}
}
