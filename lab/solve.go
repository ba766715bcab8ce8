package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"chratze/bot/solved"
	"chratze/card"
	"chratze/internal/atomicfile"
	"chratze/internal/bounded"
	"chratze/internal/cli/shell"
	"chratze/internal/interrupt"
	"chratze/internal/report"
	"chratze/lab/zwicken2"
)

// solveFlags are the flags of rams-lab solve.
type solveFlags struct {
	upcard     string
	shown      string
	out        string
	iterations shell.Whole
	keep       time.Duration
}

// solvable is the only game that rams-lab solve and rams-lab exploit --game know.
const solvable = "zwicken-2"

func newSolve(sh *shell.Shell) *cobra.Command {
	f := solveFlags{iterations: shell.NewWhole(200, 1, 1e6), keep: time.Minute}
	cmd := &cobra.Command{
		Use:   "solve " + solvable,
		Short: "Solve Zwicken for two",
		Long: `Solve zwicken-schlecken for two players with CFR+, and print what a best response of each seat wins against the
solution.

Only the order of the cards of a suit counts. So all upcards, and all cards shown at the cut, fall into six games, by
how many cards of each suit can be in the hands: 7-888 is seven trumps, and eight cards of each other suit. Each game
has a file of its own, which is not made again. After an interrupt or a kill, the same command continues. The same
iterations give the same bytes.`,
		Annotations: map[string]string{shell.TakesItsTime: "yes"},
		Example: `  rams-lab solve zwicken-2 --out solution
  rams-lab solve zwicken-2 --upcard Jd --iterations 40 --out /tmp
  rams-lab solve zwicken-2 --upcard Jd --shown Kc --out /tmp`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 || args[0] != solvable {
				return misuse("expected the game to solve: %s.", solvable)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd, sh) },
	}
	shell.Vars(cmd, map[string]any{"upcard": &f.upcard, "shown": &f.shown, "out": &f.out, "iterations": &f.iterations, "keep": &f.keep})
	usage(cmd, map[string]string{
		"upcard":     "solve only the game after this upcard, such as Jd",
		"shown":      "with this card shown at the cut",
		"out":        "the folder to write the solutions to",
		"iterations": "iterations of CFR+ for each game",
		"keep":       "how often the state of the solver is saved",
	})
	return cmd
}

func usage(cmd *cobra.Command, texts map[string]string) {
	for name, text := range texts {
		cmd.Flags().Lookup(name).Usage = text
	}
}

// examples returns the upcards and cuts that are asked for, or one of each shape. An error is a misuse.
func examples(upcard, shown string) ([]zwicken2.Example, error) {
	if upcard == "" && shown == "" {
		return zwicken2.Examples(), nil
	}
	up, err := card.Parse(upcard)
	if err != nil || up.Rank() < card.Seven {
		return nil, misuse("--upcard %s: expected a card of the pack of 32, such as Jd.", upcard)
	}
	var cut card.Set
	if shown != "" {
		c, err := card.Parse(shown)
		if err != nil || c == up || c.Rank() <= card.Seven || c.Rank() == card.Ace {
			return nil, misuse("--shown %s: expected another card than the upcard, from king to eight: the deal moves on at an ace or a seven.", shown)
		}
		cut = c.Bit()
	}
	shape, _ := solved.ShapeOf(solved.Rules("plain"), up, cut)
	return []zwicken2.Example{{Upcard: up, Shown: cut, Shape: shape}}, nil
}

func (f *solveFlags) run(cmd *cobra.Command, sh *shell.Shell) error {
	list, err := examples(f.upcard, f.shown)
	switch {
	case err != nil:
		return err
	case f.out == "":
		return misuse("--out: expected the folder to write the solutions to.")
	}
	if err := os.MkdirAll(f.out, 0o755); err != nil {
		return errors.New(shell.Unwritable(sh.Printer(), f.out, err))
	}
	for i, e := range list {
		path := filepath.Join(f.out, e.Shape.String()+solved.Suffix)
		if _, err := os.Stat(path); err == nil {
			if err := printed(cmd, "%s is solved: %s", e.Shape, path); err != nil {
				return err
			}
			continue
		}
		if err := f.solve(cmd, sh, e.Shape, path); canceled(err) {
			return shell.Interrupted(fmt.Sprintf("interrupted after %d of %d games. The same command continues.", i, len(list)))
		} else if err != nil {
			return err
		}
	}
	return nil
}

// solve solves one game.
func (f *solveFlags) solve(cmd *cobra.Command, sh *shell.Shell, shape solved.Shape, path string) error {
	b := zwicken2.NewBook(zwicken2.New(shape))
	s := zwicken2.NewSolver(b)
	began, kept, checkpoint := time.Now(), time.Now(), path+".solving"
	if file, err := bounded.ReadFile(checkpoint, shell.MaxCheckpoint); err == nil {
		if err := s.Resume(file); err != nil {
			return shell.Unreadable(sh.Printer(), checkpoint, err)
		}
	}
	bar := report.NewBar(cmd.ErrOrStderr(), "iterations of "+shape.String(), f.iterations.Value)
	bar.From = int64(s.Iterations())
	defer bar.Clear()
	keep := func() error { return atomicfile.Write(checkpoint, s.AppendCheckpoint(nil), 0o644) }
	for int64(s.Iterations()) < f.iterations.Value {
		if cmd.Context().Err() != nil {
			return errors.Join(cmd.Context().Err(), keep())
		}
		s.Iterate(1)
		bar.Set(int64(s.Iterations()))
		if time.Since(kept) >= f.keep {
			if err := keep(); err != nil {
				return err
			}
			kept = time.Now()
		}
	}
	h, err := interrupt.Until(cmd.Context(), func() (solved.Head, error) {
		file, h := b.AppendTo(nil, s.Average(), s.Iterations())
		return h, atomicfile.Write(path, file, 0o644)
	})
	if err != nil {
		return err
	}
	_ = os.Remove(checkpoint) // it may be missing
	return printed(cmd, "%s: forehand wins %.3f; a best response %.3f as forehand, %.3f as dealer; NashConv %.4f %% of the pot; %d decisions, %d iterations, %.0f s",
		shape, h.Value, h.Forehand, h.Dealer, h.NashConv, h.Decisions, h.Iterations, time.Since(began).Seconds())
}
