package main

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"chratze/internal/msg"
)

// speaks lets a program and its commands give their help in the language of --lang,
// else of the locale.
func (sh *shell) speaks(root *cobra.Command) {
	show, usage := root.HelpFunc(), root.UsageTemplate()
	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		p := sh.printer()
		for _, say := range sh.says {
			say()
		}
		root.SetUsageTemplate(headings(p).Replace(usage))
		name(p, root, c)
		out := c.OutOrStdout()
		var text bytes.Buffer
		c.SetOut(&text)
		show(c, args)
		_, _ = io.WriteString(out, strings.ReplaceAll(text.String(), "(default ", "("+p.T("usage.default", nil)+" ")) // an error: nobody reads it
	})
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return misuse(flagFault(sh.printer(), err)) })
}

// headings are the words of cobra's template.
func headings(p *msg.Printer) *strings.Replacer {
	return strings.NewReplacer(
		"Usage:", p.T("usage.usage", nil), "Examples:", p.T("usage.examples", nil), "Available Commands:", p.T("usage.commands", nil),
		"Additional Commands:", p.T("usage.commands", nil), "Global Flags:", p.T("usage.global", nil), "Flags:", p.T("usage.flags", nil),
		"Additional help topics:", p.T("usage.commands", nil),
		`Use "{{.CommandPath}} [command] --help" for more information about a command.`, p.T("usage.more", msg.Args{"line": "{{.CommandPath}} [command] --help"}),
	)
}

// name says what cobra's own commands and flags do.
func name(p *msg.Printer, root, c *cobra.Command) {
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
			f.Usage = p.T(key, msg.Args{"list": strings.Join(p.Languages(), ", ")})
		}
	}
}

// wants says what the values of a flag have to be, by its type in pflag.
//
//lattice:table
var wants = map[string]string{
	"int": "usage.want.whole", "int64": "usage.want.whole", "uint64": "usage.want.whole",
	"float64": "usage.want.number", "bool": "usage.want.yesno", "duration": "usage.want.time",
}

// wanted says why a value is none of a flag's.
func wanted(p *msg.Printer, f *pflag.Flag, err error) string {
	if key := wants[f.Value.Type()]; key != "" {
		return p.T(key, nil)
	}
	return err.Error()
}

// flagFault says what is wrong with a flag.
func flagFault(p *msg.Printer, err error) string {
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	var wrong *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		return p.T("usage.bad.flag", msg.Args{"flag": unknown.GetSpecifiedName()})
	case errors.As(err, &bare):
		return p.T("usage.bad.bare", msg.Args{"flag": bare.GetSpecifiedName()})
	case errors.As(err, &wrong):
		return p.T("usage.bad.value", msg.Args{"flag": wrong.GetFlag().Name, "value": strconv.Quote(wrong.GetValue()), "reason": wanted(p, wrong.GetFlag(), wrong.Unwrap())})
	}
	return err.Error()
}
