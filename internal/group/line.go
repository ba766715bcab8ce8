package group

import (
	"slices"
	"strconv"
	"strings"

	"chratze/internal/desk"
	"chratze/internal/naming"
	"chratze/pot"
)

// word is a word of a line. A quoted word is a text for people.
type word struct {
	text   string
	quoted bool
	n      int // its number in the line, from 1
}

// Stamp says when a line was written, and by which phone.
type Stamp struct {
	Time  string // as in RFC 3339, in UTC; "": not known
	Phone int    // 0: the server, or not known
}

// StampTime is the form of a Stamp's time.
const StampTime = "2006-01-02T15:04:05Z"

// cut takes the stamp off the end of a line.
func cut(text string) (rest string, s Stamp) {
	at := strings.LastIndex(text, " @")
	if at < 0 {
		return text, s
	}
	time, phone, _ := strings.Cut(text[at+2:], " ")
	n, err := strconv.Atoi(phone)
	if len(time) != len(StampTime) || !strings.HasSuffix(time, "Z") || time[10] != 'T' || phone != "" && (err != nil || n < 0) {
		return text, s
	}
	return text[:at], Stamp{time, n}
}

// append adds a stamp to a line.
func (s Stamp) append(line string) string {
	if s.Time == "" {
		return line
	}
	return line + " @" + s.Time + " " + strconv.Itoa(s.Phone)
}

// On returns a line with this stamp, instead of any that it has.
func (s Stamp) On(text string) string {
	rest, _ := cut(strings.TrimRight(text, "\r\n"))
	return s.append(rest)
}

// Refused returns an *Error for a line that a phone may not write now: only the server has seen what it says, an evening by hand is still
// to come or has a guest by the name of a member who was there, or the next evening is over. Clocks may be a day apart: first is yesterday,
// last tomorrow.
func (l *Log) Refused(text, first, last string) error {
	words := split(text).words
	has := func(i int, of ...string) bool { return i < len(words) && slices.Contains(of, words[i].text) }
	switch {
	case has(0, "digest", "deleted"), has(0, "evening") && has(2, AtTable, AtDesk, OfFile), has(0, "phone") && has(4, "seat"):
		return &Error{Code: CodeServer, Word: 1, Text: words[0].text}
	case has(0, "evening") && has(2, ByHand) && len(words) > 3:
		return l.handRefused(words[3:], last)
	case has(0, "fix") && len(words) > 2:
		return l.handRefused(words[2:], last)
	case has(0, "next") && len(words) > 1:
		if day, _, _ := strings.Cut(words[1].text, "T"); isDay(day) && day < first {
			return &Error{Code: CodePast, Word: 2, Text: words[1].text}
		}
	}
	return nil
}

// handRefused is Refused for what follows the number of an evening by hand.
func (l *Log) handRefused(words []word, last string) error {
	if err := DayRefused(words[0].text, last); isDay(words[0].text) && err != nil {
		return err
	}
	sat := map[int]bool{}
	for _, w := range words {
		if n, err := strconv.Atoi(w.text); err == nil && !w.quoted && w.text[0] != '+' && l.here(n) {
			sat[l.root(n)] = true
		}
	}
	for _, w := range words {
		if n := l.called(naming.Clean(w.text, MaxName)); w.quoted && sat[n] {
			return &Error{Code: CodeAnna, Word: w.n, Name: l.members[n-1].name, N: n}
		}
	}
	return nil
}

// DayRefused returns an *Error if a text is no day, or one after the last that may be written.
func DayRefused(day, last string) error {
	switch {
	case !isDay(day):
		return &Error{Code: CodeDate, Text: day, Name: "2026-10-03"}
	case day > last:
		return &Error{Code: CodeFuture, Text: day}
	}
	return nil
}

// line reads the words of a line. After the first fault it returns zero values, and err has the fault.
type line struct {
	words []word
	n     int // how many there were
	money desk.Money
	err   *Error
}

func split(text string) (l line) {
	open := desk.Words(text, func(w string, quoted bool) { l.words = append(l.words, word{w, quoted, len(l.words) + 1}) })
	if open != "" {
		l.err = &Error{Code: CodeQuote, Word: len(l.words) + 1, Text: open}
	}
	l.n = len(l.words)
	return l
}

// fail notes a fault at a word, unless there is one already.
func (l *line) fail(w word, e Error) {
	if l.err == nil {
		e.Word, e.Text = w.n, w.text
		l.err = &e
	}
}

func (l *line) first() word {
	if len(l.words) == 0 {
		return word{n: l.n + 1}
	}
	return l.words[0]
}

func (l *line) take() word {
	w := l.first()
	if len(l.words) > 0 {
		l.words = l.words[1:]
	} else {
		l.fail(w, Error{Code: CodeMore})
	}
	return w
}

// try moves past a keyword if it comes next.
func (l *line) try(keyword string) bool {
	if w := l.first(); w.quoted || w.text != keyword {
		return false
	}
	l.take()
	return true
}

// one returns the next word, which must be one of these.
func (l *line) one(of ...string) string {
	w := l.take()
	if w.quoted || !slices.Contains(of, w.text) {
		l.fail(w, Error{Code: CodeWord, Name: strings.Join(of, ", ")})
		return ""
	}
	return w.text
}

// number returns a whole number from 1.
func (l *line) number() int {
	w := l.take()
	n, err := strconv.Atoi(w.text)
	if err != nil || n < 1 || n > 1<<30 || w.quoted {
		l.fail(w, Error{Code: CodeNumber})
		return 0
	}
	return n
}

// text returns a quoted text as it is shown to others.
func (l *line) text(most int) string {
	w := l.take()
	text := naming.Clean(w.text, most)
	if w.quoted && text == "" {
		l.fail(w, Error{Code: CodeUnnamed})
	}
	if !w.quoted || !naming.Named(text) {
		l.fail(w, Error{Code: CodeName})
	}
	return text
}

// maybe returns a quoted text if one comes next, or "".
func (l *line) maybe(most int) string {
	if !l.first().quoted {
		return ""
	}
	return l.text(most)
}

// amount returns an amount above 0 in the group's money.
func (l *line) amount() pot.Chips {
	w := l.take()
	n, ok := l.money.Parse(w.text)
	if coin := pot.Money(l.money).Coin(); !ok && n <= pot.Max && n%coin != 0 {
		l.fail(w, Error{Code: CodeCoin, Name: money(l.money, coin)})
	}
	if !ok || w.quoted {
		l.fail(w, Error{Code: CodeAmount})
	}
	return n
}

// signed returns an amount with its sign, or 0.
func (l *line) signed() pot.Chips {
	w := l.first()
	text := strings.NewReplacer("−", "-", "–", "-").Replace(w.text)
	if text == "0" || text == "+0" {
		l.take()
		return 0
	}
	if len(text) < 2 || text[0] != '+' && text[0] != '-' {
		l.fail(w, Error{Code: CodeSign})
		return 0
	}
	l.words[0].text = text[1:]
	if text[1] == '+' || text[1] == '-' {
		l.fail(l.words[0], Error{Code: CodeSigns})
	}
	if n := l.amount(); text[0] == '+' {
		return n
	} else {
		return -n
	}
}

func (l *line) end() {
	if len(l.words) > 0 {
		l.fail(l.first(), Error{Code: CodeLess})
	}
}

// quote writes a text for people.
func quote(text string) string { return `"` + strings.ReplaceAll(text, `"`, "'") + `"` }

// money writes an amount as lines have it.
func money(m desk.Money, n pot.Chips) string { return desk.Decimal(m, n) }
