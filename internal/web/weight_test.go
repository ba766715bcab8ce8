package web_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// mostHome and mostTable are how many bytes, compressed, the first load of the first page and of a table may take.
const (
	mostHome  = 75_000
	mostTable = 125_000
)

// TestFirstLoad: what a browser fetches before one sees the page and the table.
func TestFirstLoad(t *testing.T) {
	s := pages(t, 1)
	p := newTab(t, s, phone, anna)
	for page, most := range map[string]int{s.http.URL: mostHome, s.make(`,"practice":true`).Link: mostTable} {
		p.visit(page)
		p.wait(`document.querySelector('#play, #rim .seat')`)
		all := 0
		for _, url := range append(eval[[]string](p, `performance.getEntriesByType('resource').map((r) => r.name)`), page) {
			if strings.HasPrefix(url, s.http.URL) && !strings.HasSuffix(url, "favicon.ico") {
				n := compressed(t, url)
				t.Logf("%7d %s", n, strings.TrimPrefix(url, s.http.URL))
				all += n
			}
		}
		if t.Logf("%7d in all", all); all > most {
			t.Errorf("the first load of %s takes %d bytes compressed, allowed are %d", page, all, most)
		}
	}
}

// compressed returns how many bytes a file is by gzip.
func compressed(t *testing.T, url string) int {
	t.Helper()
	r, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.Copy(z, r.Body); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Len()
}

// TestInteraction measures how long it is from a tap to the next picture on a phone
// that is four times as slow, for docs/performance.md. It is part of make verify.
func TestInteraction(t *testing.T) {
	if os.Getenv("CHRATZE_VERIFY") == "" {
		t.Skip("a measurement: make verify")
	}
	s := open(t, 5)
	p, _ := s.sits(t, phone, `localStorage.setItem('name', 'Anna')`, `,"practice":true,"pace":800`)
	p.wait(`document.querySelector('#rim .seat')`)
	call(p, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: 4})
	eval[any](p, `window.taps = [], new PerformanceObserver((l) => taps.push(...l.getEntries().filter((e) => e.interactionId && e.name === 'click').map((e) => e.duration))).observe({type: 'event', durationThreshold: 16, buffered: true}), 0`)
	p.walk(2, func(string) {})
	all := eval[[]float64](p, `taps.sort((a, b) => a - b)`)
	if len(all) == 0 {
		t.Fatal("no tap was measured")
	}
	t.Logf("%d taps: median %g ms, slowest %g ms", len(all), all[len(all)/2], all[len(all)-1])
}
