package screen

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"chratze/internal/table"
	"chratze/internal/terminal/lines"
)

// ErrNoTable is returned by Lines if the input ends before the table could be reached.
var ErrNoTable = errors.New("screen: the table can't be reached")

// Lines shows a table as lines of plain text: through a pipe, or with a screen reader. The same
// commands can be typed as at the table; a line that begins with ":" is chat. It ends with its
// input, with q, with the evening or the context.
func Lines(ctx context.Context, o Options, source Source, in io.Reader, scr *lines.Screen) (Model, error) {
	o.Pace = AtOnce
	l := &stream{Model: New(o), scr: scr, source: source, messages: make(chan tea.Msg, 64)}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	send := func(m tea.Msg) {
		select {
		case l.messages <- m:
		case <-ctx.Done():
		}
	}
	typed := read(ctx, in)
	go source.Open(send)
	var waiting []string // typed, but not possible yet
	for !l.left && (l.t == nil || l.t.Stage != table.Over) && scr.Err() == nil {
		for !l.left && len(waiting) > 0 && l.ready(waiting[0]) {
			l.line(waiting[0])
			waiting = waiting[1:]
		}
		if l.left || typed == nil && len(waiting) == 0 && (l.t != nil || l.Model.offline != nil) {
			break
		}
		more := typed
		if len(waiting) >= mostWaiting {
			more = nil
		}
		select {
		case m := <-l.messages:
			l.update(m)
		case line, open := <-more:
			switch {
			case !open:
				typed = nil
			case line.Err != nil:
				l.update(Ended{lines.Unread(line.Err)})
			case line.Long:
				l.scr.Line(l.T("cli.hear.long", nil))
			default:
				waiting = append(waiting, strings.TrimRight(line.Text, "\r\n"))
			}
		case <-ctx.Done():
			l.left = true
		}
	}
	stop()
	_, err := l.Left()
	if err == nil && l.t == nil && l.Model.offline != nil && typed == nil {
		err = ErrNoTable
	}
	if closed := source.Close(); err == nil {
		err = closed
	}
	return l.Model, err
}

// mostWaiting is how many lines are read ahead of their questions.
const mostWaiting = 64

// read returns the lines of a stream, one by one, until its end or a read error.
func read(ctx context.Context, in io.Reader) <-chan lines.Typed {
	typed := make(chan lines.Typed)
	go func() {
		defer close(typed)
		for listen := lines.Listen(in); ; {
			line := listen(ctx)
			if line.Err == lines.ErrLeft {
				return
			}
			select {
			case typed <- line:
			case <-ctx.Done():
				return
			}
			if line.Err != nil {
				return
			}
		}
	}()
	return typed
}

// ready reports whether a line can be handled now. An answer waits until its question comes, so
// that input through a pipe isn't too early.
func (l *stream) ready(text string) bool {
	if l.t == nil || l.pending {
		return false
	}
	letter := strings.TrimSpace(text)
	return l.asked() || l.t.Stage != table.Playing || l.names(text) || strings.HasPrefix(text, ":") || len(letter) == 1 && (letter[0] < '0' || letter[0] > '9') || l.command(letter)
}

// names reports whether a line is about names (NAME = NAME), which needs no question.
func (l *stream) names(text string) bool { return l.opt.Server && strings.Contains(text, "=") }

// command reports whether a line is a command, which needs no question.
func (l *stream) command(text string) bool {
	if l.pic == nil {
		return false
	}
	view := l.pic.View
	view.Legal = nil
	return l.ear.Hear(text, &view, l.Model.hand, l.words).Command != 0
}

// stream is a model whose screen is a stream of lines.
type stream struct {
	Model
	scr      *lines.Screen
	source   Source
	messages chan tea.Msg
	hand     int      // the hand whose log is being written
	told     []string // its lines that are written
	said     int      // number of lines of chat written: they wait for the table, which has the names
	question uint64   // number of the last question written
	lobby    string   // the last lobby written
	wished   string   // the last request to take something back
	rest     [2]int   // the last pause written: its hand, and its stage
	vain     int      // lines since the last question or pause
}

func (l *stream) update(m tea.Msg) {
	before := l.Model
	next, effects := l.Model.Update(m)
	l.Model = next
	for v := (&view{Model: &l.Model}); l.t != nil && l.said < len(l.chat); l.said++ {
		l.scr.Line(v.chatLine(l.said))
	}
	switch was, is := before.offline, l.Model.offline; { // each is said once
	case is != nil && (was == nil || is.Code != "" && is.Code != was.Code) && (before.t != nil || is.Code != ""):
		l.scr.Line(l.lost("tui.lost"))
	case is == nil && was != nil && before.t != nil:
		l.scr.Line(l.T("tui.online", nil))
	}
	if hint, ok := m.(Hinted); ok {
		l.scr.Line(hint.Text)
	}
	l.tell()
	l.do(effects)
}

