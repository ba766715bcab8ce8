package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"chratze/analysis/arena"
	"chratze/bot"
	"chratze/bot/policy"
	"chratze/internal/cli/shell"
	"chratze/internal/report"
	"chratze/lab/charts"
	"chratze/pot"
	"chratze/rams"
)

// chartFlags are the flags of rams-lab chart.
type chartFlags struct {
	rules   string
	seats   shell.Whole
	bot     string
	hands   shell.Whole
	workers shell.Whole
	pot     shell.Whole // -1: that of the arena
	seed    shell.SeedFlag
}

func newChart(sh *shell.Shell) *cobra.Command {
	f := chartFlags{
		seats: shell.NewWhole(0, 2, rams.MaxSeats), hands: shell.NewWhole(500_000, 1, 1e9), workers: shell.NewWhole(int64(runtime.GOMAXPROCS(0)), 1, 1024),
		pot: shell.NewWhole(-1, 0, int64(pot.Max)), seed: 1, bot: "best",
	}
	cmd := &cobra.Command{
		Use:   "chart",
		Short: "Measure which hands a bot opens and joins with",
		Long: `Let a trained bot play hands against itself, try every action before the play in each of them with the same cards,
and print what each gains, by kind of hand, as JSON. chratze chart --file draws it.

The same seed gives the same chart, on any number of cores. After an interrupt what the hands so far have shown
is printed.`,
		Annotations: map[string]string{shell.TakesItsTime: "yes"},
		Example: `  rams-lab chart --rules zwicken --seats 3 > zwicken-3.json
  rams-lab chart --seats 3 --bot policy:mine.policy --hands 2000000 > mine.json
  chratze chart --file mine.json --out charts`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd, sh) },
	}
	flags(sh, cmd, &f.rules, map[string]flag{
		"seats": {&f.seats, ""}, "seed": {&f.seed, ""}, "workers": {&f.workers, ""}, "pot": {&f.pot, ""},
		"bot":   {&f.bot, "the bot that plays"},
		"hands": {&f.hands, "how many hands are played"},
	})
	return cmd
}

func (f *chartFlags) run(cmd *cobra.Command, sh *shell.Shell) error {
	v, game, err := sh.ReadGame(f.rules, f.seats.Value)
	if err != nil {
		return err
	}
	spec, err := bot.Load(f.bot, shell.ReadPolicy)
	if err != nil {
		return misuse("--bot: %s", botFault(err))
	}
	c := charts.Config{
		Game: game, Players: spec.Caller(game), Open: policy.UsuallyOpen, Pot: pot.Chips(f.pot.Value),
		Hands: f.hands.Value, Seed: uint64(f.seed), Workers: int(f.workers.Value),
	}
	if c.Players == nil {
		reason := "expected a bot that answers at once: best, policy:FILE, stammtisch-1, or thumb with thresholds"
		if spec.Learned() {
			reason = fmt.Sprintf("it has no policy for %s with %d seats. rams-lab train makes one, for policy:FILE", v, game.Seats())
		}
		return misuse("--bot %s: %s.", spec, reason)
	}
	if c.Pot < 0 {
		c.Pot = arena.Pot(game)
	}
	bar := report.NewBar(cmd.ErrOrStderr(), "hands", c.Hands)
	c.Progress = bar.Set
	measured, err := charts.Measure(cmd.Context(), c)
	bar.Clear()
	if fault, ok := errors.AsType[*rams.StartError](err); ok {
		return misuse("--pot %d: %s", f.pot.Value, sh.Printer().Error(fault))
	}
	if err != nil {
		err = shell.Interrupted(fmt.Sprintf("interrupted after %d of %d hands", measured.Hands, c.Hands))
		if measured.Hands == 0 {
			return err
		}
	}
	measured.Rules, measured.Bot = v.String(), f.bot
	_, failed := io.WriteString(cmd.OutOrStdout(), report.JSON(measured))
	return cmp.Or(failed, err)
}
