package screen

import (
	"strings"

	"chratze/card"
	"chratze/internal/locale"
	"chratze/rams"
)

// cardSize is the size in which a card is drawn.
type cardSize uint8

const (
	tiny cardSize = iota
	small
	medium
	large
)

// cardSizes are the columns and lines of a card.
//
//lattice:table
var cardSizes = [...][2]int{tiny: {5, 1}, small: {5, 3}, medium: {7, 5}, large: {13, 7}}

func (s cardSize) width() int  { return cardSizes[s][0] }
func (s cardSize) height() int { return cardSizes[s][1] }

// deck says how the cards of a table are marked.
type deck struct {
	native   bool // Swiss or German suits
	signs    [card.Suits]string
	pictures [card.Suits]string // the signs by which bigSigns are found
	suits    []string           // short names of native suits, by suit, at most five columns
	ranks    []string           // up to the ace
	weli     card.Set           // the card called Weli
}

// The signs of the suits: clubs, spades, hearts, diamonds. Each takes one column. nativeSigns are those of the other decks,
// first as pictures, then as letters for where there is only ASCII: b is for bells.
//
//lattice:table
var (
	frenchSigns = [card.Suits]string{"♣", "♠", "♥", "♦"}
	nativeSigns = map[locale.Deck][2][card.Suits]string{
		locale.Swiss:  {{"♣", "▼", "✿", "◉"}, {"e", "s", "r", "b"}}, // Eicheln, Schilten, Rosen, Schellen
		locale.German: {{"♣", "♠", "♥", "◉"}, {"e", "l", "h", "b"}}, // Eichel, Laub, Herz, Schellen
	}
)

func newDeck(p *locale.Printer, name locale.Deck, rules *rams.Rules, ascii bool) *deck {
	d := &deck{signs: frenchSigns, pictures: frenchSigns, weli: locale.Weli(*rules)}
	if signs, native := nativeSigns[name]; native {
		d.native, d.signs, d.pictures = true, signs[one(ascii)], signs[0]
		d.suits = strings.Fields(p.T("tui.suits."+string(name), nil))
	} else { // a server may know more decks
		name = locale.French
	}
	d.ranks = strings.Fields(p.T("tui.ranks."+string(name), nil))
	return d
}

// rank returns a rank in one or two columns.
func (d *deck) rank(r card.Rank) string {
	if i := int(r) - card.Ranks + len(d.ranks); i >= 0 && r < card.Ranks {
		return d.ranks[i]
	}
	return "?"
}

// short returns a card in two or three columns: 10♥.
func (d *deck) short(c card.Card) string {
	switch {
	case !c.Valid():
		return "▒▒"
	case d.weli.Has(c):
		return "W" + d.signs[c.Suit()]
	}
	return d.rank(c.Rank()) + d.signs[c.Suit()]
}

// look says how a card is drawn.
type look struct {
	faded   bool   // it can't be played
	chosen  bool   // it is chosen
	marked  bool   // it is marked for the exchange
	label   string // its number, in the lower edge
	covered bool   // it partly covers the card to its left
}

// card draws a card with its upper left corner at x, y: a bright area on a terminal with
// colours, otherwise an outline.
func (v *view) card(x, y int, size cardSize, c card.Card, l look) {
	if !c.Valid() {
		v.cardBack(x, y, size)
		return
	}
	paper := style{fg: edge, bg: face}
	switch {
	case l.chosen:
		paper = style{fg: onGold, bg: gold}
	case l.marked:
		paper = style{fg: onGold, bg: warm}
	case l.faded:
		paper.bg = faded
	}
	in := style{fg: suitInk(c.Suit(), v.deck.native), bg: paper.bg, attr: bold}
	if l.chosen && v.theme.depth == sixteen {
		in.fg = onGold
	}
	if l.faded {
		in.attr = 0
		if v.theme.depth == noColour {
			in.attr, paper.attr = faint, faint
		}
	}
	w, h := size.width(), size.height()
	label := style{fg: paper.fg, bg: paper.bg, attr: bold}
	if size == tiny || v.theme.depth == many {
		v.fill(x, y, w, h, paper)
		if l.covered {
			for i := range h {
				v.put(x, y+i, "▏", 1, paper)
			}
		}
	} else {
		f := round
		if l.chosen || l.marked {
			f = double
		}
		v.box(x, y, w, h, f, paper)
	}
	if size == tiny {
		if l.label != "" {
			v.print(x, y, label, l.label)
			x, w = x+columns(l.label), w-columns(l.label)
		}
		v.centre(x, y, w, in, v.deck.short(c))
		return
	}
	v.face(x, y, size, c, in)
	if l.label != "" {
		if v.theme.depth == many && size != large { // room for two digits
			v.fill(x+1, y+h-1, w-2, 1, paper)
		}
		v.centre(x+1, y+h-1, w-2, label, l.label)
	}
	if l.marked {
		v.centre(x+1, y, w-2, label, "⇄")
	}
}

