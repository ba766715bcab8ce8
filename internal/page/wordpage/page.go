// Package wordpage shows the glossary (docs/glossary.md) as a page: every word in three
// languages, side by side, and what it means in the reader's. It begins with questions that lead to a game.
package wordpage

import (
	_ "embed"

	"chratze/internal/locale"
	"chratze/internal/page"
	"chratze/internal/wording"
	"chratze/variant"
)

//go:embed page.html
var source string

//lattice:table
var tmpl = page.Parse(source)

// Page returns the page of the words in the printer's language. It loads its style from its
// server.
func Page(p *locale.Printer) []byte {
	d := document{
		Lang: p.Lang(), Title: p.T("words.title", nil), Lead: p.T("words.lead", nil), Contents: p.T("rules.contents", nil),
		Home: p.T("ui.home", nil), Rules: p.T("words.rules", nil), Game: variant.Default().Preset(), Tongues: p.Tongues(),
		Which: p.T("which.title", nil), WhichLead: p.T("which.lead", nil), Question: wording.Which(p),
	}
	for _, c := range p.Glossary() {
		own := chapter{ID: c.ID, Title: c.Title}
		for _, t := range c.Terms {
			e := entry{Term: t}
			for _, tongue := range d.Tongues {
				word, other := p.InTongue(&t, tongue)
				e.Cells = append(e.Cells, cell{tongue.Lang, word, other})
			}
			own.Terms = append(own.Terms, e)
		}
		d.Chapters = append(d.Chapters, own)
	}
	return page.Execute(tmpl, &d)
}

type document struct {
	Lang, Title, Lead, Contents, Home, Rules, Game, Which, WhichLead string
	Question                                                         *wording.Question
	Tongues                                                          []locale.Tongue
	Chapters                                                         []chapter
}

type chapter struct {
	ID, Title string
	Terms     []entry
}

// entry is a term and its words in the order of the columns.
type entry struct {
	locale.Term
	Cells []cell
}

// cell is a word in a language; Other says how another region has it, if it differs.
type cell struct{ Lang, Word, Other string }
