package listen

import (
	"log/slog"
	"net"
	"net/http"
)

// Peers is the listener for the other servers that share the tables.
type Peers struct{ server *http.Server }

// OpenPeers listens on an address and answers what comes by way of listen, which lets in whom it
// knows.
func OpenPeers(addr string, listen func(net.Listener) net.Listener, handler http.Handler, log *slog.Logger) (*Peers, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, err
	}
	p := &Peers{httpServer(log, handler)}
	go func() { _ = p.server.Serve(listen(l)) }() // it ends by Close
	return p, nil
}

// Close ends the listener and all connections of the others.
func (p *Peers) Close() { _ = p.server.Close() }
