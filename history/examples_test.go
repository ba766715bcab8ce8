package history_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chratze/history"
	"chratze/rams"
	"chratze/rams/ramstest/oracle"
	"chratze/variant"
)

// example is a line of the examples of docs/rams-hand.md.
type example struct {
	file string
	n    int // from 1
	text string
}

func examples(t testing.TB) (all []example) {
	t.Helper()
	files, err := filepath.Glob("../rams/ramstest/testdata/examples/*.jsonl")
	if err != nil || len(files) != len(variant.Presets()) {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
			all = append(all, example{filepath.Base(file), i + 1, line})
		}
	}
	return all
}

// audiences are all for whom a line can be.
func audiences(seats int) []history.Audience {
	all := []history.Audience{history.Public}
	for seat := range seats {
		all = append(all, history.SeatView(rams.Seat(seat)))
	}
	return all
}

// views calls f with every view of a hand.
func views(t testing.TB, h *history.Hand, f func(to history.Audience, line string)) {
	t.Helper()
	for _, to := range audiences(h.Seats) {
		view, err := h.View(to)
		if err != nil {
			t.Fatal(err)
		}
		f(to, view.String())
	}
}

// everyView calls f with every view of every example.
func everyView(t testing.TB, f func(x example, to history.Audience, line string)) {
	t.Helper()
	for _, x := range examples(t) {
		h, err := history.Read(x.text)
		if err != nil {
			t.Fatal(err)
		}
		views(t, h, func(to history.Audience, line string) { f(x, to, line) })
	}
}

func TestExamplesRoundTrip(t *testing.T) {
	t.Parallel()
	n := 0
	for _, x := range examples(t) {
		h, err := history.Read(x.text)
		if err != nil {
			t.Errorf("%s line %d: %v", x.file, x.n, err)
			continue
		}
		if got := h.String(); got != x.text {
			t.Errorf("%s line %d: written as\n%s\nnot\n%s", x.file, x.n, got, x.text)
		}
		n++
	}
	if n != 140 {
		t.Errorf("%d examples", n)
	}
}

// TestExamplesViews: every view of every example agrees with the oracle's own account of what
// the seat may know; it can be read, and is written as it was.
func TestExamplesViews(t *testing.T) {
	t.Parallel()
	everyView(t, func(x example, to history.Audience, line string) {
		if x.n > times(20) { // of each game
			return
		}
		if err := oracle.CheckView([]byte(x.text), seatOf(to), []byte(line)); err != nil {
			t.Errorf("%s line %d: view %d: %v", x.file, x.n, to, err)
		}
		again, err := history.Read(line)
		if err != nil {
			t.Errorf("%s line %d: view %d: %v\n%s", x.file, x.n, to, err, line)
			return
		}
		if got := again.String(); got != line {
			t.Errorf("%s line %d: view %d: written as\n%s\nnot\n%s", x.file, x.n, to, got, line)
		}
	})
}

// seatOf is the oracle's number of an audience.
func seatOf(to history.Audience) int {
	if to == history.Public {
		return oracle.Public
	}
	return int(to.Seat())
}

// TestHardViews: views for which many guesses about the hidden cards are wrong,
// unfinished ones of games where a trump may be played instead of following,
// replaced upcards that are drawn again, and, as the last one, a seat that leads
// while in the world found another person holds the trump six.
func TestHardViews(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/views.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var h *history.Hand
	for i, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		if h, err = history.Read(line); err != nil || h.For == history.Full {
			t.Fatalf("line %d: %v", i+1, err)
		}
	}
	steps, err := h.Steps()
	if err != nil {
		t.Fatal(err)
	}
	for s := range steps {
		if v := s.View(2); s.Event == nil && (v.Phase != rams.PhasePlay || v.Turn != 2 || len(v.Legal) != 4) {
			t.Errorf("the seat that leads is shown phase %d, turn %d, %v", v.Phase, v.Turn, v.Legal)
		}
	}
}
