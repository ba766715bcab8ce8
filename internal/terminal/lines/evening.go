package lines

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/internal/terminal/local"
	"chratze/rams"
	"chratze/variant"
)

// evening is a session as the person at the terminal sees it: what is shown, asked and
// understood. It only has views of the hands.
type evening struct {
	*voice
	money   locale.Money
	tell    *teller
	session *local.Session // nil: a puzzle
	rules   variant.Variant
	voc     *vocabulary
	read    func(context.Context) input
	waiting int // number of an older session that hasn't ended; 0: none
}

// input is a line that was typed, or the end of the input.
type input struct {
	text string
	long bool  // longer than maxAnswer; then text is empty
	err  error // errLeft at the end, or a read error
}

const (
	maxAnswer = 4096    // limit of an answer in bytes
	maxLong   = 1 << 20 // limit of a line in bytes; after that reading stops
	maxWrong  = 1000    // misunderstood answers in a row before the program gives up
)

// Why an evening stops early.
var (
	errLeft     = errors.New("left")
	errDeaf     = errors.New("too many answers in a row that can't be understood")
	errLongLine = errors.New("a line without end")
)

// listen returns a function that reads one line after another. The end of the stream or of the
// context is errLeft.
func listen(in io.Reader) func(context.Context) input {
	r := bufio.NewReaderSize(in, maxAnswer)
	lines := make(chan input, 1)
	return func(ctx context.Context) input {
		go func() { lines <- readLine(r) }()
		select {
		case line := <-lines:
			return line
		case <-ctx.Done():
			return input{err: errLeft} // nobody asks again after an error
		}
	}
}

// readLine reads a line, or skips one that is too long.
func readLine(r *bufio.Reader) input {
	text, err := r.ReadSlice('\n')
	if err == nil || err == io.EOF && len(text) > 0 {
		return input{text: string(text)}
	}
	n := len(text)
	for err == bufio.ErrBufferFull && n < maxLong {
		text, err = r.ReadSlice('\n')
		n += len(text)
	}
	switch {
	case err == bufio.ErrBufferFull:
		err = errLongLine
	case err == io.EOF && n > 0:
		err = nil
	case err == io.EOF:
		err = errLeft
	}
	return input{long: n > 0, err: err}
}

// stay welcomes the person and plays. If the evening is over already, it shows again how it
// ended.
func (e *evening) stay(ctx context.Context, back bool) error {
	if e.over() {
		return e.farewell()
	}
	e.welcome(back)
	return e.run(ctx)
}

func (e *evening) over() bool    { return e.session.Info().Stage == table.Over }
func (e *evening) playing() bool { return e.session.Info().Stage == table.Playing }

// run plays until the evening ends or the person leaves. The error is errLeft, errDeaf, or an
// error of the input, the output or the session's file.
func (e *evening) run(ctx context.Context) error {
	if e.playing() {
		view := e.session.View()
		e.tell.begin(e.session.Hands(), view.Start)
		if err := e.show(); err != nil {
			return err
		}
	} else if e.session.Hands() > 0 {
		e.standings()
	}
	for !e.over() {
		step := e.next
		if e.playing() {
			step = e.decide
		}
		if err := step(ctx); err != nil {
			return err
		}
	}
	return e.farewell()
}

// next deals the next hand, or ends the evening.
func (e *evening) next(ctx context.Context) error {
	if e.session.Hands() > 0 {
		switch stop, err := e.stop(ctx); {
		case err != nil:
			return err
		case stop:
			return e.session.End()
		case e.playing(): // the end of the hand was taken back
			return nil
		}
	}
	if err := e.session.Begin(); err != nil {
		return err
	}
	e.tell.begin(e.session.Hands(), e.session.View().Start)
	return e.show()
}

// stop asks between two hands whether the evening ends here.
func (e *evening) stop(ctx context.Context) (bool, error) {
	view := e.session.View()
	e.scr.Gap()
	for range maxWrong {
		text, err := e.ask(ctx, e.T("cli.next", nil))
		if err != nil {
			return false, err
		}
		if text == "" || slices.Contains(e.voc.on, text) {
			return false, nil
		}
		said, wrong := e.voc.hear(text, &view, nil)
		switch {
		case wrong != nil:
			e.scr.Line(e.inputFault(wrong))
		case said.command == sayEnd:
			return true, nil
		case said.command == sayQuit:
			return false, errLeft
		case said.command == askHelp:
			e.scr.Line(e.T("cli.help.next", nil))
		case said.command == sayBack || said.command == sayAgain:
			if done, err := e.takeBack(said.command == sayAgain); err != nil || done {
				return false, err
			}
		default:
			e.command(said.command, &view)
		}
	}
	return false, errDeaf
}

