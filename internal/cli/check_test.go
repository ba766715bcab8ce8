package cli

import (
	"bytes"
	"crypto/rand"
	"crypto/x509"
	"errors"
	"math/big"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"chratze/internal/server/hostlog"
	server "chratze/internal/server/run"
	"chratze/internal/server/store"
)

// checked returns what serve --check says, after checking that it ends with 0 if all is fine, otherwise with 78.
func checked(t *testing.T, flags ...string) string {
	t.Helper()
	var out bytes.Buffer
	exit := run(append([]string{"serve", "--check", "--lang", "en"}, flags...), strings.NewReader(""), &out, &out)
	if want := map[bool]int{true: exitOK, false: exitConfig}[strings.Count(out.String(), " fine") == 6]; exit != want {
		t.Errorf("serve --check %s: exit %d, want %d", strings.Join(flags, " "), exit, want)
	}
	return out.String()
}

// TestCheckBehindAProxy: serve --check sees by the public address what a proxy doesn't pass on, and that another answers there.
func TestCheckBehindAProxy(t *testing.T) {
	t.Parallel()
	gone := httptest.NewServer(nil)
	gone.Close()
	for name, tt := range map[string]struct {
		rewrite func(*httputil.ProxyRequest) // nil: there is no proxy
		proxies string
		base    string
		want    string
	}{
		"all is passed on":     {func(r *httputil.ProxyRequest) { r.SetXForwarded() }, "127.0.0.1", "", "public address  fine (http://127.0.0.1:"},
		"the path is taken":    {func(r *httputil.ProxyRequest) { r.SetXForwarded(); r.Out.URL.Path = r.In.URL.Path[len("/cards"):] }, "127.0.0.1", "/cards", "/cards)"},
		"the path is left":     {func(r *httputil.ProxyRequest) { r.SetXForwarded() }, "127.0.0.1", "/cards", "/cards)"},
		"no WebSockets":        {func(r *httputil.ProxyRequest) { r.SetXForwarded(); r.Out.Header.Del("Upgrade") }, "127.0.0.1", "", "doesn't pass WebSockets on"},
		"a proxy not trusted":  {func(r *httputil.ProxyRequest) { r.SetXForwarded() }, "192.0.2.1", "", "come from 127.0.0.1, which isn't in --proxies"},
		"a proxy that is mute": {func(*httputil.ProxyRequest) {}, "127.0.0.1", "", "the proxy 127.0.0.1 doesn't say whose requests"},
		"another site":         {func(r *httputil.ProxyRequest) { r.Out.URL.Host = "127.0.0.1:1" }, "127.0.0.1", "", "something else answers (502 Bad Gateway)"},
		"no answer":            {nil, "127.0.0.1", "", ": nothing answers there. "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			behind, public := freeAddress(t), gone.URL
			if tt.rewrite != nil {
				proxy := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
					r.SetURL(&url.URL{Scheme: "http", Host: behind})
					tt.rewrite(r)
				}})
				t.Cleanup(proxy.Close)
				public = proxy.URL
			}
			if out := checked(t, "--data", filepath.Join(t.TempDir(), "none"), "--addr", behind, "--proxies", tt.proxies, "--base-path", tt.base, "--public-url", public); !strings.Contains(out, tt.want) {
				t.Errorf("no %q in\n%s", tt.want, out)
			}
		})
	}
}

