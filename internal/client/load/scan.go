package load

import (
	"bytes"
	"hash/maphash"
	"strconv"
)

// news is what a seat of the load generator reads of a message: as little as is needed to play
// and to notice missing messages. The load generator shares the machine with the server, so
// reading must be cheap; package client reads everything.
type news struct {
	kind   string // "": news; hello, no, bye …
	code   string // of "no" and "bye"
	whole  bool   // it has the events of a hand from the beginning; otherwise a repetition contains no public acts
	hand   int
	acts   []publicAct
	asked  bool
	six    bool
	number uint64
	legal  []string
}

// publicAct is an act as everybody sees it, without discarded cards.
type publicAct uint64

//lattice:table
var (
	keyWhole  = []byte(`,"from":0,`)
	keyEvents = []byte(`"ev":[`)
	keyTurn   = []byte(`],"turn":`)
	keyAct    = []byte(`"act `)
	keyAsk    = []byte(`,"ask":{"q":`)
	keyLegal  = []byte(`"legal":[`)
	keySix    = []byte(`"six":true`)
	hashSeed  = maphash.MakeSeed()
)

// scan reads a message of chratze/1. The slices of acts and legal are reused.
func (h *news) scan(b []byte) bool {
	*h = news{acts: h.acts[:0], legal: h.legal[:0]}
	if rest, ok := bytes.CutPrefix(b, []byte(`{"t":"`)); ok {
		h.kind = word(rest)
		if i := bytes.Index(b, []byte(`"code":"`)); i >= 0 {
			h.code = word(b[i+8:])
		}
		return true
	}
	if rest, ok := bytes.CutPrefix(b, []byte(`{"hand":`)); ok {
		h.hand = int(number(rest))
		h.whole = bytes.HasPrefix(rest[bytes.IndexByte(rest, ','):], keyWhole)
	}
	from, to := bytes.Index(b, keyEvents), bytes.Index(b, keyTurn)
	if from < 0 || to < from {
		return false
	}
	h.scanActs(b[from:to])
	b = b[to:]
	i := bytes.Index(b, keyAsk)
	if i < 0 {
		return true
	}
	b = b[i+len(keyAsk):]
	h.number = number(b)
	from = bytes.Index(b, keyLegal)
	if from < 0 {
		return false
	}
	b = b[from+len(keyLegal):]
	to = bytes.IndexByte(b, ']')
	if to < 3 {
		return false
	}
	for text := range bytes.SplitSeq(b[1:to-1], []byte(`","`)) {
		h.legal = append(h.legal, string(text))
	}
	h.asked, h.six = true, bytes.HasPrefix(b[to+1:], append([]byte{','}, keySix...))
	return true
}

// scanActs finds the public acts: "act 1 play As".
func (h *news) scanActs(b []byte) {
	for {
		i := bytes.Index(b, keyAct)
		if i < 0 {
			return
		}
		b = b[i+len(keyAct):]
		end := bytes.IndexByte(b, '"')
		if end < 3 {
			return
		}
		if act := b[2:end]; public(act) {
			h.acts = append(h.acts, publicAct(maphash.Bytes(hashSeed, shown(act))<<4|uint64(b[0]&15)))
		}
		b = b[end:]
	}
}

// public reports whether everybody sees an act.
func public(act []byte) bool { return string(act) != "see" && string(act) != "keep" }

// shown returns the public part of an act, without discarded cards.
func shown(act []byte) []byte {
	if bytes.HasPrefix(act, []byte("lay")) {
		return act[:3]
	}
	if bytes.HasPrefix(act, []byte("drop")) {
		return act[:4]
	}
	return act
}

// word returns the text before the next quote.
func word(b []byte) string {
	if i := bytes.IndexByte(b, '"'); i >= 0 {
		return string(b[:i])
	}
	return ""
}

// number returns the digits at the beginning.
func number(b []byte) uint64 {
	n := 0
	for n < len(b) && b[n] >= '0' && b[n] <= '9' {
		n++
	}
	v, err := strconv.ParseUint(string(b[:n]), 10, 64)
	if err != nil {
		return 0
	}
	return v
}
