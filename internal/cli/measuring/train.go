package measuring

import (
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"chratze/bot/policy"
	"chratze/internal/atomicfile"
	"chratze/internal/bounded"
	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/report"
)

// trainFlags are the flags of chratze train.
type trainFlags struct {
	rules   string
	seats   shell.Whole
	steps   shell.Whole
	workers shell.Whole
	seed    shell.SeedFlag
	play    string
	open    shell.Whole // percent
	keep    time.Duration
	out     string
}

func NewTrain(sh *shell.Shell) *cobra.Command {
	f := trainFlags{
		seats: shell.NewWhole(0, 2, 8), steps: shell.NewWhole(1e6, 1, 1e12), workers: shell.NewWhole(int64(runtime.GOMAXPROCS(0)), 1, 1024), seed: 1,
		open: shell.NewWhole(policy.UsuallyOpen, 0, 100), play: "stammtisch-1", keep: 20 * time.Second,
	}
	cmd := &cobra.Command{
		Use:         "train",
		Annotations: map[string]string{shell.TakesItsTime: "yes"},
		Example: `  chratze train --out mine.policy
  chratze train --rules zwicken --seats 4 --steps 5000000 --out zwicken-4.policy
  chratze arena --bots policy:mine.policy,stammtisch-1,stammtisch-1,stammtisch-1`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd, sh) },
	}
	shell.RulesFlag(cmd, &f.rules)
	shell.Vars(cmd, map[string]any{
		"seats": &f.seats, "steps": &f.steps, "seed": &f.seed, "workers": &f.workers, "open": &f.open,
		"play": &f.play, "keep": &f.keep, "out": &f.out,
	})
	return cmd
}

// TrainingSuffix is appended to the name of a policy for the file of an unfinished training.
const TrainingSuffix = ".training"

func (f *trainFlags) run(cmd *cobra.Command, sh *shell.Shell) error {
	p := sh.Printer()
	trainer, err := f.trainer(sh, p)
	if err != nil {
		return err
	}
	if err := errors.Join(shell.Writable(p, f.out, shell.Policy), shell.Writable(p, f.out+TrainingSuffix, shell.AnyKind)); err != nil {
		return err
	}
	if err := f.resume(p, trainer); err != nil {
		return err
	}
	err = f.train(cmd, p, trainer)
	stopped := errors.Is(err, context.Canceled)
	if err != nil && !stopped {
		return errors.New(shell.Unwritable(p, f.out, err))
	}
	if stopped {
		return shell.Interrupted(p.T("train.interrupted", locale.Args{"n": trainer.Steps(), "of": f.steps.Value}))
	}
	learned := trainer.Policy()
	file := learned.AppendTo(nil)
	if err := shell.WriteFile(p, f.out, func() []byte { return file }); err != nil {
		return err
	}
	_, err = io.WriteString(cmd.OutOrStdout(), p.T("train.done", locale.Args{
		"rules": learned.Header().Rules, "seats": learned.Header().Seats, "steps": trainer.Steps(), "known": learned.Known(), "path": f.out, "bytes": len(file),
	})+"\n")
	return err
}

// trainer returns the training for the flags. An error is a misuse.
func (f *trainFlags) trainer(sh *shell.Shell, p *locale.Printer) (*policy.Trainer, error) {
	v, err := sh.ReadRules(f.rules)
	if err != nil {
		return nil, err
	}
	seats := int(f.seats.Value)
	if seats == 0 {
		seats = v.Usual()
	}
	if f.out == "" {
		return nil, shell.Misuse(p.T("train.bad.out", nil))
	}
	if f.keep < 0 {
		return nil, shell.Misuse(p.T("train.bad.keep", locale.Args{"value": f.keep}))
	}
	player, err := cardPlayer(p, f.play)
	if err != nil {
		return nil, err
	}
	t, err := policy.NewTrainer(policy.Config{Variant: v, Seats: seats, Seed: uint64(f.seed), Play: player, PlayBy: f.play, Open: int(f.open.Value)})
	if err != nil {
		return nil, shell.Misuse("--seats " + strconv.Itoa(seats) + ": " + p.Error(err))
	}
	return t, nil
}

// resume continues an unfinished training of the same name.
func (f *trainFlags) resume(p *locale.Printer, t *policy.Trainer) error {
	file, err := bounded.ReadFile(f.out+TrainingSuffix, shell.MaxCheckpoint)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return shell.Unreadable(p, f.out+TrainingSuffix, err)
	}
	if err = t.Resume(file); err != nil {
		return shell.Unreadable(p, f.out+TrainingSuffix, errors.New(strings.TrimPrefix(err.Error(), "policy: ")))
	}
	return nil
}

// train trains, shows progress, and saves the result.
func (f *trainFlags) train(cmd *cobra.Command, p *locale.Printer, t *policy.Trainer) error {
	b := report.NewBar(cmd.ErrOrStderr(), p.T("train.steps", nil), f.steps.Value)
	b.From = t.Steps()
	keep := func() error { return atomicfile.Write(f.out+TrainingSuffix, t.AppendCheckpoint(nil), 0o644) }
	kept := time.Now()
	err := t.Run(cmd.Context(), policy.Training{Steps: f.steps.Value, Workers: int(f.workers.Value), Progress: func(steps int64) error {
		b.Set(steps)
		if time.Since(kept) < f.keep {
			return nil
		}
		err := keep()
		kept = time.Now()
		return err
	}})
	b.Clear()
	if err == nil || errors.Is(err, context.Canceled) {
		err = errors.Join(err, keep())
	}
	return err
}
