package fair

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"slices"
)

// Note is what a player's own program wrote down about a deal while it was dealt. It doesn't
// come from the server, so it is evidence if the server leaves out the player's nonce.
type Note struct {
	Sitting string `json:"sitting"` // the server's commitments, as they first came
	Number  int    `json:"number"`
	Promise string `json:"promise"`
	Chair   int    `json:"chair"` // from 0
	Nonce   string `json:"nonce"`
	Sent    bool   `json:"sent,omitempty"`   // the commitment to the nonce was sent before the deal
	Shared  bool   `json:"shared,omitempty"` // the server has listed it, and the copies for the others were sent
	Copied  string `json:"copied,omitempty"` // Listed of the copies that the server listed
	Given   bool   `json:"given,omitempty"`  // the nonce was sent
	Told    bool   `json:"told,omitempty"`   // it was sent when the deal had been called off
	Played  bool   `json:"played,omitempty"` // the hand was played to its end
	Listed  string `json:"listed,omitempty"` // Listed of what the server listed when it asked for the copies
	Opens   string `json:"opens,omitempty"`  // when the table said that secrets are opened
	Bots    []int  `json:"bots,omitempty"`   // the chairs among them on which the table showed bots
	Anew    int    `json:"anew,omitempty"`   // how often the server began the deal anew after it had listed them
	Void    []Void `json:"void,omitempty"`   // the deals that the server called off before this one
}

// Notes are what a player's program noted on the player's evenings. The zero Notes are ready to
// use.
type Notes struct {
	list []Note
	seen map[[2]any]bool
}

// NotesKept is the number of deals that Keep retains.
const NotesKept = 300

// Of returns the note about a chair's part in a deal.
func (n *Notes) Of(sitting string, number, chair int) (note Note, ok bool) {
	i := n.at(sitting, number, chair)
	if i < 0 {
		return Note{}, false
	}
	return n.list[i], true
}

// Later returns the note about the last deal of a session after the given one.
func (n *Notes) Later(sitting string, number int) (note Note, ok bool) {
	for _, x := range n.list {
		if x.Sitting == sitting && x.Number > number {
			note, number, ok = x, x.Number, true
		}
	}
	return note, ok
}

func (n *Notes) at(sitting string, number, chair int) int {
	return slices.IndexFunc(n.list, func(x Note) bool { return x.Sitting == sitting && x.Number == number && x.Chair == chair })
}

// Keep stores the note about a deal and replaces an earlier one about the same deal. Only the
// last NotesKept deals are retained.
func (n *Notes) Keep(note Note) {
	if i := n.at(note.Sitting, note.Number, note.Chair); i >= 0 {
		n.list[i] = note
		return
	}
	n.list = append(n.list, note)
	n.list = n.list[max(0, len(n.list)-NotesKept):]
}

// Len returns the number of deals with a note.
func (n *Notes) Len() int { return len(n.list) }

// Encode returns the notes as ReadNotes reads them.
func (n *Notes) Encode() (b []byte) {
	for i := range n.list {
		line, err := json.Marshal(&n.list[i])
		if err != nil {
			panic(err) // all fields can be written
		}
		b = append(append(b, line...), '\n')
	}
	return b
}

// ErrNotes says that a file holds no notes.
var ErrNotes = errors.New("fair: want the notes of a player's program")

// MaxNotes is the limit for a file of notes, in bytes.
const MaxNotes = 16 << 20

// ReadNotes reads notes, one JSON value a line. The error wraps ErrNotes, or comes from in.
func ReadNotes(in io.Reader) (*Notes, error) {
	n := &Notes{}
	s := bufio.NewScanner(io.LimitReader(in, MaxNotes))
	for s.Scan() {
		if len(s.Bytes()) == 0 {
			continue
		}
		var note Note
		if err := json.Unmarshal(s.Bytes(), &note); err != nil {
			return nil, errors.Join(ErrNotes, err)
		}
		if note.Number < 1 || note.Chair < 0 || !IsNonce(note.Sitting) || !IsNonce(note.Promise) || !IsNonce(note.Nonce) {
			return nil, ErrNotes
		}
		n.list = append(n.list, note)
	}
	if err := s.Err(); err != nil {
		return nil, err
	}
	if len(n.list) == 0 {
		return nil, ErrNotes
	}
	return n, nil
}

// Check returns what contradicts the notes in the proof of a hand.
func (n *Notes) Check(p *Proof) []Fault {
	if p.None != "" {
		return nil
	}
	if n.seen == nil {
		n.seen = map[[2]any]bool{}
	}
	n.seen[[2]any{p.Sitting, p.Number}] = true
	return append(n.Refused(p.Void, p.Sitting, p.Former), n.dealt(p)...)
}

