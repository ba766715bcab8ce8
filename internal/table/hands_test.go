package table

import (
	"slices"
	"strings"
	"testing"

	"chratze/history"
	"chratze/rams"
)

// TestHands: whoever sat there gets each hand as he was told it, and others what the
// public was; every line can be read again.
func TestHands(t *testing.T) {
	t.Parallel()
	log := play(t, "chratze", 3)
	var told [][]string // by hand: what each person, and the public (0), was told
	full, err := replay(log, func(tab *Table, r *Record) bool {
		if tab.result == nil || len(told) == tab.hands {
			return true
		}
		row := make([]string, len(tab.people)+1)
		for id := range row {
			seat := rams.Nobody
			if i := slices.Index(tab.who, id); id > 0 && i >= 0 {
				seat = rams.Seat(i)
			}
			for _, e := range tab.hand.Told(seat) {
				row[id] += e.String() + "\n"
			}
		}
		told = append(told, row)
		return true
	})
	if err != nil || len(told) < 5 || len(full.people) < 5 {
		t.Fatalf("%v; %d hands, %d people: nothing was tested", err, len(told), len(full.people))
	}
	for id := range len(full.people) + 1 {
		n := 0
		err := Hands(log, id, func(hand int, at Millis, h *history.Hand) bool {
			again, err := history.Read(h.String())
			if err != nil {
				t.Fatalf("person %d, hand %d: %v", id, hand, err)
			}
			var b strings.Builder
			for i := range again.Events {
				b.WriteString(again.Events[i].Event.String() + "\n")
			}
			want := told[n][0]
			if id < len(told[n]) {
				want = told[n][id]
			}
			if b.String() != want {
				t.Errorf("person %d, hand %d:\n%s\nwas told\n%s", id, hand, b.String(), want)
			}
			if n++; hand != n || at == 0 {
				t.Errorf("hand %d comes as the %d., and ended at %d", hand, n, at)
			}
			return true
		})
		if err != nil || n != len(told) {
			t.Errorf("person %d: %d hands of %d, %v", id, n, len(told), err)
		}
	}
}
