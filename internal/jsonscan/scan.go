// Package jsonscan reads JSON strictly, value by value, and says where and why it fails. It
// also writes strings. It is for formats of which every line is checked within microseconds:
// package jsontext takes longer to tokenize a recorded hand than package history takes to read
// and replay it.
package jsonscan

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// maxDepth is the limit of nesting in an unknown field.
const maxDepth = 64

// Scanner reads JSON from a text that is valid UTF-8. After the first Fault, all methods return
// empty values, and every list ends.
type Scanner struct {
	Text  string
	At    int
	Item  int    // context for a Fault: the item of a list
	Field string // and the key
	Fault *Fault
}

// Fault says why a text is rejected.
type Fault struct {
	Item         int
	Field        string
	Code, Detail string
	Err          error // set by a caller that has more details
}

// The codes of a Fault. Callers add their own.
const (
	Syntax    = "syntax"    // not JSON
	Truncated = "truncated" // ends in the middle
	Depth     = "depth"     // nested too deeply
	Type      = "type"      // a value of the wrong type
	Number    = "number"    // not a whole number, or out of range
	UTF8      = "utf8"      // half a character
)

// Fail sets the Fault unless there is one.
func (s *Scanner) Fail(code, detail string) {
	if s.Fault == nil {
		s.Fault = &Fault{Item: s.Item, Field: s.Field, Code: code, Detail: detail}
	}
}

// Wrong fails because something else was expected here.
func (s *Scanner) Wrong(want string) {
	if s.At >= len(s.Text) {
		s.Fail(Truncated, "want "+want)
		return
	}
	found, _ := utf8.DecodeRuneInString(s.Text[s.At:])
	s.Fail(Syntax, "byte "+strconv.Itoa(s.At)+": found "+strconv.QuoteRune(found)+", want "+want)
}

// Mistyped fails because the value here has the wrong type, or because there is none.
func (s *Scanner) Mistyped(want string) {
	if s.At < len(s.Text) && strings.IndexByte(`"{[-0123456789tfn`, s.Text[s.At]) >= 0 {
		s.Fail(Type, "want "+want)
		return
	}
	s.Wrong(want)
}

func (s *Scanner) space() {
	for s.At < len(s.Text) {
		switch s.Text[s.At] {
		case ' ', '\t', '\r', '\n':
			s.At++
		default:
			return
		}
	}
}

// Peek returns the next byte that isn't a space, or 0.
func (s *Scanner) Peek() byte {
	if s.At < len(s.Text) && s.Text[s.At] > ' ' {
		return s.Text[s.At]
	}
	s.space()
	if s.At < len(s.Text) {
		return s.Text[s.At]
	}
	return 0
}

// Eat moves past c if it comes next.
func (s *Scanner) Eat(c byte) bool {
	if s.Fault != nil || s.Peek() != c {
		return false
	}
	s.At++
	return true
}

// Enter moves into an object or an array. It returns 0, the initial count for More.
func (s *Scanner) Enter(open byte, want string) int {
	if !s.Eat(open) {
		s.Mistyped(want)
	}
	return 0
}

// More reports whether another element follows in an object or array, and counts it; otherwise
// it moves past the end.
func (s *Scanner) More(end byte, n *int) bool {
	if s.Fault != nil || s.Eat(end) {
		return false
	}
	if *n > 0 && !s.Eat(',') {
		s.Wrong("',' or '" + string(rune(end)) + "'")
		return false
	}
	*n++
	return true
}

// Key reads a key and the colon after it.
func (s *Scanner) Key() string {
	if s.Fault == nil && s.Peek() != '"' {
		s.Wrong("a key in quotes")
	}
	key := s.Quoted()
	if !s.Eat(':') {
		s.Wrong("':'")
	}
	return key
}

// Quoted reads a string. Without escapes the result is a substring of the text.
func (s *Scanner) Quoted() string {
	if !s.Eat('"') {
		s.Mistyped("a string")
		return ""
	}
	for i := s.At; i < len(s.Text); i++ {
		switch c := s.Text[i]; {
		case c == '"':
			text := s.Text[s.At:i]
			s.At = i + 1
			return text
		case c == '\\':
			return s.escaped(i)
		case c < ' ':
			s.At = i
			s.Wrong("no control character in a string")
			return ""
		}
	}
	s.At = len(s.Text)
	s.Wrong(`'"'`)
	return ""
}

// escaped reads the rest of a string whose first escape is at i.
func (s *Scanner) escaped(i int) string {
	b := []byte(s.Text[s.At:i])
	s.At = i
	for s.Fault == nil && s.At < len(s.Text) {
		c := s.Text[s.At]
		switch {
		case c == '"':
			s.At++
			return string(b)
		case c < ' ':
			s.Wrong("no control character in a string")
		case c != '\\':
			b = append(b, c)
			s.At++
		default:
			b = utf8.AppendRune(b, s.escape())
		}
	}
	s.Wrong(`'"'`)
	return ""
}

