package chartpage

import (
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"

	"chratze/analysis/chart"
	"chratze/internal/locale"
	"chratze/rams"
)

// Drawings returns an SVG for each question, by file name: small grids below and beside each
// other, of the first upcard where there may be several.
func Drawings(p *locale.Printer, s Subject) map[string][]byte {
	w := newWriter(p, s)
	files := map[string][]byte{}
	for _, ask := range w.asked() {
		if ask != rams.PhaseBlind {
			files[ask.String()+".svg"] = w.drawing(ask)
		}
	}
	return files
}

// Sizes of a drawing.
const (
	cellWide, cellHigh = 30, 18
	headWide, headHigh = 62, 40
	gridWide           = headWide + chart.Columns*cellWide + 22
	gridHigh           = headHigh + chart.Rows*cellHigh + 26
	titleHigh          = 44
)

const drawingStyle = `text{font:12px system-ui,sans-serif;fill:#1d2320}.s{fill:#5f6a64}.t{font-size:18px;font-weight:600}.m{text-anchor:middle}.e{text-anchor:end}.w{fill:#fff}` +
	`.bg{fill:#fff}.n{fill:#f1efe8}.f0{fill:#f4ecd8}.f1{fill:#e8e8ce}.f2{fill:#dce4c4}.f3{fill:#d0dfb9}.f4{fill:#c5dbaf}.f5{fill:#b9d7a5}.f6{fill:#98c294}.f7{fill:#74ac83}.f8{fill:#539773}.f9{fill:#348461}.f10{fill:#14714f}` +
	`.l0{fill:#eef2f7}.l1{fill:#c2cfdf}.l2{fill:#99aec9}.l3{fill:#5f7ea8}.l4{fill:#27538a}` +
	`@media (prefers-color-scheme:dark){text{fill:#e8ebe6}.s{fill:#98a39c}.w{fill:#0d1310}.bg{fill:#1a201d}.n{fill:#171c19}.f0{fill:#2c2a22}.f1{fill:#2d3427}.f2{fill:#2d3d2c}.f3{fill:#2e4732}.f4{fill:#2e5037}.f5{fill:#2f5a3c}.f6{fill:#397250}.f7{fill:#438a64}.f8{fill:#4ca278}.f9{fill:#56b98c}.f10{fill:#5fd0a0}` +
	`.l0{fill:#22282f}.l1{fill:#36465a}.l2{fill:#496280}.l3{fill:#6588b3}.l4{fill:#7fb0ea}}`

// drawing puts the grids of a question into rows and columns.
func (w *writer) drawing(ask rams.Phase) []byte {
	across, down := drawnAxes(ask)
	var grids []*chart.Grid
	for _, g := range w.byAsk[ask] {
		if ask != rams.PhaseOpen || g.Turn == 0 {
			grids = append(grids, g)
		}
	}
	columns, rows := distinct(grids, across), distinct(grids, down)
	width, height := 20+len(columns)*gridWide, titleHigh+len(rows)*gridHigh
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img"><title>%s</title><style>%s</style><rect class="bg" width="%d" height="%d" rx="14"/><text class="t" x="16" y="28">%s</text>`,
		width, height, html.EscapeString(w.title(ask)), drawingStyle, width, height, html.EscapeString(w.title(ask)+" · "+w.T("chart.title", locale.Args{"game": w.Game(), "seats": w.subject.Game.Seats()})))
	for _, g := range grids {
		x := 16 + slices.Index(columns, across(g.Spot))*gridWide
		y := titleHigh + slices.Index(rows, down(g.Spot))*gridHigh
		w.small(&b, g, x, y)
	}
	b.WriteString("</svg>\n")
	return []byte(b.String())
}

// drawnAxes says what is told apart from left to right, and from above to below.
func drawnAxes(ask rams.Phase) (across, down func(chart.Spot) [3]int8) {
	switch ask {
	case rams.PhaseOpen:
		return func(s chart.Spot) [3]int8 { return [3]int8{(s.Place - 1) & 7} }, func(s chart.Spot) [3]int8 { return [3]int8{s.Up} }
	case rams.PhaseBid:
		return func(s chart.Spot) [3]int8 { return [3]int8{s.Place} }, func(s chart.Spot) [3]int8 { return [3]int8{s.Turn} }
	case rams.PhaseJoin:
		return func(s chart.Spot) [3]int8 { return [3]int8{max(s.Up, min(0, s.By-1))} }, // after a blind call below the first
			func(s chart.Spot) [3]int8 { return [3]int8{s.By + max(0, s.Turn), s.Joined, -s.Left} }
	}
	return func(s chart.Spot) [3]int8 { return [3]int8{s.Joined} }, func(s chart.Spot) [3]int8 { return [3]int8{s.By} }
}

// distinct returns the places on an axis, in order.
func distinct(grids []*chart.Grid, of func(chart.Spot) [3]int8) (list [][3]int8) {
	for _, g := range grids {
		if at := of(g.Spot); !slices.Contains(list, at) {
			list = append(list, at)
		}
	}
	slices.SortFunc(list, func(a, b [3]int8) int { return slices.Compare(a[:], b[:]) })
	return list
}

// small draws a grid.
func (w *writer) small(b *strings.Builder, g *chart.Grid, x, y int) {
	text := func(x, y int, class, s string) {
		fmt.Fprintf(b, `<text class="%s" x="%d" y="%d">%s</text>`, class, x, y, html.EscapeString(s))
	}
	text(x, y+14, "", w.short(g))
	for column := range chart.Columns {
		text(x+headWide+column*cellWide+cellWide/2, y+headHigh-6, "m s", w.columnName(column))
	}
	for row := range chart.Rows {
		trumps, _, _ := chart.Row(row)
		top := y + headHigh + row*cellHigh
		text(x, top+13, "s", strconv.Itoa(trumps))
		if row > 0 {
			text(x+headWide-5, top+13, "e", w.rowName(row, g.Up))
		}
		for column := range chart.Columns {
			left := x + headWide + column*cellWide
			first, second := chart.Column(column)
			c := &g.Cells[row*chart.Columns+column]
			switch {
			case trumps+first+second > w.subject.Game.Size():
			case c.N == 0:
				fmt.Fprintf(b, `<rect class="n" x="%d" y="%d" width="%d" height="%d" rx="3"/>`, left, top, cellWide-1, cellHigh-1)
			default:
				class, large, _ := w.face(g, c)
				if g.Ask != rams.PhaseLay && unsure(&c.Acts[shown(c)]) {
					large = "(" + large + ")"
				}
				white := "m"
				if slices.Contains([]string{"f8", "f9", "f10", "l3", "l4"}, class) {
					white = "m w"
				}
				fmt.Fprintf(b, `<rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="3"/><text class="%s" x="%d" y="%d">%s</text>`,
					class, left, top, cellWide-1, cellHigh-1, white, left+cellWide/2, top+13, large)
			}
		}
	}
}

// short says what a small grid is about.
func (w *writer) short(g *chart.Grid) string {
	var parts []string
	for _, a := range w.axes(g.Ask) {
		if a.fixed(g) {
			if text := a.label(a.of(g.Spot)); text != "" {
				parts = append(parts, text)
			}
		}
	}
	if g.Ask == rams.PhaseOpen {
		parts = parts[:2]
	}
	return strings.Join(parts, " · ")
}
