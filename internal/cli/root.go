package cli

import (
	"cmp"
	"errors"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"chratze/internal/locale"
	"chratze/rams"
	"chratze/variant"
	"chratze/variant/rulesfile"
)

// shell is what all commands share.
type shell struct {
	*locale.Catalogue
	lang string   // as given by --lang
	says []func() // set the texts of the commands in the language of --lang

	release build // of a release; zero in a development build

	wall func() time.Time // the wall clock, set by tests; nil: the system's
}

func newShell() *shell { return &shell{Catalogue: locale.New()} }

// commandGroup is a part of the program's help.
type commandGroup struct {
	heading  string // in the catalogue; "" for other commands
	lang     string // of its commands; "": as --lang says
	commands []func(*shell) *cobra.Command
}

// commandGroups has the commands in the order of the help. What researchers run speaks English
// only; the pages that chart writes are for players.
//
//lattice:table
var commandGroups = [...]commandGroup{
	{"usage.group.play", "", []func(*shell) *cobra.Command{newPlay, newLesson, newPuzzle, newJoin, newReplay, newReview, newVerify, newRules, newWords}},
	{"usage.group.desk", "", []func(*shell) *cobra.Command{newKasse, newSettle}},
	{"usage.group.host", "", []func(*shell) *cobra.Command{newServe, newSite, newBackup, newRestore, newMoveData, newAdmin, newHealth}},
	{"usage.group.measure", "", []func(*shell) *cobra.Command{newChart}},
	{"usage.group.measure", locale.Base, []func(*shell) *cobra.Command{
		newSim, newArena, newOdds, newAdvice, newTrain, newExploit, newBot, newPipe, newBench, newPerft, newDivide, newLoad,
	}},
	{"", "", []func(*shell) *cobra.Command{newVersion, newMan}},
}

// addCommands adds the commands in their groups.
func (sh *shell) addCommands(root *cobra.Command) {
	for _, g := range commandGroups {
		if g.heading != "" && !root.ContainsGroup(g.heading) {
			group := &cobra.Group{ID: g.heading}
			root.AddGroup(group)
			sh.says = append(sh.says, func() { group.Title = sh.printer().T(group.ID, nil) })
		}
		with := sh
		if g.lang != "" {
			with = &shell{Catalogue: sh.Catalogue, lang: g.lang, release: sh.release, wall: sh.wall}
		}
		for _, newCommand := range g.commands {
			cmd := newCommand(with)
			cmd.GroupID = g.heading
			root.AddCommand(cmd)
		}
	}
}

func newRoot(sh *shell) *cobra.Command {
	root := &cobra.Command{
		Use: "chratze",
		Example: `  chratze
  chratze play
  chratze rules kratzen
  chratze settle --pot 100 --declarer 1 --joiners 2,1,0
  chratze sim --hands 100000 --bots stammtisch-1,random
  chratze sim --rules kratzen,ante=20 --history hands.jsonl
  chratze completion bash > /etc/bash_completion.d/chratze`,
		Args:                       sh.unknownCommand,
		SuggestionsMinimumDistance: 2,
		SilenceErrors:              true,
		SilenceUsage:               true,
		PersistentPreRunE: func(cmd *cobra.Command, args []string) error {
			sh.impatient(cmd.Context(), cmd)
			return sh.checkLang(cmd, args)
		},
	}
	root.PersistentFlags().StringVar(&sh.lang, "lang", sh.lang, "")
	root.PersistentFlags().Lookup("lang").DefValue = ""
	sh.describe(root, "")
	sh.speaks(root)
	completes(root, "lang", sh.Languages()...)
	sh.addCommands(root)
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	sh.refuseTopics(root)
	exemplify(root)
	serveByDefault(root)
	versionFlag(sh, root)
	sh.beforeRun(root)
	return root
}

// unknownCommand refuses arguments of the program itself, which has only commands.
func (sh *shell) unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	p, value := sh.printer(), strconv.Quote(args[0])
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		return misuse(p.T("usage.bad.near", locale.Args{"value": value, "list": strings.Join(near, ", ")}))
	}
	return misuse(p.T("usage.bad.command", locale.Args{"value": value}))
}

