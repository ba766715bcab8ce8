package httpd

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"

	"chratze/internal/waittest"
)

// house is an http.Server whose connections are counted.
func house(t *testing.T, s *Sockets) (addr string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok") }), ConnState: s.State}
	go func() { _ = server.Serve(s.Listen(l)) }()
	t.Cleanup(func() { _ = server.Close() })
	return l.Addr().String()
}

// ask asks over a connection and keeps it open; the connection is from 127.0.0.host.
func ask(t *testing.T, addr string, host byte, conn net.Conn) (net.Conn, error) {
	t.Helper()
	if conn == nil {
		var err error
		d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, host)}}
		if conn, err = d.Dial("tcp", addr); err != nil {
			t.Skip("this system has one local address only")
		}
		t.Cleanup(func() { _ = conn.Close() })
	}
	_ = conn.SetDeadline(time.Now().Add(waittest.Limit))
	if _, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		return conn, err
	}
	r, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err == nil {
		_, err = io.Copy(io.Discard, r.Body)
	}
	return conn, err
}

// TestSockets: however many connections an address opens and keeps, others come in; its own are closed for it, the
// oldest first, and the operator is told once.
func TestSockets(t *testing.T) {
	t.Parallel()
	var told lockedBuffer
	s := &Sockets{All: 40, Address: 30, Metrics: NewMetrics(), Logger: slog.New(slog.NewTextHandler(&told, nil))}
	addr := house(t, s)
	var mine []net.Conn
	for i := range 60 {
		conn, err := ask(t, addr, 2, nil)
		if err != nil {
			t.Fatalf("connection %d of the same address: %v", i, err)
		}
		mine = append(mine, conn)
	}
	if n := s.open(); n > 30 {
		t.Errorf("one address has %d connections", n)
	}
	for host := byte(3); host < 43; host++ {
		if _, err := ask(t, addr, host, nil); err != nil {
			t.Fatalf("somebody else, 127.0.0.%d: %v", host, err)
		}
	}
	if n := s.open(); n > 40 {
		t.Errorf("%d connections are open", n)
	}
	if _, err := ask(t, addr, 2, mine[0]); err == nil {
		t.Error("the oldest connection of that address is still open")
	}
	if n := strings.Count(told.String(), "\n"); n != 1 || s.Metrics.refusedSockets.Load() < 60 {
		t.Errorf("the operator is told %d times, and %d are counted", n, s.Metrics.refusedSockets.Load())
	}
}

// TestDescriptorsRunOut: the operator is told at the usual level, and room is made.
func TestDescriptorsRunOut(t *testing.T) {
	t.Parallel()
	var told lockedBuffer
	s := &Sockets{Metrics: NewMetrics(), Logger: slog.New(slog.NewTextHandler(&told, nil))}
	addr := house(t, s)
	if _, err := ask(t, addr, 1, nil); err != nil {
		t.Fatal(err)
	}
	waittest.Until(t, "the server notices that the client has read the answer", func() (idle bool) {
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, all := range s.by {
			for c := range all {
				idle = c.idle
			}
		}
		return idle
	})
	l := s.Listen(brokenListener{&net.OpError{Op: "accept", Err: &net.OpError{Err: syscall.EMFILE}}})
	for range 3 {
		if _, err := l.Accept(); err == nil {
			t.Fatal("a broken listener accepts")
		}
	}
	if text := told.String(); strings.Count(text, "\n") != 1 || !strings.Contains(text, "file descriptors") || !strings.Contains(text, "level=WARN") {
		t.Errorf("the operator is told %q", text)
	}
	if n := s.open(); n != 0 {
		t.Errorf("%d idle connections are left", n)
	}
}

type brokenListener struct{ err error }

func (b brokenListener) Accept() (net.Conn, error) { return nil, b.err }
func (b brokenListener) Close() error              { return nil }
func (b brokenListener) Addr() net.Addr            { return pipeAddr{} }

// clientFrame is one of a client, masked with zeros.
func clientFrame(first byte, content string) []byte {
	b := []byte{first}
	switch n := len(content); {
	case n < 126:
		b = append(b, 0x80|byte(n))
	case n < 1<<16:
		b = binary.BigEndian.AppendUint16(append(b, 0x80|126), uint16(n))
	default:
		b = binary.BigEndian.AppendUint64(append(b, 0x80|127), uint64(n))
	}
	return append(append(b, 0, 0, 0, 0), content...)
}

// TestFramesAreCounted whatever their lengths are and wherever what comes in is cut.
func TestFramesAreCounted(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		var all []byte
		odd := 0
		for range r.IntN(60) {
			first, n := []byte{0x81, 0x89, 0x8a, 0x01, 0x80}[r.IntN(5)], []int{0, 1, 125, 126, 3000, 70_000}[r.IntN(6)]
			if first != 0x81 {
				odd++
			}
			all = append(all, clientFrame(first, strings.Repeat("\x89", n))...)
		}
		f := &framed{since: time.Now()}
		for len(all) > 0 {
			n := min(len(all), 1+r.IntN(700))
			if !f.count(all[:n]) {
				t.Fatal("that was too many")
			}
			all = all[n:]
		}
		if f.odd != odd || f.skip != 0 || f.have != 0 {
			t.Fatalf("%d frames are counted, of %d", f.odd, odd)
		}
	}
}

// TestPingsAndPieces: a connection that does nothing but ping, or sends pieces of messages without end, is closed;
// one that answers our pings and says what it may isn't.
func TestPingsAndPieces(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	seat := s.make("")
	for name, odd := range map[string][]byte{
		"pings":                   clientFrame(0x89, ""),
		"pongs":                   clientFrame(0x8a, "x"),
		"pieces":                  clientFrame(0x00, ""),
		"pieces before an answer": nil,
	} {
		head := fmt.Sprintf("GET /ws/%s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n\r\n",
			seat.Table, seat.Secret, "AAAAAAAAAAAAAAAAAAAAAA==")
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.http.URL, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		first := []byte(head)
		if odd == nil {
			odd = clientFrame(0x00, "")
			first = append(first, bytes.Repeat(odd, 50)...)
		}
		_, _ = conn.Write(first)
		go func() {
			_, _ = conn.Write(clientFrame(0x01, "{"))
			for {
				if _, err := conn.Write(bytes.Repeat(odd, 100)); err != nil {
					return
				}
			}
		}()
		_ = conn.SetReadDeadline(time.Now().Add(waittest.Limit))
		n, err := io.Copy(io.Discard, conn)
		if ne, ok := err.(net.Error); ok && ne.Timeout() || n > 1<<16 {
			t.Errorf("%s: the connection stays open: %d bytes, %v", name, n, err)
		}
		_ = conn.Close()
	}
	c := s.play(seat, 1).ws.(*websocket.Conn)
	ctx, cancel := context.WithTimeout(context.Background(), waittest.Limit)
	defer cancel()
	go func() {
		for {
			if _, _, err := c.Read(ctx); err != nil {
				return
			}
		}
	}()
	for range mostOdd / 2 {
		if err := c.Ping(ctx); err != nil {
			t.Fatalf("a client that pings a little: %v", err)
		}
	}
	_ = c.Close(websocket.StatusNormalClosure, "")
}
