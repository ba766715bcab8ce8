package learn

import (
	"compress/flate"
	"encoding/binary"
	"math"

	"chratze/bot/policy"
)

// checkpoint is the format of a file with the regrets and weights of a training.
const checkpoint = "rams-training/2\n"

// AppendCheckpoint appends everything that a training needs to continue as if it had never
// stopped.
func (t *Trainer) AppendCheckpoint(b []byte) []byte {
	data := make([]byte, 0, 8*t.slots.Len())
	for i := range t.slots.Len() {
		regret, average := t.table.At(i)
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(regret))
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(average))
	}
	return policy.Pack(b, checkpoint, flate.BestSpeed, t.header(), data)
}

// Resume continues from a checkpoint of the same Config. The error is an *[policy.Error], and then the
// trainer is unchanged.
func (t *Trainer) Resume(file []byte) error {
	size := func(h policy.Header) (int, *policy.Error) {
		switch mine := t.header(); {
		case h.Rules.String() != mine.Rules.String() || h.Seats != mine.Seats:
			return 0, &policy.Error{Code: policy.OtherGame}
		case h.Seed != mine.Seed:
			return 0, &policy.Error{Code: policy.OtherSeed}
		case h.Play != mine.Play || h.Open != mine.Open:
			return 0, &policy.Error{Code: policy.OtherPlayer}
		case h.Steps < 0 || h.Steps%Batch != 0:
			return 0, &policy.Error{Code: policy.BadRules}
		}
		return 8 * t.slots.Len(), nil
	}
	h, data, err := policy.Unpack(file, checkpoint, size)
	if err != nil {
		return err
	}
	for i := range t.slots.Len() {
		at := data[8*i:]
		t.table.Set(i, math.Float32frombits(binary.LittleEndian.Uint32(at)), math.Float32frombits(binary.LittleEndian.Uint32(at[4:])))
	}
	t.steps = h.Steps
	return nil
}
