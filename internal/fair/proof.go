package fair

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"chratze/card"
)

// Proof is the field "fair" of a hand in rams-hand/1: what was published about the deal, and
// what else the reader of this line may know.
type Proof struct {
	Scheme string `json:"scheme"`
	None   string `json:"none,omitempty"` // why there is no proof: NonePractice; then only the fields that place the hand in its session are set

	Number  int    `json:"number,omitempty"`  // of the deal in its session, from 1
	After   int    `json:"after,omitempty"`   // the number of the hand before; 0: this is the first
	Void    []Void `json:"void,omitempty"`    // the deals between them, which were cancelled
	Sitting string `json:"sitting,omitempty"` // commitment to the session's secret
	Former  string `json:"former,omitempty"`  // what Sitting was before a restore gave the table a new secret
	Last    int    `json:"last,omitempty"`    // the number of the evening's last hand, once it is over
	Promise string `json:"promise,omitempty"` // commitment to this deal's secret

	Practice bool   `json:"practice,omitempty"` // the table is for practice: its hands may be without a proof
	Opens    string `json:"opens,omitempty"`    // when the host lets secrets be opened: OpensSession, OpensHand or OpensNever

	Promises []Given  `json:"promises,omitempty"` // the chairs' commitments to their nonces, in the order of the chairs
	Nonces   []Given  `json:"nonces,omitempty"`
	Bots     []int    `json:"bots,omitzero"` // the chairs on which bots play; nil only without a proof
	Draws    []Draw   `json:"draws,omitempty"`
	Open     []string `json:"open,omitempty"` // the cards that the reader was shown: "draw place card salt"

	Secret        string `json:"secret,omitempty"`         // of this deal, if it is open
	SittingSecret string `json:"sitting_secret,omitempty"` // of the session, if it is open
	Mine          *Mine  `json:"mine,omitempty"`
}

// The values of Proof.Opens.
const (
	OpensSession = "sitting" // all of them, when the session is over
	OpensHand    = "hand"    // the secret of a hand, when the hand is over
	OpensNever   = "never"   // none: people can check only the cards they have seen
)

// NonePractice says that something in the hand was taken back, that it was played again, or
// that its cards were chosen. That is possible only at tables for practice.
const NonePractice = "practice"

// Void is a deal that was cancelled. Of one that was cancelled when all copies were there, the copies and the nonces
// are published, since they are worthless by then: Blame finds the chairs in them.
type Void struct {
	Number   int     `json:"number"`
	Chairs   []int   `json:"chairs"`             // that are to blame; none without copies: the table was given a new secret
	Promises []Given `json:"promises,omitempty"` // the commitments to nonces of that deal
	Copies   []Given `json:"copies,omitempty"`   // of the nonces; none: some were missing
	Nonces   []Given `json:"nonces,omitempty"`   // that came or were opened after it was cancelled
}

// Draw is what is published about a draw: the commitments to the cards of a shuffle, by place,
// or how many cards were cut.
type Draw struct {
	Draw    int      `json:"draw"`
	Shuffle []string `json:"shuffle,omitempty"`
	Cut     int      `json:"cut,omitempty"`
}

// Mine is what a player's own program noted while the cards were dealt. It doesn't come from
// the server.
type Mine struct {
	Chair   int    `json:"chair"`
	Nonce   string `json:"nonce,omitempty"`
	Promise string `json:"promise"`          // the commitment to the deal's secret, as it first came
	Listed  string `json:"listed,omitempty"` // Listed of the commitments to nonces, as they first came
}

// ErrProof says that a field "fair" can't be read.
var ErrProof = errors.New("fair: want a proof of " + Scheme)

// Parse reads a field "fair". The error wraps ErrProof.
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

// Opened reports whether the secret of the deal can be known, or there is none.
func (p *Proof) Opened() bool { return p.None != "" || p.Secret != "" || p.SittingSecret != "" }

// Encode returns the proof as JSON.
func (p *Proof) Encode() []byte {
	b, err := json.Marshal(p)
	if err != nil {
		panic(err) // all fields can be written
	}
	return b
}

// UnmarshalText reads what Given.String returns, and a list of hashes after the chair.
func (g *Given) UnmarshalText(text []byte) error {
	chair, rest, _ := strings.Cut(string(text), " ")
	n, ok := number(chair)
	if !ok || rest == "" || len(rest)%64 != 0 || !isHex(rest, len(rest)) {
		return ErrProof
	}
	*g = Given{n, rest}
	return nil
}

// number reads a number that isn't negative. Leading zeros and signs are rejected.
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
