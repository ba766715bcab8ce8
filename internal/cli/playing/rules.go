package playing

import (
	"os"

	"github.com/spf13/cobra"

	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/page/rulepage"
	"chratze/internal/report"
	"chratze/internal/terminal/lines"
	"chratze/internal/wording"
	"chratze/variant"
	"chratze/variant/rulesfile"
)

// optionTable is the answer of chratze rules --json.
type optionTable struct {
	Presets []presetOptions `json:"presets"`
}

// presetOptions are the options of a preset, or of a table's house rules.
type presetOptions struct {
	Rules   string       `json:"rules"` // as in --rules
	Preset  string       `json:"preset"`
	Seats   [2]int       `json:"seats"` // fewest and most
	Best    [2]int       `json:"best_seats"`
	Options []optionData `json:"options"`
}

// optionData is an option and its value in these rules.
type optionData struct {
	Key     string   `json:"key"`
	Kind    string   `json:"kind"` // enum, yesno or amount
	Value   string   `json:"value"`
	Default string   `json:"default"`
	Values  []string `json:"values,omitempty"`
	Least   *int64   `json:"least,omitempty"` // smallest amount
	Most    *int64   `json:"most,omitempty"`
	Meaning bool     `json:"meaning"` // if false, the option can't be given
	Ours    bool     `json:"ours"`    // no source states the value
	Source  string   `json:"source"`
}

func newOptionTable(variants []variant.Variant) optionTable {
	var t optionTable
	for _, v := range variants {
		p := presetOptions{Rules: v.String(), Preset: v.Preset()}
		p.Seats[0], p.Seats[1] = v.Seats()
		p.Best[0], p.Best[1] = v.Best()
		for _, o := range v.Options() {
			d := optionData{o.Key, o.Kind.String(), o.Value, o.Default, o.Values, nil, nil, o.Meaning, o.Ours, o.Source}
			if o.Kind == variant.Amount {
				d.Least, d.Most = &o.Least, &o.Most
			}
			p.Options = append(p.Options, d)
		}
		t.Presets = append(t.Presets, p)
	}
	return t
}

// allPresets returns every preset without changes.
func allPresets() (list []variant.Variant) {
	for _, name := range variant.Presets() {
		v, _ := variant.Lookup(name)
		list = append(list, v)
	}
	return list
}

// namedRules parses rules given as an argument.
func namedRules(sh *shell.Shell, name string) (variant.Variant, error) {
	f, err := rulesfile.Load(sh.Game(name), shell.ReadSmall)
	if err != nil {
		return variant.Variant{}, shell.Misuse(sh.RulesFault(name, err))
	}
	return f.Variant, nil
}

// rulesNamed is the rules that the argument or --rules names, if there are any.
func rulesNamed(p *locale.Printer, args []string, rules string) ([]string, error) {
	switch {
	case rules == "":
		return args, nil
	case len(args) > 0:
		return nil, shell.NotTogether(p, "PRESET", "--rules")
	}
	return []string{rules}, nil
}

// writeRules writes rules as a page.
func writeRules(p *locale.Printer, scr *lines.Screen, page string, sheet locale.Sheet) error {
	if err := shell.Writable(p, page, shell.Page); err != nil {
		return err
	}
	if err := shell.WriteFile(p, page, func() []byte { return rulepage.Page(p, sheet, true) }); err != nil {
		return err
	}
	scr.Line(p.T("cli.rules.html", locale.Args{"file": page}))
	return scr.Flush()
}

// NewRules is chratze rules.
func NewRules(sh *shell.Shell) *cobra.Command {
	var rules, other, page string
	var look lines.Look
	var seats int
	var asJSON bool
	cmd := &cobra.Command{
		Use: "rules [PRESET]",
		Example: `  chratze rules
  chratze rules kratzen --seats 5
  chratze rules chratze,susi=forced,ante=50
  chratze rules chratze --diff chratze-en
  chratze rules wednesday.toml --json
  chratze rules kratzen --html rules.html`,
		Args: cobra.MaximumNArgs(1),
		ValidArgsFunction: func(_ *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return shell.CompleteRules(text)
		},
	}
	shell.Vars(cmd, map[string]any{
		"rules": &rules, // as with all other commands
		"diff":  &other, "seats": &seats, "json": &asJSON, "html": &page,
	})
	shell.MoneyFlag(cmd, &look.Money)
	cmd.MarkFlagsMutuallyExclusive("html", "json")
	cmd.MarkFlagsMutuallyExclusive("html", "diff")
	shell.Completes(cmd, "diff", variant.Presets()...)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		p, scr := sh.Printer(), lines.NewScreen(cmd.OutOrStdout(), os.Getenv)
		if err := look.Check(); err != nil {
			return err
		}
		args, err := rulesNamed(p, args, rules)
		if err != nil {
			return err
		}
		seated := cmd.Flags().Changed("seats")
		variants := allPresets()
		if len(args) > 0 || other != "" || seated || page != "" || look.Money != "" {
			v, err := namedRules(sh, append(args, p.FirstGame())[0])
			if err != nil {
				return err
			}
			variants = []variant.Variant{v}
		}
		v := variants[0]
		look.Deck = string(p.DeckOf(v.Preset())) // the rules show the deck of the game
		if seated {
			if _, err := v.Game(seats); err != nil {
				return shell.Misuse(p.Error(err))
			}
		}
		switch {
		case page != "":
			return writeRules(p, scr, page, look.Sheet(p, v, seats))
		case other != "":
			o, err := namedRules(sh, other)
			if err != nil {
				return err
			}
			if asJSON {
				scr.Data(report.JSON(newOptionTable([]variant.Variant{v, o})))
				return scr.Flush()
			}
			return scr.Markdown(wording.RuleDiff(p, look.Sheet(p, v, 0), o))
		case asJSON:
			scr.Data(report.JSON(newOptionTable(variants)))
			return scr.Flush()
		case len(variants) > 1:
			return lines.PresetOptions(p, scr, variants)
		}
		return scr.Markdown(wording.RuleSheet(p, look.Sheet(p, v, seats)))
	}
	return cmd
}
