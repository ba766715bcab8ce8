package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"chratze/bot"
	"chratze/internal/msg"
	"chratze/rams"
	"chratze/sim"
	"chratze/variant"
)

// playFlags are the flags of chratze play.
type playFlags struct {
	rules  string
	seats  int // 0: a usual number
	seat   int // -1: drawn
	seed   uint64
	seeded bool // a seed is given
	name   string
	bots   string
	hands  int // 0: until somebody ends it
	resume string
	data   string
	look   look

	waiting int // an older sitting that has not ended; 0: none
}

// look is how a sitting is shown; it is kept with it.
type look struct {
	Lang  string `json:"lang"`
	Deck  string `json:"deck"`
	Money string `json:"money"`
}

// or returns l with what it leaves open as in other.
func (l look) or(other look) look {
	return look{cmp.Or(l.Lang, other.Lang), cmp.Or(l.Deck, other.Deck), cmp.Or(l.Money, other.Money)}
}

const (
	usualSeats = 4
	maxName    = 20 // characters of a name
	resumeLast = "last"
	defaultBot = "stammtisch-1"
)

// strangers are the names of the bots; who plays draws among them.
//
//lattice:table
var strangers = [...]string{
	"Anna", "Beat", "Chregu", "Dora", "Emil", "Fränzi", "Gian", "Heidi", "Ida", "Jürg", "Köbi", "Lisi",
	"Moritz", "Nelly", "Otti", "Päuli", "Rösli", "Sepp", "Trudi", "Ueli", "Vreni", "Walti",
}

// newPlan makes the plan of a new sitting from the flags.
func (f *playFlags) newPlan(p *msg.Printer, v variant.Variant) (plan, error) {
	least, most := v.Best()
	seats := max(least, min(usualSeats, most))
	if f.seats != 0 {
		seats = f.seats
	}
	if _, err := v.Game(seats); err != nil {
		return plan{}, misuse(p.Error(err))
	}
	if f.seat < -1 || f.seat >= seats {
		return plan{}, misuse(p.T("cli.bad.seat", msg.Args{"value": f.seat, "most": seats - 1}))
	}
	pl := plan{Rules: v, Seed: f.seed, Names: make([]string, seats), Bots: make([]string, seats)}
	if !f.seeded {
		pl.Seed = someSeed()
	}
	lot := sim.Seeded(pl.Seed, chanceOfSeats)
	pl.Me = rams.Seat(lot.IntN(seats))
	if f.seat >= 0 {
		pl.Me = rams.Seat(f.seat)
	}
	name, err := f.personName(p)
	if err != nil {
		return plan{}, err
	}
	bots, err := f.botNames(p)
	if err != nil {
		return plan{}, err
	}
	others := drawNames(&lot, name)
	for i := range pl.Names {
		if rams.Seat(i) == pl.Me {
			pl.Names[i] = name
			continue
		}
		pl.Names[i], others = others[0], others[1:]
		pl.Bots[i] = bots[0]
		bots = append(bots[1:], bots[0])
	}
	return pl, nil
}

// someSeed draws a seed that is short enough to be typed again.
func someSeed() uint64 {
	var b [8]byte
	rand.Read(b[:]) // never fails: crypto/rand ends the program rather
	return binary.LittleEndian.Uint64(b[:]) % 1e9
}

// drawNames returns the bots' names in an order that is drawn, without that of the
// person.
func drawNames(lot *sim.Rand, person string) (names []string) {
	for _, name := range strangers {
		if !strings.EqualFold(name, person) {
			names = append(names, name)
		}
	}
	for i := len(names) - 1; i > 0; i-- {
		j := lot.IntN(i + 1)
		names[i], names[j] = names[j], names[i]
	}
	return names
}

// personName returns what the person is called.
func (f *playFlags) personName(p *msg.Printer) (string, error) {
	if f.name == "" {
		return p.T("cli.me", nil), nil
	}
	name := strings.TrimSpace(f.name)
	visible := strings.IndexFunc(name, func(r rune) bool { return !unicode.IsPrint(r) || r == utf8.RuneError }) < 0
	if !visible || name == "" || utf8.RuneCountInString(name) > maxName {
		return "", misuse(p.T("cli.bad.name", msg.Args{"value": quoted(f.name), "most": maxName}))
	}
	return name, nil
}