// TestCheckBeforeAStart: serve --check says of data and of an address why a server couldn't use them, and changes nothing there.
func TestCheckBeforeAStart(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	path := filepath.Join(data, server.DatabaseName)
	s := startServer(t, data)
	addr := strings.TrimPrefix(s.base, "http://")
	for _, public := range []string{"", s.base} {
		if out := checked(t, "--data", data, "--addr", addr, "--public-url", public); strings.Count(out, "server is running") != 2 || strings.Count(out, " fine") != 6 {
			t.Errorf("beside the running server:\n%s", out)
		}
	}
	if out := checked(t, "--data", data, "--addr", addr, "--public-url", "http://"+freeAddress(t)); !strings.Contains(out, "nothing answers there") {
		t.Errorf("beside the running server, with a false public address:\n%s", out)
	}
	if out := checked(t, "--data", data, "--addr", freeAddress(t)); !strings.Contains(out, "another process is writing to the database") || !strings.Contains(out, "database        fine ("+path+")") {
		t.Errorf("for a second server with the data:\n%s", out)
	}
	if out := checked(t, "--data", t.TempDir(), "--addr", addr); !strings.Contains(out, "another program uses port") {
		t.Errorf("for a second server at the address:\n%s", out)
	}
	if err := s.end(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	before, err1 := os.ReadFile(path)
	out := checked(t, "--data", data, "--addr", "127.0.0.1:0")
	after, err2 := os.ReadFile(path)
	if err := errors.Join(err1, err2); err != nil || !bytes.Equal(before, after) || strings.Count(out, " fine") != 6 || !strings.Contains(out, "B free)") {
		t.Errorf("after it has ended (%v):\n%s", err, out)
	}
	damaged := filepath.Join(t.TempDir(), server.DatabaseName)
	if err := os.WriteFile(damaged, slices.Concat(before[:4096], bytes.Repeat([]byte{0xff}, 200), before[4296:]), 0o600); err != nil {
		t.Fatal(err)
	}
	if out := checked(t, "--data", filepath.Dir(damaged), "--addr", "127.0.0.1:0"); !strings.Contains(out, "the database is damaged") {
		t.Errorf("with damage within the file:\n%s", out)
	}
	if err := os.Chmod(path, 0o400); err != nil {
		t.Fatal(err)
	}
	if out := checked(t, "--data", data, "--addr", "127.0.0.1:0"); !strings.Contains(out, path+": reading or writing it is not permitted") {
		t.Errorf("a file that is read-only:\n%s", out)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 {
		if err := os.Chown(path, 1234, 1234); err != nil {
			t.Fatal(err)
		}
		if out := checked(t, "--data", data, "--addr", "127.0.0.1:0"); !strings.Contains(out, server.DatabaseName+": reading or writing it is not permitted (it has another owner than its directory)") {
			t.Errorf("a file of another user:\n%s", out)
		}
		if err := os.Chown(path, 0, 0); err != nil {
			t.Fatal(err)
		}
	}
	db, err := store.Open(t.Context(), path, store.Options{})
	if err == nil {
		err = errors.Join(hostlog.Meet(t.Context(), db, hostlog.Program{Version: "chratze 9", Format: hostlog.RecordVersion + 1}, "", nil), db.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	if out := checked(t, "--data", data, "--addr", "127.0.0.1:0"); !strings.Contains(out, "written by chratze 9, this is ") {
		t.Errorf("data of a newer program:\n%s", out)
	}
}

// TestCheckCertificate: serve --check says when a certificate ends, and that one is for another name.
func TestCheckCertificate(t *testing.T) {
	t.Parallel()
	own := httptest.NewTLSServer(nil)
	defer own.Close()
	private, leaf := own.TLS.Certificates[0].PrivateKey, own.Certificate()
	template := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"karten.example"}}
	within := func(from, to time.Duration) []byte {
		template.NotBefore, template.NotAfter = time.Now().Add(from), time.Now().Add(to)
		raw, err := x509.CreateCertificate(rand.Reader, template, template, leaf.PublicKey, private)
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	const day = 24 * time.Hour
	for _, tt := range []struct {
		raw        []byte
		name, want string
	}{
		{leaf.Raw, "", "certificate     fine (until 2084-"},
		{leaf.Raw, "https://karten.example", "not karten.example. Give the certificate and its key"},
		{within(-day, day), "", "certificate     it ends 20"},
		{within(-2*day, -day), "", "certificate     it ended 20"},
		{within(day, 400*day), "", "certificate     it isn't valid before 20"},
	} {
		cert, key := inFiles(t, private, tt.raw)
		if out := checked(t, "--data", filepath.Join(t.TempDir(), "none"), "--addr", "127.0.0.1:0", "--tls-cert", cert, "--tls-key", key, "--public-url", tt.name); !strings.Contains(out, tt.want) {
			t.Errorf("no %q in\n%s", tt.want, out)
		}
	}
}
