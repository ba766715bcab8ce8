package lines

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"chratze/internal/locale"
	"chratze/pot"
	"chratze/rams"
)

// evening is a sitting as the person at the terminal lives it: what is shown, what
// is asked, what is understood. It knows of the hands no more than views.
type evening struct {
	*voice
	money   locale.Money
	tell    *teller
	sitting *sitting
	save    *save
	voc     *vocabulary
	read    func(context.Context) input
	waiting int // an older sitting that has not ended; 0: none
}

// input is a line that was typed, or the end of them.
type input struct {
	text string
	long bool  // longer than maxAnswer; text is empty
	err  error // errLeft at the end, or what is wrong
}

const (
	maxAnswer = 4096    // bytes of a line that is an answer
	maxLong   = 1 << 20 // bytes of a line after which nobody listens any more
	maxWrong  = 1000    // answers in a row that can't be understood
)

// The ways in which an evening ends before its end.
var (
	errLeft     = errors.New("left")
	errDeaf     = errors.New("too many answers in a row that can't be understood")
	errLongLine = errors.New("a line without end")
)

// listen returns what reads the lines of a stream one by one. The end of the stream
// and the end of the context are errLeft.
func listen(in io.Reader) func(context.Context) input {
	r := bufio.NewReaderSize(in, maxAnswer)
	lines := make(chan input, 1)
	return func(ctx context.Context) input {
		go func() { lines <- readLine(r) }()
		select {
		case line := <-lines:
			return line
		case <-ctx.Done():
			return input{err: errLeft} // nobody asks again
		}
	}
}

// readLine reads a line, and of one that is too long nothing.
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

// stay welcomes the person and plays, or says again how an evening that is over
// ended.
func (e *evening) stay(ctx context.Context, back bool) error {
	if e.sitting.ended {
		return e.farewell()
	}
	e.welcome(back)
	return e.run(ctx)
}

// run plays until the evening ends, or the person leaves. The error is errLeft,
// errDeaf, or what is wrong with the input, the output or the file of the sitting.
func (e *evening) run(ctx context.Context) error {
	s := e.sitting
	if s.dealt {
		e.tell.begin(s.hands+1, s.start)
		if err := e.show(); err != nil {
			return err
		}
	} else if s.hands > 0 {
		e.standings()
	}
	for !s.ended {
		step := e.next
		if s.dealt {
			step = e.decide
		}
		if err := step(ctx); err != nil {
			return err
		}
	}
	return e.scr.Flush()
}

// next deals the next hand, or ends the evening.
func (e *evening) next(ctx context.Context) error {
	s := e.sitting
	stop := s.last > 0 && s.hands >= s.last
	if s.hands > 0 && !stop {
		var err error
		if stop, err = e.stop(ctx); err != nil {
			return err
		}
	}
	if stop {
		return e.end()
	}
	number, start := s.hands+1, s.start
	if err := s.begin(); err != nil {
		return err
	}
	if err := e.keep(); err != nil {
		return err
	}
	e.tell.begin(number, start)
	return e.show()
}

// stop asks between two hands whether the evening ends here.
func (e *evening) stop(ctx context.Context) (bool, error) {
	view := e.sitting.view()
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
			e.scr.Line(e.misheard(wrong))
		case said.command == sayEnd:
			return true, nil
		case said.command == sayQuit:
			return false, errLeft
		case said.command == askHelp:
			e.scr.Line(e.T("cli.help.next", nil))
		default:
			e.command(said.command, &view)
		}
	}
	return false, errDeaf
}

// decide asks for the person's next act until one is legal, and makes it.
func (e *evening) decide(ctx context.Context) error {
	view := e.sitting.view()
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
			e.scr.Line(e.misheard(wrong))
		case said.command == sayQuit:
			return errLeft
		case said.command == sayEnd:
			if err := e.announceLast(); err != nil {
				return err
			}
		case said.command != noCommand:
			e.command(said.command, &view)
		default:
			if err := e.sitting.act(said.act); err != nil {
				e.scr.Line(e.Error(err))
				continue
			}
			if err := e.keep(); err != nil {
				return err
			}
			return e.show()
		}
	}
	return errDeaf
}

// keep makes durable what has happened; only then is it shown.
func (e *evening) keep() error { return keep(e.save, e.sitting) }

func keep(v *save, s *sitting) error {
	if s.over() {
		return v.settle(s)
	}
	return v.keep(s)
}

// show tells what has happened since.
func (e *evening) show() error {
	view := e.sitting.view()
	e.scr.Gap()
	e.tell.tell(view.Events)
	e.tell.pause()
	if view.Phase == rams.PhaseDone {
		result := e.sitting.result()
		e.tell.settle(&view, &result)
		e.scr.Gap()
		e.standings()
	}
	return e.scr.Flush()
}

// standings tells in a line what everybody has won or lost.
func (e *evening) standings() {
	balances := e.sitting.balances()
	list := e.each(func(seat rams.Seat) string { return e.Balance(e.money, balances[seat]) })
	e.scr.Line(e.T("cli.standings", locale.Args{"list": list}))
}

// announceLast makes the hand that is played the last one.
func (e *evening) announceLast() error {
	e.sitting.last = e.sitting.hands + 1
	if err := e.save.keep(e.sitting); err != nil {
		return err
	}
	e.scr.Line(e.T("cli.last", nil))
	return nil
}

// end ends the evening: the pot is shared out, and everybody pays.
func (e *evening) end() error {
	e.sitting.ended = true
	if err := e.save.keep(e.sitting); err != nil {
		return err
	}
	return e.farewell()
}

// farewell tells how the evening ended.
func (e *evening) farewell() error {
	shares, err := e.sitting.end()
	if err != nil {
		return err
	}
	balances := e.sitting.balances()
	transfers, err := pot.Settle(balances)
	if err != nil {
		return err
	}
	e.scr.Gap()
	for _, line := range e.Farewell(shares, transfers) {
		e.scr.Line(line)
	}
	e.scr.Gap()
	for _, line := range e.Standings(balances) {
		e.scr.Line(line)
	}
	if e.sitting.hands > 0 {
		e.scr.Gap()
		e.scr.Line(e.T("cli.history", locale.Args{"path": e.save.path(handsFile)}))
	}
	return e.scr.Flush()
}

// ask asks a question and returns the answer's words.
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

// question is what the person is asked, with what can be said.
func (e *evening) question(view *rams.View) string {
	text := e.Question(view)
	choices := e.Choices(view)
	switch {
	case len(choices) > 1 || view.Legal[0].Cards == 0 && choices[0].Kind != rams.Lay:
		calls := make([]string, len(choices))
		for i, c := range choices {
			calls[i] = strings.ReplaceAll(c.Call, " ", nbsp)
		}
		return text + " (" + strings.Join(calls, " / ") + ")"
	case len(view.Legal) == 1:
		return text + " " + e.T("cli.only", locale.Args{"cards": e.Set(view.Legal[0].Cards)})
	}
	return text
}
