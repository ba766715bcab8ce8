package table

import (
	"slices"
	"strings"
	"testing"

	"chratze/history"
	"chratze/rams"
)

// TestHands: a person who sat there gets each hand as they saw it, and others what the public
// saw; every line can be read again.
func TestHands(t *testing.T) {
	t.Parallel()
	log := play(t, "chratze", 3)
	var told [][]string // by hand: what each person, and the public (0), was told
	full, err := ReplayEach(log, func(tab *Table, r *Record) bool {
		if tab.result == nil || len(told) == tab.hands {
			return true
		}
		row := make([]string, len(tab.people)+1)
		for id := range row {
			seat := rams.Nobody
			if i := slices.Index(tab.who, id); id > 0 && i >= 0 {
				seat = rams.Seat(i)
			}
			for _, e := range tab.hand.Observed(seat) {
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

// TestHandsThatAreOpened: where the proof opens the deals, those who sat there see all
// of a hand, when it says so, and spectators never, nor the secrets.
func TestHandsThatAreOpened(t *testing.T) {
	t.Parallel()
	for _, proof := range []string{"", ProofNever, ProofHand, ProofSitting} {
		d := newDriver(t, "chratze", 3, 9, func(c *Config) { c.Proof = proof })
		ready, err := d.table.Start(d.now, 0, d.r)
		d.take(ready, err)
		for d.table.Stage() == Playing {
			if !d.answer() {
				ready, err := d.table.Tick(d.now, d.r)
				d.take(ready, err)
			}
		}
		for _, over := range []bool{false, true} {
			if over {
				d.take(d.table.Change(d.now, 0, KindEnd))
			}
			for person, want := range map[int]history.Audience{0: history.Public, 1: history.SeatView(0)} {
				if person == 1 && (proof == ProofHand || proof == ProofSitting && over) {
					want = history.Full
				}
				err := Hands(d.log, person, func(_ int, _ Millis, h *history.Hand) bool {
					if h.For != want {
						t.Errorf("proof %q, over %v: person %d is shown %d, want %d", proof, over, person, h.For, want)
					}
					if seat, ok := h.Field("seat"); ok != (want == history.Full) || ok && seat != "0" {
						t.Errorf("proof %q: the seat is %q", proof, seat)
					}
					if f, _ := h.Field("fair"); person == 0 && strings.Contains(f, "secret") {
						t.Errorf("proof %q, over %v: a spectator is told a secret, from which all cards follow: %s", proof, over, f)
					}
					if _, err := history.Read(h.String()); err != nil {
						t.Error(err)
					}
					return true
				})
				if err != nil {
					t.Error(err)
				}
			}
		}
	}
}
