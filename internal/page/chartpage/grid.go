package chartpage

import (
	"fmt"
	"html"
	"html/template"
	"math"
	"slices"
	"strconv"
	"strings"

	"chratze/analysis/chart"
	"chratze/card"
	"chratze/internal/locale"
	"chratze/rams"
)

// axis is something that grids of a question tell apart.
type axis struct {
	title string
	of    func(chart.Spot) [3]int8 // where a grid stands on it
	label func([3]int8) string
	any   bool // chart.Any is a place of its own, not every place
}

// axes returns them; those on which all grids stand at one place tell nothing.
func (w *writer) axes(ask rams.Phase) []axis {
	one := func(key string, of func(chart.Spot) int8, label func(int) string) axis {
		return axis{title: w.T(key, nil), of: func(s chart.Spot) [3]int8 { return [3]int8{of(s)} }, label: func(at [3]int8) string { return label(int(at[0])) }}
	}
	place := one("chart.place", func(s chart.Spot) int8 { return s.Place }, func(at int) string { return w.numbers.Position(at, w.subject.Game.Seats()) })
	up := one("chart.up", func(s chart.Spot) int8 { return s.Up }, w.up)
	switch ask {
	case rams.PhaseOpen:
		return []axis{place, up, one("chart.turn", func(s chart.Spot) int8 { return s.Turn }, func(n int) string { return w.T([]string{"chart.turn.0", "chart.turn.1"}[n], nil) })}
	case rams.PhaseBid:
		return []axis{place, one("chart.bids", func(s chart.Spot) int8 { return s.Turn }, func(n int) string { return w.T([]string{"chart.bids.0", "chart.bids.1"}[n], nil) })}
	case rams.PhaseJoin:
		before := axis{title: w.T("chart.before", nil), of: func(s chart.Spot) [3]int8 { return [3]int8{s.By, s.Joined, s.Left} }, label: w.before}
		spare := one("chart.spare", func(s chart.Spot) int8 { return s.Turn }, func(n int) string { return w.T([]string{"chart.spare.0", "chart.spare.1"}[n], nil) })
		up.any = w.subject.Game.Rules().Deal.DealersLast() // the first upcard is the dealer's, later ones lie there
		return []axis{before, spare, up}
	}
	role := one("chart.role", func(s chart.Spot) int8 { return s.By }, func(n int) string {
		return []string{w.Declarer(), w.Call(rams.Join)}[n]
	})
	return []axis{role, one("chart.others", func(s chart.Spot) int8 { return s.Joined }, func(n int) string {
		if n > 2 && w.subject.Game.Seats() > 4 {
			return "3+"
		}
		return strconv.Itoa(n)
	})}
}

// up names a group of upcards by the letters of its ranks.
func (w *writer) up(group int) string {
	rules := w.subject.Game.Rules()
	low := (rules.Pack.Cards() &^ rules.Weli.Card() & card.OfSuit(card.Hearts)).Append(nil)
	switch group {
	case chart.Any:
		return w.T("chart.turn.0", nil)
	case 0:
		return w.letter(low[0])
	case 1:
		return w.letter(low[1]) + " " + w.letter(low[2])
	case 2:
		return w.letter(low[3]) + "–" + w.letter(low[len(low)-1])
	}
	return ""
}

// before says what was called before one is asked to join.
func (w *writer) before(at [3]int8) string {
	by, joined, left := at[0], at[1], at[2]
	if by > 0 {
		who := w.Call([]rams.Kind{rams.GoBlind, rams.DoubleBlind}[by-1])
		return w.T("chart.before.blind", locale.Args{"call": who, "in": []string{"0", "1+"}[joined]})
	}
	return w.T("chart.before.open", locale.Args{"in": joined, "left": left})
}

// fixed reports whether a grid stands at one place of an axis.
func (a *axis) fixed(g *chart.Grid) bool { return a.any || a.of(g.Spot) != [3]int8{chart.Any} }

