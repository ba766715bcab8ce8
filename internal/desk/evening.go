package desk

import (
	"slices"
	"strconv"
	"strings"

	"chratze/pot"
	"chratze/variant"
)

// Format and RaceFormat are the first lines of an evening with a pot and of a race; they include the version of the
// format.
const (
	Format     = "kasse 1"
	RaceFormat = "kasse 2"
)

// Limits of an evening: its lines, the bytes of a line, the people who have ever been there,
// and the entries that are computed in all. An entry counts once when it is computed, and once
// more each time a correction of an earlier entry makes it be computed again. So no text takes
// long to read.
const (
	MaxLines  = 4000
	MaxLine   = 500
	MaxPeople = 100
	MaxWork   = 20_000
)

// stride is the number of entries between two stored states. A correction computes from the
// last stored state before it.
const stride = 50

// header is what is set before the first entry.
type header struct {
	version string
	name    string
	rules   variant.Variant
	race    *Race // nil: there is a pot
	money   Money
	cash    bool
	seats   []string
	dealer  string
}

// op is a change of the list of entries: an addition or a correction.
type op struct {
	verb  string // "" adds; else fix, drop or insert
	n     int    // which entry, from 1
	entry *Entry
	old   *Entry // fix, drop: what was there
	line  int    // which line, from 0

	was      Step       // fix: the effect of what was there
	repriced []Repriced // hands behind it
}

// Evening is an evening so far. Make one with Read, or with New and Append.
type Evening struct {
	lines   []string // all lines, normalized
	head    header
	ops     []op
	applied int        // how many of ops are in force; the others are undone
	list    []*Entry   // the result of those
	steps   []Step     // of list
	states  []*sitting // before each stride-th entry of list
	now     *sitting   // after the last step; nil: nobody sits yet
	work    int        // entries computed so far

	pockets []pocket // after each line
	ever    []string // everybody who was ever named as sitting here
	ticks   []tick
	prized  int // how many lines were carried out by all, prizes too

	shared bool // the slices are shared with a clone, and must be copied before they change
}

// Clone returns a copy. What is appended to one doesn't affect the other.
func (e *Evening) Clone() *Evening {
	e.shared = true
	c := *e
	return &c
}

// own copies the slices, so that they can change.
func (e *Evening) own() {
	if e.shared {
		e.lines, e.ops, e.list = slices.Clone(e.lines), slices.Clone(e.ops), slices.Clone(e.list)
		e.steps, e.states, e.shared = slices.Clone(e.steps), slices.Clone(e.states), false
		e.pockets, e.ever, e.ticks = slices.Clone(e.pockets), slices.Clone(e.ever), slices.Clone(e.ticks)
	}
}

// New returns an empty evening.
func New() *Evening {
	return &Evening{head: header{rules: variant.Default()}}
}

// Read reads an evening, one entry a line. The error is an *Error with the number of the line
// and of the word.
func Read(text string) (*Evening, error) {
	e := New()
	n := 0
	for l := range strings.Lines(text) {
		n++
		if err := e.Append(l); err != nil {
			bad := *err.(*Error)
			bad.Line = n
			return nil, &bad
		}
	}
	return e, nil
}

// Text returns the evening as Read reads it.
func (e *Evening) Text() string {
	var b strings.Builder
	for _, l := range e.lines {
		b.WriteString(l)
		b.WriteByte('\n')
	}
	return b.String()
}

// Lines returns the lines of the evening, without line ends. Don't change them.
func (e *Evening) Lines() []string { return e.lines }

// Append adds a line: an entry, a correction, or a line of the header. Comments and empty lines
// add nothing. If it returns an error, an *Error, e is unchanged.
func (e *Evening) Append(text string) error {
	if err := e.append(strings.TrimRight(text, "\r\n")); err != nil {
		return err
	}
	return nil
}

func (e *Evening) append(text string) *Error {
	l, err := split(text)
	switch {
	case err != nil:
		return err
	case len(l.words) == 0:
		return nil
	case len(text) > MaxLine, len(e.lines) >= MaxLines, strings.ContainsAny(text, "\n"):
		return &Error{Code: CodeFull}
	}
	e.own()
	verb := l.first()
	switch {
	case verb.is("kasse"), verb.is("name"), verb.is("money"), verb.is("seats"), len(e.ops) == 0 && (verb.is("rules") || verb.is("race") && !e.named(verb.text)):
		head, now := e.head, e.now
		if err = e.agree(&l); err != nil {
			e.head, e.now = head, now
		}
	case e.now == nil:
		err = &Error{Code: CodeSeats}
	default:
		err = e.change(&l)
	}
	return err
}

// ---- the header ----

