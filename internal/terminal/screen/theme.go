package screen

import (
	"image/color"
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"

	"chratze/card"
	"chratze/internal/terminal/lines"
)

// ink is a colour, named by its purpose.
type ink uint8

// The inks. None is the terminal's own text colour, or the background that is already there.
const (
	none   ink = iota
	quiet      // secondary text
	felt       // the table
	onFelt     // text on it
	dimFelt
	face // a card
	faded
	warm // a card that is marked
	edge
	back // of a card
	onBack
	clubs
	spades
	hearts
	diamonds
	bells
	gold // the turn, the choice
	onGold
	gain
	loss
	paper // a bubble, a panel
	onPaper
	dimPaper

	inks
)

// style is how a cell looks.
type style struct {
	fg, bg ink
	attr   attr
}

type attr uint8

const (
	bold attr = 1 << iota
	faint
	reverse
	underline
	unseen // a blank that isn't erased (canvas.fill)
)

// depth is the number of colours of a terminal.
type depth uint8

const (
	noColour depth = iota
	sixteen
	many
)

// theme converts styles into the terminal's escape sequences.
type theme struct {
	depth depth
	dark  bool // the terminal has a dark background
	ascii bool
}

// newTheme returns the theme before the terminal has said anything about itself.
func newTheme(o Options) theme {
	t := theme{depth: many, dark: !o.Light, ascii: o.ASCII}
	if o.Plain {
		t.depth = noColour
	}
	return t
}

// inksOf has the inks on a dark and on a light background, and on terminals with sixteen
// colours; -1 is the terminal's own.
//
//lattice:table
var inksOf = [inks]struct {
	dark, light uint32
	basic       int
}{
	none:   {0, 0, -1},
	quiet:  {0x9aa0a8, 0x62686f, -1},
	felt:   {0x1c5742, 0x1c5742, -1},
	onFelt: {0xf4f1e4, 0xf4f1e4, -1}, dimFelt: {0xa9c8b8, 0xa9c8b8, -1},
	face: {0xfbf8ee, 0xf2ecda, 15}, faded: {0xd3cec0, 0xd0cabb, 7}, edge: {0x6f6958, 0x6f6958, 8}, warm: {0xf6dd96, 0xf6dd96, 3},
	back: {0x8c2f39, 0x8c2f39, 1}, onBack: {0xe2b8a0, 0xe2b8a0, 15},
	clubs: {0x17742f, 0x17742f, 2}, spades: {0x16181d, 0x16181d, 0}, hearts: {0xc01526, 0xc01526, 1}, diamonds: {0x1552c4, 0x1552c4, 4},
	bells: {0x946200, 0x946200, 3},
	gold:  {0xf0c04a, 0xe8b02e, 3}, onGold: {0x1d1a10, 0x1d1a10, 0},
	gain: {0x58c07c, 0x17742f, 2}, loss: {0xf0776f, 0xb8222c, 1},
	paper: {0xfffdf6, 0xf6f2e6, 15}, onPaper: {0x22252b, 0x22252b, 0}, dimPaper: {0x6b6f76, 0x6b6f76, 8},
}

// paint returns a text in a style.
func (t *theme) paint(s style, text string) string {
	st := ansi.NewStyle()
	if s.attr&bold != 0 {
		st = st.Bold()
	}
	if s.attr&underline != 0 {
		st = st.Underline(true)
	}
	if t.depth == noColour || t.depth == sixteen && (s.bg == felt || s.bg == none) {
		if s.attr&faint != 0 || s.fg == quiet || s.fg == dimFelt || s.fg == dimPaper {
			st = st.Faint()
		}
	}
	if s.attr&reverse != 0 || t.depth == noColour && s.bg == gold {
		st = st.Reverse(true)
	}
	if c := t.colour(s.fg); c != nil {
		st = st.ForegroundColor(c)
	}
	if c := t.colour(s.bg); c != nil {
		st = st.BackgroundColor(c)
		if s.attr&unseen != 0 {
			st = st.Conceal(true)
		}
	}
	if len(st) == 0 {
		return text
	}
	return st.Styled(text)
}

// colour returns the colour of an ink, or nil for the terminal's own.
func (t *theme) colour(i ink) color.Color {
	of := &inksOf[i]
	switch {
	case i == none || t.depth == noColour || t.depth == sixteen && of.basic < 0:
		return nil
	case t.depth == sixteen:
		return ansi.BasicColor(of.basic)
	}
	rgb := of.light
	if t.dark {
		rgb = of.dark
	}
	return color.RGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 255}
}

// plainSigns replace the signs of the screen where there is only ASCII; each takes one column.
//
//lattice:table
var plainSigns = map[string]string{
	"╭": "+", "╮": "+", "╰": "+", "╯": "+", "─": "-", "│": "|", "╔": "#", "╗": "#", "╚": "#", "╝": "#", "═": "=", "║": "#",
	"├": "+", "┤": "+", "┬": "+", "┴": "+", "▶": ">", "◀": "<", "●": "o", "○": ".", "◆": "*", "★": "!", "▒": ":", "░": ":", "▓": "#", "█": "#", "▌": "#", "▐": "#",
	"▮": "#", "▁": "_", "▂": "_", "▃": "-", "▄": "-", "▅": "=", "▆": "=", "▇": "#", "…": ".", "·": "-", "⇄": "x", "✓": "v", "▲": "^", "▼": "v", "▀": "#", "→": ">", "←": "<", "↑": "^", "↓": "v",
	"–": "-", "−": "-", "«": `"`, "»": `"`, "“": `"`, "”": `"`, "’": "'", "×": "x",
	"♣": "c", "♠": "s", "♥": "h", "♦": "d", "✿": "r", "◉": "b", "ä": "a", "ö": "o", "ü": "u", "Ä": "A", "Ö": "O", "Ü": "U", "é": "e", "è": "e", "à": "a", "ß": "s",
}

// sign returns a character in a form that the terminal can show, with the same width.
func (t *theme) sign(char string) string {
	if !t.ascii || char == "" || char[0] < 0x80 {
		return char
	}
	if plain, ok := plainSigns[char]; ok {
		return plain
	}
	if plain := lines.ToASCII(char); columns(plain) == columns(char) {
		return plain
	}
	return char
}

// words returns a text in a form that the terminal can show, ä as ae. Use it before the layout,
// since the width may change.
func (t *theme) words(text string) string {
	if !t.ascii {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if sign := plainSigns[string(r)]; sign != "" && !unicode.IsLetter(r) {
			b.WriteString(sign)
		} else {
			b.WriteRune(r)
		}
	}
	return lines.ToASCII(b.String())
}

// suitInk returns the colour of a suit on a card; there are four.
func suitInk(s card.Suit, native bool) ink {
	if native && s == card.Diamonds {
		return bells
	}
	return [card.Suits]ink{card.Clubs: clubs, card.Spades: spades, card.Hearts: hearts, card.Diamonds: diamonds}[s&3]
}