// botNames returns the bots that are wished for, at least one.
func (f *playFlags) botNames(p *msg.Printer) ([]string, error) {
	names := strings.Split(f.bots, ",")
	for i, name := range names {
		names[i] = strings.TrimSpace(name)
		if _, err := bot.Parse(names[i]); err != nil {
			return nil, misuse(p.T("cli.bad.bot", msg.Args{"value": quoted(name), "allowed": p.List(bot.Names())}))
		}
	}
	return names, nil
}

// open makes the sitting of the flags, or takes one up again.
func (f *playFlags) open(p *msg.Printer, rules func() (variant.Variant, error)) (*save, *sitting, error) {
	data, err := dataDir(f.data, os.Getenv)
	if err != nil {
		return nil, nil, errors.New(p.T("cli.no-home", nil))
	}
	if f.resume != "" {
		number, err := f.resumeNumber(p, data)
		if err != nil {
			return nil, nil, err
		}
		v, s, err := resume(data, number)
		if err != nil {
			return nil, nil, sayTrouble(p, err, data, number)
		}
		v.look = f.look.or(v.look)
		if f.hands > 0 {
			s.last = s.hands + f.hands
		}
		return v, s, nil
	}
	v, err := rules()
	if err != nil {
		return nil, nil, err
	}
	pl, err := f.newPlan(p, v)
	if err != nil {
		return nil, nil, err
	}
	s, err := newSitting(pl)
	if err != nil {
		return nil, nil, err
	}
	s.last = f.hands
	f.waiting, err = unfinished(data)
	if err != nil {
		return nil, nil, sayTrouble(p, err, data, 0)
	}
	kept, err := create(data, s, f.look.or(look{p.Lang(), string(p.DeckOf(v.Preset())), p.SheetOf(v, 0).Money.String()}))
	return kept, s, sayTrouble(p, err, data, 0)
}

// resumeNumber returns which sitting is to be taken up again.
func (f *playFlags) resumeNumber(p *msg.Printer, data string) (int, error) {
	if f.resume != resumeLast {
		n, err := strconv.Atoi(f.resume)
		if err != nil || n < 1 {
			return 0, misuse(p.T("cli.bad.resume", msg.Args{"value": quoted(f.resume)}))
		}
		return n, nil
	}
	n, err := unfinished(data)
	if err == nil && n == 0 {
		return 0, misuse(p.T("cli.no-unfinished", msg.Args{"path": data}))
	}
	return n, sayTrouble(p, err, data, n)
}

// sayTrouble says what is wrong with a sitting's directory. Whatever it is,
// nothing has been lost.
func sayTrouble(p *msg.Printer, err error, data string, number int) error {
	var d *damage
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errNoSitting):
		return misuse(p.T("cli.no-sitting", msg.Args{"number": number, "path": data}))
	case errors.Is(err, errLocked):
		return errors.New(p.T("cli.locked", msg.Args{"number": number}))
	case errors.As(err, &d):
		return errors.New(p.T("cli.damaged", msg.Args{"number": number, "path": d.Path, "reason": reason(d.Err)}))
	}
	return errors.New(p.T("cli.no-save", msg.Args{"path": data, "reason": reason(err)}))
}

