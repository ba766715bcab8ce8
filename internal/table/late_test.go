package table

import (
	"strings"
	"testing"

	"chratze/history"
)

// TestWhoComesLateLearnsNothingOfBefore: when the evening is over, a person who sat down after
// some hands gets the hands from their first one on, with the secrets of these; not the secret
// of all.
func TestWhoComesLateLearnsNothingOfBefore(t *testing.T) {
	t.Parallel()
	d := newDriver(t, "chratze", 3, 5, func(c *Config) { c.Proof = ProofSitting })
	d.take(d.table.Start(d.now, 0, d.r))
	for steps := 0; d.table.hands < 6 || d.table.stage == Playing; steps++ {
		if steps > 20_000 {
			t.Fatal("stuck")
		}
		if d.table.hands == 3 && !d.table.human(1) && d.table.chairs[1].next == nil {
			d.wish(d.table.Sit(d.now, 1, "Beat", "k1"))
			d.take(d.table.Present(d.now, 1, true), nil)
		}
		if !d.answer() {
			d.wish(d.table.Tick(d.now, d.r))
		}
	}
	d.wish(d.table.Change(d.now, 0, KindEnd))
	anna, beat := d.table.PersonOn(0), d.table.PersonOn(1)
	first := d.table.people[beat-1].First
	if first < 3 || d.table.stage != Over {
		t.Fatalf("Beat plays from hand %d on, the evening is %v", first, d.table.stage)
	}
	for _, person := range []int{anna, beat} {
		err := Hands(d.log, person, func(n int, _ Millis, h *history.Hand) bool {
			field, _ := h.Field("fair")
			sitting, secret := strings.Contains(field, `"sitting_secret"`), strings.Contains(field, `"secret"`)
			came := person == anna || n >= first
			if (h.For == history.Full) != came || sitting != (person == anna) || secret != (person == beat && came) {
				t.Errorf("person %d, hand %d: seen as %v, sitting's secret %v, hand's secret %v", person, n, h.For, sitting, secret)
			}
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
