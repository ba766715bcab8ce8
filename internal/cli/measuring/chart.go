package measuring

import (
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"chratze/bot/solved"
	"chratze/internal/bounded"
	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/page/chartpage"
	"chratze/internal/report"
	"chratze/internal/terminal/lines"
	"chratze/rams"
	"chratze/variant"
)

// chartFlags are the flags of chratze chart.
type chartFlags struct {
	rules string
	seats shell.Whole
	file  string // "": the chart that is part of the program
	out   string
	deck  string
	json  bool
}

// maxChart is the most bytes of a chart: many times what the largest has.
const maxChart = 8 << 20

func NewChart(sh *shell.Shell) *cobra.Command {
	f := chartFlags{seats: shell.NewWhole(0, 2, rams.MaxSeats), out: "."}
	cmd := &cobra.Command{
		Use: "chart",
		Example: `  chratze chart --out charts
  chratze chart --rules kratzen --seats 4 --lang de-AT
  chratze chart --file mine.json --out charts`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd, sh) },
	}
	shell.RulesFlag(cmd, &f.rules)
	shell.Vars(cmd, map[string]any{"seats": &f.seats, "file": &f.file, "out": &f.out, "json": &f.json})
	shell.DeckFlag(cmd, &f.deck)
	cmd.MarkFlagsMutuallyExclusive("file", "rules")
	cmd.MarkFlagsMutuallyExclusive("file", "seats")
	return cmd
}

func (f *chartFlags) run(cmd *cobra.Command, sh *shell.Shell) error {
	p := sh.Printer()
	subject, err := f.subject(sh, p)
	if err != nil {
		return err
	}
	if err := f.makeOut(p, chartName(subject)); err != nil {
		return err
	}
	return f.tell(cmd, p, subject)
}

// subject returns what is shown. An error is a misuse.
func (f *chartFlags) subject(sh *shell.Shell, p *locale.Printer) (s chartpage.Subject, err error) {
	if err := (lines.Look{Deck: f.deck}).Check(); err != nil {
		return s, err
	}
	if f.file != "" {
		file, err := bounded.ReadFile(f.file, maxChart)
		if err != nil {
			return s, shell.Unreadable(p, f.file, err)
		}
		if s, err = chartpage.Read(file); errors.Is(err, chartpage.ErrNotChart) {
			return s, shell.Misuse(p.T("chart.bad.file", locale.Args{"path": lines.Quoted(f.file)}))
		} else if err != nil {
			return s, shell.Unreadable(p, f.file, err)
		}
	} else {
		v, g, err := sh.ReadGame(f.rules, f.seats.Value)
		if err != nil {
			return s, err
		}
		shipped, ok := chartpage.Shipped(v, g.Seats())
		if !ok {
			return s, shell.Misuse(none(p, v, g))
		}
		s = shipped
	}
	s.Deck = locale.Deck(f.deck)
	return s, nil
}

// none says that the program has no chart of a game, and which ones it has of its preset.
func none(p *locale.Printer, v variant.Variant, g *rams.Game) string {
	args := locale.Args{"rules": v, "seats": g.Seats(), "game": v.Preset()}
	if solved.Plays(g) {
		return p.T("chart.none.solved", args)
	}
	var list []string
	for _, t := range chartpage.All() {
		if t.Preset == v.Preset() {
			list = append(list, strconv.Itoa(t.Seats))
		}
	}
	if len(list) == 0 {
		return p.T("chart.none.game", args)
	}
	args["list"] = p.List(list)
	return p.T("chart.none", args)
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
func (f *chartFlags) tell(cmd *cobra.Command, p *locale.Printer, subject chartpage.Subject) error {
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
	text := report.NewText(p)
	text.Line(p.T("chart.done", locale.Args{"n": subject.Chart.Hands, "list": p.List(list)}))
	text.Line(chartpage.HowBrief(p, subject))
	text.Grid(chartpage.Brief(p, subject))
	_, err := io.WriteString(cmd.OutOrStdout(), text.String())
	return err
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
