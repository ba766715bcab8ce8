package talk

import "sync"

// maxQueue is how many bytes may wait for a reader. Who is further behind is cut
// off; he comes back and is told the state in one message.
const maxQueue = 64 << 10

// keepQueue is how large an empty buffer may be to be used again.
const keepQueue = 1 << 10

// Queue holds messages for one connection until they are written. Those who add
// never wait. There is a goroutine that writes only while there is something to
// write, and buffers only while something waits: most connections of a large
// server are silent at any moment.
type Queue struct {
	mu    sync.Mutex
	wait  *Waiting // nil: nothing waits
	bye   string   // why nothing more is taken; "": it is open
	write func()   // writes all that Take gives, in a goroutine; nil: nobody does yet
	busy  bool     // it is running

	// Cut ends the connection of a slow reader, whose writer may be stuck; nil: nothing does.
	// It has to be set before anything is added.
	Cut func()
}

// Waiting are messages, one behind the other, and where each ends.
type Waiting struct {
	buf  []byte
	ends []int
}

//lattice:table
var buffers = sync.Pool{New: func() any { return &Waiting{} }}

// NewQueue returns an open queue that nobody writes yet.
func NewQueue() *Queue { return &Queue{} }

// Add appends a message that the function appends to the buffer.
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

// Close ends the queue; what waits will still be written.
func (q *Queue) Close(code string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.bye == "" {
		q.bye = code
	}
	q.wake()
}

// Begin says who writes.
func (q *Queue) Begin(write func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.write = write
	q.wake()
}

// wake lets the writer begin, if it has something to do; q.mu is held.
func (q *Queue) wake() {
	if !q.busy && q.write != nil && (q.wait != nil || q.bye != "") {
		q.busy = true
		go q.write()
	}
}

// Take returns what waits, nil if nothing does, and why the queue is closed, if it
// is. Who takes nothing from an open queue must stop: another writer may begin.
func (q *Queue) Take() (w *Waiting, bye string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	w, q.wait = q.wait, nil
	if w == nil && q.bye == "" {
		q.busy = false
	}
	return w, q.bye
}

// Size returns how many messages wait, and their bytes.
func (w *Waiting) Size() (messages, bytes int) { return len(w.ends), len(w.buf) }

// Free gives back what Take returned, to be used again by any queue.
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