// section makes a question's grids.
func (w *writer) section(ask rams.Phase) section {
	name := ask.String()
	s := section{ID: name, Title: w.title(ask), Text: w.T("chart.text."+name, nil)}
	if ask == rams.PhaseJoin && w.subject.Game.Rules().Auction == rams.AuctionJoining {
		s.Text = w.T("chart.text.join.alone", nil)
	}
	if ask == rams.PhaseBlind {
		s.Bars = w.bars()
		return s
	}
	grids := w.byAsk[ask]
	s.Legend = w.legend(grids[0])
	axes := w.axes(ask)
	places := make([][][3]int8, len(axes)) // on each axis
	for i, a := range axes {
		for _, g := range grids {
			if at := a.of(g.Spot); a.fixed(g) && !slices.Contains(places[i], at) {
				places[i] = append(places[i], at)
			}
		}
		slices.SortFunc(places[i], compare)
		if a.title == w.T("chart.place", nil) && ask == rams.PhaseOpen { // the dealer is asked last
			places[i] = append(places[i][1:], places[i][0])
		}
		if len(places[i]) == 0 {
			places[i] = [][3]int8{{chart.Any}}
		}
		if len(places[i]) > 1 {
			s.Choices = append(s.Choices, w.choice(name, i, a, places[i]))
		}
	}
	w.figures(&s, axes, places, nil, grids)
	return s
}

// first reports whether a grid is about the first upcard and what your own cards answer: no seat is blind or has bid.
func (w *writer) first(g *chart.Grid) bool {
	lies := !w.subject.Game.Rules().Deal.DealersLast()
	return g.Ask != rams.PhaseLay && g.By < 1 && (g.Turn < 1 || g.Ask == rams.PhaseJoin) && (lies || g.Up == chart.Any)
}

// stands reports whether a grid stands at a place of an axis, or everywhere on it.
func (a *axis) stands(g *chart.Grid, at [3]int8) bool {
	return a.of(g.Spot) == at || !a.fixed(g)
}

// compare orders places: who comes first is asked about more of the others.
func compare(a, b [3]int8) int {
	return slices.Compare([]int8{a[0], a[1], -a[2]}, []int8{b[0], b[1], -b[2]})
}

func (w *writer) choice(name string, i int, a axis, places [][3]int8) choice {
	c := choice{Name: name + strconv.Itoa(i), Title: a.title}
	for k, at := range places {
		c.Options = append(c.Options, option{c.Name + strconv.Itoa(k), a.label(at), k == 0})
	}
	for k, at := range places { // of upcards the lower ones are most frequent
		if a.title == w.T("chart.up", nil) && at[0] == 2 && places[0][0] != chart.Any {
			c.Options[0].On, c.Options[k].On = false, true
		}
	}
	return c
}

// figures adds a figure for each combination of places, and the rule by which it is shown. A grid that
// doesn't tell apart what an axis does stands in one figure.
func (w *writer) figures(s *section, axes []axis, places [][][3]int8, chosen []int, grids []*chart.Grid) {
	if i := len(chosen); i < len(axes) {
		for k, at := range places[i] {
			var left []*chart.Grid
			for _, g := range grids {
				if axes[i].stands(g, at) {
					left = append(left, g)
				}
			}
			w.figures(s, axes, places, append(slices.Clip(chosen), k), left)
		}
		return
	}
	class, rule := s.ID, "#"+s.ID
	var caption []string
	for i, k := range chosen {
		if len(places[i]) < 2 {
			continue
		}
		rule += ":has(#" + s.ID + strconv.Itoa(i) + strconv.Itoa(k) + ":checked)"
		if len(grids) > 0 && !axes[i].fixed(grids[0]) {
			k = 0
		} else {
			caption = append(caption, axes[i].title+": "+axes[i].label(places[i][k]))
		}
		class += "-" + strconv.Itoa(k)
	}
	w.rules.WriteString(rule + " ." + class + "{display:block}")
	if slices.ContainsFunc(s.Figures, func(f figure) bool { return f.Class == class }) {
		return
	}
	f := figure{Class: class, Caption: w.Row(caption)}
	if len(grids) > 0 {
		f.Table = w.table(grids[0])
		if g := grids[0]; w.first(g) {
			f.Mine, f.Up = axes[0].label(axes[0].of(g.Spot)), g.Up
			if g.Ask == rams.PhaseJoin && g.Turn != chart.Any {
				f.Mine += " · " + axes[1].title + ": " + axes[1].label(axes[1].of(g.Spot))
			}
		}
	}
	s.Figures = append(s.Figures, f)
}

