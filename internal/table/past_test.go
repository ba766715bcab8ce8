package table

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"chratze/chance"
	"chratze/rams"
	"chratze/variant"
)

// TestPast: who connects is told the accounts after each hand and who has been the
// Susi, as they were, also by a table that was read again.
func TestPast(t *testing.T) {
	t.Parallel()
	v, err := variant.Parse("chratze")
	if err != nil {
		t.Fatal(err)
	}
	tab, ready, err := Create(1000, Config{Variant: v, Chairs: 4, Bot: "random"}, "Anna", "key", [32]byte{})
	if err != nil {
		t.Fatal(err)
	}
	log := ready.Append
	r := rand.New(rand.NewPCG(3, 3))
	source := chance.Of(r)
	want := make([][]int64, 4)
	susi := map[int]bool{}
	keep := func(ready Ready, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		log = append(log, ready.Append...)
	}
	keep(tab.Present(1000, 0, true), nil)
	for hand := range 12 {
		if hand == 0 {
			keep(tab.Start(1000, 0, source))
		} else {
			keep(tab.Next(1000, 0, source))
		}
		for tab.stage == Playing {
			c := tab.actor()
			legal := tab.hand.View(tab.seatOf(c)).Legal
			by := ByBot
			if tab.human(c) {
				by = ByPerson
			}
			keep(tab.Act(1000, c, tab.chairs[c].asked, legal[r.IntN(len(legal))].String(), by, source))
		}
		for i := range tab.hand.Log {
			if e := tab.hand.Log[i]; e.Kind == rams.EventSusi {
				susi[tab.seats[e.Seat]] = true
			}
		}
		for c, i := range tab.Info().Chairs {
			want[c] = append(want[c], int64(i.Balance))
		}
	}
	if len(susi) == 0 {
		t.Error("nobody was the Susi: nothing was tested")
	}
	again, err := Replay(log)
	if err != nil {
		t.Fatal(err)
	}
	for name, tab := range map[string]*Table{"live": tab, "read again": again} {
		n, _ := tab.News(-1, new(Cursor))
		if n.Past == nil || len(n.Past.Susi) != len(susi) {
			t.Fatalf("%s: the past is %v, the Susi were %v", name, n.Past, susi)
		}
		for c, row := range n.Past.Course {
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
