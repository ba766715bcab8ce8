package measuring

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"chratze/analysis/arena"
	"chratze/bot"
	"chratze/internal/atomicfile"
	"chratze/internal/bounded"
	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/page/arenapage"
	"chratze/internal/report"
	"chratze/internal/report/players"
	"chratze/pot"
	"chratze/rams"
)

// arenaFlags are the flags of chratze arena.
type arenaFlags struct {
	rules      string
	seats      shell.Whole
	deals      shell.Whole
	workers    shell.Whole
	seed       shell.SeedFlag
	pot        shell.Whole // -1: that of the rules
	limit      time.Duration
	bots       shell.BotsFlag
	all        bool
	ranges     string
	checkpoint string
	html       string
	json       bool
}

func NewArena(sh *shell.Shell) *cobra.Command {
	f := arenaFlags{
		seats: shell.NewWhole(0, 2, 8), deals: shell.NewWhole(1000, 1, 1e9), workers: shell.NewWhole(int64(runtime.GOMAXPROCS(0)), 1, 1024),
		pot: shell.NewWhole(-1, 0, int64(pot.Max)), seed: 1, limit: time.Second,
	}
	cmd := &cobra.Command{
		Use: "arena",
		Example: `  chratze arena --bots thumb:open=200,stammtisch-1,stammtisch-1,stammtisch-1 --deals 10000
  chratze arena --rules kratzen --seats 5 --bots "exec:python3 bot.py,stammtisch-1" --json
  chratze arena --all --deals 2000 --html ratings.html
  chratze arena --all --bots "random,stammtisch-1,thumb:keep=A,exec:./mybot" --checkpoint ratings.json`,
		Args:        cobra.NoArgs,
		RunE:        func(cmd *cobra.Command, _ []string) error { return f.run(cmd, sh) },
		Annotations: map[string]string{shell.TakesItsTime: "yes"}, // until its programs have ended
	}
	shell.RulesFlag(cmd, &f.rules)
	shell.Vars(cmd, map[string]any{
		"seats": &f.seats, "deals": &f.deals, "seed": &f.seed, "workers": &f.workers, "pot": &f.pot, "bots": &f.bots,
		"limit": &f.limit, "all": &f.all, "ranges": &f.ranges, "checkpoint": &f.checkpoint, "html": &f.html, "json": &f.json,
	})
	shell.Completes(cmd, "bots", bot.Names()...)
	return cmd
}

