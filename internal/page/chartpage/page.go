// Package chartpage shows a chart (package analysis/chart) as one self-contained page of HTML and as drawings: grids of
// hands, coloured by how often the policy plays them.
package chartpage

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"net/url"
	"strconv"
	"strings"

	"chratze/analysis/chart"
	"chratze/card"
	"chratze/internal/cardart"
	"chratze/internal/locale"
	"chratze/internal/page"
	"chratze/internal/report"
	"chratze/rams"
	"chratze/variant"
)

// Subject is what is shown.
type Subject struct {
	Variant variant.Variant
	Game    *rams.Game
	Bot     string      // who plays
	Deck    locale.Deck // whose cards are shown; "": those with which the game is mostly played where the language is spoken
	Chart   *chart.Chart
	Served  bool // by a server that has a start page and the rules
}

//go:embed page.html
var source string

//go:embed page.css
var style string

//lattice:table
var tmpl = page.Parse(source)

// Page returns the page.
func Page(p *locale.Printer, s Subject) []byte {
	w := newWriter(p, s)
	d := document{
		Lang: p.Lang(), Title: w.T("chart.title", locale.Args{"game": w.Game(), "seats": s.Game.Seats()}),
		Lead: w.T("chart.lead", locale.Args{
			"bot": s.Bot, "hands": w.numbers.Count(s.Chart.Hands), "seed": s.Chart.Seed, "rules": s.Variant, "pot": w.numbers.Count(int64(s.Chart.Pot)),
		}),
		How: []string{
			w.T("chart.how", w.beside()), w.T("chart.details", locale.Args{"least": chart.Fewest}), w.T("chart.upcard", nil), w.T("chart.sure", locale.Args{"open": s.Chart.Open}),
		},
		HowTitle: w.T("chart.how.title", nil), Places: w.places(), Examples: w.examples(),
	}
	if s.Served {
		d.Home, d.Rules, d.RulesTitle, d.Mine = w.T("ui.home", nil), s.Variant.String(), w.T("ui.rules", nil), w.mine()
	}
	for _, ask := range w.asked() {
		d.Sections = append(d.Sections, w.section(ask))
	}
	w.signs()
	d.Style = page.CSS(style) + template.CSS(w.rules.String()) //nolint:gosec // ours
	return page.Execute(tmpl, &d)
}

