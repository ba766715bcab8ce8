package httpd

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"chratze/internal/server/talk"
	"chratze/internal/server/wire"
)

const (
	pingEvery = 25 * time.Second // below the 30 s after which some mobile networks forget a connection
	pongLimit = 20 * time.Second
)

// socket is one WebSocket: a goroutine reads, another writes while there is
// something in the queue, and a timer pings.
type socket struct {
	ws      *websocket.Conn
	queue   *talk.Queue
	pace    *rate.Limiter // of incoming messages
	m       *Metrics
	log     *slog.Logger
	pinger  *time.Timer
	written chan struct{} // closed when nothing more will be written
}

// upgrade makes a WebSocket of a request. If it can't, the request is answered.
func (s *Server) upgrade(w http.ResponseWriter, r *http.Request, q *talk.Queue) *socket {
	limit := s.opt.Limits.Messages
	if s.exempt(r) {
		limit = Rate{}
	}
	ws, err := websocket.Accept(slim{w}, r, &websocket.AcceptOptions{OriginPatterns: s.origins})
	if err != nil {
		s.opt.Logger.Debug("no WebSocket", "err", err)
		return nil
	}
	ws.SetReadLimit(wire.MaxMessage)
	k := &socket{ws: ws, queue: q, pace: limit.limiter(), m: s.opt.Metrics, log: s.opt.Logger, written: make(chan struct{})}
	q.Cut = func() {
		k.m.slow.Add(1)
		_ = ws.CloseNow()
	}
	return k
}

// slim makes the buffers of a WebSocket as small as its messages are: those of
// net/http, 4 KB each way, would be half of what a connection costs.
type slim struct{ http.ResponseWriter }

const (
	readBuffer  = 512
	writeBuffer = 1024
)

// Hijack is http.Hijacker's.
func (s slim) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(s.ResponseWriter).Hijack()
	if err != nil {
		return conn, rw, err
	}
	f := &framed{Conn: conn}
	conn = f
	if n := rw.Reader.Buffered(); n > 0 { // who talks before the answer
		early, err := rw.Reader.Peek(n)
		f.over = !f.count(early)
		return conn, rw, err
	}
	return conn, bufio.NewReadWriter(bufio.NewReaderSize(conn, readBuffer), bufio.NewWriterSize(conn, writeBuffer)), nil
}

// serve runs the connection in a goroutine of its own, so that the request is not
// kept for as long as the connection lives; gone is called when it has ended.
func (k *socket) serve(take func(message []byte), gone func()) {
	go func() {
		defer k.recovered()
		defer gone()
		k.run(take)
	}()
}

// run writes what is in the queue and gives every message to take, until the
// connection ends on either side.
func (k *socket) run(take func(message []byte)) {
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
	ctx := context.Background() // a connection that has gone is closed by ping
	buf := make([]byte, 0, 256)
	for {
		kind, r, err := k.ws.Reader(ctx)
		if err != nil {
			return
		}
		if kind != websocket.MessageText {
			_ = k.ws.Close(websocket.StatusUnsupportedData, "text only")
			return
		}
		if buf, err = readAll(buf[:0], r); err != nil {
			return
		}
		k.m.received.Add(1)
		if k.pace.Wait(ctx) != nil { // who says too much is heard later
			return
		}
		take(buf)
	}
}

// readAll reads r into buf; the socket's limit bounds it.
func readAll(buf []byte, r io.Reader) ([]byte, error) {
	for {
		n, err := r.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if errors.Is(err, io.EOF) {
			return buf, nil
		}
		if err != nil {
			return buf, err
		}
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
	}
}

// write writes what is in the queue until that is empty. What it does last, when
// the queue is closed or the connection broken, it does once: it stays busy.
func (k *socket) write() {
	last := true // also if it panics
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

// end closes the connection with a status that says why.
func (k *socket) end(bye string) {
	status := websocket.StatusPolicyViolation
	switch bye {
	case talk.ByeSlow, talk.ByeGone:
		_ = k.ws.CloseNow()
		return
	case "restart":
		status = websocket.StatusServiceRestart
	case "store", "error":
		status = websocket.StatusInternalError
	}
	_ = k.ws.Close(status, bye) // an error: the client is gone
}

// ping cuts the connection if it doesn't answer.
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

// recovered keeps a panic within its connection.
func (k *socket) recovered() {
	if what := recover(); what != nil {
		k.m.panics.Add(1)
		k.log.Error("panic in a connection", "what", what)
		_ = k.ws.CloseNow()
	}
}
