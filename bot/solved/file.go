package solved

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"chratze/variant"
)

// Schema names the format of a solution (docs/zwicken-solved.md).
const Schema = "rams-solution/1"

// Suffix ends the name of a solution, which begins with the shape.
const Suffix = ".solution"

// Head is the first line of a solution, as JSON. Gains are in percent of the pot per hand, with the ante that the dealer has paid.
type Head struct {
	Schema     string  `json:"schema"`
	Rules      string  `json:"rules"` // with any cut
	Seats      int     `json:"seats"`
	Signature  string  `json:"signature"` // of the rules: see Signature
	Shape      Shape   `json:"shape"`
	Decisions  int     `json:"decisions"`
	Iterations int     `json:"iterations"`
	Value      float64 `json:"value"`    // what forehand wins if both play so
	Forehand   float64 `json:"forehand"` // what a best response of forehand wins
	Dealer     float64 `json:"dealer"`   // what a best response of the dealer wins
	NashConv   float64 `json:"nashconv"` // what both gain together
	Sum        string  `json:"sha256"`   // of all that follows the line
}

// Signature returns the hash of all options of the rules but the cut: a solution holds only for them.
func Signature() string {
	v, err := variant.Parse(Name)
	if err != nil {
		panic(err) // TestExamples
	}
	h := sha256.New()
	for _, o := range v.Options() {
		if o.Key == "cut" {
			continue
		}
		fmt.Fprintf(h, "%s=%s\n", o.Key, o.Value)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8])
}

// Open returns the head of a solution and what follows it.
func Open(file []byte) (h Head, data []byte, err error) {
	z, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		return h, nil, fmt.Errorf("no solution: %w", err)
	}
	all, err := io.ReadAll(io.LimitReader(z, 1<<24))
	if err != nil {
		return h, nil, fmt.Errorf("the solution is cut short or damaged: %w", err)
	}
	line, data, _ := bytes.Cut(all, []byte("\n"))
	if err := json.Unmarshal(line, &h); err != nil {
		return h, nil, fmt.Errorf("no solution: its first line: %w", err)
	}
	if h.Sum != fmt.Sprintf("%x", sha256.Sum256(data)) {
		return h, nil, errors.New("the solution is damaged: its chances don't have the SHA-256 that its first line gives")
	}
	return h, data, nil
}
