// Package arenapage shows the result of an arena as one self-contained page of HTML:
// plots with their intervals, tables, and in a rating who wins
// what among whom.
package arenapage

import (
	"bytes"
	_ "embed"
	"html/template"
	"math"
	"strconv"
	"strings"

	"chratze/analysis/arena"
	"chratze/internal/locale"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

//go:embed page.html
var source string

//lattice:table
var page = template.Must(template.New("page").Parse(source))

// Page returns the page of a result.
func Page(p *locale.Printer, v variant.Variant, r *arena.Result) []byte {
	w := &writer{Printer: p, rules: v, result: r}
	d := document{Lang: p.Lang(), Lead: p.T("arena.title", locale.Args{
		"rules": r.Rules, "seats": r.Seats, "n": r.Deals, "deals": w.count(r.Deals), "hands": w.count(r.Deals * int64(len(r.Tables)*r.Seats)),
		"seed": r.Seed, "pot": w.count(int64(r.Pot)),
	})}
	if r.All {
		d.Title = p.T("arena.page.ratings", nil)
		d.Sections = []section{w.ratings(), w.pairs(), w.costs()}
	} else {
		d.Title = p.T("arena.page.title", nil)
		d.Sections = append([]section{w.gains(), w.costs()}, w.bots()...)
	}
	var b bytes.Buffer
	if err := page.Execute(&b, &d); err != nil {
		panic(err) // our own page and types
	}
	return b.Bytes()
}

type document struct {
	Lang, Title, Lead string
	Sections          []section
}

// section is a frame of the page.
type section struct {
	Title, Text string
	Plots       []plot
	Table       *table
	Heat        *heat
}

// plot is means and their intervals below each other, over one axis.
type plot struct {
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
	*locale.Printer
	rules  variant.Variant
	result *arena.Result
}

func (w *writer) count(n int64) string { return w.Number(locale.Points, pot.Chips(n)) }

// number writes a number with some decimals and a minus as it is printed.
func (w *writer) number(x float64, decimals int) string {
	text := strings.Replace(strconv.FormatFloat(x, 'f', decimals, 64), ".", w.T("sim.point", nil), 1)
	return strings.Replace(text, "-", "−", 1)
}

// name returns the name of a bot, which may be long: a line may end behind a colon.
func (w *writer) name(bot int) string {
	return strings.ReplaceAll(w.result.Bots[bot].Name, ":", ":\u200b")
}

func (w *writer) percent(part, whole float64) string { return w.number(100*part/whole, 1) + " %" }

func (w *writer) gain(mean, half float64, decimals int) (value, wide string) {
	value = w.number(mean, decimals)
	if mean > 0 {
		value = "+" + value
	}
	if !math.IsInf(half, 0) {
		wide = "± " + w.number(half, decimals)
	}
	return value, wide
}

func (w *writer) mark(name, note string, m *arena.Mean) mark {
	mean, half := m.Interval()
	value, wide := w.gain(mean, half, 2)
	return mark{Name: name, Note: note, Value: strings.TrimSpace(value + " " + wide), mean: mean, half: half, Wide: !math.IsInf(half, 0)}
}

// plot gives marks their places on an axis that has room for all of them.
func (w *writer) plot(title string, marks []mark) plot {
	low, high := 0.0, 0.0
	for i := range marks {
		m := &marks[i]
		if !m.Wide {
			m.half = 0
		}
		low, high = min(low, m.mean-m.half), max(high, m.mean+m.half)
	}
	step := niceStep((high - low) / 5)
	low, high = step*math.Floor(low/step), step*math.Ceil(high/step)
	if low == high {
		low, high = -step, step
	}
	place := func(x float64) string { return strconv.FormatFloat(2+96*(x-low)/(high-low), 'f', 2, 64) }
	p := plot{Title: title, Unit: w.T("sim.gain", nil), Rows: marks}
	for i := range marks {
		m := &marks[i]
		m.X, m.Low, m.High = place(m.mean), place(m.mean-m.half), place(m.mean+m.half)
	}
	decimals := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	for k := math.Round(low / step); k <= math.Round(high/step); k++ {
		p.Ticks = append(p.Ticks, tick{place(k * step), w.number(k*step, decimals), k == 0})
	}
	return p
}

// niceStep returns 1, 2 or 5 times a power of ten, no less than x.
func niceStep(x float64) float64 {
	if x <= 0 {
		return 1
	}
	ten := math.Pow(10, math.Floor(math.Log10(x)))
	for _, k := range [...]float64{1, 2, 5} {
		if k*ten >= x {
			return k * ten
		}
	}
	return 10 * ten
}

// order returns the bots, the best first.
func (w *writer) order() []int {
	return arena.Order(len(w.result.Bots), func(i int) float64 {
		if w.result.All {
			return w.result.Bots[i].Rating.Value()
		}
		return w.result.Gain(i).Value()
	})
}

func (w *writer) gains() section {
	var marks []mark
	for _, i := range w.order() {
		marks = append(marks, w.mark(w.name(i), "", w.result.Gain(i)))
	}
	return section{Title: w.T("arena.page.gains", nil), Text: w.T("arena.page.method", nil), Plots: []plot{w.plot("", marks)}}
}

func (w *writer) ratings() section {
	var marks []mark
	for _, i := range w.order() {
		marks = append(marks, w.mark(w.name(i), "", &w.result.Bots[i].Rating))
	}
	return section{Title: w.T("arena.ratings", nil), Text: w.T("arena.page.rating", nil), Plots: []plot{w.plot("", marks)}}
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
				most = max(most, math.Abs(w.result.Among(i, j).Value()))
			}
		}
	}
	for _, i := range order {
		var row []warm
		for _, j := range order {
			c := warm{}
			if i != j {
				mean, half := w.result.Among(i, j).Interval()
				c.Text, c.Error = w.gain(mean, half, 1)
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
		t.Rows = append(t.Rows, append(row, cell{Text: w.ms(b.Times.Quantile(0.5))}, cell{Text: w.ms(b.Times.Quantile(0.99))}, cell{w.count(n), n > 0}))
	}
	return section{Title: w.T("arena.page.costs", nil), Text: w.T("arena.page.costs-text", nil), Table: &t}
}

func (w *writer) ms(ms float64) string {
	switch {
	case ms >= 100:
		return w.number(ms, 0)
	case ms >= 1:
		return w.number(ms, 1)
	}
	return w.number(ms, 4)
}

// bots are a section for each: by position and by role.
func (w *writer) bots() (list []section) {
	seats := w.result.Seats
	words := w.Table(w.rules, w.DeckOf(w.rules.Preset()), locale.Points, nil, rams.Nobody)
	for _, i := range w.order() {
		l := w.result.Line(0, i)
		var places, roles []mark
		for k := range seats {
			places = append(places, w.mark(w.position(k), "", &l.Position(k).Gain))
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
		list = append(list, section{Title: w.name(i), Plots: []plot{
			w.plot(w.T("sim.positions", nil), places), w.plot(w.T("sim.roles", nil), roles),
		}})
	}
	return list
}

// position names a seat by where it sits from the dealer.
func (w *writer) position(at int) string {
	switch at {
	case 0:
		return w.T("sim.dealer", nil)
	case 1:
		return w.T("sim.forehand", nil)
	case w.result.Seats - 1:
		return w.T("sim.rearhand", nil)
	}
	return "+" + strconv.Itoa(at)
}
