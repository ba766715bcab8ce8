package client

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/coder/websocket"
)

// Conn is the client side of a WebSocket, for text messages without compression. It answers
// pings while it is read. One goroutine may read; any number may write.
type Conn struct {
	ws      *websocket.Conn
	message bytes.Buffer // the last one read
	server  string       // the cookie of the server that has the table; "": there is only one
}

// StatusError is the answer of a server that refuses a WebSocket.
type StatusError struct {
	Status int
	Body   string // its beginning
}

func (e *StatusError) Error() string {
	return fmt.Sprintf("client: the server answers %d %s: %s", e.Status, http.StatusText(e.Status), e.Body)
}

// MaxMessage is the limit for a message from the server, in bytes.
const MaxMessage = 1 << 20

// mostBody limits how much of an answer a StatusError quotes, in bytes.
const mostBody = 300

// Dial opens a WebSocket at a URL with the scheme ws, wss, http or https. The error is a
// *StatusError if the server refuses. It doesn't follow redirections, since the header may have
// a secret.
func Dial(ctx context.Context, address string, header http.Header) (*Conn, error) {
	ws, answer, err := websocket.Dial(ctx, address, &websocket.DialOptions{
		HTTPHeader: header.Clone(),
		HTTPClient: &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
	})
	if err != nil {
		if answer != nil && answer.StatusCode != http.StatusSwitchingProtocols {
			body, _ := io.ReadAll(io.LimitReader(answer.Body, mostBody)) // the beginning is enough
			return nil, &StatusError{answer.StatusCode, strings.TrimSpace(string(body))}
		}
		return nil, err
	}
	ws.SetReadLimit(MaxMessage)
	return &Conn{ws: ws, server: serverOf(answer)}, nil
}

// Read returns the next message, valid until the next Read. If the server has closed the
// connection, websocket.CloseStatus returns the code.
func (c *Conn) Read() ([]byte, error) {
	_, r, err := c.ws.Reader(context.Background())
	if err != nil {
		return nil, err
	}
	c.message.Reset()
	if _, err = c.message.ReadFrom(r); err != nil {
		return nil, err
	}
	return c.message.Bytes(), nil
}

// Write sends a message.
func (c *Conn) Write(message []byte) error {
	return c.ws.Write(context.Background(), websocket.MessageText, message)
}

// ping waits until the server answers, while another goroutine reads.
func (c *Conn) ping(ctx context.Context, limit time.Duration) error {
	ctx, stop := context.WithTimeout(ctx, limit)
	defer stop()
	return c.ws.Ping(ctx)
}

// Close ends the connection without a farewell.
func (c *Conn) Close() error { return c.ws.CloseNow() }
