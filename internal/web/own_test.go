package web_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/andybalholm/brotli"

	"chratze/history"
	practice "chratze/internal/practice/wasm"
	"chratze/internal/server/host/hosttest"
	"chratze/internal/server/table"
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
	s.start("127.0.0.1:0")
	t.Cleanup(func() { s.stop() })
	return s
}

// offline waits until a page needs the server no more, and stops it.
func (s *site) offline(p *tab) {
	s.t.Helper()
	p.visit(s.http.URL)
	p.wait(`document.querySelector('#play')`)
	p.wait(`(caches.match('/rules/zwicken/en').then((r) => { window.whole = !!r; }), window.whole)`) // what is fetched last
	s.stop()
}

// records is the log of the browser's own table.
func (p *tab) records() [][]byte {
	p.t.Helper()
	var records [][]byte
	for _, r := range eval[[]string](p, `import('/web/practice/evenings.js').then((m) => m.load(Number(location.pathname.slice(4)))).then((e) => e.records)`) {
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
	p.wait(`location.pathname === '/t/p1' && document.body.dataset.stage === 'playing'`)
	t.Logf("from the tap to the table: %.0f ms", eval[float64](p, `performance.timeOrigin + performance.now() - sessionStorage.begun`))
	p.ready()
	p.accessible("a table of the browser's own")
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
	records := p.records()
	native, err := table.Replay(records)
	if err != nil {
		t.Fatal(err)
	}
	if err := native.Check(); err != nil || !native.Config().Practice {
		t.Errorf("the log: %v, %+v", err, native.Config())
	}
	var want strings.Builder
	if err := table.Hands(records, 1, func(_ int, _ table.Millis, h *history.Hand) bool {
		h.Extra = nil
		want.Write(append(h.Append(nil), '\n'))
		return true
	}); err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for line := range strings.Lines(eval[string](p, `import('/web/app/reach.js').then((m) => m.reach('/api/seat/p1/hands')).then((r) => r.text())`)) {
		h, err := history.Read(strings.TrimSpace(line))
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		h.Extra = nil
		got.Write(append(h.Append(nil), '\n'))
	}
	if got.String() != want.String() || got.Len() == 0 {
		t.Errorf("the page exports\n%s\nand a native replay has\n%s", got.String(), want.String())
	}

	p.visit(s.http.URL + "/replay?table=p1#hand=1") // still without a server
	p.wait(`document.querySelector('#bar').innerText.includes('Hand 1 of ')`)
	p.visit(s.http.URL + "/learn")
	p.wait(`document.querySelectorAll('#lessons ol li').length === 11`)
	p.visit(s.http.URL + "/learn/2")
	p.wait(`document.querySelector('#go')`)
	p.visit(s.http.URL + "/rules/kratzen/en")
	p.wait(`document.body.innerText.includes('Kratzen')`)
}

// TestOwnTwice: the same evening in a second tab says that it is open in the first one, and
// goes on there once that is closed.
func TestOwnTwice(t *testing.T) {
	s := dealing(t)
	p := newTab(t, s, phone, anna)
	p.visit(s.http.URL)
	p.tap("#play")
	p.wait(`location.pathname === '/t/p1' && document.body.dataset.stage === 'playing'`)
	second := p.beside(s.http.URL + "/t/p1")
	second.wait(`document.body.innerText.includes('open in another tab')`)
	p.visit(s.http.URL + "/web/icon.svg")
	second.visit(s.http.URL + "/t/p1")
	second.wait(`document.body.dataset.stage && document.body.dataset.stage !== 'door'`)
}
