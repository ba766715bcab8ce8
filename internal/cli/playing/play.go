// Package playing is the commands of the table, the teacher and recorded hands: play, lesson, puzzle, join, replay, review,
// verify, rules, words.
package playing

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"chratze/bot"
	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/internal/teach/lessons"
	"chratze/internal/terminal/lines"
	"chratze/internal/terminal/local"
	"chratze/internal/terminal/screen"
	"chratze/variant"
)

// NewPlay is chratze play.
func NewPlay(sh *shell.Shell) *cobra.Command {
	o := lines.Options{Seat: -1, Bots: lines.DefaultBots}
	var rules string
	var seed shell.SeedFlag
	look, dealer := screenFlags{}, -1
	cmd := &cobra.Command{
		Use:         "play",
		Annotations: map[string]string{shell.TakesItsTime: "yes"},
		Example: `  chratze play
  chratze play --rules kratzen --seats 5 --name Vreni
  chratze play --rules chratze,susi=forced,ante=50 --seed 42
  chratze play --plain
  chratze play --resume`,
	}
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 && o.Resume == lines.ResumeLast {
			if n, err := strconv.ParseUint(args[0], 10, 63); err == nil {
				return shell.Misuse(sh.Printer().T("cli.bad.resume.gap", locale.Args{"value": strconv.FormatUint(n, 10)}))
			}
		}
		return cobra.NoArgs(cmd, args)
	}
	shell.RulesFlag(cmd, &rules)
	flags := cmd.Flags()
	shell.Vars(cmd, map[string]any{
		"seats": &o.Seats, "seat": &o.Seat, "dealer": &dealer, "seed": &seed, "name": &o.Name, "bots": &o.Bots,
		"hands": &o.Hands, "resume": &o.Resume, "data": &o.Data,
	})
	flags.Lookup("seat").DefValue, flags.Lookup("dealer").DefValue, flags.Lookup("rules").DefValue = "0", "0", "" // hides the default
	flags.Lookup("resume").NoOptDefVal = lines.ResumeLast
	shell.MoneyFlag(cmd, &o.Look.Money)
	shell.DeckFlag(cmd, &o.Look.Deck)
	look.add(cmd)
	shell.Completes(cmd, "bots", bot.Names()...)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		p := sh.Printer()
		if !cmd.Flags().Changed("rules") {
			rules = p.FirstGame()
		}
		if settled := shell.Changed(cmd, "rules", "seats", "seat", "dealer", "seed", "name", "bots"); o.Resume != "" && len(settled) > 0 {
			return shell.Misuse(p.T("cli.bad.with-resume", locale.Args{"flags": p.List(settled)}))
		}
		if o.Dealer, o.Look.Lang = dealer+1, sh.Lang; flags.Changed("seed") {
			o.Seed = (*uint64)(&seed)
		}
		read := func() (variant.Variant, error) { return sh.ReadRules(rules) }
		opt, err := look.options(p)
		if err != nil {
			return err
		}
		opt.Deck = locale.Deck(o.Look.Deck)
		if look.table(cmd) && len(shell.Changed(cmd, "rules", "seats", "seat", "dealer", "seed", "bots", "hands", "resume", "money")) == 0 {
			chosen, err := choose(cmd, &opt, &o, &rules)
			if err != nil || !chosen {
				return shell.UnlessInterrupted(cmd.Context(), err)
			}
		}
		s, waiting, err := o.Open(p, read)
		if err != nil {
			return err
		}
		sh.Lang = s.Look.Lang // of errors too
		opt.Printer, opt.Deck = sh.Printer(), locale.Deck(s.Look.Deck)
		if o.Resume == "" {
			opt.Introduce = local.FirstTime(filepath.Dir(filepath.Dir(s.Dir())))
		}
		scr := lines.NewScreen(cmd.OutOrStdout(), os.Getenv)
		if s.Info().Stage != table.Over && !look.table(cmd) {
			lines.Welcome(p, scr, s, o.Resume != "", waiting)
		}
		return look.show(cmd, opt, screen.Local(s, waiting), scr, nil)
	}
	return cmd
}

// evenings is how many saved evenings the start screen lists.
const evenings = 8

