// Package reviewpage shows a review as one self-contained page of HTML: what luck and skill won
// in each hand, with confidence intervals, and the most expensive decisions with their cards.
package reviewpage

import (
	_ "embed"
	"html/template"
	"math"
	"slices"
	"strconv"

	"chratze/card"
	"chratze/internal/locale"
	"chratze/internal/page"
	"chratze/internal/teach/coach"
	"chratze/internal/web"
	"chratze/internal/wording"
	"chratze/pot"
	"chratze/rams"
)

//go:embed page.html
var source string

//lattice:table
var tmpl = page.Parse(source)

// Options say whose review it is, and how it is shown.
type Options struct {
	Sheet locale.Sheet // of the first hand
	Name  string       // of the player
}

// Most is how many decisions are shown in detail.
const Most = 6

// Page returns the page of a review.
func Page(p *locale.Printer, o Options, r *coach.Review) []byte {
	rules := o.Sheet.Variant.Rules()
	w := &writer{Words: p.Words(o.Sheet.Variant, o.Sheet.Deck), options: o, money: o.Sheet.Money, worth: o.Sheet.Money.Worth(&rules), review: r}
	d := document{
		Lang: p.Lang(), Deck: string(o.Sheet.Deck), Title: p.T("review.title", locale.Args{"game": w.Game(), "name": o.Name}),
		Lead: p.T("review.lead", locale.Args{"n": len(r.Hands), "decisions": w.decided()}),
		Sums: w.sums(), Marks: w.marks(), Chart: w.chart(), Moments: w.moments(), Hands: w.hands(), Sure: w.sure(),
		Words: map[string]string{}, Sheet: template.HTML(web.Files()["web/cards/"+string(o.Sheet.Deck)+".svg"]), //nolint:gosec // our own file
	}
	for _, key := range [...]string{
		"review.chart", "review.chart.text", "review.moments", "review.moments.none", "review.hands", "review.sure", "review.luck", "review.skill", "review.won",
		"review.hand", "review.you", "review.best", "review.cost", "review.marks",
	} {
		d.Words[key[len("review."):]] = p.T(key, nil)
	}
	d.Words["pot"], _ = wording.PotShare(p, w.worth)
	names := append(w.CardNames(rules.Pack), o.Name)
	for _, h := range r.Hands {
		names = append(names, h.Names...)
	}
	return page.Execute(tmpl, &d, names...)
}

type document struct {
	Lang, Deck, Title, Lead string
	Words                   map[string]string
	Sums                    []sum
	Marks                   []count
	Chart                   chart
	Moments                 []moment
	Hands                   []hand
	Sure                    []string
	Sheet                   template.HTML
}

// sum is an amount and its description.
type sum struct{ Name, Amount, Kind, Note string }

// count is the number of decisions with a mark.
type count struct {
	Name, Mark string
	N          int
	Width      string // percent of all decisions
}

// writer turns a review into texts and positions.
type writer struct {
	*locale.Words
	options Options
	money   locale.Money
	worth   locale.Money // in which estimates are told
	review  *coach.Review
}

// amount returns an estimate in Rappen with its sign.
func (w *writer) amount(x float64) string { return w.Balance(w.worth, pot.Chips(math.Round(x))) }

func (w *writer) decided() int {
	n := 0
	for _, h := range w.review.Hands {
		n += len(h.Decisions)
	}
	return n
}

func (w *writer) sums() []sum {
	share, means := wording.PotShare(w.Printer, w.worth)
	sums := w.review.Sums()
	var from [3]float64
	for _, h := range w.review.Hands {
		from[0], from[1], from[2] = from[0]+h.Dealt, from[1]+h.Drawn, from[2]+h.Others
	}
	return []sum{
		{w.T("review.won", nil), w.Balance(w.worth, sums.Sheet), sign(float64(sums.Sheet)), wording.Unit(w.Printer, w.worth)},
		{w.T("review.luck", nil), w.Balance(w.worth, sums.Luck), "luck", w.T("review.luck.parts", locale.Args{
			"dealt": w.amount(from[0]), "drawn": w.amount(from[1]), "others": w.amount(from[2]),
		})},
		{w.T("review.skill", nil), w.Balance(w.worth, sums.Skill), "skill", w.T("review.skill.text", nil)},
		{share, w.Balance(w.worth, sums.Share), "", means},
	}
}

func sign(x float64) string {
	if x < 0 {
		return "minus"
	}
	return "plus"
}

// shown are the marks in the order in which their counts are listed.
//
//lattice:table
var shown = [...]coach.Mark{coach.Blunder, coach.Mistake, coach.Inaccuracy, coach.Unsure, coach.Fine}

func (w *writer) marks() (list []count) {
	all := 0
	for _, m := range shown {
		all += w.review.Count(m)
	}
	for _, m := range shown {
		n := w.review.Count(m)
		list = append(list, count{w.T("review.mark."+m.String(), nil), m.String(), n, place(100*float64(n), float64(max(1, all)))})
	}
	return list
}

// place returns a/b as a coordinate in a picture.
func place(a, b float64) string { return strconv.FormatFloat(a/b, 'f', 2, 64) }

// moment is a decision that is shown in detail.
type moment struct {
	Title, Mark, Name   string
	Situation           []string
	Trick, Hand, Upcard faces
	You, Best, Why      string
	Cost                string
	Values              []bar
}

// faces are cards with a caption; face is one card with its picture.
type faces struct {
	Title string
	Cards []face
}

type face struct{ Name, ID, Kind string }

// bar is the value of an act, on one line with the others.
type bar struct {
	Act, Amount    string
	X, Low, Width  string
	Yours, Optimal bool
}

