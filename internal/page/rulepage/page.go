// Package rulepage shows the rules of a table as a page with pictures: the rule sheet of
// internal/locale, the cards in their order, hands that the kernel played under exactly these
// rules, who pays whom, and what other sources say.
package rulepage

import (
	_ "embed"
	"html/template"
	"strings"

	"chratze/internal/locale"
	"chratze/internal/page"
	"chratze/internal/web"
	"chratze/internal/wording"
	"chratze/rams"
	"chratze/variant"
)

//go:embed page.html
var source string

//lattice:table
var tmpl = page.Parse(source)

// Page returns the page of a table's rules. If alone, it is a single file that needs nothing
// else; otherwise it loads styles, script and cards from its server.
func Page(p *locale.Printer, s locale.Sheet, alone bool) []byte {
	w := newWriter(p, s, alone)
	sections := wording.RuleSections(p, s)
	d := document{
		Lang: p.Lang(), Title: sections[0].Title, Lead: w.blocks(sections[0].Blocks), Short: wording.Introduce(p, s), Deck: string(w.sheet.Deck), Alone: alone,
		Words: words{p.T("rules.search", nil), p.T("rules.none", nil), p.T("rules.print", nil), p.T("rules.contents", nil), p.T("rules.games", nil), "", p.T("words.title", nil)},
	}
	for _, section := range sections[1:] {
		d.Sections = append(d.Sections, part{section.ID, section.Title, w.blocks(section.Blocks), w.figures(section.ID), nil})
		if section.ID == "next" {
			if t := w.texts(); t != nil {
				d.Sections = append(d.Sections, part{"texts", p.T("rules.texts", nil), w.blocks([]wording.Block{{Text: p.T("rules.texts.lead", nil)}}), nil, t})
			}
		}
	}
	if !alone {
		d.Words.Home, d.Doors = p.T("ui.home", nil), wording.Doors(p, s.Variant.Preset())
	} else {
		files := web.Files()
		d.Style, d.Script = template.CSS(files["web/rules/rules.css"]), template.JS(files["web/rules/rules.js"]) //nolint:gosec // our own files
		d.Sheet = template.HTML(files["web/cards/"+string(w.sheet.Deck)+".svg"])
	}
	for _, name := range variant.Presets() {
		if v, _ := variant.Lookup(name); !alone && name != s.Variant.Preset() {
			d.Games = append(d.Games, game{p.Listed(v), name})
		}
	}
	return page.Execute(tmpl, &d, append(w.CardNames(w.rules.Pack), w.Names(8)...)...)
}

type document struct {
	Lang, Title, Deck string
	Lead              []block
	Short             []string
	Sections          []part
	Words             words
	Alone             bool
	Style             template.CSS
	Script            template.JS
	Sheet             template.HTML
	Games             []game
	Doors             []wording.Door
}

// game is a link to the rules of another game.
type game struct{ Name, Rules string }

// words are the texts of the page itself; Home is "" if there is no start page.
type words struct{ Search, None, Print, Contents, Games, Home, Words string }

// part is a section of the page.
type part struct {
	ID, Title string
	Blocks    []block
	Figures   []figure
	Texts     *comparison
}

// block is a paragraph, or the lines of a list.
type block struct {
	Text  []span
	Items [][]span
}

// span is a piece of a line: plain text, a name in the program, or a mark for our own or the
// table's own rules.
type span struct{ Text, Kind string }

// writer makes the page of one table.
type writer struct {
	*locale.Words
	sheet  locale.Sheet
	rules  rams.Rules
	href   string // address of a card's symbol, without its name
	sample *sample
}

func newWriter(p *locale.Printer, s locale.Sheet, alone bool) *writer {
	s = s.Whole(p)
	w := &writer{Words: p.Words(s.Variant, s.Deck), sheet: s, rules: s.Played().Rules(), href: "/web/cards/" + string(s.Deck) + ".svg#"}
	if alone {
		w.href = "#"
	}
	if g, err := s.Played().Game(s.Seats); err == nil {
		w.sample = take(g)
	}
	return w
}

func (w *writer) blocks(list []wording.Block) (out []block) {
	for _, b := range list {
		var own block
		if b.Text != "" {
			own.Text = w.spans(b.Text)
		}
		for _, line := range b.Items {
			own.Items = append(own.Items, w.spans(line))
		}
		out = append(out, own)
	}
	return out
}

// spans splits a line into names, marks and text.
func (w *writer) spans(text string) (list []span) {
	for text != "" {
		at, end, kind := len(text), len(text), ""
		for _, mark := range [...]string{"ours", "changed"} {
			word := w.T(mark, nil)
			if i := strings.Index(text, word); i >= 0 && i < at {
				at, end, kind = i, i+len(word), mark
			}
		}
		if i := strings.IndexByte(text, '`'); i >= 0 && i < at {
			if n := strings.IndexByte(text[i+1:], '`'); n >= 0 {
				at, end, kind = i, i+n+2, "name"
			}
		}
		if at > 0 {
			list = append(list, span{text[:at], ""})
		}
		if kind != "" {
			list = append(list, span{strings.Trim(text[at:end], "`"), kind})
		}
		text = text[end:]
	}
	return list
}

// comparison shows where the texts of a game differ.
type comparison struct {
	Head []string
	Rows []optionRow
}

type optionRow struct {
	Option string
	Values []cell
}

type cell struct {
	Text string
	Same bool // the same as at this table
}

// texts compares this table with the texts of its game. It returns nil if there is only one.
func (w *writer) texts() *comparison {
	tables := []variant.Variant{w.sheet.Variant}
	c := &comparison{Head: []string{w.T("rules.texts.here", nil)}}
	for _, name := range w.Relatives() {
		if v, ok := variant.Lookup(name); ok && v != w.sheet.Variant {
			tables, c.Head = append(tables, v), append(c.Head, w.Listed(v))
		}
	}
	for _, o := range w.sheet.Variant.Options() {
		row := optionRow{Option: w.T("option."+o.Key, nil)}
		differs := false
		for _, v := range tables {
			other, _ := v.Option(o.Key)
			text := wording.OptionValue(w.Printer, w.sheet.Money, o, "")
			if other.Meaning {
				text = wording.OptionValue(w.Printer, w.sheet.Money, o, other.Value)
			}
			row.Values = append(row.Values, cell{text, len(row.Values) == 0 || text == row.Values[0].Text})
			differs = differs || text != row.Values[0].Text
		}
		if differs {
			c.Rows = append(c.Rows, row)
		}
	}
	if len(c.Rows) == 0 {
		return nil
	}
	return c
}
