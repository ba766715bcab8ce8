package group

import (
	"strconv"
	"strings"
)

// digits returns the number that n digits are, or -1.
func digits(text string, n, least, most int) int {
	v, err := strconv.Atoi(text)
	if err != nil || len(text) != n || strings.Trim(text, "0123456789") != "" || v < least || v > most {
		return -1
	}
	return v
}

// isDay reports whether a text is a day such as 2026-10-03. Days are in the order of their texts.
func isDay(day string) bool {
	if len(day) != 10 || day[4] != '-' || day[7] != '-' {
		return false
	}
	y, m, d := digits(day[:4], 4, 1900, 9999), digits(day[5:7], 2, 1, 12), digits(day[8:], 2, 1, 31)
	last := 31 - (m-1)%7%2
	if m == 2 && (y%4 == 0 && y%100 != 0 || y%400 == 0) {
		last = 29
	} else if m == 2 {
		last = 28
	}
	return min(y, m, d) > 0 && d <= last
}

// day reads a day.
func (l *line) day() string {
	w := l.take()
	if w.quoted || !isDay(w.text) {
		l.fail(w, Error{Code: CodeDate, Name: "2026-10-03"})
		return ""
	}
	return w.text
}

// moment reads a time with its zone: 2026-10-17T20:00+02:00, or Z.
func (l *line) moment() string {
	w := l.take()
	day, clock, ok := strings.Cut(w.text, "T")
	good := ok && !w.quoted && isDay(day) && len(clock) > 5 && hour(clock[:5])
	if zone := clock[min(5, len(clock)):]; good && zone != "Z" {
		good = len(zone) == 6 && (zone[0] == '+' || zone[0] == '-') && hour(zone[1:])
	}
	if !good {
		l.fail(w, Error{Code: CodeDate, Name: "2026-10-17T20:00+02:00"})
		return ""
	}
	return w.text
}

// hour reports whether a text is like 20:00.
func hour(text string) bool {
	return len(text) == 5 && text[2] == ':' && digits(text[:2], 2, 0, 23) >= 0 && digits(text[3:], 2, 0, 59) >= 0
}

// ---- the range of standings ----

// Range says which evenings standings are of.
type Range struct {
	Span  string `json:"span,omitempty"`  // "": always; this-year, last-year, or a first and a last day: 2026-01-01..2026-06-30
	Least int    `json:"least,omitempty"` // evenings with at least this number of persons
	Best  int    `json:"best,omitempty"`  // only this number of results of each member, the best
	Of    int    `json:"of,omitempty"`    // of this number of evenings, the last
}

// scope reads a range: this-year least 4 best 10 of 20.
func (l *line) scope() (r Range) {
	for len(l.words) > 0 && l.err == nil {
		w := l.take()
		first, last, two := strings.Cut(w.text, "..")
		switch {
		case w.quoted:
			l.fail(w, Error{Code: CodeWord, Name: spans})
		case w.text == "always":
			r.Span = ""
		case w.text == "this-year", w.text == "last-year", two && isDay(first) && isDay(last) && first <= last:
			r.Span = w.text
		case w.text == "least":
			r.Least = l.number()
		case w.text == "best":
			r.Best = l.number()
			l.one("of")
			if r.Of = l.number(); r.Of < r.Best {
				l.fail(w, Error{Code: CodeNumber})
			}
		default:
			l.fail(w, Error{Code: CodeWord, Name: spans})
		}
	}
	return r
}

const spans = "always, this-year, last-year, 2026-01-01..2026-06-30, least 4, best 5 of 8"

// ReadRange reads a range as the line "show" has it. The error is an *Error.
func ReadRange(text string) (Range, error) {
	l := split(text)
	r := l.scope()
	if l.err != nil {
		return r, l.err
	}
	return r, nil
}

// days returns the first and the last day of a range.
func (r Range) days(today string) (first, last string) {
	year := digits(today[:min(4, len(today))], 4, 1900, 9999)
	switch a, b, two := strings.Cut(r.Span, ".."); {
	case two:
		return a, b
	case r.Span == "last-year":
		year--
	case r.Span != "this-year":
		return "", "9999-12-31"
	}
	return strconv.Itoa(year) + "-01-01", strconv.Itoa(year) + "-12-31"
}

// ---- the next evening ----

// doNext sets the next evening, or with "off" calls it off. Earlier answers stay, as answers to another date.
func (s *state) doNext(l *line, by Stamp) {
	round := 1
	if s.next != nil {
		round = s.next.round + 1
	}
	n := &NextEvening{Phone: by.Phone, round: round}
	if !l.try("off") {
		n.When, n.Where = l.moment(), l.maybe(MaxText)
		if l.try("enough") {
			n.Enough = l.number()
		}
	}
	if l.end(); l.err == nil {
		s.next = n
	}
}

// answers returns what an answer does.
func answers(say string) func(s *state, l *line, by Stamp) {
	return func(s *state, l *line, by Stamp) {
		w, n := l.first(), l.member(s)
		a := Answer{Member: n, Say: say, Phone: by.Phone}
		if more, is := strings.CutPrefix(l.first().text, "+"); is && say != "not" {
			at := l.take()
			if a.Plus = digits(more, len(more), 1, 9); a.Plus < 0 || at.quoted {
				l.fail(at, Error{Code: CodeNumber})
			}
		}
		a.Word = l.maybe(MaxText)
		if l.end(); s.next == nil || s.next.When == "" {
			l.fail(w, Error{Code: CodeDate0})
		}
		if l.err == nil {
			s.answered++
			a.round, a.order = s.next.round, s.answered
			s.answers[n] = a
		}
	}
}
