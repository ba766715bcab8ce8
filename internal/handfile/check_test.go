package handfile_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"chratze/chance"
	"chratze/history"
	"chratze/internal/handfile"
	"chratze/rams"
	"chratze/variant"
)

// file returns some hands, played at random, a line each.
func file(t *testing.T, hands int) []string {
	t.Helper()
	v := variant.Default()
	g, err := v.Game(4)
	if err != nil {
		t.Fatal(err)
	}
	rng := chance.Of(rand.New(rand.NewPCG(1, 2)))
	deck, start := rams.Deck{Source: rng}, g.FirstStart(0)
	var lines []string
	for range hands {
		var rec rams.Record
		if err := rec.Begin(g, start); err != nil {
			t.Fatal(err)
		}
		for range rec.Turns(&deck) {
			view := rec.View(rec.Turn())
			rec.ApplyUnchecked(view.Legal[rng.IntN(len(view.Legal))], nil)
		}
		lines = append(lines, history.FromRecord(v, nil, &rec, nil).String()+"\n")
		start = rec.Result().Next
	}
	return lines
}

// TestCheck: however many workers there are, every line is checked, and faults come in the
// order of the file, each with its line; of a single hand nothing else is said.
func TestCheck(t *testing.T) {
	t.Parallel()
	lines := file(t, 300)
	lines[69], lines[200] = "torn {\n", "\n"
	text := strings.Join(lines, "")
	for _, workers := range []int{1, 2, 7} {
		all, err := handfile.Check(context.Background(), strings.NewReader(text), 0, workers, nil)
		if err != nil || all.Hands != 300 || all.Faults != 2 || all.List[0].Line != 70 || all.List[1].Line != 201 {
			t.Errorf("%d workers: %v %+v", workers, err, all)
		}
		one, err := handfile.Check(context.Background(), strings.NewReader(text), 70, workers, nil)
		if err != nil || one.Hands != 1 || one.Faults != 1 || one.List[0].Line != 70 {
			t.Errorf("the one: %v %+v", err, one)
		}
		_, err = handfile.Check(context.Background(), strings.NewReader(text), 301, workers, nil)
		if e, ok := errors.AsType[*handfile.NoHandError](err); !ok || e.Hands != 300 {
			t.Errorf("behind the end: %v", err)
		}
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := handfile.Check(ended, strings.NewReader(text), 0, 2, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("when nobody waits any more: %v", err)
	}
}

// TestHands: history.Reader.Hands goes on behind a line that is refused.
func TestHands(t *testing.T) {
	t.Parallel()
	lines := file(t, 3)
	lines[1] = "nothing\n"
	good, bad := 0, 0
	for h, err := range history.NewReader(strings.NewReader(strings.Join(lines, ""))).Hands() {
		if (h == nil) != (err != nil) {
			t.Errorf("%v and %v", h, err)
		}
		if err != nil {
			bad++
		} else {
			good++
		}
	}
	if good != 2 || bad != 1 {
		t.Errorf("%d hands are good and %d bad", good, bad)
	}
}
