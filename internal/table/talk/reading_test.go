package talk_test

import (
	"encoding/json"
	"testing"

	"chratze/history"
	"chratze/internal/table"
	"chratze/internal/table/talk"
	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/variant"
)

// TestReadingSaysWhy: a recorded hand of each game, whole or as somebody saw it, is read with the result and the reasons that the
// hand had when it was played, the strokes of a race too.
func TestReadingSaysWhy(t *testing.T) {
	t.Parallel()
	for _, preset := range variant.Presets() {
		v, _ := variant.Lookup(preset)
		seats, _ := v.Seats()
		g, err := v.Game(max(3, seats))
		if err != nil {
			t.Fatal(err)
		}
		rand := ramstest.Rand(4)
		start := g.FirstStart(0)
		for range 25 {
			var record rams.Record
			if err := record.Begin(g, start); err != nil {
				t.Fatal(err)
			}
			deck := rams.Deck{Source: &rand}
			for seat := range record.Turns(&deck) {
				legal := record.View(seat).Legal
				record.ApplyUnchecked(legal[rand.N(len(legal))], nil)
			}
			h := history.Hand{Variant: v}
			h.Fill(&record, nil)
			r, why := record.Result(), record.Reasons()
			want, err := json.Marshal(table.ResultOf(&r, &why, g.Seats()))
			if err != nil {
				t.Fatal(err)
			}
			for _, view := range []string{"", "1", "public"} {
				read, _, err := talk.ReadingOf(h.String(), view)
				if err != nil {
					t.Fatalf("%s: %v", preset, err)
				}
				if got, err := json.Marshal(read.Result); err != nil || string(got) != string(want) {
					t.Fatalf("%s, view %q: read is\n%s, played was\n%s", preset, view, got, want)
				}
			}
			start = r.Next
		}
	}
}
