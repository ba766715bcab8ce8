package cli

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"chratze/internal/cli/hosting"
	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/naming"
	"chratze/internal/terminal/lines"
)

// speaks makes a program and its commands print their help in the language of --lang, or of the
// locale.
func speaks(sh *shell.Shell, root *cobra.Command) {
	show, usage := root.HelpFunc(), root.UsageTemplate()
	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		p := sh.Printer()
		for _, say := range sh.Says {
			say()
		}
		root.SetUsageTemplate(headings(p).Replace(usage))
		if c.Name() == "serve" && c.Parent() == root { // bot serve is another
			const flags = "Flags:\n{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}"
			c.SetUsageTemplate(headings(p).Replace(strings.Replace(usage, flags, strings.TrimSpace(hosting.GroupedFlags(p, c)), 1)))
		}
		name(p, root, c)
		out := c.OutOrStdout()
		var text bytes.Buffer
		c.SetOut(&text)
		show(c, args)
		_, _ = io.WriteString(out, strings.ReplaceAll(text.String(), "(default ", "("+p.T("usage.default", nil)+" ")) // an error means that the reader has gone
	})
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return shell.Misuse(flagFault(sh.Printer(), c, err)) })
}

// headings translates the words of cobra's template.
func headings(p *locale.Printer) *strings.Replacer {
	return strings.NewReplacer(
		"Usage:", p.T("usage.usage", nil), "Examples:", p.T("usage.examples", nil), "Available Commands:", p.T("usage.commands", nil),
		"Additional Commands:", p.T("usage.others", nil), "Global Flags:", p.T("usage.global", nil), "Flags:", p.T("usage.flags", nil),
		"Additional help topics:", p.T("usage.commands", nil),
		`Use "{{.CommandPath}} [command] --help" for more information about a command.`, p.T("usage.more", locale.Args{"line": "{{.CommandPath}} [command] --help"}),
	)
}

// exemplify adds examples to cobra's own commands.
func exemplify(root *cobra.Command) {
	for _, e := range [...]string{
		"help settle",
		"completion bash > /etc/bash_completion.d/chratze",
		"completion zsh > /usr/local/share/zsh/site-functions/_chratze",
		"completion fish > ~/.config/fish/completions/chratze.fish",
		"completion powershell > chratze.ps1",
	} {
		line := "  chratze " + e
		words := strings.Fields(e)
		for _, path := range [][]string{words[:1], words[:2]} {
			if cmd, rest, err := root.Find(path); err == nil && len(rest) == 0 && cmd.Example == "" {
				cmd.Example = line
			}
		}
	}
}

// name translates the descriptions of cobra's own commands and flags.
func name(p *locale.Printer, root, c *cobra.Command) {
	for _, sub := range root.Commands() {
		switch sub.Name() {
		case "help":
			sub.Short = p.T("usage.help", nil)
		case "completion":
			sub.Short = p.T("usage.completion", nil)
		}
	}
	for flag, key := range map[string]string{"help": "usage.flag", "version": "usage.version", "lang": "usage.lang"} {
		if f := c.Flag(flag); f != nil {
			f.Usage = p.T(key, locale.Args{"list": strings.Join(p.Languages(), ", ")})
		}
	}
}

// flagFault explains what is wrong with a flag.
func flagFault(p *locale.Printer, c *cobra.Command, err error) string {
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	var wrong *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		typed, longer, flags := unknown.GetSpecifiedName(), "", []string{}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				flags = append(flags, f.Name)
				if longer == "" && strings.HasPrefix(f.Name, typed) {
					longer = f.Name
				}
			}
		})
		if near := cmp.Or(naming.Near(typed, flags), longer); near != "" {
			return p.T("usage.bad.flag.near", locale.Args{"flag": typed, "list": "--" + near})
		}
		return p.T("usage.bad.flag", locale.Args{"flag": typed})
	case errors.As(err, &bare):
		return p.T("usage.bad.bare", locale.Args{"flag": bare.GetSpecifiedName()})
	case errors.As(err, &wrong):
		return p.T("usage.bad.value", locale.Args{"flag": wrong.GetFlag().Name, "value": lines.Quoted(wrong.GetValue()), "reason": shell.Wanted(p, wrong.GetFlag(), wrong.Unwrap())})
	}
	return err.Error()
}
