package measuring

import (
	"context"
	"errors"
	"runtime"
	"slices"

	"chratze/analysis/chart"
	"chratze/bot"
	"chratze/bot/policy"
	"chratze/chance"
	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/report"
	"chratze/internal/report/players"
	"chratze/internal/terminal/lines"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"

	"github.com/spf13/cobra"
)

// adviceFlags are the flags of chratze advice.
type adviceFlags struct {
	rules   string
	seats   shell.Whole
	bot     string
	quick   bool
	hands   shell.Whole
	workers shell.Whole
	pot     shell.Whole // -1: that of the arena
	seed    shell.SeedFlag
	only    []string
	json    bool
}

func NewAdvice(sh *shell.Shell) *cobra.Command {
	f := adviceFlags{
		seats: shell.NewWhole(0, 2, rams.MaxSeats), hands: shell.NewWhole(2000, 1, 1e9), workers: shell.NewWhole(int64(runtime.GOMAXPROCS(0)), 1, 1024),
		pot: shell.NewWhole(-1, 0, int64(pot.Max)), seed: 1, bot: "best:40",
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
	shell.RulesFlag(cmd, &f.rules)
	shell.Vars(cmd, map[string]any{
		"seats": &f.seats, "hands": &f.hands, "workers": &f.workers, "pot": &f.pot, "seed": &f.seed,
		"bot": &f.bot, "only": &f.only, "quick": &f.quick, "json": &f.json,
	})
	shell.Completes(cmd, "only", trialNames()...)
	return cmd
}

func (f *adviceFlags) run(cmd *cobra.Command, sh *shell.Shell) error {
	p := sh.Printer()
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
	told := c
	told.Progress = func(hands int64) {
		done = hands
		b.Set(hands)
	}
	found, err := chart.Try(cmd.Context(), told, trials)
	b.Clear()
	if err != nil {
		c.Hands = done
		err = shell.Interrupted(p.T("sim.interrupted", locale.Args{"n": done, "of": asked}))
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
			return nil, shell.Misuse(p.T("advice.bad.only", locale.Args{"value": lines.Quoted(name), "list": p.List(trialNames())}))
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
func (f *adviceFlags) config(ctx context.Context, sh *shell.Shell, p *locale.Printer) (v variant.Variant, c chart.Config, err error) {
	c = chart.Config{Hands: f.hands.Value, Seed: uint64(f.seed), Workers: int(f.workers.Value)}
	if v, c.Game, err = sh.ReadGame(f.rules, f.seats.Value); err != nil {
		return v, c, err
	}
	spec, err := bot.Load(f.bot, shell.ReadPolicy)
	if err != nil {
		return v, c, shell.Misuse("--bot: " + botFault(p, err))
	}
	c.Players, c.Events = func(source chance.Source) rams.Player { return thinker{ctx, spec.New(source)} }, spec.NeedsEvents()
	if f.quick {
		if c.Players, c.Events, c.Open = spec.Caller(c.Game), false, policy.UsuallyOpen; c.Players == nil {
			return v, c, noCaller(p, spec, v, c.Game)
		}
	}
	c.Pot, err = potBefore(p, c.Game, f.pot.Value)
	return v, c, err
}

// thinker is a bot that stops thinking when the command is interrupted.
type thinker struct {
	ctx context.Context
	bot.Bot
}

// Act implements rams.Player.
func (t thinker) Act(v *rams.View) rams.Action { return bot.Act(t.ctx, t.Bot, v) }

var _ rams.Player = thinker{}
