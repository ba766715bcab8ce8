package players

import (
	"cmp"
	"slices"

	"chratze/analysis/ev"
	"chratze/internal/locale"
	"chratze/internal/report"
	"chratze/pot"
	"chratze/rams"
	"chratze/stat"
	"chratze/variant"
)

// Odds are what the acts of a hand are worth, as chratze odds --json has them: the best first, in percent of the
// pot that is played for, or of a stroke.
type Odds struct {
	Rules  string    `json:"rules"`
	Seats  int       `json:"seats"`
	Seat   int       `json:"seat"`
	Dealer int       `json:"dealer"`
	Hand   string    `json:"hand"` // empty: not seen yet
	Pot    pot.Chips `json:"pot"`  // in Rappen
	Worlds int       `json:"worlds"`
	Acts   []oddsAct `json:"acts"`
	By     string    `json:"by"` // the bot that decides by such values

	variant variant.Variant
}

// oddsAct is one act. Behind is by how much it is worth less than the first.
type oddsAct struct {
	Act        string     `json:"act"`
	Mean       float64    `json:"mean"`
	CI95       [2]float64 `json:"ci95"`
	Behind     float64    `json:"behind"`
	BehindCI95 [2]float64 `json:"behind_ci95"`
	half, less float64
}

// NewOdds returns the report of estimates.
func NewOdds(v variant.Variant, a *rams.View, list []ev.Estimate) *Odds {
	r := &Odds{
		Rules: v.String(), Seats: a.Game.Seats(), Seat: int(a.Seat), Dealer: int(a.Dealer), Hand: a.Hand.String(), Pot: a.Pot,
		variant: v,
	}
	slices.SortStableFunc(list, func(a, b ev.Estimate) int { return cmp.Compare(b.Mean, a.Mean) })
	for _, o := range list {
		r.Acts = append(r.Acts, oddsAct{
			Act: o.Act.String(), half: o.Half, less: o.LessHalf,
			Mean: stat.Round(o.Mean), CI95: [2]float64{stat.Round(o.Mean - o.Half), stat.Round(o.Mean + o.Half)},
			Behind: stat.Round(o.Less), BehindCI95: [2]float64{stat.Round(o.Less - o.LessHalf), stat.Round(o.Less + o.LessHalf)},
		})
	}
	return r
}

// Text implements report.Report.
func (r *Odds) Text(p *locale.Printer) string {
	t := report.NewText(p)
	key := "odds.title"
	if r.Hand == "" {
		key = "odds.title.blind"
	}
	t.Line(p.T(key, locale.Args{"rules": r.Rules, "seats": r.Seats, "seat": r.Seat, "dealer": r.Dealer, "hand": r.Hand, "pot": p.Sum(p.SheetOf(r.variant, r.Seats).Money, r.Pot)}))
	t.Line(p.T("odds.worlds", locale.Args{"n": r.Worlds, "count": t.Count(int64(r.Worlds)), "by": r.By}))
	t.Line("")
	worth, unit, decimals := "odds.worth", 1.0, 1
	if rules := r.variant.Rules(); rules.Races() {
		worth, unit, decimals = "odds.worth.race", 100, 2
	}
	table := [][]string{{p.T("odds.act", nil), p.T(worth, nil), p.T("odds.behind", nil)}}
	for i, a := range r.Acts {
		behind := ""
		if i > 0 {
			behind = t.Around(a.Behind/unit, a.less/unit, decimals)
		}
		table = append(table, []string{a.Act, t.SignedAround(a.Mean/unit, a.half/unit, decimals), behind})
	}
	t.Grid(table)
	return t.String()
}
