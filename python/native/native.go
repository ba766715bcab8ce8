// Package main is the extension module rams._native for CPython: the room env with a skin of C (native.c). It is a module of its own, so
// that the program needs no C compiler (ADR 0019). All memory belongs to Python.
package main

// #include <stdlib.h>
// #include "native.h"
import "C"

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"unsafe"

	"chratze/env"
	"chratze/env/think"
	"chratze/pot"
	"chratze/rams"
)

func main() {}

var games env.Games

// The sizes that native.h says are those of env, or this doesn't compile.
var _ = [1]int{}[(C.SIZE-env.Size)|(C.HAND-env.SizeLogged)|(C.LEGAL-env.MaxLegal)|(C.OBSERVATION-env.Observation)|(C.TOLD-env.Told)|(C.MASK-env.Actions/8)|(C.SEATS-rams.MaxSeats)]

// panicked is the code of a call that has panicked: a fault of ours, which must not end the interpreter.
const panicked = 100

func guard(code *C.int) {
	if recover() != nil {
		*code = panicked
	}
}

// explain is guard for what returns a text about the fault.
func explain(fault **C.char) {
	if what := recover(); what != nil {
		*fault = C.CString(fmt.Sprint(what))
	}
}

func hand(h *C.uchar) env.Hand { return unsafe.Slice((*byte)(h), env.SizeLogged) }

// tell writes the result of Turn or Apply.
func tell(ask *C.Ask, turn int, legal []uint16) {
	ask.turn, ask.n = C.int16_t(turn), C.int16_t(len(legal))
}

// room is the memory for the legal actions of a result.
func room(ask *C.Ask) []uint16 { return unsafe.Slice((*uint16)(&ask.legal[0]), len(ask.legal))[:0] }

//export RamsLoad
func RamsLoad(rules *C.char, seats *C.int, s *C.Start, bound *C.double, fault **C.char) (number C.int) {
	defer explain(fault)
	n, err := games.Load(C.GoString(rules), int(*seats), rams.Start{
		Pot: pot.Chips(s.pot), Dealer: rams.Seat(max(-2, min(s.dealer, 100))), Muss: s.muss != 0, Redeal: uint32(s.redeal), Spared: uint8(s.spared),
	})
	if err != nil {
		*fault = C.CString(err.Error())
		return 0
	}
	*seats, *bound = C.int(games.Game(n).Seats()), C.double(games.Game(n).Bound())
	return C.int(n)
}

// RamsGames returns the games that have names, as JSON, for the caller to free.
//
//export RamsGames
func RamsGames(fault **C.char) *C.char {
	defer explain(fault)
	list, err := json.Marshal(env.Presets())
	if err != nil {
		panic(err)
	}
	return C.CString(string(list))
}

//export RamsWidth
func RamsWidth(game C.int) C.int {
	g := games.Game(int(game))
	if g == nil {
		return 0
	}
	return C.int(g.Width())
}

//export RamsBegin
func RamsBegin(h *C.uchar, game C.int, seed C.uint64_t, itself C.int, ask *C.Ask) (code C.int) {
	defer guard(&code)
	if f := games.Begin(hand(h), int(game), uint64(seed), itself != 0); f != env.None {
		return C.int(f)
	}
	turn, legal, f := games.Turn(hand(h), room(ask))
	tell(ask, turn, legal)
	return C.int(f)
}

//export RamsApply
func RamsApply(h *C.uchar, id C.longlong, ask *C.Ask) (code C.int) {
	defer guard(&code)
	turn, legal, f := games.Apply(hand(h), int(id), room(ask))
	if f == env.None {
		tell(ask, turn, legal)
	}
	return C.int(f)
}

//export RamsSample
func RamsSample(h *C.uchar, random C.uint64_t, id *C.int) (code C.int) {
	defer guard(&code)
	n, f := games.Sample(hand(h), uint64(random))
	*id = C.int(n)
	return C.int(f)
}

//export RamsReturns
func RamsReturns(h *C.uchar, to *C.double) (code C.int) {
	defer guard(&code)
	return C.int(games.Returns(hand(h), unsafe.Slice((*float64)(to), rams.MaxSeats)))
}

//export RamsObserve
func RamsObserve(h *C.uchar, seat C.longlong, to *C.char) (code C.int) {
	defer guard(&code)
	return C.int(games.Observe(hand(h), int(seat), unsafe.Slice((*byte)(unsafe.Pointer(to)), env.Observation)))
}

// RamsTell returns a text about a hand, for the caller to free: with what 'v' the view of a seat, 't' the words of an action, 's' the saved
// hand, as a text of its bytes. A fault is set instead.
//
//export RamsTell
func RamsTell(h *C.uchar, what C.char, n C.longlong, size *C.longlong, fault **C.char) (text *C.char) {
	defer explain(fault)
	var s string
	var err error
	switch what {
	case 'v':
		s, err = games.View(hand(h), int(n))
	case 't':
		s, err = games.Text(hand(h), int(n))
	default:
		var b []byte
		b, err = games.Save(hand(h))
		s = string(b)
	}
	if err != nil {
		*fault = C.CString(err.Error())
		return nil
	}
	*size = C.longlong(len(s))
	return (*C.char)(C.CBytes([]byte(s)))
}

