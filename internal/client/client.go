// Package client is a client of chratze/1: a WebSocket (Conn), the state of a table as a seat
// sees it (Table), and a Client that reconnects when a connection breaks or the server
// restarts. The load generator and the terminal use it, and chratze bot join, which lets a program play (Program).
package client

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"time"

	"chratze/internal/fair"
	"chratze/internal/table"
	"chratze/internal/table/wire"
)

// Options configure a Client: its seat, and its callbacks.
type Options struct {
	Server string      // the server's address, such as https://karten.example
	Table  string      // number of the table
	Secret string      // of the chair's link; "": a spectator
	Header http.Header // further request headers

	// Told is called after every message, in order. The table belongs to the client and may be
	// read only during the call. Answers, refusals and chat are messages too.
	Told func(t *Table, m *wire.Received)

	// Notes are what this client noted about earlier deals of the table, in an earlier run;
	// nil: none. Keep, if not nil, is called whenever there is a new note.
	Notes *fair.Notes
	Keep  func(*fair.Notes)

	// Program, if not nil, plays on the chair by rams-bot/1, and Told, Notes and Keep have no use.
	Program *Program

	// Lost, if not nil, is called when the connection breaks or can't be made, with the time
	// until the next attempt.
	Lost func(err error, wait time.Duration)

	Least, Most time.Duration // the wait doubles from Least to Most; 0: 100 ms and 10 s
}

// Client is a seat at a table, over any number of connections. Make one with New, and call Run.
type Client struct {
	opt    Options
	table  Table
	prover prover
	server string // the cookie of the server that has the table

	every, limit time.Duration // so often it asks whether the server is there, and waits so long for an answer

	mu      sync.Mutex
	conn    carrier // nil: not connected at present
	answers bool    // an act was sent on this connection
}

// carrier is a connection: a WebSocket, or requests.
type carrier interface {
	Read() ([]byte, error)
	Write(message []byte) error
	Close() error
	ping(ctx context.Context, limit time.Duration) error
}

// New returns a client that isn't connected yet.
func New(opt Options) *Client {
	if opt.Least <= 0 {
		opt.Least = 100 * time.Millisecond
	}
	if opt.Most < opt.Least {
		opt.Most = max(opt.Least, 10*time.Second)
	}
	if opt.Notes == nil {
		opt.Notes = &fair.Notes{}
	}
	c := &Client{opt: opt, prover: prover{notes: opt.Notes}, every: 15 * time.Second, limit: 15 * time.Second}
	c.table.Proofs.Void = opt.Notes.Cancelled()
	return c
}

// Errors that another attempt doesn't fix.
var (
	// ErrLink means that the link belongs to no chair any more, or that there is no such table.
	ErrLink = errors.New("client: link opens no chair: the table is gone, or the link was renewed")
	// ErrOld means that the chair would be asked what this client doesn't know.
	ErrOld error = byeError("old")
	// ErrOffline means that nothing can be sent at present; the client is trying to reconnect.
	ErrOffline = errors.New("client: not connected")
)

// Run connects, and reconnects when the connection breaks, until the context is done or the
// link is invalid (ErrLink).
func (c *Client) Run(ctx context.Context) error {
	wait := c.opt.Least
	for moved := false; ; {
		heard, err := c.once(ctx, moved)
		bye, _ := errors.AsType[byeError](err)
		moved = bye == "moved" && !moved
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case moved:
			continue // at once
		case errors.As(err, new(*RefusedError)):
			return err
		case useless(err):
			return errors.Join(ErrLink, err)
		case heard:
			wait = c.opt.Least
		}
		pause := wait/2 + rand.N(wait/2+1) // so that clients don't all return at the same moment
		if c.opt.Lost != nil {
			c.opt.Lost(err, pause)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
		wait = min(2*wait, c.opt.Most)
		if bye == "store" {
			wait = min(wait, max(c.opt.Least, soon)) // the server answers, and will go on soon
		}
	}
}

// Leave leaves a seat; the error is the context's: the server didn't answer.
func Leave(ctx context.Context, server, at, secret string) error {
	var c *Client
	c = New(Options{Server: server, Table: at, Secret: secret, Told: func(*Table, *wire.Received) {
		_ = c.Send(&wire.Message{T: table.DoLeave}) // if it is lost, the client comes back and sends it again
	}})
	if err := c.Run(ctx); !errors.Is(err, ErrLink) {
		return err
	}
	return nil // the link is of no seat now
}

// soon is how long a client waits at most for a server that can't write at present.
const soon = 1500 * time.Millisecond

// byeError is a farewell of the server.
type byeError string

func (e byeError) Error() string { return "client: the server says goodbye: " + string(e) }