func (w *writer) moments() (list []moment) {
	for _, d := range w.review.Moments(Most) {
		h := w.review.Hands[d.Hand-1]
		names := h.Names
		if len(names) == 0 {
			for seat := range h.Seats {
				names = append(names, w.T("cli.seat", locale.Args{"n": seat}))
			}
		}
		t := wording.NewTable(w.Printer, h.Variant, w.options.Sheet.Deck, w.money, names, h.Seat)
		v := d.View
		m := moment{
			Title: w.T("review.moment", locale.Args{"n": d.Hand, "phase": w.T("review.at."+coach.Topic(d.Phase), nil)}),
			Mark:  d.Mark.String(), Name: w.T("review.mark."+d.Mark.String(), nil),
			You: w.Act(d.Played), Best: w.Act(d.Best()), Why: t.Reason(d.Reason.Code, d.Reason.Args()),
			Cost:   wording.Costs(w.Printer, w.worth, d.Percent, d.HalfPercent(), d.Cost, d.Exact),
			Values: w.bars(d.Decision),
		}
		m.Situation = append(m.Situation, t.T("view.pot", locale.Args{"amount": t.Money(v.Pot)}))
		if suit, ok := v.TrumpSuit(); ok {
			m.Situation = append(m.Situation, t.T("view.trump", locale.Args{"suit": t.Suit(suit)}))
		}
		for seat, c := range v.Contract[:h.Seats] {
			if c.In() && rams.Seat(seat) != h.Seat {
				m.Situation = append(m.Situation, t.T("view.seat", locale.Args{
					"name": t.Name(rams.Seat(seat)), "contract": t.Contract(c), "n": int(v.Tricks[seat]),
				}))
			}
		}
		m.Hand, m.Upcard, m.Trick = faces{Title: w.T("review.cards", nil)}, faces{Title: w.T("word.upcard", nil)}, faces{Title: w.T("word.trick", nil)}
		for c := v.Hand; c != 0; c = c.Rest() {
			kind := ""
			switch {
			case d.Best().Cards.Has(c.First()) && !d.Played.Cards.Has(c.First()):
				kind = "optimal"
			case d.Played.Cards.Has(c.First()) && !d.Best().Cards.Has(c.First()):
				kind = "yours"
			}
			m.Hand.Cards = append(m.Hand.Cards, w.face(c.First(), kind))
		}
		if v.Upcard.Valid() {
			m.Upcard.Cards = []face{w.face(v.Upcard, "")}
		}
		for i := range h.Seats {
			seat := (int(max(v.Lead, 0)) + i) % h.Seats
			if c := v.Trick[seat]; v.Best >= 0 && c.Valid() {
				f := w.face(c, "")
				f.Name = w.T("view.trick.card", locale.Args{"name": t.Name(rams.Seat(seat)), "card": f.Name})
				m.Trick.Cards = append(m.Trick.Cards, f)
			}
		}
		list = append(list, m)
	}
	return list
}

func (w *writer) face(c card.Card, kind string) face { return face{w.Card(c), c.String(), kind} }

// bars puts the values of a decision on one line.
func (w *writer) bars(d *coach.Decision) (list []bar) {
	values := slices.Clone(d.Values)
	if len(values) > 6 {
		values = values[:6]
		if !slices.ContainsFunc(values, func(v coach.Value) bool { return v.Act == d.Played }) {
			i := slices.IndexFunc(d.Values, func(v coach.Value) bool { return v.Act == d.Played })
			values[5] = d.Values[i]
		}
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		low, high = min(low, v.Mean-v.Half), max(high, v.Mean+v.Half)
	}
	span := max(1, high-low)
	for _, v := range values {
		list = append(list, bar{
			Act: w.Act(v.Act), Amount: w.amount(v.Mean), X: place(1000*(v.Mean-low), span), Low: place(1000*(v.Mean-v.Half-low), span),
			Width: place(2000*v.Half, span), Yours: v.Act == d.Played, Optimal: v.Act == d.Best(),
		})
	}
	return list
}

// hand is a line in the list of hands.
type hand struct {
	Number                int
	Won, Luck, Skill, Pot string
	Over                  bool
	Decisions             []decision
	Marks                 []string // the marks of its marked decisions
}

type decision struct {
	Phase, Act, Best, Cost, Mark, Name string
	Forced                             bool
}

func (w *writer) hands() (list []hand) {
	for i, h := range w.review.Hands {
		s := h.Sums()
		own := hand{
			Number: i + 1, Over: h.Over, Won: w.Balance(w.worth, s.Sheet), Luck: w.Balance(w.worth, s.Luck),
			Skill: w.Balance(w.worth, s.Skill), Pot: w.Balance(w.worth, s.Share),
		}
		for k := range h.Decisions {
			d := &h.Decisions[k]
			line := decision{
				Phase: w.T("review.at."+coach.Topic(d.Phase), nil), Act: w.Act(d.Played), Mark: d.Mark.String(), Name: w.T("review.mark."+d.Mark.String(), nil),
				Forced: d.Values == nil,
			}
			if d.Best() != d.Played {
				line.Best = w.Act(d.Best())
				line.Cost = wording.Costs(w.Printer, w.worth, d.Percent, d.HalfPercent(), d.Cost, d.Exact)
			}
			if d.Mark.Marked() {
				own.Marks = append(own.Marks, d.Mark.String())
			}
			own.Decisions = append(own.Decisions, line)
		}
		list = append(list, own)
	}
	return list
}

// sure says how certain the review is, one sentence each.
func (w *writer) sure() []string {
	r := w.review
	return wording.Sure(w.Printer, r.Tested, r.Exact, r.Count(coach.Unsure)+r.Count(coach.Unknown), r.By)
}
