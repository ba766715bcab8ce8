package chartpage

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"chratze/analysis/chart"
	"chratze/card"
	"chratze/internal/locale"
	"chratze/rams"
)

// rare is shown where there are too few hands.
const rare = "·"

// Brief returns when to play in a few rows, the first of which is a head: for each question, with how many trumps and from
// which highest one on it gains to play, without the two highest ranks beside them, and how much the least of these hands
// gains, in percent of the pot. In brackets are hands whose 95 % interval holds zero; "·" is too rare to say.
func Brief(p *locale.Printer, s Subject) [][]string {
	w := newWriter(p, s)
	rules, most := s.Game.Rules(), "3+"
	if s.Game.Size() == 3 {
		most = "3"
	}
	rows := [][]string{{s.Variant.Preset() + ", " + strconv.Itoa(s.Game.Seats()), "0–1", "2", most}}
	third := rules.Spare != rams.SpareNo || rules.LastWord != rams.LastWordOff
	if third {
		rows[0] = append(rows[0], w.T("chart.brief.else", nil))
	}
	for _, g := range w.telling() {
		row := []string{w.question(g), w.from(g, 0, 6), w.from(g, 6, 11), w.from(g, 11, chart.Rows)}
		if row[1] == rare && row[2] == rare && row[3] == rare {
			continue
		}
		if third {
			row = append(row, w.third(g))
		}
		rows = append(rows, row)
	}
	for _, row := range w.blind() {
		rows = append(rows, append(row, make([]string, len(rows[0])-len(row))...))
	}
	return rows
}

// HowBrief says how to read one.
func HowBrief(p *locale.Printer, s Subject) string {
	w := newWriter(p, s)
	best, next := chart.Beside(s.Game)
	how := []string{w.T("chart.brief", locale.Args{"first": w.rank(best), "second": w.rank(next)})}
	rules := s.Game.Rules()
	if rules.LastWord != rams.LastWordOff {
		how = append(how, w.T("chart.brief.last", locale.Args{"call": w.Call(rams.Last)}))
	}
	if rules.Spare != rams.SpareNo {
		how = append(how, w.T("chart.brief.take", locale.Args{"call": w.Call(rams.TakeSpare)}))
	}
	if len(w.byAsk[rams.PhaseBlind]) > 0 {
		how = append(how, w.T("chart.brief.blind", locale.Args{"call": w.Call(rams.GoBlind)}))
	}
	var letters []string
	for rank := card.Ace; rank >= card.Ten; rank-- {
		if letter := w.rank(rank); letter != w.Rank(rank) {
			letters = append(letters, letter+" = "+w.Rank(rank))
		}
	}
	if len(letters) > 0 {
		how = append(how, w.T("chart.brief.letters", locale.Args{"list": w.Row(letters)}))
	}
	return w.Sentences(how...)
}

// rank returns the letter in the corner of cards of a rank.
func (w *writer) rank(r card.Rank) string { return w.letter(card.New(r, card.Hearts)) }

// blind returns on which upcards it gains to go blind, and whether to do it before there is one.
func (w *writer) blind() (rows [][]string) {
	for _, g := range slices.Concat(w.byAsk[rams.PhaseBlind], w.byAsk[rams.PhaseDoubleBlind]) {
		call := w.Call(rams.GoBlind)
		var sure, unclear []string
		if g.Ask == rams.PhaseDoubleBlind {
			call = w.Call(rams.DoubleBlind)
		}
		for i := range g.Cells {
			name := ""
			if g.Ask == rams.PhaseBlind {
				name = w.rank(card.Ace - card.Rank(i))
			}
			switch c := &g.Cells[i]; {
			case c.N == 0:
			case unsure(&c.Acts[1]):
				unclear = append(unclear, cmp.Or(name, w.numbers.Signed(c.Acts[1].Gain, 0)))
			case c.Acts[1].Gain > 0:
				sure = append(sure, name+w.numbers.Signed(c.Acts[1].Gain, 0))
			}
		}
		rows = append(rows, []string{call, w.both(sure, unclear)})
	}
	return rows
}

// both joins sure hands and, in brackets, the others.
func (w *writer) both(sure, unclear []string) string {
	text := w.Row(sure)
	if len(unclear) > 0 {
		text = strings.TrimSpace(text + " (" + w.Row(unclear) + ")")
	}
	return cmp.Or(text, "–")
}

