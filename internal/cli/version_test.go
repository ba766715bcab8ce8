package cli

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"runtime/debug"
	"strings"
	"testing"

	"chratze/internal/locale"
)

func TestBuildOf(t *testing.T) {
	t.Parallel()
	const rev, day = "0123abcd", "2026-11-22T07:15:22Z"
	checkout := []debug.BuildSetting{{Key: "vcs.revision", Value: rev}, {Key: "vcs.time", Value: day}, {Key: "vcs.modified", Value: "true"}}
	for _, tt := range []struct {
		name string
		info *debug.BuildInfo
		set  build
		want string
	}{
		{"no information", nil, build{}, "chratze development build\n"},
		{"go run, or an archive", &debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}, build{}, "chratze development build\n"},
		{"go install of a tag", &debug.BuildInfo{Main: debug.Module{Version: "v0.1.0"}}, build{}, "chratze 0.1.0\n"},
		{"a checkout with changes", &debug.BuildInfo{Main: debug.Module{Version: "(devel)"}, Settings: checkout}, build{},
			"chratze development build\nrevision 0123abcd, with uncommitted changes\ndate " + day + "\n"},
		{"a clean checkout of a tag", &debug.BuildInfo{Main: debug.Module{Version: "v0.1.0"}, Settings: checkout[:2]}, build{},
			"chratze 0.1.0\nrevision 0123abcd\ndate " + day + "\n"},
		{"a release comes first", &debug.BuildInfo{Main: debug.Module{Version: "v0.0.9"}, Settings: checkout}, build{Version: "v0.2.0", Revision: "ffff", Date: "2026-12-01T00:00:00Z"},
			"chratze 0.2.0\nrevision ffff\ndate 2026-12-01T00:00:00Z\n"},
	} {
		got := buildOf(tt.info, tt.set).Text(locale.New().For("en"))
		if got, system, _ := strings.Cut(got, "go1."); got != tt.want || !strings.Contains(system, "/") {
			t.Errorf("%s: %q %q, want %q", tt.name, got, system, tt.want)
		}
	}
}

// chratze health says by its exit code whether a server is there and ready, also with
// TLS, where the certificate has another name than this machine.
func TestHealth(t *testing.T) {
	t.Setenv("CHRATZE_ADDR", "")
	status := http.StatusOK
	answer := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/readyz" || r.TLS != nil && r.TLS.ServerName != "karten.example" {
			status = http.StatusTeapot
		}
		w.WriteHeader(status)
	})
	plain, secured := httptest.NewServer(answer), httptest.NewTLSServer(answer)
	defer secured.Close()
	addr := plain.Listener.Addr().String()
	check := func(name string, want int, says string, args ...string) {
		t.Helper()
		var out, errs bytes.Buffer
		if got := run(append([]string{"health"}, args...), nil, &out, &errs); got != want || !strings.Contains(out.String()+errs.String(), says) {
			t.Errorf("%s: %d, %q, %q, want %d, %q", name, got, out.String(), errs.String(), want, says)
		}
	}
	check("ready", exitOK, "http://"+addr+" is ready", "--addr", addr)
	check("TLS", exitOK, "is ready", "--addr", secured.Listener.Addr().String(), "--tls-domain", "karten.example")
	t.Setenv("CHRATZE_ADDR", addr)
	check("the environment of a container", exitOK, addr)
	status = http.StatusServiceUnavailable
	check("stopping", exitFailed, "not ready: 503")
	plain.Close()
	check("nobody there", exitFailed, "nothing answers there. Is the server running")
	check("no address", exitMisuse, `--addr 8080: expected a host and a port`, "--addr", "8080")
}

func TestOwnAddress(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		f    serveFlags
		want string
	}{
		{serveFlags{addr: ":8080"}, "http://127.0.0.1:8080"},
		{serveFlags{addr: "0.0.0.0:80"}, "http://127.0.0.1:80"},
		{serveFlags{addr: "[::]:80"}, "http://[::1]:80"},
		{serveFlags{addr: "10.0.0.7:80"}, "http://10.0.0.7:80"},
		{serveFlags{addr: ":443", domains: []string{"a.example"}}, "https://127.0.0.1:443"},
		{serveFlags{addr: ":443", cert: "c"}, "https://127.0.0.1:443"},
	} {
		if got, err := tt.f.ownAddress(); err != nil || got != tt.want {
			t.Errorf("%s: %s, %v, want %s", tt.f.addr, got, err, tt.want)
		}
	}
}
