package table

import (
	"slices"
	"testing"
)

// TestStartWaitsOnce: a host who taps Start again and again begins no further wait for a program that keeps quiet, and
// everybody is told for whom the table waits.
func TestStartWaitsOnce(t *testing.T) {
	t.Parallel()
	e := newEvening(t, "chratze", Config{Chairs: 3, Pace: 5000, Proof: ProofSitting}, 3)
	e.people[2].dumb = true // it only asks for the proof
	e.connect()
	e.take(e.table.Prove(e.now, 2, true), nil)
	waits := func() (list []int) {
		for c, ch := range e.table.Info().Chairs {
			if ch.Waits {
				list = append(list, c)
			}
		}
		return list
	}
	if got := waits(); got != nil {
		t.Errorf("before Start the table waits for %v", got)
	}
	from := e.now
	for ; e.table.stage == Lobby && e.now < from+20_000; e.now += 500 {
		if (e.now-from)%1000 == 0 {
			e.take(e.table.Start(e.now, 0, e.chance))
		}
		for e.hear() {
		}
		if e.table.stage == Lobby && !slices.Equal(waits(), []int{2}) {
			t.Errorf("after %d ms the table waits for %v", e.now-from, waits())
		}
		e.take(e.table.Tick(e.now, e.chance))
	}
	if took := e.now - from; took > patience+500 {
		t.Errorf("the first hand began after %d ms", took)
	}
	if got := waits(); got != nil {
		t.Errorf("while the hand is played the table waits for %v", got)
	}
}