func (f *arenaFlags) run(cmd *cobra.Command, sh *shell.Shell) error {
	p := sh.Printer()
	config, err := f.config(sh, p, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	config.Before, err = f.before(p)
	if err = errors.Join(err, shell.Writable(p, f.html, shell.Page), shell.Writable(p, f.checkpoint, shell.AnyKind)); err != nil {
		return err
	}
	result, err := f.play(cmd, p, config)
	stopped := errors.Is(err, context.Canceled)
	if err != nil && !stopped {
		if _, other := errors.AsType[*arena.OtherError](err); other {
			return fmt.Errorf("%s: %w", f.checkpoint, err)
		}
		return err
	}
	if err := f.tell(cmd.OutOrStdout(), p, config, result); err != nil {
		return err
	}
	if stopped {
		return shell.Interrupted(p.T("arena.interrupted", locale.Args{"n": result.Deals, "of": config.Deals}))
	}
	return nil
}

// saveEvery is the time between two checkpoints.
const saveEvery = 2 * time.Second

// play plays, shows progress, and writes checkpoints.
func (f *arenaFlags) play(cmd *cobra.Command, p *locale.Printer, config arena.Config) (*arena.Result, error) {
	hands := config.Hands()
	b := report.NewBar(cmd.ErrOrStderr(), p.T("sim.hands", nil), config.Deals*hands)
	if config.Before != nil {
		b.From = config.Before.Deals * hands
	}
	saved := time.Now()
	config.Progress = func(r *arena.Result) error {
		b.Set(r.Deals * hands)
		if f.checkpoint == "" || time.Since(saved) < saveEvery {
			return nil
		}
		saved = time.Now()
		return atomicfile.Write(f.checkpoint, []byte(report.JSON(r)), 0o644)
	}
	result, err := arena.Run(cmd.Context(), config)
	b.Clear()
	if f.checkpoint != "" && result != nil {
		err = errors.Join(err, atomicfile.Write(f.checkpoint, []byte(report.JSON(result)), 0o644))
	}
	return result, err
}

// tell writes the result as text or JSON, and as a page.
func (f *arenaFlags) tell(out io.Writer, p *locale.Printer, config arena.Config, result *arena.Result) error {
	return errors.Join(
		report.Write(out, p, players.NewArena(config.Variant, result), f.json),
		shell.WriteFile(p, f.html, func() []byte { return arenapage.Page(p, config.Variant, result) }),
	)
}

// config returns the configuration for the flags, and tells of bots without a policy for the game. An error is a misuse.
func (f *arenaFlags) config(sh *shell.Shell, p *locale.Printer, to io.Writer) (c arena.Config, err error) {
	c = arena.Config{Deals: f.deals.Value, Seed: uint64(f.seed), Workers: int(f.workers.Value), All: f.all}
	if c.Variant, c.Game, err = sh.ReadGame(f.rules, f.seats.Value); err != nil {
		return c, err
	}
	if c.Pot, err = potBefore(p, c.Game, f.pot.Value); err != nil {
		return c, err
	}
	names := []string(f.bots)
	if len(names) == 0 && f.all {
		names = quickBots()
	}
	switch {
	case len(names) == 0:
		return c, shell.Misuse(p.T("arena.bad.none", nil))
	case f.all && len(names) < 2:
		return c, shell.Misuse(p.T("arena.bad.few", nil))
	case !f.all && len(names) > c.Game.Seats():
		return c, shell.Misuse(p.T("arena.bad.many", locale.Args{"n": len(names), "seats": c.Game.Seats()}))
	case f.limit < time.Millisecond || f.limit > time.Hour:
		return c, shell.Misuse(p.T("arena.bad.limit", locale.Args{"value": f.limit}))
	}
	if f.ranges != "" {
		names = append([]string{names[0] + ":ranges=" + f.ranges}, names[1:]...)
	}
	for i, name := range names {
		e, err := arena.ParseEntrant(name, f.limit, shell.ReadPolicy)
		if err != nil {
			return c, shell.Misuse("--bots " + name + ": " + botFault(p, err))
		}
		if err := fits(p, to, names[:i+1], e.Fits(c.Game)); err != nil {
			return c, err
		}
		c.Bots = append(c.Bots, e)
	}
	return c, nil
}

// potBefore returns what lies in the pot before the antes: the value of --pot or, below 0, that of the arena. An error
// is a misuse.
func potBefore(p *locale.Printer, g *rams.Game, value int64) (pot.Chips, error) {
	if value < 0 {
		return arena.Pot(g), nil
	}
	if _, err := g.NewHand(rams.Start{Pot: pot.Chips(value)}); err != nil {
		return 0, shell.Misuse(p.T("arena.bad.pot", locale.Args{"value": value, "reason": p.Error(err)}))
	}
	return pot.Chips(value), nil
}

// quickBots are the bots that are rated by default: they decide at once. Searching bots against
// each other would take hours.
func quickBots() []string {
	return []string{"random", "beginner", "stammtisch-1", "thumb:open=200:dealer=140:join=100:more=40:keep=A"}
}

// before reads the checkpoint, if there is one.
func (f *arenaFlags) before(p *locale.Printer) (*arena.Result, error) {
	if f.checkpoint == "" {
		return nil, nil
	}
	data, err := bounded.ReadFile(f.checkpoint, shell.MaxCheckpoint)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	r := new(arena.Result)
	if err == nil {
		d := json.NewDecoder(bytes.NewReader(data))
		d.DisallowUnknownFields()
		if d.Decode(r) != nil {
			err = errors.New(p.T("arena.bad.checkpoint", nil))
		} else if r.Format != arena.Format {
			err = errors.New(p.T("arena.bad.format", locale.Args{"value": r.Format, "want": arena.Format}))
		}
	}
	if err != nil {
		return nil, shell.Unreadable(p, f.checkpoint, err)
	}
	return r, nil
}
