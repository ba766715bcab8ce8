package exec

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"chratze/bot"
	"chratze/bot/protocol"
	"chratze/chance"
	"chratze/rams"
	"chratze/variant"
)

// Prefix begins the name of a bot that is a program: "exec:python3 bot.py".
const Prefix = "exec:"

// ErrCommand is the error of a program without a command.
var ErrCommand = errors.New(Prefix + " needs a command behind the colon, such as exec:python3 bot.py")

// PresetError says that a program doesn't play a game, according to its own "presets" and "knows".
type PresetError struct {
	Bot, Preset string
	Plays       []string
	Unknown     string // it plays the preset, but doesn't list this in "knows", which the rules need
}

func (e *PresetError) Error() string {
	if e.Unknown != "" {
		return e.Bot + " doesn't say that it knows the answers of the option " + e.Unknown + ", which " + e.Preset + " has here: teach it them (docs/rams-bot.md), and to list " + e.Unknown + ` in "knows"`
	}
	return e.Bot + " doesn't play " + e.Preset + " but " + strings.Join(e.Plays, ", ")
}

// StartError says that a program can't be started.
type StartError struct {
	Bot string
	Err error
}

func (e *StartError) Error() string { return e.Bot + " can't be started: " + e.Err.Error() }

// Unwrap returns the reason.
func (e *StartError) Unwrap() error { return e.Err }

// Command returns the command of the name of a program; isProgram is false for other names. The error is [ErrCommand] or [ErrQuote].
func Command(name string) (command []string, isProgram bool, err error) {
	text, isProgram := strings.CutPrefix(name, Prefix)
	if !isProgram {
		return nil, false, nil
	}
	if command, err = Split(text); err == nil && len(command) == 0 {
		err = ErrCommand
	}
	return command, true, err
}

// Open starts the program that a name stands for and looks whether it plays a game. The error is a *[StartError] or a *[PresetError].
func Open(name string, opt Options, v variant.Variant) (*Process, error) {
	p := New(opt)
	hello, err := p.Start()
	if err != nil {
		return nil, &StartError{name, err}
	}
	if !hello.Plays(v.Preset(), v.Rules()) {
		_ = p.Close() // it has done nothing wrong, so its error doesn't matter
		missing := &PresetError{Bot: name, Preset: v.Preset(), Plays: hello.Presets}
		if hello.Lists(v.Preset()) {
			missing.Unknown = protocol.Unknown(hello.Knows, v.Rules())
		}
		return nil, missing
	}
	return p, nil
}

// Load is [bot.Load], and also knows [Prefix] and a command. All bots of that Spec are one program, which answers within limit, is told of
// the end of each hand ([bot.End]), and which the caller closes; of others it is nil.
func Load(ctx context.Context, name string, v variant.Variant, limit time.Duration, read func(path string) ([]byte, error)) (bot.Spec, *Process, error) {
	command, isProgram, err := Command(name)
	if err != nil {
		return bot.Spec{}, nil, err
	}
	if !isProgram {
		spec, err := bot.Load(name, read)
		return spec, nil, err
	}
	p, err := Open(name, Options{Command: command, Limit: limit, Context: ctx}, v)
	if err != nil {
		return bot.Spec{}, nil, err
	}
	return bot.NewSpec(name, func(source chance.Source) bot.Bot { return &seated{Player: NewPlayer(p, v), source: source} }), p, nil
}

// seated is a program on a chair for a sitting. The sitting and its hands have names from the chances of the chair, so that the same
// seed has the same questions.
type seated struct {
	*Player
	source  chance.Source
	sitting string
	begun   bool
}

// Act implements [bot.Bot].
func (s *seated) Act(v *rams.View) rams.Action {
	s.begin(v.Seat)
	return s.Player.Act(v)
}

// begin names a hand before the first question or, if there was none, its end. When a simulation turns the table, the chances are those
// of the turn before, so the seat is part of a sitting's name.
func (s *seated) begin(seat rams.Seat) {
	name := func() string { return strconv.FormatInt(int64(s.source.IntN(1<<62)), 36) }
	if s.sitting == "" {
		s.sitting = fmt.Sprintf("%s-%d", name(), seat)
	}
	if !s.begun {
		s.Begin(name(), s.sitting)
		s.begun = true
	}
}

// End implements [bot.Ender]: the hand is over.
func (s *seated) End(r *rams.Record, seat rams.Seat) {
	s.begin(seat)
	s.Player.End(r, seat)
	s.begun = false
}
