package lines

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"chratze/bot"
	"chratze/chance"
	"chratze/internal/locale"
	"chratze/rams"
	"chratze/variant"
)

// Options say what to play.
type Options struct {
	Seats  int     // 0: a usual number
	Seat   int     // the person's; -1: drawn
	Seed   *uint64 // nil: drawn
	Name   string  // the person's; "": the language's "you"
	Bots   string  // separated by commas; they sit down in turn
	Hands  int     // how many until the evening ends; 0: until somebody ends it
	Resume string  // a sitting's number, or ResumeLast; "": a new sitting
	Data   string  // directory of the sittings; "": the user's
	Look   Look
}

// Look is how a sitting is shown. It is kept with the sitting; what is empty is as
// it was, or as is usual for the game.
type Look struct {
	Lang  string `json:"lang"`
	Deck  string `json:"deck"`
	Money string `json:"money"`
}

// Misuse is something that was asked wrongly, said to the person who asked.
type Misuse struct{ Text string }

func (m *Misuse) Error() string { return m.Text }

func misuse(text string) error { return &Misuse{text} }

// Check refuses a deck or money that there isn't, with a *Misuse.
func (l Look) Check(p *locale.Printer) error {
	if l.Deck != "" && !slices.Contains(locale.Decks(), locale.Deck(l.Deck)) {
		return misuse(p.T("cli.bad.deck", locale.Args{"value": Quoted(l.Deck), "allowed": p.List(Decks())}))
	}
	if _, ok := locale.ParseMoney(l.Money); l.Money != "" && !ok {
		return misuse(p.T("cli.bad.money", locale.Args{"value": Quoted(l.Money), "allowed": p.List(Moneys())}))
	}
	return nil
}

// Decks returns the names of the decks.
func Decks() (names []string) {
	for _, d := range locale.Decks() {
		names = append(names, string(d))
	}
	return names
}

// Moneys returns the names of what can be played for.
func Moneys() []string {
	return []string{locale.Francs.String(), locale.Euro.String(), locale.Points.String()}
}

// or returns l with what it leaves open as in other.
func (l Look) or(other Look) Look {
	return Look{cmp.Or(l.Lang, other.Lang), cmp.Or(l.Deck, other.Deck), cmp.Or(l.Money, other.Money)}
}

// ResumeLast stands for the number of the last sitting that hasn't ended, and
// DefaultBots for who plays if nobody else is wished for.
const (
	ResumeLast  = "last"
	DefaultBots = "stammtisch-1"
)

// maxName is how many characters a name may have.
const maxName = 20

// strangers are the names of the bots; who plays draws among them.
//
//lattice:table
var strangers = [...]string{
	"Anna", "Beat", "Chregu", "Dora", "Emil", "Fränzi", "Gian", "Heidi", "Ida", "Jürg", "Köbi", "Lisi",
	"Moritz", "Nelly", "Otti", "Päuli", "Rösli", "Sepp", "Trudi", "Ueli", "Vreni", "Walti",
}