// Farewell returns the code with which a server ended a connection, or refused one; "": it said nothing.
func Farewell(err error) string {
	if bye, ok := errors.AsType[byeError](err); ok {
		return string(bye)
	}
	var problem struct{ Code string }
	if refused, ok := errors.AsType[*StatusError](err); ok {
		_ = json.Unmarshal([]byte(refused.Body), &problem) // a proxy says it in words of its own
	}
	return problem.Code
}

// useless reports whether the server doesn't know the link.
func useless(err error) bool {
	if bye, ok := errors.AsType[byeError](err); ok {
		switch bye {
		case "link", "chair", "table", "elsewhere", "old":
			return true
		}
	}
	refused, ok := errors.AsType[*StatusError](err)
	return ok && (refused.Status == http.StatusForbidden || refused.Status == http.StatusNotFound)
}

// Address is that of a table's WebSocket. If moved is set, the last server has said that another has
// the table.
func Address(server, table string, moved bool) string {
	address := strings.TrimSuffix(server, "/") + "/ws/" + table + "?knows=spare,price"
	if moved {
		address += "&moved=1"
	}
	return address
}

// once runs one connection; heard says that it worked for a while. If moved is set, the last server
// has said that another has the table.
func (c *Client) once(ctx context.Context, moved bool) (heard bool, err error) {
	header := c.opt.Header.Clone()
	if header == nil {
		header = http.Header{}
	}
	if c.opt.Secret != "" {
		maps.Copy(header, Bearer(c.opt.Secret))
	}
	if c.server != "" {
		header.Add("Cookie", "server="+c.server)
	}
	address, hear := Address(c.opt.Server, c.opt.Table, moved), c.hear
	if c.opt.Program != nil {
		address, hear = strings.Replace(address, "/ws/", "/bot/", 1), c.opt.Program.hear
	}
	dialling, done := context.WithTimeout(ctx, c.limit)
	conn, err := c.dial(dialling, address, header)
	done()
	if err != nil {
		return false, err
	}
	ctx, stop := context.WithCancel(ctx)
	go c.watch(ctx, conn)
	defer func() {
		stop()
		c.hold(nil)
		_ = conn.Close()
	}()
	c.hold(conn)
	return hear(conn)
}

// hear takes the messages of a connection until it ends.
func (c *Client) hear(conn carrier) (heard bool, err error) {
	for {
		b, err := conn.Read()
		if err != nil {
			return heard, err
		}
		m, err := wire.Read(b)
		if err != nil {
			return heard, err
		}
		if err := c.table.Take(&m); err != nil {
			return heard, err
		}
		heard = heard || m.T == ""
		if err := c.prove(&m); err != nil {
			return heard, err
		}
		if c.opt.Told != nil {
			c.opt.Told(&c.table, &m)
		}
		if m.T == "bye" {
			return heard, byeError(m.Code)
		}
	}
}

// dial opens a WebSocket. If what refuses it isn't the table's server, which says why in a code, it takes the way by requests.
func (c *Client) dial(ctx context.Context, address string, header http.Header) (carrier, error) {
	conn, err := Dial(ctx, address, header)
	if err == nil {
		c.server = cmp.Or(conn.server, c.server)
		return conn, nil
	}
	if refused, ok := errors.AsType[*StatusError](err); !ok || c.opt.Program != nil || refused.Status >= http.StatusInternalServerError || Farewell(err) != "" {
		return nil, err
	}
	line, err := dialPolled(ctx, address, header)
	if err != nil {
		return nil, err
	}
	c.server = cmp.Or(line.server, c.server)
	return line, nil
}

// watch closes a connection when the context is done, or when the server doesn't answer: after a sleep or
// in another network, a connection that is cut only stays silent.
func (c *Client) watch(ctx context.Context, conn carrier) {
	defer func() { _ = conn.Close() }()
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(c.every):
		}
		if conn.ping(ctx, c.limit) != nil {
			return
		}
	}
}

func (c *Client) hold(conn carrier) {
	c.mu.Lock()
	c.conn, c.answers = conn, false
	c.mu.Unlock()
}

// Send sends a message. Without a connection the message is lost (ErrOffline). A message sent
// just before the connection breaks may be lost too: the question is asked again when the
// client is back.
func (c *Client) Send(m *wire.Message) error {
	b, err := json.Marshal(m)
	if err != nil {
		return err
	}
	c.mu.Lock()
	conn := c.conn
	c.answers = c.answers || conn != nil && m.T == table.DoAct
	c.mu.Unlock()
	if conn == nil {
		return ErrOffline
	}
	return conn.Write(b)
}

// Act answers a question, given by its number.
func (c *Client) Act(question uint64, act string) error {
	return c.Send(&wire.Message{T: table.DoAct, Q: question, Act: act})
}
