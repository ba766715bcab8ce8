package desk

import (
	"slices"
	"strconv"
	"strings"
)

// Rebase re-applies to theirs the lines of mine that follow their common beginning: two people have booked at the same time, and
// one of them has decided so. It returns the rebased evening and the lines that no longer apply, or would take back or correct
// another line there than in mine.
func Rebase(mine, theirs []string) (e *Evening, refused []string, err error) {
	own, common := New(), 0
	moved := map[int]int{-1: -1} // where a line of mine is in e
	for common < len(mine) && common < len(theirs) && mine[common] == theirs[common] {
		if err := own.Append(mine[common]); err != nil {
			return nil, nil, err
		}
		moved[common] = common
		common++
	}
	e = own.Clone()
	for _, l := range theirs[common:] {
		if err := e.Append(l); err != nil {
			return nil, nil, err
		}
	}
	for _, l := range mine[common:] {
		n := len(own.lines)
		l := ticks(l, common)
		if at, ok := moved[own.about(l)]; !ok || at != e.about(l) || e.Append(l) != nil {
			refused = append(refused, l)
		} else {
			moved[n] = len(e.lines) - 1
		}
		if err := own.Append(l); err != nil {
			return nil, nil, err
		}
	}
	return e, refused, nil
}

// about returns which line a line takes back, repeats or corrects, or -1 if it is none of these.
func (e *Evening) about(text string) int {
	l, _ := split(text)
	verb := l.take()
	n, _ := strconv.Atoi(strings.TrimSuffix(l.first().text, ":"))
	switch {
	case verb.is("undo") && e.applied > 0:
		return e.ops[e.applied-1].line
	case verb.is("redo") && e.applied < len(e.ops):
		return e.ops[e.applied].line
	case (verb.is("fix") || verb.is("insert") || verb.is("drop")) && n > 0 && n <= len(e.list):
		return e.ops[slices.IndexFunc(e.ops, func(o op) bool { return o.entry == e.list[n-1] })].line
	}
	return -1
}

// ticks returns a line, or if it says that orders are carried out, those of the common beginning: what the others booked behind it
// may ask for more.
func ticks(text string, common int) string {
	l, _ := split(text)
	if !l.try("done") {
		return text
	}
	if n, err := strconv.Atoi(l.first().text); err == nil && !l.first().quoted {
		l.take()
		common = min(common, n)
	}
	b := strconv.AppendInt([]byte("done "), int64(common), 10)
	for _, w := range l.words {
		b = quote(append(b, ' '), w.text)
	}
	return string(b)
}
