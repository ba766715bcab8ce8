package httpd

import "sync"

// maxQueue is how many bytes may wait for a reader. Who is further behind is cut
// off; he comes back and is told the state in one message.
const maxQueue = 64 << 10

// keepQueue is how large an empty buffer may be to be used again.
const keepQueue = 1 << 10

// queue holds messages for one connection until they are written. Those who add
// never wait. There is a goroutine that writes only while there is something to
// write, and buffers only while something waits: most connections of a large
// server are silent at any moment.
type queue struct {
	mu    sync.Mutex
	wait  *waiting // nil: nothing waits
	bye   string   // why nothing more is taken; "": it is open
	write func()   // writes all that take gives, in a goroutine; nil: nobody does yet
	busy  bool     // it is running
	cut   func()   // ends the connection of a slow reader, whose writer may be stuck; nil: none
}

// waiting are messages, one behind the other, and where each ends.
type waiting struct {
	buf  []byte
	ends []int
}

//lattice:table
var buffers = sync.Pool{New: func() any { return &waiting{} }}

func newQueue() *queue { return &queue{} }

// add appends a message that the function appends to the buffer.
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

// close ends the queue; what waits will still be written.
func (q *queue) close(code string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.bye == "" {
		q.bye = code
	}
	q.wake()
}

// begin says who writes.
func (q *queue) begin(write func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.write = write
	q.wake()
}

// wake lets the writer begin, if it has something to do; q.mu is held.
func (q *queue) wake() {
	if !q.busy && q.write != nil && (q.wait != nil || q.bye != "") {
		q.busy = true
		go q.write()
	}
}

// take returns what waits, nil if nothing does, and why the queue is closed, if it
// is. Who takes nothing from an open queue must stop: another writer may begin.
func (q *queue) take() (w *waiting, bye string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	w, q.wait = q.wait, nil
	if w == nil && q.bye == "" {
		q.busy = false
	}
	return w, q.bye
}

// free gives back what take returned, to be used again by any queue.
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
