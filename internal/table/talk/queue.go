package talk

import "sync"

// maxQueue is how many bytes may wait for a client. A client that is further behind is
// disconnected; it reconnects and gets the state in one message.
const maxQueue = 64 << 10

// keepQueue is the largest capacity of an empty buffer that is kept for reuse.
const keepQueue = 1 << 10

// Queue holds messages for one connection until they are written. Adding never blocks. It has a
// goroutine only while there is something to write, and a buffer only while something waits:
// most connections of a large server are silent at any moment.
type Queue struct {
	mu    sync.Mutex
	wait  *Waiting // nil: empty
	bye   string   // why the queue is closed; "": it is open
	write func()   // writes everything that Take returns, in a goroutine; nil: nobody writes yet
	busy  bool     // it is running

	// Cut ends the connection of a slow client, whose writer may be blocked; nil: nothing does.
	// Set it before anything is added.
	Cut func()
}

// Waiting has messages, one after another, and the end of each.
type Waiting struct {
	buf  []byte
	ends []int
}

//lattice:table
var buffers = sync.Pool{New: func() any { return &Waiting{} }}

// NewQueue returns an open queue without a writer.
func NewQueue() *Queue { return &Queue{} }

// Add appends a message; the function appends it to the buffer.
func (q *Queue) Add(message func(b []byte) []byte) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.bye != "" {
		return
	}
	w := q.wait
	if w == nil {
		w = buffers.Get().(*Waiting)
		q.wait = w
	}
	w.buf = message(w.buf)
	w.ends = append(w.ends, len(w.buf))
	if len(w.buf) > maxQueue {
		q.bye, q.wait = ByeSlow, nil
		if q.Cut != nil {
			go q.Cut()
		}
	}
	q.wake()
}

// Close closes the queue. Messages that wait are still written.
func (q *Queue) Close(code string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.bye == "" {
		q.bye = code
	}
	q.wake()
}

// Begin sets the writer.
func (q *Queue) Begin(write func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.write = write
	q.wake()
}

// wake starts the writer if there is something to write. The caller holds q.mu.
func (q *Queue) wake() {
	if !q.busy && q.write != nil && (q.wait != nil || q.bye != "") {
		q.busy = true
		go q.write()
	}
}

// Take returns the waiting messages, or nil, and why the queue is closed, if it is. A writer
// that gets nothing from an open queue must stop: another one may start.
func (q *Queue) Take() (w *Waiting, bye string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	w, q.wait = q.wait, nil
	if w == nil && q.bye == "" {
		q.busy = false
	}
	return w, q.bye
}

// Size returns the number of waiting messages, and their size in bytes.
func (w *Waiting) Size() (messages, bytes int) { return len(w.ends), len(w.buf) }

// Free returns a buffer for reuse.
func (w *Waiting) Free() {
	if cap(w.buf) <= keepQueue {
		w.buf, w.ends = w.buf[:0], w.ends[:0]
		buffers.Put(w)
	}
}

// Each calls f for every message.
func (w *Waiting) Each(f func(message []byte) error) error {
	at := 0
	for _, end := range w.ends {
		if err := f(w.buf[at:end]); err != nil {
			return err
		}
		at = end
	}
	return nil
}
