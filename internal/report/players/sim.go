// Package players reports what was measured about players: a simulation, an arena, what acts
// are worth, trials of advice, tests of a bot. Each report is words for people, and JSON that
// programs may rely on.
package players

import (
	"math"
	"strconv"
	"strings"

	"chratze/analysis/sim"
	"chratze/internal/locale"
	"chratze/internal/report"
	"chratze/internal/wording"
	"chratze/pot"
	"chratze/rams"
	"chratze/stat"
	"chratze/variant"
)

// Sim is what a simulation found, as chratze sim --json has it.
type Sim struct {
	Rules    string `json:"rules"`
	Seats    int    `json:"seats"`
	Hands    int64  `json:"hands"`
	Sittings int64  `json:"sittings"`
	Sitting  int    `json:"sitting"`
	Seed     uint64 `json:"seed"`
	Rotate   bool   `json:"rotate"`

	Unopened int64 `json:"unopened"` // nobody declared
	Walkover int64 `json:"walkover"` // taken without a card played
	Forced   int64 `json:"forced"`   // nobody was asked

	Bots      []rowReport `json:"bots"`
	Chairs    []rowReport `json:"by_seat"`
	Positions []rowReport `json:"by_position"` // 0 the dealer, 1 forehand …
	Contracts []rowReport `json:"by_contract"`
	Pots      potsReport  `json:"pots"`

	variant variant.Variant
}

// rowReport is one sim.Row.
type rowReport struct {
	Name         string   `json:"name"`
	Hands        int64    `json:"hands"`
	Declared     int64    `json:"declared"`
	DeclaredMade int64    `json:"declared_made"`
	Joined       int64    `json:"joined"`
	JoinedMade   int64    `json:"joined_made"`
	Gain         float64  `json:"gain"`  // percent of the pot per hand
	Error        *float64 `json:"error"` // 95 %: gain ± error; null: too few sittings to tell

	contract rams.Contract
}

// potsReport is the distribution of the pots played for, in Rappen.
type potsReport struct {
	Least     pot.Chips        `json:"least"`
	Most      pot.Chips        `json:"most"`
	Median    pot.Chips        `json:"median"`
	Quantiles map[string]int64 `json:"quantiles"` // by percent
	Octaves   []octaveReport   `json:"octaves"`
}

type octaveReport struct {
	From  pot.Chips `json:"from"`
	Hands int64     `json:"hands"`
}

// quantiles are the percentages that are told.
//
//lattice:table
var quantiles = [...]int{5, 25, 50, 75, 95, 99}

// NewSim returns the report of a simulation.
func NewSim(c *sim.Config, s *sim.Stats) *Sim {
	r := &Sim{
		variant: c.Variant,
		Rules:   c.Variant.String(), Seats: s.Seats, Hands: s.Hands, Sittings: s.Sittings, Sitting: c.Sitting, Seed: c.Seed, Rotate: c.Rotate,
		Unopened: s.Unopened, Walkover: s.Walkover, Forced: s.Forced,
	}
	for i := range s.ByBot {
		r.Bots = append(r.Bots, newRow(c.Bots[i].String(), &s.ByBot[i]))
	}
	for i := range s.Seats {
		r.Chairs = append(r.Chairs, newRow(strconv.Itoa(i), &s.BySeat[i]))
		r.Positions = append(r.Positions, newRow(strconv.Itoa(i), &s.ByPosition[i]))
	}
	for i := range s.ByContract {
		if row := &s.ByContract[i]; row.Hands > 0 {
			c := newRow(rams.Contract(i).String(), row)
			c.contract = rams.Contract(i)
			r.Contracts = append(r.Contracts, c)
		}
	}
	r.Pots = potsReport{Least: s.Pots.Least, Most: s.Pots.Most, Median: s.Pots.Quantile(0.5), Quantiles: map[string]int64{}}
	for _, q := range quantiles {
		r.Pots.Quantiles[strconv.Itoa(q)] = int64(s.Pots.Quantile(float64(q) / 100))
	}
	for _, o := range s.Pots.Octaves(c.Variant.Rules().Ante) {
		r.Pots.Octaves = append(r.Pots.Octaves, octaveReport{o.Low, o.N})
	}
	return r
}

func newRow(name string, r *sim.Row) rowReport {
	row := rowReport{
		Name: name, Hands: r.Hands, Declared: r.Declared, DeclaredMade: r.DeclaredMade, Joined: r.Joined, JoinedMade: r.JoinedMade,
		Gain: stat.Round(r.Gain.Mean()),
	}
	if e := r.Gain.Half(); !math.IsInf(e, 0) {
		e = stat.Round(e)
		row.Error = &e
	}
	return row
}

