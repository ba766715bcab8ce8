package playing

import (
	"cmp"
	"io"
	"iter"
	mathrand "math/rand/v2"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/teach/coach"
	"chratze/internal/teach/puzzles"
	"chratze/internal/terminal/lines"
)

// puzzleFlags are the flags of chratze puzzle.
type puzzleFlags struct {
	rules, date string
	look        lines.Look
	generate    shell.Whole
	seats       shell.Whole
	worlds      shell.Whole
	seed        shell.SeedFlag
	json        bool
}

func NewPuzzle(sh *shell.Shell) *cobra.Command {
	f := puzzleFlags{generate: shell.NewWhole(0, 1, 1e6), seats: shell.NewWhole(0, 2, 8), worlds: shell.NewWhole(512, 64, 1e6), seed: 1}
	cmd := &cobra.Command{
		Use: "puzzle",
		Example: `  chratze puzzle
  chratze puzzle --rules kratzen --date 2026-12-24
  chratze puzzle --generate 20 --rules zwicken > mine.jsonl`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd, sh) },
	}
	shell.RulesFlag(cmd, &f.rules)
	shell.Vars(cmd, map[string]any{
		"date": &f.date, "generate": &f.generate, "seats": &f.seats, "worlds": &f.worlds, "seed": &f.seed, "json": &f.json,
	})
	shell.DeckFlag(cmd, &f.look.Deck)
	shell.MoneyFlag(cmd, &f.look.Money)
	return cmd
}

func (f *puzzleFlags) run(cmd *cobra.Command, sh *shell.Shell) error {
	if f.generate.Value > 0 {
		return f.find(cmd, sh)
	}
	p := sh.Printer()
	drawn := cmd.Flags().Changed("seed")
	if idle := shell.Changed(cmd, "seats", "worlds"); len(idle) > 0 && !drawn {
		command := cmd.CommandPath()
		for _, flag := range shell.Changed(cmd, "rules", "seats", "worlds") {
			command += " " + flag + " " + lines.Visible(cmd.Flag(flag[2:]).Value.String())
		}
		return shell.Misuse(p.T("puzzle.bad.idle", locale.Args{"flags": p.List(idle), "command": command + " --seed 1"}))
	}
	if err := f.look.Check(); err != nil {
		return err
	}
	day, err := time.Parse(time.DateOnly, cmp.Or(f.date, time.Now().Format(time.DateOnly)))
	if err != nil {
		return shell.Misuse(p.T("puzzle.bad.date", locale.Args{"value": lines.Quoted(f.date)}))
	}
	title, date, z := "puzzle.title", day.Format(time.DateOnly), puzzles.On(f.rules, int(day.Unix()/86400))
	if drawn {
		title, date, z = "puzzle.drawn", f.seed.String(), nil
		err := f.draw(cmd, sh, 1, func(found *coach.Puzzle) error { z = found; return nil })
		if err != nil || z == nil {
			return err
		}
	}
	if z == nil {
		return shell.Misuse(p.T("puzzle.bad.rules", locale.Args{"value": lines.Quoted(f.rules), "list": strings.Join(puzzles.Games(), ", ")}))
	}
	if f.json {
		_, err := io.WriteString(cmd.OutOrStdout(), z.String()+"\n")
		return err
	}
	scr := lines.NewScreen(cmd.OutOrStdout(), os.Getenv)
	err = lines.Puzzle(cmd.Context(), p, cmd.InOrStdin(), scr, f.look, title, date, z)
	return shell.UnlessInterrupted(cmd.Context(), err)
}

// find searches for puzzles, and writes each as soon as it is found.
func (f *puzzleFlags) find(cmd *cobra.Command, sh *shell.Shell) error {
	return f.draw(cmd, sh, f.generate.Value, func(z *coach.Puzzle) error {
		_, err := io.WriteString(cmd.OutOrStdout(), z.String()+"\n")
		return err
	})
}

// draw searches for puzzles by the seed.
func (f *puzzleFlags) draw(cmd *cobra.Command, sh *shell.Shell, count int64, found func(*coach.Puzzle) error) error {
	v, err := sh.ReadRules(f.rules)
	if err != nil {
		return err
	}
	least, most := v.Best()
	if n := int(f.seats.Value); n > 0 {
		least, most = n, n
	}
	config := coach.Default(int(f.worlds.Value))
	config.Done = cmd.Context().Done()
	var mix coach.Mix
	var sources []func() (*coach.Puzzle, bool)
	for seats := least; seats <= most; seats++ {
		if _, err := v.Game(seats); err != nil {
			return shell.Misuse(sh.Printer().Error(err))
		}
		rng := mathrand.New(mathrand.NewPCG(uint64(f.seed), uint64(seats)))
		next, stop := iter.Pull(coach.New(config).Puzzles(v, seats, &mix, rng))
		defer stop()
		sources = append(sources, next)
	}
	for n := range count {
		z, ok := sources[n%int64(len(sources))]()
		if cmd.Context().Err() != nil {
			return shell.Interrupted(sh.Printer().T("puzzle.interrupted", locale.Args{"n": n, "of": count}))
		}
		if !ok {
			return nil
		}
		if err := found(z); err != nil {
			return err
		}
	}
	return nil
}
