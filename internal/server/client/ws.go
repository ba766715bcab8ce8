package client

import (
	"bufio"
	"context"
	"crypto/sha1"
	"crypto/tls"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// Conn is a WebSocket (RFC 6455) from the client's side, with text messages only.
// One goroutine may read, any may write.
type Conn struct {
	conn    net.Conn
	in      *bufio.Reader
	message []byte // read last

	mu  sync.Mutex // guards what is written
	out []byte
}

// StatusError is the answer of a server that doesn't want a WebSocket.
type StatusError struct {
	Status int
	Body   string // its beginning
}

func (e *StatusError) Error() string {
	return fmt.Sprintf("client: the server answers %d %s: %s", e.Status, http.StatusText(e.Status), e.Body)
}

// ClosedError says that the server has closed the connection, and why.
type ClosedError struct {
	Code   int
	Reason string
}

func (e *ClosedError) Error() string {
	return fmt.Sprintf("client: the server has closed the connection (%d %s)", e.Code, e.Reason)
}

// MaxMessage bounds a message from the server, in bytes.
const MaxMessage = 1 << 20

var errProtocol = errors.New("client: what the server sends is no WebSocket")

// Dial opens a WebSocket at a URL with the scheme ws, wss, http or https. The error
// is a *StatusError if the server refuses.
func Dial(ctx context.Context, address string, header http.Header) (*Conn, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	conn, err := dial(ctx, u)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	c := newConn(conn)
	err = c.upgrade(u, header)
	if !stop() {
		err = errors.Join(ctx.Err(), err)
	}
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	return c, nil
}

func newConn(conn net.Conn) *Conn { return &Conn{conn: conn, in: bufio.NewReaderSize(conn, 2048)} }

func dial(ctx context.Context, u *url.URL) (net.Conn, error) {
	host, port := u.Hostname(), u.Port()
	secure := u.Scheme == "wss" || u.Scheme == "https"
	if port == "" {
		port = map[bool]string{false: "80", true: "443"}[secure]
	}
	var d net.Dialer
	if secure {
		return (&tls.Dialer{NetDialer: &d, Config: &tls.Config{ServerName: host}}).DialContext(ctx, "tcp", net.JoinHostPort(host, port))
	}
	return d.DialContext(ctx, "tcp", net.JoinHostPort(host, port))
}

// upgrade makes a WebSocket of a connection.
func (c *Conn) upgrade(u *url.URL, header http.Header) error {
	nonce := binary.LittleEndian.AppendUint64(nil, rand.Uint64())
	key := base64.StdEncoding.EncodeToString(binary.LittleEndian.AppendUint64(nonce, rand.Uint64()))
	r := &http.Request{Method: http.MethodGet, URL: u, Host: u.Host, Header: http.Header{}}
	for k, v := range header {
		r.Header[k] = v
	}
	r.Header.Set("Upgrade", "websocket")
	r.Header.Set("Connection", "Upgrade")
	r.Header.Set("Sec-WebSocket-Version", "13")
	r.Header.Set("Sec-WebSocket-Key", key)
	if err := r.Write(c.conn); err != nil {
		return err
	}
	answer, err := http.ReadResponse(c.in, r)
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusSwitchingProtocols {
		body, _ := io.ReadAll(io.LimitReader(answer.Body, 300))
		return &StatusError{answer.StatusCode, strings.TrimSpace(string(body))}
	}
	sum := sha1.Sum([]byte(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	if answer.Header.Get("Sec-WebSocket-Accept") != base64.StdEncoding.EncodeToString(sum[:]) {
		return errProtocol
	}
	return nil
}

// The kinds of frames.
const (
	opMore  = 0
	opText  = 1
	opClose = 8
	opPing  = 9
	opPong  = 10
)

// Read returns the next message, valid until the next Read. The error is a
// *ClosedError if the server has closed the connection.
func (c *Conn) Read() ([]byte, error) {
	c.message = c.message[:0]
	for {
		op, last, body, err := c.frame()
		if err != nil {
			return nil, err
		}
		switch op {
		case opText, opMore:
			if last {
				return c.message, nil
			}
		case opPing:
			if err := c.send(opPong, body); err != nil {
				return nil, err
			}
		case opPong:
		case opClose:
			e := &ClosedError{Code: 1005}
			if len(body) >= 2 {
				e.Code, e.Reason = int(binary.BigEndian.Uint16(body)), string(body[2:])
			}
			_ = c.send(opClose, body[:min(2, len(body))])
			return nil, e
		default:
			return nil, errProtocol
		}
	}
}

// frame reads a frame. Text is appended to the message; what a control frame says
// is returned.
func (c *Conn) frame() (op byte, last bool, control []byte, err error) {
	head, err := c.in.Peek(2)
	if err != nil {
		return 0, false, nil, err
	}
	op, last = head[0]&15, head[0]&0x80 != 0
	n, extra := uint64(head[1]&0x7f), 0
	if head[1]&0x80 != 0 || head[0]&0x70 != 0 {
		return 0, false, nil, errProtocol
	}
	switch n {
	case 126:
		extra = 2
	case 127:
		extra = 8
	}
	head, err = c.in.Peek(2 + extra)
	if err != nil {
		return 0, false, nil, err
	}
	switch extra {
	case 2:
		n = uint64(binary.BigEndian.Uint16(head[2:]))
	case 8:
		n = binary.BigEndian.Uint64(head[2:])
	}
	_, _ = c.in.Discard(2 + extra) // is there
	if n > MaxMessage || op >= opClose && n > 125 {
		return 0, false, nil, errProtocol
	}
	at := len(c.message)
	if uint64(at)+n > MaxMessage {
		return 0, false, nil, errProtocol
	}
	c.message = append(c.message, make([]byte, n)...)
	if _, err := io.ReadFull(c.in, c.message[at:]); err != nil {
		return 0, false, nil, err
	}
	if op >= opClose {
		control, c.message = c.message[at:], c.message[:at]
	}
	return op, last, control, nil
}

// Write sends a message.
func (c *Conn) Write(message []byte) error { return c.send(opText, message) }

// send writes one frame, masked.
func (c *Conn) send(op byte, body []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	b := append(c.out[:0], 0x80|op)
	switch n := len(body); {
	case n < 126:
		b = append(b, 0x80|byte(n))
	case n < 1<<16:
		b = binary.BigEndian.AppendUint16(append(b, 0x80|126), uint16(n))
	default:
		b = binary.BigEndian.AppendUint64(append(b, 0x80|127), uint64(n))
	}
	mask := rand.Uint32()
	b = binary.LittleEndian.AppendUint32(b, mask)
	for i, x := range body {
		b = append(b, x^byte(mask>>(i%4*8)))
	}
	c.out = b
	_, err := c.conn.Write(b)
	return err
}

// Close ends the connection without a word.
func (c *Conn) Close() error { return c.conn.Close() }
