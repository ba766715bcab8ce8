package httpd

import "sync"

// maxQueue is how many bytes may wait for a reader. Who is further behind is cut
// off; he comes back and is told the state in one message.
const maxQueue = 64 << 10

// keepQueue is how large an empty buffer may be to be kept.
const keepQueue = 4 << 10

// queue holds messages for one connection until they are written. Those who add
// never wait.
type queue struct {
	mu    sync.Mutex
	buf   []byte // messages, one behind the other
	ends  []int  // where each ends
	bye   string // why nothing more is taken; "": it is open
	ready chan struct{}
	cut   func() // ends the connection of a slow reader, whose writer may be stuck; nil: none

	spare     []byte // of the writer, while it has nothing to write
	spareEnds []int
}

func newQueue() *queue { return &queue{ready: make(chan struct{}, 1)} }

// add appends a message that the function appends to the buffer.
func (q *queue) add(message func(b []byte) []byte) {
	q.mu.Lock()
	if q.bye == "" {
		q.buf = message(q.buf)
		q.sealed()
	}
	q.mu.Unlock()
	q.wake()
}

// sealed notes the end of a message; q.mu is held.
func (q *queue) sealed() {
	q.ends = append(q.ends, len(q.buf))
	if len(q.buf) > maxQueue {
		q.bye, q.buf, q.ends = byeSlow, nil, nil
		if q.cut != nil {
			go q.cut()
		}
	}
}

// close ends the queue; what waits will still be written.
func (q *queue) close(code string) {
	q.mu.Lock()
	if q.bye == "" {
		q.bye = code
	}
	q.mu.Unlock()
	q.wake()
}

func (q *queue) wake() {
	select {
	case q.ready <- struct{}{}:
	default:
	}
}

// take returns what waits, and why the queue is closed, if it is. The slices are
// valid until give.
func (q *queue) take() (buf []byte, ends []int, bye string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	buf, ends, bye = q.buf, q.ends, q.bye
	q.buf, q.ends = q.spare[:0], q.spareEnds[:0]
	q.spare, q.spareEnds = nil, nil
	return buf, ends, bye
}

// give gives back what take returned, to be used again.
func (q *queue) give(buf []byte, ends []int) {
	if cap(buf) > keepQueue {
		return
	}
	q.mu.Lock()
	q.spare, q.spareEnds = buf, ends
	q.mu.Unlock()
}
