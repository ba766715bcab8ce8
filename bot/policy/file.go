package policy

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"hash/crc32"
	"io"

	"chratze/variant"
)

// Header describes a policy and how it was made.
type Header struct {
	Rules variant.Variant `json:"rules"`
	Seats int             `json:"seats"`
	Seed  uint64          `json:"seed"`
	Steps int64           `json:"steps"`
	Play  string          `json:"play"` // the Player's name
	Open  int             `json:"open"` // percentage of hands played with open cards instead

	Revision string `json:"revision,omitempty"` // of the program that trained it
}

// A file is a line with its format, a line of JSON, and deflated bytes: of a policy its probabilities.
const format = "rams-policy/2\n"

// meta is the line of JSON.
type meta struct {
	Header
	Bytes int    `json:"bytes"` // before compression
	Sum   uint32 `json:"crc32"` // of the same
}

// Error says what is wrong with a file. Code is stable and names a message.
type Error struct {
	Code string
	Err  error // the underlying error, or nil
}

// The codes of Error.
const (
	NoPolicy    = "policy-format" // neither a policy nor a training
	BadRules    = "policy-rules"  // invalid rules, seats or sizes
	Broken      = "policy-broken" // truncated or altered
	OtherGame   = "policy-game"   // a training for other rules or seats
	OtherSeed   = "policy-seed"   // a training with another seed
	OtherPlayer = "policy-by"     // a training with another player
)

var errorText = map[string]string{
	NoPolicy:    "this is not a file of rams-lab train, or it is of another version",
	BadRules:    "its rules, seats or size are impossible",
	Broken:      "it is cut off, or was changed",
	OtherGame:   "it is about other rules or another number of seats: name another file, or give the same ones",
	OtherSeed:   "it was begun with another seed: name another file, or give the same one",
	OtherPlayer: "it was begun with another --play or --open: name another file, or give the same ones",
}

func (e *Error) Error() string {
	text := "policy: " + errorText[e.Code]
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

func (e *Error) Unwrap() error { return e.Err }

// AppendTo appends the policy in the format of a file.
func (p *Policy) AppendTo(b []byte) []byte {
	return Pack(b, format, flate.BestCompression, p.header, p.chance)
}

// Pack appends a file of a format, a line, with a level of package flate. It is for the data of a [Policy] and of its training.
func Pack(b []byte, format string, level int, h Header, data []byte) []byte {
	line, err := json.Marshal(meta{h, len(data), crc32.ChecksumIEEE(data)})
	if err != nil {
		panic(err) // numbers and texts can always be written
	}
	buf := bytes.NewBuffer(append(append(append(b, format...), line...), '\n'))
	w, _ := flate.NewWriter(buf, level) // level is valid
	_, _ = w.Write(data)                // a buffer never fails
	_ = w.Close()
	return buf.Bytes()
}

// Unpack reads what Pack writes. size returns how long the data must be for a header; it is called before any data is
// read. The error is an *[Error].
func Unpack(file []byte, format string, size func(Header) (int, *Error)) (h Header, data []byte, err error) {
	rest, ok := bytes.CutPrefix(file, []byte(format))
	line, packed, more := bytes.Cut(rest, []byte("\n"))
	if !ok || !more {
		return h, nil, &Error{Code: NoPolicy}
	}
	var m meta
	if err := json.Unmarshal(line, &m); err != nil {
		return h, nil, &Error{Code: BadRules, Err: err}
	}
	want, bad := size(m.Header)
	switch {
	case bad != nil:
		return h, nil, bad
	case want != m.Bytes:
		return h, nil, &Error{Code: BadRules}
	}
	data = make([]byte, want)
	r := flate.NewReader(bytes.NewReader(packed))
	if _, err := io.ReadFull(r, data); err != nil {
		return h, nil, &Error{Code: Broken, Err: err}
	}
	if n, err := r.Read(make([]byte, 1)); n != 0 || err != io.EOF || crc32.ChecksumIEEE(data) != m.Sum {
		return h, nil, &Error{Code: Broken}
	}
	return m.Header, data, nil
}

// Read reads a policy. The error is an *[Error].
func Read(file []byte) (*Policy, error) {
	p := new(Policy)
	size := func(h Header) (int, *Error) {
		g, err := h.Rules.Game(h.Seats)
		if err != nil {
			return 0, &Error{Code: BadRules, Err: err}
		}
		p.layout = newLayout(g)
		return p.layout.total, nil
	}
	var err error
	if p.header, p.chance, err = Unpack(file, format, size); err != nil {
		return nil, err
	}
	return p, nil
}
