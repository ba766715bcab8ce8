package measuring

import (
	"cmp"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"chratze/analysis/chart"
	"chratze/bot"
	"chratze/bot/policy"
	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/page/chartpage"
	"chratze/internal/report"
	"chratze/internal/terminal/lines"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// chartFlags are the flags of chratze chart.
type chartFlags struct {
	rules   string
	seats   shell.Whole
	bot     string
	hands   shell.Whole // 0: as in the shipped chart, or usualHands
	workers shell.Whole
	pot     shell.Whole // -1: that of the arena
	seed    shell.SeedFlag
	out     string
	deck    string
	json    bool
}

// usualHands is the default number of hands.
const usualHands = 500_000

func NewChart(sh *shell.Shell) *cobra.Command {
	f := chartFlags{
		seats: shell.NewWhole(0, 2, rams.MaxSeats), hands: shell.NewWhole(0, 1, 1e9), workers: shell.NewWhole(int64(runtime.GOMAXPROCS(0)), 1, 1024),
		pot: shell.NewWhole(-1, 0, int64(pot.Max)), seed: 1, bot: "best", out: ".",
	}
	cmd := &cobra.Command{
		Use: "chart",
		Example: `  chratze chart --out charts
  chratze chart --rules kratzen --seats 4 --lang de-AT
  chratze chart --seats 3 --bot policy:mine.policy --hands 2000000
  chratze chart --json > chratze-4.json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd, sh) },
	}
	shell.RulesFlag(cmd, &f.rules)
	shell.Vars(cmd, map[string]any{
		"seats": &f.seats, "hands": &f.hands, "workers": &f.workers, "pot": &f.pot, "seed": &f.seed,
		"bot": &f.bot, "out": &f.out, "json": &f.json,
	})
	shell.DeckFlag(cmd, &f.deck)
	return cmd
}

func (f *chartFlags) run(cmd *cobra.Command, sh *shell.Shell) error {
	p := sh.Printer()
	subject, config, err := f.subject(sh, p)
	if err != nil {
		return err
	}
	if err := f.makeOut(p, chartName(subject)); err != nil {
		return err
	}
	began := time.Now()
	if shipped, ok := chartpage.Shipped(subject.Variant, subject.Game.Seats()); ok && f.usual(cmd) {
		subject.Chart = shipped.Chart
	} else {
		b := report.NewBar(cmd.ErrOrStderr(), p.T("sim.hands", nil), config.Hands)
		config.Progress = b.Set
		subject.Chart, err = chart.Compute(cmd.Context(), config)
		b.Clear()
	}
	switch stopped := err != nil; {
	case stopped && subject.Chart.Hands == 0:
		return shell.Interrupted(p.T("chart.interrupted", nil))
	case stopped:
		err = shell.Interrupted(p.T("sim.interrupted", locale.Args{"n": subject.Chart.Hands, "of": config.Hands}))
	}
	return errors.Join(f.tell(cmd, p, subject, began), err)
}

// makeOut makes the directory of the files, and tests whether they can be written.
func (f *chartFlags) makeOut(p *locale.Printer, name string) error {
	if f.json {
		return nil
	}
	if err := os.MkdirAll(f.out, 0o755); err != nil {
		return shell.Misuse(shell.Unwritable(p, f.out, err))
	}
	return shell.Writable(p, filepath.Join(f.out, fileName(name, "index.html")), shell.Page)
}

// tell writes a chart.
func (f *chartFlags) tell(cmd *cobra.Command, p *locale.Printer, subject chartpage.Subject, began time.Time) error {
	if f.json {
		_, err := io.WriteString(cmd.OutOrStdout(), report.JSON(subject.Chart))
		return err
	}
	files := chartpage.Drawings(p, subject)
	files["index.html"] = chartpage.Page(p, subject)
	name := chartName(subject)
	for file, data := range files {
		if err := shell.WriteFile(p, filepath.Join(f.out, fileName(name, file)), func() []byte { return data }); err != nil {
			return err
		}
	}
	list := slices.Sorted(maps.Keys(files))
	for i := range list {
		list[i] = filepath.Join(f.out, fileName(name, list[i]))
	}
	_, err := io.WriteString(cmd.OutOrStdout(), p.T("chart.done", locale.Args{
		"n": subject.Chart.Hands, "seconds": int(time.Since(began).Seconds()), "list": p.List(list),
	})+"\n")
	return err
}

// usual reports whether the flags ask for exactly the shipped chart.
func (f *chartFlags) usual(cmd *cobra.Command) bool {
	return len(shell.Changed(cmd, "hands", "seed", "bot", "pot")) == 0
}

// chartName is the name of the game in those of its files: chratze-4.
func chartName(s chartpage.Subject) string {
	return s.Variant.Preset() + "-" + strconv.Itoa(s.Game.Seats())
}

// fileName prefixes the name of a drawing with the game: chratze-4-open.svg; the page is
// chratze-4.html.
func fileName(game, file string) string {
	if file == "index.html" {
		return game + ".html"
	}
	return game + "-" + file
}

// subject returns what to compute and show for the flags. An error is a misuse.
func (f *chartFlags) subject(sh *shell.Shell, p *locale.Printer) (s chartpage.Subject, c chart.Config, err error) {
	if err := (lines.Look{Deck: f.deck}).Check(); err != nil {
		return s, c, err
	}
	s.Bot, s.Deck = f.bot, locale.Deck(f.deck)
	c = chart.Config{Hands: cmp.Or(f.hands.Value, usualHands), Seed: uint64(f.seed), Workers: int(f.workers.Value)}
	if s.Variant, s.Game, err = sh.ReadGame(f.rules, f.seats.Value); err != nil {
		return s, c, err
	}
	spec, err := bot.Load(f.bot, shell.ReadPolicy)
	if err != nil {
		return s, c, shell.Misuse("--bot: " + botFault(p, err))
	}
	caller := spec.Caller(s.Game)
	if caller == nil {
		return s, c, noCaller(p, spec, s.Variant, s.Game)
	}
	c.Game, c.Players, c.Open = s.Game, caller, policy.UsuallyOpen
	c.Pot, err = potBefore(p, s.Game, f.pot.Value)
	return s, c, err
}

// noCaller says why a bot has no calls to measure (bot.Spec.Caller). The error is a misuse.
func noCaller(p *locale.Printer, spec bot.Spec, v variant.Variant, g *rams.Game) error {
	key := "chart.bad.bot"
	if spec.Learned() {
		key = "chart.bad.policy"
	}
	return shell.Misuse(p.T(key, locale.Args{"value": spec.String(), "rules": v, "seats": g.Seats()}))
}
