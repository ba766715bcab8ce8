package cluster

import (
	"context"
	"crypto/tls"
	"errors"
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
	headerOn     = "Chratze-On" // the node that sends it can't reach the owner: pass it on
)

// dialLimit is how long connecting to another node may take. If it can't be reached, people
// should come again before its lease is over, perhaps by a node that can reach it.
func (n *Node) dialLimit() time.Duration { return max(n.opt.Lease/2, leastDial) }

const leastDial = 500 * time.Millisecond

// handshakes is how many connections to one node are begun at the same time: when a node dies,
// thousands of people come at once.
const handshakes = 16

// Hops passes requests on to the node that has a table, WebSockets too. It ends what leads to a
// node that is dead.
type Hops struct {
	node      *Node
	peers     *Peers
	transport *http.Transport
	log       *slog.Logger

	open   atomic.Int64
	passed atomic.Int64
	failed atomic.Int64

	mu     sync.Mutex
	ways   map[*way]struct{}        // what is under way to other nodes
	silent map[int64]bool           // nodes that don't answer, by their ID
	dials  map[string]chan struct{} // a token for each handshake under way, by address
}

// way is a request or a WebSocket that is passed on.
type way struct {
	to  Member
	end context.CancelFunc
}

// NewHops returns the way from a node to the others.
func NewHops(n *Node, peers *Peers, log *slog.Logger) *Hops {
	h := &Hops{node: n, peers: peers, log: log, ways: map[*way]struct{}{}, silent: map[int64]bool{}, dials: map[string]chan struct{}{}}
	h.transport = &http.Transport{
		MaxIdleConnsPerHost: handshakes, IdleConnTimeout: time.Minute, ResponseHeaderTimeout: time.Minute,
		ReadBufferSize: hopBuffer, WriteBufferSize: hopBuffer, DisableCompression: true,
		DialTLSContext: h.dial,
	}
	return h
}

// HopStats counts hops.
type HopStats struct{ Open, Passed, Failed int64 }

// Stats returns what was passed on: WebSockets that are open, and all requests.
func (h *Hops) Stats() HopStats { return HopStats{h.open.Load(), h.passed.Load(), h.failed.Load()} }

// passedKey is the key of a request that another node has sent: whether it is to be passed on.
type passedKey struct{}

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
		r = r.WithContext(context.WithValue(r.Context(), passedKey{}, r.Header.Get(headerOn) != ""))
		r.RemoteAddr = netip.AddrPortFrom(client, 0).String()
		if secure { // over the client's own connection
			r.TLS = &tls.ConnectionState{}
		}
		for _, name := range []string{headerClient, headerProto, headerOn, "X-Forwarded-For", "X-Forwarded-Proto", "Forwarded"} {
			r.Header.Del(name)
		}
		next.ServeHTTP(w, r)
	})
}

// errPassed says that the nodes don't agree yet who has a table.
var errPassed = errors.New("cluster: a request that was passed on isn't passed on again")

// Pass passes a client's request about a table or cash desk on to its owner, by a third node if the cable to the owner is cut. An
// error means that nothing was answered yet.
func (h *Hops) Pass(w http.ResponseWriter, r *http.Request, id int64, client netip.Addr, secure bool) error {
	to, _, err := h.node.place(id)
	on, passed := r.Context().Value(passedKey{}).(bool)
	if err == nil && passed && !on {
		err = errPassed
	}
	if err == nil {
		err = h.pass(w, r, to, client, secure, false)
	}
	if by, ok := h.between(to); ok && !passed && errors.Is(err, errSilent) {
		err = h.pass(w, r, by, client, secure, true)
	}
	if err != nil {
		h.failed.Add(1)
		h.log.Debug("a request can't be passed on", "node", to.Name, "err", err)
	}
	return err
}

// between returns a node that this one reaches, to which a silent one perhaps isn't silent.
func (h *Hops) between(silent Member) (by Member, ok bool) {
	v, _ := h.node.View()
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, m := range v.Members {
		if m.ID != v.Self && m.ID != silent.ID && !m.Leaving && !h.silent[m.ID] {
			return m, true
		}
	}
	return by, false
}

// pass sends a request to another node; on: which is to pass it on.
func (h *Hops) pass(w http.ResponseWriter, r *http.Request, to Member, client netip.Addr, secure, on bool) error {
	h.passed.Add(1)
	ctx, leave, err := h.enter(r.Context(), to)
	if err != nil {
		return err
	}
	defer leave()
	if r.Header.Get("Upgrade") != "" {
		h.open.Add(1)
		defer h.open.Add(-1)
	}
	proxy := &httputil.ReverseProxy{
		Transport: h.transport, ErrorLog: log.New(io.Discard, "", 0),
		Rewrite: func(p *httputil.ProxyRequest) {
			p.SetURL(&url.URL{Scheme: "https", Host: to.Address})
			p.Out.Host = r.Host
			p.Out.Header.Set(headerClient, client.String())
			p.Out.Header.Set(headerProto, "http")
			p.Out.Header.Del(headerOn)
			if on {
				p.Out.Header.Set(headerOn, "1")
			}
			if secure {
				p.Out.Header.Set(headerProto, "https")
			}
		},
		ModifyResponse: func(answer *http.Response) error {
			for name := range answer.Header {
				w.Header().Del(name) // this node has set the same ones
			}
			return nil
		},
		ErrorHandler: func(_ http.ResponseWriter, _ *http.Request, failed error) { err = failed },
	}
	proxy.ServeHTTP(w, r.WithContext(context.WithValue(ctx, dialFor{}, ctx)))
	return err
}

// hopBuffer is enough for nearly every message.
const hopBuffer = 2 << 10

// dialFor is the key of a request's own context: that of http.Transport goes on when it has ended.
type dialFor struct{}

// dial connects to another node when it is this request's turn, unless the request has ended.
func (h *Hops) dial(ctx context.Context, _, address string) (net.Conn, error) {
	ctx = ctx.Value(dialFor{}).(context.Context)
	h.mu.Lock()
	turn := h.dials[address]
	if turn == nil {
		turn = make(chan struct{}, handshakes)
		h.dials[address] = turn
	}
	h.mu.Unlock()
	select {
	case turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-turn }()
	return h.peers.dial(ctx, address, h.node.dialLimit())
}
