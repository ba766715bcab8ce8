package cluster

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"chratze/internal/cluster/clustertest"
	"chratze/internal/waittest"
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

// answering is a node that answers others: with what it knows of a client, and an echo.
func answering(t testing.TB, key string) string {
	t.Helper()
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		again := hopsOf(t, key, Member{ID: 2, Name: "b", Address: "127.0.0.1:1"})
		if err := again.Pass(w, r, 1, netip.MustParseAddr("203.0.113.7"), false); !errors.Is(err, errPassed) {
			t.Errorf("what was passed on is passed on again: %v", err)
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

// entry is a node that passes everything on.
func entry(t testing.TB, hops *Hops, secure bool) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		if err := hops.Pass(w, r, 1, netip.MustParseAddr("203.0.113.7"), secure); err != nil {
			http.Error(w, "gone", http.StatusServiceUnavailable)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// hopsOf is the way from a node a to another that has all tables.
func hopsOf(t testing.TB, key string, to Member) *Hops {
	n := New(Options{Lease: time.Minute})
	n.took(0, 0, View{Self: 1, Members: []Member{{ID: 1, Name: "a", Leaving: true}, to}})
	return NewHops(n, peersOf(t, key), slog.New(slog.DiscardHandler))
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
	hops := hopsOf(t, key, Member{ID: 2, Name: "b", Address: answering(t, key)})
	for secure, more := range map[bool]string{false: "", true: "|secure"} {
		status, got := get(t, "POST", entry(t, hops, secure)+"/api/x?y=z", "body")
		if want := "POST|karten.example|/api/x?y=z|203.0.113.7:0|seat=secret|||body" + more; status != 200 || got != want {
			t.Errorf("%d %s\nwant %s", status, got, want)
		}
	}

	ctx, cancel := context.WithTimeout(context.Background(), waittest.Limit)
	defer cancel()
	ws, _, err := websocket.Dial(ctx, entry(t, hops, false)+"/ws/1", nil)
	if err != nil {
		t.Fatal(err)
	}
	ws.SetReadLimit(-1)
	for _, text := range []string{"a", strings.Repeat("b", 30_000)} {
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
	at := answering(t, key)
	for _, tt := range []struct{ name, key, at string }{
		{"another key asks", otherKey, at},
		{"another key answers", key, answering(t, otherKey)},
	} {
		url := entry(t, hopsOf(t, tt.key, Member{ID: 2, Name: "b", Address: tt.at}), false)
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

// TestStrangersMakeRoom: few connections without the key may be open, and the oldest makes room
// for a node that has it. One that has shown the key stays.
func TestStrangersMakeRoom(t *testing.T) {
	t.Parallel()
	at := answering(t, key)
	hops := hopsOf(t, key, Member{ID: 2, Name: "b", Address: at})
	known, err := hops.peers.dial(t.Context(), at, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = known.Close() }()
	answers := bufio.NewReader(known)
	asks := func() error {
		_, _ = io.WriteString(known, "GET / HTTP/1.1\r\nHost: b\r\n"+headerClient+": 192.0.2.1\r\n\r\n")
		r, err := http.ReadResponse(answers, nil)
		if err == nil {
			_, err = io.Copy(io.Discard, r.Body)
		}
		return err
	}
	if err := asks(); err != nil {
		t.Fatal(err)
	}
	var strangers []net.Conn
	for range maxStrangers + 40 {
		conn, err := net.Dial("tcp", at)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.Close() }()
		strangers = append(strangers, conn)
	}
	for i, conn := range strangers[:40] { // within what an idle connection may last by itself
		_ = conn.SetReadDeadline(time.Now().Add(8 * time.Second))
		if _, err := conn.Read(make([]byte, 1)); err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
			t.Fatalf("stranger %d is still there: %v", i, err)
		}
	}
	if status, _ := get(t, "GET", entry(t, hops, false)+"/", ""); status != http.StatusOK {
		t.Errorf("a node with the key: %d", status)
	}
	if err := asks(); err != nil {
		t.Errorf("the connection of a node was closed for strangers: %v", err)
	}
}

// TestSilentNode: a node lives, but the cable to it is cut. What leads to it ends, requests and
// WebSockets, and new ones are refused at once until it answers again.
func TestSilentNode(t *testing.T) {
	t.Parallel()
	cable := clustertest.NewCable(t, answering(t, key))
	hops := hopsOf(t, key, Member{ID: 2, Name: "b", Address: cable.Address})
	url := entry(t, hops, false)
	ctx, cancel := context.WithTimeout(t.Context(), waittest.Limit) // a hang, not a measurement
	defer cancel()
	if status, _ := get(t, "GET", url+"/", ""); status != http.StatusOK { // its connection is kept
		t.Fatal(status)
	}
	ws, _, err := websocket.Dial(ctx, url+"/ws/1", nil)
	if err != nil {
		t.Fatal(err)
	}
	hops.node.opt.Lease = 400 * time.Millisecond
	cable.Cut()
	go hops.Run(ctx)
	if status, got := get(t, "GET", url+"/", ""); status != http.StatusServiceUnavailable {
		t.Errorf("over a cut cable: %d %s", status, got)
	}
	if _, _, err := ws.Read(ctx); err == nil || ctx.Err() != nil {
		t.Fatalf("a connection to a node that can't be reached stays: %v", err)
	}
	if _, _, err := hops.enter(ctx, Member{ID: 2}); !errors.Is(err, errSilent) {
		t.Errorf("passed on to a silent node: %v", err)
	}
	cable.Mend()
	waittest.Until(t, "the node is found again", func() bool {
		ws, _, err := websocket.Dial(ctx, url+"/ws/1", nil)
		if err == nil {
			_ = ws.CloseNow()
		}
		return err == nil
	})
}

// TestRoundACut: the cable between two nodes is cut, and both reach a third. People whose table is at the one and who come to the
// other play by the third; what the third can't reach either comes back as refused, not round and round.
func TestRoundACut(t *testing.T) {
	t.Parallel()
	b := Member{ID: 2, Name: "b", Address: answering(t, key)}
	third := hopsOf(t, key, b)
	s := httptest.NewUnstartedServer(Accept(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if third.Pass(w, r, 1, netip.MustParseAddr(strings.TrimSuffix(r.RemoteAddr, ":0")), r.TLS != nil) != nil {
			http.Error(w, "gone", http.StatusServiceUnavailable)
		}
	})))
	s.Listener = peersOf(t, key).Listen(s.Listener)
	s.Start()
	t.Cleanup(s.Close)
	hops := hopsOf(t, key, Member{ID: 2, Name: "b", Address: "127.0.0.1:1"})
	v, _ := hops.node.View()
	for _, name := range []string{"c", "d", "e", "f", "g"} { // one by which the table stays b's
		with := append(v.Members[:2:2], Member{ID: 3, Name: name, Address: s.Listener.Addr().String()})
		if owner, _ := (&View{Members: with}).Place(1); owner.ID == 2 {
			hops.node.took(0, 0, View{Self: 1, Members: with})
		}
	}
	hops.heard(b, errors.New("cut"))
	url := entry(t, hops, true)
	if status, got := get(t, "POST", url+"/api/x", "body"); status != http.StatusOK || got != "POST|karten.example|/api/x|203.0.113.7:0|seat=secret|||body|secure" {
		t.Errorf("by a third: %d %s", status, got)
	}
	ws, _, err := websocket.Dial(t.Context(), url+"/ws/1", nil)
	if err == nil {
		defer func() { _ = ws.CloseNow() }()
		err = ws.Write(t.Context(), websocket.MessageText, []byte("a"))
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, said, err := ws.Read(t.Context()); err != nil || string(said) != "a 203.0.113.7:0" {
		t.Errorf("a WebSocket by a third: %s %v", said, err)
	}
	third.heard(b, errors.New("cut"))
	third.node.took(0, 0, hops.node.view)
	if status, _ := get(t, "GET", url+"/", ""); status != http.StatusServiceUnavailable {
		t.Errorf("round and round: %d", status)
	}
}

// TestFewHandshakes: of people who come at once, no more than 16 connections to a node are begun at
// the same time, and all people get there. A person who has gone isn't connected for any more.
func TestFewHandshakes(t *testing.T) {
	t.Parallel()
	at := answering(t, key)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var open, most, all atomic.Int64
	goOn := make(chan struct{})
	go func() { // holds each connection up before its handshake
		for {
			from, err := l.Accept()
			if err != nil {
				return
			}
			all.Add(1)
			if n := open.Add(1); n > most.Load() {
				most.Store(n)
			}
			go func() {
				<-goOn
				to, err := net.Dial("tcp", at)
				open.Add(-1)
				if err != nil {
					t.Error(err)
					return
				}
				go func() { _, _ = io.Copy(to, from); _ = to.Close() }()
				_, _ = io.Copy(from, to)
				_ = from.Close()
			}()
		}
	}()
	defer func() { _ = l.Close() }()
	hops := hopsOf(t, key, Member{ID: 2, Name: "b", Address: l.Addr().String()})
	url := entry(t, hops, false)
	const people, gone = 100, 40
	dial := func(ctx context.Context) error {
		ws, _, err := websocket.Dial(ctx, url+"/ws/1", nil)
		if err == nil {
			err = ws.Write(ctx, websocket.MessageText, []byte("a"))
		}
		if err == nil {
			_, _, err = ws.Read(ctx)
		}
		return err
	}
	waiting, leave := context.WithCancel(t.Context())
	var first, others sync.WaitGroup
	for range people {
		first.Go(func() {
			if err := dial(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	waittest.Until(t, "all but a few wait", func() bool { return hops.Stats().Open == people && open.Load() == handshakes })
	for range gone {
		others.Go(func() {
			if dial(waiting) == nil {
				t.Error("it wasn't held up")
			}
		})
	}
	waittest.Until(t, "more people wait", func() bool { return hops.Stats().Open == people+gone })
	leave()
	others.Wait()
	waittest.Until(t, "who has gone is noticed", func() bool { return hops.Stats().Open == people })
	close(goOn)
	first.Wait()
	if most.Load() != handshakes || all.Load() != people {
		t.Errorf("%d at the same time, want %d; %d in all, want %d", most.Load(), handshakes, all.Load(), people)
	}
}

// TestSlowReaderAlone: somebody who says much and reads nothing holds up no others who are passed on
// to the same node, and takes no memory without end.
func TestSlowReaderAlone(t *testing.T) {
	t.Parallel()
	url := entry(t, hopsOf(t, key, Member{ID: 2, Name: "b", Address: answering(t, key)}), false)
	ctx, cancel := context.WithTimeout(t.Context(), waittest.Limit) // a hang, not a measurement
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

// TestDeadEnd: a node accepts connections and says nothing. A client that should be passed on to it is
// told so before its lease is over, and can come again by another; a request and a WebSocket alike.
func TestDeadEnd(t *testing.T) {
	t.Parallel()
	deaf, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = deaf.Close() }()
	hops := hopsOf(t, key, Member{ID: 2, Name: "b", Address: deaf.Addr().String()})
	hops.node.opt.Lease = time.Second
	if limit, lease := hops.node.dialLimit(), hops.node.opt.Lease; limit > lease/2 {
		t.Errorf("connecting may take %v, with a lease of %v", limit, lease)
	}
	url := entry(t, hops, false)
	ctx, cancel := context.WithTimeout(t.Context(), waittest.Limit) // a hang, not a measurement
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
