package cluster

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
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"chratze/internal/cluster/clustertest"
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
			defer func() { _ = ws.CloseNow() }()
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
	s.Listener = peersOf(t, key).Listen(s.Listener)
	s.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	s.Start()
	t.Cleanup(s.Close)
	return s.Listener.Addr().String()
}

// entry is a node that passes everything on to another.
func entry(t testing.TB, hops *Hops, to Member, secure bool) string {
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

func hopsOf(t testing.TB, key string) *Hops {
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
	cable := clustertest.NewCable(t, owner(t, key))
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
	for begun := time.Now(); hops.peers.line(cable.Address) != nil; {
		if time.Since(begun) > answerLimit/2 { // a lease is 400 ms
			t.Fatal("the line to it stays, with all that was passed on")
		}
		time.Sleep(10 * time.Millisecond)
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

// line returns the connection to a node, if there is one that can be used.
func (p *Peers) line(address string) *line {
	p.mu.Lock()
	defer p.mu.Unlock()
	if l := p.lines[address]; l != nil && !l.over() {
		return l
	}
	return nil
}

// TestOneLine: people who come at once are passed on over one connection, with one handshake. A
// node that has started again is reached all the same; one with another key isn't.
func TestOneLine(t *testing.T) {
	t.Parallel()
	cable := clustertest.NewCable(t, owner(t, key))
	var dials atomic.Int64
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	go func() { // counts those who connect
		for {
			from, err := l.Accept()
			if err != nil {
				return
			}
			dials.Add(1)
			to, err := net.Dial("tcp", cable.Address)
			if err != nil {
				t.Error(err)
				return
			}
			go func() { _, _ = io.Copy(to, from); _ = to.Close() }()
			go func() { _, _ = io.Copy(from, to); _ = from.Close() }()
		}
	}()
	url := entry(t, hopsOf(t, key), Member{ID: 2, Name: "b", Address: l.Addr().String()}, false)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second) // a hang, not a measurement
	defer cancel()
	echo := func() error {
		ws, _, err := websocket.Dial(ctx, url+"/ws/1", nil)
		if err != nil {
			return err
		}
		defer func() { _ = ws.CloseNow() }()
		if err := ws.Write(ctx, websocket.MessageText, []byte("a")); err != nil {
			return err
		}
		_, _, err = ws.Read(ctx)
		return err
	}
	var all sync.WaitGroup
	for range 300 {
		all.Go(func() {
			if err := echo(); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := dials.Load(); n != 1 {
		t.Errorf("%d connections for 300 people", n)
	}
	cable.To(owner(t, key))
	cable.Drop()
	for echo() != nil {
		if ctx.Err() != nil {
			t.Fatal("a node that has started again isn't found")
		}
		time.Sleep(10 * time.Millisecond)
	}
	cable.To(owner(t, key+"another"))
	cable.Drop()
	time.Sleep(10 * time.Millisecond)
	if echo() == nil {
		t.Error("somebody with another key is taken")
	}
}

// TestAllStreams: at the end of one line everybody who spoke over it hears so, and nothing of it
// stays; of what one side has read, the other side gets nothing more to keep.
func TestAllStreams(t *testing.T) {
	t.Parallel()
	cable := clustertest.NewCable(t, owner(t, key))
	hops := hopsOf(t, key)
	url := entry(t, hops, Member{ID: 2, Name: "b", Address: cable.Address}, false)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second) // a hang, not a measurement
	defer cancel()
	all := make([]*websocket.Conn, 20)
	for i := range all {
		var err error
		if all[i], _, err = websocket.Dial(ctx, url+"/ws/1", nil); err != nil {
			t.Fatal(err)
		}
		all[i].SetReadLimit(-1)
	}
	_ = all[0].CloseNow()
	open := func() int { return hops.peers.line(cable.Address).mux.number() }
	for open() != len(all)-1 {
		if ctx.Err() != nil {
			t.Fatalf("one of 20 has gone, and %d are left", open())
		}
		time.Sleep(10 * time.Millisecond)
	}
	large := strings.Repeat("x", 30_000)
	if err := all[1].Write(ctx, websocket.MessageText, []byte(large)); err != nil {
		t.Fatal(err)
	}
	if _, b, err := all[1].Read(ctx); err != nil || len(b) < len(large) {
		t.Fatalf("%d bytes came back: %v", len(b), err)
	}
	cable.Drop()
	for i, ws := range all[1:] {
		if _, _, err := ws.Read(ctx); err == nil || ctx.Err() != nil {
			t.Fatalf("%d isn't told: %v", i, err)
		}
	}
	for hops.Stats().Open != 0 {
		if ctx.Err() != nil {
			t.Fatalf("%d stay", hops.Stats().Open)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// TestSlowReaderAlone: somebody who says much and reads nothing holds up nobody who comes over the
// same line, and takes no memory without end.
func TestSlowReaderAlone(t *testing.T) {
	t.Parallel()
	url := entry(t, hopsOf(t, key), Member{ID: 2, Name: "b", Address: owner(t, key)}, false)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second) // a hang, not a measurement
	defer cancel()
	slow, _, err := websocket.Dial(ctx, url+"/ws/1", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = slow.CloseNow() }()
	large, said := []byte(strings.Repeat("x", 30_000)), atomic.Int64{}
	go func() {
		for slow.Write(ctx, websocket.MessageText, large) == nil {
			said.Add(int64(len(large)))
		}
	}()
	for last := int64(-1); said.Load() != last; time.Sleep(300 * time.Millisecond) { // until it is stuck
		if last = said.Load(); last > 64<<20 {
			t.Fatal("what nobody reads is taken without end")
		}
	}
	for range 20 {
		ws, _, err := websocket.Dial(ctx, url+"/ws/1", nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := ws.Write(ctx, websocket.MessageText, []byte("a")); err != nil {
			t.Fatal(err)
		}
		if _, _, err := ws.Read(ctx); err != nil {
			t.Fatal("held up by somebody else:", err)
		}
		_ = ws.CloseNow()
	}
}

// TestCutLine: the cable is cut between two nodes that have spoken before. Whoever comes is told so
// soon, those too who were there before, and both come again when it is mended.
func TestCutLine(t *testing.T) {
	t.Parallel()
	cable := clustertest.NewCable(t, owner(t, key))
	url := entry(t, hopsOf(t, key), Member{ID: 2, Name: "b", Address: cable.Address}, false)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second) // a hang, not a measurement
	defer cancel()
	ws, _, err := websocket.Dial(ctx, url+"/ws/1", nil)
	if err != nil {
		t.Fatal(err)
	}
	cable.Cut()
	begun := time.Now()
	if status, got := get(t, "GET", url+"/", ""); status != http.StatusServiceUnavailable {
		t.Errorf("over a cut cable: %d %s", status, got)
	}
	if _, _, err := ws.Read(ctx); err == nil || ctx.Err() != nil {
		t.Errorf("a connection over a cut cable stays: %v", err)
	}
	if took := time.Since(begun); took > answerLimit/2 { // the limit here is half a second
		t.Errorf("it took %v to say so", took)
	}
	cable.Mend()
	for ctx.Err() == nil {
		if status, _ := get(t, "GET", url+"/", ""); status == http.StatusOK {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("the node isn't found again")
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
