package httpd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"

	"chratze/internal/hub"
	"chratze/internal/web/deskwasm"
)

// kept is a Settings that outlives a server.
type kept struct {
	mu   sync.Mutex
	rows map[string][]byte
	full bool
}

func (k *kept) Setting(_ context.Context, key string) ([]byte, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if v, ok := k.rows[key]; ok {
		return v, nil
	}
	return nil, errors.New("none")
}

func (k *kept) Set(_ context.Context, key string, value []byte) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.full {
		return errors.New("full")
	}
	k.rows[key] = bytes.Clone(value)
	return nil
}

// desk asks about a desk; body "": looks.
func (s *site) desk(path, secret, body string, into any) int {
	s.t.Helper()
	method := "GET"
	if body != "" {
		method = "POST"
	}
	req, err := http.NewRequest(method, s.http.URL+"/api/kasse"+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+secret)
	req.Header.Set("Content-Type", "application/json")
	r, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = r.Body.Close() }()
	if into != nil {
		if err := json.NewDecoder(r.Body).Decode(into); err != nil {
			s.t.Fatal(err)
		}
	}
	return r.StatusCode
}

// A phone that knows all lines may add one, and any other gets the missing lines. A link for
// reading can't book, nobody without a link learns anything, and a restarted server knows
// everything.
func TestDesks(t *testing.T) {
	t.Parallel()
	log := &kept{rows: map[string][]byte{}}
	with := func(o *Options) { o.Settings = log }
	s := openNew(t, with)
	var links hub.Links
	if got := s.desk("", "", `{"lines":["kasse 1","seats a b c"]}`, &links); got != http.StatusCreated {
		t.Fatalf("making a desk: %d", got)
	}
	at := "/" + links.ID
	for _, tt := range []struct {
		name, secret, body string
		want               int
	}{
		{"booking", links.Write, `{"from":2,"lines":["a 2! b 2"]}`, 200},
		{"from an older state", links.Write, `{"from":2,"lines":["nobody"]}`, 409},
		{"what can't be", links.Write, `{"from":3,"lines":["nobody","a 9! b 2"]}`, 422},
		{"lines that there aren't", links.Write, `{"from":9,"lines":[]}`, 400},
		{"no JSON", links.Write, `{"from":`, 400},
		{"the link to look", links.Read, `{"from":3,"lines":["nobody"]}`, 403},
		{"a wrong secret", "x", `{"from":3,"lines":["nobody"]}`, 404},
		{"no secret", "", `{"from":3,"lines":["nobody"]}`, 404},
		{"looking without a secret", "", "", 404},
	} {
		if got := s.desk(at, tt.secret, tt.body, nil); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
	log.full = true
	if got := s.desk(at, links.Write, `{"from":3,"lines":["nobody"]}`, nil); got != http.StatusServiceUnavailable {
		t.Errorf("with a full disk: %d", got)
	}
	log.full = false
	if s.logged.String() != "" && (strings.Contains(s.logged.String(), links.Write) || strings.Contains(s.logged.String(), links.Read)) {
		t.Error("a secret stands in the log")
	}
	for _, row := range log.rows {
		if bytes.Contains(row, []byte(links.Write)) || bytes.Contains(row, []byte(links.Read)) {
			t.Error("a secret is kept")
		}
	}
	s.close()
	s = openNew(t, with)
	var lines DeskLines
	if got := s.desk(at+"?from=1", links.Read, "", &lines); got != 200 || lines.N != 3 || lines.Write || strings.Join(lines.Lines, "|") != "seats a b c|a 2! b 2" {
		t.Errorf("after a restart: %d, %+v", got, lines)
	}
}

// A form of another site can't say that it sends JSON.
func TestDeskWantsJSON(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	for _, path := range []string{"/api/kasse", "/api/kasse/x"} {
		r, err := http.Post(s.http.URL+path, "text/plain", strings.NewReader(`{"lines":["kasse 1","seats a b c"]}`))
		if err != nil {
			t.Fatal(err)
		}
		_ = r.Body.Close()
		if r.StatusCode != http.StatusUnsupportedMediaType {
			t.Errorf("%s takes text/plain: %s", path, r.Status)
		}
	}
}

// Who waits for news is told as soon as there is some.
func TestDeskNews(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	var links hub.Links
	s.desk("", "", `{"lines":["seats a b c"]}`, &links)
	come := make(chan DeskLines)
	go func() {
		var lines DeskLines
		s.desk("/"+links.ID+"?from=1&wait=25", links.Read, "", &lines)
		come <- lines
	}()
	s.desk("/"+links.ID, links.Write, `{"from":1,"lines":["nobody"]}`, nil)
	if lines := <-come; lines.N != 2 || len(lines.Lines) != 1 {
		t.Errorf("got %+v", lines)
	}
}

// Only the cash desk may run WebAssembly. It is served with brotli to browsers that can
// read it, else with gzip.
func TestKasseFiles(t *testing.T) {
	t.Parallel()
	packed, err := deskwasm.Pack([]byte("\x00asm, as if it were"))
	if err != nil {
		t.Fatal(err)
	}
	s := openNew(t, func(o *Options) { o.Kasse = deskwasm.Desk{Wasm: packed, Script: []byte("// script")} })
	for path, may := range map[string]bool{"/": false, "/web/lib/words.js": false, "/kasse/": true, "/kasse/sw.js": true, "/kasse/words/ja.json": true} {
		r, body := s.get(path, nil)
		if csp := r.Header.Get("Content-Security-Policy"); r.StatusCode != 200 || strings.Contains(csp, "wasm-unsafe-eval") != may || strings.Contains(csp, "'unsafe-") {
			t.Errorf("%s: %d, %s", path, r.StatusCode, csp)
		}
		if path == "/kasse/sw.js" && (!strings.HasPrefix(body, `const kept = {"files":["/kasse/",`) || !strings.Contains(body, `"/kasse/desk.wasm"`) || strings.Contains(body, ".br")) {
			t.Errorf("the service worker begins %.300s", body)
		}
	}
	for encodings, want := range map[string]string{"gzip, deflate, br": "br", "gzip, br;q=0": "gzip", "gzip, deflate": "gzip"} {
		r, body := s.get("/kasse/desk.wasm", http.Header{"Accept-Encoding": {encodings}})
		if r.Header.Get("Content-Type") != "application/wasm" || r.Header.Get("Content-Encoding") != want || r.Header.Get("Vary") != "Accept-Encoding" || want == "br" && body != string(packed) {
			t.Errorf("to who takes %s: %v, %q", encodings, r.Header, body)
		}
	}
	if _, body := s.get("/kasse/desk.wasm", nil); body != "\x00asm, as if it were" { // the client unpacks gzip by itself
		t.Errorf("unpacked: %q", body)
	}
	if r, _ := s.get("/kasse/desk.wasm.br", nil); r.StatusCode != http.StatusNotFound {
		t.Errorf("the compressed file has an address of its own: %d", r.StatusCode)
	}
	broken := openNew(t, func(o *Options) { o.Kasse = deskwasm.Desk{Wasm: []byte("no brotli")} })
	if r, _ := broken.get("/kasse/desk.wasm", nil); r.StatusCode != http.StatusInternalServerError || r.Header.Get("Content-Encoding") != "" {
		t.Errorf("a damaged desk: %d, %v", r.StatusCode, r.Header)
	}
}

// A server that is given no desk has the one of the program: it needs neither a checkout
// nor a toolchain.
func TestKasseEmbedded(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	for path, begins := range map[string]string{"/kasse/": "<!doctype html>", "/kasse/desk.wasm": "\x00asm", "/kasse/wasm_exec.js": "// Copyright"} {
		if r, body := s.get(path, nil); r.StatusCode != http.StatusOK || !strings.HasPrefix(strings.ToLower(body), strings.ToLower(begins)) {
			t.Errorf("%s: %d, %.40q", path, r.StatusCode, body)
		}
	}
}
