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

// dayNumber returns a day such as 2026-10-03 as a number that grows by 1 a day, or -1 if it is none.
func dayNumber(day string) int {
	if len(day) != 10 || day[4] != '-' || day[7] != '-' {
		return -1
	}
	y, m, d := digits(day[:4], 4, 1900, 9999), digits(day[5:7], 2, 1, 12), digits(day[8:], 2, 1, 31)
	if y < 0 || m < 0 || d < 0 || d > lastDay(y, m) {
		return -1
	}
	if m < 3 {
		y, m = y-1, m+12
	}
	return 365*y + y/4 - y/100 + y/400 + (153*m-457)/5 + d
}

// lastDay returns how many days a month has.
func lastDay(y, m int) int {
	switch {
	case m == 2 && (y%4 == 0 && y%100 != 0 || y%400 == 0):
		return 29
	case m == 2:
		return 28
	case m == 4 || m == 6 || m == 9 || m == 11:
		return 30
	}
	return 31
}

// day reads a day.
func (l *line) day() string {
	w := l.take()
	if w.quoted || dayNumber(w.text) < 0 {
		l.fail(w, Error{Code: CodeDate, Name: "2026-10-03"})
		return ""
	}
	return w.text
}

// moment reads a time with its zone: 2026-10-17T20:00+02:00, or Z.
func (l *line) moment() string {
	w := l.take()
	day, clock, ok := strings.Cut(w.text, "T")
	good := ok && !w.quoted && dayNumber(day) >= 0 && len(clock) > 5 && hour(clock[:5])
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
		case w.text == "this-year", w.text == "last-year", two && dayNumber(first) >= 0 && dayNumber(last) >= dayNumber(first):
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
func (r Range) days(today string) (first, last int) {
	year := digits(today[:min(4, len(today))], 4, 1900, 9999)
	switch a, b, two := strings.Cut(r.Span, ".."); {
	case two:
		return dayNumber(a), dayNumber(b)
	case r.Span == "last-year":
		year--
	case r.Span != "this-year":
		return 0, 1 << 30
	}
	return dayNumber(strconv.Itoa(year) + "-01-01"), dayNumber(strconv.Itoa(year) + "-12-31")
}

// ---- the next evening ----

// next is the next evening.
type next struct {
	when, where string
	enough      int // people; 0: not said
	round       int // counts the dates
	by          Stamp
}

// answer is what a member says to the next evening.
type answer struct {
	say   string // come, perhaps, not
	plus  int    // how many others they bring
	word  string
	round int // of the date that it answers
	order int // of all answers
	by    Stamp
}

// doNext sets the next evening, or with "off" calls it off. Earlier answers stay, as answers to another date.
func (s *state) doNext(l *line, by Stamp) {
	round := 1
	if s.next != nil {
		round = s.next.round + 1
	}
	n := &next{round: round, by: by}
	if !l.try("off") {
		n.when, n.where = l.moment(), l.maybe(MaxText)
		if l.try("enough") {
			n.enough = l.number()
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
		a := answer{say: say, by: by}
		if more, is := strings.CutPrefix(l.first().text, "+"); is && say != "not" {
			at := l.take()
			if a.plus = digits(more, len(more), 1, 9); a.plus < 0 || at.quoted {
				l.fail(at, Error{Code: CodeNumber})
			}
		}
		a.word = l.maybe(MaxText)
		if l.end(); s.next == nil || s.next.when == "" {
			l.fail(w, Error{Code: CodeDate0})
		}
		if l.err == nil {
			s.answered++
			a.round, a.order = s.next.round, s.answered
			s.answers[n] = a
		}
	}
}
