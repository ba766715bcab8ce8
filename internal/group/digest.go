package group

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"chratze/pot"
)

// FoldVersion is the version of what makes digests. Old ones are made anew.
const FoldVersion = 1

// MostPeople is how many persons a digest may have.
const MostPeople = 20

// Digest is the summary of an evening, folded from its log (package digest). It has no names and no cards.
type Digest struct {
	Version int      `json:"v,omitempty"`
	Of      string   `json:"of,omitempty"` // the hash of what it was folded from; of a file the ref, whose beginnings are those of the file
	Day     string   `json:"day"`          // of the first hand, in UTC
	Money   string   `json:"money"`
	Rules   string   `json:"rules,omitempty"`
	Hands   int      `json:"hands,omitempty"`
	Over    bool     `json:"over,omitempty"`
	Pot     *Mark    `json:"pot,omitempty"` // the largest that was played for
	People  []Person `json:"people"`
}

// Person is a person of an evening, with a number of that evening. Amounts are in Rappen, cents, yen or points.
type Person struct {
	N    int       `json:"n"`
	Bot  bool      `json:"bot,omitempty"`
	Won  pot.Chips `json:"won"`            // lost: below 0
	Owed pot.Chips `json:"owed,omitempty"` // what the others owe them; owes: below 0
	Tally
	Best  *Mark `json:"best,omitempty"`
	Worst *Mark `json:"worst,omitempty"`
}

// Tally counts hands.
type Tally struct {
	Hands    int `json:"hands,omitempty"`
	Declared int `json:"declared,omitempty"`
	Made     int `json:"made,omitempty"` // of these, those that were won
	Joined   int `json:"joined,omitempty"`
	Kept     int `json:"kept,omitempty"` // of these, those that were won
	Susi     int `json:"susi,omitempty"`
}

// Mark is an amount of a hand.
type Mark struct {
	Hand   int       `json:"hand"` // from 1
	Amount pot.Chips `json:"amount"`
}

func (d *Digest) has(person int) bool {
	return slices.ContainsFunc(d.People, func(p Person) bool { return p.N == person })
}

func (d *Digest) equal(o *Digest) bool {
	return o != nil && d.Line(0) == o.Line(0)
}

// valid reports whether a digest can be of an evening: what people owe each other adds up to 0.
func (d *Digest) valid() bool {
	sum, seen := pot.Chips(0), map[int]bool{}
	for _, p := range d.People {
		if p.N < 1 || seen[p.N] || p.Won > pot.Max || p.Won < -pot.Max || p.Owed > pot.Max || p.Owed < -pot.Max ||
			min(p.Hands, p.Declared-p.Made, p.Made, p.Joined-p.Kept, p.Kept, p.Susi) < 0 {
			return false
		}
		seen[p.N] = true
		sum += p.Owed
	}
	_, known := pot.ParseMoney(d.Money)
	return sum == 0 && known && len(d.People) > 0 && len(d.People) <= MostPeople && isDay(d.Day) && d.Hands >= 0
}

// Line returns the line that keeps a digest of evening n.
func (d *Digest) Line(n int) string {
	b, _ := json.Marshal(d) // it has only numbers and texts
	return "digest " + strconv.Itoa(n) + " " + string(b)
}

// appendDigest adds a digest of an evening. It replaces the one before.
func (l *Log) appendDigest(text string, stamp Stamp) *Error {
	number, body, _ := strings.Cut(text, " ")
	at := line{words: []word{{number, false, 2}}}
	e, _ := at.evening(&l.state)
	if at.err != nil {
		return at.err
	}
	var d Digest
	dec := json.NewDecoder(strings.NewReader(body))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&d); err != nil || len(body) > MaxDigest || e.kind == ByHand || !d.valid() || len(l.lines) >= MaxLines {
		return &Error{Code: CodeDigest, Word: 3}
	}
	c := e.copy()
	if c.digest = &d; c.kind == OfFile && strings.HasPrefix(d.Of, c.ref) {
		c.ref = d.Of // the file has grown
	}
	l.evenings[e.n-1] = c
	l.lines = append(l.lines, stamp.append(d.Line(e.n)))
	return nil
}