// face draws the face of a card. An outline takes one column and one line on each side.
func (v *view) face(x, y int, size cardSize, c card.Card, s style) {
	d, w, h := v.deck, size.width(), size.height()
	rank, sign := d.rank(c.Rank()), d.signs[c.Suit()]
	if d.weli.Has(c) {
		rank = "W"
	}
	if v.theme.depth != many {
		x, y, w, h = x+1, y+1, w-2, h-2
	} else {
		x, w = x+1, w-2
	}
	if h == 1 {
		v.print(x, y, s, rank+sign)
		return
	}
	v.print(x, y, s, rank)
	v.print(x+w-columns(rank), y+h-1, s, rank)
	if size == small {
		v.centre(x, y+h/2, w, s, sign)
		return
	}
	v.print(x+w-1, y, s, sign)
	v.print(x, y+h-1, s, sign)
	switch {
	case size == large:
		v.bitmap(x, y+h/2-1, s, bigRank(rank))
		v.bitmap(x+w-5, y+h/2-1, s, bigSigns[d.pictures[c.Suit()]])
	case d.weli.Has(c):
		v.centre(x, y+h/2, w, s, "WELI")
	case d.native && int(c.Suit()) < len(d.suits):
		v.centre(x, y+h/2, w, s, d.suits[c.Suit()])
	default:
		v.centre(x, y+h/2, w, s, sign)
	}
}

func (v *view) cardBack(x, y int, size cardSize) {
	s := style{fg: onBack, bg: back}
	if size == tiny {
		v.print(x, y, s, strings.Repeat("▒", size.width()))
		return
	}
	if v.theme.depth == many {
		for i := range size.height() {
			v.print(x, y+i, s, strings.Repeat("▒", size.width()))
		}
		return
	}
	v.box(x, y, size.width(), size.height(), round, s)
	for i := 1; i < size.height()-1; i++ {
		v.print(x+1, y+i, s, strings.Repeat("▒", size.width()-2))
	}
}

// bitmap draws a picture of six lines of # with three lines of half blocks.
func (v *view) bitmap(x, y int, s style, rows []string) {
	for i := 0; i+1 < len(rows); i += 2 {
		for j := range rows[i] {
			up, down := rows[i][j] == '#', rows[i+1][j] == '#'
			switch {
			case up && down:
				v.put(x+j, y+i/2, "█", 1, s)
			case up:
				v.put(x+j, y+i/2, "▀", 1, s)
			case down:
				v.put(x+j, y+i/2, "▄", 1, s)
			}
		}
	}
}

// bigRank returns the picture of a rank, five columns wide.
func bigRank(rank string) []string {
	if rank == "10" {
		return []string{"#.###", "#.#.#", "#.#.#", "#.#.#", "#.#.#", "#.###"}
	}
	return bigRanks[rank]
}

//lattice:table
var bigRanks = map[string][]string{
	"A": {".###.", "#...#", "#...#", "#####", "#...#", "#...#"},
	"K": {"#..##", "#.#..", "##...", "##...", "#.#..", "#..##"},
	"Q": {".###.", "#...#", "#...#", "#.#.#", "#..#.", ".##.#"},
	"J": {"..###", "....#", "....#", "....#", "#...#", ".###."},
	"O": {".###.", "#...#", "#...#", "#...#", "#...#", ".###."},
	"U": {"#...#", "#...#", "#...#", "#...#", "#...#", ".###."},
	"D": {"####.", "#...#", "#...#", "#...#", "#...#", "####."},
	"B": {"####.", "#...#", "####.", "#...#", "#...#", "####."},
	"S": {".####", "#....", ".###.", "....#", "....#", "####."},
	"W": {"#...#", "#...#", "#.#.#", "#.#.#", "##.##", "#...#"},
	"9": {".###.", "#...#", ".####", "....#", "....#", ".###."},
	"8": {".###.", "#...#", ".###.", "#...#", "#...#", ".###."},
	"7": {"#####", "....#", "...#.", "..#..", "..#..", "..#.."},
	"6": {".###.", "#....", "####.", "#...#", "#...#", ".###."},
	"5": {"#####", "#....", "####.", "....#", "#...#", ".###."},
	"4": {"...#.", "..##.", ".#.#.", "#####", "...#.", "...#."},
	"3": {"#####", "...#.", "..##.", "....#", "#...#", ".###."},
	"2": {".###.", "#...#", "...#.", "..#..", ".#...", "#####"},
}

//lattice:table
var bigSigns = map[string][]string{
	"♣": {".###.", ".###.", "##.##", "#####", "..#..", ".###."},
	"♠": {"..#..", ".###.", "#####", "#####", "..#..", ".###."},
	"♥": {".#.#.", "#####", "#####", "#####", ".###.", "..#.."},
	"♦": {"..#..", ".###.", "#####", "#####", ".###.", "..#.."},
	"▼": {"#####", "##.##", "#...#", "##.##", ".###.", "..#.."},
	"✿": {".#.#.", "##.##", "..#..", "##.##", ".#.#.", "....."},
	"◉": {"..#..", ".###.", "#####", "#...#", "#####", ".#.#."},
}
