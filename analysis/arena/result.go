package arena

import (
	"fmt"
	"slices"

	"chratze/bot/exec"
	"chratze/pot"
	"chratze/rams"
)

// Result is what happened, and all that is needed to go on.
type Result struct {
	Format string    `json:"format"` // Format
	Rules  string    `json:"rules"`
	Seats  int       `json:"seats"`
	Seed   uint64    `json:"seed"`
	Pot    pot.Chips `json:"pot"` // before the antes, in Rappen
	All    bool      `json:"all"`
	Bots   []Bot     `json:"bots"`
	Deals  int64     `json:"deals"` // played
	Tables [][]int   `json:"tables"`
	Lines  []Line    `json:"lines"`
}

// Format is the name of the form in which a Result is written down.
const Format = "chratze-arena/1"

// Bot is what is known of an entrant over all tables.
type Bot struct {
	Name    string      `json:"name"`
	LimitMS int64       `json:"limit_ms,omitempty"` // of a program
	Times   Times       `json:"times"`              // of its decisions
	Faults  exec.Faults `json:"faults"`
	Against Mean        `json:"against"` // All: what it won alone among others, the mean over the tables
	Rating  Mean        `json:"rating"`  // All: above the mean of all
}

// line names a line: an entrant at a table.
type line struct{ table, bot int }

// Line is what one entrant won at one table.
type Line struct {
	Table int         `json:"table"`
	Bot   int         `json:"bot"`
	Parts [parts]Part `json:"parts"`
}

// Part is what one entrant won in all hands at a table, or in some of them.
type Part struct {
	Gain Mean  `json:"gain"` // percent of the pot a hand
	Made int64 `json:"made"` // hands in which it was in, and owed no penalty
}

// All returns what it won in all.
func (l *Line) All() *Part { return &l.Parts[0] }

// Seat returns what it won on a seat, in percent of the pot a hand.
func (l *Line) Seat(seat int) *Part { return &l.Parts[partSeat+seat] }

// Position returns what the bot won in a position, counted from the dealer, which is 0.
func (l *Line) Position(at int) *Part { return &l.Parts[partPosition+at] }

// Contract returns what it won with a contract, the role it had taken on.
func (l *Line) Contract(c rams.Contract) *Part { return &l.Parts[partContract+int(c)] }

// Contracts is the number of contracts there are room for.
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
		b := Bot{Name: e.String(), Faults: exec.Faults{}}
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

// OtherError says that a result is of something else than what is to be played.
type OtherError struct {
	What      string // the field, as JSON names it
	Have, Ask string
}

func (e *OtherError) Error() string {
	return "arena: this result has " + e.What + " " + e.Have + ", asked for is " + e.Ask
}

// same returns an error if before isn't of what r is the beginning of.
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

// Gain returns what an entrant won, in percent of the pot a hand. With All it is
// the mean of what it won alone among others of each.
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

// merge adds the deals of a chunk, which came after those of r, one by one, so that
// the sums don't depend on where chunks end.
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
