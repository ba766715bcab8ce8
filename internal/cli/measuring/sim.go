// Package measuring is the commands that measure bots and games, and chart.
package measuring

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"chratze/analysis/sim"
	"chratze/bot"
	"chratze/bot/exec"
	"chratze/bot/protocol"
	"chratze/internal/atomicfile"
	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/report"
	"chratze/internal/report/players"
	"chratze/internal/terminal/lines"
)

// simFlags are the flags of chratze sim.
type simFlags struct {
	rules   string
	seats   shell.Whole
	hands   shell.Whole
	sitting shell.Whole
	workers shell.Whole
	seed    shell.SeedFlag
	bots    []string
	rotate  bool
	history string // a path, "-", or ""
	legal   bool
	json    bool
}

func NewSim(sh *shell.Shell) *cobra.Command {
	f := simFlags{
		seats: shell.NewWhole(0, 2, 8), hands: shell.NewWhole(10000, 1, 1e12), sitting: shell.NewWhole(20, 1, 1e9),
		workers: shell.NewWhole(int64(runtime.GOMAXPROCS(0)), 1, 1024), seed: 1, bots: []string{"stammtisch-1"},
	}
	cmd := &cobra.Command{
		Use: "sim",
		Example: `  chratze sim
  chratze sim --rules kratzen --seats 5 --hands 1000000 --bots stammtisch-1,random
  chratze sim --hands 1000 --history hands.jsonl --legal
  chratze sim --rules zwicken,ante=60 --history - | head -n 3
  chratze sim --hands 200 --bots exec:./bot.py,stammtisch-1
  chratze sim --rotate --sitting 1 --bots thumb:open=200,stammtisch-1,stammtisch-1,stammtisch-1`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd, sh) },
	}
	shell.RulesFlag(cmd, &f.rules)
	shell.Vars(cmd, map[string]any{
		"seats": &f.seats, "hands": &f.hands, "sitting": &f.sitting, "seed": &f.seed, "workers": &f.workers,
		"bots": &f.bots, "rotate": &f.rotate, "history": &f.history, "legal": &f.legal, "json": &f.json,
	})
	shell.Completes(cmd, "bots", bot.Names()...)
	return cmd
}

func (f *simFlags) run(cmd *cobra.Command, sh *shell.Shell) error {
	p := sh.Printer()
	var programs []*exec.Process
	defer func() { endPrograms(cmd.ErrOrStderr(), p, programs) }()
	config, err := f.config(cmd.Context(), sh, p, cmd.ErrOrStderr(), &programs)
	if err != nil {
		return shell.UnlessInterrupted(cmd.Context(), err)
	}
	out := cmd.OutOrStdout()
	switch f.history {
	case "":
		return f.play(cmd, p, config, out)
	case "-":
		config.History = out
		return f.play(cmd, p, config, cmd.ErrOrStderr())
	}
	if err := shell.Writable(p, f.history, shell.Hands); err != nil {
		return err
	}
	file, err := atomicfile.Create(f.history, 0o644)
	if err != nil {
		return shell.Misuse("--history: " + shell.Unwritable(p, f.history, err))
	}
	config.History = file
	err = f.play(cmd, p, config, out)
	if _, stopped := errors.AsType[*shell.InterruptError](err); err != nil && !stopped {
		return errors.Join(err, file.Drop()) // what was there stays
	}
	return cmp.Or(err, file.Keep())
}

// play simulates and prints the result, even if it was interrupted.
func (f *simFlags) play(cmd *cobra.Command, p *locale.Printer, config sim.Config, out io.Writer) error {
	b := report.NewBar(cmd.ErrOrStderr(), p.T("sim.hands", nil), config.Hands)
	config.Progress = b.Set
	stats, err := sim.Run(cmd.Context(), config)
	b.Clear()
	stopped := errors.Is(err, context.Canceled)
	if shell.Unread(err) {
		return err
	}
	if err != nil && !stopped {
		return fmt.Errorf("%s", p.T("sim.stopped", locale.Args{"n": stats.Hands, "reason": err}))
	}
	if err := report.Write(out, p, players.NewSim(&config, stats), f.json); err != nil {
		return err
	}
	if stopped {
		return shell.Interrupted(p.T("sim.interrupted", locale.Args{"n": stats.Hands, "of": config.Hands}))
	}
	return nil
}

// endPrograms ends programs that have played, and tells of their faults.
func endPrograms(to io.Writer, p *locale.Printer, programs []*exec.Process) {
	for _, program := range programs {
		_ = program.Close() // it isn't needed any longer
		for _, fault := range protocol.Faults() {
			if n := program.Faults()[fault]; n > 0 {
				_, _ = fmt.Fprintln(to, p.T("sim.faults", locale.Args{"n": n, "fault": string(fault)}))
			}
		}
	}
}

// answerWithin is how long a program may take for an answer.
const answerWithin = time.Second

// config returns the simulation for the flags, starts programs, and tells of bots without a policy for the game. An error is a misuse.
func (f *simFlags) config(ctx context.Context, sh *shell.Shell, p *locale.Printer, to io.Writer, programs *[]*exec.Process) (c sim.Config, err error) {
	c = sim.Config{
		Hands: f.hands.Value, Sitting: int(f.sitting.Value), Seed: uint64(f.seed), Workers: int(f.workers.Value),
		Rotate: f.rotate, Legal: f.legal,
	}
	if c.Variant, c.Game, err = sh.ReadGame(f.rules, f.seats.Value); err != nil {
		return c, err
	}
	if f.legal && f.history == "" {
		return c, shell.Misuse(p.T("sim.bad.legal", nil))
	}
	if len(f.bots) > c.Game.Seats() {
		return c, shell.Misuse(p.T("sim.bad.many", locale.Args{"value": strings.Join(f.bots, ","), "n": len(f.bots), "seats": c.Game.Seats()}))
	}
	for i, name := range f.bots {
		spec, program, err := exec.Load(ctx, name, c.Variant, answerWithin, shell.ReadPolicy)
		if err != nil {
			return c, shell.Misuse("--bots: " + botFault(p, err))
		}
		if program != nil {
			*programs = append(*programs, program)
		}
		if err := fits(p, to, f.bots[:i+1], spec.Fits(c.Game)); err != nil {
			return c, err
		}
		c.Bots = append(c.Bots, spec)
	}
	if len(c.Bots) == 0 {
		return c, shell.Misuse(p.T("sim.bad.none", nil))
	}
	return c, nil
}

// botFault is what a command says of a name that is no bot's.
func botFault(p *locale.Printer, err error) string {
	if e, ok := errors.AsType[*bot.Error](err); ok && e.Code == bot.CodeName {
		return (&lines.Fault{Key: "cli.bad.bot", Args: locale.Args{"value": lines.Quoted(e.Name)}, Word: e.Name, Allowed: e.Allowed}).Text(p)
	}
	return strings.TrimPrefix(err.Error(), "bot: ")
}

// fits refuses the last of these bots if it goes by the file of another game, a misuse. Of one that has no policy for the game it only tells,
// once.
func fits(p *locale.Printer, to io.Writer, names []string, unfit error) error {
	e, ok := errors.AsType[*bot.Error](unfit)
	before, name := names[:len(names)-1], names[len(names)-1]
	switch {
	case !ok || slices.Contains(before, name):
		return nil
	case e.Value != "":
		return shell.Misuse("--bots " + name + ": " + botFault(p, e))
	}
	_, err := fmt.Fprintln(to, botFault(p, e)+".")
	return err
}
