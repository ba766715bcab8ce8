// Package env plays hands in memory that its caller owns, for programs that learn or search: a [Hand] is bytes, so a copy of them is
// a clone. Actions are dense numbers, the same in all games (docs/actions.md). Nothing is allocated after a game is loaded, but by
// what returns a text.
package env

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

	"chratze/card"
	"chratze/rams"
)

// Hand is the memory of one hand: [Size] bytes, or [SizeLogged], with which it remembers its actions: these are needed for what a seat
// has been told, and to save it. A Hand means nothing to other versions of this package: [Games.Save] is for files.
type Hand []byte

// Sizes of a hand in bytes.
const (
	Size       = atLog
	SizeLogged = Size + 2*MostLog
	MostLog    = 256 // actions, nature's included
)

// Where things are in a hand. The state's pointer to its game is replaced by the game's number.
const (
	atGame    = 0   // 4 bytes
	atFlags   = 4   // self
	atWant    = 5   // of the draw: how many cards before the bonus
	atCut     = 6   // how many cards the cut leaves in the top packet; 0: not known
	atUps     = 7   // how many of atUp are known
	atState   = 8   // the rest of rams.State
	atPending = 256 // the cards of the packet that have come so far
	atRandom  = 264 // of nature
	atUp      = 272 // two cards shown
	atLen     = 274 // 2 bytes: actions in the log
	atLog     = 280
)

// The flags of a hand: nature acts by itself; it doesn't remember its actions, though it has the size.
const (
	self     = 1
	unlogged = 2
)

// Turns that are no seat's.
const (
	Nature = -1
	Over   = -4
)

// table is a State with what the hand has besides.
type table struct {
	rams.State
	g       *Game
	pending card.Set
	random  uint64
	up      [2]card.Card
	ups     uint8
	want    uint8
	cut     uint8
	self    bool
	did     rams.Action // the last one that changed the state
}

// bytesOf returns the memory of a state.
func bytesOf(s *rams.State) *[256]byte { return (*[256]byte)(unsafe.Pointer(s)) }

// load reads a hand. The pointer in the state is only ever copied from another state, as the collector wants it.
func (t *table) load(g *Game, h Hand) {
	t.g, t.State = g, g.first
	copy(bytesOf(&t.State)[atState:], h[atState:atPending])
	t.pending = card.Set(binary.LittleEndian.Uint64(h[atPending:]))
	t.random = binary.LittleEndian.Uint64(h[atRandom:])
	t.self, t.want, t.cut, t.ups = h[atFlags]&self != 0, h[atWant], h[atCut], h[atUps]
	t.up = [2]card.Card{card.Card(h[atUp]), card.Card(h[atUp+1])}
}

// store writes a hand.
func (t *table) store(h Hand) {
	copy(h[atState:atPending], bytesOf(&t.State)[atState:])
	binary.LittleEndian.PutUint64(h[atPending:], uint64(t.pending))
	binary.LittleEndian.PutUint64(h[atRandom:], t.random)
	h[atWant], h[atCut], h[atUps] = t.want, t.cut, t.ups
	h[atUp], h[atUp+1] = byte(t.up[0]), byte(t.up[1])
}

// turn is whose turn it is: a seat, Nature or Over.
func (t *table) turn() int {
	if t.Done() {
		return Over
	}
	return int(t.Turn())
}

// logged reports whether the hand remembers its actions.
func (h Hand) logged() bool { return len(h) >= SizeLogged && h[atFlags]&unlogged == 0 }

// note writes an action into the log, if the hand has one.
func (h Hand) note(id int) {
	if !h.logged() {
		return
	}
	n := binary.LittleEndian.Uint16(h[atLen:])
	binary.LittleEndian.PutUint16(h[atLog+2*int(n):], uint16(id)) // no game has needed 200
	binary.LittleEndian.PutUint16(h[atLen:], n+1)
}

// Len returns how many actions a logged hand has had.
func (h Hand) Len() int { return int(binary.LittleEndian.Uint16(h[atLen:])) }

// Random returns the number from which nature's next ones come: what is to differ from hand to hand can be made of it.
func (h Hand) Random() uint64 { return binary.LittleEndian.Uint64(h[atRandom:]) }

// Logged returns the i-th action of a logged hand.
func (h Hand) Logged(i int) int { return int(binary.LittleEndian.Uint16(h[atLog+2*i:])) }

// Next returns a random number and moves on its source (SplitMix64).
func Next(source *uint64) uint64 {
	*source += 0x9e3779b97f4a7c15
	z := *source
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below returns a random number below n.
func below(source *uint64, n int) int {
	high, _ := bits.Mul64(Next(source), uint64(n))
	return int(high)
}
