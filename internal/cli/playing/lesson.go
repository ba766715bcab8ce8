package playing

import (
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/teach/lessons"
	"chratze/internal/terminal/lines"
	"chratze/internal/terminal/screen"
)

// NewLesson is chratze lesson.
func NewLesson(sh *shell.Shell) *cobra.Command {
	var deck, rules string
	var look screenFlags
	cmd := &cobra.Command{
		Use:         "lesson [NUMBER]",
		Annotations: map[string]string{shell.TakesItsTime: "yes"},
		Example: `  chratze lesson
  chratze lesson 4
  chratze lesson --rules loo
  chratze lesson --plain`,
		Args: cobra.MaximumNArgs(1),
	}
	shell.RulesFlag(cmd, &rules)
	shell.DeckFlag(cmd, &deck)
	look.addLook(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		p := sh.Printer()
		v, err := sh.ReadRules(rules)
		if err != nil {
			return err
		}
		opt, err := look.withDeck(p, deck)
		if err != nil {
			return err
		}
		opt.Blind = true
		if deck == "" {
			opt.Deck = lines.UsualDeck(p, v.Preset())
		}
		all, from := lessons.Course(p, opt.Deck), lessons.Of(p, v)
		if most := len(all); len(args) > 0 {
			if from, err = strconv.Atoi(args[0]); err != nil || from < 1 || from > most {
				return shell.Misuse(p.T("learn.bad", locale.Args{"value": lines.Quoted(args[0]), "most": most}))
			}
		}
		return look.show(cmd, opt, screen.Lessons(all, from), lines.NewScreen(cmd.OutOrStdout(), os.Getenv), nil)
	}
	return cmd
}
