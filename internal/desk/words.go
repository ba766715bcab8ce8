package desk

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// word is a word of a line. What stands in quotes is always a name.
type word struct {
	text   string
	quoted bool
	n      int // which of the line, from 1
}

// is reports whether the word is this keyword.
func (w word) is(keyword string) bool { return !w.quoted && w.text == keyword }

// line is what is left of a line while it is read.
type line struct {
	words []word
	count int // of all words, the first ones too
}

// split parts a line into words, without its comment. A comma behind a word is a
// breath and says nothing.
func split(text string) (line, *Error) {
	var l line
	for i := 0; i < len(text); {
		switch c := text[i]; c {
		case ' ', '\t', '\r':
			i++
			continue
		case '#':
			l.count = len(l.words)
			return l, nil
		case '"':
			end := strings.IndexByte(text[i+1:], '"')
			if end < 0 {
				return l, (&Error{Code: NoQuote}).at(word{text[i:], true, len(l.words) + 1})
			}
			l.words = append(l.words, word{text[i+1 : i+1+end], true, len(l.words) + 1})
			i += end + 2
			continue
		}
		n := strings.IndexAny(text[i:], " \t\r\"")
		if n < 0 {
			n = len(text) - i
		}
		if w := strings.TrimRight(text[i:i+n], ","); w != "" {
			l.words = append(l.words, word{w, false, len(l.words) + 1})
		}
		i += n
	}
	l.count = len(l.words)
	return l, nil
}

// first returns the next word, the empty one at the end of the line.
func (l *line) first() word {
	if len(l.words) == 0 {
		return word{n: l.count + 1}
	}
	return l.words[0]
}

// take returns the next word and goes on behind it.
func (l *line) take() word {
	w := l.first()
	if len(l.words) > 0 {
		l.words = l.words[1:]
	}
	return w
}

// try goes on behind a keyword if it comes next.
func (l *line) try(keyword string) bool {
	if !l.first().is(keyword) {
		return false
	}
	l.take()
	return true
}

// need returns the next word, which must be there.
func (l *line) need() (word, *Error) {
	w := l.take()
	if w.text == "" {
		return w, (&Error{Code: NoMore}).at(w)
	}
	return w, nil
}

// end refuses what is left of the line.
func (l *line) end() *Error {
	if len(l.words) == 0 {
		return nil
	}
	return (&Error{Code: NoLess}).at(l.first())
}

// keywords are what can't be a name without quotes.
const keywords = ` kasse name rules money seats dealer cut seven lost nobody come after go part break last end ante pay undo redo fix drop insert francs euro points cash credit `

// reserved reports whether a word without quotes is something else than a name.
func reserved(text string) bool {
	_, _, number := parseTricks(text)
	return number || has(keywords, text)
}

// has reports whether a list of words, each between spaces, has one.
func has(list, word string) bool { return strings.Contains(list, " "+word+" ") }

// MaxName is how many letters a name may have.
const MaxName = 24

// badName reports whether nobody can be called so: nothing, too much, or what
// can't be seen, or could turn a line round.
func badName(name string) bool {
	if name == "" || strings.TrimSpace(name) != name || !utf8.ValidString(name) || utf8.RuneCountInString(name) > MaxName {
		return true
	}
	for _, r := range name {
		switch {
		case r < ' ', r == '"', r >= 0x7f && r < 0xa0, r >= 0x200b && r <= 0x200f, r >= 0x2028 && r <= 0x202e, r >= 0x2060 && r <= 0x206f, r == 0xfeff:
			return true
		}
	}
	return false
}

// quote writes a name so that it is read as one.
func quote(b []byte, name string) []byte {
	if reserved(name) || strings.ContainsAny(name, " \t#!:@,") {
		b = append(b, '"')
		return append(append(b, name...), '"')
	}
	return append(b, name...)
}

// parseTricks reads "2", "2!", "!", "0!blind": the tricks, -1 if not said, and the
// word of a contract.
func parseTricks(text string) (tricks int8, contract string, ok bool) {
	digits, contract, declared := strings.Cut(text, "!")
	if declared && contract == "" {
		contract = "declared"
	}
	if digits == "" {
		return -1, contract, declared
	}
	n, err := strconv.ParseUint(digits, 10, 8)
	if err != nil || n > 9 {
		return 0, "", false
	}
	return int8(n), contract, true
}