//export RamsRecall
func RamsRecall(h *C.uchar, seat C.longlong, to *C.char, fault **C.char) {
	defer explain(fault)
	if err := games.Recall(hand(h), int(seat), unsafe.Slice((*byte)(unsafe.Pointer(to)), env.Told)); err != nil {
		*fault = C.CString(err.Error())
	}
}

//export RamsBot
func RamsBot(h *C.uchar, name *C.char, seed C.uint64_t, fault **C.char) (id C.int) {
	defer explain(fault)
	n, err := think.Act(&games, hand(h), C.GoString(name), uint64(seed), os.ReadFile)
	if err != nil {
		*fault = C.CString(err.Error())
	}
	return C.int(n)
}

//export RamsValues
func RamsValues(h *C.uchar, name *C.char, seed C.uint64_t, values *C.Value, fault **C.char) (n C.int) {
	defer explain(fault)
	list, err := think.Values(&games, hand(h), C.GoString(name), uint64(seed), os.ReadFile)
	if err != nil {
		*fault = C.CString(err.Error())
		return 0
	}
	for i, v := range list {
		unsafe.Slice(values, C.LEGAL)[i] = C.Value{C.int(v.Action), C.double(v.Mean), C.double(v.Half)}
	}
	return C.int(len(list))
}

//export RamsWorlds
func RamsWorlds(h *C.uchar, seat C.longlong, seed C.uint64_t, like *C.char, flat C.int, n C.longlong, to *C.char, weights *C.double, fault **C.char) {
	defer explain(fault)
	hands, logs := unsafe.Slice((*byte)(unsafe.Pointer(to)), int(n)*env.Size), unsafe.Slice((*float64)(weights), int(n))
	if err := think.Worlds(&games, hand(h), int(seat), uint64(seed), C.GoString(like), flat != 0, hands, logs); err != nil {
		*fault = C.CString(err.Error())
	}
}

//export RamsTurn
func RamsTurn(h *C.uchar, ask *C.Ask) (code C.int) {
	defer guard(&code)
	turn, legal, f := games.Turn(hand(h), room(ask))
	tell(ask, turn, legal)
	return C.int(f)
}

//export RamsNumber
func RamsNumber(h *C.uchar, text *C.char, id *C.int) (code C.int) {
	defer guard(&code)
	n, err := games.Number(hand(h), C.GoString(text))
	if err != nil {
		return C.int(env.BadAction)
	}
	*id = C.int(n)
	return 0
}

//export RamsRestore
func RamsRestore(h *C.uchar, saved *C.char, size C.longlong, ask *C.Ask, fault **C.char) {
	defer explain(fault)
	err := games.Restore(hand(h), C.GoBytes(unsafe.Pointer(saved), C.int(size)))
	if err != nil {
		*fault = C.CString(err.Error())
		return
	}
	turn, legal, _ := games.Turn(hand(h), room(ask))
	tell(ask, turn, legal)
}

// array returns one of the arrays of a batch.
func array[T any](a *C.Arrays, i int) []T {
	var one T
	return unsafe.Slice((*T)(a.at[i]), int(a.size[i])/int(unsafe.Sizeof(one)))
}

// others returns those that decide for seats.
func others(names string, seed uint64) (list []func(env.Hand) int) {
	for name := range strings.Lines(names) {
		if name = strings.TrimSpace(name); name == "" {
			list = append(list, nil)
			continue
		}
		list = append(list, func(h env.Hand) int {
			id, err := think.Act(&games, h, name, seed^h.Random(), os.ReadFile)
			if err != nil {
				return -1
			}
			return id
		})
	}
	return list
}

//export RamsBatch
func RamsBatch(a *C.Arrays, act C.int, source *C.uint64_t, wrong *C.longlong) (code C.int) {
	defer guard(&code)
	b := env.Batch{
		Games: &games, Game: int(a.game), Seed: uint64(a.seed), Reset: a.reset != 0,
		Hands: array[byte](a, 0), Turn: array[int8](a, 1), Count: array[uint16](a, 2), Legal: array[uint16](a, 3), Mask: array[byte](a, 4),
		Actions: array[uint16](a, 5), Rewards: array[float32](a, 6), Done: array[byte](a, 7), Number: array[uint32](a, 8), Observe: array[byte](a, 9),
	}
	if a.others != nil && act != C.BATCH_SAMPLE {
		b.Others = others(C.GoString(a.others), uint64(a.seed))
	}
	switch act {
	case C.BATCH_BEGIN:
		return C.int(b.Begin())
	case C.BATCH_SAMPLE:
		return C.int(b.Sample((*uint64)(source)))
	}
	i, f := b.Step()
	*wrong = C.longlong(i)
	return C.int(f)
}
