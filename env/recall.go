package env

import (
	"chratze/card"
	"chratze/rams"
)

// Sizes of what a seat has been told, as numbers.
const (
	Events = 160       // rows
	Event  = 6 + cards // bytes of a row
	Told   = Events * Event
)

// Recall writes all that a seat of a logged hand has been told, [Told] bytes: a row for each event of rams-hand/1, as the seat observed it,
// and rows of zeros behind them. The columns are: the kind and 1; the seat as in [Parts], and 1, or 0; the number of the act and 1, of a play 33,
// a discard 97, a drop 161; the amount in antes, or the cards left by a cut; how many cards; the trump and 1; and then a byte for each card that
// the seat saw, 2 if it came face up. It allocates.
func (gs *Games) Recall(h Hand, seat int, to []byte) error {
	x, err := gs.Record(h)
	switch {
	case err != nil:
		return err
	case seat < 0 || seat >= x.Game().Seats():
		return BadSeat
	case len(to) < Told:
		return BadSize
	}
	clear(to[:Told])
	ante := max(1, gs.GameOf(h).ante)
	w := writer{seat: seat, n: x.Game().Seats()}
	for i, e := range x.Observed(rams.Seat(seat)) {
		if i == Events {
			return BadSize
		}
		row := to[i*Event:][:Event]
		row[0], row[1] = byte(e.Kind)+1, byte(w.place(e.Seat)+1)
		row[4] = byte(e.Cards.Len())
		switch e.Kind {
		case rams.EventAct:
			row[2] = byte(first(e.Act.Kind) + 1)
		case rams.EventAnte:
			row[3] = byte(min(e.Amount/ante, 255))
		case rams.EventCut:
			row[3] = e.At
		case rams.EventTrump:
			row[5] = byte(e.Suit) + 1
		}
		for up, list := range [...]*card.List{&e.Cards, &e.Up} {
			for _, c := range list.Slice() {
				if c != card.Hidden {
					row[6+CardNumber(c)] = byte(1 + up)
				}
			}
		}
	}
	return nil
}

// first returns the first number of an act of a kind.
func first(k rams.Kind) int {
	switch k {
	case rams.Play:
		return firstPlay
	case rams.Lay:
		return firstLay
	case rams.Drop:
		return firstDrop
	}
	return int(numbers[k])
}
