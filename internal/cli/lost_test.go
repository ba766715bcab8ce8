package cli

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"chratze/internal/server/store"
)

// TestServerThatHasLostItsLog: when another process has taken over the data, whatever
// has become of the lock, the server ends and says why; what it could no longer write
// was told to nobody.
func TestServerThatHasLostItsLog(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := startServer(t, data)
	made := s.post(t, "/api/tables", `{"name":"Anna","pace":0}`)
	at := s.sit(t, made["table"].(string), made["secret"].(string))
	for at.fresh {
		at.next()
	}
	if err := os.Remove(filepath.Join(data, databaseName+".lock")); err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(context.Background(), filepath.Join(data, databaseName), store.Options{})
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

// TestCertificate: a certificate in files is served, a new one is noticed, and while
// it is half written the old one stays.
func TestCertificate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := &certificate{cert: filepath.Join(dir, "cert.pem"), key: filepath.Join(dir, "key.pem")}
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
	writeCertificate(t, c, 2)
	if n := serial(); n != 2 {
		t.Errorf("after that it is number %d", n)
	}
	s := startServer(t, t.TempDir(), "--tls-cert", c.cert, "--tls-key", c.key)
	if !strings.HasPrefix(s.base, "https://") {
		t.Errorf("the server is at %s", s.base)
	}
	insecure := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}} // nobody has signed it
	r, err := insecure.Get(s.base + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	_ = r.Body.Close()
	if r.StatusCode != http.StatusOK || r.TLS.PeerCertificates[0].SerialNumber.Int64() != 2 || r.Header.Get("Strict-Transport-Security") == "" {
		t.Errorf("%d with certificate %v", r.StatusCode, r.TLS.PeerCertificates[0].SerialNumber)
	}
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