// choose shows the start screen, and lessons as long as one is wanted. False: the person has left.
func choose(cmd *cobra.Command, opt *screen.Options, o *lines.Options, rules *string) (bool, error) {
	p := opt.Printer
	if err := o.Look.Check(); err != nil {
		return false, err
	}
	data, err := lines.DataDir(o.Data, os.Getenv)
	if err != nil {
		return false, err
	}
	saved, err := local.Evenings(data, evenings)
	if err != nil {
		return false, lines.Trouble(err, data, 0)
	}
	all := lessons.Course(p, opt.Deck)
	titles := make([]string, len(all))
	for i := range all {
		titles[i] = all[i].Title
	}
	scr := screen.Screen{In: shell.Keyboard(cmd), Out: cmd.OutOrStdout(), Env: os.Environ()}
	start := screen.NewStart(*opt, titles, saved)
	for {
		if start, err = screen.RunStart(cmd.Context(), start, scr); err != nil {
			return false, err
		}
		c, chosen := start.Choice()
		if !chosen {
			return false, nil
		}
		if c.Lesson > 0 {
			taught := *opt
			taught.Deck, taught.Pace, taught.Blind = c.Deck, c.Pace, true
			if _, err := screen.Run(cmd.Context(), taught, screen.Lessons(lessons.Course(p, c.Deck), c.Lesson), scr); err != nil {
				return false, err
			}
			continue
		}
		opt.Pace, opt.Blind = c.Pace, c.Blind
		if c.Resume > 0 {
			o.Resume = strconv.Itoa(c.Resume)
			return true, nil
		}
		*rules, o.Seats, o.Bots, o.Look.Deck = c.Rules, c.Seats, c.Bots, string(c.Deck)
		return true, nil
	}
}

// show shows a table until the person leaves or it ends, on the terminal or as lines of text on a
// screen. Then it prints the goodbye, and what more says. It prints nothing if the table can't be
// reached.
func (s *screenFlags) show(cmd *cobra.Command, opt screen.Options, source screen.Source, scr *lines.Screen, more func(screen.Model, error) []string) error {
	var m screen.Model
	var err error
	table := s.table(cmd)
	if table {
		m, err = screen.Run(cmd.Context(), opt, source, screen.Screen{In: shell.Keyboard(cmd), Out: cmd.OutOrStdout(), Env: os.Environ()})
		scr = lines.NewScreen(cmd.OutOrStdout(), os.Getenv) // the terminal may have another size now
	} else {
		m, err = screen.Lines(cmd.Context(), opt, source, cmd.InOrStdin(), scr)
	}
	if errors.Is(err, screen.ErrNoTable) {
		return err
	}
	var said []string
	if table || err == nil {
		said = m.Goodbye()
	}
	if more != nil {
		said = append(said, more(m, err)...)
	}
	if !table && len(said) > 0 {
		scr.Gap()
	}
	for _, line := range said {
		scr.Line(line)
	}
	if unwritten := scr.Flush(); unwritten != nil {
		err = lines.Unshown(unwritten)
	}
	return shell.UnlessInterrupted(cmd.Context(), err)
}

// screenFlags say how to show a table.
type screenFlags struct {
	plain, ascii, large, light, blind bool
	pace                              string
}

func (s *screenFlags) add(cmd *cobra.Command) {
	s.addLook(cmd)
	shell.Vars(cmd, map[string]any{"blind": &s.blind})
}

// addLook adds the flags that every screen has.
func (s *screenFlags) addLook(cmd *cobra.Command) {
	s.pace = screen.Paces()[screen.Normal]
	shell.Vars(cmd, map[string]any{"plain": &s.plain, "ascii": &s.ascii, "large": &s.large, "light": &s.light, "pace": &s.pace})
	shell.Completes(cmd, "pace", screen.Paces()...)
}

// options returns the screen options from the flags and the environment.
func (s *screenFlags) options(p *locale.Printer) (screen.Options, error) {
	pace := slices.Index(screen.Paces(), s.pace)
	if pace < 0 {
		return screen.Options{}, shell.Misuse(p.T("tui.bad.pace", locale.Args{"value": lines.Quoted(s.pace), "allowed": p.List(screen.Paces())}))
	}
	return screen.Options{
		Printer: p, Pace: screen.Pace(pace), Large: s.large, Light: s.light, Blind: s.blind,
		ASCII: s.ascii || !lines.HasUTF8(os.Getenv), Plain: os.Getenv("NO_COLOR") != "",
	}, nil
}

// withDeck returns the screen options with a deck. If it is empty, the table's own deck is used.
func (s *screenFlags) withDeck(p *locale.Printer, deck string) (screen.Options, error) {
	opt, err := s.options(p)
	if err != nil {
		return opt, err
	}
	opt.Deck = locale.Deck(deck)
	return opt, (lines.Look{Deck: deck}).Check()
}

// table reports whether there is a terminal for a table and the person wants it.
func (s *screenFlags) table(cmd *cobra.Command) bool {
	if s.plain || os.Getenv("TERM") == "dumb" || os.Getenv("TERM") == "" {
		return false
	}
	return shell.IsTerminal(cmd.InOrStdin()) && shell.IsTerminal(cmd.OutOrStdout())
}
