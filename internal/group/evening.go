package group

import (
	"maps"
	"strings"

	"chratze/internal/desk"
	"chratze/pot"
)

// The kinds of evenings: by what they were folded from.
const (
	AtTable = "table" // of this server
	AtDesk  = "desk"
	OfFile  = "file" // of a cash desk, or recorded hands
	ByHand  = "hand" // sums by hand
)

// Who is who a person of an evening was: a member, or a guest with a name, if it is known.
type Who struct {
	Member int
	Guest  string
}

// evening is an evening by its lines.
type evening struct {
	n       int // its number
	kind    string
	ref     string      // the table, the desk, the hashes of the file's lines
	who     map[int]Who // by the number of a person of that evening
	digest  *Digest     // nil: not known yet
	deleted bool        // the cards
	dropped bool        // it doesn't count
	money   desk.Money  // by hand
	rule                // in force when it was entered
	members int         // how many there were when it was entered
}

// has reports whether a member was there.
func (e *evening) has(s *state, root int) bool {
	for _, w := range e.who {
		if w.Member != 0 && s.root(w.Member) == root {
			return true
		}
	}
	return false
}

// counts reports whether an evening is over, and goes into sums.
func (e *evening) counts() bool {
	return !e.dropped && e.digest != nil && (e.digest.Over || e.deleted)
}

func (s *state) doEvening(l *line, _ Stamp) {
	w, n := l.first(), l.fresh(len(s.evenings))
	e := &evening{n: n, kind: l.one(AtTable, AtDesk, OfFile, ByHand), who: map[int]Who{}, rule: s.rule, money: s.money, members: len(s.members)}
	if l.err != nil {
		return
	}
	if e.kind == ByHand {
		l.sums(s, e)
	} else {
		e.ref = l.take().text
		l.people(s, e)
	}
	if at := s.twice(e); at != 0 {
		l.fail(w, Error{Code: CodeTwice, N: at})
	}
	if l.err == nil {
		s.evenings = append(s.evenings, e)
	}
}

// OneFile reports whether two references are of one file that has grown: one is the beginning of the other.
func OneFile(a, b string) bool { return strings.HasPrefix(a, b) || strings.HasPrefix(b, a) }

// twice returns the number of an evening that is the same, or 0.
func (s *state) twice(e *evening) int {
	for i, o := range s.evenings {
		if o.n == e.n || o.dropped || o.deleted || o.kind != e.kind { // a number isn't used again
			continue
		}
		same := o.ref == e.ref
		switch e.kind {
		case OfFile:
			same = OneFile(o.ref, e.ref)
		case ByHand:
			same = e.digest != nil && e.digest.equal(o.digest) && maps.Equal(e.who, o.who) && !e.unnamed()
		}
		if same {
			return i + 1
		}
	}
	return 0
}

// unnamed reports whether a name was taken out, so that others may look the same.
func (e *evening) unnamed() bool {
	for _, w := range e.who {
		if w.Guest == anonymous {
			return true
		}
	}
	return false
}

// people reads who the persons of an evening were: 1=1 2=2 3="Carla" 4=guest.
func (l *line) people(s *state, e *evening) {
	for len(l.words) > 0 && l.err == nil {
		w := l.take()
		number, as, ok := strings.Cut(w.text, "=")
		k := (&line{words: []word{{text: number}}}).number()
		if !ok || k == 0 || w.quoted {
			l.fail(w, Error{Code: CodePerson, Name: "1=1"})
			return
		}
		var who Who
		switch {
		case as == "":
			who.Guest = l.text(MaxName)
		case as != "guest":
			at := line{words: []word{{as, false, w.n}}}
			who.Member = at.member(s)
			if at.err != nil {
				l.fail(w, *at.err)
			}
		}
		if e.digest != nil && !e.digest.has(k) {
			l.fail(w, Error{Code: CodePerson, N: k})
		}
		e.sits(s, l, w, k, who)
	}
}

// sits notes who a person was. A member sits once at a table.
func (e *evening) sits(s *state, l *line, w word, k int, who Who) {
	for other, o := range e.who {
		if l.err == nil && other != k && who.Member != 0 && o.Member != 0 && s.root(o.Member) == s.root(who.Member) {
			l.fail(w, Error{Code: CodeTwo, N: who.Member, Name: s.members[who.Member-1].name})
		}
	}
	if l.err == nil {
		e.who[k] = who
	}
}

// sums reads an evening by hand: a day, and for each person what they won or lost.
func (l *line) sums(s *state, e *evening) {
	w := l.first()
	l.money = e.money
	d := &Digest{Day: l.day(), Money: e.money.String(), Over: true}
	e.who = map[int]Who{}
	sum := pot.Chips(0)
	for len(l.words) > 0 && l.err == nil {
		at, k := l.first(), len(d.People)+1
		if at.quoted {
			e.sits(s, l, at, k, Who{Guest: l.text(MaxName)})
		} else {
			e.sits(s, l, at, k, Who{Member: l.member(s)})
		}
		n := l.signed()
		sum += n
		d.People = append(d.People, Person{N: k, Won: n, Owed: n})
	}
	switch {
	case len(d.People) < 2 || len(d.People) > MostPeople:
		l.fail(w, Error{Code: CodePeople, N: MostPeople})
	case sum != 0:
		l.fail(w, Error{Code: CodeSum, Name: money(e.money, sum)})
	}
	e.digest = d
}

// evening reads the number of an evening.
func (l *line) evening(s *state) (e *evening, w word) {
	w = l.first()
	n := l.number()
	if n < 1 || n > len(s.evenings) {
		l.fail(w, Error{Code: CodeEvening, N: n, Want: len(s.evenings)})
		return &evening{}, w
	}
	return s.evenings[n-1], w
}

// changing returns what a line does that changes an evening: do gets a copy of it, which takes its place unless the line has a fault.
func changing(do func(s *state, l *line, w word, e *evening)) func(*state, *line, Stamp) {
	return func(s *state, l *line, _ Stamp) {
		e, w := l.evening(s)
		e = e.copy()
		if l.err == nil {
			do(s, l, w, e)
		}
		if l.end(); l.err == nil {
			s.evenings[e.n-1] = e
		}
	}
}

func (e *evening) copy() *evening {
	c := *e
	c.who = maps.Clone(e.who)
	return &c
}

// doWho says who persons of an evening were. All that it names change together, so that two can be swapped.
func doWho(s *state, l *line, _ word, e *evening) {
	for _, w := range l.words {
		number, _, _ := strings.Cut(w.text, "=")
		delete(e.who, (&line{words: []word{{text: number}}}).number())
	}
	if len(l.words) == 0 {
		l.take()
	}
	l.people(s, e)
}

func doFix(s *state, l *line, w word, e *evening) {
	if e.kind != ByHand {
		l.fail(w, Error{Code: CodeHand})
		return
	}
	if at := l.first(); strings.Count(at.text, "-") != 2 {
		l.words = append([]word{{e.digest.Day, false, at.n}}, l.words...)
	}
	l.sums(s, e)
}

func doDrop(_ *state, _ *line, _ word, e *evening) { e.dropped = true }

// doDeleted says that the cards of an evening are gone. Its digest stays.
func doDeleted(_ *state, _ *line, _ word, e *evening) { e.deleted = true }

func doKeep(s *state, l *line, w word, e *evening) {
	e.dropped = false
	if at := s.twice(e); at != 0 {
		l.fail(w, Error{Code: CodeTwice, N: at})
	}
	for k, who := range e.who {
		e.sits(s, l, w, k, who) // a merge since then
	}
}
