package measuring

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"chratze/bot"
	"chratze/bot/protocol"
	"chratze/bot/validate"
	"chratze/internal/atomicfile"
	"chratze/internal/bounded"
	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/report"
	"chratze/internal/report/players"
	"chratze/internal/terminal/lines"
	"chratze/templates"
	"chratze/variant"
)

// NewBot is chratze bot: commands for authors of bots.
func NewBot(sh *shell.Shell) *cobra.Command {
	cmd := &cobra.Command{
		Use: "bot",
		Example: `  chratze bot new python
  chratze bot validate -- python3 bot.py
  chratze bot join 7K2M-9XAB -- python3 bot.py`,
		Args: sh.UnknownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newBotNew(sh), newBotValidate(sh), newBotServe(sh), newBotJoin(sh))
	return cmd
}

// newBotServe is chratze bot serve: it lets one of our bots speak the protocol.
func newBotServe(sh *shell.Shell) *cobra.Command {
	return &cobra.Command{
		Use:       "serve BOT",
		Example:   `  chratze bot serve stammtisch-1`,
		Args:      cobra.ExactArgs(1),
		ValidArgs: bot.Names(),
		RunE: func(cmd *cobra.Command, args []string) error {
			spec, err := bot.Load(args[0], shell.ReadPolicy)
			if err != nil {
				return shell.Misuse(botFault(sh.Printer(), err))
			}
			return protocol.Serve(cmd.InOrStdin(), cmd.OutOrStdout(), spec)
		},
	}
}

// newBotNew is chratze bot new: it writes a template.
func newBotNew(sh *shell.Shell) *cobra.Command {
	sources := map[string]struct {
		name string
		text []byte
		next func(path string) string
	}{"go": {"main.go", templates.Go, testGoBot}, "python": {"bot.py", templates.Python, testPythonBot}}
	return &cobra.Command{
		Use: "new {go|python} [FILE]",
		Example: `  chratze bot new python
  chratze bot new go mybot/main.go`,
		Args:      cobra.RangeArgs(1, 2),
		ValidArgs: []string{"go", "python"},
		RunE: func(cmd *cobra.Command, args []string) error {
			p := sh.Printer()
			source, ok := sources[args[0]]
			if !ok {
				return shell.Misuse(p.Unknown("bot.bad.template", locale.Args{"value": lines.Quoted(args[0]), "allowed": p.List(cmd.ValidArgs)}, args[0], cmd.ValidArgs))
			}
			path := source.name
			if len(args) > 1 {
				path = args[1]
			}
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				return err
			}
			file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o755)
			if errors.Is(err, fs.ErrExist) {
				return errors.New(p.T("bot.new.exists", locale.Args{"path": path}))
			}
			if err != nil {
				return err
			}
			if _, err = file.Write(source.text); err != nil {
				return errors.Join(err, file.Close())
			}
			if err := file.Close(); err != nil {
				return err
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), p.T("bot.new.done", locale.Args{"path": path, "command": source.next(path)}))
			return err
		},
	}
}

// testPythonBot returns the command that tests a bot in a file.
func testPythonBot(path string) string { return "chratze bot validate -- python3 " + shellWord(path) }

// testGoBot returns the command that builds a bot beside its source, under a name that isn't
// taken, and tests it.
func testGoBot(path string) string {
	program := filepath.ToSlash(filepath.Join(filepath.Dir(path), "bot"))
	if !filepath.IsAbs(path) {
		program = "./" + program
	}
	program = shellWord(program)
	return "go build -o " + program + " " + shellWord(filepath.ToSlash(path)) + " && chratze bot validate -- " + program
}

