package screen

import (
	"slices"

	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/rams"
)

// race says how far everybody is in a race: those with prizes first, then those who lack the fewest strokes.
func (v *view) race() (lines []string) {
	rules := v.t.Rules.Rules()
	if !rules.Races() {
		return nil
	}
	chairs := slices.Clone(v.t.Chairs)
	for _, g := range v.t.Gone {
		chairs = append(chairs, table.Chair{Name: g.Name, Points: g.Points, Prize: g.Prize})
	}
	lacks := func(c table.Chair) int {
		switch {
		case c.Prize > 0:
			return c.Prize - rams.MaxSeats - 1 // below all others
		case rules.Score == rams.ScoreUp:
			return int(rules.Goal) - c.Points
		}
		return c.Points
	}
	slices.SortStableFunc(chairs, func(a, b table.Chair) int { return lacks(a) - lacks(b) })
	for _, c := range chairs {
		switch {
		case c.Name == "":
			continue
		case c.Prize > 0:
			lines = append(lines, v.opt.Printer.Labelled(c.Name, v.T("ui.prize", locale.Args{"n": c.Prize})))
		default:
			lines = append(lines, v.opt.Printer.Labelled(c.Name, v.T("ui.strokes", locale.Args{"n": c.Points})))
		}
	}
	return lines
}

// strokes says how far the person is in a race who is asked to play, with a blank behind it; "" elsewhere.
func (m *Model) strokes() string {
	rules := m.t.Rules.Rules()
	if !rules.Races() || m.t.Me < 0 || !m.pic.Phase.Auction() {
		return ""
	}
	return m.T("offer.race."+rules.Score.String(), locale.Args{"n": m.t.Chairs[m.t.Me].Points, "goal": int(rules.Goal)}) + " "
}
