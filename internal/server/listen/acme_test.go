package listen

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/asn1"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"log/slog"
	"math/big"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/acme"

	"chratze/internal/waittest"
)

// authority is as much of an ACME server (RFC 8555) as one order of one name needs.
// It looks at the challenge as a real one does, and believes signatures.
type authority struct {
	site  *Site
	key   *ecdsa.PrivateKey
	root  *x509.Certificate
	web   *httptest.Server
	mu    sync.Mutex
	thumb string // of the account's key
	name  string // that is ordered
	valid bool   // the challenge was met
	leaf  []byte
	fault error // why it wasn't
}

const acmeName, acmeToken = "karten.example", "a-token"

func newAuthority(t *testing.T) *authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	root := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	der, err := x509.CreateCertificate(rand.Reader, root, root, key.Public(), key)
	if err == nil {
		root, err = x509.ParseCertificate(der)
	}
	if err != nil {
		t.Fatal(err)
	}
	a := &authority{key: key, root: root}
	a.web = httptest.NewServer(a)
	t.Cleanup(a.web.Close)
	return a
}

func (a *authority) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.mu.Lock()
	defer a.mu.Unlock()
	w.Header().Set("Replay-Nonce", rand.Text())
	var jws struct{ Protected, Payload string }
	var head struct{ JWK json.RawMessage }
	var body struct {
		CSR         string
		Identifiers []struct{ Value string }
	}
	_ = json.NewDecoder(r.Body).Decode(&jws) // an error: nothing is sent along
	_ = json.Unmarshal(raw(jws.Protected), &head)
	_ = json.Unmarshal(raw(jws.Payload), &body)
	at := func(path string) string { return a.web.URL + path }
	state := func(is bool, yes, no string) string {
		if is {
			return yes
		}
		return no
	}
	order := map[string]any{"status": state(a.leaf != nil, "valid", state(a.valid, "ready", "pending")), "authorizations": []string{at("/authz")}, "finalize": at("/finalize"), "certificate": at("/cert")}
	challenge := map[string]any{"type": "tls-alpn-01", "url": at("/challenge"), "token": acmeToken, "status": state(a.valid, "valid", "pending")}
	var answer any
	switch r.URL.Path {
	case "/":
		answer = map[string]string{"newNonce": at("/nonce"), "newAccount": at("/account"), "newOrder": at("/order")}
	case "/account":
		sum := sha256.Sum256(head.JWK) // its members are in the order of RFC 7638
		a.thumb = base64.RawURLEncoding.EncodeToString(sum[:])
		w.Header().Set("Location", at("/account/1"))
		w.WriteHeader(http.StatusCreated)
		answer = map[string]string{"status": "valid"}
	case "/order":
		a.name = body.Identifiers[0].Value
		w.Header().Set("Location", at("/order/1"))
		w.WriteHeader(http.StatusCreated)
		answer = order
	case "/order/1":
		answer = order
	case "/authz":
		answer = map[string]any{"identifier": map[string]string{"type": "dns", "value": a.name}, "status": state(a.valid, "valid", "pending"), "challenges": []any{challenge}}
	case "/challenge":
		a.fault = a.look()
		a.valid = a.fault == nil
		answer = challenge
	case "/finalize":
		a.fault = a.sign(raw(body.CSR))
		order["status"] = "valid"
		w.Header().Set("Location", at("/order/1"))
		answer = order
	case "/cert":
		_ = pem.Encode(w, &pem.Block{Type: "CERTIFICATE", Bytes: a.leaf})
		return
	default:
		return
	}
	_ = json.NewEncoder(w).Encode(answer)
}

func raw(text string) []byte {
	b, _ := base64.RawURLEncoding.DecodeString(text)
	return b
}

// look looks for what only who has the account and the name can show.
func (a *authority) look() error {
	want := acmeToken + "." + a.thumb
	c, err := tls.Dial("tcp", a.site.listener.Addr().String(), &tls.Config{ServerName: a.name, NextProtos: []string{acme.ALPNProto}, InsecureSkipVerify: true})
	if err != nil {
		return err
	}
	defer c.Close()
	sum := sha256.Sum256([]byte(want))
	proof, err := asn1.Marshal(sum[:])
	for _, e := range c.ConnectionState().PeerCertificates[0].Extensions {
		if e.Id.String() == "1.3.6.1.5.5.7.1.31" && string(e.Value) == string(proof) {
			return err
		}
	}
	return fmt.Errorf("no proof in the certificate, %w", err)
}

func (a *authority) sign(request []byte) error {
	csr, err := x509.ParseCertificateRequest(request)
	if err != nil {
		return err
	}
	leaf := &x509.Certificate{SerialNumber: big.NewInt(2), NotAfter: time.Now().Add(time.Hour), DNSNames: csr.DNSNames}
	a.leaf, err = x509.CreateCertificate(rand.Reader, leaf, a.root, csr.PublicKey, crypto.Signer(a.key))
	return err
}

// certificates returns a directory for certificates. autocert writes to it for a moment after it
// has answered, so that it can't be deleted at once.
func certificates(t *testing.T) string {
	dir, err := os.MkdirTemp("", "acme")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		waittest.Until(t, "autocert has written everything", func() bool { return os.RemoveAll(dir) == nil })
	})
	return dir
}

// TestACME: a server with --tls-domain gets a certificate before anybody comes, keeps it for its next
// start, and gets none for other names.
func TestACME(t *testing.T) {
	t.Parallel()
	a, dir := newAuthority(t), certificates(t)
	roots := x509.NewCertPool()
	roots.AddCert(a.root)
	get := func(name string) (int, error) {
		s, err := Open(Options{Addr: "127.0.0.1:0", Domains: []string{acmeName}, Logger: slog.New(slog.DiscardHandler), ACME: &acme.Client{DirectoryURL: a.web.URL}, Dir: dir}, http.NotFoundHandler())
		if err != nil {
			t.Fatal(err)
		}
		a.site = s
		s.Start()
		defer s.Stop()
		waittest.Until(t, "the certificate is kept", func() bool {
			_, err := os.Stat(filepath.Join(dir, "acme", acmeName))
			return err == nil
		})
		client := &http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{TLSClientConfig: &tls.Config{ServerName: name, RootCAs: roots}, DisableKeepAlives: true}}
		r, err := client.Get("https://" + s.listener.Addr().String())
		if err != nil {
			return 0, err
		}
		return r.StatusCode, r.Body.Close()
	}
	if status, err := get("other.example"); err == nil {
		t.Errorf("another name has a certificate: %d", status)
	}
	if status, err := get(acmeName); status != http.StatusNotFound {
		t.Fatalf("%d, %v; the authority says %v", status, err, a.fault)
	}
	a.web.Close()
	if status, err := get(acmeName); status != http.StatusNotFound {
		t.Errorf("at the next start, without the authority: %d, %v", status, err)
	}
}
