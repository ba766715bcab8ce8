package cli

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

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
