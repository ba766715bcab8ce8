package history_test

import (
	"testing"

	"chratze/history"
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
