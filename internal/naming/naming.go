// Package naming says what of a name or a line of text can be shown to others: what is drawn as
// nothing, or changes the direction of the text, could hide in it.
package naming

import (
	"strings"
	"unicode"
)

// Clean returns a text trimmed and cut to `most` letters, without control and formatting
// characters. Those that belong to letters and emoji stay: joiners and the tags of flags.
func Clean(text string, most int) string {
	var b strings.Builder
	n, space := 0, false
	var before, joiner rune
	for _, r := range text {
		switch {
		case unicode.IsSpace(r):
			space, joiner = n > 0, 0
			continue
		case r == zwj, r == zwnj:
			joiner = r
			continue
		case !tags(before, r) && (Blank(r) || !unicode.IsGraphic(r) || unicode.In(r, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp)):
			continue
		case unicode.Is(unicode.Mn, r) && n == 0:
			continue
		case n == most:
			return b.String()
		}
		if space {
			b.WriteByte(' ')
		} else if joins(before, joiner, r) {
			if n++; n == most {
				return b.String()
			}
			b.WriteRune(joiner)
		}
		b.WriteRune(r)
		n++
		before, joiner, space = r, 0, false
	}
	return b.String()
}

// Named reports whether a text has a letter, a digit or an emoji that can be seen.
func Named(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool {
		return !Blank(r) && (unicode.In(r, unicode.L, unicode.N, unicode.So) || unicode.Is(unicode.Sm, r) && r >= 0x2190 || r == 0x20e3)
	})
}

// Hidden reports whether a text has a joiner that joins nothing.
func Hidden(text string) bool {
	var before, joiner rune
	for _, r := range text {
		if joiner != 0 && !joins(before, joiner, r) {
			return true
		}
		if joiner = 0; r == zwj || r == zwnj {
			joiner = r
		} else {
			before = r
		}
	}
	return joiner != 0
}

// Seen reports whether any character of a text is drawn.
func Seen(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool {
		return !Blank(r) && unicode.IsGraphic(r) && !unicode.IsSpace(r) && !unicode.Is(unicode.M, r)
	})
}

// Blank reports whether a character is drawn as nothing, although Unicode calls it graphic: the
// Hangul fillers, the empty Braille pattern, the note without a head, and some Khmer and Mongolian
// characters.
func Blank(r rune) bool {
	switch r {
	case 0x034f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180c, 0x180d, 0x2800, 0x3164, 0xffa0, 0xfffc, 0x16fe4, 0x1d159:
		return true
	}
	return false
}

const (
	zwnj = '\u200c' // keeps letters apart
	zwj  = '\u200d' // joins letters, or emoji
)

// joins reports whether a joiner is needed between two characters: in the scripts whose letters
// change by it, and between the parts of an emoji.
func joins(before, joiner, after rune) bool {
	switch {
	case joiner == 0:
		return false
	case joiner == zwj && emoji(before) && unicode.In(after, unicode.So, unicode.Sm):
		return true
	}
	return joined(before) && joined(after)
}

func joined(r rune) bool {
	return unicode.In(r, unicode.L, unicode.M) && unicode.In(r, unicode.Arabic, unicode.Syriac, unicode.Nko, unicode.Mongolian, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi,
		unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Myanmar, unicode.Tibetan)
}

// emoji reports whether a character can be the end of an emoji: a picture, a skin tone, or the
// mark that asks for a picture.
func emoji(r rune) bool {
	return r >= 0x2000 && unicode.Is(unicode.So, r) || r >= 0x1f3fb && r <= 0x1f3ff || r == 0xfe0f
}

// tags reports whether a character is a tag of a flag such as Scotland's.
func tags(before, r rune) bool {
	return r >= 0xe0020 && r <= 0xe007f && (before == 0x1f3f4 || before >= 0xe0020 && before <= 0xe007e)
}
