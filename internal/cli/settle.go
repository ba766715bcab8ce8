package cli

import (
	"errors"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"chratze/internal/desk/spoken"
	"chratze/internal/locale"
	"chratze/internal/report"
	"chratze/internal/terminal/lines"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// newSettle is chratze settle.
func newSettle(sh *shell) *cobra.Command {
	s := &spoken.Hand{}
	var rules, amount, joiners string
	var asJSON bool
	cmd := &cobra.Command{
		Use: "settle",
		Example: `  chratze settle --pot 100 --declarer 1 --joiners 2,1,0
  chratze settle --rules kratzen --pot 90 --declarer 3 --joiners 1,0 --json
  chratze settle --rules kratzen --muss --pot 50 --declarer 2 --joiners 1,1,0
  chratze settle --rules zwicken --pot 90 --joiners 2,1,0 --lost 2`,
		Args: cobra.NoArgs,
	}
	rulesFlag(cmd, &rules)
	flags := cmd.Flags()
	flags.StringVar(&amount, "pot", "", "")
	flags.IntVar(&s.Declarer, "declarer", spoken.NotSaid, "")
	flags.Lookup("declarer").DefValue = "0" // hides the default
	flags.StringVar(&joiners, "joiners", "", "")
	flags.IntVar(&s.Seats, "seats", 0, "")
	flags.BoolVar(&s.Muss, "muss", false, "")
	flags.BoolVar(&s.SevenMuss, "seven-muss", false, "")
	flags.IntVar(&s.Lost, "lost", 0, "")
	flags.BoolVar(&asJSON, "json", false, "")
	sh.describe(cmd, "settle")
	cmd.RunE = func(cmd *cobra.Command, _ []string) (err error) {
		p := sh.printer()
		if s.Rules, err = sh.readRules(rules); err != nil {
			return err
		}
		if amount == "" {
			return misuse(p.T("cli.bad.pot.missing", nil))
		}
		if s.Pot, err = pot.Parse(amount); err != nil || s.Pot < 0 {
			return misuse(p.T("cli.bad.pot", locale.Args{"value": lines.Quoted(amount)}))
		}
		if s.Joiners, err = parseTricks(joiners); err != nil {
			return misuse(p.T("cli.bad.tricks", locale.Args{"value": lines.Quoted(joiners)}))
		}
		out, err := s.Settle()
		if err != nil {
			return misuse(sayUnsettled(p, err))
		}
		scr := lines.NewScreen(cmd.OutOrStdout(), os.Getenv)
		if asJSON {
			scr.Raw(report.JSON(out))
			return scr.Flush()
		}
		return tellSettlement(p, scr, s, &out)
	}
	return cmd
}

// sayUnsettled explains why a hand can't be settled.
func sayUnsettled(p *locale.Printer, err error) string {
	if u, ok := errors.AsType[*spoken.Error](err); ok {
		return p.T(settleKeys[u.Code], locale.Args{"n": u.N, "want": u.Want})
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
		if err != nil || n > rams.MaxSeats {
			return nil, errors.New(item)
		}
		list = append(list, n)
	}
	return list, nil
}

// tellSettlement prints a settlement as a small table, with the reason.
func tellSettlement(p *locale.Printer, scr *lines.Screen, s *spoken.Hand, out *spoken.Settlement) error {
	w := p.Words(s.Rules, p.DeckOf(s.Rules.Preset()))
	money := p.SheetOf(s.Rules, 0).Money
	amount := func(n pot.Chips) string { return p.Number(money, n) }
	scr.Line(p.T("cli.settle.title", locale.Args{"game": scr.Strong(w.Game()), "amount": amount(s.Pot)}))
	scr.Gap()
	var rows [][]string
	row := func(who string, tricks int, payout, penalty pot.Chips) {
		cells := []string{who, p.T("cli.settle.tricks-won", locale.Args{"n": tricks}), "", ""}
		if payout > 0 {
			cells[2] = p.T("cli.settle.gets", locale.Args{"amount": amount(payout)})
		}
		if penalty > 0 {
			cells[3] = p.T("cli.settle.pays", locale.Args{"amount": amount(penalty)})
		}
		rows = append(rows, cells)
	}
	if s.Declares() {
		row(w.Declarer(), s.Declarer, *out.Payout.Declarer, *out.Penalty.Declarer)
	}
	for i, n := range s.Joiners {
		row(p.T("cli.settle.joiner", locale.Args{"n": i + 1}), n, out.Payout.Joiners[i], out.Penalty.Joiners[i])
	}
	for _, line := range lines.Align(rows, "  ") {
		scr.Line("  " + line)
	}
	scr.Gap()
	scr.Line(whySettled(s, w, money))
	scr.Line(p.T("cli.settle.pots", locale.Args{"left": amount(out.Left), "next": amount(out.NextPot)}))
	return scr.Flush()
}

// whySettled says by which rule the pot was shared.
func whySettled(s *spoken.Hand, w *locale.Words, money locale.Money) string {
	rules := s.Rules.Rules()
	made, declarer := 0, false
	for _, n := range s.Joiners {
		if n >= int(rules.JoinTarget) {
			made++
		}
	}
	if s.Declares() {
		declarer = s.Declarer >= int(rules.Target)
	}
	key := "cli.settle.why.joiners"
	switch {
	case s.In() == 1:
		key = "cli.settle.why.walkover"
	case s.Muss && rules.MussPayout == rams.PayNothing, s.SevenMuss && rules.SevenMussPayout == rams.PayNothing:
		key = "cli.settle.why.muss"
	case rules.Split == rams.SplitTricks && rules.Deal.Size() == 3:
		key = "cli.settle.why.thirds-of-tricks"
	case s.Muss, s.SevenMuss, rules.Split == rams.SplitTricks:
		key = "cli.settle.why.quarters"
	case declarer && made == 0, !declarer && made == 1:
		key = "cli.settle.why.alone"
	case rules.Split == rams.SplitRoles && declarer:
		key = "cli.settle.why.roles"
	case declarer && locale.Swallows(&rules, s.Pot):
		key = "cli.settle.why.rounded"
	case declarer:
		key = "cli.settle.why.both"
	}
	text := w.T(key, locale.Args{"declarer": w.Declarer(), "roundup": w.Number(money, rules.RoundUp), "rules": unrounded(s.Rules)})
	if s.Lost > 0 {
		text += " " + w.T("cli.settle.why.lost", nil)
	}
	return text
}

// unrounded writes these rules with shares that are not rounded up, as a flag takes them.
func unrounded(v variant.Variant) string {
	exact, err := v.With(variant.KeyValue{Key: "round_up", Value: "1"})
	if err != nil { // it can't round up
		return v.String()
	}
	return "--rules " + exact.String()
}

//lattice:table
var settleKeys = map[string]string{
	spoken.CodeNoDeclarer:  "cli.settle.no-declarer",
	spoken.CodeHasDeclarer: "cli.settle.has-declarer",
	spoken.CodeNegative:    "cli.settle.negative",
	spoken.CodeNobody:      "cli.settle.nobody",
	spoken.CodeSeats:       "cli.settle.seats",
	spoken.CodeNoMuss:      "cli.settle.no-muss",
	spoken.CodeNoSevenMuss: "cli.settle.no-seven-muss",
	spoken.CodeTwoMusses:   "cli.settle.two-musses",
	spoken.CodeMussAll:     "cli.settle.muss-all",
	spoken.CodeWalkover:    "cli.settle.walkover",
	spoken.CodeTricks:      "cli.settle.tricks",
	spoken.CodeNoLost:      "cli.settle.no-lost",
	spoken.CodeLost:        "cli.settle.lost",
}