func (w *writer) title(ask rams.Phase) string {
	args := locale.Args{}
	switch ask {
	case rams.PhaseOpen:
		args["call"] = w.Call(rams.Open)
	case rams.PhaseJoin:
		args["call"] = w.Call(rams.Join)
	}
	return w.T("chart."+ask.String(), args)
}

// legend says what stands in a cell's details.
func (w *writer) legend(g *chart.Grid) []string {
	list := []string{w.T("chart.hands", nil)}
	for i := range g.Acts {
		list = append(list, w.act(g, i))
	}
	if len(g.Acts) == 2 {
		list = append(list, w.T("chart.difference", nil))
	}
	return list
}

func (w *writer) act(g *chart.Grid, i int) string {
	if g.Ask == rams.PhaseLay {
		return strconv.Itoa(i)
	}
	for k := rams.DoubleBlind; k <= rams.TakeSpare; k++ {
		if k.String() == g.Acts[i] {
			return w.Call(k)
		}
	}
	return g.Acts[i]
}

// rowName returns what a row is about: how many trumps, and the ranks the highest may have.
func (w *writer) rowName(row int, up int8) string {
	if row == 0 {
		return "–"
	}
	switch list := w.highest(row, up); len(list) {
	case 0, 1, 2:
		return strings.Join(list, " ")
	default:
		return list[0] + "–" + list[len(list)-1]
	}
}

// highest returns the names of the cards that the highest trump of a row may be, from the highest.
func (w *writer) highest(row int, up int8) (list []string) {
	_, low, high := chart.Row(row)
	for step := high; step >= low; step-- {
		for _, place := range chart.Highest(w.subject.Game, step, up) {
			var texts []string
			for _, c := range place {
				text := w.letter(c)
				switch {
				case c.Suit() == card.Hearts:
				case w.IsWeli(c):
					text = w.Weli()
				default:
					text = w.T("chart.card", locale.Args{"rank": text, "suit": w.Suit(c.Suit())})
				}
				texts = append(texts, text)
			}
			list = append(list, strings.Join(texts, "/"))
		}
	}
	return list
}

func (w *writer) columnName(column int) string {
	first, second := chart.Column(column)
	if first+second == 0 {
		return "–"
	}
	best, next := chart.Beside(w.subject.Game)
	return strings.Repeat(w.letter(card.New(best, card.Hearts)), first) + strings.Repeat(w.letter(card.New(next, card.Hearts)), second)
}

// beside names the ranks of the columns.
func (w *writer) beside() locale.Args {
	first, second := chart.Beside(w.subject.Game)
	return locale.Args{"first": w.Rank(first), "second": w.Rank(second)}
}

// table draws a grid. The tags that may be left out are: there are thousands of cells.
func (w *writer) table(g *chart.Grid) template.HTML {
	var b strings.Builder
	b.WriteString(`<table><thead><tr><th colspan="2">` + html.EscapeString(w.T("chart.trumps", nil)) + `<th colspan="6">` + html.EscapeString(w.T("chart.beside", w.beside())) + `<tr><td colspan="2">`)
	for c := range chart.Columns {
		b.WriteString("<th>" + html.EscapeString(w.columnName(c)))
	}
	b.WriteString("<tbody>")
	size := w.subject.Game.Size()
	for row := range chart.Rows {
		trumps, _, _ := chart.Row(row)
		b.WriteString("<tr>")
		w.rowHead(&b, row, g.Up)
		for column := range chart.Columns {
			first, second := chart.Column(column)
			switch cell := &g.Cells[row*chart.Columns+column]; {
			case trumps+first+second > size:
				b.WriteString(`<td class=x>`)
			case cell.N == 0:
				b.WriteString("<td>")
			default:
				w.cell(&b, g, cell)
			}
		}
	}
	b.WriteString("</table>")
	return template.HTML(b.String()) //nolint:gosec // numbers, and words that were escaped
}

