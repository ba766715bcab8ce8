package wording

import (
	"slices"
	"testing"

	"chratze/internal/locale"
	"chratze/rams"
	"chratze/variant"
)

// TestRaceSettled: a hand of a race says who gets how many strokes, who pays, and for what.
func TestRaceSettled(t *testing.T) {
	t.Parallel()
	v, err := variant.Parse("rams,penalty=10,score=up,goal=21,prize_fine=50")
	if err != nil {
		t.Fatal(err)
	}
	g, err := v.Game(4)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		tricks [3]uint8 // of A, B and C; D is out
		in     int
		prize  rams.Seat
		want   []string
	}{
		{[3]uint8{3, 2, 0}, 3, rams.Nobody, []string{
			"A gets 3 strokes.", "B gets 2 strokes.", "C failed with 0 tricks and pays 0.10.", "There is 0.30 in the pot.", "A deals the next hand.",
		}},
		{[3]uint8{2, 1, 2}, 3, 1, []string{
			"A gets 2 strokes.", "B gets 1 stroke.", "B wins a prize and pays 0.50.", "C gets 2 strokes.",
			"There is 0.70 in the pot.", "A deals the next hand.",
		}},
		{[3]uint8{}, 1, rams.Nobody, []string{"Nobody else plays: A gets all 5 strokes.", "There is 0.20 in the pot.", "A deals the next hand."}},
	} {
		tally := rams.Tally{Pot: 20, Dealer: 3, Declarer: rams.Nobody, Lost: rams.Nobody}
		for seat := range 4 {
			tally.Contract[seat] = rams.Folded
			if seat < tt.in {
				tally.Contract[seat], tally.Tricks[seat] = rams.Joined, tt.tricks[seat]
			}
		}
		result, view := settledView(t, g, tally)
		if tt.prize >= 0 {
			result.Penalty[tt.prize] += 50
			result.Next.Pot += 50
		}
		table := NewTable(locale.For("en"), v, locale.Swiss, locale.Francs, []string{"A", "B", "C", "D"}, rams.Nobody)
		if got := table.Settlement(&view, &result); !slices.Equal(got, tt.want) {
			t.Errorf("%v: %q, want %q", tt.tricks, got, tt.want)
		}
	}
}

// settledView settles a hand and returns what the public view says at its end.
func settledView(t *testing.T, g *rams.Game, tally rams.Tally) (rams.Result, rams.View) {
	t.Helper()
	result, why, err := g.Explain(tally)
	if err != nil {
		t.Fatal(err)
	}
	return result, rams.View{Declarer: tally.Declarer, Dealer: tally.Dealer, Contract: tally.Contract, Tricks: tally.Tricks, Why: &why}
}

// TestRaceSheet: the sheet of a race says what it is played for, and nothing of a pot that is won.
func TestRaceSheet(t *testing.T) {
	t.Parallel()
	has(t, sheetOf(t, "en", "rams,penalty=10,score=up,goal=17,prize_fine=50", 4),
		"The goal is 17 strokes", "pays €0.10", "Winning a prize costs €0.50", "Nobody pays before a deal", "when the prizes are won", "Anna gets 4 strokes",
		"!of the pot.", "!takes the pot", "!P is")
	has(t, sheetOf(t, "en", "rams,penalty=0,score=down,goal=15,prizes=2", 4),
		"begins with 15 strokes", "Number of prizes: 2", "!Winning a prize", "!pays 0.00", "without a trick costs nothing")
	has(t, sheetOf(t, "en", "rams,penalty=0,score=down,goal=5,back=5", 4),
		"set back by 5: that many strokes more", "has no trick and is set back 5 strokes.", "!without a trick costs nothing")
}