// escape reads an escaped character, which may be a surrogate pair.
func (s *Scanner) escape() rune {
	s.At++
	if s.At < len(s.Text) {
		c := s.Text[s.At]
		if i := strings.IndexByte(`"\/bfnrt`, c); i >= 0 {
			s.At++
			return rune("\"\\/\b\f\n\r\t"[i])
		}
		if c == 'u' {
			r := s.hex()
			if !utf16.IsSurrogate(r) {
				return r
			}
			if s.At+1 < len(s.Text) && s.Text[s.At] == '\\' && s.Text[s.At+1] == 'u' {
				s.At++
				if r = utf16.DecodeRune(r, s.hex()); r != utf8.RuneError {
					return r
				}
			}
			s.Fail(UTF8, `half a character behind \u`)
			return 0
		}
	}
	s.Wrong(`one of " \ / b f n r t u behind a backslash`)
	return 0
}

// hex reads u and four hexadecimal digits.
func (s *Scanner) hex() rune {
	if s.At+5 <= len(s.Text) {
		if n, err := strconv.ParseUint(s.Text[s.At+1:s.At+5], 16, 32); err == nil {
			s.At += 5
			return rune(n)
		}
	}
	s.At = min(s.At+1, len(s.Text))
	s.Wrong(`four hexadecimal digits behind \u`)
	return 0
}

// Number reads a whole number from 0 to most, written in digits only.
func (s *Scanner) Number(most int64) int64 {
	if c := s.Peek(); s.Fault != nil || c < '0' || c > '9' {
		if c == '-' {
			s.Fail(Number, "want a whole number from 0 to "+strconv.FormatInt(most, 10))
		}
		s.Mistyped("a whole number")
		return 0
	}
	from, n := s.At, int64(0)
	for ; s.At < len(s.Text); s.At++ {
		c := s.Text[s.At]
		if c == '.' || c == 'e' || c == 'E' {
			s.Fail(Number, "want a whole number in digits only")
			return 0
		}
		if c < '0' || c > '9' {
			break
		}
		if n = n*10 + int64(c-'0'); n > most {
			s.Fail(Number, "want a whole number from 0 to "+strconv.FormatInt(most, 10))
			return 0
		}
	}
	if s.Text[from] == '0' && s.At > from+1 {
		s.At = from + 1
		s.Wrong("no digit behind a leading 0")
	}
	return n
}

// Boolean reads true or false.
func (s *Scanner) Boolean() bool {
	s.Peek()
	switch {
	case s.Fault != nil:
	case s.word("true"):
		return true
	case s.word("false"):
	default:
		s.Mistyped("true or false")
	}
	return false
}

// word moves past a literal if it comes next.
func (s *Scanner) word(w string) bool {
	rest := s.Text[s.At:]
	if strings.HasPrefix(rest, w) {
		s.At += len(w)
		return true
	}
	if strings.HasPrefix(w, rest) {
		s.At = len(s.Text) // truncated
	}
	return false
}

// Raw reads a value of any type and returns its text.
func (s *Scanner) Raw() string {
	s.Peek()
	from := s.At
	s.skip(maxDepth)
	if s.Fault != nil {
		return ""
	}
	return s.Text[from:s.At]
}

// skip moves past a value.
func (s *Scanner) skip(depth int) {
	if depth == 0 {
		s.Fail(Depth, "at most "+strconv.Itoa(maxDepth)+" levels")
	}
	switch c := s.Peek(); {
	case s.Fault != nil:
	case c == '{':
		for n := s.Enter('{', "an object"); s.More('}', &n); {
			s.Key()
			s.skip(depth - 1)
		}
	case c == '[':
		for n := s.Enter('[', "an array"); s.More(']', &n); {
			s.skip(depth - 1)
		}
	case c == '"':
		s.Quoted()
	case c == '-' || '0' <= c && c <= '9':
		s.skipNumber()
	case s.word("true"), s.word("false"), s.word("null"):
	default:
		s.Wrong("a value")
	}
}

// Numeral reads any JSON number and returns its text.
func (s *Scanner) Numeral() string {
	s.Peek()
	from := s.At
	if s.skipNumber(); s.Fault != nil {
		return ""
	}
	return s.Text[from:s.At]
}

// End reports whether there was no fault and only spaces are left.
func (s *Scanner) End() bool { return s.Fault == nil && s.Peek() == 0 && s.At == len(s.Text) }

// skipNumber moves past any JSON number.
func (s *Scanner) skipNumber() {
	s.one("-")
	if !s.one("0") {
		s.digits()
	}
	if s.one(".") {
		s.digits()
	}
	if s.one("eE") {
		s.one("+-")
		s.digits()
	}
}

// one moves past one of these characters if it comes next.
func (s *Scanner) one(of string) bool {
	if s.At < len(s.Text) && strings.IndexByte(of, s.Text[s.At]) >= 0 {
		s.At++
		return true
	}
	return false
}

// digits moves past digits, at least one.
func (s *Scanner) digits() {
	if !s.one("0123456789") {
		s.Wrong("a digit")
	}
	for s.one("0123456789") {
	}
}