// rowHead writes how many trumps there are, once for all rows with as many, and the highest.
func (w *writer) rowHead(b *strings.Builder, row int, up int8) {
	trumps, _, _ := chart.Row(row)
	if row == 0 {
		b.WriteString(`<th colspan=2 scope=row>0`)
		return
	}
	if before, _, _ := chart.Row(row - 1); before != trumps {
		rows := 0
		for r := row; r < chart.Rows; r++ {
			if n, _, _ := chart.Row(r); n == trumps {
				rows++
			}
		}
		many := strconv.Itoa(trumps)
		if trumps == 3 && w.subject.Game.Size() > 3 {
			many += "+"
		}
		fmt.Fprintf(b, `<th class=n rowspan=%d>%s`, rows, many)
	}
	b.WriteString(`<th scope=row>` + html.EscapeString(w.rowName(row, up)))
}

// cell writes how often, how much more it is worth, and the details.
func (w *writer) cell(b *strings.Builder, g *chart.Grid, c *chart.Cell) {
	class, large, small := w.face(g, c)
	call := ""
	if len(g.Acts) > 2 && g.Ask != rams.PhaseLay {
		call = ` data-call="` + html.EscapeString(w.act(g, shown(c))) + `"`
	}
	fmt.Fprintf(b, `<td class=%s%s tabindex=0>%s<i>%s</i><dl><dd>%s`, class, call, large, small, w.numbers.Count(c.N))
	if len(c.Acts) == 2 {
		a := &c.Acts[1]
		fmt.Fprintf(b, "<dd>%s<dd>%s<dd>%s", w.numbers.Signed(c.Base, 0), w.numbers.Signed(c.Base+a.Gain, 0), w.gain(a))
	} else {
		for i := range c.Acts {
			fmt.Fprintf(b, "<dd>%s %%", percent(c.Acts[i].Share))
			if c.Acts[i].Half > 0 {
				b.WriteString("<br>" + w.gain(&c.Acts[i]))
			}
		}
	}
	b.WriteString("</dl>")
}

// gain is a difference with its interval, as exact as that allows.
func (w *writer) gain(a *chart.Act) string {
	decimals := 0
	if a.Half < 1 {
		decimals = 1
	}
	return w.numbers.SignedAround(a.Gain, a.Half, decimals)
}

// face is what a cell shows: a colour of eleven, a large text and a small one.
func (w *writer) face(g *chart.Grid, c *chart.Cell) (class, large, small string) {
	best := c.Best()
	if g.Ask == rams.PhaseLay {
		return "l" + strconv.Itoa(min(best, 4)), strconv.Itoa(best), percent(c.Acts[best].Share) + " %"
	}
	play := 1 - c.Acts[0].Share
	a := &c.Acts[shown(c)]
	small = w.numbers.Signed(a.Gain, 0)
	if unsure(a) {
		small = "(" + small + ")"
	}
	return "f" + strconv.Itoa(int(math.Round(10*play))), percent(play), small
}

// shown returns the act whose gain a cell shows: the most frequent but the first.
func shown(c *chart.Cell) int {
	act := 1
	for i := 2; i < len(c.Acts); i++ {
		if a := &c.Acts[i]; a.Share > c.Acts[act].Share && a.Half > 0 {
			act = i
		}
	}
	return act
}

// unsure reports whether the interval of a gain holds zero.
func unsure(a *chart.Act) bool { return math.Abs(a.Gain) <= a.Half }

// bars are the blind questions: by rank of the upcard, and before there is one.
func (w *writer) bars() (list []bar) {
	add := func(name string, c *chart.Cell) {
		if c.N == 0 {
			return
		}
		a := &c.Acts[1]
		list = append(list, bar{
			Name: name, Share: percent(a.Share) + " %", Width: int(100*a.Share + 0.5),
			Gain: w.numbers.SignedAround(a.Gain, a.Half, 1), Sign: !unsure(a),
		})
	}
	for _, g := range w.byAsk[rams.PhaseBlind] {
		for i := range g.Cells {
			add(w.Call(rams.GoBlind)+", "+w.letter(card.New(card.Ace-card.Rank(i), card.Hearts)), &g.Cells[i])
		}
	}
	for _, g := range w.byAsk[rams.PhaseDoubleBlind] {
		add(w.Call(rams.DoubleBlind), &g.Cells[0])
	}
	return list
}
