package zwicken2

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"chratze/bot/solved"
)

// parts is what the chances of a decision add up to in a solution.
const parts = 255

// round turns weights into parts.
func round(p []float64) (b [size]byte) {
	left := parts
	for i, x := range p {
		b[i] = byte(x * parts)
		left -= int(b[i])
	}
	for ; left > 0; left-- {
		most := 0
		for i, x := range p {
			if x*parts-float64(b[i]) > p[most]*parts-float64(b[most]) {
				most = i
			}
		}
		b[most]++
	}
	return b
}

// AppendTo appends a profile as a solution, with both best responses to it as it is read again. Of each decision, in the order of
// the keys, it has the parts of all acts but the last, a byte each. Of acts that are alike if suits are renamed, the mean counts.
func (b *Book) AppendTo(dst []byte, p *Profile, iterations int) ([]byte, Head) {
	rounded := NewProfile(b.Game)
	var data []byte
	for i := range b.own {
		d := &b.own[i]
		own := Profile{}
		for _, slot := range d.slots[:d.n] {
			own.weights = append(own.weights, p.weights[slot])
		}
		var chances [size]float64
		(&walk{Profile: &own}).chances(0, d.n, 1<<d.n-1, &chances)
		all := round(chances[:d.n])
		for k, slot := range d.slots[:d.n] {
			rounded.weights[slot] = float32(all[k])
		}
		data = append(data, all[:d.n-1]...)
	}
	b.share(rounded)
	h := Head{
		Schema: solved.Schema, Rules: solved.Name, Seats: 2, Signature: solved.Signature(), Shape: b.Shape, Decisions: len(b.Keys), Iterations: iterations,
		Value: percent(Ante + rounded.Value()), Forehand: percent(Ante + rounded.Response(Forehand)), Dealer: percent(rounded.Response(Dealer) - Ante),
	}
	h.NashConv, h.Sum = percent(h.Forehand+h.Dealer), fmt.Sprintf("%x", sha256.Sum256(data))
	line, _ := json.Marshal(h) // numbers and plain texts
	file := bytes.NewBuffer(dst)
	z, _ := gzip.NewWriterLevel(file, gzip.BestCompression)
	_, _ = z.Write(slices.Concat(line, []byte("\n"), data)) // memory takes all
	_ = z.Close()
	return file.Bytes(), h
}

// Ante is half of what the dealer has paid, in percent of the pot: what forehand has of it from the start. Values and responses of
// a Profile are without it.
const Ante = 50

func percent(x float64) float64 { return math.Round(x*1e8) / 1e8 }

// Read reads the solution of the book's shape.
func (b *Book) Read(file []byte) (*Profile, Head, error) {
	h, data, err := solved.Open(file)
	switch {
	case err != nil:
		return nil, h, err
	case h.Schema != solved.Schema || h.Signature != solved.Signature() || h.Shape != b.Shape || h.Decisions != len(b.Keys):
		return nil, h, errors.New("the solution is for other rules or another shape: " + h.Rules + " " + h.Shape.String())
	}
	p := NewProfile(b.Game)
	for i := range b.own {
		d := &b.own[i]
		last := parts
		for _, slot := range d.slots[:d.n-1] {
			if len(data) == 0 || int(data[0]) > last {
				return nil, h, errors.New("the solution is damaged")
			}
			p.weights[slot] = float32(data[0])
			last -= int(data[0])
			data = data[1:]
		}
		p.weights[d.slots[d.n-1]] = float32(last)
	}
	if len(data) > 0 {
		return nil, h, errors.New("the solution has more than it should")
	}
	b.share(p)
	return p, h, nil
}

// AppendCheckpoint appends all that the solver needs to go on as if it had never stopped.
func (s *Solver) AppendCheckpoint(b []byte) []byte {
	b = binary.LittleEndian.AppendUint64(append(b, s.mark()...), uint64(s.t))
	for _, p := range []*Profile{s.now, s.sum} {
		s.Book.each(p, func(x *float32) { b = binary.LittleEndian.AppendUint32(b, math.Float32bits(*x)) })
	}
	return b
}

func (s *Solver) mark() string { return solved.Signature() + " " + s.Book.Shape.String() + "\n" }

// Resume goes on from a checkpoint of the same shape.
func (s *Solver) Resume(b []byte) error {
	n := 0
	s.Book.each(s.now, func(*float32) { n++ })
	if mark := s.mark(); len(b) != len(mark)+8+2*4*n || string(b[:len(mark)]) != mark {
		return errors.New("the checkpoint is of other rules or another shape, or cut off: remove it")
	}
	b = b[len(s.mark()):]
	s.t = int(binary.LittleEndian.Uint64(b))
	b = b[8:]
	for _, p := range []*Profile{s.now, s.sum} {
		s.Book.each(p, func(x *float32) {
			*x = math.Float32frombits(binary.LittleEndian.Uint32(b))
			b = b[4:]
		})
		s.Book.share(p)
	}
	return nil
}
