package coach

import (
	"math/rand/v2"
	"strings"
	"testing"

	"chratze/history"
	"chratze/rams"
	"chratze/variant"
)

// TestPuzzles finds puzzles: each can be read again, shows nothing that its seat doesn't know, asks what is legal, and the
// same chance finds the same.
func TestPuzzles(t *testing.T) {
	t.Parallel()
	for _, preset := range []string{"chratze", "kratzen", "zwicken"} {
		v, _ := variant.Lookup(preset)
		var first []string
		for range 2 {
			var list []string
			for p := range New(Default(128)).Puzzles(v, 4, &Mix{}, rand.New(rand.NewPCG(3, 4))) {
				line := p.String()
				again, err := ReadPuzzle(line)
				if err != nil || again.String() != line {
					t.Fatalf("%s: %v: %s", preset, err, line)
				}
				view, err := again.View()
				if err != nil || view.Turn != view.Seat || history.SeatView(view.Seat) != p.Line.For || again.Line.Over {
					t.Fatalf("%s: %v: %s", preset, err, line)
				}
				acts := again.Solution.Acts
				if len(view.Legal) <= allActs && len(acts) != len(view.Legal) || acts[0].Less != 0 || acts[1].Less < 0.05*float64(view.Pot) {
					t.Errorf("%s: %d acts, %d legal: %s", preset, len(acts), len(view.Legal), line)
				}
				if list = append(list, line); len(list) == 3 {
					break
				}
			}
			if first == nil {
				first = list
			} else if strings.Join(first, "\n") != strings.Join(list, "\n") {
				t.Errorf("%s: the same chance finds other puzzles", preset)
			}
		}
		for _, bad := range []string{"", "{}", strings.Replace(first[0], `"puzzle":`, `"riddle":`, 1), strings.Replace(first[0], `"acts":[{"act":"`, `"acts":[{"act":"play 6`, 1)} {
			if p, err := ReadPuzzle(bad); err == nil {
				t.Errorf("%s is read as %v", bad, p)
			}
		}
	}
}

// TestMix: of everything something, and where a game asks but one kind of question that is taken too.
func TestMix(t *testing.T) {
	t.Parallel()
	var m Mix
	kinds := map[rams.Phase]int{}
	easy := 0
	rng := rand.New(rand.NewPCG(1, 2))
	phases := []rams.Phase{rams.PhaseBlind, rams.PhaseOpen, rams.PhaseOpen, rams.PhaseOpen, rams.PhaseJoin, rams.PhaseLay, rams.PhasePlay}
	for n := 0; n < 200; {
		s, asked := &Solution{Level: 1 + rng.IntN(3), Why: Reason{Code: string(rune('a' + rng.IntN(12)))}}, phases[rng.IntN(len(phases))]
		if m.take(s, asked) {
			n++
			kinds[asked]++
			if s.Level == 1 {
				easy++
			}
		}
	}
	if kinds[rams.PhaseBlind] > 20 || kinds[rams.PhasePlay] < 50 || easy > 75 {
		t.Errorf("of 200 %v, %d easy", kinds, easy)
	}
	m = Mix{}
	for n, tries := 0, 0; n < 50; tries++ {
		if tries > 1e6 {
			t.Fatalf("only %d joins were taken", n)
		}
		if m.take(&Solution{Level: 3, Why: Reason{Code: WhyWeak}}, rams.PhaseJoin) {
			n++
		}
	}
}
