package chartpage

import (
	"cmp"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strconv"

	"chratze/analysis/chart"
	"chratze/rams"
	"chratze/variant"
)

// charts are those that make charts has made of the policies that are part of the program, named by preset and
// seats: chratze-4.json.
//
//go:embed shipped/*.json
var charts embed.FS

// shippedFile returns the name of a chart that may be part of the program.
func shippedFile(v variant.Variant, seats int) string {
	return "shipped/" + v.String() + "-" + strconv.Itoa(seats) + ".json"
}

// IsShipped reports whether the chart of a game is part of the program, without reading it.
func IsShipped(v variant.Variant, seats int) bool {
	_, err := fs.Stat(charts, shippedFile(v, seats))
	return err == nil
}

// Table is a preset with a number of seats.
type Table struct {
	Preset string
	Seats  int
}

// All returns the tables that have a chart in the program.
func All() (list []Table) {
	for _, name := range variant.Presets() {
		v, _ := variant.Lookup(name) // a preset is one
		for seats := 2; seats <= rams.MaxSeats; seats++ {
			if IsShipped(v, seats) {
				list = append(list, Table{name, seats})
			}
		}
	}
	return list
}

// Shipped returns the chart of a game that is part of the program, if there is one.
func Shipped(v variant.Variant, seats int) (Subject, bool) {
	file, err := charts.ReadFile(shippedFile(v, seats))
	if err != nil {
		return Subject{}, false
	}
	s, err := read(file, v)
	return s, err == nil // TestShipped reads all of them
}

// ErrNotChart is the error for a file that rams-lab chart can't have written.
var ErrNotChart = errors.New("not a chart of rams-lab chart")

// Read reads a chart that rams-lab chart has written. The error says what is wrong with it.
func Read(file []byte) (Subject, error) { return read(file, variant.Variant{}) }

// read reads a chart, of a game that it may leave to v.
func read(file []byte, v variant.Variant) (Subject, error) {
	s := Subject{Variant: v, Chart: new(chart.Chart)}
	err := json.Unmarshal(file, s.Chart)
	rules := s.Chart.Rules
	if err != nil || rules == "" && v == (variant.Variant{}) {
		return s, ErrNotChart
	}
	if rules != "" {
		if s.Variant, err = variant.Parse(rules); err != nil {
			return s, fmt.Errorf("its rules: %w", err)
		}
	}
	if s.Game, err = s.Variant.Game(len(s.Chart.Places)); err != nil {
		return s, fmt.Errorf("its number of places: %w", err)
	}
	s.Bot = cmp.Or(s.Chart.Bot, "best")
	return s, s.Chart.Check(s.Game.Seats())
}
