package lines

import (
	"bufio"
	"io"
	"os"
	"regexp"
	"runtime"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/term"
	"golang.org/x/text/unicode/norm"

	"chratze/card"
	"chratze/internal/locale"
)

// Screen writes text for people: whole lines, wrapped between words. It never moves the cursor,
// so a pipe, a dumb terminal and a screen reader get the same. Colours are used only where the
// terminal has them, and never carry meaning alone. If the locale isn't UTF-8 the text is
// ASCII.
//
// Words on both sides of a no-break space (U+00A0) stay together; it is written as a space.
type Screen struct {
	out      *bufio.Writer
	width    int // columns
	terminal bool
	colour   bool
	utf8     bool
	open     bool // the last line written isn't an empty one
	err      error
}

const (
	defaultWidth = 80
	leastWidth   = 24
	nbsp         = "\u00a0"
)

// NewScreen returns a screen for a stream. The stream, NO_COLOR, TERM and the locale variables
// determine what it can show.
func NewScreen(w io.Writer, getenv func(string) string) *Screen {
	s := &Screen{out: bufio.NewWriter(w), width: defaultWidth, utf8: HasUTF8(getenv)}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		s.terminal = true
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil && columns > 0 {
			s.width = max(leastWidth, min(columns, defaultWidth))
		}
		s.colour = getenv("NO_COLOR") == "" && getenv("TERM") != "dumb" && getenv("TERM") != ""
	}
	return s
}

// HasUTF8 reports whether the locale uses UTF-8. Windows always does.
func HasUTF8(getenv func(string) string) bool {
	if runtime.GOOS == "windows" {
		return true
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToLower(getenv(name)); v != "" {
			return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
		}
	}
	return false
}

// Width returns the number of columns.
func (s *Screen) Width() int { return s.width }

// Err returns the first write error.
func (s *Screen) Err() error { return s.err }

// Gap writes an empty line, but never two in a row, and none at the top.
func (s *Screen) Gap() {
	if s.open {
		s.Raw("\n")
		s.open = false
	}
}

// Line writes a paragraph. Leading spaces indent all of it, and its continuation lines by two
// more, as does a leading "- ".
func (s *Screen) Line(text string) {
	s.Raw(isolated.ReplaceAllString(s.wrap(text, 0), "\u2068$0\u2069"))
	s.Raw("\n")
	s.open = true
}

// isolated are words that are written from the right: what stands beside them stays in its place.
//
//lattice:table
var isolated = regexp.MustCompile(`[\p{Hebrew}\p{Arabic}\p{Syriac}\p{Thaana}\p{Nko}]([\p{Hebrew}\p{Arabic}\p{Syriac}\p{Thaana}\p{Nko}\p{M} ]*[\p{Hebrew}\p{Arabic}\p{Syriac}\p{Thaana}\p{Nko}\p{M}])?`)

// prompt writes a question; the answer follows on the same line. Without a terminal, where no
// typed line end follows, it writes a whole line.
func (s *Screen) prompt(text string) error {
	s.Raw(isolated.ReplaceAllString(s.wrap(text, 8), "\u2068$0\u2069"))
	if s.terminal {
		s.Raw(" ")
	} else {
		s.Raw("\n")
	}
	s.open = true
	return s.Flush()
}

// answered ends the line of a prompt without an answer.
func (s *Screen) answered() {
	if s.terminal {
		s.Raw("\n")
	}
}

// Flush writes all buffered text and returns the first error.
func (s *Screen) Flush() error {
	if err := s.out.Flush(); s.err == nil {
		s.err = err
	}
	return s.err
}

// Data writes what programs read: JSON, CSV, a history. It changes nothing.
func (s *Screen) Data(text string) {
	if _, err := s.out.WriteString(text); s.err == nil {
		s.err = err
	}
}

// Raw writes a text unwrapped, converted to what the terminal can show.
func (s *Screen) Raw(text string) {
	if !s.utf8 {
		text = ToASCII(text)
	}
	s.Data(strings.ReplaceAll(text, nbsp, " "))
}

