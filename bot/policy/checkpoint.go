package policy

import (
	"compress/flate"
	"encoding/binary"
	"math"
)

// AppendCheckpoint appends everything that a training needs to continue as if it had never
// stopped.
func (t *Trainer) AppendCheckpoint(b []byte) []byte {
	data := make([]byte, 0, 8*t.layout.total)
	for i := range t.layout.total {
		regret, average := t.table.At(i)
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(regret))
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(average))
	}
	return appendFile(b, checkpoint, flate.BestSpeed, t.header(), data)
}

// Resume continues from a checkpoint of the same Config. The error is an *[Error], and then the
// trainer is unchanged.
func (t *Trainer) Resume(file []byte) error {
	size := func(h Header) (int, *Error) {
		switch mine := t.header(); {
		case h.Rules.String() != mine.Rules.String() || h.Seats != mine.Seats:
			return 0, &Error{Code: OtherGame}
		case h.Seed != mine.Seed:
			return 0, &Error{Code: OtherSeed}
		case h.Play != mine.Play || h.Open != mine.Open:
			return 0, &Error{Code: OtherPlayer}
		case h.Steps < 0 || h.Steps%Batch != 0:
			return 0, &Error{Code: BadRules}
		}
		return 8 * t.layout.total, nil
	}
	h, data, err := readFile(file, checkpoint, size)
	if err != nil {
		return err
	}
	for i := range t.layout.total {
		at := data[8*i:]
		t.table.Set(i, math.Float32frombits(binary.LittleEndian.Uint32(at)), math.Float32frombits(binary.LittleEndian.Uint32(at[4:])))
	}
	t.steps = h.Steps
	return nil
}
