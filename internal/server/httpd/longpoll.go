package httpd

import (
	"bytes"
	"context"
	"crypto/rand"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"chratze/internal/table/host"
	"chratze/internal/table/talk"
	"chratze/internal/table/wire"
)

// Where a network lets no WebSocket through, a client carries the same messages by requests (long polling): POST opens a line, each
// GET waits for messages, and each POST to the line brings one. Both sides count, so that a request that is repeated
// on the way neither loses a message nor brings one twice.

// hungUp is how long a line lasts whose client has given up waiting; pongLimit counts for one that has been answered.
const hungUp = 5 * time.Second

// line is such a connection.
type line struct {
	given string // the secret that it was opened with
	queue *talk.Queue
	pace  *rate.Limiter // limits incoming messages
	take  func(message []byte)
	m     *Metrics
	ready chan struct{} // has something when the queue may have something
	ended chan struct{} // closed at the end
	once  sync.Once
	end   func()

	in    sync.Mutex // held while a message is heard
	heard int        // messages from the client

	out     sync.Mutex // held by the request that waits
	told    int        // messages that the client has acknowledged
	waiting [][]byte   // those that it was sent since

	mu      sync.Mutex
	readers int
	stop    context.CancelFunc // ends the request that waits, since another has come
	silence *time.Timer        // ends the line; it rests while a request waits
}

// newLine returns a line without a client; end is called at its end.
func newLine(given string, m *Metrics, pace *rate.Limiter, end func()) *line {
	l := &line{given: given, queue: talk.NewQueue(), pace: pace, m: m, ready: make(chan struct{}, 1), ended: make(chan struct{}), end: end, stop: func() {}}
	l.queue.Cut = func() {
		m.slow.Add(1)
		l.finish()
	}
	l.silence = time.AfterFunc(pongLimit, l.finish)
	l.queue.Begin(func() {
		select {
		case l.ready <- struct{}{}:
		default:
		}
	})
	return l
}

// finish ends the line.
func (l *line) finish() {
	l.once.Do(func() {
		l.silence.Stop()
		l.queue.Close(talk.ByeGone)
		close(l.ended)
		l.end()
	})
}

// read waits for messages behind the first after, which the client has. It returns none if none come in time, if another request
// waits instead, or if the line ends. It reports false if there is no such number.
func (l *line) read(ctx context.Context, after int) (list [][]byte, ok bool) {
	mine, stop := context.WithTimeout(ctx, pingEvery)
	defer stop()
	l.mu.Lock()
	l.stop()
	l.stop = stop
	l.readers++
	l.silence.Stop()
	l.mu.Unlock()
	l.out.Lock()
	defer func() {
		l.out.Unlock()
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.readers--; l.readers > 0 {
			return
		}
		l.silence.Reset(pongLimit)
		if ctx.Err() != nil {
			l.silence.Reset(hungUp)
		}
	}()
	for {
		list, last, ok := l.fetch(after)
		if last {
			l.finish()
		}
		if last || !ok || len(list) > 0 {
			return list, ok
		}
		select {
		case <-l.ready:
		case <-l.ended:
			return nil, true
		case <-mine.Done():
			return nil, true
		}
	}
}

// fetch returns the messages behind the first after, which the client has, and whether they are the last. It reports false if
// there is no such number. As long as the client hasn't said that it has them, it gets the same again.
func (l *line) fetch(after int) (list [][]byte, last, ok bool) {
	if after < l.told || after > l.told+len(l.waiting) {
		return nil, false, false
	}
	l.waiting, l.told = l.waiting[after-l.told:], after
	if len(l.waiting) > 0 {
		return l.waiting, false, true
	}
	w, bye := l.queue.Take()
	if w != nil {
		_ = w.Each(func(message []byte) error {
			l.waiting = append(l.waiting, bytes.Clone(message))
			return nil
		})
		messages, bytes := w.Size()
		l.m.sent.Add(int64(messages))
		l.m.bytes.Add(int64(bytes))
		w.Free()
	}
	return l.waiting, bye != "", true
}

