package httpd

import (
	"encoding/xml"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"rsc.io/qr"
)

// TestQR: the picture is that of the invitation, module by module, whether there is
// such a table or not; what can't be a code gets none.
func TestQR(t *testing.T) {
	t.Parallel()
	s := openNew(t, func(o *Options) { o.PublicURL = "https://karten.example" })
	r, body := s.get("/qr/abcd-1234", nil)
	if r.StatusCode != http.StatusOK || r.Header.Get("Content-Type") != "image/svg+xml" {
		t.Fatalf("the QR code is %s, %s", r.Status, r.Header.Get("Content-Type"))
	}
	if err := xml.Unmarshal([]byte(body), new(struct{})); err != nil {
		t.Error(err)
	}
	want, err := qr.Encode("https://karten.example/#ABCD1234", qr.M)
	if err != nil {
		t.Fatal(err)
	}
	black := 0
	for y := range want.Size {
		for x := range want.Size {
			if want.Black(x, y) {
				black++
			}
		}
	}
	if n := strings.Count(body, "h1v1h-1z"); n != black {
		t.Errorf("%d modules are black, want %d", n, black)
	}
	if at := r.Header.Get("Content-Location"); at != "https://karten.example/#ABCD1234" {
		t.Errorf("the invitation is %s", at)
	}
	if r, _ := s.get("/qr/abcd-123u", nil); r.StatusCode != http.StatusNotFound {
		t.Errorf("a picture of what is no code: %s", r.Status)
	}
}

// TestQROfLink: a link with a secret is drawn from a body, kept by no cache; what leads elsewhere is not drawn.
func TestQROfLink(t *testing.T) {
	t.Parallel()
	s := openNew(t, func(o *Options) { o.PublicURL = "https://karten.example" })
	for link, want := range map[string]int{
		"https://karten.example/t/p1#" + strings.Repeat("k", 22): http.StatusOK,
		"https://karten.example.evil.example/t/p1":               http.StatusBadRequest,
		"": http.StatusBadRequest,
		"https://karten.example/t/p1#" + strings.Repeat("k", 400): http.StatusBadRequest,
	} {
		r := httptest.NewRequest(http.MethodPost, "/api/qr", strings.NewReader(link))
		w := httptest.NewRecorder()
		s.server.ServeHTTP(w, r)
		drawn := strings.HasPrefix(w.Body.String(), "<svg")
		if w.Code != want || drawn != (want == http.StatusOK) || w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%.60q: %d, drawn %v, %q", link, w.Code, drawn, w.Header().Get("Cache-Control"))
		}
	}
}

// TestInvitationForPhones: what a person at the server's own machine shows to phones leads there, and not to localhost.
func TestInvitationForPhones(t *testing.T) {
	t.Parallel()
	phones := "http://192.168.1.5:8080"
	s := openNew(t, func(o *Options) { o.Phones = func() string { return phones } })
	from := "127.0.0.1"
	invitation := func(host string) string {
		r := httptest.NewRequest(http.MethodGet, "/qr/ABCD1234", nil)
		r.Host, r.RemoteAddr = host, from+":50000"
		w := httptest.NewRecorder()
		s.server.ServeHTTP(w, r)
		return w.Header().Get("Content-Location")
	}
	for host, want := range map[string]string{
		"localhost:8080": phones, "127.0.0.1:8080": phones, "[::1]:8080": phones, "localhost": phones,
		"192.168.1.7:8080": "http://192.168.1.7:8080", "karten.example": "http://karten.example",
	} {
		if got := invitation(host); got != want+"/#ABCD1234" {
			t.Errorf("at %s the invitation is %s, want one at %s", host, got, want)
		}
	}
	r := httptest.NewRequest(http.MethodPost, "/api/tables", strings.NewReader(`{"name":"Anna"}`))
	r.Host, r.RemoteAddr = "localhost:8080", "127.0.0.1:50000"
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	s.server.ServeHTTP(w, r)
	if !strings.Contains(w.Body.String(), `"invite":"`+phones+`/#`) {
		t.Errorf("a client at localhost gets %s", w.Body)
	}
	phones = ""
	if got := invitation("localhost:8080"); got != "http://localhost:8080/#ABCD1234" {
		t.Errorf("without a network the invitation is %s", got)
	}
	if logged := s.logged.String(); strings.Count(logged, "WARN") != 1 || !strings.Contains(logged, "karten.example") {
		t.Errorf("of a name that isn't known the log has %s", logged)
	}
	phones, from = "http://172.17.0.2:8080", "172.17.0.1" // the server is in a container, and whoever asks is on the machine around it
	for range 2 {
		if got := invitation("localhost:8080"); got != "http://localhost:8080/#ABCD1234" {
			t.Errorf("in a container the invitation is %s", got)
		}
	}
	if logged := s.logged.String(); strings.Count(logged, "lead each phone to itself") != 1 {
		t.Errorf("in a container the log has %s", logged)
	}
}
