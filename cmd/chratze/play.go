package main

import (
	"errors"
	"os"

	"github.com/spf13/cobra"

	"chratze/bot"
	"chratze/internal/msg"
	"chratze/internal/plain"
	"chratze/variant"
)

// newPlay is chratze play.
func newPlay(sh *shell) *cobra.Command {
	var o plain.Options
	var rules string
	var seed seedFlag
	cmd := &cobra.Command{
		Use: "play",
		Example: `  chratze play
  chratze play --rules kratzen --seats 5 --name Vreni
  chratze play --rules chratze,susi=forced,ante=50 --seed 42
  chratze play --resume`,
		Args: cobra.NoArgs,
	}
	rulesFlag(cmd, &rules)
	flags := cmd.Flags()
	flags.IntVar(&o.Seats, "seats", 0, "")
	flags.IntVar(&o.Seat, "seat", -1, "")
	flags.Lookup("seat").DefValue = "0" // not shown
	flags.Var(&seed, "seed", "")
	flags.StringVar(&o.Name, "name", "", "")
	flags.StringVar(&o.Bots, "bots", plain.DefaultBots, "")
	flags.IntVar(&o.Hands, "hands", 0, "")
	flags.StringVar(&o.Resume, "resume", "", "")
	flags.Lookup("resume").NoOptDefVal = plain.ResumeLast
	flags.StringVar(&o.Data, "data", "", "")
	flags.StringVar(&o.Look.Money, "money", "", "")
	deckFlag(cmd, &o.Look.Deck)
	completes(cmd, "money", plain.Moneys()...)
	completes(cmd, "bots", bot.Names()...)
	sh.describe(cmd, described{"cmd.play.short", "cmd.play.long", map[string]string{
		"seats": "cmd.play.seats", "seat": "cmd.play.seat", "seed": "cmd.play.seed", "name": "cmd.play.name",
		"bots": "cmd.play.bots", "hands": "cmd.play.hands", "resume": "cmd.play.resume", "data": "cmd.play.data",
		"money": "cmd.play.money", "deck": "cmd.deck", "rules": "cmd.rules-flag",
	}})
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		p := sh.printer()
		if settled := changed(cmd, "rules", "seats", "seat", "seed", "name", "bots"); o.Resume != "" && len(settled) > 0 {
			return misuse(p.T("cli.bad.with-resume", msg.Args{"flags": p.List(settled)}))
		}
		if flags.Changed("seed") {
			o.Seed = (*uint64)(&seed)
		}
		o.Look.Lang = sh.lang
		scr := plain.NewScreen(cmd.OutOrStdout(), os.Getenv)
		return misused(plain.Play(cmd.Context(), p, cmd.InOrStdin(), scr, o, func() (variant.Variant, error) {
			return sh.readRules(rules)
		}))
	}
	return cmd
}

// misused makes what the room plain calls misuse ours.
func misused(err error) error {
	if wrong, ok := errors.AsType[*plain.Misuse](err); ok {
		return misuse(wrong.Text)
	}
	return err
}

// changed returns those of some flags that were given.
func changed(cmd *cobra.Command, names ...string) (flags []string) {
	for _, name := range names {
		if cmd.Flags().Changed(name) {
			flags = append(flags, "--"+name)
		}
	}
	return flags
}
