package web_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"chratze/bot"
	"chratze/internal/server/httpd"
	sitefiles "chratze/internal/site"
	"chratze/internal/table"
	"chratze/internal/table/host"
	practice "chratze/internal/web/practicewasm"
)

// below is the path under which the site of files stands.
const below = "/karten/club/"

// asked are the addresses that a plain file server was asked for, and which of them it hasn't.
type asked struct {
	mu   sync.Mutex
	all  map[string]bool
	none []string
}

func (a *asked) note(name string, there bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.all[name] = true
	if !there {
		a.none = append(a.none, name)
	}
}

func (a *asked) has(name string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.all[name]
}

// fileSite writes a site and serves it as a plain host does: files below a path, by Go's file
// server. between may change what it answers.
func fileSite(t *testing.T, server string, between func(http.Handler) http.Handler) (*site, *asked) {
	t.Helper()
	t.Parallel()
	needBrowser(t)
	dir := t.TempDir()
	writeSite(t, dir, server)
	a := &asked{all: map[string]bool{}}
	var files http.Handler = http.StripPrefix(below, http.FileServer(http.Dir(dir)))
	if between != nil {
		files = between(files)
	}
	s := &site{t: t, http: httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, ours := strings.CutPrefix(r.URL.Path, below)
		if !ours {
			http.NotFound(w, r)
			return
		}
		_, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name)))
		a.note(name, err == nil)
		files.ServeHTTP(w, r)
	}))}
	t.Cleanup(s.http.Close)
	return s, a
}

// madeSites are the files of sites by the server that they name: each takes seconds.
var madeSites = struct {
	sync.Mutex
	by map[string]map[string][]byte
}{by: map[string]map[string][]byte{}}

func writeSite(t *testing.T, dir, server string) {
	t.Helper()
	m, err := module()
	must(t, err)
	madeSites.Lock()
	defer madeSites.Unlock()
	files := madeSites.by[server]
	if files == nil {
		files, err = sitefiles.Files(fullServer(t, m), server, "en")
		must(t, err)
		madeSites.by[server] = files
	}
	must(t, sitefiles.Write(dir, files))
}

// fullServer is a server that has everything, and nobody comes there.
func fullServer(t *testing.T, m practice.Module) http.Handler {
	t.Helper()
	h := host.New(host.Options{})
	t.Cleanup(h.Close)
	server, err := httpd.New(httpd.Options{Host: h, Bots: bot.Levels(), Practice: m})
	if err != nil {
		t.Fatal(err)
	}
	return server
}

// TestSiteOfFiles: the site is served by a plain file server below a path. One plays a hand,
// loads the page again in the middle of it, looks at it again; and then without a network all
// the rest is there. Nothing is asked for that a site hasn't, and the table comes packed.
func TestSiteOfFiles(t *testing.T) {
	s, a := fileSite(t, "https://karten.example", nil)
	p := newTab(t, s, phone, anna)
	home := s.http.URL + below
	p.visit(home)
	p.wait(`document.querySelector('#play')`)
	if to := eval[string](p, `document.querySelector('#friends').href`); to != "https://karten.example/" {
		t.Errorf("friends are at %s", to)
	}
	p.accessible("first page of a site of files")
	p.tap("#play")
	p.wait(`location.href.endsWith('/karten/club/t/?table=p1') && document.body.dataset.stage === 'playing'`)
	p.ready()
	before := p.known()
	p.visit(eval[string](p, `location.href`))
	p.ready()
	if p.known() != before {
		t.Errorf("after a reload one sees %s, before it %s", p.known(), before)
	}
	for ; !p.between(); p.ready() {
		p.answer()
	}
	native, err := table.Replay(p.recordsBelow(below))
	if err != nil || native.Check() != nil || !native.Config().Practice {
		t.Errorf("the log: %v", err)
	}
	if !a.has("web/practice/practice.wasm.gz") || a.has("web/practice/practice.wasm") {
		t.Error("the table of practice was not fetched packed")
	}
	p.keeps(below + "web/practice/practice.wasm.gz") // the worker is told of it where one plays
	p.visit(home + "replay/?table=p1#hand=1")
	p.wait(`document.body.dataset.shown === 'hand'`)
	p.tap("[data-do=more]")
	p.wait(`document.querySelector('.here a')?.href.includes('hands=')`)
	if link := p.shared("[data-do=link]"); !strings.HasPrefix(link, home+"replay/#hand=") {
		t.Errorf("a shared hand is at %.80s, and the replay is at %sreplay/", link, home)
	}
	p.visit(home)
	p.wait(`document.querySelector('#play')`)
	for _, path := range []string{"rules/zwicken/en/", "kasse/desk.wasm.gz", "puzzle/zwicken.jsonl"} {
		p.keeps(below + path)
	}
	p.looksAround(home, 0) // and others without the server
	s.http.Close()
	p.looksAround(home, 1)
	if len(a.none) > 0 {
		t.Errorf("a plain host is asked for what it hasn't: %s", strings.Join(a.none, " "))
	}
}

// looksAround opens what there is beside the table: one of two shares.
func (p *tab) looksAround(home string, part int) {
	p.t.Helper()
	for _, c := range share(part, 2, [][2]string{
		{"learn/", `document.querySelectorAll('#lessons ol li').length === ` + count},
		{"learn/2/", `document.querySelector('#go')`},
		{"rules/kratzen/en/", `document.body.innerText.includes('Kratzen')`},
		{"charts/chratze/4/en/", `document.querySelector('.grid')`},
		{"puzzle/", `document.body.innerText.includes('Puzzle of')`},
		{"kasse/", `document.querySelector('#new')`},
		{"replay/?table=p1#hand=1", `document.querySelector('#bar').innerText.includes('Hand 1 of ')`},
		{"t/?table=p1", `document.body.dataset.stage && document.body.dataset.stage !== 'door'`},
	}) {
		p.visit(home + c[0])
		p.wait(c[1])
	}
}

// TestSiteOfOtherHosts: some hosts say by themselves that a file is packed, others don't have
// it or send it broken. One plays all the same.
func TestSiteOfOtherHosts(t *testing.T) {
	const packed = "practice.wasm.gz"
	for name, change := range map[string]func(w http.ResponseWriter, r *http.Request, next http.Handler){
		"says that it is packed": func(w http.ResponseWriter, r *http.Request, next http.Handler) {
			w.Header().Set("Content-Encoding", "gzip")
			next.ServeHTTP(w, r)
		},
		"has it broken": func(w http.ResponseWriter, _ *http.Request, _ http.Handler) { _, _ = w.Write([]byte("no gzip")) },
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := fileSite(t, "", func(next http.Handler) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					if strings.HasSuffix(r.URL.Path, packed) {
						change(w, r, next)
						return
					}
					next.ServeHTTP(w, r)
				})
			})
			p := newTab(t, s, phone, anna)
			p.visit(s.http.URL + below)
			p.wait(`document.querySelector('#play')`)
			if eval[bool](p, `!!document.querySelector('#friends')`) {
				t.Error("there are friends, and no server for them")
			}
			p.tap("#play")
			p.wait(`document.body.dataset.stage === 'playing'`)
		})
	}
}
