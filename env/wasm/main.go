//go:build wasip1

// Command wasm is the room env as WebAssembly, for JavaScript (rams.mjs) and others: a reactor whose memory has the hands.
//
//	GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared -o rams.wasm ./env/wasm
package main

import (
	"unsafe"

	"chratze/env"
	"chratze/pot"
	"chratze/rams"
)

func main() {}

// The memory of this module: hands and answers that were asked for, so that they are kept, and the last text.
var (
	games env.Games
	kept  = map[unsafe.Pointer][]byte{}
	said  []byte
)

// ask is how the legal actions are told: the turn, their number, and they.
type ask struct {
	turn, n int16
	legal   [env.MaxLegal]uint16
}

func (a *ask) tell(turn int, legal []uint16, f env.Fault) int32 {
	if f == env.None {
		a.turn, a.n = int16(turn), int16(len(legal))
	}
	return int32(f)
}

// guard turns a panic, a fault of ours, into a code: it would end the module.
func guard(code *int32) {
	if recover() != nil {
		*code = -1
	}
}

func hand(p unsafe.Pointer) env.Hand { return unsafe.Slice((*byte)(p), env.SizeLogged) }

func answer(p unsafe.Pointer) *ask { return (*ask)(p) }

//go:wasmexport alloc
func alloc(n int32) unsafe.Pointer {
	b := make([]byte, max(1, n))
	p := unsafe.Pointer(&b[0])
	kept[p] = b
	return p
}

//go:wasmexport free
func free(p unsafe.Pointer) { delete(kept, p) }

//go:wasmexport load
func load(rules string, seats int32, pots int64, dealer, muss int32) int32 {
	n, err := games.Load(rules, int(seats), rams.Start{Pot: pot.Chips(pots), Dealer: rams.Seat(dealer), Muss: muss != 0})
	if err != nil {
		said = []byte(err.Error())
		return -1
	}
	return int32(n)
}

//go:wasmexport seats
func seats(game int32) int32 {
	if g := games.Game(int(game)); g != nil {
		return int32(g.Seats())
	}
	return 0
}

//go:wasmexport begin
func begin(p unsafe.Pointer, game int32, seed int64, auto int32, a unsafe.Pointer) (code int32) {
	defer guard(&code)
	if f := games.Begin(hand(p), int(game), uint64(seed), auto != 0); f != env.None {
		return int32(f)
	}
	return answer(a).tell(games.Turn(hand(p), answer(a).legal[:0]))
}

//go:wasmexport apply
func apply(p unsafe.Pointer, id int32, a unsafe.Pointer) (code int32) {
	defer guard(&code)
	return answer(a).tell(games.Apply(hand(p), int(id), answer(a).legal[:0]))
}

//go:wasmexport observe
func observe(p unsafe.Pointer, seat int32, to unsafe.Pointer) (code int32) {
	defer guard(&code)
	return int32(games.Observe(hand(p), int(seat), unsafe.Slice((*byte)(to), env.Observation)))
}

//go:wasmexport returns
func returns(p, to unsafe.Pointer) (code int32) {
	defer guard(&code)
	return int32(games.Returns(hand(p), unsafe.Slice((*float64)(to), rams.MaxSeats)))
}

// tell makes a text, for said: the words of an action (0) or the view of a seat (1). It returns how long it is, less than 0 if it is
// an error.
//
//go:wasmexport tell
func tell(p unsafe.Pointer, what, n int32) int32 {
	text, err := games.Text(hand(p), int(n))
	if what == 1 {
		text, err = games.View(hand(p), int(n))
	}
	if err != nil {
		said = []byte(err.Error())
		return -int32(len(said))
	}
	said = []byte(text)
	return int32(len(said))
}

//go:wasmexport said
func lastSaid() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(said)) }

//go:wasmexport saidSize
func saidSize() int32 { return int32(len(said)) }
