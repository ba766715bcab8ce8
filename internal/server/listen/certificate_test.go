package listen

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"log/slog"
	"math"
	"math/big"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/acme"

	"chratze/internal/server/httpd"
)

// TestCertificate: a certificate in files is served, a new one is noticed, and while
// it is half written the old one stays.
func TestCertificate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var said bytes.Buffer
	c := &certificate{cert: filepath.Join(dir, "cert.pem"), key: filepath.Join(dir, "key.pem"), log: slog.New(slog.NewTextHandler(&said, nil)), metrics: httpd.NewMetrics()}
	if _, err := c.get(nil); err == nil {
		t.Error("there is a certificate without files")
	}
	writeCertificate(t, c, 1)
	serial := func() int64 {
		c.looked = time.Time{} // as if a minute had passed
		got, err := c.get(nil)
		if err != nil {
			t.Fatal(err)
		}
		leaf, err := x509.ParseCertificate(got.Certificate[0])
		if err != nil {
			t.Fatal(err)
		}
		return leaf.SerialNumber.Int64()
	}
	if n := serial(); n != 1 {
		t.Errorf("the first certificate has number %d", n)
	}
	if err := os.WriteFile(c.cert, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	if n := serial(); n != 1 {
		t.Errorf("while a new one is written it is number %d", n)
	}
	if !strings.Contains(said.String(), "can't be read again") || strings.Contains(said.String(), "was read again") {
		t.Errorf("the log says %s", &said)
	}
	writeCertificate(t, c, 2)
	if n := serial(); n != 2 {
		t.Errorf("after that it is number %d", n)
	}
	if end := certificateEnd(t, c.metrics); !strings.Contains(said.String(), "was read again") || math.Abs(end-float64(time.Now().Add(time.Hour).Unix())) > 600 {
		t.Errorf("the log says %s and the metrics that it ends at %.0f", &said, end)
	}
}

// certificateEnd is when the certificate ends by the metrics.
func certificateEnd(t *testing.T, m *httpd.Metrics) float64 {
	t.Helper()
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	line := regexp.MustCompile(`(?m)^chratze_certificate_end_seconds (\S+)$`).FindStringSubmatch(w.Body.String())
	if line == nil {
		t.Fatal("the metrics don't have it")
	}
	at, err := strconv.ParseFloat(line[1], 64)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// writeCertificate makes a certificate that nobody has signed, with a key.
func writeCertificate(t *testing.T, c *certificate, serial int64) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(serial), NotAfter: time.Now().Add(time.Hour), DNSNames: []string{"localhost"}}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for path, block := range map[string]*pem.Block{c.key: {Type: "EC PRIVATE KEY", Bytes: secret}, c.cert: {Type: "CERTIFICATE", Bytes: cert}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	later := time.Now().Add(time.Duration(serial) * time.Hour) // files that are written in the same moment are not the same
	if err := os.Chtimes(c.cert, later, later); err != nil {
		t.Fatal(err)
	}
}

// TestCertificateEnds: the log and the metrics tell when a certificate ends, in files that can't be
// read again, too.
func TestCertificateEnds(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := &certificate{cert: filepath.Join(dir, "cert.pem"), key: filepath.Join(dir, "key.pem")}
	writeCertificate(t, c, 1) // it ends in an hour
	var said bytes.Buffer
	log, metrics := slog.New(slog.NewTextHandler(&said, nil)), httpd.NewMetrics()
	s, err := Open(Options{Addr: "127.0.0.1:0", Cert: c.cert, Key: c.key, Sockets: &httpd.Sockets{Metrics: metrics, Logger: log}, Logger: log}, http.NotFoundHandler())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	defer func() { _ = s.listener.Close() }()
	for days, soon := range map[int]bool{0: true, -13: true, -15: false, 1: true} {
		said.Reset()
		s.lookAtCertificates(time.Now().Add(time.Duration(days) * 24 * time.Hour))
		if strings.Contains(said.String(), "level=WARN") != soon || soon && !strings.Contains(said.String(), "ends=2") {
			t.Errorf("%d days after the start: %s", days, &said)
		}
	}
	if at := certificateEnd(t, metrics); math.Abs(at-float64(time.Now().Add(time.Hour).Unix())) > 600 {
		t.Errorf("it ends at %.0f", at)
	}
}

// TestNoCertificate: an authority that can't be reached is in the log before anybody comes, and so
// are files that can't be read again.
func TestNoCertificate(t *testing.T) {
	t.Parallel()
	var said bytes.Buffer
	log := slog.New(slog.NewTextHandler(&said, nil))
	gone := httptest.NewServer(nil)
	gone.Close()
	s, err := Open(Options{Addr: "127.0.0.1:0", Domains: []string{"karten.example"}, ACME: &acme.Client{DirectoryURL: gone.URL}, Dir: t.TempDir(), Logger: log}, http.NotFoundHandler())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.listener.Close() }()
	_, _ = s.server.TLSConfig.GetCertificate(&tls.ClientHelloInfo{ServerName: "stranger.example"})
	if said.Len() > 0 {
		t.Errorf("a name that isn't ours is in the log: %s", &said)
	}
	s.lookAtCertificates(time.Now())
	if !strings.Contains(said.String(), "no certificate: ") || !strings.Contains(said.String(), "refused") {
		t.Errorf("it says %s", &said)
	}
}

// TestPlainSite: a server without TLS serves without, and has no certificates to look at, though
// net/http gives it a configuration of TLS as soon as it serves.
func TestPlainSite(t *testing.T) {
	t.Parallel()
	s, err := Open(Options{Addr: "127.0.0.1:0", Logger: slog.New(slog.DiscardHandler)}, http.NotFoundHandler())
	if err != nil {
		t.Fatal(err)
	}
	s.server.TLSConfig = &tls.Config{} // as net/http does at any time after Serve
	if at := s.Places("")[0].URL; !strings.HasPrefix(at, "http://") {
		t.Errorf("it is at %s", at)
	}
	s.Start()
	defer s.Stop()
	r, err := http.Get("http://" + s.Addr())
	if err != nil || r.StatusCode != http.StatusNotFound {
		t.Fatalf("%v %v", r, err)
	}
	_ = r.Body.Close()
}