// do carries out effects one after another.
func (l *stream) do(effects []Effect) {
	for _, e := range effects {
		if e.Kind == DoHint {
			l.update(l.hint())
		}
		if e.Kind != DoSend {
			continue
		}
		m, do := l.source.Do(e.Command), e.Command.Do
		if _, done := m.(*Table); done && (do == table.DoBack || do == table.DoAgain) {
			l.back(do == table.DoAgain)
		}
		if m != nil {
			l.update(m)
		}
	}
}

// untold returns the lines of a log that haven't been written. Cards that a dealer sees only after the question about blind come in
// between; what was taken back may come again.
func untold(told, log []string) (list []string) {
	same := 0
	for same < min(len(told), len(log)) && told[same] == log[same] {
		same++
	}
	at := 0
	for _, line := range log {
		if at < len(told) && told[at] == line {
			at++
			continue
		}
		list = append(list, line)
	}
	if at < len(told) {
		return log[same:]
	}
	return list
}

// back writes that a decision was taken back, or that the deal begins again.
func (l *stream) back(again bool) {
	l.scr.Gap()
	if again {
		l.scr.Line(l.T("practice.done.again", nil))
		l.told = nil
		return
	}
	l.scr.Line(l.T("practice.done.back", nil))
}

// line handles a typed line.
func (l *stream) line(text string) {
	if l.vain++; l.vain > lines.MostWrong {
		l.update(Ended{lines.ErrDeaf})
		return
	}
	if said, ok := strings.CutPrefix(text, ":"); ok && l.opt.Server {
		next, effects := l.Model.said(said, true)
		l.Model = next
		l.do(effects)
		return
	}
	l.panel = noPanel
	var effects []Effect
	switch key := strings.ToLower(strings.TrimSpace(text)); {
	case key == "q":
		l.Model, effects = l.press("ctrl+c") // nobody types q and Enter by mistake
	case strings.TrimSpace(text) == "B" && !(l.asked() && l.cards()): // with cards it may be a rank
		l.Model, effects = l.press("B")
	case key == "x":
		l.Model, effects = l.press("X")
	case key == "e" && l.t.Stage == table.Between && !l.opt.Server:
		l.armed = "e" // for the same reason
		l.Model, effects = l.press("e")
	case l.asked() || l.command(key) || l.names(text):
		l.Model, effects = l.Model.said(text, false)
	case key == "" || l.t.Stage == table.Between && l.ear.GoesOn(key):
		l.Model, effects = l.press("enter")
	default:
		l.Model, effects = l.press(key)
	}
	l.answer()
	l.do(effects)
	l.tell()
}

// tell writes the news and the question.
func (l *stream) tell() {
	defer func() { _ = l.scr.Flush() }() // the loop checks Err
	if l.t == nil {
		return
	}
	refused := l.note != ""
	if refused {
		l.scr.Line(l.note)
		l.Model.note = ""
	}
	if l.t.Stage == table.Lobby {
		l.who()
	}
	if l.hand != l.t.Hand {
		l.hand, l.told = l.t.Hand, nil
		l.scr.Gap()
		l.teach()
	}
	for _, line := range untold(l.told, l.log) {
		l.scr.Line(line)
	}
	l.told = slices.Clone(l.log)
	if wish := l.wish(); wish != l.wished {
		l.wished = wish
		if wish != "" {
			l.scr.Line(wish + " " + l.T("undo.type", nil))
		}
	}
	switch {
	case !l.asked():
	case l.question != l.t.Ask.Number:
		l.question, l.vain = l.t.Ask.Number, 0
		l.ask()
	case refused:
		l.scr.Line(l.scr.Strong(lines.Question(l.words, &l.pic.View)))
	}
	l.pause()
}

// ask writes the hand and the question.
func (l *stream) ask() {
	view := l.pic.View
	l.scr.Gap()
	l.openHands()
	lines.ShowHand(l.words, l.scr, l.deckName(), &view)
	if l.t.Teacher != nil && l.t.Teacher.Task != "" {
		l.scr.Line(l.t.Teacher.Task)
	}
	l.scr.Line(l.strokes() + l.scr.Strong(lines.Question(l.words, &view)))
}
