package desk

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"chratze/internal/naming"
)

// word is a word of a line. A quoted word is always a name.
type word struct {
	text   string
	quoted bool
	n      int // its number in the line, from 1
}

// is reports whether the word is the given keyword.
func (w word) is(keyword string) bool { return !w.quoted && w.text == keyword }

// line is the rest of a line that is being read.
type line struct {
	words []word
	count int // of all words, including those already read
}

// split splits a line into words and drops its comment. A comma after a word is ignored.
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
				return l, (&Error{Code: CodeQuote}).at(word{text[i:], true, len(l.words) + 1})
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

// first returns the next word, or an empty one at the end of the line.
func (l *line) first() word {
	if len(l.words) == 0 {
		return word{n: l.count + 1}
	}
	return l.words[0]
}

// take returns the next word and moves past it.
func (l *line) take() word {
	w := l.first()
	if len(l.words) > 0 {
		l.words = l.words[1:]
	}
	return w
}

// try moves past a keyword if it comes next.
func (l *line) try(keyword string) bool {
	if !l.first().is(keyword) {
		return false
	}
	l.take()
	return true
}

// need returns the next word, or an error at the end of the line.
func (l *line) need() (word, *Error) {
	w := l.take()
	if w.text == "" {
		return w, (&Error{Code: CodeMore}).at(w)
	}
	return w, nil
}

// end returns an error if any words are left.
func (l *line) end() *Error {
	if len(l.words) == 0 {
		return nil
	}
	return (&Error{Code: CodeLess}).at(l.first())
}

// keywords can't be names unless they are quoted.
const keywords = ` kasse name rules money seats dealer cut seven lost nobody come after go part break last end ante pay undo redo done late fix drop insert francs euro points cash credit `

// reserved reports whether an unquoted word can't be a name.
func reserved(text string) bool {
	_, _, number := parseTricks(text)
	return number || has(keywords, text)
}

// has reports whether a space-separated list has a word.
func has(list, word string) bool { return strings.Contains(list, " "+word+" ") }

// MaxName is the limit for a name, in letters.
const MaxName = 24

// badName reports whether a text can't be a name: it is empty, too long or invisible, hides
// something, or could change the direction of the text.
func badName(name string) bool {
	if name == "" || strings.TrimSpace(name) != name || !utf8.ValidString(name) || utf8.RuneCountInString(name) > MaxName || !naming.Seen(name) || naming.Hidden(name) {
		return true
	}
	for _, r := range name {
		switch {
		case r < ' ', r == '"', r >= 0x7f && r < 0xa0, r == 0x200b, r == 0x200e, r == 0x200f, r >= 0x2028 && r <= 0x202e, r >= 0x2060 && r <= 0x206f, r == 0xfeff:
			return true
		}
	}
	return false
}

// quote writes a name so that it is read as a name.
func quote(b []byte, name string) []byte {
	if reserved(name) || has(raceWords, name) || strings.ContainsAny(name, " \t#!:@,") {
		b = append(b, '"')
		return append(append(b, name...), '"')
	}
	return append(b, name...)
}

// parseTricks reads "2", "2!", "!", "0!blind": the tricks, or -1 if there are none, and the
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

// Words calls each for every word of a line, up to its comment. A quoted word is a text for people. It returns what has a quotation mark without
// another, or "".
func Words(text string, each func(word string, quoted bool)) (open string) {
	l, err := split(text)
	for _, w := range l.words {
		each(w.text, w.quoted)
	}
	if err != nil {
		return err.Text
	}
	return ""
}
