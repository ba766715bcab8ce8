package screen

import (
	"slices"
	"strings"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"chratze/internal/table"
	"chratze/rams"
)

// line is a line being typed: an answer, a command, or a line of chat.
type line struct {
	textinput.Model
	chat bool
	back int    // how far back in the history; 0: a new line
	own  string // the new line, while an older one is shown
}

// mostTyped is the limit for an answer or a command, in characters; keptTyped the number of lines in
// the history.
const (
	mostTyped = 500
	keptTyped = 100
)

// newLine returns an empty line. Up and down go through the history, and Tab completes.
func newLine(chat bool) *line {
	l := &line{Model: textinput.New(), chat: chat}
	l.CharLimit = mostTyped
	if chat {
		l.CharLimit = table.MaxLine
	}
	l.ShowSuggestions = !chat
	l.KeyMap.Paste = key.Binding{} // it would run a program; terminals paste by themselves
	l.KeyMap.NextSuggestion.SetKeys("shift+tab", "ctrl+n")
	l.KeyMap.PrevSuggestion.SetKeys("ctrl+p")
	l.SetVirtualCursor(false)
	l.Focus()
	return l
}

// typed handles a key or pasted text while a line is being typed.
func (m Model) typed(message tea.Msg) (Model, []Effect) {
	l := *m.line
	l.SetValue(l.Value()) // copies the value, since a Model is a value
	k, _ := message.(tea.KeyPressMsg)
	switch name := k.String(); {
	case name == "esc", name == "backspace" && l.Value() == "":
		m.line = nil
		return m, nil
	case name == "enter":
		m.line = nil
		return m.said(l.Value(), l.chat)
	case (name == "up" || name == "down") && !l.chat:
		m.recall(&l, name == "up")
	default:
		l.Model, _ = l.Update(message)
	}
	if !l.chat {
		l.SetSuggestions(m.sayable())
	}
	m.line = &l
	return m, nil
}

// recall replaces the line by an older or newer one of the history.
func (m *Model) recall(l *line, older bool) {
	if l.back == 0 {
		l.own = l.Value()
	}
	to := l.back - 1
	if older {
		to = l.back + 1
	}
	if to < 0 || to > len(m.history) {
		return
	}
	l.back = to
	text := l.own
	if to > 0 {
		text = m.history[len(m.history)-to]
	}
	l.SetValue(text)
	l.CursorEnd()
}

// same carries out NAME = NAME: it changes the person's own name. The host says with it that a person who
// has left is another, or with NAME = bot that a bot plays for a person who is away.
func (m Model) same(left, into string) (Model, []Effect) {
	if me := m.t.Me; me >= 0 && into != "" && strings.EqualFold(m.t.Chairs[me].Name, left) {
		return m, send(table.Command{Do: table.DoRename, Text: into})
	}
	away := slices.IndexFunc(m.t.Chairs, func(c table.Chair) bool { return c.Away && c.Bot == "" && strings.EqualFold(c.Name, left) })
	if away >= 0 && (strings.EqualFold(into, "bot") || strings.EqualFold(into, m.T("ui.bot", nil))) {
		return m, send(table.Command{Do: table.DoStandIn, Chair: away})
	}
	return m.one(left, into)
}

// one says as host that a person who has left is another: they have one account from then on.
func (m Model) one(left, into string) (Model, []Effect) {
	names, _ := m.t.Accounts()
	chairs := len(m.t.Chairs)
	is := func(name string) func(string) bool {
		return func(other string) bool { return strings.EqualFold(name, other) }
	}
	a, b := slices.IndexFunc(names[chairs:], is(left)), slices.IndexFunc(names, is(into))
	switch {
	case m.t.Me != m.t.Host:
		m.note = m.T("tui.only-host", nil)
		return m, nil
	case a < 0 || b < 0 || into == "": // free chairs have no name
		m.note = m.T("tui.same", nil)
		return m, nil
	}
	c := table.Command{Do: table.DoSame, Person: m.t.Gone[a].Person}
	if b < chairs {
		c.Into = m.t.Chairs[b].Person
	} else {
		c.Into = m.t.Gone[b-chairs].Person
	}
	return m, send(c)
}

