package history

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// maxDepth is how deep a value in an unknown field may be nested.
const maxDepth = 64

// scanner reads JSON from a string that is valid UTF-8. The first error stays;
// after it everything comes out empty, and every list ends.
type scanner struct {
	text  string
	at    int
	event int    // the event being read, or -1
	field string // the key being read
	err   *Error
}

func (p *scanner) fail(code, detail string) {
	if p.err == nil {
		p.err = &Error{Event: p.event, Field: short(p.field), Code: code, Detail: detail}
	}
}

// wrong fails because something else stands here than what is wanted.
func (p *scanner) wrong(want string) {
	if p.at >= len(p.text) {
		p.fail(CodeTruncated, "want "+want)
		return
	}
	found, _ := utf8.DecodeRuneInString(p.text[p.at:])
	p.fail(CodeSyntax, "byte "+strconv.Itoa(p.at)+": found "+strconv.QuoteRune(found)+", want "+want)
}

// mistyped fails because the value that stands here is of another type than the
// one that is wanted, or because none stands here.
func (p *scanner) mistyped(want string) {
	if p.at < len(p.text) && strings.IndexByte(`"{[-0123456789tfn`, p.text[p.at]) >= 0 {
		p.fail(CodeType, "want "+want)
		return
	}
	p.wrong(want)
}

func (p *scanner) space() {
	for p.at < len(p.text) {
		switch p.text[p.at] {
		case ' ', '\t', '\r', '\n':
			p.at++
		default:
			return
		}
	}
}