// newPlay is chratze play.
func newPlay(sh *shell) *cobra.Command {
	f := &playFlags{}
	var seed seedFlag
	cmd := &cobra.Command{
		Use: "play",
		Example: `  chratze play
  chratze play --rules kratzen --seats 5 --name Vreni
  chratze play --rules chratze,susi=forced,ante=50 --seed 42
  chratze play --resume`,
		Args: cobra.NoArgs,
	}
	rulesFlag(cmd, &f.rules)
	flags := cmd.Flags()
	flags.IntVar(&f.seats, "seats", 0, "")
	flags.IntVar(&f.seat, "seat", -1, "")
	flags.Lookup("seat").DefValue = "0" // not shown
	flags.Var(&seed, "seed", "")
	flags.StringVar(&f.name, "name", "", "")
	flags.StringVar(&f.bots, "bots", defaultBot, "")
	flags.IntVar(&f.hands, "hands", 0, "")
	flags.StringVar(&f.resume, "resume", "", "")
	flags.Lookup("resume").NoOptDefVal = resumeLast
	flags.StringVar(&f.data, "data", "", "")
	flags.StringVar(&f.look.Money, "money", "", "")
	deckFlag(cmd, &f.look.Deck)
	completes(cmd, "money", moneyNames()...)
	completes(cmd, "bots", bot.Names()...)
	sh.describe(cmd, described{"cmd.play.short", "cmd.play.long", map[string]string{
		"seats": "cmd.play.seats", "seat": "cmd.play.seat", "seed": "cmd.play.seed", "name": "cmd.play.name",
		"bots": "cmd.play.bots", "hands": "cmd.play.hands", "resume": "cmd.play.resume", "data": "cmd.play.data",
		"money": "cmd.play.money", "deck": "cmd.deck", "rules": "cmd.rules-flag",
	}})
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		p := sh.printer()
		f.seed, f.seeded, f.look.Lang = uint64(seed), flags.Changed("seed"), sh.lang
		if err := f.check(p, cmd); err != nil {
			return err
		}
		return f.play(cmd.Context(), p, cmd.InOrStdin(), newScreen(cmd.OutOrStdout(), os.Getenv), func() (variant.Variant, error) {
			return sh.readRules(f.rules)
		})
	}
	return cmd
}

// check refuses flags that can't be right whatever the rules are.
func (f *playFlags) check(p *msg.Printer, cmd *cobra.Command) error {
	if f.hands < 0 {
		return misuse(p.T("cli.bad.hands", msg.Args{"value": f.hands}))
	}
	if f.resume != "" {
		var settled []string
		for _, name := range []string{"rules", "seats", "seat", "seed", "name", "bots"} {
			if cmd.Flags().Changed(name) {
				settled = append(settled, "--"+name)
			}
		}
		if len(settled) > 0 {
			return misuse(p.T("cli.bad.with-resume", msg.Args{"flags": p.List(settled)}))
		}
	}
	return f.look.check(p)
}

// play plays a sitting: a new one, or one that was left.
func (f *playFlags) play(ctx context.Context, p *msg.Printer, in io.Reader, scr *screen, rules func() (variant.Variant, error)) error {
	v, s, err := f.open(p, rules)
	if err != nil {
		return err
	}
	defer v.close()
	e := newEvening(p, scr, v, s)
	e.read, e.waiting = listen(in), f.waiting
	return e.leave(e.stay(ctx, f.resume != ""))
}

// newEvening seats the person at the screen.
func newEvening(p *msg.Printer, scr *screen, v *save, s *sitting) *evening {
	money, _ := msg.ParseMoney(v.look.Money)
	words := p.For(v.look.Lang)
	table := &voice{
		Table: words.Table(s.Rules, msg.Deck(v.look.Deck), money, s.Names, s.Me),
		scr:   scr, deck: msg.Deck(v.look.Deck), names: s.Names, me: s.Me, game: s.game,
	}
	return &evening{voice: table, money: money, tell: &teller{voice: table}, sitting: s, save: v, voc: newVocabulary()}
}

// leave says good-bye to who has left, and what went wrong otherwise.
func (e *evening) leave(err error) error {
	switch {
	case errors.Is(err, errLeft):
		e.scr.gap()
		e.scr.line(e.T("cli.left", msg.Args{"number": e.save.number()}))
		return e.scr.flush()
	case errors.Is(err, errDeaf), errors.Is(err, errLongLine):
		return misuse(e.T("cli.deaf", nil))
	case err != nil && e.scr.err != nil:
		return errors.New(e.T("cli.no-screen", msg.Args{"reason": reason(err)}))
	case err != nil:
		return sayTrouble(e.Printer, err, e.save.dir, 0)
	}
	return nil
}
