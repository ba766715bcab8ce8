package history_test

import (
	"testing"

	"chratze/history"
	"chratze/rams"
	"chratze/variant"
)

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
	everyView(b, func(_ example, _ history.Audience, line string) { views = append(views, line) })
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
			buf = h.AppendTo(buf[:0])
			size += len(buf)
			n++
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "hands/s")
	b.SetBytes(int64(size / b.N))
}

func BenchmarkRecord(b *testing.B) {
	benchFill(b, func(h *history.Hand, r *rams.Record) { h.Fill(r, nil) })
}

func BenchmarkRecordView(b *testing.B) {
	benchFill(b, func(h *history.Hand, r *rams.Record) { h.FillView(r, history.SeatView(1), nil) })
}

// benchFill makes and writes a hand.
func benchFill(b *testing.B, fill func(h *history.Hand, r *rams.Record)) {
	x := oneTable(b)
	x.play(b, nil)
	var h history.Hand
	h.Variant, h.Names = x.variant, x.names
	var buf []byte
	b.ReportAllocs()
	for b.Loop() {
		fill(&h, &x.record)
		buf = h.AppendTo(buf[:0])
	}
	b.SetBytes(int64(len(buf)))
}

// oneTable is a table of the default preset with four seats.
func oneTable(t testing.TB) *table {
	t.Helper()
	v := variant.Default()
	g, err := v.Game(4)
	if err != nil {
		t.Fatal(err)
	}
	return newTable(v, g, 3)
}

// TestAllocations: recording, writing and reading use their memory again.
func TestAllocations(t *testing.T) {
	x := oneTable(t)
	x.play(t, nil)
	var h, again history.Hand
	var c history.Checker
	var buf []byte
	line := x.line(&h)
	if n := testing.AllocsPerRun(10, func() {
		h.Fill(&x.record, x.legal)
		buf = h.AppendTo(buf[:0])
	}); n != 0 {
		t.Errorf("writing a hand allocates %v times", n)
	}
	if n := testing.AllocsPerRun(10, func() {
		if err := c.Read(&again, line); err != nil {
			t.Error(err)
		}
	}); n != 0 {
		t.Errorf("reading a hand allocates %v times", n)
	}
}
