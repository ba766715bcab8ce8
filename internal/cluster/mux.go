package cluster

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// mux is one connection to another node, for all that is passed on to it: streams, which the side
// that has connected opens. Whoever speaks writes at once if nobody else does. What is said while
// a write is on its way goes out together, by the next one. So two servers that have much to say to
// each other need fewer writes than messages, and in one that has little to say nobody is woken
// for a message but the one who reads it.
//
// A frame is a byte for its kind, three for its value, four for the number of a stream, and, of
// frameData, as many bytes as the value says.
type mux struct {
	conn  net.Conn
	came  func(*stream) bool // takes what the other side opens; nil: it may open nothing
	heard atomic.Uint64      // frames
	over  chan struct{}      // closed at the end; nothing more is heard
	quiet chan struct{}      // closed when nothing more will be written

	mu      sync.Mutex
	room    *sync.Cond // there may be room for more, or this is the end
	work    *sync.Cond // something is handed over, or this is the end
	out     []byte     // what goes out by the next write
	spare   []byte
	writing bool // somebody writes; run, if handed is set
	handed  bool
	err     error // why nothing more can be said
	last    uint32
	streams map[uint32]*stream
	pings   map[uint32]chan struct{}
}

// The kinds of frames.
const (
	frameOpen   byte = iota // the stream is new
	frameTook               // the other side has it
	frameData               // something is said
	frameCredit             // more may be said: the value in bytes
	frameEnd                // the stream is over
	framePing
	framePong
)

const (
	frameHead    = 8
	mostData     = 16 << 10 // of a frame, in bytes
	mostGathered = 64 << 10 // bytes that may wait to be written; whoever has more to say waits too
	lastWords    = time.Second
	keepAlive    = 10 * time.Second // after twice that without a frame the other side is gone
)

var errFrame = errors.New("node: the other side doesn't speak as servers do")

// newMux begins to speak. The limit of what is said first is that of the caller's handshake.
func newMux(conn net.Conn, came func(*stream) bool) *mux {
	m := &mux{conn: conn, came: came, over: make(chan struct{}), quiet: make(chan struct{}), streams: map[uint32]*stream{}, pings: map[uint32]chan struct{}{}}
	m.room, m.work = sync.NewCond(&m.mu), sync.NewCond(&m.mu)
	go m.run()
	go func() { m.end(m.listen()) }()
	go m.watch()
	return m
}

// closed reports whether nothing more can be said.
func (m *mux) closed() bool {
	select {
	case <-m.over:
		return true
	default:
		return false
	}
}

// number returns how many streams there are.
func (m *mux) number() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.streams)
}

// open returns a new stream. If the other side doesn't take it within the limit, all of them end.
func (m *mux) open(limit time.Duration) (*stream, error) {
	m.mu.Lock()
	m.last++
	s := newStream(m, m.last)
	if m.err == nil {
		m.streams[s.id] = s
	}
	m.mu.Unlock()
	s.taken = time.AfterFunc(limit, func() { m.end(errSilent) })
	if err := m.say(frameOpen, s.id, 0, nil); err != nil {
		s.taken.Stop()
		return nil, err
	}
	return s, nil
}

// ping waits until the other side has answered.
func (m *mux) ping(ctx context.Context) error {
	answer := make(chan struct{})
	m.mu.Lock()
	m.last++
	number := m.last
	m.pings[number] = answer
	m.mu.Unlock()
	defer func() {
		m.mu.Lock()
		delete(m.pings, number)
		m.mu.Unlock()
	}()
	m.queue(framePing, number, 0)
	select {
	case <-answer:
		return nil
	case <-m.over:
		return net.ErrClosed
	case <-ctx.Done():
		return errSilent
	}
}

// Close ends all streams. What was said before still goes out, while Close has returned.
func (m *mux) Close() { m.end(net.ErrClosed) }

// end lets nobody say anything more.
func (m *mux) end(err error) {
	m.mu.Lock()
	first, all := m.err == nil, m.streams
	if first {
		m.err, m.streams = err, map[uint32]*stream{}
		close(m.over)
		now := time.Now()
		_ = m.conn.SetWriteDeadline(now.Add(lastWords)) // these errors mean that it is closed already
		_ = m.conn.SetReadDeadline(now)
		m.room.Broadcast()
		m.work.Signal()
	}
	m.mu.Unlock()
	if first {
		for _, s := range all {
			s.ended(err)
		}
	}
}

