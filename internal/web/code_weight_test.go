package web_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"

	"chratze/internal/web"
)

// mostHome and mostTable are how many bytes, compressed, the first load of the first page and of a table may take. What
// the first page fetches for a table while it rests may be as much as a table.
const (
	mostHome  = 71_000
	mostTable = 101_000
)

// minified skips a test that weighs what `make build` ships, and not the sources.
func minified(t *testing.T) {
	t.Helper()
	if !web.Minified {
		t.Skip("weighs minified pages: make minify, then go test -tags minified")
	}
}

// TestFirstLoad: what a browser fetches for the first page and for a table, and what the first page
// fetches ahead. The page begins that when it is drawn and rests. The test says when it rests, so no
// file counts as needed at once because painting was slow.
func TestFirstLoad(t *testing.T) {
	minified(t)
	s := pages(t, 1)
	p := newTab(t, s, phone, anna)
	call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `
		window.held = []; window.undrawn = 0;
		window.requestIdleCallback = (f) => {
			if (!performance.getEntriesByName('first-contentful-paint').length) undrawn++;
			held.push(f);
		};`})
	const fetched = `performance.getEntriesByType('resource')`
	p.visit(s.http.URL)
	p.wait(`document.querySelector('#play') && held.length`)
	if n := eval[int](p, `undrawn`); n > 0 {
		t.Errorf("the first page fetches ahead before it is drawn")
	}
	rests := eval[float64](p, `(() => { const now = performance.now(); held.forEach((f) => f()); return now; })()`)
	p.wait(fetched + `.some((r) => r.name.endsWith('/practice.js')) && ` + fetched + `.some((r) => r.name.endsWith('/coins.svg'))`)
	split := func(when string) []string {
		return eval[[]string](p, fmt.Sprintf(fetched+`.filter((r) => r.startTime %s %f).map((r) => r.name)`, when, rests))
	}
	atMost(t, "the first page", s.weigh(append(split("<"), s.http.URL)), mostHome)
	atMost(t, "what the first page fetches ahead", s.weigh(split(">=")), mostTable)

	link := s.make(`,"practice":true`).Link
	p.visit(link)
	p.wait(`document.querySelector('#rim .seat')`)
	atMost(t, "a table", s.weigh(append(eval[[]string](p, fetched+`.map((r) => r.name)`), link)), mostTable)
}

// atMost reports what takes more bytes, compressed, than it may.
func atMost(t *testing.T, what string, bytes, most int) {
	t.Helper()
	if t.Logf("%7d %s", bytes, what); bytes > most {
		t.Errorf("%s takes %d bytes compressed, allowed are %d", what, bytes, most)
	}
}

// TestSaveData: the first page fetches nothing for a table if data is to be saved, and one sits down all the same.
func TestSaveData(t *testing.T) {
	s := pages(t, 5)
	p := newTab(t, s, phone, anna)
	call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `
		Object.defineProperty(navigator, 'connection', {value: {saveData: true}});
		window.requestIdleCallback = (f) => setTimeout(f); // it rests at once`})
	p.visit(s.http.URL)
	p.wait(`document.querySelector('#play')`)
	// The page's own module ends with what is fetched ahead.
	eval[any](p, `import(document.querySelector('script[type=module][src*="/start.js"]').src).then(() => 0)`)
	if fetched := eval[[]string](p, `performance.getEntriesByType('resource').map((r) => r.name).concat([...document.head.querySelectorAll('link')].map((l) => l.href)).filter((n) => /\/(live\/app\.js|local\/|practice\/)|coins\.svg/.test(n))`); len(fetched) > 0 {
		t.Errorf("%q are fetched", fetched)
	}
	p.tap("#play")
	p.ready()
}

// weigh returns how many bytes the site's files at these addresses are, compressed. A browser that is late names a file twice, once
// fetched ahead and once used, and takes it out of its cache.
func (s *site) weigh(urls []string) (all int) {
	s.t.Helper()
	for _, url := range slices.Compact(slices.Sorted(slices.Values(urls))) {
		if strings.HasPrefix(url, s.http.URL) && !strings.HasSuffix(url, "favicon.ico") {
			n := compressed(s.t, url)
			s.t.Logf("%7d %s", n, strings.TrimPrefix(url, s.http.URL))
			all += n
		}
	}
	return all
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
	onlyVerify(t, "it is a measurement")
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
