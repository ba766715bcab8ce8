package fair

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"chratze/card"
)

// Proof is the field fair of a hand in rams-hand/1: what was published of its deal,
// and what this line's reader may have of the rest.
type Proof struct {
	Scheme string `json:"scheme"`
	None   string `json:"none,omitempty"` // why there is no proof: NonePractice; then only what says where the hand belongs is there

	Number  int    `json:"number,omitempty"`  // of the deal in its sitting, from 1
	After   int    `json:"after,omitempty"`   // the number of the hand before; 0: this is the first
	Void    []Void `json:"void,omitempty"`    // the deals between them, which were called off
	Sitting string `json:"sitting,omitempty"` // commitment to the sitting's secret
	Former  string `json:"former,omitempty"`  // what Sitting was before the table was given a new secret, after a restore
	Last    int    `json:"last,omitempty"`    // the number of the evening's last hand, once it is over
	Promise string `json:"promise,omitempty"` // commitment to this deal's secret

	Practice bool `json:"practice,omitempty"` // the table is for practice: hands of it may be without a proof

	Promises []Given  `json:"promises,omitempty"` // the chairs' commitments to their nonces, from the lowest chair
	Nonces   []Given  `json:"nonces,omitempty"`
	Draws    []Draw   `json:"draws,omitempty"`
	Open     []string `json:"open,omitempty"` // of cards that the reader has been shown: "draw place card salt"

	Secret        string `json:"secret,omitempty"`         // of this deal, once it is opened
	SittingSecret string `json:"sitting_secret,omitempty"` // once it is opened
	Mine          *Mine  `json:"mine,omitempty"`
}

// NonePractice says that something of a hand was taken back, that it was played again, or
// that its cards were given: only at tables for practice.
const NonePractice = "practice"

// Void is a deal that was called off because a chair didn't reveal its nonce.
type Void struct {
	Number int   `json:"number"`
	Chairs []int `json:"chairs"` // whose nonce didn't come; none: the table was given a new secret
}

// Draw is what is published of a draw: the commitments to the cards of a shuffle, by
// place, or how many cards were cut.
type Draw struct {
	Draw    int      `json:"draw"`
	Shuffle []string `json:"shuffle,omitempty"`
	Cut     int      `json:"cut,omitempty"`
}

// Mine is what a player's own program noted while the cards were dealt: it doesn't
// come from the server.
type Mine struct {
	Chair   int    `json:"chair"`
	Nonce   string `json:"nonce,omitempty"`
	Promise string `json:"promise"` // the commitment to the deal's secret, as it came first
}

// ErrProof says that a field fair can't be read.
var ErrProof = errors.New("fair: this is no proof of " + Scheme)

// Parse reads a field fair. The error wraps ErrProof.
func Parse(text string) (*Proof, error) {
	var p Proof
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		return nil, errors.Join(ErrProof, err)
	}
	if p.Scheme != Scheme {
		return nil, ErrProof
	}
	return &p, nil
}

// Encode returns the proof as JSON.
func (p *Proof) Encode() []byte {
	b, err := json.Marshal(p)
	if err != nil {
		panic(err) // all fields can be written
	}
	return b
}

// UnmarshalText reads what String of a Given returns.
func (g *Given) UnmarshalText(text []byte) error {
	chair, rest, _ := strings.Cut(string(text), " ")
	n, ok := number(chair)
	if !ok || !IsNonce(rest) {
		return ErrProof
	}
	*g = Given{n, rest}
	return nil
}

// number reads a number that isn't negative, in its only form.
func number(text string) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 0 && strconv.Itoa(n) == text
}

// parseOpening reads "draw place card salt".
func parseOpening(text string) (p Place, ok bool) {
	f := strings.Split(text, " ")
	if len(f) != 4 || !isHex(f[3], 32) {
		return p, false
	}
	var okDraw, okAt bool
	p.Draw, okDraw = number(f[0])
	p.At, okAt = number(f[1])
	c, err := card.Parse(f[2])
	p.Card = c
	return p, okDraw && okAt && err == nil && c.Valid()
}
