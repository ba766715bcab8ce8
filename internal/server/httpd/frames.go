package httpd

import (
	"errors"
	"net"
	"time"
)

// mostOdd is how many frames a second may be control frames or fragments of a message. They
// cost the server more than the client, and our clients send fewer than one in ten seconds.
const mostOdd = 100

var errFrames = errors.New("httpd: too many control frames, or pieces of messages")

// framed is the connection of a WebSocket. It counts the kinds of incoming frames. It only
// reads the headers of frames (RFC 6455, 5.2) and leaves everything else to the library.
type framed struct {
	net.Conn
	head  [10]byte // header of the current frame, without its mask
	have  int
	skip  uint64 // bytes of mask and content that are still to come
	odd   int    // number of such frames in this second
	since time.Time
	over  bool // there were too many
}

// Read implements net.Conn.
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

// count examines incoming bytes. It returns false if there were too many odd frames.
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

// size returns the length of the header, as far as it is known.
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

// length returns the number of bytes after the header.
func (f *framed) length() (n uint64) {
	if f.have == 2 {
		n = uint64(f.head[1] & 0x7f)
	}
	for _, b := range f.head[2:f.have] {
		n = n<<8 | uint64(b)
	}
	n &= 1<<62 - 1 // the library's limit is far lower
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
