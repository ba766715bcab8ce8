package cli

import (
	"cmp"
	"errors"
	"io"
	mathrand "math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"chratze/analysis/arena"
	"chratze/analysis/ev"
	"chratze/bot"
	"chratze/bot/search"
	"chratze/card"
	"chratze/internal/locale"
	"chratze/internal/report"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// oddsFlags are the flags of chratze odds.
type oddsFlags struct {
	rules                          string
	seats, seat, dealer            whole // -1: not said
	hand, upcard, drawn, cut, said string
	pot                            whole // -1: as the arena has it
	worlds                         whole
	time                           time.Duration
	seed                           seedFlag
	json                           bool
}

func newOdds(sh *shell) *cobra.Command {
	f := oddsFlags{
		seats: whole{0, 2, rams.MaxSeats}, seat: whole{-1, 0, rams.MaxSeats - 1}, dealer: whole{-1, 0, rams.MaxSeats - 1},
		pot: whole{-1, 0, int64(pot.Max)}, worlds: whole{20000, 1, 1e6}, seed: 1,
	}
	cmd := &cobra.Command{
		Use: "odds",
		Example: `  chratze odds --hand "As Kh 9d 7d" --upcard Td --seat 2 --said pass,open
  chratze odds --hand "As Kh 9d 7d" --upcard Td --dealer 0 --said "open,join,out,out,lay 2"
  chratze odds --upcard Ks --dealer 0
  chratze odds --rules kratzen --hand "6d Kh 9d 7s" --upcard Th --said weiter`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd, sh) },
	}
	flags := cmd.Flags()
	rulesFlag(cmd, &f.rules)
	for name, w := range map[string]*whole{"seats": &f.seats, "seat": &f.seat, "dealer": &f.dealer, "pot": &f.pot, "worlds": &f.worlds} {
		flags.Var(w, name, "")
	}
	for name, text := range map[string]*string{"hand": &f.hand, "upcard": &f.upcard, "drawn": &f.drawn, "cut": &f.cut, "said": &f.said} {
		flags.StringVar(text, name, "", "")
	}
	flags.DurationVar(&f.time, "time", 1500*time.Millisecond, "")
	flags.Var(&f.seed, "seed", "")
	flags.BoolVar(&f.json, "json", false, "")
	for _, name := range [...]string{"seats", "seat", "dealer", "pot"} {
		flags.Lookup(name).DefValue = ""
	}
	sh.describe(cmd, "odds")
	return cmd
}

func (f *oddsFlags) run(cmd *cobra.Command, sh *shell) error {
	p := sh.printer()
	v, q, err := f.question(sh, p)
	if err != nil {
		return err
	}
	asked, err := q.Ask()
	if err != nil {
		return misuse(oddsFault(p, err))
	}
	if f.time < 10*time.Millisecond || f.time > time.Hour {
		return misuse(p.T("odds.bad.time", locale.Args{"value": f.time}))
	}
	spec, err := bot.Parse("search:" + f.worlds.String())
	if err != nil {
		return err
	}
	searcher := spec.New(mathrand.New(mathrand.NewPCG(uint64(f.seed), 0))).(*search.Searcher)
	searcher.Time, searcher.Done = f.time, cmd.Context().Done()
	r := newOddsReport(v, asked, ev.Of(searcher, asked))
	stopped := cmd.Context().Err() != nil
	if r.Worlds = searcher.Tried(); len(r.Acts) == 0 && stopped {
		return cmd.Context().Err()
	} else if len(r.Acts) == 0 {
		return errors.New(p.T("odds.none", nil))
	}
	text := r.text(p)
	if f.json {
		text = report.JSON(r)
	}
	if _, err = io.WriteString(cmd.OutOrStdout(), text); err == nil && stopped {
		err = interrupted(p.T("odds.interrupted", locale.Args{"n": r.Worlds, "of": f.worlds.value}))
	}
	return err
}

// question makes flags into a question; its errors are misuse.
func (f *oddsFlags) question(sh *shell, p *locale.Printer) (v variant.Variant, q ev.Question, err error) {
	if v, err = sh.readRules(f.rules); err != nil {
		return v, q, err
	}
	seats := int(f.seats.value)
	if seats == 0 {
		seats = v.Usual()
	}
	if q.Game, err = v.Game(seats); err != nil {
		return v, q, misuse("--seats " + strconv.Itoa(seats) + ": " + p.Error(err))
	}
	if q.Start.Pot = pot.Chips(f.pot.value); f.pot.value < 0 {
		q.Start.Pot = arena.Pot(q.Game)
	}
	for _, seat := range [...]struct {
		said int64
		to   *rams.Seat
	}{{f.seat.value, &q.Seat}, {f.dealer.value, &q.Dealer}} {
		if *seat.to = ev.Any; seat.said >= 0 {
			*seat.to = rams.Seat(seat.said)
		}
	}
	for _, list := range [...]struct {
		flag, text string
		most       int
		to         *[]card.Card
	}{{"upcard", f.upcard, 8, &q.Up}, {"drawn", f.drawn, 10, &q.Drawn}} {
		if *list.to, err = cardList(p, list.flag, list.text, list.most); err != nil {
			return v, q, err
		}
	}
	hand, err := cardList(p, "hand", f.hand, 10)
	if err != nil {
		return v, q, err
	}
	q.Hand = card.Of(hand...)
	shown, err := cardList(p, "cut", f.cut, 1)
	if err != nil {
		return v, q, err
	}
	q.Shown = card.PairOf(shown...)
	for text := range strings.SplitSeq(f.said, ",") {
		if text = strings.TrimSpace(text); text != "" {
			q.Said = append(q.Said, text)
		}
	}
	return v, q, nil
}

