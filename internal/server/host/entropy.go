package host

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	mathrand "math/rand/v2"

	"chratze/chance"
)

// systemSource draws from the operating system: nobody can foresee it.
type systemSource struct {
	buf  [512]byte
	used int
}

// Uint64 is rand.Source's.
func (s *systemSource) Uint64() uint64 {
	if s.used == 0 || s.used == len(s.buf) {
		_, _ = rand.Read(s.buf[:]) // ends the program rather than fail
		s.used = 0
	}
	n := binary.LittleEndian.Uint64(s.buf[s.used:])
	clear(s.buf[s.used : s.used+8])
	s.used += 8
	return n
}

// NewChance returns what shuffles and cuts: all orders are equally likely. It is for one goroutine.
func NewChance() chance.Shuffler { return chance.Of(mathrand.New(new(systemSource))) }

// FreshSecret returns 128 bits, for the link of a chair.
func FreshSecret() string {
	var b [16]byte
	_, _ = rand.Read(b[:])
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// FreshCode returns 40 bits in Crockford's base 32, which has no letters that look
// alike: what people read to each other.
func FreshCode() string {
	const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	var b [8]byte
	_, _ = rand.Read(b[:])
	for i := range b {
		b[i] = alphabet[b[i]%32]
	}
	return string(b[:])
}

// anyChance is a source for bots, which think in many goroutines.
type anyChance struct{}

// IntN is bot.Source's.
func (anyChance) IntN(n int) int { return mathrand.IntN(n) }
