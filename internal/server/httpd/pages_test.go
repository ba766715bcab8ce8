package httpd

import (
	"compress/gzip"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// TestPagesAreMadeOnce: a page that has just been made isn't made again for the next one who asks. Making one takes
// thousands of allocations, and serving it a hundred.
func TestPagesAreMadeOnce(t *testing.T) { // not parallel: it counts allocations
	s := openNew(t, nil)
	for _, path := range []string{"/charts/chratze/3/ja", "/api/lessons/ja?deck=german", "/api/lessons/de-CH", "/rules/kratzen/ja?seats=5", "/api/glossary/chratze/ja", "/api/rules/chratze/de-CH"} {
		ask := func() {
			r := httptest.NewRequest(http.MethodGet, path, nil)
			w := httptest.NewRecorder()
			if s.server.ServeHTTP(w, r); w.Code != http.StatusOK {
				t.Fatalf("%s: %d %s", path, w.Code, w.Body)
			}
		}
		if n := testing.AllocsPerRun(5, ask); n > 1000 { // the first run isn't counted
			t.Errorf("%s: %.0f allocations for a page that was made before", path, n)
		}
	}
}

// TestPrepare: what takes long is made before anybody asks for it, and not a second time.
func TestPrepare(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("megabytes are packed twice")
	}
	s := openNew(t, nil)
	made := 0
	desk := s.server.shelf.kasse()["desk.wasm"]
	zipped := desk.zipped
	desk.zipped = func() []byte {
		made++
		return zipped()
	}
	s.server.shelf.kasse()["desk.wasm"] = desk
	s.server.Prepare()
	if made != 1 {
		t.Errorf("the cash desk was asked for its packed form %d times", made)
	}
	if first, again := zipped(), zipped(); len(first) == 0 || &first[0] != &again[0] {
		t.Error("the cash desk is packed again for everybody")
	}
	r, body := s.get("/kasse/desk.wasm", http.Header{"Accept-Encoding": {"gzip"}})
	if r.Header.Get("Content-Encoding") != "gzip" {
		t.Fatalf("%s", r.Header)
	}
	if _, err := gzip.NewReader(strings.NewReader(body)); err != nil {
		t.Error(err)
	}
}

// TestEncodedHash: an address whose # a messenger has encoded leads to what is before it, and
// never to another server.
func TestEncodedHash(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	for path, want := range map[string]string{"/%237K2M9XAB": "/#7K2M9XAB", "/t/17/%23hG0xW2vbn1eV3kS4q5Tz7A": "/t/17#hG0xW2vbn1eV3kS4q5Tz7A", "/t/17%23hG0xW2vbn1eV3kS4q5Tz7A": "/t/17#hG0xW2vbn1eV3kS4q5Tz7A", "/t/17%2523hG0xW2vbn1eV3kS4q5Tz7A": "/t/17#hG0xW2vbn1eV3kS4q5Tz7A", "/t/17&num;hG0xW2vbn1eV3kS4q5Tz7A": "/t/17#hG0xW2vbn1eV3kS4q5Tz7A",
		"/t/17%26%2335%3BhG0xW2vbn1eV3kS4q5Tz7A": "/t/17#hG0xW2vbn1eV3kS4q5Tz7A", "/t/17%3E": "/t/17", "/t/17).": "/t/17", "/kasse/%2523abc.def": "/kasse#abc.def", "/kasse%23abc.def": "/kasse#abc.def", "/t/17%2F..%2F%2Fevil.example%23x": "",
		"//evil.example/%23x": "", "/%2Fevil.example/%23x": "", "/%5Cevil.example/%23x": "", "/nothing": ""} {
		w := httptest.NewRecorder()
		s.server.ServeHTTP(w, &http.Request{Method: http.MethodGet, Host: "karten.example", RequestURI: path, URL: must(url.ParseRequestURI(path)), Header: http.Header{}, RemoteAddr: "127.0.0.1:1"})
		if got := w.Header().Get("Location"); got != want && !(want == "" && strings.HasPrefix(got, "/") && !strings.HasPrefix(got, "//")) {
			t.Errorf("%s leads to %q, want %q", path, got, want)
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
