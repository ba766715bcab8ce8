package node

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"chratze/internal/server/node/nodetest"
)

// peersOf returns the peers of a key.
func peersOf(t testing.TB, key string) *Peers {
	t.Helper()
	p, err := NewPeers([]byte(key))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// owner is a node that answers others: with what it knows of a client, and an echo.
func owner(t testing.TB, key string) string {
	t.Helper()
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !Passed(r) {
			t.Error("it wasn't passed on")
		}
		if r.Header.Get("Upgrade") != "" {
			ws, err := websocket.Accept(w, r, nil)
			if err != nil {
				t.Error(err)
				return
			}
			for {
				kind, b, err := ws.Read(context.Background())
				if err != nil || ws.Write(context.Background(), kind, append(b, " "+r.RemoteAddr...)) != nil {
					return
				}
			}
		}
		body, _ := io.ReadAll(r.Body)
		_, _ = io.WriteString(w, strings.Join([]string{r.Method, r.Host, r.URL.String(), r.RemoteAddr, r.Header.Get("Cookie"), r.Header.Get("X-Forwarded-For"), r.Header.Get(headerClient), string(body)}, "|"))
		if r.TLS != nil {
			_, _ = io.WriteString(w, "|secure")
		}
	})
	s := httptest.NewUnstartedServer(Accept(handler))
	s.TLS = peersOf(t, key).Server()
	s.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	s.StartTLS()
	t.Cleanup(s.Close)
	return s.Listener.Addr().String()
}

// entry is a node that passes everything on to another.
func entry(t *testing.T, hops *Hops, to Member, secure bool) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		if err := hops.Pass(w, r, to, netip.MustParseAddr("203.0.113.7"), secure); err != nil {
			http.Error(w, "gone", http.StatusServiceUnavailable)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL
}

func hopsOf(t *testing.T, key string) *Hops {
	return NewHops(New(Options{Lease: time.Second}), peersOf(t, key), slog.New(slog.DiscardHandler))
}

const key, otherKey = "0123456789abcdef", "0123456789abcdeF"

func get(t *testing.T, method, url, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Cookie", "seat=secret")
	r.Header.Set("X-Forwarded-For", "6.6.6.6")
	r.Header.Set(headerClient, "6.6.6.6") // a client can't say who it is
	r.Host = "karten.example"
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	b, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(b)
}

