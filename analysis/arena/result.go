package arena

import (
	"fmt"
	"slices"

	"chratze/bot/exec"
	"chratze/pot"
	"chratze/rams"
)

// Result is the result of a run. It also has everything that is needed to continue.
type Result struct {
	Format string      `json:"format"` // Format
	Rules  string      `json:"rules"`
	Seats  int         `json:"seats"`
	Seed   uint64      `json:"seed"`
	Pot    pot.Chips   `json:"pot"` // before the antes, in Rappen
	All    bool        `json:"all"`
	Bots   []BotResult `json:"bots"`
	Deals  int64       `json:"deals"` // played
	Tables [][]int     `json:"tables"`
	Lines  []Line      `json:"lines"`
}

// Format is the name and version of a Result's JSON.
const Format = "chratze-arena/1"

// BotResult is an entrant's result over all tables.
type BotResult struct {
	Name    string      `json:"name"`
	LimitMS int64       `json:"limit_ms,omitempty"` // of a program
	Times   Times       `json:"times"`              // of its decisions
	Faults  exec.Faults `json:"faults"`
	Against Mean        `json:"against"` // All: what it won alone among others, as the mean over the tables
	Rating  Mean        `json:"rating"`  // All: difference from the mean of all bots
}

// line identifies a line: an entrant at a table.
type line struct{ table, bot int }

// Line is what one entrant won at one table.
type Line struct {
	Table int         `json:"table"`
	Bot   int         `json:"bot"`
	Parts [parts]Part `json:"parts"`
}

// Part is what one entrant won in all or some of the hands at a table.
type Part struct {
	Gain Mean  `json:"gain"` // percent of the pot per hand
	Made int64 `json:"made"` // hands in which it was in and paid no penalty
}

// All returns what it won in all hands.
func (l *Line) All() *Part { return &l.Parts[0] }

// Seat returns what it won on a seat, in percent of the pot per hand.
func (l *Line) Seat(seat int) *Part { return &l.Parts[partSeat+seat] }

// Position returns what it won in a position; the dealer is 0.
func (l *Line) Position(at int) *Part { return &l.Parts[partPosition+at] }

// Contract returns what it won with a contract.
func (l *Line) Contract(c rams.Contract) *Part { return &l.Parts[partContract+int(c)] }

// Contracts is the number of places for contracts: those of package rams, and some that may come, so that results stay readable.
const Contracts = contracts

// lines returns the lines in their order: table by table, by first chair.
func (c *Config) lines() (lines []line) {
	for t, table := range c.tables() {
		for _, b := range table {
			if l := (line{t, b}); !slices.Contains(lines, l) {
				lines = append(lines, l)
			}
		}
	}
	return lines
}

func (c *Config) newResult() *Result {
	r := &Result{
		Format: Format, Rules: c.Variant.String(), Seats: c.Game.Seats(), Seed: c.Seed, Pot: c.Pot, All: c.All, Tables: c.tables(),
	}
	for _, e := range c.Bots {
		b := BotResult{Name: e.String(), Faults: exec.Faults{}}
		if e.command != nil {
			b.LimitMS = e.limit.Milliseconds()
		}
		r.Bots = append(r.Bots, b)
	}
	for _, l := range c.lines() {
		r.Lines = append(r.Lines, Line{Table: l.table, Bot: l.bot})
	}
	return r
}

// OtherError says that a result belongs to another configuration.
type OtherError struct {
	What      string // the field that differs, by its name in JSON
	Have, Ask string
}

func (e *OtherError) Error() string {
	return "this result has " + e.What + " " + e.Have + ", asked for is " + e.Ask
}

// same returns an error if before doesn't belong to the configuration of r.
func (r *Result) same(before *Result) error {
	names := func(r *Result) (list []string) {
		for i := range r.Bots {
			list = append(list, fmt.Sprintf("%s (%d ms)", r.Bots[i].Name, r.Bots[i].LimitMS))
		}
		return list
	}
	for _, x := range []struct {
		what      string
		have, ask any
	}{
		{"format", before.Format, r.Format},
		{"rules", before.Rules, r.Rules},
		{"seats", before.Seats, r.Seats},
		{"seed", before.Seed, r.Seed},
		{"pot", before.Pot, r.Pot},
		{"all", before.All, r.All},
		{"bots", names(before), names(r)},
		{"tables", before.Tables, r.Tables},
		{"lines", len(before.Lines), len(r.Lines)},
	} {
		if have, ask := fmt.Sprint(x.have), fmt.Sprint(x.ask); have != ask {
			return &OtherError{x.what, have, ask}
		}
	}
	return nil
}

// Gain returns what an entrant won, in percent of the pot per hand. With All it is the mean of
// what it won alone among copies of each other bot.
func (r *Result) Gain(bot int) *Mean {
	if r.All {
		return &r.Bots[bot].Against
	}
	return &r.Line(0, bot).All().Gain
}

// Line returns the line of an entrant at a table, or nil.
func (r *Result) Line(table, bot int) *Line {
	for i := range r.Lines {
		if l := &r.Lines[i]; l.Table == table && l.Bot == bot {
			return l
		}
	}
	return nil
}

// merge adds the deals of a chunk, which must come after those of r, one by one, so that the
// sums don't depend on the chunks.
func (r *Result) merge(k *chunk) {
	for _, d := range k.deals {
		for i := range d {
			for part, c := range d[i] {
				p := &r.Lines[i].Parts[part]
				p.Gain.Add(c.n, c.sum)
				p.Made += c.made
			}
		}
		if r.All {
			r.rate(d)
		}
		r.Deals++
	}
	for i := range k.minds {
		b := &r.Bots[i]
		b.Times.merge(&k.minds[i].times)
		for f, n := range k.minds[i].faults {
			if n > 0 {
				b.Faults[f] += n
			}
		}
	}
}