// peek returns the next byte that is no space, or 0.
func (p *scanner) peek() byte {
	if p.at < len(p.text) && p.text[p.at] > ' ' {
		return p.text[p.at]
	}
	p.space()
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

// eat moves behind c if it comes next.
func (p *scanner) eat(c byte) bool {
	if p.err != nil || p.peek() != c {
		return false
	}
	p.at++
	return true
}

// enter moves into an object or an array, and returns 0 for more.
func (p *scanner) enter(open byte, want string) int {
	if !p.eat(open) {
		p.mistyped(want)
	}
	return 0
}

// more reports whether another element follows in an object or array, and counts
// it; else it moves behind its end.
func (p *scanner) more(end byte, n *int) bool {
	if p.err != nil || p.eat(end) {
		return false
	}
	if *n > 0 && !p.eat(',') {
		p.wrong("',' or '" + string(rune(end)) + "'")
		return false
	}
	*n++
	return true
}

// key reads a key and the colon behind it.
func (p *scanner) key() string {
	if p.err == nil && p.peek() != '"' {
		p.wrong("a key in quotes")
	}
	key := p.string()
	if !p.eat(':') {
		p.wrong("':'")
	}
	return key
}

// string reads a string. Without escapes it is part of the text.
func (p *scanner) string() string {
	if !p.eat('"') {
		p.mistyped("a string")
		return ""
	}
	for i := p.at; i < len(p.text); i++ {
		switch c := p.text[i]; {
		case c == '"':
			s := p.text[p.at:i]
			p.at = i + 1
			return s
		case c == '\\':
			return p.escaped(i)
		case c < ' ':
			p.at = i
			p.wrong("no control character in a string")
			return ""
		}
	}
	p.at = len(p.text)
	p.wrong(`'"'`)
	return ""
}

// escaped reads the rest of a string whose first escape is at i.
func (p *scanner) escaped(i int) string {
	b := []byte(p.text[p.at:i])
	p.at = i
	for p.err == nil && p.at < len(p.text) {
		c := p.text[p.at]
		switch {
		case c == '"':
			p.at++
			return string(b)
		case c < ' ':
			p.wrong("no control character in a string")
		case c != '\\':
			b = append(b, c)
			p.at++
		default:
			b = utf8.AppendRune(b, p.escape())
		}
	}
	p.wrong(`'"'`)
	return ""
}

// escape reads an escaped character, of two halves if need be.
func (p *scanner) escape() rune {
	p.at++
	if p.at < len(p.text) {
		c := p.text[p.at]
		if i := strings.IndexByte(`"\/bfnrt`, c); i >= 0 {
			p.at++
			return rune("\"\\/\b\f\n\r\t"[i])
		}
		if c == 'u' {
			r := p.hex()
			if !utf16.IsSurrogate(r) {
				return r
			}
			if p.at+1 < len(p.text) && p.text[p.at] == '\\' && p.text[p.at+1] == 'u' {
				p.at++
				if r = utf16.DecodeRune(r, p.hex()); r != utf8.RuneError {
					return r
				}
			}
			p.fail(CodeUTF8, `half a character behind \u`)
			return 0
		}
	}
	p.wrong(`one of " \ / b f n r t u behind a backslash`)
	return 0
}

// hex reads u and four hexadecimal digits.
func (p *scanner) hex() rune {
	if p.at+5 <= len(p.text) {
		if n, err := strconv.ParseUint(p.text[p.at+1:p.at+5], 16, 32); err == nil {
			p.at += 5
			return rune(n)
		}
	}
	p.at = min(p.at+1, len(p.text))
	p.wrong(`four hexadecimal digits behind \u`)
	return 0
}

// number reads a whole number from 0 to most, written in digits only.
func (p *scanner) number(most int64) int64 {
	if c := p.peek(); p.err != nil || c < '0' || c > '9' {
		if c == '-' {
			p.fail(CodeNumber, "want a whole number from 0 to "+strconv.FormatInt(most, 10))
		}
		p.mistyped("a whole number")
		return 0
	}
	from, n := p.at, int64(0)
	for ; p.at < len(p.text); p.at++ {
		c := p.text[p.at]
		if c == '.' || c == 'e' || c == 'E' {
			p.fail(CodeNumber, "want a whole number in digits only")
			return 0
		}
		if c < '0' || c > '9' {
			break
		}
		if n = n*10 + int64(c-'0'); n > most {
			p.fail(CodeNumber, "want a whole number from 0 to "+strconv.FormatInt(most, 10))
			return 0
		}
	}
	if p.text[from] == '0' && p.at > from+1 {
		p.at = from + 1
		p.wrong("no digit behind a leading 0")
	}
	return n
}

// boolean reads true or false.
func (p *scanner) boolean() bool {
	p.peek()
	switch {
	case p.err != nil:
	case p.word("true"):
		return true
	case p.word("false"):
	default:
		p.mistyped("true or false")
	}
	return false
}

// word moves behind a literal if it comes next.
func (p *scanner) word(w string) bool {
	rest := p.text[p.at:]
	if strings.HasPrefix(rest, w) {
		p.at += len(w)
		return true
	}
	if strings.HasPrefix(w, rest) {
		p.at = len(p.text) // truncated
	}
	return false
}

// raw reads a value of any type and returns its text.
func (p *scanner) raw() string {
	p.peek()
	from := p.at
	p.skip(maxDepth)
	if p.err != nil {
		return ""
	}
	return p.text[from:p.at]
}

// skip moves behind a value.
func (p *scanner) skip(depth int) {
	if depth == 0 {
		p.fail(CodeDepth, "at most "+strconv.Itoa(maxDepth)+" levels")
	}
	switch c := p.peek(); {
	case p.err != nil:
	case c == '{':
		for n := p.enter('{', "an object"); p.more('}', &n); {
			p.key()
			p.skip(depth - 1)
		}
	case c == '[':
		for n := p.enter('[', "an array"); p.more(']', &n); {
			p.skip(depth - 1)
		}
	case c == '"':
		p.string()
	case c == '-' || '0' <= c && c <= '9':
		p.skipNumber()
	case p.word("true"), p.word("false"), p.word("null"):
	default:
		p.wrong("a value")
	}
}

// skipNumber moves behind any JSON number.
func (p *scanner) skipNumber() {
	p.one("-")
	if !p.one("0") {
		p.digits()
	}
	if p.one(".") {
		p.digits()
	}
	if p.one("eE") {
		p.one("+-")
		p.digits()
	}
}

// one moves behind one of these characters if it comes next.
func (p *scanner) one(of string) bool {
	if p.at < len(p.text) && strings.IndexByte(of, p.text[p.at]) >= 0 {
		p.at++
		return true
	}
	return false
}

// digits moves behind digits, at least one.
func (p *scanner) digits() {
	if !p.one("0123456789") {
		p.wrong("a digit")
	}
	for p.one("0123456789") {
	}
}