// StyleHash returns the hash by which a Content-Security-Policy allows the page's style, and nothing else.
func StyleHash(page []byte) string {
	_, rest, _ := bytes.Cut(page, []byte("<style>"))
	css, _, _ := bytes.Cut(rest, []byte("</style>"))
	sum := sha256.Sum256(css)
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

type document struct {
	Lang, Title, Lead, HowTitle string
	Home, Rules, RulesTitle     string // Home is "" where there is no start page to go to
	How                         []string
	Style                       template.CSS
	Mine                        *mine // nil for a page without the script that answers
	Places                      places
	Sections                    []section
	Examples                    template.HTML
}

// section is a question with its grids, of which a screen shows one at a time.
type section struct {
	ID, Title, Text string
	Choices         []choice
	Legend          []string // of what a cell says when it is looked at
	Figures         []figure
	Bars            []bar // of a blind question
}

// choice is something told apart, as buttons.
type choice struct {
	Name, Title string
	Options     []option
}

type option struct {
	ID, Label string
	On        bool
}

type figure struct {
	Class, Caption string
	Mine           string // where you sit or what was said, for a question that your own cards answer
	Up             int8   // the group of upcards
	Table          template.HTML
}

// bar is a row of a blind question.
type bar struct {
	Name, Share, Gain string
	Sign              bool // the gain is surely above 0, or below
	Width             int  // percent
}

type places struct {
	Title, Text string
	Head        []string
	Rows        [][]string
}

// writer puts a chart into words.
type writer struct {
	*locale.Words
	numbers report.Figures
	subject Subject
	deck    locale.Deck
	rules   strings.Builder // of style: which grid is shown
	byAsk   map[rams.Phase][]*chart.Grid
}

func newWriter(p *locale.Printer, s Subject) *writer {
	d := locale.DeckFor(s.Variant, cmp.Or(s.Deck, p.DeckOf(s.Variant.Preset())))
	w := &writer{Words: p.Words(s.Variant, d), numbers: report.Figures{Printer: p, Printed: true}, subject: s, deck: d, byAsk: map[rams.Phase][]*chart.Grid{}}
	for i := range s.Chart.Grids {
		g := &s.Chart.Grids[i]
		w.byAsk[g.Ask] = append(w.byAsk[g.Ask], g)
	}
	return w
}

// asked returns the questions of the game, in their order.
func (w *writer) asked() (list []rams.Phase) {
	for _, ask := range [...]rams.Phase{rams.PhaseOpen, rams.PhaseBid, rams.PhaseJoin, rams.PhaseLay, rams.PhaseBlind} {
		if len(w.byAsk[ask]) > 0 {
			list = append(list, ask)
		}
	}
	return list
}

func percent(x float64) string { return strconv.Itoa(int(100*x + 0.5)) }

// places is what the seats are worth.
func (w *writer) places() places {
	p := places{
		Title: w.T("chart.places", nil), Text: w.T("chart.places.text", nil),
		Head: []string{"", w.Gain(w.subject.Game.Rules()), w.Declarer(), w.Call(rams.Join), w.T("chart.made", nil)},
	}
	bidless := w.subject.Game.Rules().Auction == rams.AuctionJoining
	if bidless {
		p.Head = append(p.Head[:2], p.Head[3:]...)
	}
	for i, x := range w.subject.Chart.Places {
		row := []string{w.numbers.Position(i, w.subject.Game.Seats()), w.numbers.SignedAround(x.Gain, x.Half, 1)}
		if !bidless {
			row = append(row, percent(x.Declared)+" %")
		}
		p.Rows = append(p.Rows, append(row, percent(x.Joined)+" %", percent(x.Made)+" %"))
	}
	return p
}

// signs paints the deck's signs of suits behind letters.
func (w *writer) signs() {
	for s := range card.Suit(card.Suits) {
		svg := `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" ` + cardart.Pen + ">" + cardart.Sign(string(w.deck), s.String()[0]) + "</svg>"
		w.rules.WriteString(":is(#examples,#mine) ." + s.String() + `{background-image:url("data:image/svg+xml,` + url.PathEscape(svg) + `")}`)
	}
}

// examples are hands that show what kinds look like, each shown while a cell of that kind is looked at.
func (w *writer) examples() template.HTML {
	var b strings.Builder
	for kind, list := range w.subject.Chart.Examples {
		if len(list) == 0 {
			continue
		}
		k := "k" + strconv.Itoa(kind)
		fmt.Fprintf(&w.rules, "body:has(tr:nth-child(%d) td:nth-of-type(%d):is(:hover,:focus) dl) #%s{display:flex}", 1+kind/chart.Columns, 1+kind%chart.Columns, k)
		b.WriteString("<div id=" + k + ">")
		for _, hand := range list {
			b.WriteString("<p>")
			for _, c := range w.sorted(string(hand)) {
				b.WriteString("<b class=" + c.Suit().String() + ">" + w.letter(c) + "</b>")
			}
		}
		b.WriteString("</div>")
	}
	return template.HTML(b.String()) //nolint:gosec // ours
}

// sorted reads a hand: trumps first, then by suit.
func (w *writer) sorted(hand string) (list []card.Card) {
	set, err := card.ParseSet(hand)
	if err != nil {
		return nil // a chart that somebody has edited
	}
	trumps := set & w.subject.Game.Trumps(card.Hearts)
	return (set &^ trumps).Append(trumps.Append(nil))
}

// letter is what stands in the corner of a card.
func (w *writer) letter(c card.Card) string {
	return cardart.Letter(string(w.deck), c.Rank().String()[0], strings.HasPrefix(w.Lang(), "de"))
}