// cardList reads cards with blanks between them.
func cardList(p *locale.Printer, flag, text string, most int) (list []card.Card, err error) {
	for _, name := range strings.Fields(text) {
		c, err := card.Parse(name)
		switch {
		case err != nil:
			return nil, misuse(p.T("odds.bad.card", locale.Args{"flag": flag, "value": strconv.Quote(name)}))
		case slices.Contains(list, c):
			return nil, misuse(p.T("odds.bad.twice", locale.Args{"card": c.String()}))
		case len(list) == most:
			return nil, misuse(p.T("odds.bad.many", locale.Args{"flag": flag, "n": most}))
		}
		list = append(list, c)
	}
	return list, nil
}

// oddsFault says why there is no such hand.
func oddsFault(p *locale.Printer, err error) string {
	e, ok := errors.AsType[*ev.Error](err)
	if !ok {
		return p.Error(err)
	}
	return p.T(oddsKeys[e.Code], locale.Args{
		"card": e.Card.String(), "seat": int(e.Seat), "n": e.N, "want": e.Want, "value": strconv.Quote(e.Text), "list": e.List,
	})
}

//lattice:table
var oddsKeys = map[string]string{
	ev.CodeSeat: "odds.bad.seat", ev.CodePack: "odds.bad.pack", ev.CodeTwice: "odds.bad.twice", ev.CodeHand: "odds.bad.hand",
	ev.CodeNoHand: "odds.bad.nohand", ev.CodeUp: "odds.bad.up", ev.CodeMuchUp: "odds.bad.muchup", ev.CodeDrawn: "odds.bad.drawn",
	ev.CodeCut: "odds.bad.cut", ev.CodeAct: "odds.bad.act", ev.CodeTurn: "odds.bad.turn", ev.CodePlay: "odds.bad.play",
	ev.CodeOver: "odds.bad.over", ev.CodeFaceUp: "odds.bad.faceup",
}

// oddsReport is what chratze odds tells, as --json has it: the best act first, in percent of the
// pot that is played for.
type oddsReport struct {
	Rules  string      `json:"rules"`
	Seats  int         `json:"seats"`
	Seat   int         `json:"seat"`
	Dealer int         `json:"dealer"`
	Hand   string      `json:"hand"` // empty: not seen yet
	Pot    pot.Chips   `json:"pot"`  // in Rappen
	Worlds int         `json:"worlds"`
	Acts   []oddReport `json:"acts"`
}

// oddReport is one act. Behind is by how much it is worth less than the first.
type oddReport struct {
	Act        string     `json:"act"`
	Mean       float64    `json:"mean"`
	CI95       [2]float64 `json:"ci95"`
	Behind     float64    `json:"behind"`
	BehindCI95 [2]float64 `json:"behind_ci95"`
	half, less float64
}

func newOddsReport(v variant.Variant, a *ev.Asked, list []ev.Estimate) *oddsReport {
	r := &oddsReport{
		Rules: v.String(), Seats: a.View.Game.Seats(), Seat: int(a.View.Seat), Dealer: int(a.View.Dealer), Hand: a.View.Hand.String(), Pot: a.View.Pot,
	}
	slices.SortStableFunc(list, func(a, b ev.Estimate) int { return cmp.Compare(b.Mean, a.Mean) })
	for _, o := range list {
		r.Acts = append(r.Acts, oddReport{
			Act: o.Act.String(), half: o.Error, less: o.LessError,
			Mean: report.Round(o.Mean), CI95: [2]float64{report.Round(o.Mean - o.Error), report.Round(o.Mean + o.Error)},
			Behind: report.Round(o.Less), BehindCI95: [2]float64{report.Round(o.Less - o.LessError), report.Round(o.Less + o.LessError)},
		})
	}
	return r
}

func (r *oddsReport) text(p *locale.Printer) string {
	t := report.NewText(p)
	key := "odds.title"
	if r.Hand == "" {
		key = "odds.title.blind"
	}
	t.Line(p.T(key, locale.Args{"rules": r.Rules, "seats": r.Seats, "seat": r.Seat, "dealer": r.Dealer, "hand": r.Hand, "pot": t.Count(int64(r.Pot))}))
	t.Line(p.T("odds.worlds", locale.Args{"n": r.Worlds, "count": t.Count(int64(r.Worlds))}))
	t.Line("")
	table := [][]string{{p.T("odds.act", nil), p.T("odds.worth", nil), p.T("odds.behind", nil)}}
	for i, a := range r.Acts {
		behind := ""
		if i > 0 {
			behind = t.Around(a.Behind, a.less, 1)
		}
		table = append(table, []string{a.Act, t.SignedAround(a.Mean, a.half, 1), behind})
	}
	t.Grid(table)
	return t.String()
}