// keep adds a finished line to the history.
func (m *Model) keep(text string) {
	if text == "" || len(m.history) > 0 && m.history[len(m.history)-1] == text {
		return
	}
	m.history = append(slices.Clone(m.history), text)
	m.history = m.history[max(0, len(m.history)-keptTyped):]
}

// sayable lists what can be typed now: answers to the question first, then commands.
func (m *Model) sayable() (list []string) {
	if m.pic != nil && m.asked() {
		for _, c := range m.words.Choices(&m.pic.View) {
			switch c.Kind {
			case rams.Lay, rams.Drop, rams.Play:
			default:
				list = append(list, c.Call)
			}
		}
		if m.cards() {
			legal := (&view{Model: m}).legal()
			for _, c := range m.hand {
				if m.pic.Phase != rams.PhasePlay || legal.Has(c) {
					list = append(list, m.words.Card(c))
				}
			}
		}
	}
	if m.wish() != "" {
		list = append(list, strings.Split(m.T("undo.words", nil), ", ")...)
	}
	return append(list, strings.Split(m.T("tui.words", nil), ", ")...)
}

// completions returns the endings of everything that can be typed and begins like the line.
func (m *Model) completions() (list []string) {
	typed := strings.ToLower(m.line.Value())
	for _, text := range m.sayable() {
		if strings.HasPrefix(strings.ToLower(text), typed) && !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

// typedLine draws the line being typed, at the bottom, with its completions above it.
func (v *view) typedLine() {
	y := v.h - 1
	s := style{fg: onPaper, bg: paper}
	v.fill(0, y, v.w, 1, s)
	mark := ":"
	if v.line.chat {
		mark = v.T("tui.chat.say", nil)
	}
	x := v.print(0, y, style{fg: onPaper, bg: paper, attr: bold}, " "+mark+" ")
	text := []rune(v.line.Value())
	before := string(text[:v.line.Position()])
	for columns(before) > v.w-x-2 && before != "" {
		_, size := utf8.DecodeRuneInString(before)
		before = before[size:]
	}
	v.x, v.y, v.typing = v.print(x, y, s, before), y, true
	end := v.print(v.x, y, s, string(text[v.line.Position():]))
	if v.line.chat {
		return
	}
	if to := []rune(v.line.CurrentSuggestion()); len(to) > len(text) && v.line.Position() == len(text) {
		v.print(end, y, style{fg: dimPaper, bg: paper}, string(to[len(text):]))
	}
	list := v.completions()
	if len(list) == 0 {
		return
	}
	v.fill(0, y-1, v.w, 1, s)
	v.print(1, y-1, style{fg: dimPaper, bg: paper}, cut(v.theme.words(strings.Join(list, "  ")), v.w-2))
}

// said handles a line when it is finished.
func (m Model) said(text string, chat bool) (Model, []Effect) {
	m.note = ""
	text = strings.TrimSpace(text)
	if chat {
		if text == "" {
			return m, nil
		}
		return m, send(table.Command{Do: table.DoChat, Text: text})
	}
	m.keep(text)
	if left, into, two := strings.Cut(text, "="); two && m.opt.Server && m.t != nil {
		return m.same(strings.TrimSpace(left), strings.TrimSpace(into))
	}
	if m.pic == nil {
		return m.press(strings.ToLower(text))
	}
	view := m.pic.View
	heard := m.ear.Hear(text, &view, m.hand, m.words)
	switch {
	case heard.Wrong != "":
		m.note = heard.Wrong
		return m, nil
	case heard.Command == 'q':
		m.left = true
		return m, []Effect{{Kind: DoQuit}}
	case heard.Command == 'h' || heard.Command == 't' || heard.Command == 'p':
		m.note, _ = m.say(string(heard.Command))
		return m, nil
	case heard.Command != 0:
		return m.press(string(heard.Command))
	case m.offline != nil:
		m.note = m.lost("tui.lost")
		return m, nil
	case !m.asked():
		m.note = m.T("ask.wait", nil)
		return m, nil
	}
	return m.do(heard.Act)
}
