package desk

import (
	"slices"
	"strconv"
	"strings"

	"chratze/variant"
)

// Format is the first line of an evening, and which version of lines this is.
const Format = "kasse 1"

// MaxLines and MaxLine bound an evening: its lines, and the bytes of one.
const (
	MaxLines = 4000
	MaxLine  = 500
)

// header is what is agreed before the first entry.
type header struct {
	name   string
	rules  variant.Variant
	money  Money
	cash   bool
	seats  []string
	dealer string
}

// op is a change of the entries: one more, or a correction.
type op struct {
	verb  string // "" adds; else fix, drop or insert
	n     int    // which entry, from 1
	entry Entry
}

// Evening is an evening so far. Make one with Read, or with New and Append.
type Evening struct {
	lines []string // all that is known, each as it is read again
	head  header
	ops   []op
	at    int // so many of ops hold; the others are undone
	steps []Step
	now   *sitting // after the last step; nil: nobody sits yet
}

// New returns an evening of which nothing is known yet.
func New() *Evening {
	return &Evening{head: header{rules: variant.Default()}}
}

// Read reads an evening, a line an entry. The error is an *Error with its line and
// word.
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

// Lines returns the lines of the evening, without their ends; they must not be
// changed.
func (e *Evening) Lines() []string { return e.lines }

// Append adds a line: an entry, a correction, or what is agreed before. Comments
// and empty lines add nothing. With an error, an *Error, e is as it was.
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
		return &Error{Code: NoFull}
	}
	next := *e
	next.lines = slices.Clip(e.lines)
	next.ops, next.steps = slices.Clip(e.ops), slices.Clip(e.steps)
	verb := l.first()
	switch {
	case verb.is("kasse"), verb.is("name"), verb.is("money"), verb.is("seats"), verb.is("rules") && e.at == 0 && len(e.ops) == 0:
		err = next.agree(&l)
	case e.now == nil:
		err = &Error{Code: NoSeats}
	default:
		err = next.change(&l)
	}
	if err != nil {
		return err
	}
	*e = next
	return nil
}

// ---- what is agreed ----

// agree reads a line of the header.
func (e *Evening) agree(l *line) *Error {
	verb := l.take()
	var err *Error
	begun := len(e.ops) > 0
	switch {
	case verb.is("kasse"):
		w := l.take()
		if w.text != "1" {
			return (&Error{Code: NoVersion}).at(w)
		}
		if len(e.lines) > 0 {
			return (&Error{Code: NoHead}).at(verb)
		}
	case verb.is("name"):
		e.head.name, err = parseName(l)
	case verb.is("money"):
		err = e.agreeMoney(l)
	case begun:
		return (&Error{Code: NoHead}).at(verb)
	case verb.is("rules"):
		e.head.rules, err = parseRules(l)
	default:
		err = e.agreeSeats(l)
	}
	if err == nil {
		err = l.end()
	}
	if err != nil {
		return err
	}
	if len(e.head.seats) > 0 && !begun {
		if e.now, err = newSitting(&e.head); err != nil {
			return err.at(verb)
		}
	}
	e.note(verb.text)
	return nil
}

func (e *Evening) agreeMoney(l *line) *Error {
	w := l.take()
	m, ok := parseMoney(w.text)
	if !ok {
		return (&Error{Code: NoMoney}).at(w)
	}
	e.head.money = m
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
			return (&Error{Code: NoTwice, Name: name}).at(at)
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
			return (&Error{Code: NoPerson, Name: name}).at(w)
		}
	}
	if len(e.head.seats) == 0 {
		return (&Error{Code: NoMore}).at(l.first())
	}
	return nil
}

// note writes down a line of the header.
func (e *Evening) note(verb string) {
	h := &e.head
	b := append([]byte(verb), ' ')
	switch verb {
	case "kasse":
		b = append(b, '1')
	case "name":
		b = quote(b, h.name)
	case "rules":
		b = h.rules.Append(b)
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
	e.lines = append(e.lines, string(b))
}

// ---- what happened ----

// change reads an entry or a correction.
func (e *Evening) change(l *line) *Error {
	verb := l.first()
	var o op
	switch {
	case verb.is("undo"), verb.is("redo"):
		l.take()
		if err := l.end(); err != nil {
			return err
		}
		return e.step(verb)
	case verb.is("fix"), verb.is("insert"), verb.is("drop"):
		l.take()
		w, err := l.need()
		if err != nil {
			return err
		}
		n, bad := strconv.Atoi(strings.TrimSuffix(w.text, ":"))
		if bad != nil || n < 1 || n > len(e.steps) {
			return (&Error{Code: NoEntry, N: n, Want: len(e.steps)}).at(w)
		}
		o.verb, o.n = verb.text, n
	}
	if o.verb == "drop" {
		if err := l.end(); err != nil {
			return err
		}
	} else {
		var err *Error
		if o.entry, err = parseEntry(*l); err != nil {
			return err
		}
	}
	e.ops = append(e.ops[:e.at:e.at], o)
	e.at++
	if err := e.run(); err != nil {
		err.Entry = o.shown(err.Entry)
		return err
	}
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
		b = e.steps[n-1].Entry.append(b) // with the tricks filled in
	}
	e.lines = append(e.lines, string(b))
	return nil
}

// shown returns the number that an entry had before the correction.
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
	switch {
	case verb.is("undo") && e.at == 0:
		return (&Error{Code: NoUndo}).at(verb)
	case verb.is("redo") && e.at == len(e.ops):
		return (&Error{Code: NoRedo}).at(verb)
	case verb.is("undo"):
		e.at--
	default:
		e.at++
	}
	if err := e.runAll(); err != nil {
		return err
	}
	e.lines = append(e.lines, verb.text)
	return nil
}

// run computes what the newest change brings about.
func (e *Evening) run() *Error {
	o := &e.ops[e.at-1]
	if o.verb != "" {
		return e.runAll()
	}
	now := e.now.clone()
	st, err := now.apply(&o.entry)
	if err != nil {
		return err
	}
	e.now, e.steps = now, append(e.steps, st)
	return nil
}

// runAll computes everything anew.
func (e *Evening) runAll() *Error {
	entries := e.entries()
	now, err := newSitting(&e.head)
	if err != nil {
		return err
	}
	steps := make([]Step, 0, len(entries))
	for i := range entries {
		st, err := now.apply(&entries[i])
		if err != nil {
			err.Entry = i + 1
			return err
		}
		steps = append(steps, st)
	}
	e.now, e.steps = now, steps
	return nil
}

// entries returns what all changes that hold make.
func (e *Evening) entries() (list []Entry) {
	for _, o := range e.ops[:e.at] {
		switch o.verb {
		case "":
			list = append(list, o.entry)
		case "fix":
			list = slices.Clone(list)
			list[o.n-1] = o.entry
		case "drop":
			list = slices.Delete(slices.Clone(list), o.n-1, o.n)
		case "insert":
			list = slices.Insert(slices.Clip(list), o.n-1, o.entry)
		}
	}
	return list
}
