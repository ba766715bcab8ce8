package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"chratze/bot/policy"
	"chratze/internal/atomicfile"
	"chratze/internal/bounded"
	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/report"
	"chratze/lab/learn"
)

// trainFlags are the flags of rams-lab train.
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

func newTrain(sh *shell.Shell) *cobra.Command {
	f := trainFlags{
		seats: shell.NewWhole(0, 2, 8), steps: shell.NewWhole(1e6, 1, 1e12), workers: shell.NewWhole(int64(runtime.GOMAXPROCS(0)), 1, 1024), seed: 1,
		open: shell.NewWhole(policy.UsuallyOpen, 0, 100), play: "stammtisch-1", keep: 20 * time.Second,
	}
	cmd := &cobra.Command{
		Use:   "train",
		Short: "Train a bot by letting it play against itself",
		Long: `Train a policy for blind questions, opening, bids, joining and the exchange: bots play hands against themselves
and minimise their regret (external-sampling CFR). The play of the cards is left to --play in training, and to
a search later.

A step is a walk through a hand for one seat. What was learned is kept beside the policy, under its name and
.training. After an interrupt or a kill, or for more steps, the same command continues. The same seed and
steps give the same policy, whatever the number of cores. The bot policy:FILE of chratze plays by it.`,
		Annotations: map[string]string{shell.TakesItsTime: "yes"},
		Example: `  rams-lab train --out mine.policy
  rams-lab train --rules zwicken --seats 4 --steps 5000000 --out zwicken-4.policy
  chratze arena --bots policy:mine.policy,stammtisch-1,stammtisch-1,stammtisch-1`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd, sh) },
	}
	flags(sh, cmd, &f.rules, map[string]flag{
		"seats": {&f.seats, ""}, "seed": {&f.seed, ""}, "workers": {&f.workers, ""},
		"steps": {&f.steps, "how many steps in all"},
		"open":  {&f.open, "in how many of a hundred hands the cards are played as if everybody saw them all, instead of by --play"},
		"play":  {&f.play, "the bot that plays the cards in training: stammtisch-1, or thumb with thresholds"},
		"keep":  {&f.keep, "how often the state of the training is saved"},
		"out":   {&f.out, "the file to write the policy to"},
	})
	return cmd
}

// trainingSuffix is appended to the name of a policy for the file of an unfinished training.
const trainingSuffix = ".training"

func (f *trainFlags) run(cmd *cobra.Command, sh *shell.Shell) error {
	p := sh.Printer()
	trainer, err := f.trainer(sh)
	if err != nil {
		return err
	}
	if err := errors.Join(shell.Writable(p, f.out, shell.Policy), shell.Writable(p, f.out+trainingSuffix, shell.AnyKind)); err != nil {
		return err
	}
	if err := f.resume(p, trainer); err != nil {
		return err
	}
	err = f.train(cmd, trainer)
	stopped := canceled(err)
	if err != nil && !stopped {
		return errors.New(shell.Unwritable(p, f.out, err))
	}
	if stopped {
		return shell.Interrupted(fmt.Sprintf("interrupted after %d of %d steps. The same command continues.", trainer.Steps(), f.steps.Value))
	}
	learned := trainer.Policy()
	file := learned.AppendTo(nil)
	if err := shell.WriteFile(p, f.out, func() []byte { return file }); err != nil {
		return err
	}
	h := learned.Header()
	return printed(cmd, "%s, %d seats: %d steps, %d decisions known; %s has %d bytes.", h.Rules, h.Seats, trainer.Steps(), learned.Known(), f.out, len(file))
}

// trainer returns the training for the flags. An error is a misuse.
func (f *trainFlags) trainer(sh *shell.Shell) (*learn.Trainer, error) {
	v, err := sh.ReadRules(f.rules)
	if err != nil {
		return nil, err
	}
	seats := int(f.seats.Value)
	if seats == 0 {
		seats = v.Usual()
	}
	if f.out == "" {
		return nil, misuse("--out: expected the file to write the policy to.")
	}
	if f.keep < 0 {
		return nil, misuse("--keep %s: expected a time from 0s.", f.keep)
	}
	player, err := cardPlayer(f.play)
	if err != nil {
		return nil, err
	}
	t, err := learn.NewTrainer(learn.Config{Variant: v, Seats: seats, Seed: uint64(f.seed), Play: player, PlayBy: f.play, Open: int(f.open.Value), Program: sh.Build().Revision})
	if err != nil {
		return nil, misuse("--seats %d: %s", seats, sh.Printer().Error(err))
	}
	return t, nil
}

// resume continues an unfinished training of the same name.
func (f *trainFlags) resume(p *locale.Printer, t *learn.Trainer) error {
	file, err := bounded.ReadFile(f.out+trainingSuffix, shell.MaxCheckpoint)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return shell.Unreadable(p, f.out+trainingSuffix, err)
	}
	if err = t.Resume(file); err != nil {
		return shell.Unreadable(p, f.out+trainingSuffix, errors.New(strings.TrimPrefix(err.Error(), "policy: ")))
	}
	return nil
}

// train trains, shows progress, and saves the result.
func (f *trainFlags) train(cmd *cobra.Command, t *learn.Trainer) error {
	b := report.NewBar(cmd.ErrOrStderr(), "steps", f.steps.Value)
	b.From = t.Steps()
	keep := func() error { return atomicfile.Write(f.out+trainingSuffix, t.AppendCheckpoint(nil), 0o644) }
	kept := time.Now()
	err := t.Run(cmd.Context(), learn.Training{Steps: f.steps.Value, Workers: int(f.workers.Value), Progress: func(steps int64) error {
		b.Set(steps)
		if time.Since(kept) < f.keep {
			return nil
		}
		err := keep()
		kept = time.Now()
		return err
	}})
	b.Clear()
	if err == nil || canceled(err) {
		err = errors.Join(err, keep())
	}
	return err
}