// agree reads a line of the header.
func (e *Evening) agree(l *line) *Error {
	verb := l.take()
	var err *Error
	begun := len(e.ops) > 0
	switch {
	case verb.is("kasse"):
		w := l.take()
		if e.head.version = w.text; w.text != "1" && w.text != "2" {
			return (&Error{Code: CodeVersion}).at(w)
		}
		if len(e.lines) > 0 {
			return (&Error{Code: CodeHead}).at(verb)
		}
	case verb.is("name"):
		e.head.name, err = parseName(l)
	case verb.is("money"):
		err = e.agreeMoney(l)
	case begun:
		return (&Error{Code: CodeHead}).at(verb)
	case verb.is("rules"):
		if e.head.race != nil {
			return (&Error{Code: CodePotOnly}).at(verb)
		}
		var v variant.Variant
		if v, err = parseRules(l); err != nil {
			return err
		}
		if e.head.race = raceOf(v.Rules()); e.head.race == nil {
			e.head.rules = v
		}
	case verb.is("race"):
		var r Race
		r, err = parseRace(l, e.head.money)
		e.head.race = &r
	default:
		err = e.agreeSeats(l)
	}
	if err == nil {
		err = l.end()
	}
	switch {
	case err != nil:
		return err
	case e.head.race == nil:
	case e.head.version == "1":
		return (&Error{Code: CodeRaceHead}).at(verb)
	case verb.is("rules"):
		verb.text = "race" // which the lines say
	}
	if len(e.head.seats) > 0 && !begun {
		if e.now, err = newSitting(&e.head); err != nil {
			return err.at(verb)
		}
	}
	e.note(e.agreed(verb.text), Reason{Verb: "seats"}, len(e.lines))
	return nil
}

func (e *Evening) agreeMoney(l *line) *Error {
	w := l.take()
	named, ok := pot.ParseMoney(w.text)
	if !ok {
		return (&Error{Code: CodeMoney}).at(w)
	}
	if m := Money(named); m != e.head.money && len(e.ops) > 0 { // what was booked was divided in other coins
		return (&Error{Code: CodeHead}).at(w)
	}
	e.head.money = Money(named)
	e.head.cash = l.try("cash")
	if !e.head.cash {
		l.try("credit")
	}
	return nil
}

func (e *Evening) agreeSeats(l *line) *Error {
	e.head.seats, e.head.dealer = nil, ""
	for len(l.words) > 0 && !l.first().is("dealer") {
		at := l.first()
		name, err := parseName(l)
		if err != nil {
			return err
		}
		if slices.Contains(e.head.seats, name) {
			return (&Error{Code: CodeTwice, Name: name}).at(at)
		}
		e.head.seats = append(e.head.seats, name)
	}
	if l.try("dealer") {
		w := l.first()
		name, err := parseName(l)
		if err != nil {
			return err
		}
		if e.head.dealer = name; !slices.Contains(e.head.seats, name) {
			return (&Error{Code: CodePerson, Name: name}).at(w)
		}
	}
	if len(e.head.seats) == 0 {
		return (&Error{Code: CodeMore}).at(l.first())
	}
	return nil
}

// agreed returns a line of the header.
func (e *Evening) agreed(verb string) string {
	h := &e.head
	b := append([]byte(verb), ' ')
	switch verb {
	case "kasse":
		b = append(b, h.version...)
	case "name":
		b = quote(b, h.name)
	case "rules":
		b = h.rules.AppendTo(b)
	case "race":
		b = h.race.append(b, h.money)
	case "money":
		b = append(append(b, h.money.String()...), ' ')
		if h.cash {
			b = append(b, "cash"...)
		} else {
			b = append(b, "credit"...)
		}
	case "seats":
		for i, name := range h.seats {
			if i > 0 {
				b = append(b, ' ')
			}
			b = quote(b, name)
		}
		if h.dealer != "" {
			b = quote(append(b, " dealer "...), h.dealer)
		}
	}
	return string(b)
}

// ---- the entries ----

// named reports whether anyone who has been here has this name.
func (e *Evening) named(name string) bool { return e.now != nil && e.now.person(name) >= 0 }

// change reads an entry or a correction.
func (e *Evening) change(l *line) *Error {
	verb := l.first()
	o := op{line: len(e.lines)}
	switch {
	case verb.is("undo"), verb.is("redo"):
		l.take()
		if err := l.end(); err != nil {
			return err
		}
		return e.step(verb)
	case verb.is("done"):
		return e.done(l)
	case verb.is("fix"), verb.is("insert"), verb.is("drop"):
		l.take()
		w, err := l.need()
		if err != nil {
			return err
		}
		n, bad := strconv.Atoi(strings.TrimSuffix(w.text, ":"))
		if bad != nil || n < 1 || n > len(e.steps) {
			return (&Error{Code: CodeEntry, N: n, Want: len(e.steps)}).at(w)
		}
		o.verb, o.n = verb.text, n
	}
	last := Late
	switch verb = l.first(); {
	case e.head.race != nil:
		last = NewRace
	case !verb.quoted && has(raceWords, verb.text) && !e.named(verb.text):
		return (&Error{Code: CodeRaceOnly}).at(verb)
	}
	if o.verb == "drop" {
		if err := l.end(); err != nil {
			return err
		}
	} else {
		entry, err := parseEntry(*l, e.head.money, last)
		if err != nil {
			return err
		}
		o.entry = &entry
	}
	var before []Step
	if o.verb != "" {
		before = slices.Clone(e.steps[o.n-1:])
		o.was = before[0]
	}
	e.do(&o)
	if err := e.run(&o); err != nil {
		e.takeBack(&o)
		err.Entry = o.shown(err.Entry)
		return err
	}
	why := e.reason(&o, before)
	e.ops = append(e.ops[:e.applied], o)
	e.applied++
	b := make([]byte, 0, 64)
	if o.verb != "" {
		b = strconv.AppendInt(append(append(b, o.verb...), ' '), int64(o.n), 10)
	}
	if o.verb != "drop" {
		if o.verb != "" {
			b = append(b, ": "...)
		}
		n := len(e.steps)
		if o.verb != "" {
			n = o.n
		}
		b = e.steps[n-1].Entry.append(b) // including the tricks that were filled in
	}
	e.note(string(b), why, o.line)
	return nil
}

