package client

import (
	"context"
	"crypto/sha1"
	"encoding/base64"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// TestConnAgainstAnotherImplementation sends and gets messages of all sizes, in one
// frame and in many, with pings between.
func TestConnAgainstAnotherImplementation(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer secret" {
			http.Error(w, "who?", http.StatusForbidden)
			return
		}
		ws, err := websocket.Accept(w, r, nil)
		if err != nil {
			return
		}
		ws.SetReadLimit(MaxMessage)
		for {
			kind, b, err := ws.Read(r.Context())
			if err != nil {
				return
			}
			go func() { _ = ws.Ping(r.Context()) }()
			out, _ := ws.Writer(r.Context(), kind)
			for len(b) > 5000 { // a frame each
				_, _ = out.Write(b[:5000])
				b = b[5000:]
			}
			_, _ = out.Write(b)
			_ = out.Close()
			if string(b) == "bye" {
				_ = ws.Close(4711, "so long")
			}
		}
	}))
	defer server.Close()
	ctx := context.Background()
	_, err := Dial(ctx, server.URL, nil)
	if refused, ok := errors.AsType[*StatusError](err); !ok || refused.Status != http.StatusForbidden || refused.Body != "who?" {
		t.Errorf("without a secret: %v", err)
	}
	c, err := Dial(ctx, strings.Replace(server.URL, "http", "ws", 1), http.Header{"Authorization": {"Bearer secret"}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, n := range []int{0, 1, 3, 125, 126, 127, 65535, 65536, MaxMessage} {
		text := strings.Repeat("0123456789", n/10+1)[:n]
		if err := c.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		got, err := c.Read()
		if err != nil || string(got) != text {
			t.Fatalf("%d bytes come back as %d: %v", n, len(got), err)
		}
	}
	if err := c.Write([]byte("bye")); err != nil {
		t.Fatal(err)
	}
	if got, err := c.Read(); string(got) != "bye" || err != nil {
		t.Errorf("%q %v", got, err)
	}
	_, err = c.Read()
	if closed, ok := errors.AsType[websocket.CloseError](err); !ok || closed.Code != 4711 || closed.Reason != "so long" {
		t.Errorf("closed with %v", err)
	}
}

// TestConnRefusesWhatIsNoWebSocket: a server may send anything.
func TestConnRefusesWhatIsNoWebSocket(t *testing.T) {
	t.Parallel()
	for name, frames := range map[string]string{
		"reserved bits":       "\xc1\x00",
		"unknown kind":        "\x83\x00",
		"huge":                "\x81\x7f\xff\xff\xff\xff\xff\xff\xff\xff",
		"huge in parts":       "\x01\x7f\x00\x00\x00\x00\x00\x0f\xff\xff" + strings.Repeat("x", 1<<20-1) + "\x80\x02xx",
		"long ping":           "\x89\x7e\x00\x80",
		"cut off in a header": "\x81",
		"cut off in a text":   "\x81\x05abc",
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			conn, _, err := http.NewResponseController(w).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			sum := sha1.Sum([]byte(r.Header.Get("Sec-WebSocket-Key") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
			_, _ = io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "+
				base64.StdEncoding.EncodeToString(sum[:])+"\r\n\r\n"+frames)
			_ = conn.Close()
		}))
		c, err := Dial(context.Background(), server.URL, nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if b, err := c.Read(); err == nil {
			t.Errorf("%s is read as %d bytes", name, len(b))
		}
		_ = c.Close()
		server.Close()
	}
}

// TestDialFollowsNoRedirection: the link's secret goes to the server that it is for.
func TestDialFollowsNoRedirection(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			t.Errorf("%s is asked with %v", r.URL, r.Header)
		}
		http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
	}))
	defer server.Close()
	_, err := Dial(context.Background(), server.URL+"/", http.Header{"Authorization": {"Bearer secret"}})
	if refused, ok := errors.AsType[*StatusError](err); !ok || refused.Status != http.StatusTemporaryRedirect {
		t.Errorf("a redirection gives %v", err)
	}
}

func TestDialIsBrokenOff(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if _, err := Dial(ctx, "http://"+silent.Addr().String(), nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a silent server gives %v", err)
	}
}
