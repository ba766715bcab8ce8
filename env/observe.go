package env

import (
	"chratze/card"
	"chratze/pot"
	"chratze/rams"
)

// Part is a part of an observation: some bytes with a name.
type Part struct {
	Name string
	Size int
}

const (
	cards     = card.Suits * card.Ranks
	seats     = rams.MaxSeats
	contracts = 16 // rams.Contract has fewer
	phases    = int(rams.PhaseWait) + 1
)

// Parts are the parts of an observation, in order. Sets of cards have a byte for each card, in the order of their numbers; a list by
// seat begins with the observer's own and goes round; a part that names one thing has a 1 there, or nowhere. Amounts are in antes, and
// bytes that would be more are 255.
//
//lattice:table
var Parts = [...]Part{
	{"hand", cards}, {"table", cards}, {"played", cards}, {"trick", cards},
	{"upcard", cards}, {"best", cards}, // one card: the last one turned up, the one that holds the trick
	{"trump", card.Suits}, {"phase", phases},
	{"turn", seats}, {"dealer", seats}, {"declarer", seats}, {"claimant", seats}, {"lead", seats}, {"winner", seats},
	{"contract", seats * contracts},                   // one of 16 by seat
	{"tricks", seats}, {"cards", seats}, {"stock", 1}, // numbers
	{"pot", 1}, {"price", 1}, {"seats", 1}, {"trick_round", 16}, // amounts, a number, and how many tricks have been played
}

// Observation is the size of an observation in bytes.
const Observation = 6*cards + card.Suits + phases + 6*seats + seats*contracts + 2*seats + 4 + 16

// writer writes an observation part by part.
type writer struct {
	to   []byte
	seat int // the observer
	n    int // seats
}

func (w *writer) set(s card.Set) {
	for ; s != 0; s = s.Rest() {
		w.to[CardNumber(s.First())] = 1
	}
	w.to = w.to[cards:]
}

func (w *writer) one(i, of int) {
	if i >= 0 && i < of {
		w.to[i] = 1
	}
	w.to = w.to[of:]
}

// place returns how many seats after the observer's a seat is.
func (w *writer) place(seat rams.Seat) int {
	if seat < 0 {
		return -1
	}
	return (int(seat) - w.seat + w.n) % w.n
}

func (w *writer) by(seat rams.Seat) { w.one(w.place(seat), seats) }

func (w *writer) number(n int64) {
	w.to[0] = byte(min(max(n, 0), 255))
	w.to = w.to[1:]
}

// Observe writes what a seat may know at a moment, [Observation] bytes: not what it remembers, which [Games.View] tells. Of a hand that is
// over they are zeros.
func (gs *Games) Observe(h Hand, seat int, to []byte) Fault {
	var t table
	if f := gs.open(&t, h); f != None {
		return f
	}
	return t.observe(seat, to)
}

func (t *table) observe(seat int, to []byte) Fault {
	n := t.Game().Seats()
	switch {
	case seat < 0 || seat >= n:
		return BadSeat
	case len(to) < Observation:
		return BadSize
	}
	to = to[:Observation]
	clear(to)
	if t.Done() {
		return None
	}
	if t.Phase() == rams.PhaseDrop {
		t.observeWide(seat, to)
		return None
	}
	var legal [64]rams.Action
	v := t.View(rams.Seat(seat), legal[:0])
	observed(&v, t.g.ante, to)
	return None
}

// observeWide observes where very many actions may be legal: the memory for them takes time.
//
//go:noinline
func (t *table) observeWide(seat int, to []byte) {
	var legal [MaxLegal]rams.Action
	v := t.View(rams.Seat(seat), legal[:0])
	observed(&v, t.g.ante, to)
}

// observed writes a view.
func observed(v *rams.View, ante pot.Chips, to []byte) {
	seat, n := int(v.Seat), v.Seats()
	w := writer{to, seat, n}
	w.cards(v)
	if trump, ok := v.TrumpSuit(); ok {
		w.one(int(trump), card.Suits)
	} else {
		w.one(-1, card.Suits)
	}
	w.one(int(v.Phase), phases)
	for _, s := range [...]rams.Seat{v.Turn, v.Dealer, v.Declarer, v.Claimant, v.Lead, v.Best} {
		w.by(s)
	}
	for i := range n {
		w.to[i*contracts+int(v.Contract[(seat+i)%n])] = 1
	}
	w.to = w.to[seats*contracts:]
	done := 0
	for i := range n {
		at := (seat + i) % n
		w.to[i], w.to[seats+i] = v.Tricks[at], v.Cards[at]
		done += int(v.Tricks[at])
	}
	w.to = w.to[2*seats:]
	ante = max(1, ante)
	w.number(int64(v.Stock))
	w.number(int64(v.Pot / ante))
	w.number(int64(v.Price / ante))
	w.number(int64(n))
	w.one(done, 16)
}

// cards writes the parts that are sets of cards, or a card.
func (w *writer) cards(v *rams.View) {
	var trick, best, up card.Set
	for i, c := range v.Trick[:w.n] {
		if c != card.Hidden {
			trick |= c.Bit()
			if rams.Seat(i) == v.Best {
				best = c.Bit()
			}
		}
	}
	if v.Upcard != card.Hidden {
		up = v.Upcard.Bit()
	}
	for _, s := range [...]card.Set{v.Hand, v.Table, v.Played, trick, up, best} {
		w.set(s)
	}
}
