package measuring

import (
	"errors"
	mathrand "math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"chratze/analysis/arena"
	"chratze/analysis/ev"
	"chratze/bot"
	"chratze/bot/search"
	"chratze/card"
	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/report"
	"chratze/internal/report/players"
	"chratze/internal/terminal/lines"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// oddsFlags are the flags of chratze odds.
type oddsFlags struct {
	rules                          string
	seats                          shell.Whole
	seat, dealer                   shell.SeatFlag // -1: not given
	hand, upcard, drawn, cut, said string
	pot                            shell.Whole // -1: that of the arena
	worlds                         shell.Whole
	time                           time.Duration
	seed                           shell.SeedFlag
	json                           bool
}

func NewOdds(sh *shell.Shell) *cobra.Command {
	f := oddsFlags{
		seats: shell.NewWhole(0, 2, rams.MaxSeats), seat: -1, dealer: -1,
		pot: shell.NewWhole(-1, 0, int64(pot.Max)), worlds: shell.NewWhole(20000, 1, 1e6), seed: 1, time: 1500 * time.Millisecond,
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
	shell.RulesFlag(cmd, &f.rules)
	shell.Vars(cmd, map[string]any{
		"seats": &f.seats, "seat": &f.seat, "dealer": &f.dealer, "pot": &f.pot, "worlds": &f.worlds, "seed": &f.seed, "time": &f.time,
		"hand": &f.hand, "upcard": &f.upcard, "drawn": &f.drawn, "cut": &f.cut, "said": &f.said, "json": &f.json,
	})
	return cmd
}

func (f *oddsFlags) run(cmd *cobra.Command, sh *shell.Shell) error {
	p := sh.Printer()
	v, q, err := f.question(sh, p)
	if err != nil {
		return err
	}
	asked, err := q.Ask()
	if err != nil {
		if e, ok := errors.AsType[*ev.Error](err); ok && e.Code == ev.CodeUp && len(q.Up) == 0 {
			return shell.Misuse(p.T("odds.bad.noup", nil))
		}
		return shell.Misuse(oddsFault(p, err))
	}
	if f.time < 10*time.Millisecond || f.time > time.Hour {
		return shell.Misuse(p.T("odds.bad.time", locale.Args{"value": f.time}))
	}
	source := mathrand.New(mathrand.NewPCG(uint64(f.seed), 0))
	config, by := bot.Evaluator(q.Game, source)
	config.Worlds, config.Time, config.Done = int(f.worlds.Value), f.time, cmd.Context().Done()
	searcher := search.New(config, source)
	r := players.NewOdds(v, asked, ev.Of(searcher, asked))
	stopped := cmd.Context().Err() != nil
	r.By = by
	if r.Worlds = searcher.Tried(); len(r.Acts) == 0 && stopped {
		return cmd.Context().Err()
	} else if len(r.Acts) == 0 {
		return errors.New(p.T("odds.none", nil))
	}
	if err = report.Write(cmd.OutOrStdout(), p, r, f.json); err == nil && stopped {
		err = shell.Interrupted(p.T("odds.interrupted", locale.Args{"n": r.Worlds, "of": f.worlds.Value}))
	}
	return err
}

// question returns the question that the flags describe. An error is a misuse.
func (f *oddsFlags) question(sh *shell.Shell, p *locale.Printer) (v variant.Variant, q ev.Question, err error) {
	if v, q.Game, err = sh.ReadGame(f.rules, f.seats.Value); err != nil {
		return v, q, err
	}
	if q.Start.Pot = pot.Chips(f.pot.Value); f.pot.Value < 0 {
		q.Start.Pot = arena.Pot(q.Game)
	}
	for _, seat := range [...]struct {
		said shell.SeatFlag
		to   *rams.Seat
	}{{f.seat, &q.Seat}, {f.dealer, &q.Dealer}} {
		if err := seat.said.Of(p, q.Game.Seats()); err != nil {
			return v, q, err
		}
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
	q.Hand = card.SetOf(hand...)
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

// cardList parses cards separated by spaces.
func cardList(p *locale.Printer, flag, text string, most int) (list []card.Card, err error) {
	for _, name := range strings.Fields(text) {
		c, err := card.Parse(name)
		switch {
		case err != nil:
			return nil, shell.Misuse(p.T("odds.bad.card", locale.Args{"flag": flag, "value": lines.Quoted(name)}))
		case slices.Contains(list, c):
			return nil, shell.Misuse(p.T("odds.bad.twice", locale.Args{"card": c.String()}))
		case len(list) == most:
			return nil, shell.Misuse(p.T("odds.bad.many", locale.Args{"flag": flag, "n": most}))
		}
		list = append(list, c)
	}
	return list, nil
}

// oddsFault explains why there is no such hand.
func oddsFault(p *locale.Printer, err error) string {
	e, ok := errors.AsType[*ev.Error](err)
	if !ok {
		return p.Error(err)
	}
	return p.T("odds.bad."+e.Code, locale.Args{
		"card": e.Card.String(), "seat": int(e.Seat), "n": e.N, "want": e.Want, "value": lines.Quoted(e.Text), "list": e.List,
	})
}
