package cli

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strconv"

	"chratze/analysis/chart"
	"chratze/bot"
	"chratze/bot/policy"
	"chratze/chance"
	"chratze/internal/locale"
	"chratze/internal/report"
	"chratze/internal/report/players"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"

	"github.com/spf13/cobra"
)

// adviceFlags are the flags of chratze advice.
type adviceFlags struct {
	rules   string
	seats   whole
	bot     string
	quick   bool
	hands   whole
	workers whole
	pot     whole // -1: that of the arena
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
	undefaulted(flags, "seats", "pot")
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
	r := &players.Advice{Variant: v, Bot: f.bot, Config: &c, Found: found}
	return errors.Join(report.Write(cmd.OutOrStdout(), p, r, f.json), err)
}

func trialNames() (names []string) {
	for _, t := range chart.Advice() {
		names = append(names, t.Name)
	}
	return names
}

// trials returns the trials that --only names, or all. An error is a misuse.
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

// config returns the configuration for the flags. An error is a misuse.
func (f *adviceFlags) config(ctx context.Context, sh *shell, p *locale.Printer) (v variant.Variant, c chart.TrialConfig, err error) {
	c = chart.TrialConfig{Hands: f.hands.value, Seed: uint64(f.seed), Workers: int(f.workers.value)}
	if v, c.Game, err = sh.readGame(f.rules, f.seats.value); err != nil {
		return v, c, err
	}
	spec, err := bot.Load(f.bot, readPolicy)
	if err != nil {
		return v, c, misuse("--bot: " + botFault(err))
	}
	c.Players, c.Events = func(source chance.Source) rams.Player { return thinker{ctx, spec.New(source)} }, spec.NeedsEvents()
	if f.quick {
		if c.Players, c.Events, c.Open = spec.Caller(c.Game), false, policy.UsuallyOpen; c.Players == nil {
			return v, c, misuse(p.T("chart.bad.bot", locale.Args{"value": f.bot, "rules": v, "seats": c.Game.Seats()}))
		}
	}
	c.Pot, err = potBefore(p, c.Game, f.pot.value)
	return v, c, err
}
