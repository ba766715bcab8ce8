package table

import (
	"reflect"
	"testing"

	"chratze/rams"
)

// TestPast: who connects is told the accounts after each hand and who has been the
// Susi, as they were, also by a table that was read again.
func TestPast(t *testing.T) {
	t.Parallel()
	tab := newRandomTable(t)
	want := make([][]int64, 4)
	susi := map[int]bool{}
	for range 12 {
		tab.play()
		for i := range tab.hand.Log {
			if e := tab.hand.Log[i]; e.Kind == rams.EventSusi {
				susi[tab.seats[e.Seat]] = true
			}
		}
		for c, i := range tab.Info().Chairs {
			want[c] = append(want[c], int64(i.Balance))
		}
		if len(want[0]) < 12 {
			tab.take(tab.Next(1000, 0, tab.source))
		}
	}
	if len(susi) == 0 {
		t.Error("nobody was the Susi: nothing was tested")
	}
	again, err := Replay(tab.log)
	if err != nil {
		t.Fatal(err)
	}
	source := tab.source
	for name, tab := range map[string]*Table{"live": tab.Table, "read again": again} {
		n, _ := tab.News(-1, new(Cursor))
		if n.Past == nil || len(n.Past.Susi) != len(susi) {
			t.Fatalf("%s: the past is %v, the Susi were %v", name, n.Past, susi)
		}
		for c := range want {
			row := n.Past.Course[tab.Info().Chairs[c].Person]
			var got []int64
			for _, a := range row {
				got = append(got, int64(a))
			}
			if !reflect.DeepEqual(got, want[c]) {
				t.Errorf("%s: chair %d had %v, and is said to have had %v", name, c, want[c], got)
			}
		}
		for _, c := range n.Past.Susi {
			if !susi[c] {
				t.Errorf("%s: chair %d is said to have been the Susi", name, c)
			}
		}
		cursor := Cursor{}
		tab.News(-1, &cursor)
		tab.Present(1000, 0, true)
		if _, err := tab.Next(1000, 0, source); err != nil {
			t.Fatal(err)
		}
		if n, _ := tab.News(-1, &cursor); n.Info == nil || n.Past != nil {
			t.Errorf("%s: who knows the past is told it again", name)
		}
	}
}
