// Package arenapage shows the result of an arena as one self-contained page of HTML:
// plots with their intervals, tables, and in a rating who wins
// what among whom.
package arenapage

import (
	_ "embed"
	"math"
	"strconv"
	"strings"

	"chratze/analysis/arena"
	"chratze/internal/locale"
	"chratze/internal/page"
	"chratze/internal/plot"
	"chratze/internal/report"
	"chratze/internal/wording"
	"chratze/rams"
	"chratze/variant"
)

//go:embed page.html
var source string

//lattice:table
var tmpl = page.Parse(source)

// Page returns the page of a result.
func Page(p *locale.Printer, v variant.Variant, r *arena.Result) []byte {
	w := &writer{report.Figures{Printer: p, Printed: true}, v, r}
	d := document{Lang: p.Lang(), Lead: p.T("arena.title", locale.Args{
		"rules": r.Rules, "seats": r.Seats, "n": r.Deals, "deals": w.Count(r.Deals), "hands": w.Count(r.Deals * int64(len(r.Tables)*r.Seats)),
		"seed": r.Seed, "pot": w.Count(int64(r.Pot)),
	})}
	if r.All {
		d.Title = p.T("arena.page.ratings", nil)
		d.Sections = []section{w.values(p.T("arena.ratings", nil), p.T("arena.page.rating", nil)), w.pairs(), w.costs()}
	} else {
		d.Title = p.T("arena.page.title", nil)
		d.Sections = append([]section{w.values(p.T("arena.page.gains", nil), p.T("arena.page.method", nil)), w.costs()}, w.bots()...)
	}
	return page.Execute(tmpl, &d)
}

type document struct {
	Lang, Title, Lead string
	Sections          []section
}

// section is a frame of the page.
type section struct {
	Title, Text string
	Plots       []figure
	Table       *table
	Heat        *heat
}

// figure is means and their intervals below each other, over one axis.
type figure struct {
	Title, Unit string
	Rows        []mark
	Ticks       []tick
}

// mark is one mean; places are in percent of the width.
type mark struct {
	Name, Note, Value string
	X, Low, High      string
	Wide              bool // it has an interval
	mean, half        float64
}

type tick struct {
	X, Label string
	Zero     bool
}

type table struct {
	Head []string
	Rows [][]cell
}

type cell struct {
	Text  string
	Fault bool
}

// heat is a matrix in colours.
type heat struct {
	Names []string
	Rows  [][]warm
}

type warm struct {
	Text, Error string
	Lose        bool
	Much        int // percent of the colour
}

// writer puts a result into words and places.
type writer struct {
	report.Figures
	rules  variant.Variant
	result *arena.Result
}

// name returns the name of a bot, which may be long: a line may end behind a colon.
func (w *writer) name(bot int) string {
	return strings.ReplaceAll(w.result.Bots[bot].Name, ":", ":\u200b")
}

func (w *writer) percent(part, whole float64) string { return w.Decimal(100*part/whole, 1) + " %" }

func (w *writer) mark(name, note string, m *arena.Mean) mark {
	mean, half := m.Mean(), m.Half()
	return mark{Name: name, Note: note, Value: w.SignedAround(mean, half, 2), mean: mean, half: half, Wide: !math.IsInf(half, 0)}
}

// plot gives marks their places on an axis that has room for all of them.
func (w *writer) plot(title string, marks []mark) figure {
	low, high := 0.0, 0.0
	for i := range marks {
		m := &marks[i]
		if !m.Wide {
			m.half = 0
		}
		low, high = min(low, m.mean-m.half), max(high, m.mean+m.half)
	}
	step := plot.Step(high-low, 5)
	low, high = step*math.Floor(low/step), step*math.Ceil(high/step)
	if low == high {
		low, high = -step, step
	}
	place := func(x float64) string { return strconv.FormatFloat(2+96*(x-low)/(high-low), 'f', 2, 64) }
	p := figure{Title: title, Unit: w.Gain(w.rules.Rules()), Rows: marks}
	for i := range marks {
		m := &marks[i]
		m.X, m.Low, m.High = place(m.mean), place(m.mean-m.half), place(m.mean+m.half)
	}
	decimals := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	for _, v := range plot.Ticks(low, high, step) {
		p.Ticks = append(p.Ticks, tick{place(v), w.Decimal(v, decimals), v == 0})
	}
	return p
}

