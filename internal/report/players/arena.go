package players

import (
	"math"
	"strconv"
	"strings"

	"chratze/analysis/arena"
	"chratze/bot/exec"
	"chratze/bot/protocol"
	"chratze/internal/locale"
	"chratze/internal/report"
	"chratze/internal/wording"
	"chratze/pot"
	"chratze/rams"
	"chratze/stat"
	"chratze/variant"
)

// Arena is what an arena found, as chratze arena --json has it. Gains are in percent
// of the pot a hand, ci95 is the interval in which the true one is with 95 %.
type Arena struct {
	Bots  []entrantReport `json:"bots"`
	Rules string          `json:"rules"`
	Seats int             `json:"seats"`
	Deals int64           `json:"deals"`
	Hands int64           `json:"hands"`
	Seed  uint64          `json:"seed"`
	Pot   pot.Chips       `json:"pot"`             // before the antes, in Rappen
	Pairs []pairReport    `json:"pairs,omitempty"` // --all

	variant variant.Variant
}

// entrantReport is one bot. With --all mean is what it won alone among others,
// over all tables.
type entrantReport struct {
	Name string `json:"name"`
	estimate
	Deals  int64   `json:"deals"`
	Faults int64   `json:"faults"`
	MSP50  float64 `json:"ms_p50"` // a decision
	MSP99  float64 `json:"ms_p99"`

	Rating   *estimate    `json:"rating,omitempty"` // --all: how much better it is than the mean of all
	ByFault  exec.Faults  `json:"by_fault"`
	BySeat   []partReport `json:"by_seat"`     // empty with --all, as the next two
	ByPlace  []partReport `json:"by_position"` // 0 the dealer, 1 forehand …
	ByRole   []partReport `json:"by_contract"`
	contract []rams.Contract
}

// estimate is a mean and its interval.
type estimate struct {
	Mean float64     `json:"mean"`
	CI95 *[2]float64 `json:"ci95"` // null: too few deals to tell
}

// partReport is what a bot won in some of its hands.
type partReport struct {
	Name  string `json:"name"`
	Hands int64  `json:"hands"`
	Made  int64  `json:"made"`
	estimate
}

// pairReport is what a bot won alone among others of one kind.
type pairReport struct {
	Bot   int `json:"bot"` // in bots
	Among int `json:"among"`
	estimate
}

// NewArena returns the report of an arena.
func NewArena(v variant.Variant, r *arena.Result) *Arena {
	out := &Arena{
		variant: v,
		Rules:   v.String(), Seats: r.Seats, Deals: r.Deals, Hands: r.Deals * int64(len(r.Tables)*r.Seats), Seed: r.Seed, Pot: r.Pot,
	}
	for i := range r.Bots {
		b := &r.Bots[i]
		e := entrantReport{
			Name: b.Name, estimate: interval(r.Gain(i)), Deals: r.Deals, Faults: b.Faults.Total(),
			MSP50: report.RoundMillis(b.Times.Quantile(0.5)), MSP99: report.RoundMillis(b.Times.Quantile(0.99)), ByFault: b.Faults,
			BySeat: []partReport{}, ByPlace: []partReport{}, ByRole: []partReport{},
		}
		if r.All {
			rating := interval(&b.Rating)
			e.Rating = &rating
		} else {
			e.parts(r, r.Line(0, i))
		}
		out.Bots = append(out.Bots, e)
	}
	if r.All {
		for i := range r.Bots {
			for j := range r.Bots {
				if i != j {
					out.Pairs = append(out.Pairs, pairReport{i, j, interval(r.Among(i, j))})
				}
			}
		}
	}
	return out
}

// parts adds what it won by seat, by position and by role.
func (e *entrantReport) parts(r *arena.Result, l *arena.Line) {
	for i := range r.Seats {
		e.BySeat = append(e.BySeat, newPart(strconv.Itoa(i), l.Seat(i)))
		e.ByPlace = append(e.ByPlace, newPart(strconv.Itoa(i), l.Position(i)))
	}
	for c := range rams.Contract(arena.Contracts) {
		if p := l.Contract(c); p.Gain.N > 0 {
			e.ByRole = append(e.ByRole, newPart(c.String(), p))
			e.contract = append(e.contract, c)
		}
	}
}

func newPart(name string, p *arena.Part) partReport {
	return partReport{name, int64(p.Gain.N), p.Made, interval(&p.Gain)}
}

// interval returns a mean and its interval, or null if there is none.
func interval(m *arena.Mean) estimate {
	mean, half := m.Mean(), m.Half()
	if math.IsInf(half, 0) {
		return estimate{stat.Round(mean), nil}
	}
	return estimate{stat.Round(mean), &[2]float64{stat.Round(mean - half), stat.Round(mean + half)}}
}

// ---- the same in words ----

// arenaText writes the report in a language.
type arenaText struct {
	*report.Text
	arena *Arena
}

