package cluster

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
	"slices"
	"sync"
	"time"
)

// MinKey is the least length of the key that nodes share, in bytes.
const MinKey = 16

// Peers is how nodes know each other: by TLS 1.3 in both directions with one key pair, which all
// of them derive from the key that they share. Without it a program can neither connect nor be
// connected to, can't read what is passed on, and can't use anything of it again.
type Peers struct{ server, client *tls.Config }

// protocol names what nodes speak with each other: HTTP/1.1, as in Accept. A handshake with another protocol fails.
const protocol = "chratze-peer/1"

// ErrPeer says that two nodes don't have the same key.
var ErrPeer = errors.New("cluster: the other side doesn't have the same peer key")

// NewPeers derives the key pair from the shared key.
func NewPeers(key []byte) (*Peers, error) {
	if len(key) < MinKey {
		return nil, fmt.Errorf("cluster: the peer key has %d bytes: want at least %d", len(key), MinKey)
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
		NextProtos:         []string{protocol},
		InsecureSkipVerify: true, // VerifyConnection looks at the key
		VerifyConnection: func(c tls.ConnectionState) error {
			if len(c.PeerCertificates) == 0 || !public.Equal(c.PeerCertificates[0].PublicKey) || c.NegotiatedProtocol != protocol {
				return ErrPeer
			}
			return nil
		},
	}
	server := config.Clone()
	server.ClientAuth = tls.RequireAnyClientCert
	config.ClientSessionCache = tls.NewLRUClientSessionCache(0)
	return &Peers{server: server, client: config}, nil
}

// Listen returns a listener for other nodes. Without the key nothing gets beyond a handshake.
func (p *Peers) Listen(l net.Listener) net.Listener { return &listener{Listener: l, config: p.server} }

// maxStrangers is how many connections may be open that haven't shown the key yet. Another node
// begins only a few at a time (handshakes). Beyond it the oldest is closed.
const maxStrangers = 256

type listener struct {
	net.Listener
	config *tls.Config

	mu        sync.Mutex
	strangers []*peerConn // the oldest first
}

// Accept implements net.Listener. The handshake is made when the connection is first read.
func (l *listener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := &peerConn{Conn: tls.Server(conn, l.config), raw: conn, of: l}
	l.mu.Lock()
	l.strangers = append(l.strangers, c)
	var oldest *peerConn
	if len(l.strangers) > maxStrangers {
		oldest, l.strangers = l.strangers[0], l.strangers[1:]
	}
	l.mu.Unlock()
	if oldest != nil {
		_ = oldest.raw.Close() // without a word: it has shown no key
	}
	return c, nil
}

// peerConn is a connection of another node, or of a stranger. It isn't a *tls.Conn, which
// http.Server would end because of its protocol.
type peerConn struct {
	net.Conn
	raw   net.Conn
	of    *listener
	shown sync.Once
}

// leave takes a connection from the strangers.
func (c *peerConn) leave() {
	c.of.mu.Lock()
	defer c.of.mu.Unlock()
	if i := slices.Index(c.of.strangers, c); i >= 0 {
		c.of.strangers = slices.Delete(c.of.strangers, i, i+1)
	}
}

// Read implements net.Conn. The first one makes the handshake.
func (c *peerConn) Read(b []byte) (int, error) {
	c.shown.Do(func() {
		if c.Conn.(*tls.Conn).Handshake() == nil { // otherwise Read says why
			c.leave()
		}
	})
	return c.Conn.Read(b)
}

// Close implements net.Conn.
func (c *peerConn) Close() error {
	c.leave()
	return c.Conn.Close()
}

// Try connects to another node and returns why that fails; ErrPeer: it has another key.
func (p *Peers) Try(ctx context.Context, address string, limit time.Duration) error {
	conn, err := p.dial(ctx, address, limit)
	if err == nil {
		err = conn.Close()
	}
	return err
}

// dial connects to another node.
func (p *Peers) dial(ctx context.Context, address string, limit time.Duration) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	raw, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	conn := tls.Client(raw, p.client) // without a name, so that sessions are kept by address
	if err := conn.HandshakeContext(ctx); err != nil {
		_ = raw.Close() // the first error counts
		return nil, err
	}
	return conn, nil
}