// say writes a frame, or leaves it to whoever writes now. It waits while too much is left to them.
func (m *mux) say(kind byte, id uint32, value int, data []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for m.writing && len(m.out) >= mostGathered && m.err == nil {
		m.room.Wait()
	}
	if m.err != nil {
		return m.err
	}
	m.add(kind, id, value, data)
	if m.writing {
		return nil
	}
	m.writing = true
	m.mu.Unlock()
	runtime.Gosched() // those who are about to speak, too, since the same batch has been kept, do so first
	m.mu.Lock()
	m.write()
	if len(m.out) > 0 { // others have spoken meanwhile: who wrote has other things to do
		m.handOver()
		return nil
	}
	m.writing = false
	if m.err != nil {
		m.work.Signal()
	}
	return nil
}

// handOver leaves it to run to write.
func (m *mux) handOver() {
	m.handed = true
	m.work.Signal()
}

// queue is say without data for those who must not wait, since they listen.
func (m *mux) queue(kind byte, id uint32, value int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.err != nil {
		return
	}
	m.add(kind, id, value, nil)
	if !m.writing {
		m.writing = true
		m.handOver()
	}
}

func (m *mux) add(kind byte, id uint32, value int, data []byte) {
	m.out = binary.BigEndian.AppendUint32(m.out, uint32(kind)<<24|uint32(value))
	m.out = binary.BigEndian.AppendUint32(m.out, id)
	m.out = append(m.out, data...)
}

// write writes what there is. The lock is open meanwhile.
func (m *mux) write() {
	out := m.out
	m.out = m.spare[:0]
	m.room.Broadcast()
	m.mu.Unlock()
	_, err := m.conn.Write(out)
	if err != nil {
		m.end(err)
	}
	m.mu.Lock()
	m.spare = out
	if err != nil {
		m.out = m.out[:0]
	}
}

// run writes what is handed over, and the last words.
func (m *mux) run() {
	defer close(m.quiet)
	m.mu.Lock()
	for m.err == nil || m.writing { // if there is something to write, somebody does
		if !m.handed {
			m.work.Wait()
			continue
		}
		for len(m.out) > 0 {
			m.write()
		}
		m.writing, m.handed = false, false
	}
	m.mu.Unlock()
	_ = m.conn.Close() // nobody is there any more whom an error would help
}

// watch ends the connection if the other side is gone without a word.
func (m *mux) watch() {
	every := time.NewTicker(keepAlive)
	defer every.Stop()
	for last, silent := uint64(0), 0; ; {
		select {
		case <-m.over:
			return
		case <-every.C:
		}
		if now := m.heard.Load(); now != last {
			last, silent = now, 0
		} else if silent++; silent == 2 {
			m.end(errSilent)
			return
		}
		m.queue(framePing, 0, 0)
	}
}

// listen takes what the other side says, until it has gone.
func (m *mux) listen() error {
	r := bufio.NewReaderSize(m.conn, 32<<10)
	for {
		var head [frameHead]byte
		if _, err := io.ReadFull(r, head[:]); err != nil {
			return err
		}
		m.heard.Add(1)
		word, id := binary.BigEndian.Uint32(head[:]), binary.BigEndian.Uint32(head[4:])
		kind, value := byte(word>>24), int(word&(1<<24-1))
		m.mu.Lock()
		s := m.streams[id]
		m.mu.Unlock()
		if kind == frameData {
			if err := s.hear(r, value); err != nil {
				return err
			}
			continue
		}
		if err := m.take(kind, id, value, s); err != nil {
			return err
		}
	}
}

// take takes a frame without data. The stream is nil if it is over.
func (m *mux) take(kind byte, id uint32, value int, s *stream) error {
	switch kind {
	case frameOpen:
		return m.opened(id, s)
	case framePing:
		m.queue(framePong, id, 0)
	case framePong:
		m.mu.Lock()
		defer m.mu.Unlock()
		if answer, ok := m.pings[id]; ok {
			delete(m.pings, id)
			close(answer)
		}
	case frameTook, frameCredit, frameEnd:
		if s == nil {
			return nil // it was over before the other side heard so
		}
		switch kind {
		case frameTook:
			if s.taken != nil {
				s.taken.Stop()
			}
		case frameCredit:
			s.mayS(value)
		default:
			m.forget(s)
			s.ended(io.EOF)
		}
	default:
		return errFrame
	}
	return nil
}

// opened takes a stream that the other side has opened.
func (m *mux) opened(id uint32, s *stream) error {
	if m.came == nil || s != nil {
		return errFrame
	}
	s = newStream(m, id)
	m.mu.Lock()
	if m.err == nil {
		m.streams[id] = s
	}
	m.mu.Unlock()
	m.queue(frameTook, id, 0)
	if !m.came(s) {
		return net.ErrClosed
	}
	return nil
}

func (m *mux) forget(s *stream) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.streams, s.id)
}
