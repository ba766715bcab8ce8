package lines

import (
	"strconv"
	"strings"

	"chratze/internal/locale"
	"chratze/internal/teach/coach"
	"chratze/internal/wording"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// mostMoments is the number of decisions that are shown in detail.
const mostMoments = 6

// reviewer writes a review.
type reviewer struct {
	*locale.Printer
	scr    *Screen
	deck   locale.Deck
	money  locale.Money
	worth  locale.Money // in which estimates are told
	review *coach.Review
}

// TellReview writes r for the player called name.
func TellReview(p *locale.Printer, scr *Screen, look Look, v variant.Variant, name string, r *coach.Review) error {
	sheet := look.Sheet(p, v, 4)
	rules := v.Rules()
	t := &reviewer{p, scr, sheet.Deck, sheet.Money, sheet.Money.Worth(&rules), r}
	decided := 0
	for _, h := range r.Hands {
		decided += len(h.Decisions)
	}
	scr.Line(scr.Strong(p.T("review.title", locale.Args{"game": p.Words(v, t.deck).Game(), "name": name})))
	scr.Line(p.T("review.lead", locale.Args{"n": len(r.Hands), "decisions": decided}))
	scr.Gap()
	t.sums()
	scr.Gap()
	t.marks()
	scr.Gap()
	t.moments()
	scr.Gap()
	t.hands()
	scr.Gap()
	t.sure()
	return scr.Flush()
}

func (t *reviewer) amount(x float64) string { return t.Balance(t.worth, rappen(x)) }

func (t *reviewer) sums() {
	sums := t.review.Sums()
	var dealt, drawn, others float64
	share, means := wording.PotShare(t.Printer, t.worth)
	for _, h := range t.review.Hands {
		dealt, drawn, others = dealt+h.Dealt, drawn+h.Drawn, others+h.Others
	}
	t.scr.Grid("  ", [][]string{
		{t.T("review.won", nil), t.Balance(t.worth, sums.Sheet), wording.Unit(t.Printer, t.worth)},
		{t.T("review.luck", nil), t.Balance(t.worth, sums.Luck), t.T("review.luck.parts", locale.Args{"dealt": t.amount(dealt), "drawn": t.amount(drawn), "others": t.amount(others)})},
		{t.T("review.skill", nil), t.Balance(t.worth, sums.Skill), t.T("review.skill.text", nil)},
		{share, t.Balance(t.worth, sums.Share), ""},
	}, "  ")
	t.scr.Line(means)
}

func (t *reviewer) marks() {
	var list []string
	for m := coach.Blunder; m >= coach.Fine; m-- {
		list = append(list, t.T("review.mark."+m.String(), nil)+" "+strconv.Itoa(t.review.Count(m)))
	}
	t.scr.Line(t.Row(list))
}

func (t *reviewer) moments() {
	t.scr.Line(t.scr.Strong(t.T("review.moments", nil)))
	moments := t.review.Moments(mostMoments)
	if len(moments) == 0 {
		t.scr.Line(t.T("review.moments.none", nil))
	}
	for _, m := range moments {
		h := t.review.Hands[m.Hand-1]
		table := wording.NewTable(t.Printer, h.Variant, t.deck, t.money, t.names(h), h.Seat)
		t.scr.Gap()
		t.scr.Line(t.scr.Strong(t.Labelled(t.T("review.moment", locale.Args{"n": m.Hand, "phase": t.phase(m.Phase)}), t.T("review.mark."+m.Mark.String(), nil))))
		for _, line := range table.Situation(m.View) {
			t.scr.Line("  " + line)
		}
		t.scr.Line("  " + t.Sentences(t.T("review.you", nil), table.Act(m.Played)))
		t.scr.Line("  " + t.Sentences(t.T("review.best", nil), table.Act(m.Best())))
		t.scr.Line("  " + t.Sentences(t.T("review.cost", nil), wording.Costs(t.Printer, t.worth, m.Percent, m.HalfPercent(), m.Cost, m.Exact)))
		t.scr.Line("  " + table.Reason(m.Reason.Code, m.Reason.Args()))
	}
}

func (t *reviewer) names(h *coach.Hand) []string {
	names := make([]string, h.Seats)
	for seat := range names {
		if names[seat] = t.T("cli.seat", locale.Args{"n": seat}); len(h.Names) > 0 {
			names[seat] = Clip(Visible(h.Names[seat]))
		}
	}
	return names
}

func (t *reviewer) phase(p rams.Phase) string { return t.T("review.at."+coach.Topic(p), nil) }

// hands writes one line for each hand.
func (t *reviewer) hands() {
	share, _ := wording.PotShare(t.Printer, t.worth)
	rows := [][]string{{t.T("review.hand", nil), t.T("review.won", nil), t.T("review.luck", nil), t.T("review.skill", nil), share, ""}}
	for i, h := range t.review.Hands {
		var marks []string
		for k := range h.Decisions {
			if m := h.Decisions[k].Mark; m.Marked() {
				marks = append(marks, t.T("review.mark."+m.String(), nil))
			}
		}
		row := []string{strconv.Itoa(i + 1), "-", "-", "-", "-", strings.Join(marks, ", ")}
		if h.Over {
			sums := h.Sums()
			for k, x := range []pot.Chips{sums.Sheet, sums.Luck, sums.Skill, sums.Share} {
				row[k+1] = t.Balance(t.worth, x)
			}
		}
		rows = append(rows, row)
	}
	t.scr.Grid("  ", rows, "  ")
}

func (t *reviewer) sure() {
	t.scr.Line(t.scr.Strong(t.T("review.sure", nil)))
	r := t.review
	for _, line := range wording.Sure(t.Printer, r.Tested, r.Exact, r.Count(coach.Unsure)+r.Count(coach.Unknown), r.By) {
		t.scr.Line("- " + line)
	}
}