// ---- the same in words ----

// simText writes a report in a language.
type simText struct {
	*report.Text
	report *Sim
}

// Text implements report.Report.
func (r *Sim) Text(p *locale.Printer) string {
	t := &simText{report.NewText(p), r}
	counted := func(key string, n int64) string {
		return p.T(key, locale.Args{"n": n, "count": t.Count(n)})
	}
	t.Line(p.T("sim.title", locale.Args{"rules": r.Rules, "seats": r.Seats, "hands": counted("sim.title.hands", r.Hands), "sittings": counted("sim.title.sittings", r.Sittings), "seed": r.Seed}))
	t.Line("")
	t.Grid([][]string{
		{p.T("sim.unopened", nil), t.Share(r.Unopened, r.Hands)},
		{p.T("sim.walkover", nil), t.Share(r.Walkover, r.Hands)},
		{p.T("sim.forced", nil), t.Share(r.Forced, r.Hands)},
	})
	t.rows("sim.bots", r.Bots, func(row *rowReport) string { return row.Name })
	t.rows("sim.seats", r.Chairs, func(row *rowReport) string { return row.Name })
	t.rows("sim.positions", r.Positions, func(row *rowReport) string {
		at, _ := strconv.Atoi(row.Name) // newRow's
		return t.Position(at, r.Seats)
	})
	table := wording.NewTable(p, r.variant, p.DeckOf(r.variant.Preset()), locale.Points, nil, rams.Nobody)
	t.rows("sim.roles", r.Contracts, func(row *rowReport) string {
		if row.contract == rams.NoContract {
			return p.T("sim.not-asked", nil)
		}
		return table.Contract(row.contract)
	})
	t.pots()
	return t.String()
}

// rows writes a table of rows, each under its name.
func (t *simText) rows(title string, rows []rowReport, name func(*rowReport) string) {
	t.Line("")
	table := [][]string{{
		t.T(title, nil), t.T("sim.hands", nil), t.T("sim.declared", nil), t.T("sim.made", nil),
		t.T("sim.joined", nil), t.T("sim.made", nil), t.Gain(t.report.variant.Rules()),
	}}
	for i := range rows {
		row := &rows[i]
		gain := t.Signed(row.Gain, 2)
		if row.Error != nil {
			gain = t.SignedAround(row.Gain, *row.Error, 2)
		}
		table = append(table, []string{
			name(row), t.Count(row.Hands), t.Share(row.Declared, row.Hands), t.Share(row.DeclaredMade, row.Declared),
			t.Share(row.Joined, row.Hands), t.Share(row.JoinedMade, row.Joined), gain,
		})
	}
	t.Grid(table)
}

// pots writes the distribution of the pots played for.
func (t *simText) pots() {
	pots := &t.report.Pots
	t.Line("")
	key := "sim.pots"
	if rules := t.report.variant.Rules(); rules.Races() {
		key = "sim.pots.race"
	}
	t.Line(t.T(key, locale.Args{"least": t.Count(int64(pots.Least)), "median": t.Count(int64(pots.Median)), "most": t.Count(int64(pots.Most))}))
	head, row := []string{t.T("sim.quantiles", nil)}, []string{""}
	for _, q := range quantiles {
		head = append(head, strconv.Itoa(q)+" %")
		row = append(row, t.Count(pots.Quantiles[strconv.Itoa(q)]))
	}
	t.Grid([][]string{head, row})
	t.Line("")
	t.histogram(pots.Octaves)
}

// histogram writes a bar for each doubling, those beyond the 16th in one.
func (t *simText) histogram(octaves []octaveReport) {
	const bars, wide = 16, 40
	if len(octaves) > bars {
		last := octaveReport{From: octaves[bars-1].From}
		for _, o := range octaves[bars-1:] {
			last.Hands += o.Hands
		}
		octaves = append(octaves[:bars-1:bars-1], last)
	}
	most := int64(1)
	var table [][]string
	for _, o := range octaves {
		most = max(most, o.Hands)
		table = append(table, []string{t.T("sim.from", nil), t.Count(int64(o.From)), t.Share(o.Hands, t.report.Hands)})
	}
	for i, line := range report.Align(table) {
		t.Line(line + "  " + strings.Repeat("#", int((octaves[i].Hands*wide+most-1)/most)))
	}
}