// wrap breaks a paragraph between words. It leaves the given number of columns free in the last
// line.
func (s *Screen) wrap(text string, free int) string {
	body := strings.TrimLeft(text, " ")
	indent := text[:len(text)-len(body)]
	next := indent
	if indent != "" || strings.HasPrefix(body, "- ") {
		next += "  "
	}
	return strings.Join(breakLines(body, s.width, indent, next, free, false), "\n")
}

// Wrap breaks a text into lines of at most width columns: between words, or between characters
// in languages without spaces. A number stays together with its sign and unit. A word longer
// than a line is cut.
func Wrap(text string, width int) (list []string) {
	if width < 1 {
		return []string{""}
	}
	for line := range strings.SplitSeq(text, "\n") {
		list = append(list, breakLines(line, width, "", "", 0, true)...)
	}
	return list
}

// breakLines breaks a paragraph. The first line begins with indent, the others with next, and
// the last one leaves some columns free. With hard, words that are too long are cut.
func breakLines(text string, width int, indent, next string, free int, hard bool) (list []string) {
	line, at := indent, Columns(indent)
	end := func() { list = append(list, strings.TrimRight(line, " ")) }
	words := pieces(text)
	for i, word := range words {
		n := Columns(strings.TrimRight(word, " "))
		if i == len(words)-1 {
			n += free
		}
		if at+n > width && i > 0 {
			end()
			line, at = next, Columns(next)
		}
		for hard && at+n > width {
			head := ansi.Truncate(word, width-at, "")
			if head == "" {
				break // not even one character fits
			}
			line += head
			end()
			word, line, at = ansi.TruncateLeft(word, Columns(head), ""), next, Columns(next)
			n = Columns(strings.TrimRight(word, " "))
		}
		line += word
		at += Columns(word)
	}
	end()
	return list
}

// noStart are characters that must not begin a line of Japanese, noEnd those that must not end
// one.
const (
	noStart = "、。,.,.・:;:;!?!?)」』】〕)]}〉》ーァィゥェォッャュョヮぁぃぅぇぉっゃゅょゎ々…~%人枚点位" +
		"\uff0c\uff0e\uff1a\uff1b\uff01\uff1f\uff09\uff3d\uff5d\uff05" // the full-width ones: , . : ; ! ? ) ] } %
	noEnd = "「『(【〔([{〈《第" + "\uff08\uff3b\uff5b" // the full-width ones: ( [ {
)

// pieces splits a text where a line may end: after spaces, and beside wide characters, since
// Japanese has no spaces.
func pieces(text string) (list []string) {
	start, end, before, escape := 0, 0, ' ', false // end is the end of the previous character
	for i, r := range text {
		switch {
		case r == '\x1b':
			escape = true
			continue
		case escape:
			escape = r != 'm'
			continue
		}
		cut := 0
		switch {
		case r == ' ':
		case before == ' ':
			cut = end
		case (wide(before) || wide(r)) && mayPart(before, r):
			cut = i
		}
		if cut > start {
			list = append(list, text[start:cut])
			start = cut
		}
		before, end = r, i+utf8.RuneLen(r)
	}
	return append(list, text[start:])
}

// mayPart reports whether a line may end between two characters that aren't spaces. A number
// stays with its unit.
func mayPart(before, after rune) bool {
	return !strings.ContainsRune(noStart, after) && !strings.ContainsRune(noEnd, before) && before != '\u00a0' && after != '\u00a0' && (before < '0' || before > '9')
}

// wide reports whether a character takes two columns.
func wide(r rune) bool { return r >= 0x1100 && ansi.StringWidth(string(r)) > 1 }

// Columns returns how many columns a text takes, without its escape sequences.
func Columns(text string) int { return ansi.StringWidth(text) }

