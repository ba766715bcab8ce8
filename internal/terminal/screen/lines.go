package screen

import (
	"bufio"
	"context"
	"io"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"chratze/internal/server/table"
	"chratze/internal/terminal/lines"
	"chratze/rams"
)

// Lines shows a table as lines of plain text: through a pipe, or with a screen reader. The same
// commands can be typed as at the table; a line that begins with ":" is chat. It ends with its
// input, with q, with the evening or the context.
func Lines(ctx context.Context, o Options, source Source, in io.Reader, scr *lines.Screen) (Model, error) {
	o.Pace, o.Blind = AtOnce, true
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
		if l.left || typed == nil && len(waiting) == 0 {
			break
		}
		select {
		case m := <-l.messages:
			l.update(m)
		case text, open := <-typed:
			if !open {
				typed = nil
				break
			}
			waiting = append(waiting, text)
		case <-ctx.Done():
			l.left = true
		}
	}
	stop()
	_, err := l.Left()
	if closed := source.Close(); err == nil {
		err = closed
	}
	return l.Model, err
}

// read returns the lines of a stream, one by one.
func read(ctx context.Context, in io.Reader) <-chan string {
	typed := make(chan string)
	go func() {
		defer close(typed)
		for r := bufio.NewScanner(in); r.Scan(); {
			select {
			case typed <- r.Text():
			case <-ctx.Done():
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
	return l.asked() || l.t.Stage != table.Playing || strings.HasPrefix(text, ":") || len(letter) == 1 && (letter[0] < '0' || letter[0] > '9')
}

// stream is a model whose screen is a stream of lines.
type stream struct {
	Model
	scr      *lines.Screen
	source   Source
	messages chan tea.Msg
	hand     int    // the hand whose log is being written
	told     int    // number of its lines written
	question uint64 // number of the last question written
	lobby    string // the last lobby written
}

func (l *stream) update(m tea.Msg) {
	next, effects := l.Model.Update(m)
	l.Model = next
	if _, ok := m.(Chatted); ok {
		v := &view{Model: &l.Model}
		l.scr.Line(v.chatLine(len(l.chat) - 1))
	}
	if lost, ok := m.(Offline); ok && !lost.Back {
		l.scr.Line(l.T("tui.lost", nil))
	}
	l.tell()
	l.do(effects)
}

// do carries out effects one after another.
func (l *stream) do(effects []Effect) {
	for _, e := range effects {
		if e.Kind < DoAct {
			continue
		}
		if m := l.source.Do(e); m != nil {
			l.update(m)
		}
	}
}

// line handles a typed line.
func (l *stream) line(text string) {
	if said, ok := strings.CutPrefix(text, ":"); ok {
		next, effects := l.Model.said(said, true)
		l.Model = next
		l.do(effects)
		return
	}
	var effects []Effect
	if l.asked() && strings.TrimSpace(text) != "" {
		l.Model, effects = l.Model.said(text, false)
	} else {
		key := strings.ToLower(strings.TrimSpace(text))
		switch key {
		case "":
			key = "enter"
		case "q":
			key = "ctrl+c" // nobody types q and Enter by mistake
		}
		l.panel = noPanel
		l.Model, effects = l.press(key)
	}
	l.answer()
	l.do(effects)
	l.tell()
}

// answer writes what a command has opened.
func (l *stream) answer() {
	v := &view{canvas: newCanvas(l.scr.Width(), 1), Model: &l.Model}
	_, rows := v.panelRows(l.scr.Width() - 2)
	if l.panel == settlePanel || l.panel == farewellPanel {
		rows = nil // already written
	}
	for _, row := range rows {
		var text strings.Builder
		for _, p := range row {
			text.WriteString(p.text)
		}
		l.scr.Raw(strings.TrimRight(text.String(), " ") + "\n")
	}
	l.panel = noPanel
}

// tell writes the news and the question.
func (l *stream) tell() {
	if l.t == nil {
		return
	}
	if l.note != "" {
		l.scr.Line(l.note)
		l.Model.note = ""
	}
	if l.t.Stage == table.Lobby {
		l.who()
	}
	if l.hand != l.t.Hand {
		l.hand, l.told = l.t.Hand, 0
		l.scr.Gap()
	}
	for ; l.told < len(l.log); l.told++ {
		l.scr.Line(l.log[l.told])
	}
	if l.asked() && l.question != l.t.Ask.Number {
		l.question = l.t.Ask.Number
		l.ask()
	}
	_ = l.scr.Flush() // the loop checks Err
}

// who writes who is at the table before the first hand.
func (l *stream) who() {
	var names []string
	for i := range l.t.Chairs {
		if name := l.t.Chairs[i].Name; name != "" {
			names = append(names, name)
		}
	}
	text := l.words.Game() + ": " + l.opt.Printer.List(names)
	if l.t.Code != "" {
		text += ". " + l.T("tui.code", nil) + " " + l.t.Code
	}
	if text != l.lobby {
		l.scr.Line(text)
		l.lobby = text
	}
}

func (l *stream) ask() {
	if note, ok := l.say("h"); ok {
		l.scr.Line(note)
	}
	text := l.words.Question(&l.pic.View)
	var calls []string
	for _, c := range l.words.Choices(&l.pic.View) {
		calls = append(calls, c.Call)
	}
	cards := []rams.Kind{rams.Lay, rams.Drop, rams.Play}
	if !slices.Contains(cards, l.pic.Legal[0].Kind) {
		text += " (" + strings.Join(calls, " / ") + ")"
	}
	l.scr.Line(l.scr.Strong(text))
}
