package site

import (
	"crypto/tls"
	"log/slog"
	"net"
	"net/http"
)

// Peers is the listener for the other servers that share the tables.
type Peers struct{ server *http.Server }

// OpenPeers listens on an address and answers those whom the configuration lets in. Whoever else
// comes takes part in nothing but a handshake.
func OpenPeers(addr string, config *tls.Config, handler http.Handler, log *slog.Logger) (*Peers, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, err
	}
	p := &Peers{httpServer(log, handler)}
	p.server.TLSConfig = config
	p.server.TLSNextProto = map[string]func(*http.Server, *tls.Conn, http.Handler){} // a WebSocket needs HTTP/1.1
	go func() { _ = p.server.ServeTLS(l, "", "") }()                                 // it ends by Close
	return p, nil
}

// Close ends the listener and all connections of the others that wait for nothing.
func (p *Peers) Close() { _ = p.server.Close() }