// hear takes the message with a number, once. It reports false if the number is another, or another message is being heard.
func (l *line) hear(ctx context.Context, n int, message []byte) bool {
	if !l.in.TryLock() {
		return false
	}
	defer l.in.Unlock()
	if n >= 0 && n == l.heard-1 {
		return true // it is repeated
	}
	if n != l.heard || l.pace.Wait(ctx) != nil { // whoever sends too much is heard later
		return false
	}
	l.heard++
	l.m.received.Add(1)
	l.take(message)
	return true
}

// lines are those that are open, by name.
type lines struct {
	mu sync.Mutex
	by map[string]*line
}

// set notes a line, or with nil forgets it.
func (all *lines) set(name string, l *line) {
	all.mu.Lock()
	defer all.mu.Unlock()
	if all.by[name] = l; l == nil {
		delete(all.by, name)
	}
}

// Line is the answer of POST /api/seat/{table}/line.
type Line struct {
	Line string `json:"line"`
}

// openLine is POST /api/seat/{table}/line.
func (s *Server) openLine(w http.ResponseWriter, r *http.Request) {
	if !isJSON(w, r) {
		return
	}
	given, ok := s.comesAs(w, r)
	if !ok {
		return
	}
	leave, ok := s.enter(w, r)
	if !ok {
		return
	}
	s.opt.Metrics.open.Add(1)
	name, gone, seated := rand.Text(), func() {}, make(chan struct{})
	defer close(seated)
	l := newLine(given, s.opt.Metrics, s.pace(r), func() {
		<-seated
		s.lines.set(name, nil)
		gone()
		s.opt.Metrics.open.Add(-1)
		leave()
	})
	l.take, gone = s.sit(r, given, l.queue)
	s.lines.set(name, l)
	answer(w, http.StatusCreated, Line{name})
}

// lineOf returns the line of a request, which must come from the one who has opened it. If there is none it answers the request.
func (s *Server) lineOf(w http.ResponseWriter, r *http.Request) *line {
	s.lines.mu.Lock()
	l := s.lines.by[r.PathValue("line")]
	s.lines.mu.Unlock()
	if given, _ := s.secretOf(r); l == nil || !same(given, l.given) {
		fail(w, http.StatusGone, "line", "no such line: open another")
		return nil
	}
	return l
}

// poll is GET /api/seat/{table}/line/{line}.
func (s *Server) poll(w http.ResponseWriter, r *http.Request) {
	l := s.lineOf(w, r)
	if l == nil {
		return
	}
	after, err := strconv.Atoi(r.URL.Query().Get("after"))
	list, ok := l.read(r.Context(), after)
	if err != nil || !ok {
		l.finish()
		fail(w, http.StatusGone, "line", "after is the number of messages that have come")
		return
	}
	w.Header().Set("Content-Type", "application/json")
	for i, message := range list {
		_, _ = w.Write([]byte{"[,"[min(i, 1)]})
		_, _ = w.Write(message) // an error means that the client has gone
	}
	if len(list) == 0 {
		_, _ = io.WriteString(w, "[")
	}
	_, _ = io.WriteString(w, "]")
}

// speak is POST /api/seat/{table}/line/{line}.
func (s *Server) speak(w http.ResponseWriter, r *http.Request) {
	if !isJSON(w, r) {
		return
	}
	l := s.lineOf(w, r)
	if l == nil {
		return
	}
	message, err := io.ReadAll(http.MaxBytesReader(w, r.Body, wire.MaxMessage))
	if err != nil {
		l.finish()
		fail(w, http.StatusRequestEntityTooLarge, "large", "at most "+strconv.Itoa(wire.MaxMessage)+" bytes")
		return
	}
	n, err := strconv.Atoi(r.URL.Query().Get("n"))
	if err != nil || !l.hear(r.Context(), n, message) {
		l.finish()
		fail(w, http.StatusGone, "line", "n is the number of messages that were sent before, one after another")
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// pace returns the limiter of the messages of a new connection.
func (s *Server) pace(r *http.Request) *rate.Limiter {
	limit := s.opt.Limits.Messages
	if s.exempt(r) {
		limit = host.Rate{}
	}
	return limit.Limiter()
}
