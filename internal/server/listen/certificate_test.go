package listen

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"os"
	"path/filepath"
	"testing"
	"time"
)

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
