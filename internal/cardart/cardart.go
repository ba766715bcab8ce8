// Package cardart draws the cards and coins of the web client: one symbol sheet for
// each deck, as SVG. Every drawing is the project's own and is given away under
// CC0; none is traced or imitated.
//
// A card is 128 units wide and 200 high. It is the symbol named by its text form
// (docs/rules.md 1): <use href="swiss.svg#As"> is the ace of shields; "back" is the
// back and "suit-s" a suit sign for running text. Colours are custom properties
// (--card-red …), so that a page changes them without another sheet; see cards.css,
// which is generated too.
package cardart

import "strings"

//go:generate go run ./gen ../web/static/cards

// Ranks and suits as in the text form of cards.
const (
	ranks = "AKQJT9876"
	low   = "5432" // which only the French deck has
	suits = "cshd"
)

// A deck is how one family of cards looks.
type deck struct {
	name  string
	title string
	palette
	letters map[byte]string // of an index, where they differ from the text form
	local   map[byte]string // of an index in German
	// figure draws what is neither pips nor index: courts, banner, aces. It
	// returns "" if the card has nothing but pips.
	figure func(d *deck, rank, suit byte) string
	back   // the other side
}

var decks = []*deck{swiss, german, french}

// Files returns everything that is generated, by file name.
func Files() map[string]string {
	files := map[string]string{}
	for _, d := range decks {
		files[d.name+".svg"] = d.sheet()
	}
	files["coins.svg"] = coins()
	files["cards.css"] = css()
	return files
}

// ranks are those that the deck has, from the ace.
func (d *deck) ranks() string {
	if d == french {
		return ranks + low
	}
	return ranks
}

// sign is the drawing of a suit.
func (d *deck) sign(suit byte) string { return part(d.name, string(suit)) }

// sheet returns the symbol sheet of a deck.
func (d *deck) sheet() string {
	var b strings.Builder
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg"><title>` + d.title + "</title>\n")
	for _, s := range []byte(suits) {
		b.WriteString(symbol("suit-"+string(s), "0 0 100 100", 5, d.draw(d.sign(s), nil)))
		b.WriteString(d.halo(s))
	}
	b.WriteString("<defs>\n")
	var cards strings.Builder
	for _, s := range []byte(suits) {
		for _, r := range []byte(d.ranks()) {
			name := string([]byte{r, s})
			b.WriteString(`<g id="art-` + name + `">` + d.art(r, s) + "</g>\n")
			b.WriteString(`<g id="index-` + name + `">` + d.index(r, s) + "</g>\n")
			cards.WriteString(symbol(name, "0 0 128 200", ink, d.card(r, s)))
		}
	}
	b.WriteString(`<g id="motif">` + d.draw(d.motif, nil) + "</g>\n</defs>\n")
	b.WriteString(cards.String())
	b.WriteString(symbol("back", "0 0 128 200", ink, d.reverse()))
	b.WriteString("</svg>\n")
	return b.String()
}

func symbol(id, box string, width float64, drawn string) string {
	return `<symbol id="` + id + `" viewBox="` + box + `" ` + pen + ` stroke-width="` + num(width) + `">` + drawn + "</symbol>\n"
}

// card puts a card together: paper, and either the picture with two small
// indices or, with large indices, a large index and the picture made small. Where
// the picture says no more than the index, there are two large indices instead.
func (d *deck) card(rank, suit byte) string {
	name := string([]byte{rank, suit})
	art, index := `<use href="#art-`+name+`"`, `<use href="#index-`+name+`"`
	large := index + ` transform="translate(-3 -4)scale(2.2)"/>`
	if rank == 'A' || d.figure(d, rank, suit) == "" {
		large += turn(64, 100, large)
	} else {
		large += art + ` transform="translate(54 84)scale(.57)"/>`
	}
	paper := "var(--card-" + d.name + "-paper-" + string(suit) + "," + d.paint("paper") + ")"
	return d.blank(paper) +
		`<g display="var(--card-normal,inline)">` + art + `/>` + index + `/>` + index + ` transform="rotate(180 64 100)"/></g>` +
		`<g display="var(--card-large,none)">` + large + `</g>`
}

// blank is a card with nothing on it.
func (d *deck) blank(paper string) string {
	return `<rect x=".8" y=".8" width="126.4" height="198.4" rx="9" fill="` + paper + `" stroke="` + d.paint("edge") + `" stroke-width="1.6"/>`
}

// index returns the corner: the letter of the rank above the sign of the suit.
// Where languages write different letters, --card-en and --card-de choose.
func (d *deck) index(rank, suit byte) string {
	letter := string(rank)
	if own, ok := d.letters[rank]; ok {
		letter = own
	}
	local, ok := d.local[rank]
	s := d.glyph(letter, suit, "")
	if ok {
		s = d.glyph(letter, suit, "var(--card-en,inline)") + d.glyph(local, suit, "var(--card-de,none)")
	}
	return s + use("suit-"+string(suit), 15, 49.5, 22)
}

// glyph draws the letter of an index.
func (d *deck) glyph(letter string, suit byte, display string) string {
	var b strings.Builder
	b.WriteString(`<path fill="none" stroke-width="6.6"`)
	attr(&b, "stroke", d.paint(string(suit)))
	if display != "" {
		attr(&b, "display", display)
	}
	place := "translate(4.5 6)scale(.72)"
	if letter == "T" { // two digits share the room of one
		place = "translate(6.5 6)scale(.55 .72)"
	}
	attr(&b, "transform", place)
	attr(&b, "d", glyph(letter))
	return b.String() + "/>"
}

// art returns the picture of a card.
func (d *deck) art(rank, suit byte) string {
	if drawn := d.figure(d, rank, suit); drawn != "" {
		return drawn
	}
	var b strings.Builder
	for _, p := range pips[rank] {
		if p.y > 100 {
			b.WriteString(turned("suit-"+string(suit), p.x, p.y, p.size))
		} else {
			b.WriteString(use("suit-"+string(suit), p.x, p.y, p.size))
		}
	}
	return b.String()
}

type pip struct{ x, y, size float64 }

var pips = map[byte][]pip{
	'2': {{64, 42, 38}, {64, 158, 38}},
	'3': {{64, 40, 36}, {64, 100, 36}, {64, 160, 36}},
	'4': columns(36, 40, 160),
	'5': append(columns(35, 38, 162), pip{64, 100, 35}),
	'6': columns(35, 34, 100, 166),
	'7': append(columns(35, 34, 100, 166), pip{64, 67, 35}),
	'8': append(columns(35, 34, 100, 166), pip{64, 67, 35}, pip{64, 133, 35}),
	'9': append(columns(34, 30, 73, 127, 170), pip{64, 100, 34}),
	'T': append(columns(31, 28, 74, 126, 172), pip{64, 51, 31}, pip{64, 149, 31}),
	'A': {{64, 100, 92}},
}

// columns returns two columns of pips of the given size, with rows at ys.
func columns(size float64, ys ...float64) (p []pip) {
	for _, y := range ys {
		p = append(p, pip{44, y, size}, pip{84, y, size})
	}
	return p
}