// newPlan makes the plan of a new sitting from the flags.
func (o *Options) newPlan(p *locale.Printer, v variant.Variant) (plan, error) {
	seats := v.Usual()
	if o.Seats != 0 {
		seats = o.Seats
	}
	if _, err := v.Game(seats); err != nil {
		return plan{}, misuse(p.Error(err))
	}
	if o.Seat < -1 || o.Seat >= seats {
		return plan{}, misuse(p.T("cli.bad.seat", locale.Args{"value": o.Seat, "most": seats - 1}))
	}
	pl := plan{Rules: v, Names: make([]string, seats), Bots: make([]string, seats)}
	if o.Seed != nil {
		pl.Seed = *o.Seed
	} else {
		pl.Seed = someSeed()
	}
	lot := chance.Seeded(pl.Seed, chanceOfSeats)
	pl.Me = rams.Seat(lot.IntN(seats))
	if o.Seat >= 0 {
		pl.Me = rams.Seat(o.Seat)
	}
	name, err := o.personName(p)
	if err != nil {
		return plan{}, err
	}
	bots, err := o.botNames(p)
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
func drawNames(lot *chance.Rand, person string) (names []string) {
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
func (o *Options) personName(p *locale.Printer) (string, error) {
	if o.Name == "" {
		return p.T("cli.me", nil), nil
	}
	name := strings.TrimSpace(o.Name)
	visible := strings.IndexFunc(name, func(r rune) bool { return !unicode.IsPrint(r) || r == utf8.RuneError }) < 0
	if !visible || name == "" || utf8.RuneCountInString(name) > maxName {
		return "", misuse(p.T("cli.bad.name", locale.Args{"value": Quoted(o.Name), "most": maxName}))
	}
	return name, nil
}

// botNames returns the bots that are wished for, at least one.
func (o *Options) botNames(p *locale.Printer) ([]string, error) {
	names := strings.Split(o.Bots, ",")
	for i, name := range names {
		names[i] = strings.TrimSpace(name)
		if _, err := bot.Parse(names[i]); err != nil {
			return nil, misuse(p.T("cli.bad.bot", locale.Args{"value": Quoted(name), "allowed": p.List(bot.Names())}))
		}
	}
	return names, nil
}

// open makes a new sitting or takes one up again. With a new one it returns the
// number of one that is waiting, or 0.
func (o *Options) open(p *locale.Printer, rules func() (variant.Variant, error)) (v *save, s *sitting, waiting int, err error) {
	data, err := DataDir(o.Data, os.Getenv)
	if err != nil {
		return nil, nil, 0, errors.New(p.T("cli.no-home", nil))
	}
	if o.Resume != "" {
		v, s, err = o.back(p, data)
		return v, s, 0, err
	}
	r, err := rules()
	if err != nil {
		return nil, nil, 0, err
	}
	pl, err := o.newPlan(p, r)
	if err != nil {
		return nil, nil, 0, err
	}
	if s, err = newSitting(pl); err != nil {
		return nil, nil, 0, err
	}
	s.last = o.Hands
	if waiting, err = unfinished(data); err == nil {
		v, err = create(data, s, o.Look.or(Look{p.Lang(), string(p.DeckOf(r.Preset())), p.SheetOf(r, 0).Money.String()}))
	}
	return v, s, waiting, sayTrouble(p, err, data, 0)
}

// back takes up a sitting that was left.
func (o *Options) back(p *locale.Printer, data string) (*save, *sitting, error) {
	number, err := o.resumeNumber(p, data)
	if err != nil {
		return nil, nil, err
	}
	v, s, err := resume(data, number)
	if err != nil {
		return nil, nil, sayTrouble(p, err, data, number)
	}
	v.look = o.Look.or(v.look)
	if o.Hands > 0 {
		s.last = s.hands + o.Hands
	}
	return v, s, nil
}

// resumeNumber returns which sitting is to be taken up again.
func (o *Options) resumeNumber(p *locale.Printer, data string) (int, error) {
	if o.Resume != ResumeLast {
		n, err := strconv.Atoi(o.Resume)
		if err != nil || n < 1 {
			return 0, misuse(p.T("cli.bad.resume", locale.Args{"value": Quoted(o.Resume)}))
		}
		return n, nil
	}
	n, err := unfinished(data)
	if err == nil && n == 0 {
		return 0, misuse(p.T("cli.no-unfinished", locale.Args{"path": data}))
	}
	return n, sayTrouble(p, err, data, n)
}

// sayTrouble says what is wrong with a sitting's directory. Whatever it is,
// nothing has been lost.
func sayTrouble(p *locale.Printer, err error, data string, number int) error {
	var d *damage
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errNoSitting):
		return misuse(p.T("cli.no-sitting", locale.Args{"number": number, "path": data}))
	case errors.Is(err, errLocked):
		return errors.New(p.T("cli.locked", locale.Args{"number": number}))
	case errors.As(err, &d):
		return errors.New(p.T("cli.damaged", locale.Args{"number": number, "path": d.Path, "reason": Reason(d.Err)}))
	}
	return errors.New(p.T("cli.no-save", locale.Args{"path": data, "reason": Reason(err)}))
}

// check refuses options that can't be, with a *Misuse.
func (o *Options) check(p *locale.Printer) error {
	if o.Hands < 0 {
		return misuse(p.T("cli.bad.hands", locale.Args{"value": o.Hands}))
	}
	return o.Look.Check(p)
}

// Play plays a sitting in a language, on a screen: a new one of the rules, or one
// that was left. It returns nil when the evening is over or the person has left;
// a *Misuse of the options; else an error that says what went wrong. Nothing that
// has been shown is ever lost.
func Play(ctx context.Context, p *locale.Printer, in io.Reader, scr *Screen, o Options, rules func() (variant.Variant, error)) error {
	if err := o.check(p); err != nil {
		return err
	}
	v, s, waiting, err := o.open(p, rules)
	if err != nil {
		return err
	}
	defer func() { _ = v.close() }() // everything is on the disk
	e := newEvening(p, scr, v, s)
	e.read, e.waiting = listen(in), waiting
	return e.leave(e.stay(ctx, o.Resume != ""))
}

// newEvening seats the person at the screen.
func newEvening(p *locale.Printer, scr *Screen, v *save, s *sitting) *evening {
	money, _ := locale.ParseMoney(v.look.Money)
	words := p.For(v.look.Lang)
	table := &voice{
		Table: words.Table(s.Rules, locale.Deck(v.look.Deck), money, s.Names, s.Me),
		scr:   scr, deck: locale.Deck(v.look.Deck), names: s.Names, me: s.Me, game: s.game,
	}
	return &evening{voice: table, money: money, tell: &teller{voice: table}, sitting: s, save: v, voc: newVocabulary()}
}

// leave says good-bye to who has left, and what went wrong otherwise.
func (e *evening) leave(err error) error {
	switch {
	case errors.Is(err, errLeft):
		e.scr.Gap()
		e.scr.Line(e.T("cli.left", locale.Args{"number": e.save.number()}))
		return e.scr.Flush()
	case errors.Is(err, errDeaf), errors.Is(err, errLongLine):
		return misuse(e.T("cli.deaf", nil))
	case err != nil && e.scr.err != nil:
		return errors.New(e.T("cli.no-screen", locale.Args{"reason": Reason(err)}))
	case err != nil:
		return sayTrouble(e.Printer, err, e.save.dir, 0)
	}
	return nil
}
