package players

import (
	"strings"
	"testing"

	"chratze/analysis/ev"
	"chratze/internal/locale"
	"chratze/rams"
	"chratze/variant"
)

// TestRaceInStrokes: where strokes are played for, no report speaks of percent of the pot.
func TestRaceInStrokes(t *testing.T) {
	t.Parallel()
	v, err := variant.Parse("ramset")
	if err != nil {
		t.Fatal(err)
	}
	g, err := v.Game(4)
	if err != nil {
		t.Fatal(err)
	}
	p := locale.New().For("en")
	odds := NewOdds(v, &rams.View{Game: g}, []ev.Estimate{{Act: rams.Action{Kind: rams.Join}, Mean: 295, Half: 2}}).Text(p)
	if !strings.Contains(odds, "+2.95 ± 0.02") {
		t.Errorf("three strokes are told as\n%s", odds)
	}
	bots := (&Arena{variant: v, Bots: []entrantReport{{Name: "a"}}}).Text(p)
	for _, text := range []string{odds, bots, (&Sim{variant: v}).Text(p)} {
		if strings.Contains(text, "of the pot") || strings.Contains(text, "Pots played") || !strings.Contains(text, "stroke") {
			t.Errorf("a race is told as\n%s", text)
		}
	}
}