// telling returns the grids that a brief is of: the first upcard, a low one, and for joining the seats that are asked first
// and last.
func (w *writer) telling() (list []*chart.Grid) {
	opening := func(ask rams.Phase) {
		for _, g := range w.byAsk[ask] {
			if g.Turn == 0 && (g.Up == 2 || g.Up == chart.Any) {
				list = append(list, g)
			}
		}
	}
	opening(rams.PhaseOpen)
	opening(rams.PhaseBid)
	slices.SortStableFunc(list, func(a, b *chart.Grid) int { return cmp.Compare((a.Place-1)&7, (b.Place-1)&7) })
	type rest struct{ turn, joined int8 }
	asked := map[rest][]*chart.Grid{}
	var order []rest
	for _, g := range w.byAsk[rams.PhaseJoin] {
		if r := (rest{g.Turn, g.Joined}); w.first(g) && (g.Up == 2 || g.Up == chart.Any) && g.Joined < 3 {
			if asked[r] == nil {
				order = append(order, r)
			}
			asked[r] = append(asked[r], g)
		}
	}
	slices.SortFunc(order, func(a, b rest) int { return cmp.Or(cmp.Compare(a.turn, b.turn), cmp.Compare(a.joined, b.joined)) })
	for _, r := range order {
		grids := asked[r]
		slices.SortFunc(grids, func(a, b *chart.Grid) int { return cmp.Compare(b.Left, a.Left) })
		if len(grids) > 1 && (r.joined == 0 || r.joined == 1 && w.subject.Game.Rules().Auction == rams.AuctionJoining) {
			list = append(list, grids[0])
		}
		list = append(list, grids[len(grids)-1])
	}
	return list
}

// question names a grid: "mauscheln, forehand", or "mitgehen 1/0" where one has joined and none is left to be asked.
func (w *writer) question(g *chart.Grid) string {
	call := map[rams.Phase]rams.Kind{rams.PhaseOpen: rams.Open, rams.PhaseBid: rams.BidStrike, rams.PhaseJoin: rams.Join}[g.Ask]
	if g.Ask != rams.PhaseJoin {
		return w.Call(call) + ", " + w.numbers.Position(int(g.Place), w.subject.Game.Seats())
	}
	text := w.Call(call) + " " + strconv.Itoa(int(g.Joined)) + "/" + strconv.Itoa(int(g.Left))
	if g.Turn == 1 {
		text += ", " + w.Call(rams.TakeSpare) + " " + w.T("chart.spare.1", nil)
	}
	return text
}

// from says with which rows it gains to play your own cards: the lowest of those up to the highest that surely gain, and each
// other that gains or may.
func (w *writer) from(g *chart.Grid, first, end int) string {
	var sure, unclear []string
	lowest, whole := -1, true // all rows down to the lowest gain
	known := g.Cells[(end-1)*chart.Columns].N > 0
	for row := end - 1; row >= first; row-- {
		c := &g.Cells[row*chart.Columns]
		if c.N == 0 {
			continue
		}
		a, name := &c.Acts[1], w.hand(g, row)
		if other := &c.Acts[shown(c)]; other.Gain > a.Gain { // another act is done, and better
			a = &chart.Act{Gain: -1}
		}
		switch gains := a.Gain > a.Half; {
		case gains && whole:
			lowest = row
			continue
		case gains:
			sure = append(sure, name+w.numbers.Signed(a.Gain, 0))
		case unsure(a):
			unclear = append(unclear, name)
		}
		whole = false
	}
	if lowest >= 0 {
		name := w.hand(g, lowest)
		if lowest == first && first > 0 {
			name = w.T("chart.brief.any", nil)
		}
		sure = append([]string{name + w.numbers.Signed(g.Cells[lowest*chart.Columns].Acts[1].Gain, 0)}, sure...)
	}
	if text := w.both(sure, unclear); text != "–" || known {
		return text
	}
	return rare
}

// hand names a row by the lowest card that its highest trump may be.
func (w *writer) hand(g *chart.Grid, row int) string {
	if row == 0 {
		return w.T("chart.brief.none", nil)
	}
	list := w.highest(row, g.Up)
	return list[len(list)-1]
}

// third says what the third act gains with those hands with which it is chosen.
func (w *writer) third(g *chart.Grid) string {
	var n, gain, square float64
	for row := range chart.Rows {
		if c := &g.Cells[row*chart.Columns]; c.N > 0 && len(c.Acts) > 2 && shown(c) == 2 {
			a, hands := &c.Acts[2], float64(c.N)
			n, gain, square = n+hands, gain+hands*a.Gain, square+hands*hands*a.Half*a.Half
		}
	}
	if n == 0 {
		return "–"
	}
	mean := chart.Act{Gain: gain / n, Half: math.Sqrt(square) / n}
	switch text := w.act(g, 2); {
	case unsure(&mean):
		return "(" + text + ")"
	case mean.Gain > 0:
		return text + w.numbers.Signed(mean.Gain, 0)
	}
	return "–" // the policy errs
}
