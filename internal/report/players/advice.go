package players

import (
	"encoding/json"
	"strings"

	"chratze/analysis/chart"
	"chratze/internal/locale"
	"chratze/internal/report"
	"chratze/rams"
	"chratze/variant"
)

// Advice is what trials found, as chratze advice --json has it: a list of findings.
type Advice struct {
	Variant variant.Variant
	Bot     string
	Config  *chart.Config
	Found   []chart.Finding
}

// MarshalJSON implements json.Marshaler.
func (r *Advice) MarshalJSON() ([]byte, error) { return json.Marshal(r.Found) }

// Text implements report.Report: a table for each trial, a line for each way in each group.
func (r *Advice) Text(p *locale.Printer) string {
	v, c := r.Variant, r.Config
	t := report.NewText(p)
	words := p.Words(v, p.DeckOf(v.Preset()))
	t.Line(p.T("advice.title", locale.Args{"rules": v, "seats": c.Game.Seats(), "bot": r.Bot, "hands": t.Count(c.Hands), "seed": c.Seed, "pot": t.Count(int64(c.Pot))}))
	last := ""
	var table [][]string
	flush := func() {
		if table != nil {
			t.Grid(table)
		}
	}
	for _, found := range r.Found {
		if found.Trial != last {
			flush()
			last = found.Trial
			t.Line("")
			t.Line(p.T("advice."+last, nil))
			table = [][]string{{"", p.T("advice.moments", nil), "", p.T("advice.share", nil), p.T("advice.worth", nil), p.T("advice.more", nil), p.T("advice.rest", nil)}}
		}
		for i, w := range found.Ways {
			row := []string{"", "", adviceWord(words, w.Way), t.Decimal(100*w.Share, 0) + " %", t.Signed(w.Mean, 1), "", ""}
			if i == 0 {
				row[0], row[1] = adviceGroup(words, found.Group), t.Count(found.Moments)
			} else if w.Moments > 0 {
				row[5], row[6] = t.SignedAround(w.Gain, w.Half, 1), t.Signed(w.Rest, 1)
			}
			table = append(table, row)
		}
	}
	flush()
	return t.String()
}

// adviceGroup says which moments a group is about.
func adviceGroup(words *locale.Words, group string) string {
	var parts []string
	for part := range strings.FieldsSeq(group) {
		parts = append(parts, adviceWord(words, part))
	}
	return words.Row(parts)
}

// adviceWord says a word of a group, or what a way is called.
func adviceWord(words *locale.Words, word string) string {
	for k := rams.DoubleBlind; k <= rams.Price10; k++ {
		if k.String() == word {
			return words.Call(k)
		}
	}
	if key := "advice." + word; words.Has(key) {
		return words.T(key, nil)
	}
	return word // a rank
}
