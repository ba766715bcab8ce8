package lines

import (
	"cmp"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"unicode"
	"unicode/utf8"

	"chratze/bot"
	"chratze/bot/exec"
	"chratze/chance"
	"chratze/internal/locale"
	"chratze/internal/terminal/local"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// Options say what to play.
type Options struct {
	Seats  int     // 0: the usual number
	Seat   int     // the person's; -1: random
	Dealer int     // the seat that deals first, counted from 1; 0: random
	Seed   *uint64 // nil: random
	Name   string  // of the person; "": "you" in the language
	Bots   string  // separated by commas; assigned in turn
	Hands  int     // the number of hands of the evening; 0: no limit
	Resume string  // number of a session, or ResumeLast; "": a new session
	Data   string  // directory of the sessions; "": the user's
	Look   Look
}

// Look says how a session is shown. Empty fields keep the present value, or use the game's
// default.
type Look local.Look

// Check returns a *Fault if there is no such deck or money.
func (l Look) Check() error {
	if l.Deck != "" && !slices.Contains(locale.Decks(), locale.Deck(l.Deck)) {
		return &Fault{Key: "cli.bad.deck", Args: locale.Args{"value": Quoted(l.Deck)}, Misuse: true, Word: l.Deck, Allowed: Decks()}
	}
	if _, ok := locale.ParseMoney(l.Money); l.Money != "" && !ok {
		return &Fault{Key: "cli.bad.money", Args: locale.Args{"value": Quoted(l.Money)}, Misuse: true, Allowed: locale.Moneys()}
	}
	return nil
}

// UsualDeck returns the deck that a person is shown by default: that of the game for languages in
// which people know it, French cards for English and Japanese.
func UsualDeck(p *locale.Printer, preset string) locale.Deck {
	if lang := p.Lang(); lang == "en" || lang == "ja" {
		return locale.French
	}
	return p.DeckOf(preset)
}

// Sheet returns how a game is shown: with the deck and the money of the look or, where it names
// none, the usual deck and the money with which the game is mostly played. The look must have
// passed Check.
func (l Look) Sheet(p *locale.Printer, v variant.Variant, seats int) locale.Sheet {
	sheet := p.SheetOf(v, seats)
	sheet.Deck = UsualDeck(p, v.Preset())
	if l.Deck != "" {
		sheet.Deck = locale.Deck(l.Deck)
	}
	sheet.Deck = locale.DeckFor(v, sheet.Deck)
	if money, ok := locale.ParseMoney(l.Money); ok {
		sheet.Money = money
	}
	return sheet
}

// Decks returns the names of the decks.
func Decks() (names []string) {
	for _, d := range locale.Decks() {
		names = append(names, string(d))
	}
	return names
}

// or returns l, with empty fields taken from other.
func (l Look) or(other local.Look) local.Look {
	return local.Look{Lang: cmp.Or(l.Lang, other.Lang), Deck: cmp.Or(l.Deck, other.Deck), Money: cmp.Or(l.Money, other.Money)}
}

// ErrNoHome is beneath the Fault of DataDir where the environment names no directory.
var ErrNoHome = errors.New("neither XDG_DATA_HOME nor HOME names a directory")

// DataDir returns the directory in which the program keeps a user's data.
func DataDir(flag string, getenv func(string) string) (string, error) {
	if flag != "" {
		return flag, nil
	}
	if dir := getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "chratze"), nil
	}
	if dir := getenv("LocalAppData"); runtime.GOOS == "windows" && dir != "" {
		return filepath.Join(dir, "chratze"), nil
	}
	if dir := getenv("HOME"); dir != "" {
		return filepath.Join(dir, ".local", "share", "chratze"), nil
	}
	return "", &Fault{Key: "cli.no-home", Err: ErrNoHome}
}

// ResumeLast stands for the last session that hasn't ended. DefaultBots are the bots unless
// others are chosen.
const (
	ResumeLast  = "last"
	DefaultBots = "stammtisch-1"
)

// maxName is the limit for a name, in characters.
const maxName = 20

