package players

import (
	"encoding/json"
	"strings"
	"testing"

	"chratze/analysis/ev"
	"chratze/card"
	"chratze/internal/locale"
	"chratze/rams"
	"chratze/variant"
)

// TestOdds: the best act stands first, in words and in JSON, and only the others are behind it.
func TestOdds(t *testing.T) {
	t.Parallel()
	v := variant.Default()
	g, err := v.Game(4)
	if err != nil {
		t.Fatal(err)
	}
	view := rams.View{Game: g, Seat: 2, Dealer: 1, Hand: card.OfSuit(card.Hearts), Pot: 80}
	r := NewOdds(v, &view, []ev.Estimate{
		{Act: rams.Action{Kind: rams.Out, Seat: 2}, Mean: -4.04, Half: 1, Less: 16.5, LessHalf: 2.25},
		{Act: rams.Action{Kind: rams.Join, Seat: 2}, Mean: 12.46, Half: 3},
	})
	var got struct {
		Seat, Dealer int
		Acts         []struct {
			Act        string
			Mean       float64
			CI95       [2]float64
			Behind     float64
			BehindCI95 [2]float64 `json:"behind_ci95"`
		}
	}
	b, err := json.Marshal(r)
	if err == nil {
		err = json.Unmarshal(b, &got)
	}
	if err != nil || got.Seat != 2 || got.Dealer != 1 || len(got.Acts) != 2 {
		t.Fatalf("%s, %v", b, err)
	}
	best, other := got.Acts[0], got.Acts[1]
	if best.Act != "join" || best.CI95 != [2]float64{9.46, 15.46} || best.Behind != 0 {
		t.Errorf("the best act is %+v", best)
	}
	if other.Act != "out" || other.Mean != -4.04 || other.Behind != 16.5 || other.BehindCI95 != [2]float64{14.25, 18.75} {
		t.Errorf("the other act is %+v", other)
	}
	lines := strings.Split(r.Text(locale.New().For("en")), "\n")
	var join, out string
	for _, line := range lines {
		switch word, _, _ := strings.Cut(line, " "); word {
		case "join":
			join = line
		case "out":
			out = line
		}
	}
	if !strings.HasSuffix(join, "+12.5 ± 3.0") || !strings.HasSuffix(out, "16.5 ± 2.2") && !strings.HasSuffix(out, "16.5 ± 2.3") {
		t.Errorf("the rows are\n%s\n%s", join, out)
	}
}

// TestHistogram: there are at most 16 bars, the last one of all that is beyond; the longest is full, and
// what has happened at all has a bar.
func TestHistogram(t *testing.T) {
	t.Parallel()
	r := &Sim{variant: variant.Default(), Hands: 1000}
	for i := range int64(20) {
		o := octaveReport{From: 20 << i, Hands: 1}
		if i == 3 {
			o.Hands = 900
		}
		if i >= 15 {
			o.Hands = 10
		}
		r.Pots.Octaves = append(r.Pots.Octaves, o)
	}
	var bars []int
	for line := range strings.Lines(r.Text(locale.New().For("en"))) {
		if n := strings.Count(line, "#"); n > 0 {
			bars = append(bars, n)
		}
	}
	if len(bars) != 16 || bars[3] != 40 || bars[0] != 1 || bars[15] != 3 { // 50 of 900 hands: 2.2, rounded up
		t.Errorf("the bars are %v", bars)
	}
}
