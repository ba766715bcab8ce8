package cli

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
	"github.com/spf13/pflag"

	"chratze/analysis/chart"
	"chratze/bot"
	"chratze/bot/policy"
	"chratze/internal/locale"
	"chratze/internal/page/chartpage"
	"chratze/internal/report"
	"chratze/internal/terminal/lines"
	"chratze/pot"
	"chratze/rams"
)

// chartFlags are the flags of chratze chart.
type chartFlags struct {
	rules   string
	seats   whole
	bot     string
	hands   whole // 0: as in the shipped chart, or usualHands
	workers whole
	pot     whole // -1: that of the arena
	seed    seedFlag
	out     string
	deck    string
	json    bool
}

// usualHands is the default number of hands.
const usualHands = 500_000

func newChart(sh *shell) *cobra.Command {
	f := chartFlags{
		seats: whole{0, 2, rams.MaxSeats}, hands: whole{0, 1, 1e9}, workers: whole{int64(runtime.GOMAXPROCS(0)), 1, 1024},
		pot: whole{-1, 0, int64(pot.Max)}, seed: 1,
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
	flags := cmd.Flags()
	rulesFlag(cmd, &f.rules)
	vars(flags, map[string]pflag.Value{"seats": &f.seats, "hands": &f.hands, "workers": &f.workers, "pot": &f.pot, "seed": &f.seed})
	flags.StringVar(&f.bot, "bot", "best", "")
	flags.StringVar(&f.out, "out", ".", "")
	deckFlag(cmd, &f.deck)
	flags.BoolVar(&f.json, "json", false, "")
	undefaulted(flags, "seats", "pot", "hands")
	sh.describe(cmd, "chart")
	return cmd
}

func (f *chartFlags) run(cmd *cobra.Command, sh *shell) error {
	p := sh.printer()
	subject, config, err := f.subject(sh, p)
	if err != nil {
		return err
	}
	if err := f.makeOut(p); err != nil {
		return err
	}
	began := time.Now()
	if shipped, ok := chartpage.Shipped(subject.Variant, subject.Game.Seats()); ok && f.usual(cmd) {
		subject.Chart = shipped.Chart
	} else {
		b := report.NewBar(cmd.ErrOrStderr(), p.T("sim.hands", nil), config.Hands)
		subject.Chart, err = chart.Compute(cmd.Context(), config, b.Set)
		b.Clear()
	}
	switch stopped := err != nil; {
	case stopped && subject.Chart.Hands == 0:
		return interrupted(p.T("chart.interrupted", nil))
	case stopped:
		err = interrupted(p.T("sim.interrupted", locale.Args{"n": subject.Chart.Hands, "of": config.Hands}))
	}
	return errors.Join(f.tell(cmd, p, subject, began), err)
}

// makeOut makes the directory of the files, and tests whether they can be written.
func (f *chartFlags) makeOut(p *locale.Printer) error {
	if f.json {
		return nil
	}
	if err := os.MkdirAll(f.out, 0o755); err != nil {
		return misuse(unwritable(p, f.out, err))
	}
	return writable(p, filepath.Join(f.out, "index.html"))
}

// tell writes a chart.
func (f *chartFlags) tell(cmd *cobra.Command, p *locale.Printer, subject chartpage.Subject, began time.Time) error {
	if f.json {
		_, err := io.WriteString(cmd.OutOrStdout(), report.JSON(subject.Chart))
		return err
	}
	files := chartpage.Drawings(p, subject)
	files["index.html"] = chartpage.Page(p, subject)
	name := subject.Variant.Preset() + "-" + strconv.Itoa(subject.Game.Seats())
	for file, data := range files {
		if err := writeFile(p, filepath.Join(f.out, fileName(name, file)), func() []byte { return data }); err != nil {
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
	for _, name := range [...]string{"hands", "seed", "bot", "pot"} {
		if cmd.Flags().Changed(name) {
			return false
		}
	}
	return true
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
func (f *chartFlags) subject(sh *shell, p *locale.Printer) (s chartpage.Subject, c chart.Config, err error) {
	if err := (lines.Look{Deck: f.deck}).Check(); err != nil {
		return s, c, err
	}
	s.Bot, s.Deck = f.bot, locale.Deck(f.deck)
	c = chart.Config{Hands: cmp.Or(f.hands.value, usualHands), Seed: uint64(f.seed), Workers: int(f.workers.value)}
	if s.Variant, s.Game, err = sh.readGame(f.rules, f.seats.value); err != nil {
		return s, c, err
	}
	spec, err := bot.Load(f.bot, readPolicy)
	if err != nil {
		return s, c, misuse("--bot: " + botFault(err))
	}
	caller := spec.Caller(s.Game)
	if caller == nil {
		return s, c, misuse(p.T("chart.bad.bot", locale.Args{"value": f.bot, "rules": s.Variant, "seats": s.Game.Seats()}))
	}
	c.Game, c.Players, c.Open = s.Game, caller, policy.UsuallyOpen
	c.Pot, err = potBefore(p, s.Game, f.pot.value)
	return s, c, err
}
