package handfile

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"chratze/history"
	"chratze/internal/fair"
	"chratze/internal/table"
	"chratze/variant"
)

// Proofs is the result of verifying the proofs of a file.
type Proofs struct {
	Hands  int        `json:"hands"`
	Whole  int        `json:"whole"`    // hands checked from the first card to the last
	Some   int        `json:"some"`     // hands of which only the shown cards could be checked
	None   int        `json:"none"`     // hands without a proof
	People int        `json:"people"`   // how many people's nonces at least went into every hand with a proof
	Alone  int        `json:"alone"`    // hands with a proof to which no person contributed a nonce
	Bots   int        `json:"bots"`     // hands to which bots contributed nonces, which the server knows
	Void   int        `json:"void"`     // cancelled deals
	Cards  int        `json:"cards"`    // cards that were opened
	Never  int        `json:"never"`    // hands of tables whose secrets are never opened
	Trial  int        `json:"practice"` // hands of tables for practice, whose server may leave a proof out
	Faults []Mismatch `json:"faults"`

	Foreign int `json:"-"` // lines that aren't in the format at all; if all are, the file holds no hands; see Foreign
}

// Mismatch is a fault, with the line in which it was found.
type Mismatch struct {
	Line int `json:"line"`           // 0: it is about the whole file
	Deal int `json:"deal,omitempty"` // its number in the session
	fair.Fault
	Text string `json:"text"` // the fault in words, from Verifier.Say

	Rules variant.Variant `json:"-"` // of the hand; the zero Variant if there is none
	Err   error           `json:"-"` // why the line isn't a hand
}

// Wrong counts the faults of hands themselves. The others say that something is missing, or
// that a line can't be read.
func (p *Proofs) Wrong() (n int) {
	for i := range p.Faults {
		if m := &p.Faults[i]; !m.Incomplete() && !Foreign(m.Err) {
			n++
		}
	}
	return n
}

// Doubtful reports whether the server could have chosen a deal although nothing is wrong: a deal was cancelled, no
// person's nonce or a bot's is in one, or a table for practice left a proof out beside others.
func (p *Proofs) Doubtful() bool {
	return p.None < p.Hands && (p.Void > 0 || p.Alone > 0 || p.Bots > 0 || p.Partial())
}

// Partial reports whether a table for practice left the proofs of some hands out.
func (p *Proofs) Partial() bool { return p.Trial > 0 && p.None > 0 && p.None < p.Hands }

// Verifier verifies the proofs of one file.
type Verifier struct {
	Own   func(p *fair.Proof) []fair.Fault // checks that a player's nonce is in; nil: not checked
	Notes *fair.Notes                      // the notes of a player's program; nil: none
	Say   func(m *Mismatch) string         // returns a fault in words
	Proofs

	evening fair.Evening
	voids   map[string]bool // by session and number
	seated  bool            // a line has said which seat is its reader's
}

// Verify verifies every line of a file. The error is that of the stream; Proofs has everything
// verified before it.
func (v *Verifier) Verify(in io.Reader) error {
	v.Faults, v.voids = []Mismatch{}, map[string]bool{}
	v.evening.Public = fmt.Sprint(history.Public)
	hands := history.NewReader(in)
	for h, err := range hands.Hands() {
		if history.Failed(err) {
			return err
		}
		v.Hands++
		if err != nil {
			v.broken(hands.Line(), err)
		} else {
			v.hand(hands.Line(), h)
		}
	}
	v.end()
	return nil
}

// note stores a fault.
func (v *Verifier) note(m Mismatch) {
	if v.Say != nil {
		m.Text = v.Say(&m)
	}
	v.Faults = append(v.Faults, m)
}

// broken reports a line that isn't a valid hand.
func (v *Verifier) broken(line int, err error) {
	if Foreign(err) {
		v.Foreign++
	}
	v.note(Mismatch{Line: line, Fault: fair.Fault{Code: "hand"}, Err: err})
}

// hand verifies the proof of one hand.
func (v *Verifier) hand(line int, h *history.Hand) {
	text, ok := h.Field("fair")
	if !ok {
		v.None++
		v.evening.Unproven(line)
		return
	}
	proof, err := fair.Parse(text)
	if err != nil {
		v.note(Mismatch{Line: line, Fault: fair.Fault{Code: fair.FaultForm}, Rules: h.Variant})
		return
	}
	told, err := table.PackOf(h)
	if err != nil {
		v.broken(line, err)
		return
	}
	if v.Notes != nil {
		proof.Bots = append(proof.Bots, v.Notes.Bots(proof.Sitting, proof.Number)...)
	}
	report := fair.Verify(proof, told)
	v.count(proof, &report)
	faults := append(report.Faults, v.evening.Add(line, proof, fmt.Sprint(h.For))...)
	_, seat := h.Field("seat")
	v.seated = v.seated || seat
	if v.Own != nil && h.For != history.Public && (seat || !v.seated || h.For != history.Full) { // otherwise the reader wasn't dealt in
		for _, f := range v.Own(proof) {
			if !slices.ContainsFunc(faults, func(g fair.Fault) bool { return g.Code == f.Code }) {
				faults = append(faults, f)
			}
		}
	}
	for _, f := range faults {
		v.note(Mismatch{Line: line, Deal: proof.Number, Fault: f, Rules: h.Variant})
	}
}

// end reports the faults that only the whole file shows.
func (v *Verifier) end() {
	for _, f := range v.evening.End() {
		v.note(Mismatch{Line: f.Line, Deal: f.Deal, Fault: f.Fault})
	}
	if v.Whole+v.Some > 0 && v.Cards == 0 {
		v.note(Mismatch{Fault: fair.Fault{Code: fair.FaultNothing}})
	}
	if v.Notes != nil {
		for _, f := range v.Notes.End() {
			v.note(Mismatch{Deal: f.Number, Fault: f})
		}
	}
	slices.SortStableFunc(v.Faults, func(a, b Mismatch) int { return cmp.Compare(a.Line, b.Line) })
}

func (v *Verifier) count(p *fair.Proof, r *fair.Report) {
	v.Cards += r.Cards
	if p.Practice {
		v.Trial++
	}
	if p.Opens == fair.OpensNever {
		v.Never++
	}
	switch r.Level {
	case fair.Whole:
		v.Whole++
	case fair.Some:
		v.Some++
	default:
		v.None++
		return
	}
	if v.Whole+v.Some == 1 || r.Nonces < v.People {
		v.People = r.Nonces
	}
	if r.Bots > 0 {
		v.Bots++
	}
	if r.Nonces == 0 {
		v.Alone++
	}
	for _, void := range p.Void {
		if key := fmt.Sprint(p.Sitting, void.Number); !v.voids[key] {
			v.voids[key] = true
			v.Void++
		}
	}
}