// reason returns what a change asks coins to move for, and finds the hands that it reprices. before are the steps from the corrected one on.
func (e *Evening) reason(o *op, before []Step) Reason {
	why := Reason{Verb: o.verb, N: o.n, Kind: o.was.Entry.Kind, Hand: o.was.Hand}
	switch o.verb {
	case "":
		why.Kind, why.Hand = e.steps[len(e.steps)-1].Entry.Kind, e.steps[len(e.steps)-1].Hand
	case "insert":
		why.Kind, why.Hand = o.entry.Kind, e.steps[o.n-1].Hand
		o.repriced = e.repriced(before, o.n)
	default:
		o.repriced = e.repriced(before[1:], len(e.steps)-len(before)+1)
	}
	return why
}

// shown returns the number that an entry had before the correction, or 0 if it had none.
func (o *op) shown(entry int) int {
	switch {
	case entry == 0, o.verb == "insert" && entry == o.n:
		return 0
	case o.verb == "insert" && entry > o.n:
		return entry - 1
	case o.verb == "drop" && entry >= o.n:
		return entry + 1
	}
	return entry
}

// step undoes or redoes a change.
func (e *Evening) step(verb word) *Error {
	var o *op
	switch {
	case verb.is("undo") && e.applied == 0:
		return (&Error{Code: CodeUndo}).at(verb)
	case verb.is("redo") && e.applied == len(e.ops):
		return (&Error{Code: CodeRedo}).at(verb)
	case verb.is("undo"):
		o = &e.ops[e.applied-1]
		e.takeBack(o)
		if err := e.compute(o.from(len(e.list) + 1)); err != nil {
			e.do(o)
			return err
		}
		e.applied--
	default:
		o = &e.ops[e.applied]
		e.do(o)
		if err := e.run(o); err != nil {
			e.takeBack(o)
			return err
		}
		e.applied++
	}
	e.note(verb.text, Reason{Verb: verb.text}, o.line)
	return nil
}

// from returns the index of the first entry that o changes in a list of n.
func (o *op) from(n int) int {
	if o.verb == "" {
		return n - 1
	}
	return o.n - 1
}

// do applies a change to the list.
func (e *Evening) do(o *op) {
	switch o.verb {
	case "":
		e.list = append(e.list, o.entry)
	case "fix":
		o.old, e.list[o.n-1] = e.list[o.n-1], o.entry
	case "drop":
		o.old = e.list[o.n-1]
		e.list = slices.Delete(e.list, o.n-1, o.n)
	case "insert":
		e.list = slices.Insert(e.list, o.n-1, o.entry)
	}
}

// takeBack reverses do.
func (e *Evening) takeBack(o *op) {
	switch o.verb {
	case "":
		e.list = e.list[:len(e.list)-1]
	case "fix":
		e.list[o.n-1] = o.old
	case "drop":
		e.list = slices.Insert(e.list, o.n-1, o.old)
	case "insert":
		e.list = slices.Delete(e.list, o.n-1, o.n)
	}
}

// run computes the effect of a change of the list.
func (e *Evening) run(o *op) *Error {
	if o.verb != "" {
		return e.compute(o.from(len(e.list)))
	}
	if e.work >= MaxWork {
		return &Error{Code: CodeWork}
	}
	now := e.now.clone()
	st, err := now.apply(o.entry)
	if err != nil {
		return err
	}
	if len(e.steps)/stride >= len(e.states) {
		e.states = append(e.states, e.now)
	}
	e.work++
	e.now, e.steps = now, append(e.steps, st)
	return nil
}

// compute computes the list again from the entry at index from. If it fails, nothing has
// changed.
func (e *Evening) compute(from int) *Error {
	at := from / stride
	first := at * stride
	if e.work+len(e.list)-first > MaxWork {
		return &Error{Code: CodeWork}
	}
	now := e.states[at].clone()
	var states []*sitting
	steps := make([]Step, 0, len(e.list)-first)
	for i, entry := range e.list[first:] {
		if i > 0 && i%stride == 0 {
			states = append(states, now.clone())
		}
		st, err := now.apply(entry)
		if err != nil {
			err.Entry = first + i + 1
			return err
		}
		steps = append(steps, st)
	}
	e.work += len(steps)
	e.now, e.steps, e.states = now, append(e.steps[:first], steps...), append(e.states[:at+1], states...)
	return nil
}
