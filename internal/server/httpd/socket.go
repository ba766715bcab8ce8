package httpd

import (
	"bufio"
	"bytes"
	"context"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"chratze/internal/table/talk"
	"chratze/internal/table/wire"
)

const (
	pingEvery = 25 * time.Second // some mobile networks drop a connection after 30 s
	pongLimit = 20 * time.Second
)

// socket is one WebSocket. A goroutine reads, another writes while the queue has something, and
// a timer pings.
type socket struct {
	ws      *websocket.Conn
	queue   *talk.Queue
	pace    *rate.Limiter // limits incoming messages
	m       *Metrics
	log     *slog.Logger
	pinger  *time.Timer
	written chan struct{} // closed when nothing more will be written
	leave   func()        // called at its end: there may be another
}

// connect turns a request into a WebSocket. If that fails, or there may be no more of them, it answers the request and
// returns nil.
func (s *Server) connect(w http.ResponseWriter, r *http.Request) *socket {
	leave, ok := s.enter(w, r)
	if !ok {
		return nil
	}
	ws, err := websocket.Accept(slim{w}, r, &websocket.AcceptOptions{OriginPatterns: s.origins})
	if err != nil {
		s.opt.Logger.Debug("no WebSocket", "err", err)
		if strings.Contains(err.Error(), "Origin") {
			s.operator.tellOrigin(r)
		}
		leave()
		return nil
	}
	ws.SetReadLimit(wire.MaxMessage)
	k := &socket{ws: ws, queue: talk.NewQueue(), pace: s.pace(r), m: s.opt.Metrics, log: s.opt.Logger, written: make(chan struct{}), leave: leave}
	k.queue.Cut = func() {
		k.m.slow.Add(1)
		_ = ws.CloseNow()
	}
	return k
}

// slim makes the buffers of a WebSocket as small as its messages. Those of net/http, 4 KB in
// each direction, would be half of the cost of a connection.
type slim struct{ http.ResponseWriter }

const (
	readBuffer  = 512
	writeBuffer = 1024
)

// Hijack implements http.Hijacker.
func (s slim) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(s.ResponseWriter).Hijack()
	if err != nil {
		return conn, rw, err
	}
	f := &framed{Conn: conn}
	conn = f
	if n := rw.Reader.Buffered(); n > 0 { // the client spoke too early
		early, err := rw.Reader.Peek(n)
		f.over = !f.count(early)
		return conn, rw, err
	}
	return conn, bufio.NewReadWriter(bufio.NewReaderSize(conn, readBuffer), bufio.NewWriterSize(conn, writeBuffer)), nil
}

// serve runs the connection in its own goroutine, so the request doesn't live as long as the
// connection. gone is called at its end.
func (k *socket) serve(take func(message []byte), gone func()) {
	go func() {
		defer k.recovered()
		k.run(take, gone)
	}()
}

// refuse says goodbye to a client that the server doesn't serve here.
func (k *socket) refuse(to talk.Sender, code string) {
	to.Bye(code)
	k.serve(func([]byte) {}, func() {})
}

// run writes the queue and passes every message to take, until either side ends the connection. Then it calls gone.
func (k *socket) run(take func(message []byte), gone func()) {
	defer k.leave()
	defer gone()
	k.m.open.Add(1)
	defer k.m.open.Add(-1)
	k.queue.Begin(k.write)
	defer func() {
		k.queue.Close(talk.ByeGone)
		<-k.written
	}()
	k.pinger = time.AfterFunc(time.Hour, k.ping)
	k.pinger.Reset(pingEvery)
	defer k.pinger.Stop()
	k.read(take)
}

// read returns when the connection can't be read any more.
func (k *socket) read(take func([]byte)) {
	ctx := context.Background() // ping closes a dead connection
	var message bytes.Buffer
	for {
		kind, r, err := k.ws.Reader(ctx)
		if err != nil {
			return
		}
		if kind != websocket.MessageText {
			_ = k.ws.Close(websocket.StatusUnsupportedData, "text only")
			return
		}
		message.Reset()
		if _, err = message.ReadFrom(r); err != nil { // the socket limits its length
			return
		}
		k.m.received.Add(1)
		if k.pace.Wait(ctx) != nil { // somebody who sends too much is heard later
			return
		}
		take(message.Bytes())
	}
}

// write writes the queue until it is empty. If the queue is closed or the connection broken, it
// finishes once and stays busy.
func (k *socket) write() {
	last := true // even after a panic
	defer func() {
		if last {
			close(k.written)
		}
	}()
	defer k.recovered()
	for {
		w, bye := k.queue.Take()
		if w != nil {
			if err := w.Each(k.send); err != nil {
				k.queue.Close(talk.ByeGone)
				_ = k.ws.CloseNow()
				return
			}
			messages, bytes := w.Size()
			k.m.sent.Add(int64(messages))
			k.m.bytes.Add(int64(bytes))
			w.Free()
		}
		switch {
		case bye != "":
			k.end(bye)
			return
		case w == nil:
			last = false
			return
		}
	}
}

func (k *socket) send(message []byte) error {
	return k.ws.Write(context.Background(), websocket.MessageText, message)
}

// end closes the connection with the status for a reason.
func (k *socket) end(bye string) {
	status := websocket.StatusPolicyViolation
	switch bye {
	case talk.ByeSlow, talk.ByeGone:
		_ = k.ws.CloseNow()
		return
	case "restart", talk.ByeMoved:
		status = websocket.StatusServiceRestart
	case "store", "error":
		status = websocket.StatusInternalError
	}
	_ = k.ws.Close(status, bye) // an error means that the client has gone
}

// ping closes the connection if the client doesn't answer.
func (k *socket) ping() {
	ctx, cancel := context.WithTimeout(context.Background(), pongLimit)
	defer cancel()
	if k.ws.Ping(ctx) != nil {
		k.queue.Close(talk.ByeGone)
		_ = k.ws.CloseNow()
		return
	}
	k.pinger.Reset(pingEvery)
}

// recovered confines a panic to its connection.
func (k *socket) recovered() {
	if what := recover(); what != nil {
		k.m.panics.Add(1)
		k.log.Error("panic in a connection", "what", what)
		_ = k.ws.CloseNow()
	}
}
