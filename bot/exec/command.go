package exec

import (
	"errors"
	"strings"
)

// ErrQuote is returned for a command with an unpaired quotation mark.
var ErrQuote = errors.New("a quotation mark is missing")

// Split splits a command into the program and its arguments: at blanks, but not
// within single or double quotation marks. Nothing else has a meaning; for more, write
// sh -c '…'.
func Split(command string) (words []string, err error) {
	var word strings.Builder
	inWord := false
	quote := rune(0)
	for _, c := range command {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote, inWord = c, true
		case quote == 0 && (c == ' ' || c == '\t' || c == '\n'):
			if inWord {
				words = append(words, word.String())
			}
			word.Reset()
			inWord = false
		default:
			word.WriteRune(c)
			inWord = true
		}
	}
	if quote != 0 {
		return nil, ErrQuote
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}
