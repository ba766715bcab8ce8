package arena

import (
	"context"
	"fmt"
	"time"

	"chratze/bot"
	"chratze/bot/exec"
	"chratze/chance"
	"chratze/rams"
	"chratze/variant"
)

// Entrant is a participant: a bot ([NewEntrant]), or a program that speaks rams-bot/1 ([ParseEntrant]).
type Entrant struct {
	text    string
	spec    bot.Spec
	command []string // of a program
	limit   time.Duration
}

// NewEntrant returns the entrant that plays as the Spec says: one of ours, or a bot of your own
// ([bot.NewSpec]).
func NewEntrant(s bot.Spec) Entrant { return Entrant{text: s.String(), spec: s} }

// Program is the prefix of the text of an entrant that is a program.
const Program = exec.Prefix

// ErrCommand is the error of a program without a command.
var ErrCommand = exec.ErrCommand

// ParseEntrant parses the name of a bot with its parameters ([bot.Load]), or "exec:" and the
// command of a program. limit is the time for an answer of the program. read reads the file of
// policy:FILE, as for [bot.Load]. The error is a *[bot.Error], [ErrCommand], or [exec.ErrQuote].
func ParseEntrant(text string, limit time.Duration, read func(path string) ([]byte, error)) (Entrant, error) {
	e := Entrant{text: text, limit: limit}
	var isProgram bool
	var err error
	if e.command, isProgram, err = exec.Command(text); !isProgram {
		e.spec, err = bot.Load(text, read)
	}
	return e, err
}

// ParseEntrants parses several entrants with [ParseEntrant]. The error says which one is wrong.
func ParseEntrants(texts []string, limit time.Duration, read func(path string) ([]byte, error)) (list []Entrant, err error) {
	for _, text := range texts {
		e, err := ParseEntrant(text, limit, read)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", text, err)
		}
		list = append(list, e)
	}
	return list, nil
}

// String returns the text that [ParseEntrant] has parsed, or the name of the Spec.
func (e Entrant) String() string { return e.text }

// Fits says whether the entrant has a policy for a game, as [bot.Spec.Fits] does.
func (e Entrant) Fits(g *rams.Game) error { return e.spec.Fits(g) }

// PresetError says that a program doesn't play a game, according to its own "presets" and "knows".
type PresetError = exec.PresetError

// StartError says that a program can't be started.
type StartError = exec.StartError

// player is an entrant on a chair.
type player struct {
	bot.Bot
	program *exec.Player // or nil
	spec    bot.Spec
	chance  *chance.Rand // of a bot of ours
	told    exec.Faults  // number already counted
}

// seat makes a player of an entrant. It starts a program, which ends with ctx, and checks that it
// plays the game; the error is a *StartError or a *PresetError.
func (e Entrant) seat(ctx context.Context, v variant.Variant) (*player, error) {
	if e.command == nil {
		chance := new(chance.Rand)
		return &player{Bot: e.spec.New(chance), spec: e.spec, chance: chance}, nil
	}
	process, err := exec.Open(e.text, exec.Options{Command: e.command, Limit: e.limit, Context: ctx}, v)
	if err != nil {
		return nil, err
	}
	program := exec.NewPlayer(process, v)
	return &player{Bot: program, program: program, told: exec.Faults{}}, nil
}

// sit begins a sitting: one of our bots that gets to know the others forgets them.
func (p *player) sit() {
	if _, ok := p.Bot.(bot.Watcher); ok {
		p.Bot = p.spec.New(p.chance)
	}
}

// begin announces a hand of a sitting: to a program with meaningless names, to one of our bots with its
// random numbers.
func (p *player) begin(hand, sitting string, chance chance.Rand) {
	if p.program != nil {
		p.program.Begin(hand, sitting)
		return
	}
	*p.chance = chance
}

// end announces that the hand is over.
func (p *player) end(r *rams.Record, seat rams.Seat) {
	if p.program != nil {
		p.program.End(r, seat)
		return
	}
	bot.End(p.Bot, r, seat)
}

// faults adds what a program did wrong since the last call.
func (p *player) faults(to exec.Faults) {
	if p.program == nil {
		return
	}
	for k, n := range p.program.Faults() {
		to[k] += n - p.told[k]
		p.told[k] = n
	}
}

func (p *player) close() {
	if p.program != nil {
		_ = p.program.Close() // it isn't needed any more
	}
}
