// Package shell is what all commands share: the language, flags, files, interrupts, and errors
// that say how a command ends.
package shell

import (
	"cmp"
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"
	"golang.org/x/text/unicode/norm"

	"chratze/internal/interrupt"
	"chratze/internal/locale"
	"chratze/internal/terminal/lines"
	"chratze/rams"
	"chratze/variant"
	"chratze/variant/rulesfile"
)

// Shell is what all commands share.
type Shell struct {
	*locale.Catalogue
	Lang string   // as given by --lang
	Says []func() // set the texts of the commands in the language of --lang

	Release Build // of a release; zero in a development build

	Wall func() time.Time // the wall clock, set by tests; nil: the system's
}

// New returns the shell of a program in the language of the locale.
func New() *Shell { return &Shell{Catalogue: locale.New()} }

// Printer returns a printer for the language of --lang, or of the locale.
func (sh *Shell) Printer() *locale.Printer {
	locale := cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_MESSAGES"), os.Getenv("LANG"))
	return sh.For(cmp.Or(sh.Lang, locale))
}

// UnknownCommand refuses arguments of the program itself, which has only commands.
func (sh *Shell) UnknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	p, value := sh.Printer(), lines.Quoted(args[0])
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		return Misuse(p.T("usage.bad.near", locale.Args{"value": value, "list": strings.Join(near, ", ")}))
	}
	if cmd.HasParent() {
		var names []string
		for _, sub := range cmd.Commands() {
			names = append(names, sub.Name())
		}
		return Misuse(p.T("usage.bad.sub", locale.Args{"value": value, "list": p.List(names)}))
	}
	return Misuse(p.T("usage.bad.command", locale.Args{"value": value}))
}

// Completes sets the completions of a flag.
func Completes(cmd *cobra.Command, flag string, words ...string) {
	err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
	if err != nil {
		panic(err) // impossible: the flag was just added
	}
}

// RulesFlag adds --rules: a preset, with or without options, or a file.
func RulesFlag(cmd *cobra.Command, rules *string) {
	cmd.Flags().StringVar(rules, "rules", variant.Default().Preset(), "")
	complete := func(_ *cobra.Command, _ []string, text string) ([]string, cobra.ShellCompDirective) {
		return CompleteRules(text)
	}
	if err := cmd.RegisterFlagCompletionFunc("rules", complete); err != nil {
		panic(err)
	}
}

// Game returns rules with the preset's name for a name that people know the game by: Kratzen, クラッツェ, Krotzn. Of several with that name
// it is the reader's first game, or else the first.
func (sh *Shell) Game(rules string) string {
	name, options, more := strings.Cut(rules, ",")
	plain := func(name string) string { return strings.ToLower(norm.NFKC.String(strings.ReplaceAll(name, " ", ""))) }
	for _, preset := range append([]string{sh.Printer().FirstGame()}, variant.Presets()...) {
		v, _ := variant.Lookup(preset)
		known := []string{preset}
		for _, lang := range sh.Languages() {
			known = append(known, strings.Fields(sh.For(lang).Words(v, "").AlsoCalled())...)
		}
		if _, taken := variant.Lookup(plain(name)); taken && plain(name) != preset {
			continue
		}
		if slices.ContainsFunc(known, func(k string) bool { return plain(k) == plain(name) }) {
			if name = preset; more {
				name += "," + options
			}
			return name
		}
	}
	for _, game := range variant.Named() {
		if plain(name) == game.Name {
			return game.Name + rules[len(name):]
		}
	}
	return rules
}

// ReadRules parses the value of --rules.
func (sh *Shell) ReadRules(rules string) (variant.Variant, error) {
	f, err := rulesfile.Load(sh.Game(rules), ReadSmall)
	if err != nil {
		return variant.Variant{}, Misuse("--rules " + rules + ": " + sh.RulesFault(rules, err))
	}
	return f.Variant, nil
}

// ReadGame parses the values of --rules and --seats. With 0 seats it uses the game's usual
// number.
func (sh *Shell) ReadGame(rules string, seats int64) (v variant.Variant, g *rams.Game, err error) {
	if v, err = sh.ReadRules(rules); err != nil {
		return v, nil, err
	}
	if seats == 0 {
		seats = int64(v.Usual())
	}
	if g, err = v.Game(int(seats)); err != nil {
		return v, nil, Misuse("--seats " + strconv.FormatInt(seats, 10) + ": " + sh.Printer().Error(err))
	}
	return v, g, nil
}

// RulesFault explains what is wrong with rules or with a rules file.
func (sh *Shell) RulesFault(rules string, err error) string {
	p := sh.Printer()
	if e, ok := errors.AsType[*rulesfile.Error](err); ok {
		return p.FileError(e.Code, e.Line, e.Key, e.Err)
	}
	if rulesfile.IsFile(rules) {
		return FileFault(p, rules, err)
	}
	return p.Error(err)
}

// wants says what the value of a flag must be, by its type in pflag.
//
//lattice:table
var wants = map[string]string{
	"int": "usage.want.whole", "int64": "usage.want.whole", "uint64": "usage.want.whole",
	"float64": "usage.want.number", "bool": "usage.want.yesno", "duration": "usage.want.time",
}

// Wanted explains why a value isn't valid for a flag.
func Wanted(p *locale.Printer, f *pflag.Flag, err error) string {
	if e, ok := errors.AsType[*rangeError](err); ok {
		return p.T("usage.want.range", locale.Args{"least": e.least, "most": e.most})
	}
	if err == errSeat {
		return p.T("usage.want.seat", nil)
	}
	if key := wants[f.Value.Type()]; key != "" {
		return p.T(key, nil)
	}
	return err.Error()
}

// IsTerminal reports whether a stream is a terminal.
func IsTerminal(stream any) bool {
	f, ok := interrupt.File(stream)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Changed returns which of the given flags were set.
func Changed(cmd *cobra.Command, names ...string) (flags []string) {
	for _, name := range names {
		if cmd.Flags().Changed(name) {
			flags = append(flags, "--"+name)
		}
	}
	return flags
}