// TestHop: a request arrives as it was, with the client's address, and nothing that a client says
// of itself.
func TestHop(t *testing.T) {
	t.Parallel()
	to := Member{ID: 2, Name: "b", Address: owner(t, key)}
	hops := hopsOf(t, key)
	for secure, more := range map[bool]string{false: "", true: "|secure"} {
		status, got := get(t, "POST", entry(t, hops, to, secure)+"/api/x?y=z", "body")
		if want := "POST|karten.example|/api/x?y=z|203.0.113.7:0|seat=secret|||body" + more; status != 200 || got != want {
			t.Errorf("%d %s\nwant %s", status, got, want)
		}
	}

	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	ws, _, err := websocket.Dial(ctx, entry(t, hops, to, false)+"/ws/1", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"a", strings.Repeat("b", 10_000)} {
		if err := ws.Write(ctx, websocket.MessageText, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if _, b, err := ws.Read(ctx); err != nil || string(b) != text+" 203.0.113.7:0" {
			t.Fatalf("%.100s %v", b, err)
		}
	}
	if s := hops.Stats(); s.Open != 1 || s.Passed != 3 || s.Failed != 0 {
		t.Errorf("%+v", s)
	}
	// The owner is taken for dead: what leads to it ends, though nobody there says so.
	hops.node.took(0, 0, View{Self: 1, Members: []Member{{ID: 1, Name: "a"}}})
	go hops.Run(ctx)
	if _, _, err := ws.Read(ctx); err == nil || ctx.Err() != nil {
		t.Errorf("a connection to a dead node stays: %v", err)
	}
}

// TestHopNeedsTheKey: who has another key, or none, isn't let in, and isn't trusted.
func TestHopNeedsTheKey(t *testing.T) {
	t.Parallel()
	at := owner(t, key)
	for _, tt := range []struct{ name, key, at string }{
		{"another key asks", otherKey, at},
		{"another key answers", key, owner(t, otherKey)},
	} {
		hops := hopsOf(t, tt.key)
		url := entry(t, hops, Member{ID: 2, Name: "b", Address: tt.at}, false)
		if status, got := get(t, "GET", url+"/", ""); status != http.StatusServiceUnavailable {
			t.Errorf("%s: %d %s", tt.name, status, got)
		}
		if _, answer, err := websocket.Dial(context.Background(), url+"/ws/1", nil); err == nil || answer.StatusCode != http.StatusServiceUnavailable {
			t.Errorf("%s, by a WebSocket: %v", tt.name, err)
		}
	}
	for name, config := range map[string]*tls.Config{
		"no certificate": {InsecureSkipVerify: true},
		"TLS 1.2":        {InsecureSkipVerify: true, MaxVersion: tls.VersionTLS12, Certificates: peersOf(t, key).client.Certificates},
	} {
		conn, err := tls.Dial("tcp", at, config)
		if err == nil {
			_, _ = io.WriteString(conn, "GET / HTTP/1.1\r\nHost: x\r\n"+headerClient+": 1.2.3.4\r\n\r\n")
			b := make([]byte, 100)
			var n int
			n, err = conn.Read(b)
			if err == nil {
				t.Errorf("%s: answered %s", name, b[:n])
			}
			_ = conn.Close()
		}
	}
	if conn, err := net.Dial("tcp", at); err == nil {
		_, _ = io.WriteString(conn, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
		b, _ := io.ReadAll(conn)
		if strings.Contains(string(b), "200") {
			t.Errorf("without TLS: %s", b)
		}
		_ = conn.Close()
	}
	if _, err := NewPeers([]byte("short")); err == nil {
		t.Error("a key of 5 bytes is taken")
	}
}

// TestSilentNode: a node lives, but the cable to it is cut. What leads to it ends, and nobody is
// let wait for it, until it answers again.
func TestSilentNode(t *testing.T) {
	t.Parallel()
	cable := nodetest.NewCable(t, owner(t, key))
	to := Member{ID: 2, Name: "b", Address: cable.Address}
	hops := NewHops(New(Options{Lease: 400 * time.Millisecond}), peersOf(t, key), slog.New(slog.DiscardHandler))
	hops.node.took(0, 0, View{Self: 1, Members: []Member{{ID: 1, Name: "a"}, to}})
	url := entry(t, hops, to, false)
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second) // a hang, not a measurement
	defer cancel()
	ws, _, err := websocket.Dial(ctx, url+"/ws/1", nil)
	if err != nil {
		t.Fatal(err)
	}
	cable.Cut()
	go hops.Run(ctx)
	if _, _, err := ws.Read(ctx); err == nil || ctx.Err() != nil {
		t.Fatalf("a connection to a node that can't be reached stays: %v", err)
	}
	to.Address = "127.0.0.1:1" // nobody may even try
	if err := hops.Pass(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil), to, netip.MustParseAddr("203.0.113.7"), false); !errors.Is(err, errSilent) {
		t.Errorf("passed on to a silent node: %v", err)
	}
	cable.Mend()
	for ctx.Err() == nil {
		if ws, _, err := websocket.Dial(ctx, url+"/ws/1", nil); err == nil {
			_ = ws.CloseNow()
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("the node isn't found again")
}

// TestHandshakeGoesOn: only the first connection to a node begins anew. A node that has started
// again knows nothing of it, and is reached all the same; one with another key isn't.
func TestHandshakeGoesOn(t *testing.T) {
	t.Parallel()
	peers := peersOf(t, key)
	resumed := func(address string) (bool, error) {
		conn, err := peers.dial(t.Context(), address)
		if err != nil {
			return false, err
		}
		defer func() { _ = conn.Close() }()
		if _, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: x\r\n"+headerClient+": 192.0.2.1\r\n\r\n"); err != nil {
			return false, err
		}
		_, err = conn.Read(make([]byte, 1<<12)) // the ticket has come before
		return conn.(*tls.Conn).ConnectionState().DidResume, err
	}
	first, other := nodetest.NewCable(t, owner(t, key)), owner(t, key)
	for i, want := range []bool{false, true, true, false, true} {
		if i == 3 {
			first.To(other)
		}
		if got, err := resumed(first.Address); got != want || err != nil {
			t.Errorf("connection %d goes on: %v, %v; want %v", i, got, err, want)
		}
	}
	first.To(owner(t, key+"another"))
	if _, err := resumed(first.Address); err == nil {
		t.Error("somebody with another key is taken")
	}
}

// TestManyComeAtOnce: people who come at once are passed on one after another, and no more
// connections are made at the same time than the other node can answer.
func TestManyComeAtOnce(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	hops := NewHops(New(Options{Lease: time.Hour}), peersOf(t, key), slog.New(slog.DiscardHandler))
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	for range 3 * dialsAtOnce {
		all.Go(func() {
			r := httptest.NewRequest("GET", "/", nil).WithContext(ctx)
			_ = hops.Pass(httptest.NewRecorder(), r, Member{ID: 2, Address: l.Addr().String()}, netip.MustParseAddr("203.0.113.7"), false)
		})
	}
	held := make([]net.Conn, 0, dialsAtOnce)
	for range dialsAtOnce { // nobody answers them
		conn, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		held = append(held, conn)
	}
	_ = l.(*net.TCPListener).SetDeadline(time.Now().Add(100 * time.Millisecond))
	if _, err := l.Accept(); err == nil {
		t.Errorf("more than %d connections are made at the same time", dialsAtOnce)
	}
	_ = l.(*net.TCPListener).SetDeadline(time.Time{})
	_ = held[0].Close()
	if _, err := l.Accept(); err != nil {
		t.Error("nobody else comes when one is done:", err)
	}
	cancel()
	all.Wait()
}

// TestDeadEnd: whoever is to be passed on to a node that accepts connections and says nothing is told so before
// that node's lease is over, and can come again by another; a request and a WebSocket alike.
func TestDeadEnd(t *testing.T) {
	t.Parallel()
	deaf, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = deaf.Close() }()
	hops := hopsOf(t, key)
	if limit, lease := hops.node.dialLimit(), hops.node.opt.Lease; limit > lease/2 {
		t.Errorf("connecting may take %v, with a lease of %v", limit, lease)
	}
	url := entry(t, hops, Member{ID: 2, Name: "b", Address: deaf.Addr().String()}, false)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second) // a hang, not a measurement
	defer cancel()
	for name, upgrade := range map[string]string{"a request": "", "a WebSocket": "websocket"} {
		r, err := http.NewRequestWithContext(ctx, "GET", url, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		if upgrade != "" {
			r.Header.Set("Connection", "Upgrade")
			r.Header.Set("Upgrade", upgrade)
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != http.StatusServiceUnavailable {
			t.Errorf("%s: %d, want 503", name, answer.StatusCode)
		}
	}
}
