package web_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/chromedp/chromedp/kb"

	"chratze/history"
	"chratze/internal/server/hostlog/hosttest"
	"chratze/internal/table"
	practice "chratze/internal/web/practicewasm"
)

// module is the table of practice for browsers, compiled from the sources as they are.
var module = sync.OnceValues(func() (m practice.Module, err error) {
	dir, err := os.MkdirTemp("", "practice-")
	if err != nil {
		return m, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	out := filepath.Join(dir, "practice.wasm")
	build := exec.Command("go", "build", "-buildvcs=false", "-trimpath", "-ldflags=-s -w -buildid=", "-o", out, "../../cmd/practice")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if said, err := build.CombinedOutput(); err != nil {
		return m, &exec.Error{Name: string(said), Err: err}
	}
	plain, err := os.ReadFile(out)
	if err != nil {
		return m, err
	}
	var packed bytes.Buffer
	w := brotli.NewWriterLevel(&packed, brotli.BestSpeed)
	if _, err = w.Write(plain); err == nil {
		err = w.Close()
	}
	if err != nil {
		return m, err
	}
	m.Wasm = packed.Bytes()
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err == nil {
		m.Script, err = os.ReadFile(filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", practice.ExecFile))
	}
	return m, err
})

// dealing is a site whose pages deal themselves.
func dealing(t *testing.T) *site {
	t.Helper()
	t.Parallel()
	needBrowser(t)
	m, err := module()
	if err != nil {
		t.Fatal(err)
	}
	s := &site{t: t, seed: 5, log: hosttest.NewMemory(), bot: table.StandIn, practice: m}
	s.start()
	t.Cleanup(func() { s.stop() })
	return s
}

// keeps waits until the pages' worker keeps the file at an address. The desk's and the puzzles' own workers may have it sooner.
func (p *tab) keeps(path string) {
	p.t.Helper()
	p.wait(`(caches.keys().then((names) => Promise.all(names.filter((n) => n.startsWith('pages-')).map((cacheName) => caches.match('` + path + `', {cacheName}))))
		.then((found) => { if (found.some(Boolean)) window.whole = '` + path + `'; }), window.whole === '` + path + `')`)
}

// offline waits until a page needs the server no more, and stops it. The table of practice is
// fetched as soon as somebody plays, and not before.
func (s *site) offline(p *tab) {
	s.t.Helper()
	const module = "/web/practice/practice.wasm"
	p.visit(s.http.URL)
	p.wait(`document.querySelector('#play')`)
	p.keeps("/rules/zwicken/en")
	p.keeps("/charts/zwicken/4/en") // what is fetched last
	if eval[bool](p, `caches.match('`+module+`').then((r) => !!r)`) {
		s.t.Error("nobody plays, and the table of practice has been fetched")
	}
	p.playing(s.http.URL)
	p.keeps(module)
	p.keeps("/web/practice/zwicken-4.policy") // the last one of what trained bots have learned
	s.stop()
}

// records is the log of the browser's own table.
func (p *tab) records() [][]byte { return p.recordsBelow("/") }

// recordsBelow is records where all pages are below a path.
func (p *tab) recordsBelow(root string) [][]byte {
	p.t.Helper()
	var records [][]byte
	for _, r := range eval[[]string](p, `import('`+root+`web/local/store.js').then((m) => m.load(Number(/p(\d+)$/.exec(location.href)[1]))).then((e) => e.records)`) {
		records = append(records, []byte(r))
	}
	return records
}

// TestOwnTable: after the first load the server is gone. One plays hands by taps, loads the page
// again in the middle of one, and everything is there; the log replays natively, and gives
// the hands that the page shows.
func TestOwnTable(t *testing.T) {
	s := dealing(t)
	p := newTab(t, s, phone, anna)
	s.offline(p)
	p.visit(s.http.URL)
	eval[any](p, `addEventListener('click', () => { sessionStorage.begun = performance.timeOrigin + performance.now(); }, true), 0`)
	p.tap("#play")
	p.wait(`location.pathname === '/t/p2' && document.body.dataset.stage === 'playing'`)
	t.Logf("from the tap to the table: %.0f ms", eval[float64](p, `performance.timeOrigin + performance.now() - sessionStorage.begun`))
	p.ready()
	p.accessible("own table")
	if dir := os.Getenv("CHRATZE_SCREENSHOTS"); dir != "" {
		p.shot(dir, "own-table")
	}
	plays, reloads := 0, 0
	for hands := 0; reloads == 0 || hands < 2; hands++ {
		for p.ready(); !p.between(); p.ready() {
			if p.asked() == "play" {
				if plays++; plays == 2 {
					before := p.picture()
					p.visit(eval[string](p, `location.href`))
					p.wait(`document.body.dataset.ask === 'play'`)
					if reloads++; p.picture() != before {
						t.Errorf("after a reload one sees %s, before it %s", p.picture(), before)
					}
				}
			}
			p.answer()
		}
		if hands > 20 {
			t.Fatal("in 20 hands nobody plays two cards: nothing was tested")
		}
		p.next()
	}
	hands := p.agrees("p2")

	p.visit(s.http.URL + "/replay?table=p2#hand=1") // still without a server
	p.wait(`document.querySelector('#bar').innerText.includes('Hand 1 of ')`)
	p.tap("#bar [data-do=table]")
	p.wait(`location.pathname === '/t/p2'`)
	p.visit(s.http.URL + "/replay?table=p2#hand=1")
	p.wait(`document.querySelector('#bar').innerText.includes('Hand 1 of ')`)
	p.fits("the head of a replay")
	p.keys(kb.End)
	p.tap("[data-do=more]")
	p.tap("[data-do=review]")
	p.wait(`document.querySelector('dl.judged')`)
	p.tap("[data-do=again]") // this deal, against bots
	p.wait(`location.pathname === '/t/p3' && document.body.dataset.stage === 'playing'`)
	p.visit(s.http.URL + "/charts/chratze/4/en")
	p.wait(`document.querySelector('.grid')`)
	p.visit(s.http.URL + "/puzzle/")
	p.wait(`document.body.innerText.includes('Puzzle of')`)
	p.visit(s.http.URL + "/replay")
	p.tap("[data-do=tally] summary")
	p.wait(`document.querySelectorAll('.tally tbody tr').length === 1`)
	p.fits("statistics")
	if row := eval[string](p, `document.querySelector('.tally tbody').innerText`); !strings.HasPrefix(row, "Chratze\t"+strconv.Itoa(hands)+"\t") {
		t.Errorf("of %d hands the statistics say %q", hands, row)
	}
	p.accessible("statistics")
	p.visit(s.http.URL + "/learn")
	p.wait(`document.querySelectorAll('#lessons ol li').length === ` + count)
	p.visit(s.http.URL + "/learn/2")
	p.wait(`document.querySelector('#go')`)
	p.visit(s.http.URL + "/rules/kratzen/en")
	p.wait(`document.body.innerText.includes('Kratzen')`)
}

// agrees fails the test unless a native replay of the records of a table is sound, and gives the
// hands that the page exports.
func (p *tab) agrees(table string) (hands int) {
	p.t.Helper()
	records := p.records()
	native, err := replayed(records)
	if err != nil || !native.Config().Practice {
		p.t.Fatalf("the log: %v", err)
	}
	got := eval[string](p, `import('/web/local/answer.js').then((m) => m.reach('/api/seat/`+table+`/hands')).then((r) => r.text())`)
	var page []string
	for line := range strings.Lines(got) {
		h, err := history.Read(strings.TrimSpace(line))
		if err != nil {
			p.t.Fatalf("%s: %v", line, err)
		}
		h.Extra = nil
		page = append(page, string(h.AppendTo(nil)))
	}
	if want := nativeHands(p.t, records); len(want) == 0 || !slices.Equal(page, want) {
		p.t.Errorf("the page exports\n%s\nand a native replay has\n%s", strings.Join(page, "\n"), strings.Join(want, "\n"))
	}
	return len(page)
}

// replayed is a table as its records make it, checked.
func replayed(records [][]byte) (*table.Table, error) {
	native, err := table.Replay(records)
	if err == nil {
		err = native.Check()
	}
	return native, err
}

// nativeHands are the hands of some records, as the first person may see them.
func nativeHands(t *testing.T, records [][]byte) (list []string) {
	t.Helper()
	if err := table.Hands(records, 1, func(_ int, _ table.Millis, h *history.Hand) bool {
		h.Extra = nil
		list = append(list, string(h.AppendTo(nil)))
		return true
	}); err != nil {
		t.Fatal(err)
	}
	return list
}

// TestOwnTwice: the same evening in a second tab follows the first one. What is done in either is
// seen in both; and when the first is closed the second goes on.
func TestOwnTwice(t *testing.T) {
	s := dealing(t)
	p := newTab(t, s, phone, anna)
	p.playing(s.http.URL)
	second := p.beside(s.http.URL + "/t/p1")
	for turn := range 3 {
		for _, at := range []*tab{p, second} {
			at.ready()
		}
		if one, other := p.asks(), second.asks(); one != other {
			t.Errorf("turn %d: the first tab shows %s, the second %s", turn, one, other)
		}
		[]*tab{p, second}[turn%2].answer()
	}
	p.visit(s.http.URL + "/web/icon.svg")
	for second.ready(); !second.between(); second.ready() {
		second.answer()
	}
	if native, err := replayed(second.records()); err != nil || native.Stage() != table.Between {
		t.Errorf("the log: %v", err)
	}
}

// asks is which cards one holds, and which question stands.
func (p *tab) asks() string {
	return eval[string](p, `[...document.querySelectorAll('.card.mine:not([hidden])')].map((c) => c.dataset.card).join(' ') + ' ' + document.body.dataset.stage + document.body.dataset.q`)
}