// decide asks for the person's next act until one is legal, and plays it.
func (e *evening) decide(ctx context.Context) error {
	view := e.session.View()
	e.scr.Gap()
	e.showHand(&view)
	for range maxWrong {
		text, err := e.ask(ctx, e.question(&view))
		if err != nil {
			return err
		}
		said, wrong := e.voc.hear(text, &view, e.hand(&view))
		switch {
		case wrong != nil:
			e.scr.Line(e.inputFault(wrong))
		case said.command == sayQuit:
			return errLeft
		case said.command == sayEnd:
			if err := e.session.MakeLast(); err != nil {
				return err
			}
			e.scr.Line(e.T("cli.last", nil))
		case said.command == sayBack || said.command == sayAgain:
			if done, err := e.takeBack(said.command == sayAgain); err != nil || done {
				return err
			}
		case said.command != noCommand:
			e.command(said.command, &view)
		default:
			err := e.session.Act(said.act)
			if no, ok := errors.AsType[*rams.Refusal](err); ok {
				e.scr.Line(e.Error(no))
				continue
			}
			if err != nil {
				return err
			}
			return e.show()
		}
	}
	return errDeaf
}

// show writes what has happened since the last time.
func (e *evening) show() error {
	view := e.session.View()
	e.scr.Gap()
	e.tell.tell(view.Events)
	e.tell.pause()
	if view.Phase == rams.PhaseDone {
		e.tell.settle(&view, e.session.Info().Result)
		e.scr.Gap()
		e.standings()
	}
	return e.scr.Flush()
}

// standings writes one line with what everybody has won or lost.
func (e *evening) standings() {
	balances, _ := e.session.Settled()
	list := e.each(func(seat rams.Seat) string { return e.Balance(e.money, balances[seat]) })
	e.scr.Line(e.T("cli.standings", locale.Args{"list": list}))
}

// farewell writes how the evening ended.
func (e *evening) farewell() error {
	_, shares := e.session.Settled()
	info := e.session.Info()
	_, balances := info.Accounts()
	e.scr.Gap()
	for _, line := range e.Farewell(shares, info.Payments(), info.BotsWon) {
		e.scr.Line(line)
	}
	e.scr.Gap()
	for _, line := range e.Standings(balances) {
		e.scr.Line(line)
	}
	if e.session.Hands() > 0 {
		e.scr.Gap()
		e.scr.Line(e.T("cli.history", locale.Args{"path": e.session.HandsPath()}))
	}
	return e.scr.Flush()
}

// ask asks a question and returns the words of the answer.
func (e *evening) ask(ctx context.Context, question string) (string, error) {
	for {
		if err := e.scr.prompt(e.scr.Strong(question)); err != nil {
			return "", err
		}
		switch line := e.read(ctx); {
		case line.err != nil:
			e.scr.answered()
			return "", line.err
		case !line.long:
			return strings.Join(split(line.text), " "), nil
		}
		e.scr.Line(e.T("cli.hear.long", nil))
	}
}

// question returns the question to the person, with the possible answers.
func (e *evening) question(view *rams.View) string { return Question(e.Table, view) }

// Question returns the question that a view asks, with the possible answers.
func Question(t *locale.Table, view *rams.View) string {
	text := t.Question(view)
	choices := t.Choices(view)
	switch {
	case len(choices) > 1 || view.Legal[0].Cards == 0 && choices[0].Kind != rams.Lay:
		calls := make([]string, len(choices))
		for i, c := range choices {
			calls[i] = strings.ReplaceAll(c.Call, " ", nbsp)
		}
		return text + " (" + strings.Join(calls, " / ") + ")"
	case len(view.Legal) == 1:
		return text + " " + t.T("cli.only", locale.Args{"cards": t.Set(view.Legal[0].Cards)})
	}
	return text
}
