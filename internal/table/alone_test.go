package table_test

import (
	"testing"

	"chratze/internal/table"
	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/variant"
)

// TestDealerLeftAlone: the one answer of a dealer whom all have left alone promises nothing and costs nothing, and the
// question has why it is the only one (docs/rules.md 4, dealer_trump).
func TestDealerLeftAlone(t *testing.T) {
	t.Parallel()
	v, err := variant.Parse("zwicken-schlecken")
	if err != nil {
		t.Fatal(err)
	}
	g, err := v.Game(3)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]rams.Kind{rams.RefuseAlone: rams.Join, rams.RefuseBare: rams.Out}
	r := ramstest.Rand(2)
	for n := 0; len(want) > 0 && n < 100; n++ {
		var rec rams.Record
		if err := rec.Begin(g, g.FirstStart(0)); err != nil {
			t.Fatal(err)
		}
		deck := rams.Deck{Source: &r}
		for seat := range rec.Turns(&deck) {
			view := rec.View(seat)
			state := rec.State()
			q := table.Asked(&state, &view)
			if only := view.Alone(); only != "" {
				if q.Only != only || q.Stakes[0] != (rams.Stake{}) || q.Prize != (rams.Prize{}) || q.Legal[0].Kind != want[only] && want[only] != 0 {
					t.Errorf("asked is %+v", q)
				}
				delete(want, only)
				break
			}
			if q.Only == rams.RefuseAlone || q.Only == rams.RefuseBare {
				t.Errorf("%v is told %q", view.Phase, q.Only)
			}
			rec.ApplyUnchecked(rams.Action{Kind: rams.Out, Seat: seat}, nil)
		}
	}
	if len(want) > 0 {
		t.Errorf("not seen: %v", want)
	}
}
