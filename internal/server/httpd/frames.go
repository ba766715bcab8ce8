package httpd

import (
	"errors"
	"net"
	"time"
)

// mostOdd is how many frames a second may be control frames, or pieces of a message. They
// cost the server more than the client, and no client of ours sends one in ten seconds.
const mostOdd = 100

var errFrames = errors.New("httpd: too many control frames, or pieces of messages")

// framed is the connection of a WebSocket that counts what kinds of frames come in. It reads
// the headers of frames only (RFC 6455, 5.2), and leaves all else to the library.
type framed struct {
	net.Conn
	head  [10]byte // of the frame that is coming in, without its mask
	have  int
	skip  uint64 // bytes of its mask and content that are still to come
	odd   int    // such frames in this second
	since time.Time
	over  bool // there were too many
}

// Read is net.Conn's.
func (f *framed) Read(b []byte) (int, error) {
	if f.over {
		return 0, errFrames
	}
	n, err := f.Conn.Read(b)
	if f.over = !f.count(b[:n]); f.over {
		return 0, errFrames
	}
	return n, err
}

// count looks at what has come in, and reports whether it may go on.
func (f *framed) count(b []byte) bool {
	for len(b) > 0 {
		if f.skip > 0 {
			n := min(f.skip, uint64(len(b)))
			f.skip -= n
			b = b[n:]
			continue
		}
		f.head[f.have] = b[0]
		f.have++
		b = b[1:]
		if f.have < f.size() {
			continue
		}
		f.skip = f.length()
		f.have = 0
		if op, last := f.head[0]&15, f.head[0]&0x80 != 0; (op >= 8 || op == 0 || !last) && !f.may() {
			return false
		}
	}
	return true
}

// size returns how long the header is, as far as that is known.
func (f *framed) size() int {
	switch {
	case f.have < 2:
		return 2
	case f.head[1]&0x7f == 126:
		return 4
	case f.head[1]&0x7f == 127:
		return 10
	}
	return 2
}

// length returns how many bytes follow the header.
func (f *framed) length() (n uint64) {
	if f.have == 2 {
		n = uint64(f.head[1] & 0x7f)
	}
	for _, b := range f.head[2:f.have] {
		n = n<<8 | uint64(b)
	}
	n &= 1<<62 - 1 // the library refuses far less
	if f.head[1]&0x80 != 0 {
		n += 4
	}
	return n
}

// may counts an odd frame.
func (f *framed) may() bool {
	if now := time.Now(); now.Sub(f.since) >= time.Second {
		f.since, f.odd = now, 0
	}
	f.odd++
	return f.odd <= mostOdd
}