// strangers returns the names from which those of the bots are drawn. They are those of the language, so that
// everybody can read them. Each language has as many.
func strangers(p *locale.Printer) []string { return strings.Split(p.T("cli.names", nil), ", ") }

// newPlan makes the plan of a new session from the flags.
func (o *Options) newPlan(p *locale.Printer, v variant.Variant) (local.Plan, error) {
	seats := v.Usual()
	if o.Seats != 0 {
		seats = o.Seats
	}
	g, err := v.Game(seats)
	if err != nil {
		return local.Plan{}, &Fault{Err: err, Misuse: true}
	}
	if o.Seat < -1 || o.Seat >= seats {
		return local.Plan{}, misuse("cli.bad.seat", locale.Args{"value": o.Seat, "most": seats - 1})
	}
	if o.Dealer < 0 || o.Dealer > seats {
		return local.Plan{}, misuse("cli.bad.seat", locale.Args{"value": o.Dealer - 1, "most": seats - 1})
	}
	pl := local.Plan{Rules: v, Dealer: o.Dealer, Names: make([]string, seats), Bots: make([]string, seats)}
	if o.Seed != nil {
		pl.Seed = *o.Seed
	} else {
		pl.Seed = someSeed()
	}
	lot := chance.Seeded(pl.Seed, local.ChanceOfSeats)
	pl.Me = lot.IntN(seats)
	if o.Seat >= 0 {
		pl.Me = o.Seat
	}
	name, err := o.personName(p)
	if err != nil {
		return local.Plan{}, err
	}
	bots, err := o.botNames(g)
	if err != nil {
		return local.Plan{}, err
	}
	others := drawNames(strangers(p), &lot, name)
	for i := range pl.Names {
		if i == pl.Me {
			pl.Names[i] = name
			continue
		}
		pl.Names[i], others = others[0], others[1:]
		pl.Bots[i] = bots[0]
		bots = append(bots[1:], bots[0])
	}
	return pl, nil
}

// someSeed returns a random seed that is short enough to type.
func someSeed() uint64 {
	var b [8]byte
	rand.Read(b[:]) // on failure the program ends
	return binary.LittleEndian.Uint64(b[:]) % 1e9
}