// refuseTopics makes cobra's own commands refuse what there isn't: help nosuch, completion nosuch.
func (sh *shell) refuseTopics(root *cobra.Command) {
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "help":
			cmd.Args = func(_ *cobra.Command, args []string) error {
				if found, rest, err := root.Find(args); err != nil || len(rest) > 0 && (found == root || found.HasSubCommands()) {
					return sh.unknownCommand(root, args)
				}
				return nil
			}
		case "completion":
			cmd.Args = sh.unknownCommand
			cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}
}

// beforeRun turns every error before a command runs into a misuse.
func (sh *shell) beforeRun(cmd *cobra.Command) {
	if args := cmd.Args; args != nil {
		cmd.Args = func(cmd *cobra.Command, list []string) error {
			err := args(cmd, list)
			if _, said := errors.AsType[*misuseError](err); err == nil || said {
				return err
			}
			if what := missingArg(cmd, len(list)); what != "" {
				return misuse(sh.printer().T("usage.bad.missing", locale.Args{"what": what, "line": cmd.UseLine()}))
			}
			return misuse(sh.printer().T("usage.bad.args", locale.Args{"line": cmd.UseLine()}))
		}
	}
	for _, sub := range cmd.Commands() {
		sh.beforeRun(sub)
	}
}

// missingArg returns the first required argument that is missing, by its name in the usage, or
// "".
func missingArg(cmd *cobra.Command, given int) string {
	must := strings.Fields(cmd.Use)[1:]
	if given >= len(must) || strings.HasPrefix(must[given], "[") || strings.HasPrefix(must[given], "-") {
		return ""
	}
	return must[given]
}

// checkLang refuses an unknown language.
func (sh *shell) checkLang(*cobra.Command, []string) error {
	if sh.lang != "" && !sh.Speaks(sh.lang) {
		p := sh.printer()
		return misuse(p.T("usage.bad.lang", locale.Args{"value": sh.lang, "list": p.List(sh.Languages())}))
	}
	return nil
}

// printer returns a printer for the language of --lang, or of the locale.
func (sh *shell) printer() *locale.Printer {
	locale := cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_MESSAGES"), os.Getenv("LANG"))
	return sh.For(cmp.Or(sh.lang, locale))
}

// completes sets the completions of a flag.
func completes(cmd *cobra.Command, flag string, words ...string) {
	err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
	if err != nil {
		panic(err) // impossible: the flag was just added
	}
}

// rulesFlag adds --rules: a preset, with or without options, or a file.
func rulesFlag(cmd *cobra.Command, rules *string) {
	cmd.Flags().StringVar(rules, "rules", variant.Default().Preset(), "")
	complete := func(_ *cobra.Command, _ []string, text string) ([]string, cobra.ShellCompDirective) {
		return completeRules(text)
	}
	if err := cmd.RegisterFlagCompletionFunc("rules", complete); err != nil {
		panic(err)
	}
}

// readRules parses the value of --rules.
func (sh *shell) readRules(rules string) (variant.Variant, error) {
	f, err := rulesfile.Load(rules, readSmall)
	if err != nil {
		return variant.Variant{}, misuse("--rules " + rules + ": " + sh.rulesFault(err))
	}
	return f.Variant, nil
}

// readGame parses the values of --rules and --seats. With 0 seats it uses the game's usual
// number.
func (sh *shell) readGame(rules string, seats int64) (v variant.Variant, g *rams.Game, err error) {
	if v, err = sh.readRules(rules); err != nil {
		return v, nil, err
	}
	if seats == 0 {
		seats = int64(v.Usual())
	}
	if g, err = v.Game(int(seats)); err != nil {
		return v, nil, misuse("--seats " + strconv.FormatInt(seats, 10) + ": " + sh.printer().Error(err))
	}
	return v, g, nil
}

// rulesFault explains what is wrong with rules or with a rules file.
func (sh *shell) rulesFault(err error) string {
	if e, ok := errors.AsType[*rulesfile.Error](err); ok {
		return sh.printer().FileError(e.Code, e.Line, e.Key, e.Err)
	}
	return sh.printer().Error(err)
}
