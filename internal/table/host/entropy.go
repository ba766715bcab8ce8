package host

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	mathrand "math/rand/v2"

	"chratze/chance"
)

// systemSource reads random numbers from the operating system. Nobody can predict them.
type systemSource struct {
	buf  [512]byte
	used int
}

// Uint64 implements rand.Source.
func (s *systemSource) Uint64() uint64 {
	if s.used == 0 || s.used == len(s.buf) {
		_, _ = rand.Read(s.buf[:]) // on failure the program ends
		s.used = 0
	}
	n := binary.LittleEndian.Uint64(s.buf[s.used:])
	clear(s.buf[s.used : s.used+8])
	s.used += 8
	return n
}

// NewChance returns the generator of shuffles and cuts; all orders are equally likely. It is
// not safe for concurrent use.
func NewChance() chance.Shuffler { return chance.Of(mathrand.New(new(systemSource))) }

// FreshSecret returns 128 random bits as text, for the link of a chair.
func FreshSecret() string {
	var b [16]byte
	_, _ = rand.Read(b[:])
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// FreshCode returns 40 random bits in Crockford's base 32, which has no letters that look
// alike, since people read codes to each other.
func FreshCode() string {
	const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	var b [8]byte
	_, _ = rand.Read(b[:])
	for i := range b {
		b[i] = alphabet[b[i]%32]
	}
	return string(b[:])
}

// anyChance is a source for bots that is safe for concurrent use.
type anyChance struct{}

// IntN implements chance.Source.
func (anyChance) IntN(n int) int { return mathrand.IntN(n) }
