package group

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"chratze/internal/desk"
	"chratze/internal/naming"
	"chratze/pot"
)

// Format is the first line of a log, with the version of the format.
const Format = "group 1"

// Limits of a log: its lines, the bytes of a line and of a digest, the letters of a name and of another text, and
// the members.
const (
	MaxLines   = 20_000
	MaxLine    = 2 << 10
	MaxDigest  = 3 << 10
	MaxName    = 24
	MaxText    = 80
	MaxMembers = 200
)

// Log is a group so far. Make one with New or Read.
type Log struct {
	lines []string
	state
}

// New returns an empty log. Its first line must be Format.
func New() *Log {
	return &Log{state: state{money: desk.Points, rule: rule{mode: Settled}, phones: map[int]claim{}, apart: map[[2]Account]bool{}, answers: map[int]Answer{}}}
}

// Read reads a log. The error is an *Error with the number of the line.
func Read(lines []string) (*Log, error) {
	l := New()
	for i, text := range lines {
		if err := l.Append(text); err != nil {
			bad := *err.(*Error)
			bad.Line = i + 1
			return nil, &bad
		}
	}
	return l, nil
}

// Lines returns the lines so far. Don't change them.
func (l *Log) Lines() []string { return l.lines }

// Clone returns a copy. Lines appended to one don't affect the other.
func (l *Log) Clone() *Log {
	c := *l
	c.lines, c.members, c.moves = slices.Clone(l.lines), slices.Clone(l.members), slices.Clone(l.moves)
	c.phones, c.apart, c.answers = maps.Clone(l.phones), maps.Clone(l.apart), maps.Clone(l.answers)
	c.evenings = slices.Clone(l.evenings) // none is ever changed
	return &c
}

// Append adds a line. Comments and empty lines add nothing. If it returns an error, an *Error, l is unchanged.
func (l *Log) Append(text string) error {
	next := l
	if words := strings.Fields(text); len(words) > 0 && words[0] == "gone" {
		next = l.Clone()
	}
	err := next.append(text)
	if err == nil && next != l {
		err = next.forgetNames()
	}
	if err != nil {
		return err
	}
	*l = *next
	return nil
}

func (l *Log) append(text string) *Error {
	text, stamp := cut(strings.TrimRight(text, "\r\n"))
	if rest, is := strings.CutPrefix(text, "digest "); is {
		return l.appendDigest(rest, stamp)
	}
	words := split(text)
	switch {
	case words.err != nil:
		return words.err
	case words.n == 0:
		return nil
	case strings.ContainsAny(text, "\n\x00"):
		return &Error{Code: CodeBreak}
	case len(text) > MaxLine, len(l.lines) >= MaxLines:
		return &Error{Code: CodeFull}
	case len(l.lines) == 0 && strings.TrimSpace(text) != Format:
		return &Error{Code: CodeVersion, Word: 1, Text: words.words[0].text, Name: Format}
	}
	plain := words.canonical()
	if len(l.lines) > 0 {
		words.money = l.money
		verb := words.take()
		do, known := acts[verb.text]
		if !known || verb.quoted {
			return &Error{Code: CodeWord, Word: 1, Text: verb.text, Name: Verbs()}
		}
		if do(&l.state, &words, stamp); words.err != nil {
			return words.err
		}
	}
	l.lines = append(l.lines, stamp.append(plain))
	return nil
}

// canonical returns the line as it is kept.
func (l *line) canonical() string {
	var b strings.Builder
	for i, w := range l.words {
		if i > 0 {
			b.WriteByte(' ')
		}
		if w.quoted {
			w.text = quote(naming.Clean(w.text, MaxText))
		}
		b.WriteString(w.text)
	}
	return b.String()
}

// forgetNames takes the names of those who are gone out of all lines, and reads these anew.
func (l *Log) forgetNames() *Error {
	gone := map[string]string{} // by name or likeness: the text in its place
	for i, m := range l.members {
		for _, name := range m.names {
			if m.gone {
				gone[name] = guestName(i + 1)
				gone[naming.Likeness(name)] = guestName(i + 1)
			}
		}
	}
	lines := slices.Clone(l.lines)
	for i, text := range lines {
		plain, stamp := cut(text)
		if strings.Contains(plain, `"`) && !strings.HasPrefix(plain, "digest ") {
			words := split(plain)
			words.forget(&l.state, gone)
			lines[i] = stamp.append(words.canonical())
		}
	}
	if slices.Equal(lines, l.lines) {
		return nil
	}
	again, err := Read(lines)
	if err != nil {
		return err.(*Error)
	}
	*l = *again
	return nil
}

// forget takes names out of a line.
func (l *line) forget(s *state, gone map[string]string) {
	verb, list := l.words[0].text, l.words
	n := 0 // whom the line is about
	if slices.Contains([]string{"member", "rename", "come", "perhaps", "not"}, verb) {
		n = (&line{words: list[1:2]}).number()
	}
	about := s.here(n) && s.members[n-1].gone
	for k, w := range list {
		switch {
		case !w.quoted:
		case about && (verb == "member" || verb == "rename"):
			list[k].text = guestName(n)
		case about:
			l.words = list[:k]
		case verb == "evening" || verb == "fix" || verb == "who":
			if gone[naming.Likeness(w.text)] != "" {
				list[k].text = anonymous
			}
		case verb != "member" && verb != "rename":
			list[k].text = without(w.text, gone)
		}
	}
}

// without takes names out of a text for people.
func without(text string, gone map[string]string) string {
	for _, name := range slices.Backward(slices.Sorted(maps.Keys(gone))) { // those that the words below don't show
		if strings.ContainsFunc(name, func(r rune) bool { return r == ' ' || r >= 0x2e80 }) {
			text = strings.ReplaceAll(text, name, gone[name])
		}
	}
	var b strings.Builder
	for text != "" {
		n := strings.IndexFunc(text, func(r rune) bool { return !unicode.In(r, unicode.L, unicode.M, unicode.N) })
		if n < 0 {
			n = len(text)
		}
		word := text[:n]
		b.WriteString(cmp.Or(gone[naming.Likeness(word)], word))
		text = text[n:]
		_, n = utf8.DecodeRuneInString(text)
		b.WriteString(text[:n])
		text = text[n:]
	}
	return b.String()
}

// ---- the state ----

// The ways to deal with money between evenings.
const (
	Settled = "settled" // each evening
	Carried = "carried" // over to the next
	Jar     = "jar"     // who has lost pays into a jar
)

// state is what the lines have led to.
type state struct {
	name     string
	money    desk.Money
	rule     // from now on
	members  []member
	phones   map[int]claim
	apart    map[[2]Account]bool // names that were proposed as one and aren't
	evenings []*evening
	moves    []Move
	jar      pot.Chips // in it
	next     *NextEvening
	answers  map[int]Answer // by member
	answered int            // how often
	show     Range
}

// rule is how an evening counts.
type rule struct {
	mode         string
	head, absent pot.Chips // that each who is there, or isn't, pays into the jar
}

type member struct {
	name  string
	names []string // all that it had
	same  int      // the member that it is; 0: itself
	gone  bool
	left  int // gone: how many evenings there were
}

// claim is a phone that says who has it.
type claim struct {
	member int
	asks   bool // another phone had the name before, and hasn't said yes
}

// root returns the member that a member is.
func (s *state) root(n int) int {
	for s.members[n-1].same != 0 {
		n = s.members[n-1].same
	}
	return n
}

// here reports whether a number is one of a member.
func (s *state) here(n int) bool { return n >= 1 && n <= len(s.members) }
