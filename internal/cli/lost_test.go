package cli

import (
	"context"
	"crypto"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	server "chratze/internal/server/run"
	"chratze/internal/server/store"
)

// TestServerThatHasLostItsLog: when another process has taken over the data, whatever
// has become of the lock, the server ends and says why; what it could no longer write
// was told to nobody.
func TestServerThatHasLostItsLog(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := startServer(t, data)
	_, at := s.first(t)
	if err := os.Remove(filepath.Join(data, server.DatabaseName+".lock")); err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(context.Background(), filepath.Join(data, server.DatabaseName), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	at.send(`{"t":"start"}`)
	for at.next() {
	}
	if err := s.cmd.Wait(); err == nil || s.cmd.ProcessState.ExitCode() != exitFailed {
		t.Errorf("the server ended with %v", err)
	}
	if at.hand != 0 || at.bye != "store" || !strings.Contains(s.stderr.String(), "chratze serve: The server has stopped") || !strings.Contains(s.stderr.String(), "another writer") {
		t.Errorf("told of hand %d, goodbye %q\n%s", at.hand, at.bye, s.stderr)
	}
	if table, err := db.Table(context.Background(), 1); err != nil || table.Len != 5 { // made, four chairs
		t.Errorf("%+v %v", table, err)
	}
}

// inFiles writes a certificate and its key to files.
func inFiles(t *testing.T, private crypto.PrivateKey, raw []byte) (cert, key string) {
	t.Helper()
	key = filepath.Join(t.TempDir(), "key.pem")
	cert = key + ".cert"
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	for path, block := range map[string]*pem.Block{key: {Type: "PRIVATE KEY", Bytes: secret}, cert: {Type: "CERTIFICATE", Bytes: raw}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

// TestServedCertificate: a server has the certificate in the files, and says so.
func TestServedCertificate(t *testing.T) {
	t.Parallel()
	own := httptest.NewTLSServer(nil)
	defer own.Close()
	cert, key := inFiles(t, own.TLS.Certificates[0].PrivateKey, own.Certificate().Raw)
	s := startServer(t, t.TempDir(), "--tls-cert", cert, "--tls-key", key)
	if !strings.HasPrefix(s.base, "https://") {
		t.Errorf("the server is at %s", s.base)
	}
	insecure := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}} // nobody has signed it
	r, err := insecure.Get(s.base + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	_ = r.Body.Close()
	if r.StatusCode != http.StatusOK || !r.TLS.PeerCertificates[0].Equal(own.Certificate()) || r.Header.Get("Strict-Transport-Security") == "" {
		t.Errorf("%d with certificate %v", r.StatusCode, r.TLS.PeerCertificates[0].SerialNumber)
	}
}
