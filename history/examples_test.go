package history_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chratze/history"
	"chratze/rams"
)

// example is a line of the examples of HAND-HISTORY.md.
type example struct {
	file string
	n    int // from 1
	text string
}

func examples(t testing.TB) (all []example) {
	t.Helper()
	files, err := filepath.Glob("../rams/ramstest/testdata/examples/*.jsonl")
	if err != nil || len(files) != 6 {
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
	if n != 74 {
		t.Errorf("%d examples", n)
	}
}

func TestExamplesViews(t *testing.T) {
	t.Parallel()
	for _, x := range examples(t) {
		h, err := history.Read(x.text)
		if err != nil {
			t.Fatal(err)
		}
		for _, to := range audiences(h.Seats) {
			view, err := h.View(to)
			if err != nil {
				t.Fatal(err)
			}
			line := view.String()
			again, err := history.Read(line)
			if err != nil {
				t.Errorf("%s line %d: view %d: %v\n%s", x.file, x.n, to, err, line)
				continue
			}
			if got := again.String(); got != line {
				t.Errorf("%s line %d: view %d: written as\n%s\nnot\n%s", x.file, x.n, to, got, line)
			}
		}
	}
}

func BenchmarkRead(b *testing.B) {
	all := examples(b)
	var c history.Checker
	var h history.Hand
	b.ReportAllocs()
	n, size := 0, 0
	for b.Loop() {
		for _, x := range all {
			if err := c.Read(&h, x.text); err != nil {
				b.Fatal(err)
			}
			size += len(x.text)
			n++
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "hands/s")
	b.SetBytes(int64(size / b.N))
}

func BenchmarkReadView(b *testing.B) {
	var views []string
	for _, x := range examples(b) {
		h, err := history.Read(x.text)
		if err != nil {
			b.Fatal(err)
		}
		for _, to := range audiences(h.Seats) {
			view, err := h.View(to)
			if err != nil {
				b.Fatal(err)
			}
			views = append(views, view.String())
		}
	}
	var c history.Checker
	var h history.Hand
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		for _, text := range views {
			if err := c.Read(&h, text); err != nil {
				b.Fatal(err)
			}
			n++
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "views/s")
}

func BenchmarkWrite(b *testing.B) {
	var all []*history.Hand
	for _, x := range examples(b) {
		h, err := history.Read(x.text)
		if err != nil {
			b.Fatal(err)
		}
		all = append(all, h)
	}
	var buf []byte
	b.ReportAllocs()
	n, size := 0, 0
	for b.Loop() {
		for _, h := range all {
			buf = h.Append(buf[:0])
			size += len(buf)
			n++
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "hands/s")
	b.SetBytes(int64(size / b.N))
}
