package cli

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"chratze/internal/cli/cashdesk"
	"chratze/internal/cli/hosting"
	"chratze/internal/cli/measuring"
	"chratze/internal/cli/playing"
	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/terminal/lines"
	"chratze/variant"
)

// commandGroup is a part of the program's help.
type commandGroup struct {
	heading  string // in the catalogue; "" for other commands
	lang     string // of its commands; "": as --lang says
	commands []func(*shell.Shell) *cobra.Command
}

// commandGroups has the commands in the order of the help. What researchers run speaks English
// only; the pages that chart writes are for players.
//
//lattice:table
var commandGroups = [...]commandGroup{
	{"usage.group.play", "", []func(*shell.Shell) *cobra.Command{playing.NewPlay, playing.NewLesson, playing.NewPuzzle, playing.NewJoin, playing.NewReplay, playing.NewReview, playing.NewVerify, playing.NewRules, playing.NewWords}},
	{"usage.group.desk", "", []func(*shell.Shell) *cobra.Command{cashdesk.NewKasse, cashdesk.NewSettle}},
	{"usage.group.host", "", []func(*shell.Shell) *cobra.Command{hosting.NewServe, hosting.NewSite, hosting.NewBackup, hosting.NewRestore, hosting.NewMoveData, hosting.NewAdmin, hosting.NewHealth, hosting.NewGroup}},
	{"usage.group.measure", "", []func(*shell.Shell) *cobra.Command{measuring.NewChart}},
	{"usage.group.measure", locale.Base, []func(*shell.Shell) *cobra.Command{
		measuring.NewSim, measuring.NewArena, measuring.NewOdds, measuring.NewBot, measuring.NewPipe,
	}},
	{"", "", []func(*shell.Shell) *cobra.Command{newVersion, newMan}},
}

// addCommands adds the commands in their groups.
func addCommands(sh *shell.Shell, root *cobra.Command) {
	for _, g := range commandGroups {
		if g.heading != "" && !root.ContainsGroup(g.heading) {
			group := &cobra.Group{ID: g.heading}
			root.AddGroup(group)
			sh.Says = append(sh.Says, func() { group.Title = sh.Printer().T(group.ID, nil) })
		}
		with := sh
		if g.lang != "" {
			with = &shell.Shell{Catalogue: sh.Catalogue, Lang: g.lang, Release: sh.Release, Wall: sh.Wall}
		}
		for _, newCommand := range g.commands {
			cmd := newCommand(with)
			cmd.GroupID = g.heading
			root.AddCommand(cmd)
			with.Describe(cmd)
		}
	}
}

func newRoot(sh *shell.Shell) *cobra.Command {
	root := &cobra.Command{
		Use: "chratze",
		Example: `  chratze
  chratze play
  chratze rules kratzen
  chratze settle --pot 100 --declarer 1 --joiners 2,1,0
  chratze sim --hands 100000 --bots stammtisch-1,random
  chratze sim --rules kratzen,ante=20 --history hands.jsonl
  chratze completion bash > /etc/bash_completion.d/chratze`,
		Args:                       sh.UnknownCommand,
		SuggestionsMinimumDistance: 2,
		SilenceErrors:              true,
		SilenceUsage:               true,
		PersistentPreRunE: func(cmd *cobra.Command, args []string) error {
			sh.Impatient(cmd.Context(), cmd)
			return cmp.Or(checkLang(sh), shell.Together(sh.Printer(), cmd), shell.SpareInputs(sh.Printer(), cmd, args))
		},
	}
	root.PersistentFlags().StringVar(&sh.Lang, "lang", sh.Lang, "")
	root.PersistentFlags().Lookup("lang").DefValue = ""
	sh.Describe(root)
	speaks(sh, root)
	shell.Completes(root, "lang", sh.Languages()...)
	addCommands(sh, root)
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	refuseTopics(sh, root)
	exemplify(root)
	hosting.ServeByDefault(root)
	versionFlag(sh, root)
	beforeRun(sh, root)
	return root
}

// refuseTopics makes cobra's own commands refuse what there isn't: help nosuch, completion nosuch.
func refuseTopics(sh *shell.Shell, root *cobra.Command) {
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "help":
			cmd.Args = func(_ *cobra.Command, args []string) error {
				if found, rest, err := root.Find(args); err != nil || len(rest) > 0 && (found == root || found.HasSubCommands()) {
					return sh.UnknownCommand(root, args)
				}
				return nil
			}
		case "completion":
			cmd.Args = sh.UnknownCommand
			cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}
}

// beforeRun turns every error before a command runs into a misuse.
func beforeRun(sh *shell.Shell, cmd *cobra.Command) {
	if args := cmd.Args; args != nil {
		cmd.Args = func(cmd *cobra.Command, list []string) error {
			err := args(cmd, list)
			if _, said := errors.AsType[*shell.MisuseError](err); err == nil || said {
				return err
			}
			if what := missingArg(cmd, len(list)); what != "" {
				return shell.Misuse(sh.Printer().T("usage.bad.missing", locale.Args{"what": what, "line": cmd.UseLine()}))
			}
			return shell.Misuse(surplus(sh.Printer(), cmd, list))
		}
	}
	for _, sub := range cmd.Commands() {
		beforeRun(sh, sub)
	}
}

// missingArg returns the first required argument that is missing, by its name in the usage, or
// "".
func missingArg(cmd *cobra.Command, given int) string {
	must := slices.DeleteFunc(strings.Fields(cmd.Use)[1:], func(word string) bool { return word == "[flags]" || word == "--" })
	if given >= len(must) || strings.HasPrefix(must[given], "[") || strings.HasPrefix(must[given], "-") {
		return ""
	}
	return must[given]
}

// surplus names the first argument that is too many, and the flag that it may have been meant for.
func surplus(p *locale.Printer, cmd *cobra.Command, given []string) string {
	value, flag := given[min(strings.Count(cmd.Use, " "), len(given)-1)], ""
	if _, err := variant.Parse(value); err == nil {
		flag = "rules"
	} else if year, _, dashed := strings.Cut(value, "-"); dashed && len(year) == 4 {
		flag = "date"
	}
	args := locale.Args{"value": lines.Quoted(value), "line": cmd.UseLine(), "flag": flag, "plain": value}
	if cmd.Flag(flag) != nil {
		return p.T("usage.bad.extra.near", args)
	}
	return p.T("usage.bad.extra", args)
}

// checkLang refuses an unknown language.
func checkLang(sh *shell.Shell) error {
	if sh.Lang != "" && !sh.Speaks(sh.Lang) {
		p := sh.Printer()
		return shell.Misuse(p.T("usage.bad.lang", locale.Args{"value": sh.Lang, "list": p.List(sh.Languages())}))
	}
	return nil
}
