package chart

import (
	"errors"

	"chratze/rams"
)

// errGrid is returned for a grid that no game has.
var errGrid = errors.New("chart: grid doesn't fit its question")

// Check returns an error if a grid that was read can't be one of a game with that number of seats.
func (c *Chart) Check(seats int) error {
	most := int8(seats) //nolint:gosec // rams.MaxSeats at most
	for i := range c.Grids {
		g := &c.Grids[i]
		if g.Ask < rams.PhaseDoubleBlind || g.Ask > rams.PhaseLay || len(g.Cells) != CellsOf(g.Ask) || len(g.Acts) < 2 || !g.within(most) {
			return errGrid
		}
		for k := range g.Cells {
			if n := len(g.Cells[k].Acts); g.Cells[k].N > 0 && n != len(g.Acts) {
				return errGrid
			}
		}
	}
	return nil
}

// within reports whether each circumstance of a spot has one of its values.
func (s Spot) within(seats int8) bool {
	joined := int8(3)
	if s.By > 0 && s.Ask == rams.PhaseJoin {
		joined = 1
	}
	for _, x := range [][2]int8{{s.Place, seats - 1}, {s.Turn, 1}, {s.Up, 2}, {s.By, 2}, {s.Joined, joined}, {s.Left, seats}} {
		if x[0] < Any || x[0] > x[1] {
			return false
		}
	}
	return s.Ask != rams.PhaseLay || s.By < 2
}
