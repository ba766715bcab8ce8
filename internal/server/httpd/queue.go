package httpd

import "sync"

// maxQueue is how many bytes may wait for a client. A client that is further behind is
// disconnected; it reconnects and gets the state in one message.
const maxQueue = 64 << 10

// keepQueue is the largest capacity of an empty buffer that is kept for reuse.
const keepQueue = 1 << 10

// queue holds messages for one connection until they are written. Adding never blocks. It has a
// goroutine only while there is something to write, and a buffer only while something waits:
// most connections of a large server are silent at any moment.
type queue struct {
	mu    sync.Mutex
	wait  *waiting // nil: empty
	bye   string   // why the queue is closed; "": it is open
	write func()   // writes everything that take returns, in a goroutine; nil: nobody writes yet
	busy  bool     // it is running
	cut   func()   // ends the connection of a slow client, whose writer may be blocked; nil: none
}

// waiting has messages, one after another, and the end of each.
type waiting struct {
	buf  []byte
	ends []int
}

//lattice:table
var buffers = sync.Pool{New: func() any { return &waiting{} }}

func newQueue() *queue { return &queue{} }

// add appends a message; the function appends it to the buffer.
func (q *queue) add(message func(b []byte) []byte) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.bye != "" {
		return
	}
	w := q.wait
	if w == nil {
		w = buffers.Get().(*waiting)
		q.wait = w
	}
	w.buf = message(w.buf)
	w.ends = append(w.ends, len(w.buf))
	if len(w.buf) > maxQueue {
		q.bye, q.wait = byeSlow, nil
		if q.cut != nil {
			go q.cut()
		}
	}
	q.wake()
}

// close closes the queue. Messages that wait are still written.
func (q *queue) close(code string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.bye == "" {
		q.bye = code
	}
	q.wake()
}

// begin sets the writer.
func (q *queue) begin(write func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.write = write
	q.wake()
}

// wake starts the writer if there is something to write. The caller holds q.mu.
func (q *queue) wake() {
	if !q.busy && q.write != nil && (q.wait != nil || q.bye != "") {
		q.busy = true
		go q.write()
	}
}

// take returns the waiting messages, or nil, and why the queue is closed, if it is. A writer
// that gets nothing from an open queue must stop: another one may start.
func (q *queue) take() (w *waiting, bye string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	w, q.wait = q.wait, nil
	if w == nil && q.bye == "" {
		q.busy = false
	}
	return w, q.bye
}

// free returns a buffer for reuse.
func (w *waiting) free() {
	if cap(w.buf) <= keepQueue {
		w.buf, w.ends = w.buf[:0], w.ends[:0]
		buffers.Put(w)
	}
}

// each calls f for every message.
func (w *waiting) each(f func(message []byte) error) error {
	at := 0
	for _, end := range w.ends {
		if err := f(w.buf[at:end]); err != nil {
			return err
		}
		at = end
	}
	return nil
}
