package node

import (
	"context"
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
	"net"
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

	mu sync.Mutex
	to map[string]*cable // by address of another node
}

// cable leads to another node.
type cable struct {
	config *tls.Config
	turns  chan struct{} // a token for each connection that is being made, but not for probes
}

// dialsAtOnce is how many connections to a node are made at the same time. When a node dies
// thousands of people come at once: all handshakes together would take longer than anybody waits,
// and then they would begin anew.
const dialsAtOnce = 16

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
	return &Peers{server: server, client: config, to: map[string]*cable{}}, nil
}

// cable returns the way to another node. All but the first connections to it go on with what the
// two have agreed on before, which takes less time.
func (p *Peers) cable(address string) *cable {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.to[address]
	if c == nil {
		c = &cable{p.client.Clone(), make(chan struct{}, dialsAtOnce)}
		c.config.ClientSessionCache = tls.NewLRUClientSessionCache(1)
		p.to[address] = c
	}
	return c
}

// dial connects to another node at once.
func (p *Peers) dial(ctx context.Context, address string) (net.Conn, error) {
	return (&tls.Dialer{NetDialer: &net.Dialer{}, Config: p.cable(address).config}).DialContext(ctx, "tcp", address)
}

// dialInTurn is dial for one of many people. The limit begins with their turn.
func (p *Peers) dialInTurn(ctx context.Context, address string, limit time.Duration) (net.Conn, error) {
	c := p.cable(address)
	select {
	case c.turns <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-c.turns }()
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return p.dial(ctx, address)
}

// Server returns the TLS configuration of the listener for other nodes.
func (p *Peers) Server() *tls.Config { return p.server }
