package cli

import (
	"context"
	"errors"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"chratze/analysis/arena"
	"chratze/analysis/chart"
	"chratze/bot"
	"chratze/bot/policy"
	"chratze/internal/locale"
	"chratze/internal/report"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// adviceFlags are the flags of chratze advice.
type adviceFlags struct {
	rules   string
	seats   whole
	bot     string
	quick   bool
	hands   whole
	workers whole
	pot     whole // -1: as the arena has it
	seed    seedFlag
	only    []string
	json    bool
}

func newAdvice(sh *shell) *cobra.Command {
	f := adviceFlags{
		seats: whole{0, 2, rams.MaxSeats}, hands: whole{2000, 1, 1e9}, workers: whole{int64(runtime.GOMAXPROCS(0)), 1, 1024},
		pot: whole{-1, 0, int64(pot.Max)}, seed: 1,
	}
	cmd := &cobra.Command{
		Use: "advice",
		Example: `  chratze advice
  chratze advice --quick --hands 200000
  chratze advice --only first-lead,take-back --hands 5000
  chratze advice --seats 5 --bot search:100 --pot 400 --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd, sh) },
	}
	flags := cmd.Flags()
	rulesFlag(cmd, &f.rules)
	for name, w := range map[string]*whole{"seats": &f.seats, "hands": &f.hands, "workers": &f.workers, "pot": &f.pot} {
		flags.Var(w, name, "")
	}
	flags.Var(&f.seed, "seed", "")
	flags.StringVar(&f.bot, "bot", "best:40", "")
	flags.StringSliceVar(&f.only, "only", nil, "")
	completes(cmd, "only", trialNames()...)
	flags.BoolVar(&f.quick, "quick", false, "")
	flags.BoolVar(&f.json, "json", false, "")
	flags.Lookup("seats").DefValue = ""
	flags.Lookup("pot").DefValue = ""
	sh.describe(cmd, "advice", "sim", "chart")
	return cmd
}

func (f *adviceFlags) run(cmd *cobra.Command, sh *shell) error {
	p := sh.printer()
	v, c, err := f.config(cmd.Context(), sh, p)
	if err != nil {
		return err
	}
	trials, err := f.trials(p)
	if err != nil {
		return err
	}
	b := report.NewBar(cmd.ErrOrStderr(), p.T("sim.hands", nil), c.Hands)
	done, asked := int64(0), c.Hands
	found, err := chart.Try(cmd.Context(), c, trials, func(hands int64) {
		done = hands
		b.Set(hands)
	})
	b.Clear()
	if err != nil {
		c.Hands = done
		err = interrupted(p.T("sim.interrupted", locale.Args{"n": done, "of": asked}))
	}
	text := f.text(p, v, &c, found)
	if f.json {
		text = report.JSON(found)
	}
	_, writing := io.WriteString(cmd.OutOrStdout(), text)
	return errors.Join(writing, err)
}

func trialNames() (names []string) {
	for _, t := range chart.Advice() {
		names = append(names, t.Name)
	}
	return names
}

// trials returns those that --only names, or all; its errors are misuse.
func (f *adviceFlags) trials(p *locale.Printer) (list []chart.Trial, err error) {
	for _, name := range f.only {
		if !slices.Contains(trialNames(), name) {
			return nil, misuse(p.T("advice.bad.only", locale.Args{"value": strconv.Quote(name), "list": p.List(trialNames())}))
		}
	}
	for _, t := range chart.Advice() {
		if len(f.only) == 0 || slices.Contains(f.only, t.Name) {
			list = append(list, t)
		}
	}
	return list, nil
}

// config makes flags into what is tried; its errors are misuse.
func (f *adviceFlags) config(ctx context.Context, sh *shell, p *locale.Printer) (v variant.Variant, c chart.TrialConfig, err error) {
	if v, err = sh.readRules(f.rules); err != nil {
		return v, c, err
	}
	seats := int(f.seats.value)
	if seats == 0 {
		seats = v.Usual()
	}
	c = chart.TrialConfig{Hands: f.hands.value, Seed: uint64(f.seed), Workers: int(f.workers.value)}
	if c.Game, err = v.Game(seats); err != nil {
		return v, c, misuse("--seats " + strconv.Itoa(seats) + ": " + p.Error(err))
	}
	spec, err := bot.Load(f.bot, readPolicy)
	if err != nil {
		return v, c, misuse("--bot " + f.bot + ": " + botFault(p, err))
	}
	c.Players, c.Events = func(source policy.Source) policy.Player { return thinker{ctx, spec.New(source)} }, spec.NeedsEvents()
	if f.quick {
		if c.Players, c.Events, c.Open = spec.Caller(c.Game), false, policy.UsuallyOpen; c.Players == nil {
			return v, c, misuse(p.T("chart.bad.bot", locale.Args{"value": f.bot, "rules": v, "seats": seats}))
		}
	}
	if c.Pot = pot.Chips(f.pot.value); f.pot.value < 0 {
		c.Pot = arena.Pot(c.Game)
	}
	if _, err := c.Game.NewHand(rams.Start{Pot: c.Pot}); err != nil {
		return v, c, misuse(p.T("arena.bad.pot", locale.Args{"value": f.pot.value, "reason": p.Error(err)}))
	}
	return v, c, nil
}

// text is a table for each trial: a line for each way in each group.
func (f *adviceFlags) text(p *locale.Printer, v variant.Variant, c *chart.TrialConfig, found []chart.Finding) string {
	t := report.NewText(p)
	words := p.Words(v, p.DeckOf(v.Preset()))
	t.Line(p.T("advice.title", locale.Args{"rules": v, "seats": c.Game.Seats(), "bot": f.bot, "hands": t.Count(c.Hands), "seed": c.Seed, "pot": t.Count(int64(c.Pot))}))
	last := ""
	var table [][]string
	flush := func() {
		if table != nil {
			t.Grid(table)
		}
	}
	for _, found := range found {
		if found.Trial != last {
			flush()
			last = found.Trial
			t.Line("")
			t.Line(p.T(adviceKeys[last], nil))
			table = [][]string{{"", p.T("advice.moments", nil), "", p.T("advice.share", nil), p.T("advice.worth", nil), p.T("advice.more", nil), p.T("advice.rest", nil)}}
		}
		for i, w := range found.Ways {
			row := []string{"", "", adviceWord(words, w.Way), t.Decimal(100*w.Share, 0) + " %", t.Signed(w.Mean, 1), "", ""}
			if i == 0 {
				row[0], row[1] = adviceGroup(words, found.Group), t.Count(found.Moments)
			} else if w.Moments > 0 {
				row[5], row[6] = t.SignedAround(w.Gain, w.Error, 1), t.Signed(w.Rest, 1)
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
	if key, ok := adviceWords[word]; ok {
		return words.T(key, nil)
	}
	for k := rams.DoubleBlind; k <= rams.Play; k++ {
		if k.String() == word {
			return words.Call(k)
		}
	}
	return word // a rank
}

//lattice:table
var adviceKeys = map[string]string{
	"double-blind": "advice.double-blind", "blind": "advice.blind", "open-sure": "advice.open-sure", "open-seat": "advice.open-seat",
	"join-low": "advice.join-low", "susi": "advice.susi", "keep-ace": "advice.keep-ace", "keep-king": "advice.keep-king",
	"first-lead": "advice.first-lead", "take-back": "advice.take-back", "lead-trump": "advice.lead-trump",
}

//lattice:table
var adviceWords = map[string]string{
	"sure": "advice.sure", "unsure": "advice.unsure", "after-0": "advice.after.0", "after-1": "advice.after.1", "after-2": "advice.after.2", "after-3": "advice.after.3",
	"in-0": "advice.in.0", "in-1": "advice.in.1", "in-2": "advice.in.2", "low": "advice.low", "middle": "advice.middle",
	"declarer": "advice.declarer", "joiner": "advice.joiner", "trumps-0": "advice.trumps.0", "trumps-1": "advice.trumps.1", "trumps-2": "advice.trumps.2", "trumps-3": "advice.trumps.3",
	"top": "advice.top", "no-top": "advice.no-top", "lay-it": "advice.lay", "keep-it": "advice.keep",
	"highest-trump": "advice.highest-trump", "lowest-trump": "advice.lowest-trump", "highest-plain": "advice.highest-plain", "lowest-plain": "advice.lowest-plain",
}
