package cashdesk

import (
	"errors"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"chratze/internal/cli/shell"
	"chratze/internal/desk"
	"chratze/internal/desk/spoken"
	"chratze/internal/locale"
	"chratze/internal/report"
	"chratze/internal/terminal/lines"
	"chratze/pot"
)

// NewSettle is chratze settle.
func NewSettle(sh *shell.Shell) *cobra.Command {
	s := &spoken.Hand{Declarer: spoken.NotSaid}
	var rules, amount, joiners string
	var look lines.Look
	var asJSON bool
	cmd := &cobra.Command{
		Use: "settle",
		Example: `  chratze settle --pot 100 --declarer 1 --joiners 2,1,0
  chratze settle --rules kratzen --pot 90 --declarer 3 --joiners 1,0 --json
  chratze settle --rules kratzen --muss --pot 50 --declarer 2 --joiners 1,1,0
  chratze settle --rules zwicken --pot 90 --joiners 2,1,0 --lost 2
  chratze settle --rules loo --pot 90 --joiners 2 --for-pot`,
		Args: cobra.NoArgs,
	}
	shell.RulesFlag(cmd, &rules)
	shell.Vars(cmd, map[string]any{
		"pot": &amount, "declarer": &s.Declarer, "joiners": &joiners, "seats": &s.Seats, "muss": &s.Muss, "seven-muss": &s.SevenMuss,
		"for-pot": &s.ForPot, "lost": &s.Lost, "json": &asJSON,
	})
	cmd.Flags().Lookup("declarer").DefValue = "0" // hides the default
	shell.MoneyFlag(cmd, &look.Money)
	cmd.RunE = func(cmd *cobra.Command, _ []string) (err error) {
		p := sh.Printer()
		if err := look.Check(); err != nil {
			return err
		}
		if s.Rules, err = sh.ReadRules(rules); err != nil {
			return err
		}
		if amount == "" {
			return shell.Misuse(p.T("cli.bad.pot.missing", nil))
		}
		money := look.Sheet(p, s.Rules, 0).Money
		if s.Rules, err = s.Rules.In(pot.Money(money)); err != nil {
			return shell.Misuse(p.Error(err))
		}
		var read bool
		if s.Pot, read = desk.Money(money).Parse(amount); !read && amount != "0" {
			return shell.Misuse(p.T("cli.bad.pot", locale.Args{"value": lines.Quoted(amount), "coin": p.Sum(money, pot.Money(money).Coin())}))
		}
		if s.Joiners, err = parseTricks(lines.Narrow(joiners)); err != nil {
			return shell.Misuse(p.T("cli.bad.tricks", locale.Args{"value": lines.Quoted(joiners)}))
		}
		out, err := s.Settle()
		if err != nil {
			return shell.Misuse(sayUnsettled(p, err))
		}
		scr := lines.NewScreen(cmd.OutOrStdout(), os.Getenv)
		if asJSON {
			scr.Data(report.JSON(out))
			return scr.Flush()
		}
		return lines.Settlement(p, scr, look, s, &out)
	}
	return cmd
}

// sayUnsettled explains why a hand can't be settled.
func sayUnsettled(p *locale.Printer, err error) string {
	if u, ok := errors.AsType[*spoken.Error](err); ok {
		return p.T("cli.settle."+u.Code, locale.Args{"n": u.N, "want": u.Want})
	}
	return p.Error(err)
}

// parseTricks parses a list such as "2,1,0"; the empty text is the empty list.
func parseTricks(text string) ([]int, error) {
	if text == "" {
		return nil, nil
	}
	var list []int
	for item := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(item))
		if err != nil || n > math.MaxInt32 {
			return nil, errors.New(item)
		}
		list = append(list, n)
	}
	return list, nil
}