// value is what a bot is judged by.
func (w *writer) value(bot int) *arena.Mean {
	if w.result.All {
		return &w.result.Bots[bot].Rating
	}
	return w.result.Gain(bot)
}

// order returns the bots, the best first.
func (w *writer) order() []int {
	return arena.Order(len(w.result.Bots), func(i int) float64 { return w.value(i).Mean() })
}

func (w *writer) values(title, text string) section {
	var marks []mark
	for _, i := range w.order() {
		marks = append(marks, w.mark(w.name(i), "", w.value(i)))
	}
	return section{Title: title, Text: text, Plots: []figure{w.plot("", marks)}}
}

// pairs is who wins what among whom.
func (w *writer) pairs() section {
	h := heat{}
	most := 1e-9
	order := w.order()
	for _, i := range order {
		h.Names = append(h.Names, w.name(i))
		for _, j := range order {
			if i != j {
				most = max(most, math.Abs(w.result.Among(i, j).Mean()))
			}
		}
	}
	for _, i := range order {
		var row []warm
		for _, j := range order {
			c := warm{}
			if i != j {
				among := w.result.Among(i, j)
				mean, half := among.Mean(), among.Half()
				if c.Text = w.Signed(mean, 1); !math.IsInf(half, 0) {
					c.Error = "± " + w.Decimal(half, 1)
				}
				c.Lose = mean < 0
				c.Much = int(55 * math.Sqrt(math.Abs(mean)/most))
			}
			row = append(row, c)
		}
		h.Rows = append(h.Rows, row)
	}
	return section{Title: w.T("arena.pairs", nil), Text: w.T("arena.page.pairs", nil), Heat: &h}
}

// costs is what each bot needs, and what it did wrong.
func (w *writer) costs() section {
	head := []string{w.T("sim.bots", nil)}
	if w.result.All {
		head = append(head, w.T("arena.against", nil))
	}
	t := table{Head: append(head, w.T("arena.p50", nil), w.T("arena.p99", nil), w.T("arena.faults", nil))}
	for _, i := range w.order() {
		b := &w.result.Bots[i]
		row := []cell{{Text: w.name(i)}}
		if w.result.All {
			row = append(row, cell{Text: w.mark("", "", &b.Against).Value})
		}
		n := b.Faults.Total()
		t.Rows = append(t.Rows, append(row, cell{Text: w.Millis(b.Times.Quantile(0.5))}, cell{Text: w.Millis(b.Times.Quantile(0.99))}, cell{w.Count(n), n > 0}))
	}
	return section{Title: w.T("arena.page.costs", nil), Text: w.T("arena.page.costs-text", nil), Table: &t}
}

// bots are a section for each: by position and by role.
func (w *writer) bots() (list []section) {
	seats := w.result.Seats
	words := wording.NewTable(w.Printer, w.rules, w.DeckOf(w.rules.Preset()), locale.Points, nil, rams.Nobody)
	for _, i := range w.order() {
		l := w.result.Line(0, i)
		var places, roles []mark
		for k := range seats {
			places = append(places, w.mark(w.Position(k, seats), "", &l.Position(k).Gain))
		}
		for c := range rams.Contract(arena.Contracts) {
			part := l.Contract(c)
			if part.Gain.N == 0 {
				continue
			}
			name := w.T("sim.not-asked", nil)
			note := w.T("arena.page.share", locale.Args{"share": w.percent(part.Gain.N, l.All().Gain.N)})
			if c != rams.NoContract {
				name = words.Contract(c)
			}
			if c.In() {
				note = w.T("arena.page.made", locale.Args{
					"share": w.percent(part.Gain.N, l.All().Gain.N), "made": w.percent(float64(part.Made), part.Gain.N),
				})
			}
			roles = append(roles, w.mark(name, note, &part.Gain))
		}
		list = append(list, section{Title: w.name(i), Plots: []figure{
			w.plot(w.T("sim.positions", nil), places), w.plot(w.T("sim.roles", nil), roles),
		}})
	}
	return list
}
