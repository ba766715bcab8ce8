package cluster

import (
	"bufio"
	"context"
	"crypto/tls"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"sync"
	"sync/atomic"
	"time"
)

// Headers of a request that is passed on. They count only on the listener for other nodes.
const (
	headerClient = "Chratze-Client"
	headerProto  = "Chratze-Proto"
)

// dialLimit is how long connecting to another node may take: whoever waits for one that can't be
// reached shall come again, perhaps by a node that can reach it, before its lease is over.
func (n *Node) dialLimit() time.Duration { return max(n.opt.Lease/2, leastDial) }

const leastDial = 500 * time.Millisecond

// Hops passes requests on to the node that has a table, WebSockets too: one hop, the same
// protocol. It ends what leads to a node that is dead.
type Hops struct {
	node  *Node
	peers *Peers
	plain *http.Transport
	log   *slog.Logger

	open   atomic.Int64
	passed atomic.Int64
	failed atomic.Int64

	mu     sync.Mutex
	ways   map[*way]struct{} // what is under way to other nodes
	silent map[int64]bool    // nodes that don't answer, by their ID
}

// way is a request or a WebSocket that is passed on.
type way struct {
	to  Member
	end context.CancelFunc
}

// NewHops returns the way from a node to the others.
func NewHops(n *Node, peers *Peers, log *slog.Logger) *Hops {
	h := &Hops{node: n, peers: peers, log: log, ways: map[*way]struct{}{}, silent: map[int64]bool{}}
	h.plain = &http.Transport{
		MaxIdleConnsPerHost: 16, IdleConnTimeout: time.Minute, ResponseHeaderTimeout: time.Minute,
		DialContext: func(ctx context.Context, _, address string) (net.Conn, error) {
			return peers.open(ctx, address, n.dialLimit())
		},
	}
	return h
}

// HopStats counts hops.
type HopStats struct{ Open, Passed, Failed int64 }

// Stats returns what was passed on: WebSockets that are open, and all requests.
func (h *Hops) Stats() HopStats { return HopStats{h.open.Load(), h.passed.Load(), h.failed.Load()} }

// Node returns the node that passes on.
func (h *Hops) Node() *Node { return h.node }

type passedKey struct{}

// Passed reports whether a request was passed on by another node.
func Passed(r *http.Request) bool { return r.Context().Value(passedKey{}) != nil }

// Accept makes requests of other nodes those of their clients: their address, and whether their
// connection is encrypted. It must be used only on a listener of Peers.Listen.
func Accept(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		client, err := netip.ParseAddr(r.Header.Get(headerClient))
		if err != nil {
			http.Error(w, "not from a node", http.StatusBadRequest)
			return
		}
		secure := r.Header.Get(headerProto) == "https"
		r = r.WithContext(context.WithValue(r.Context(), passedKey{}, true))
		r.RemoteAddr = netip.AddrPortFrom(client, 0).String()
		if secure { // over the client's own connection
			r.TLS = &tls.ConnectionState{}
		}
		for _, name := range []string{headerClient, headerProto, "X-Forwarded-For", "X-Forwarded-Proto", "Forwarded"} {
			r.Header.Del(name)
		}
		next.ServeHTTP(w, r)
	})
}

// Pass passes a request of a client on. An error means that nothing was answered yet.
func (h *Hops) Pass(w http.ResponseWriter, r *http.Request, to Member, client netip.Addr, secure bool) error {
	h.passed.Add(1)
	ctx, leave, err := h.enter(r.Context(), to)
	if err != nil {
		h.failed.Add(1)
		return err
	}
	defer leave()
	out := r.Clone(ctx)
	for _, name := range []string{"X-Forwarded-For", "X-Forwarded-Proto", "Forwarded"} {
		out.Header.Del(name)
	}
	out.Header.Set(headerClient, client.String())
	out.Header.Set(headerProto, "http")
	if secure {
		out.Header.Set(headerProto, "https")
	}
	if r.Header.Get("Upgrade") != "" {
		h.open.Add(1)
		defer h.open.Add(-1)
		err = h.socket(w, out, to)
	} else {
		err = h.request(w, out, to)
	}
	if err != nil {
		h.failed.Add(1)
		h.log.Debug("a request can't be passed on", "node", to.Name, "err", err)
	}
	return err
}

// request passes a request without an upgrade on.
func (h *Hops) request(w http.ResponseWriter, out *http.Request, to Member) (failed error) {
	proxy := &httputil.ReverseProxy{
		Transport: h.plain, ErrorLog: log.New(io.Discard, "", 0),
		Rewrite: func(p *httputil.ProxyRequest) {
			p.Out.Header[headerClient], p.Out.Header[headerProto] = out.Header[headerClient], out.Header[headerProto]
			p.SetURL(&url.URL{Scheme: "http", Host: to.Address})
			p.Out.Host = out.Host
		},
		ModifyResponse: func(r *http.Response) error {
			for name := range r.Header {
				w.Header().Del(name) // this node has set the same ones
			}
			return nil
		},
		ErrorHandler: func(_ http.ResponseWriter, _ *http.Request, err error) { failed = err },
	}
	proxy.ServeHTTP(w, out)
	return failed
}

// socket passes a WebSocket on. It returns when it has ended.
func (h *Hops) socket(w http.ResponseWriter, out *http.Request, to Member) error {
	peer, err := h.peers.open(out.Context(), to.Address, h.node.dialLimit())
	if err != nil {
		return err
	}
	defer func() { _ = peer.Close() }() // both sides know
	defer context.AfterFunc(out.Context(), func() { _ = peer.Close() })()
	_ = peer.SetDeadline(time.Now().Add(10 * time.Second)) // an error shows at once below
	if err := out.Write(peer); err != nil {
		return err
	}
	from := bufio.NewReaderSize(peer, hopBuffer)
	answer, err := http.ReadResponse(from, out)
	if err != nil {
		return err
	}
	for name, values := range answer.Header {
		w.Header()[name] = values
	}
	if answer.StatusCode != http.StatusSwitchingProtocols {
		defer func() { _ = answer.Body.Close() }()
		w.WriteHeader(answer.StatusCode)
		_, _ = io.Copy(w, answer.Body) // an error means that one of them has gone
		return nil
	}
	_ = peer.SetDeadline(time.Time{}) // likewise
	client, early, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return err
	}
	defer func() { _ = client.Close() }()
	answer.Header.Set("Connection", "Upgrade")
	head := bufio.NewWriterSize(client, hopBuffer)
	_, _ = head.WriteString("HTTP/1.1 101 Switching Protocols\r\n")
	_ = answer.Header.Write(head)
	_, _ = head.WriteString("\r\n")
	if err := head.Flush(); err != nil {
		return nil // the client has gone
	}
	peer.Straight(client)
	h.splice(client, early.Reader, peer, from)
	return nil
}

// hopBuffer is enough for nearly every message.
const hopBuffer = 2 << 10

// splice copies both ways until one side ends.
func (h *Hops) splice(client net.Conn, fromClient io.Reader, peer net.Conn, fromPeer io.Reader) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		pour(peer, fromClient)
		_ = peer.Close()
	}()
	pour(client, fromPeer)
	_ = client.Close()
	_ = peer.Close()
	<-done
}

// pour copies with a small buffer: there are thousands of connections, and io.Copy takes 32 KB.
func pour(to io.Writer, from io.Reader) {
	buf := make([]byte, hopBuffer)
	for {
		n, err := from.Read(buf)
		if n > 0 {
			if _, err := to.Write(buf[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}
