package httpd

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"chratze/internal/server/hostlog/hosttest"
	"chratze/internal/table/host"
)

// TestRefusalsAreJSON: below /api/ every refusal is JSON with a code, and its sentence names nothing of Go.
func TestRefusalsAreJSON(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	for _, tt := range []struct {
		method, path, body string
		status             int
		code, detail       string
	}{
		{"POST", "/api/tables", `[1]`, 400, "json", "the body must be an object, and it is a list"},
		{"POST", "/api/tables", `{"name":["Anna"]}`, 400, "json", "name must be a text, and it is a list"},
		{"POST", "/api/tables", `{"name":"Anna","chairs":"four"}`, 400, "json", "chairs must be a whole number, and it is a text"},
		{"POST", "/api/tables", `{"name":"Anna","chairs":2.5}`, 400, "json", "chairs must be a whole number, and it is another number"},
		{"POST", "/api/tables", `{"name":"Anna","colour":"red"}`, 400, "json", `unknown field "colour"`},
		{"POST", "/api/tables", ``, 400, "json", "the body is empty"},
		{"POST", "/api/tables", `{"name":`, 400, "json", "the body ends before its JSON does"},
		{"POST", "/api/tables", `{'name'}`, 400, "json", "the body is not JSON: at byte 2, invalid character '\\'' looking for beginning of object key string"},
		{"POST", "/api/kasse", `"kasse"`, 400, "json", "the body must be an object, and it is a text"},
		{"DELETE", "/api/tables", ``, 405, "method", "this address takes GET, POST"},
		{"GET", "/api/join", ``, 405, "method", "this address takes POST"},
		{"PUT", "/api/rules", ``, 405, "method", "this address takes GET"},
		{"GET", "/api/nothing", ``, 404, "address", "no such address: see docs/openapi.yaml"},
		{"POST", "/api/nothing", `{}`, 404, "address", "no such address: see docs/openapi.yaml"},
	} {
		r, err := http.NewRequestWithContext(t.Context(), tt.method, s.http.URL+tt.path, strings.NewReader(tt.body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		got, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		var p Problem
		err = json.NewDecoder(got.Body).Decode(&p)
		_ = got.Body.Close()
		if err != nil || got.StatusCode != tt.status || p.Code != tt.code || p.Detail != tt.detail || got.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s %s %s: %d %s %+v %v, want %d %s %q", tt.method, tt.path, tt.body, got.StatusCode, got.Header.Get("Content-Type"), p, err, tt.status, tt.code, tt.detail)
		}
		if allow, _ := strings.CutPrefix(tt.detail, "this address takes "); tt.status == 405 && got.Header.Get("Allow") != allow {
			t.Errorf("%s %s: Allow is %q", tt.method, tt.path, got.Header.Get("Allow"))
		}
	}
}

// TestUnreadableTable: a table whose log can't be read is the server's trouble. Nobody is told that their link is wrong.
func TestUnreadableTable(t *testing.T) {
	t.Parallel()
	log := hosttest.NewMemory()
	id, err := log.Create(t.Context(), "", "chratze", [][]byte{[]byte("no record")})
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, log, nil)
	at := "/api/seat/" + strconv.FormatInt(id, 10)
	for _, tt := range []struct{ method, path, body string }{{"GET", "", ""}, {"POST", "", `{"secret":"x"}`}, {"GET", "/door", ""}, {"GET", "/hands", ""}} {
		header := http.Header{"Authorization": {"Bearer x"}, "Content-Type": {"application/json"}}
		if status := s.request(tt.method, at+tt.path, tt.body, header); status != http.StatusServiceUnavailable {
			t.Errorf("%s %s%s: %d", tt.method, at, tt.path, status)
		}
	}
}

// TestLimitSays: a refusal because of a limit says how much it allows and which setting raises it, and the log says so once.
func TestLimitSays(t *testing.T) {
	t.Parallel()
	few := host.Rate{PerSecond: 1.0 / 30, Burst: 1}
	for _, tt := range []struct {
		change     func(o *host.Options, l *Limits)
		code, want string
	}{
		{func(_ *host.Options, l *Limits) { l.Tables = few }, "limit", "tables: from one address 1 at once, then one every 30s (--address-tables)"},
		{func(_ *host.Options, l *Limits) { l.Requests = few }, "limit", "requests: from one address 1 at once, then one every 30s"},
		{func(o *host.Options, _ *Limits) { o.MaxTables = 1 }, "busy", "1 tables with people (--max-tables)"},
	} {
		var limits Limits
		s := openWith(t, hosttest.NewMemory(), func(o *host.Options) { tt.change(o, &limits) }, func(o *Options) { o.Limits = limits })
		var p Problem
		for range 3 {
			var seat Seat
			if s.post("/api/tables", `{"name":"Anna"}`, &seat); seat.Table != "" {
				s.play(seat, 0)
			}
			s.post("/api/tables", `{"name":"Anna"}`, &p)
		}
		if p.Code != tt.code || !strings.Contains(p.Detail, tt.want) || strings.Count(s.logged.String(), tt.want) != 1 {
			t.Errorf("%+v, want %q; the log has it %d times", p, tt.want, strings.Count(s.logged.String(), tt.want))
		}
	}
	l := DefaultLimits()
	for _, what := range append(counted[:], doWork) {
		if l.text(what) == what {
			t.Errorf("the limit of %s isn't told", what)
		}
	}
	if text := l.text(doConnect); !strings.Contains(text, "200 open (--address-connections)") || !strings.Contains(text, "20000 (--max-connections)") {
		t.Error(text)
	}
}
