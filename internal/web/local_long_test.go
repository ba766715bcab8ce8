package web_test

import (
	"slices"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/page"
)

// watchTasks writes down, in each page, the tasks of the main thread that took longer than 50 ms
// since the table was there.
const watchTasks = `window.tasks = []; new PerformanceObserver((l) => { if (window.settled) tasks.push(...l.getEntries().map((e) => e.duration)); }).observe({type: 'longtask'});`

// TestOwnLong: a hundred hands by taps without a network, and twenty reloads in the middle of a
// hand. Every record is as a native replay has it. How much memory that takes and how long the
// main thread is busy is told.
func TestOwnLong(t *testing.T) {
	onlyVerify(t, "it is a measurement")
	s := dealing(t)
	p := newTab(t, s, phone, anna+`localStorage.setItem('set.speed', 'off'); localStorage.setItem('set.pace', '200');`)
	call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: watchTasks})
	s.offline(p)
	p.visit(s.http.URL)
	p.tap("#play")
	p.wait(`location.pathname === '/t/p2' && document.body.dataset.stage === 'playing'`)
	var tasks []float64
	const collect = `window.tasks.splice(0)`
	reloads, decisions := 0, 0
	for hand := 1; hand <= 100; hand++ {
		for p.ready(); !p.between(); p.ready() {
			eval[any](p, `window.settled = true, 0`)
			if decisions++; hand%5 == 0 && reloads < hand/5 && p.asked() != "" {
				tasks = append(tasks, eval[[]float64](p, collect)...)
				before := p.known()
				p.visit(eval[string](p, `location.href`))
				if p.ready(); p.known() != before {
					t.Fatalf("hand %d: after a reload one sees %s, before it %s", hand, p.known(), before)
				}
				reloads++
			}
			p.answer()
		}
		if hand < 100 {
			p.next()
		}
	}
	tasks = append(tasks, eval[[]float64](p, collect)...)
	if hands := p.agrees("p2"); hands < 100 || reloads < 15 {
		t.Errorf("%d hands with %d reloads", hands, reloads)
	}
	slices.Sort(tasks)
	table := eval[float64](p, `import('/web/local/browserhost.js').then((m) => m.answer('memory', '')).then((r) => r.json()).then((m) => m.bytes)`)
	call(p, heapprofiler.CollectGarbage, cdp.Empty{})
	heap := eval[float64](p, `performance.memory.usedJSHeapSize`)
	t.Logf("%d decisions in 100 hands, %d reloads; %d tasks over 50 ms: %.0f; memory: the table %.0f MB, the page %.0f MB", decisions, reloads, len(tasks), tasks, table/1e6, heap/1e6)
	if table+heap > 150e6 {
		t.Errorf("the table takes %.0f MB and the page %.0f MB, allowed are 150", table/1e6, heap/1e6)
	}
}