// Text implements report.Report.
func (r *Arena) Text(p *locale.Printer) string {
	t := &arenaText{report.NewText(p), r}
	t.Line(p.T("arena.title", locale.Args{
		"rules": r.Rules, "seats": r.Seats, "n": r.Deals, "deals": t.Count(r.Deals), "hands": t.Count(r.Hands), "seed": r.Seed, "pot": t.Count(int64(r.Pot)),
	}))
	t.Line("")
	if r.Pairs != nil {
		t.ratings()
		t.pairs()
		return t.String()
	}
	t.bots()
	t.places("sim.seats", func(e *entrantReport) []partReport { return e.BySeat }, func(part *partReport) string { return part.Name })
	t.places("sim.positions", func(e *entrantReport) []partReport { return e.ByPlace }, func(part *partReport) string {
		at, _ := strconv.Atoi(part.Name) // of parts
		return t.Position(at, r.Seats)
	})
	t.roles(r.variant)
	return t.String()
}

// gain writes a mean with half the width of its interval.
func (t *arenaText) gain(e estimate) string {
	mean := math.Round(e.Mean*100)/100 + 0 // no minus before nothing
	if e.CI95 == nil {
		return t.Signed(mean, 2)
	}
	return t.SignedAround(mean, (e.CI95[1]-e.CI95[0])/2, 2)
}

// costs are the cells about how a bot thinks.
func (t *arenaText) costs(e *entrantReport) []string {
	return []string{t.Count(e.Faults), t.Millis(e.MSP50), t.Millis(e.MSP99)}
}

func (t *arenaText) costHeads() []string {
	return []string{t.T("arena.faults", nil), t.T("arena.p50", nil), t.T("arena.p99", nil)}
}

func (t *arenaText) bots() {
	table := [][]string{append([]string{t.T("sim.bots", nil), t.Gain(t.arena.variant.Rules())}, t.costHeads()...)}
	for i := range t.arena.Bots {
		e := &t.arena.Bots[i]
		table = append(table, append([]string{e.Name, t.gain(e.estimate)}, t.costs(e)...))
	}
	t.Grid(table)
	for i := range t.arena.Bots {
		t.faults(&t.arena.Bots[i])
	}
}

// faults says what a bot did wrong, and where it learns more.
func (t *arenaText) faults(e *entrantReport) {
	var kinds []string
	for _, kind := range protocol.Faults() {
		if n := e.ByFault[kind]; n > 0 {
			kinds = append(kinds, string(kind)+" "+t.Count(n))
		}
	}
	if len(kinds) > 0 {
		t.Line("")
		t.Line(t.T("arena.faulty", locale.Args{"name": e.Name, "faults": strings.Join(kinds, ", ")}))
	}
}

// places writes what each bot won, in a column each, on every seat or in every
// position.
func (t *arenaText) places(title string, parts func(*entrantReport) []partReport, name func(*partReport) string) {
	t.Line("")
	head := []string{t.T(title, nil)}
	for i := range t.arena.Bots {
		head = append(head, t.arena.Bots[i].Name)
	}
	table := [][]string{head}
	first := parts(&t.arena.Bots[0])
	for k := range first {
		row := []string{name(&first[k])}
		for i := range t.arena.Bots {
			part := &parts(&t.arena.Bots[i])[k]
			row = append(row, t.gain(part.estimate))
		}
		table = append(table, row)
	}
	t.Grid(table)
}

// roles writes how often each bot took what on, and what came of it.
func (t *arenaText) roles(v variant.Variant) {
	table := wording.NewTable(t.Printer, v, t.DeckOf(v.Preset()), locale.Points, nil, rams.Nobody)
	rows := [][]string{{t.T("sim.roles", nil), t.T("arena.share", nil), t.T("sim.made", nil), t.Gain(v.Rules())}}
	for i := range t.arena.Bots {
		e := &t.arena.Bots[i]
		hands := int64(0)
		for _, part := range e.ByRole {
			hands += part.Hands
		}
		for k, part := range e.ByRole {
			role := t.T("sim.not-asked", nil)
			made := "–"
			if c := e.contract[k]; c != rams.NoContract {
				role = table.Contract(c)
				if c.In() {
					made = t.Share(part.Made, part.Hands)
				}
			}
			rows = append(rows, []string{e.Name + ": " + role, t.Share(part.Hands, hands), made, t.gain(part.estimate)})
		}
	}
	t.Line("")
	t.Grid(rows)
}

// ratings writes the bots, the best first.
func (t *arenaText) ratings() {
	table := [][]string{append([]string{t.T("arena.ratings", nil), t.T("arena.rating", nil), t.T("arena.against", nil)}, t.costHeads()...)}
	for _, i := range t.order() {
		e := &t.arena.Bots[i]
		table = append(table, append([]string{e.Name, t.gain(*e.Rating), t.gain(e.estimate)}, t.costs(e)...))
	}
	t.Grid(table)
}

// order returns the bots by rating.
func (t *arenaText) order() []int {
	return arena.Order(len(t.arena.Bots), func(i int) float64 { return t.arena.Bots[i].Rating.Mean })
}

// pairs writes who wins what among whom.
func (t *arenaText) pairs() {
	order := t.order()
	n := len(order)
	cells := make([]string, n*n)
	for _, pair := range t.arena.Pairs {
		cells[pair.Bot*n+pair.Among] = t.gain(pair.estimate)
	}
	head := []string{t.T("arena.pairs", nil)}
	table := [][]string{nil}
	for _, i := range order {
		head = append(head, t.arena.Bots[i].Name)
		row := []string{t.arena.Bots[i].Name}
		for _, j := range order {
			row = append(row, cells[i*n+j])
		}
		table = append(table, row)
	}
	table[0] = head
	t.Line("")
	t.Grid(table)
}
