package shell

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"chratze/internal/locale"
	"chratze/internal/terminal/lines"
	"chratze/variant"
)

// Describe sets the help of a command, and of those below it, in the language of the locale, and, once
// the flags are read, in that of --lang. The catalogue has it under the command's path: cmd.bot.new.short,
// cmd.bot.new.long and, for a flag, cmd.sim.hands. A flag without its own text uses that of a command
// whose flags it shares, or the general one: cmd.flag.seed.
func (sh *Shell) Describe(cmd *cobra.Command) {
	_, path, _ := strings.Cut(cmd.CommandPath(), " ")
	name := strings.ReplaceAll(path, " ", ".")
	key := CommandKey(name)
	say := func() {
		p := sh.Printer()
		cmd.Short, cmd.Long = p.T(key+"short", nil), p.T(key+"long", nil)
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if key := FlagKey(p, f.Name, append([]string{name}, shares[name]...)); key != "" {
				f.Usage = p.T(key, nil)
			}
		})
	}
	say()
	sh.Says = append(sh.Says, say)
	for _, sub := range cmd.Commands() {
		sh.Describe(sub)
	}
}

// shares has the commands whose flags a command has too, by its name.
//
//lattice:table
var shares = map[string][]string{"health": {"serve"}}

// CommandKey returns the beginning of a command's keys. The program itself has no name.
func CommandKey(name string) string {
	if name == "" {
		return "cmd."
	}
	return "cmd." + name + "."
}

// FlagKey returns the key of a flag, or "" if the catalogue has none. The keys "short" and
// "long" are the descriptions of the command itself.
func FlagKey(p *locale.Printer, flag string, commands []string) string {
	for _, name := range append(commands, "flag") {
		key := CommandKey(name) + flag
		if p.Has(key) && (name == "flag" || flag != "short" && flag != "long") {
			return key
		}
	}
	return ""
}

// CompleteRules completes the value of --rules: presets and, after a comma, keys and then
// values.
func CompleteRules(text string) ([]string, cobra.ShellCompDirective) {
	head, last, more := cutLast(text, ",")
	if !more {
		return append(variant.Presets(), commas(variant.Presets())...), cobra.ShellCompDirectiveNoSpace
	}
	v, err := variant.Parse(head)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var list []string
	key, _, hasKey := strings.Cut(last, "=")
	for _, o := range v.Options() {
		switch {
		case !o.Meaning || o.Changed():
		case !hasKey:
			list = append(list, head+","+o.Key+"=")
		case o.Key == key:
			for _, value := range o.Values {
				list = append(list, head+","+key+"="+value)
			}
		}
	}
	return list, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
}

func commas(words []string) []string {
	list := slices.Clone(words)
	for i := range list {
		list[i] += ","
	}
	return list
}

// cutLast cuts text around the last separator.
func cutLast(text, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(text, sep); i >= 0 {
		return text[:i], text[i+len(sep):], true
	}
	return text, "", false
}

// MoneyFlag adds --money.
func MoneyFlag(cmd *cobra.Command, money *string) {
	cmd.Flags().StringVar(money, "money", "", "")
	Completes(cmd, "money", locale.Moneys()...)
}

// DeckFlag adds --deck.
func DeckFlag(cmd *cobra.Command, deck *string) {
	cmd.Flags().StringVar(deck, "deck", "", "")
	Completes(cmd, "deck", lines.Decks()...)
}