// Refused returns what contradicts the notes in deals of these sessions that were cancelled, given in their order: a
// chair is named or all are although its nonce had been sent, or its copies. Then either the server didn't want the
// deal, or the connection is slow. Or the server has told something else before, or has changed the copies.
func (n *Notes) Refused(list []Void, sittings ...string) (faults []Fault) {
	for i := range n.list {
		x := &n.list[i]
		for k := range list {
			if v := &list[k]; v.Number == x.Number && !v.renews() && slices.Contains(sittings, x.Sitting) {
				faults = append(faults, x.refused(v, list[:k])...)
			}
		}
	}
	return faults
}

// refused is Refused for a deal; before are those that were cancelled before it.
func (x *Note) refused(v *Void, before []Void) (faults []Fault) {
	own := Given{x.Chair, x.Nonce}
	named := slices.Contains(v.Chairs, x.Chair)
	silent := !slices.Contains(v.Nonces, own)
	if !x.Played && (x.Given && x.Shared || named && (x.Given || x.Shared && len(v.Copies) == 0 || x.Told && silent)) {
		faults = append(faults, Fault{Code: FaultRefused, Number: x.Number, Chair: x.Chair})
	}
	if x.Listed != "" && Listed(v.Number, v.Promises, before...) != x.Listed || x.Copied != "" && len(v.Copies) > 0 && Listed(v.Number, v.Copies) != x.Copied {
		faults = append(faults, Fault{Code: FaultLate, Number: x.Number})
	}
	if len(v.Copies) > 0 && Altered(v.Number, own, v.Promises, v.Copies) {
		faults = append(faults, Fault{Code: FaultAltered, Number: x.Number, Chair: x.Chair})
	}
	return faults
}

// Cancelled returns the deals that were called off, each once, as far as the player's program was told.
func (n *Notes) Cancelled() (list []Void) {
	for _, x := range n.list {
		told := x.Void
		if x.Anew > 0 {
			told = append(slices.Clip(told), Void{Number: x.Number, Chairs: []int{x.Chair}})
		}
		for _, v := range told {
			if !slices.ContainsFunc(list, func(o Void) bool { return o.Number == v.Number }) {
				list = append(list, v)
			}
		}
	}
	return list
}

// Bots returns the chairs that committed to a nonce of a deal and on which the table showed bots.
func (n *Notes) Bots(sitting string, number int) (chairs []int) {
	for _, x := range n.list {
		if x.Sitting == sitting && x.Number == number {
			chairs = append(chairs, x.Bots...)
		}
	}
	return chairs
}

// Lost notes that the connection broke before a deal: whether the nonce arrived isn't known. It
// reports whether that changed a note.
func (n *Notes) Lost(sitting string, number int) (changed bool) {
	for i := range n.list {
		if x := &n.list[i]; (x.Given || x.Shared || x.Told) && x.Sitting == sitting && x.Number >= number {
			x.Given, x.Shared, x.Told, changed = false, false, false, true
		}
	}
	return changed
}

// dealt returns what contradicts the note about a deal.
func (n *Notes) dealt(p *Proof) []Fault {
	i := slices.IndexFunc(n.list, func(x Note) bool { return x.Sitting == p.Sitting && x.Number == p.Number })
	if i < 0 {
		return []Fault{{Code: FaultUnnoted}}
	}
	note := &n.list[i]
	switch {
	case note.Promise != p.Promise || note.Told || note.Opens != "" && note.Opens != p.Opens || note.Listed != "" && note.Listed != Listed(p.Number, p.Promises, p.Void...):
		return []Fault{{Code: FaultLate}}
	case note.Anew > 0:
		return []Fault{{Code: FaultRefused, Number: p.Number, Chair: note.Chair}}
	case slices.Contains(p.Nonces, Given{note.Chair, note.Nonce}):
		return nil
	case note.Given:
		return []Fault{{Code: FaultDropped, Chair: note.Chair}}
	}
	return []Fault{{Code: FaultUnused, Chair: note.Chair}}
}

// End returns a fault for each hand that was played, according to the notes, but was not
// checked.
func (n *Notes) End() (faults []Fault) {
	for _, x := range n.list {
		if x.Played && !n.seen[[2]any{x.Sitting, x.Number}] {
			faults = append(faults, Fault{Code: FaultUnseen, Number: x.Number})
		}
	}
	return faults
}

// Uses returns the faults of a hand that must include the nonce of the chair.
func Uses(p *Proof, chair int) []Fault {
	if p.None == "" && !slices.ContainsFunc(p.Nonces, func(g Given) bool { return g.Chair == chair }) {
		return []Fault{{Code: FaultUnused, Chair: chair}}
	}
	return nil
}