// drawNames returns the bots' names in random order, without the person's name.
func drawNames(all []string, lot *chance.Rand, person string) (names []string) {
	for _, name := range all {
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

// personName returns the person's name.
func (o *Options) personName(p *locale.Printer) (string, error) {
	if o.Name == "" {
		return p.T("cli.me", nil), nil
	}
	name := strings.TrimSpace(o.Name)
	visible := strings.IndexFunc(name, func(r rune) bool { return !unicode.IsPrint(r) || r == utf8.RuneError }) < 0
	if !visible || name == "" || utf8.RuneCountInString(name) > maxName {
		return "", misuse("cli.bad.name", locale.Args{"value": Quoted(o.Name), "most": maxName})
	}
	return name, nil
}

// botNames returns the chosen bots, at least one, that can play a game: a policy is of one game.
func (o *Options) botNames(g *rams.Game) ([]string, error) {
	names := strings.Split(o.Bots, ",")
	for i, name := range names {
		names[i] = strings.TrimSpace(name)
		if _, isProgram, err := exec.Command(names[i]); isProgram {
			if err != nil {
				return nil, &Fault{Err: err, Misuse: true}
			}
			continue
		}
		spec, err := bot.Load(names[i], os.ReadFile)
		if err != nil {
			return nil, &Fault{Key: "cli.bad.bot", Args: locale.Args{"value": Quoted(name)}, Misuse: true, Word: names[i], Allowed: bot.Names()}
		}
		if unfit, is := errors.AsType[*bot.Error](spec.Fits(g)); is && unfit.Value != "" {
			return nil, &Fault{Err: unfit, Misuse: true}
		}
	}
	return names, nil
}

// Open makes a new session of the rules, or resumes one. With a new one it returns the number
// of an unfinished session, or 0. The printer has the names of those who play. The error is a
// *Fault, or that of rules.
func (o *Options) Open(p *locale.Printer, rules func() (variant.Variant, error)) (s *local.Session, waiting int, err error) {
	if o.Hands < 0 {
		return nil, 0, misuse("cli.bad.hands", locale.Args{"value": o.Hands})
	}
	if err := o.Look.Check(); err != nil {
		return nil, 0, err
	}
	data, err := DataDir(o.Data, os.Getenv)
	if err != nil {
		return nil, 0, err
	}
	if o.Resume != "" {
		s, err = o.back(data)
		return s, 0, err
	}
	r, err := rules()
	if err != nil {
		return nil, 0, err
	}
	if r, err = r.In(pot.Money(o.Look.Sheet(p, r, 0).Money)); err != nil {
		return nil, 0, &Fault{Err: err, Misuse: true}
	}
	pl, err := o.newPlan(p, r)
	if err != nil {
		return nil, 0, err
	}
	if waiting, err = local.Unfinished(data); err == nil {
		look := local.Look{Lang: p.Lang(), Deck: string(UsualDeck(p, r.Preset())), Money: p.SheetOf(r, 0).Money.String()}
		s, err = local.Create(data, pl, o.Look.or(look), o.Hands)
	}
	return s, waiting, Trouble(err, data, 0)
}

// back resumes a session.
func (o *Options) back(data string) (*local.Session, error) {
	number, err := o.resumeNumber(data)
	if err != nil {
		return nil, err
	}
	s, err := local.Resume(data, number)
	if err == nil {
		if err = s.Show(o.Look.or(s.Look), o.Hands); err != nil {
			err = errors.Join(err, s.Close())
		}
	}
	return s, Trouble(err, data, number)
}

// resumeNumber returns the number of the session to resume.
func (o *Options) resumeNumber(data string) (int, error) {
	if o.Resume != ResumeLast {
		n, err := strconv.Atoi(o.Resume)
		if err != nil || n < 1 {
			return 0, misuse("cli.bad.resume", locale.Args{"value": Quoted(o.Resume)})
		}
		return n, nil
	}
	n, err := local.Unfinished(data)
	if err == nil && n == 0 {
		return 0, misuse("cli.no-unfinished", locale.Args{"path": data})
	}
	return n, Trouble(err, data, n)
}

// Trouble returns the *Fault for an error of a session's directory. In all these cases nothing
// has been lost.
func Trouble(err error, data string, number int) error {
	var d *local.Damage
	switch {
	case err == nil:
		return nil
	case errors.As(err, new(*exec.StartError)), errors.As(err, new(*exec.PresetError)):
		return &Fault{Err: err, Misuse: true}
	case errors.Is(err, local.ErrNone):
		return misuse("cli.no-sitting", locale.Args{"number": number, "path": data})
	case errors.Is(err, local.ErrLocked):
		return &Fault{Key: "cli.locked", Args: locale.Args{"number": number}}
	case errors.As(err, &d):
		return &Fault{Key: "cli.damaged", Args: locale.Args{"number": number, "path": d.Path, "reason": Reason(d.Err)}}
	}
	return &Fault{Key: "cli.no-save", Args: locale.Args{"path": data, "reason": Reason(err)}}
}

// Reason returns a file system error for a message, without the path, which is in the message.
func Reason(err error) locale.Value { return reason{err} }

type reason struct{ error }

// In implements locale.Value.
func (r reason) In(p *locale.Printer) string {
	for key, err := range reasons {
		if errors.Is(r.error, err) {
			return p.T(key, nil)
		}
	}
	err := r.error
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		err = e.Err
	}
	return strings.TrimSpace(err.Error())
}

// reasons are what a file system says most often, by the key of its message.
//
//lattice:table
var reasons = map[string]error{
	"cli.file.missing": fs.ErrNotExist, "cli.file.denied": fs.ErrPermission, "cli.file.full": syscall.ENOSPC,
	"cli.file.directory": syscall.EISDIR, "cli.file.within": syscall.ENOTDIR,
}