// shellWord quotes a word for a shell if necessary.
func shellWord(word string) string {
	if strings.ContainsFunc(word, func(r rune) bool { return r < '+' || strings.ContainsRune(";<=>?[\\]^`{|}~", r) }) {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}

// validateFlags are the flags of chratze bot validate.
type validateFlags struct {
	limit   time.Duration
	hands   shell.Whole
	seed    shell.SeedFlag
	presets []string
	save    string
	again   string
	json    bool
}

func newBotValidate(sh *shell.Shell) *cobra.Command {
	f := validateFlags{limit: time.Second, hands: shell.NewWhole(12, 1, 1e6), seed: 1, save: "."}
	cmd := &cobra.Command{
		Use: "validate [flags] -- COMMAND [ARGUMENT …]",
		Example: `  chratze bot validate -- python3 bot.py
  chratze bot validate --presets kratzen --hands 200 -- ./mybot --level 3
  chratze bot validate --again question-1.jsonl -- python3 bot.py`,
		Args:        cobra.MinimumNArgs(1),
		RunE:        func(cmd *cobra.Command, args []string) error { return f.run(cmd, sh, args) },
		Annotations: map[string]string{shell.TakesItsTime: "yes"}, // until its program has ended
	}
	shell.Vars(cmd, map[string]any{
		"limit": &f.limit, "hands": &f.hands, "seed": &f.seed, "presets": &f.presets, "save": &f.save, "again": &f.again, "json": &f.json,
	})
	shell.Completes(cmd, "presets", variant.Presets()...)
	return cmd
}

func (f *validateFlags) run(cmd *cobra.Command, sh *shell.Shell, command []string) error {
	p := sh.Printer()
	opt := validate.Options{Command: command, Limit: f.limit, Hands: int(f.hands.Value), Seed: uint64(f.seed), Presets: f.presets}
	for _, preset := range f.presets {
		if _, ok := variant.Lookup(preset); !ok {
			return shell.Misuse(p.T("bot.bad.preset", locale.Args{"value": preset, "allowed": p.List(variant.Presets())}))
		}
	}
	if f.limit < time.Millisecond || f.limit > time.Hour {
		return shell.Misuse(p.T("arena.bad.limit", locale.Args{"value": f.limit}))
	}
	if f.again != "" {
		return f.askAgain(cmd, p, opt)
	}
	if err := os.MkdirAll(f.save, 0o755); err != nil {
		return shell.Misuse("--save: " + err.Error())
	}
	if err := shell.Writable(p, filepath.Join(f.save, "question-1.jsonl"), shell.AnyKind); err != nil {
		return err
	}
	b := report.NewBar(cmd.ErrOrStderr(), p.T("bot.presets", nil), int64(len(variant.Presets())))
	done := int64(0)
	r, err := validate.Run(cmd.Context(), opt, func(*validate.Try) {
		done++
		b.Set(done)
	})
	b.Clear()
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	saved, saveErr := f.saveAll(r)
	if err := report.Write(cmd.OutOrStdout(), p, &players.Validate{Command: command, Found: r, Saved: saved}, f.json); err != nil {
		return err
	}
	switch {
	case saveErr != nil:
		return saveErr
	case err != nil:
		return err
	case len(r.Findings) > 0:
		return shell.ErrSilent
	}
	return nil
}

// saveAll saves the questions of all findings and returns the file names.
func (f *validateFlags) saveAll(r *validate.Report) (paths []string, err error) {
	for i := range r.Findings {
		path := ""
		if q := r.Findings[i].Question; q != nil {
			path = filepath.Join(f.save, "question-"+strconv.Itoa(i+1)+".jsonl")
			if err := atomicfile.Write(path, validate.Save(q), 0o644); err != nil {
				return make([]string, len(r.Findings)), err
			}
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// askAgain asks a saved question again.
func (f *validateFlags) askAgain(cmd *cobra.Command, p *locale.Printer, opt validate.Options) error {
	data, err := bounded.ReadText(f.again, shell.MaxQuestionFile)
	if err != nil {
		return shell.Misuse("--again: " + shell.FileFault(p, f.again, err))
	}
	q, err := validate.Load(data)
	if err != nil {
		return shell.Unreadable(p, f.again, err)
	}
	reply, finding := validate.Again(cmd.Context(), opt, q)
	if err := cmd.Context().Err(); err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	if finding == nil {
		_, err := fmt.Fprintln(out, p.T("bot.again.ok", locale.Args{"act": reply.Action}))
		return err
	}
	if _, err := io.WriteString(out, players.FindingText(p, opt.Command, finding)); err != nil {
		return err
	}
	return shell.ErrSilent
}
