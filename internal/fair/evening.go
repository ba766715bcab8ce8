package fair

import (
	"cmp"
	"maps"
	"slices"
)

// Evening checks deals against each other: those of one file, from one session or several, in
// the order of the lines. The zero Evening is ready to use. Add every line, then call End for
// the faults that only the whole file shows.
type Evening struct {
	sittings map[string]*sitting // by the commitment to its secret
	unproven []Found             // lines without a proof; a fault if other lines have one
	proven   int                 // how many lines have one
	first    string              // the session of the first line

	Public string // the view of spectators, who are never given a secret
}

// Found is a fault, and the line in which it was found.
type Found struct {
	Line int
	Deal int // its number; 0: the line doesn't say
	Fault
}

// sitting is what is known of a session from the lines so far.
type sitting struct {
	former   string
	promises map[int]string // by number of deal
	secrets  map[int]string
	hands    map[int]*evidence
	opened   bool
	last     int // the greatest number of a hand so far
	end      int // the number of the last hand of the evening; 0: not known yet
	practice map[bool]Found
	opens    string       // Proof.Opens of the first line
	voids    map[int]bool // by number of deal
	failed   map[int]int  // by chair: deals cancelled because of it
	renewed  int          // how many secrets the session had before
}

// evidence is what is known of a hand that one or more lines are about.
type evidence struct {
	line   int
	after  int
	nonces []Given
	views  map[string]bool
}

// Unproven notes a line that has no proof.
func (e *Evening) Unproven(line int) {
	e.unproven = append(e.unproven, Found{Line: line, Fault: Fault{Code: FaultUnproven}})
}

// Add returns the contradictions between a line and the lines before it. view says whose view
// the line is: the same deal may be in several lines, as different people saw it.
func (e *Evening) Add(line int, p *Proof, view string) (faults []Fault) {
	if p.None != "" && p.Sitting == "" {
		e.Unproven(line)
		return nil
	}
	s := e.of(p)
	if p.Opens != s.opens {
		faults = append(faults, Fault{Code: FaultLate, Number: p.Number})
	}
	if p.None != "" {
		if !p.Practice {
			e.unproven = append(e.unproven, Found{line, p.Number, Fault{Code: FaultPractice}})
		}
	} else {
		e.proven++
		faults = append(faults, s.commitments(p)...)
	}
	if _, ok := s.practice[p.Practice]; !ok {
		s.practice[p.Practice] = Found{Line: line, Deal: p.Number}
	}
	s.end = max(s.end, p.Last)
	s.opened = s.opened || p.Opened() || view == e.Public
	if p.Former != s.former || s.former != "" && e.sittings[s.former] == nil && e.first != p.Sitting {
		faults = append(faults, Fault{Code: FaultFormer})
	}
	faults = append(faults, s.called(p)...)
	return append(faults, s.place(line, p, view)...)
}

// Check is Add for somebody at the table, to whom hands are reported one after the other,
// possibly the same one again. hand is the number of the hand, from 1. Check returns what
// contradicts the hands before. A deal that was another hand before is a FaultReused.
func (e *Evening) Check(hand int, p *Proof) []Fault {
	faults := e.Add(hand, p, "")
	for i := range faults {
		if faults[i].Code == FaultDouble {
			faults[i] = Fault{Code: FaultReused, Number: p.Number}
		}
	}
	return faults
}

func (e *Evening) of(p *Proof) *sitting {
	if e.sittings == nil {
		e.sittings = map[string]*sitting{}
	}
	s := e.sittings[p.Sitting]
	if s == nil {
		s = &sitting{
			former: p.Former, opens: p.Opens, promises: map[int]string{}, secrets: map[int]string{}, hands: map[int]*evidence{}, practice: map[bool]Found{},
			voids: map[int]bool{}, failed: map[int]int{},
		}
		if len(e.sittings) == 0 {
			e.first = p.Sitting
		} else if f := e.sittings[p.Former]; f != nil {
			s.failed, s.renewed, s.opens = f.failed, f.renewed+1, f.opens
		}
		e.sittings[p.Sitting] = s
	}
	return s
}

// commitments checks the commitment to a deal's secret against others.
func (s *sitting) commitments(p *Proof) (faults []Fault) {
	if before, ok := s.promises[p.Number]; ok && before != p.Promise {
		faults = append(faults, Fault{Code: FaultLate, Number: p.Number})
	}
	for _, number := range slices.Sorted(maps.Keys(s.promises)) {
		if number != p.Number && (s.promises[number] == p.Promise || p.Secret != "" && s.secrets[number] == p.Secret) {
			faults = append(faults, Fault{Code: FaultReused, Number: number})
			break
		}
	}
	s.promises[p.Number] = p.Promise
	if p.Secret != "" {
		s.secrets[p.Number] = p.Secret
	}
	return faults
}

// place checks the place of a hand among the others.
func (s *sitting) place(line int, p *Proof, view string) (faults []Fault) {
	h := s.hands[p.Number]
	switch {
	case h != nil && h.line == line && slices.Equal(h.nonces, p.Nonces): // reported again
	case h != nil && h.views[view]:
		faults = append(faults, Fault{Code: FaultDouble, Number: p.Number, At: h.line})
	case p.Number < s.last:
		faults = append(faults, Fault{Code: FaultSequence, Number: p.Number, At: s.last})
	case p.Number > s.last && p.After < s.last: // the line denies the hand between them
		faults = append(faults, Fault{Code: FaultGap, Number: p.After + 1})
	}
	if h == nil {
		h = &evidence{line: line, after: p.After, nonces: p.Nonces, views: map[string]bool{}}
		s.hands[p.Number] = h
	}
	h.views[view] = true
	s.last = max(s.last, p.Number)
	return faults
}

// End returns what is missing from the file, and the lines without a proof if other lines have
// one, sorted by line.
func (e *Evening) End() (list []Found) {
	followed := map[string]bool{} // by another secret
	for _, s := range e.sittings {
		followed[s.former] = true
	}
	for sitting, s := range e.sittings {
		before := 0 // the greatest number so far, under this secret or the one before
		if f := e.sittings[s.former]; s.former != "" && f != nil {
			before = f.last
		}
		for _, number := range slices.Sorted(maps.Keys(s.hands)) {
			h := s.hands[number]
			if h.after > before {
				list = append(list, Found{h.line, number, Fault{Code: FaultMissing, Number: h.after, At: before + 1}})
			}
			before = max(before, number)
		}
		if s.end > s.last && !followed[sitting] {
			list = append(list, Found{s.hands[s.last].line, s.last, Fault{Code: FaultMissing, Number: s.end, At: s.last + 1}})
		}
		if s.end > 0 && !s.opened && s.opens != OpensNever {
			list = append(list, Found{s.hands[s.last].line, s.last, Fault{Code: FaultUnopened}})
		}
		if f, ok := s.practice[true]; ok && len(s.practice) > 1 {
			f.Fault = Fault{Code: FaultPractice}
			list = append(list, f)
		}
	}
	if e.proven > 0 {
		list = append(list, e.unproven...)
	}
	slices.SortFunc(list, func(a, b Found) int { return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Code, b.Code)) })
	return list
}
