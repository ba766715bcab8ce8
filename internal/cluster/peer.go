package cluster

import (
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"fmt"
	"math/big"
	"sync"
	"time"
)

// MinKey is the least length of the key that nodes share, in bytes.
const MinKey = 16

// Peers is how nodes know each other: by TLS 1.3 in both directions with one key pair, which all
// of them derive from the key that they share. Whoever doesn't have it can neither connect nor be
// connected to, can't read what is passed on, and can't use anything of it again.
type Peers struct {
	server, client *tls.Config

	mu    sync.Mutex
	lines map[string]*line // by address of another node
}

var errPeer = errors.New("node: the other side doesn't have the same peer key")

// NewPeers derives the key pair from the shared key.
func NewPeers(key []byte) (*Peers, error) {
	if len(key) < MinKey {
		return nil, fmt.Errorf("node: the peer key has %d bytes, and %d are the least", len(key), MinKey)
	}
	seed, err := hkdf.Key(sha256.New, key, nil, "chratze peers 1", ed25519.SeedSize)
	if err != nil {
		return nil, err
	}
	private := ed25519.NewKeyFromSeed(seed)
	public := private.Public().(ed25519.PublicKey)
	form := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "chratze node"},
		NotBefore: time.Unix(0, 0), NotAfter: time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC), // the key alone counts
	}
	cert, err := x509.CreateCertificate(rand.Reader, form, form, public, private)
	if err != nil {
		return nil, err
	}
	config := &tls.Config{
		MinVersion:         tls.VersionTLS13,
		Certificates:       []tls.Certificate{{Certificate: [][]byte{cert}, PrivateKey: private}},
		NextProtos:         []string{"chratze-peer/1"},
		InsecureSkipVerify: true, // VerifyConnection looks at the key
		VerifyConnection: func(c tls.ConnectionState) error {
			if len(c.PeerCertificates) == 0 || !public.Equal(c.PeerCertificates[0].PublicKey) {
				return errPeer
			}
			return nil
		},
	}
	server := config.Clone()
	server.ClientAuth = tls.RequireAnyClientCert
	return &Peers{server: server, client: config, lines: map[string]*line{}}, nil
}