// Pad fills a text with spaces up to n columns.
func Pad(text string, n int) string {
	return text + strings.Repeat(" ", max(0, n-Columns(text)))
}

// The colours of the four suits. Spades have the terminal's text colour, which has contrast on
// light and dark backgrounds.
//
//lattice:table
var suitColours = [card.Suits]string{card.Clubs: "32", card.Spades: "1", card.Hearts: "31", card.Diamonds: "1;34"}

// inSuit returns a text in the colour of a suit.
func (s *Screen) inSuit(suit card.Suit, text string) string { return s.styled(suitColours[suit], text) }

// Strong returns a text in bold.
func (s *Screen) Strong(text string) string { return s.styled("1", text) }

func (s *Screen) styled(code, text string) string {
	if !s.colour || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// ToASCII replaces what ASCII lacks, and takes marks from their letters. A character without a
// replacement stays, so that names in other scripts do.
func ToASCII(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch ascii, ok := asciiFor[r]; {
		case ok:
			b.WriteString(ascii)
		case r < utf8.RuneSelf:
			b.WriteRune(r)
		default:
			if letter := norm.NFD.String(string(r)); letter[0] < utf8.RuneSelf {
				r = rune(letter[0])
			}
			b.WriteRune(r)
		}
	}
	return b.String()
}

//lattice:table
var asciiFor = map[rune]string{
	'ä': "ae", 'ö': "oe", 'ü': "ue", 'Ä': "Ae", 'Ö': "Oe", 'Ü': "Ue", 'ß': "ss", 'é': "e", 'è': "e", 'à': "a",
	'«': `"`, '»': `"`, '“': `"`, '”': `"`, '’': "'", '‘': "'", '–': "-", '—': "-", '−': "-", '…': "...", '·': "-", '×': "x",
	'⅓': "1/3", '⅔': "2/3", '½': "1/2", '¼': "1/4", '≥': ">=", '≤': "<=", '→': "->",
	'♣': "c", '♠': "s", '♥': "h", '♦': "d", '\u00a0': " ",
}

// Clip shortens something that a person typed, so that it can be quoted.
func Clip(word string) string {
	const most = 24
	if utf8.RuneCountInString(word) <= most {
		return word
	}
	return strings.TrimSpace(string([]rune(word)[:most])) + "…"
}

// Quoted returns any text for a message, in quotes and safe to print.
func Quoted(text string) locale.Quoted { return locale.Quoted(Clip(text)) }

// Visible returns a text with a question mark for every character that can't be shown. The
// joiners, which belong to letters and emoji, stay.
func Visible(text string) string {
	return strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsPrint(r) && r != '\u200c' && r != '\u200d' {
			return '?'
		}
		return r
	}, text)
}

// Markdown writes a rule sheet: unchanged into a file or a pipe, wrapped and with bold headings
// on a terminal.
func (s *Screen) Markdown(text string) error {
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		title := strings.TrimLeft(line, "#")
		switch {
		case !s.terminal:
			s.Data(strings.ReplaceAll(line, nbsp, " ") + "\n")
		case title != line:
			s.Line(s.Strong(strings.TrimSpace(title)))
		default:
			s.Line(strings.ReplaceAll(line, "`", ""))
		}
	}
	return s.Flush()
}

// Grid prints cells aligned in columns, with a gap between them.
func (s *Screen) Grid(indent string, rows [][]string, gap string) {
	for _, line := range Align(rows, gap) {
		s.Line(indent + line)
	}
}

// Align aligns cells in columns, with a gap between them.
func Align(rows [][]string, gap string) []string {
	var width []int
	for _, cells := range rows {
		for i, cell := range cells {
			if i == len(width) {
				width = append(width, 0)
			}
			width[i] = max(width[i], Columns(cell))
		}
	}
	lines := make([]string, len(rows))
	for i, cells := range rows {
		for j, cell := range cells {
			if width[j] > 0 {
				lines[i] += Pad(cell, width[j]) + gap
			}
		}
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return lines
}
