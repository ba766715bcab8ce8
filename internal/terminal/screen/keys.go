package screen

import (
	"cmp"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"chratze/card"
	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/rams"
)

// key handles a pressed key.
func (m Model) key(k tea.KeyPressMsg) (Model, []Effect) {
	if m.line != nil && k.String() != "ctrl+c" && k.String() != "ctrl+z" {
		return m.typed(k)
	}
	return m.press(k.String())
}

// press handles a key by its name, or a clicked area.
func (m Model) press(name string) (Model, []Effect) {
	if m.start != nil {
		return m.atStart(name)
	}
	armed := m.armed
	m.armed, m.note = "", ""
	switch name {
	case "ctrl+c":
		m.left = true
		return m, []Effect{{Kind: DoQuit}}
	case "ctrl+z":
		return m, []Effect{{Kind: DoSuspend}}
	case "q":
		if m.panel != noPanel && m.panel != farewellPanel {
			m.panel = noPanel
			return m, nil
		}
		if armed == "q" || m.t == nil || m.t.Stage == table.Over {
			m.left = true
			return m, []Effect{{Kind: DoQuit}}
		}
		m.armed, m.note = "q", m.T("tui.quit", nil)
		return m, nil
	case "+", "-":
		return m.speed(name), nil
	case "B":
		m.opt.Blind = !m.opt.Blind
		m.note = m.T(map[bool]string{true: "tui.blind.on", false: "tui.blind.off"}[m.opt.Blind], nil)
		return m, nil
	case ":", "c":
		if name == "c" && !m.opt.Server {
			return m, nil
		}
		m.line = newLine(name == "c")
		m.panel = noPanel
		if name == "c" {
			m.unread = 0
		}
		return m, nil
	}
	if p, ok := panels[name]; ok {
		return m.toggle(p), nil
	}
	if m.panel != noPanel {
		return m.inPanel(name, armed)
	}
	return m.atTable(name, armed)
}

// panels are the keys of the panels.
//
//lattice:table
var panels = map[string]panel{
	"?": helpPanel, "f1": helpPanel, "g": logPanel, "l": trickPanel, "s": standPanel, "r": rulesPanel, "w": whoPanel, "C": chatPanel,
}

func (m Model) toggle(p panel) Model {
	if m.panel == p {
		p = noPanel
	}
	m.panel, m.scroll = p, 0
	if p == chatPanel {
		m.unread = 0
	}
	return m
}

// inPanel handles a key while a panel covers the table.
func (m Model) inPanel(name, armed string) (Model, []Effect) {
	page := max(1, m.height-8)
	switch name {
	case "up", "k":
		m.scroll--
	case "down", "j":
		m.scroll++
	case "pgup":
		m.scroll -= page
	case "pgdown":
		m.scroll += page
	case "home":
		m.scroll = 0
	case "end":
		m.scroll = 1 << 20
	case "e", "u", "U", "y", "n":
		return m.atTable(name, armed)
	case "esc", "enter", "space":
		if name == "space" && m.scroll < m.overflow() {
			m.scroll = min(m.scroll+page, m.overflow())
			return m, nil
		}
		settled := m.panel == settlePanel || m.panel == standPanel || m.panel == teacherPanel
		if m.panel == settlePanel && m.t != nil && m.t.Teacher != nil {
			m.panel, m.scroll = teacherPanel, 0
			return m, nil
		}
		if m.panel == settlePanel && m.t != nil && m.t.Stage == table.Over {
			m.panel, m.scroll = farewellPanel, 0
			return m, nil
		}
		m.panel = noPanel
		if name == "enter" && settled && m.t != nil && m.t.Stage != table.Playing {
			return m.atTable(name, armed)
		}
	default:
		if len(name) == 1 && name[0] >= '0' && name[0] <= '9' && m.asked() {
			m.panel = noPanel
			return m.atTable(name, armed)
		}
	}
	m.scroll = max(0, min(m.scroll, m.overflow()))
	return m, nil
}

// atTable handles a key at the table itself.
func (m Model) atTable(name, armed string) (Model, []Effect) {
	if m.t == nil {
		return m, nil
	}
	if note, ok := m.say(name); ok {
		m.note = note
		return m, nil
	}
	if name == "e" {
		return m.end(armed)
	}
	if name == "u" || name == "U" {
		return m.takeBack(name == "U")
	}
	if name == "y" || name == "n" && m.t.asksMe() {
		return m.allows(name == "y")
	}
	if name == "S" && m.t.Six != "" {
		return m.six()
	}
	if m.game != nil && m.shown < len(m.t.Events) {
		switch name {
		case "enter", "space", "esc", "right":
			return m.skip()
		}
		return m, nil
	}
	if name == "i" && m.asked() && !m.opt.Server && m.t.Teacher == nil {
		return m, []Effect{{Kind: DoHint}}
	}
	if m.asked() {
		return m.answer(name)
	}
	switch name {
	case "enter", "n", "space":
		if m.t.Stage == table.Between {
			m.pending = true
			return m, send(table.Command{Do: table.DoNext})
		}
		if m.t.Stage == table.Lobby && m.t.Me == m.t.Host {
			m.pending = true
			return m, send(table.Command{Do: table.DoStart})
		}
	}
	return m.hosts(name, armed)
}

// hosts handles a key that works only at a server's table.
func (m Model) hosts(name, armed string) (Model, []Effect) {
	if !m.opt.Server || m.t.Me < 0 {
		return m, nil
	}
	host := m.t.Host == m.t.Me
	switch {
	case name == "z" && host && m.t.Stage == table.Between:
		return m, send(table.Command{Do: table.DoPause})
	case name == "z" && host && m.t.Stage == table.Paused:
		return m, send(table.Command{Do: table.DoResume})
	case name == "b" && host:
		for i := range m.t.Chairs {
			if m.t.Chairs[i].Name == "" {
				return m, send(table.Command{Do: table.DoBot, Chair: i, Bot: table.StandIn})
			}
		}
	case name == "X" && armed == "X":
		return m, send(table.Command{Do: table.DoLeave})
	case name == "X":
		m.armed, m.note = "X", m.T("tui.leave", nil)
	}
	return m, nil
}

// say answers a typed command with one line.
func (m *Model) say(name string) (string, bool) {
	if m.pic == nil {
		return "", false
	}
	switch name {
	case "h":
		if m.pic.Hand == 0 && m.pic.Seat >= 0 && m.pic.Cards[m.pic.Seat] > 0 {
			return m.words.T("view.hand.hidden", nil), true
		}
		return m.words.T("view.hand", locale.Args{"cards": m.words.Cards(m.hand...)}), true
	case "p":
		return m.words.InPot(m.pic.Pot), true
	case "t":
		return m.trickInWords(m.pic.Trick, m.pic.Lead), true
	}
	return "", false
}

func (m *Model) trickInWords(cards [rams.MaxSeats]card.Card, lead rams.Seat) string {
	return cmp.Or(m.words.Trick(cards, lead), m.T("cli.trick.none", nil))
}

// end makes the hand the last one, or ends the evening between two hands.
func (m Model) end(armed string) (Model, []Effect) {
	if m.t.Teacher != nil {
		return m, nil
	}
	if m.opt.Server && m.t.Me != m.t.Host {
		m.note = m.T("tui.only-host", nil)
		return m, nil
	}
	switch {
	case m.t.Stage == table.Playing:
		m.note = m.T("cli.last", nil)
		return m, send(table.Command{Do: table.DoLast})
	case m.t.Stage == table.Between || m.t.Stage == table.Paused:
		if armed == "e" {
			m.panel = noPanel
			return m, send(table.Command{Do: table.DoEnd})
		}
		m.armed, m.note = "e", m.T("tui.end", nil)
	}
	return m, nil
}

// takeBack takes back the last decision, or replays the hand from its deal. Alone with bots that
// needs nobody's consent; among friends the others are asked to let a decision be taken back.
func (m Model) takeBack(again bool) (Model, []Effect) {
	p := m.t.Practice
	switch {
	case !again && m.t.undoable():
		return m, send(table.Command{Do: table.DoUndo})
	case !again && m.t.undoer() >= 0 && m.t.undoer() == m.t.Me: // never mind
		return m, send(table.Command{Do: table.DoDeny})
	case !again && m.opt.Server && (p == nil || !p.Alone):
		m.note = m.T("no.back", nil)
	case p == nil || !p.Alone:
		m.note = m.T("no.practice", nil)
	case again && p.Again:
		m.pending = true
		return m, send(table.Command{Do: table.DoAgain})
	case !again && p.Back:
		m.pending = true
		return m, send(table.Command{Do: table.DoBack})
	default:
		m.note = m.T("no.back", nil)
	}
	return m, nil
}

// six changes what to do with the trump six; it works whether or not this seat holds it.
func (m Model) six() (Model, []Effect) {
	kind, note := rams.Keep, "six.keeps"
	if m.t.Six == table.SixKeep {
		kind, note = rams.Swap, "six.swaps"
	}
	m.note = m.T(note, nil)
	return m, send(table.Command{Do: table.DoSix, Action: rams.Action{Kind: kind}, Always: true})
}

// skip shows at once everything that has happened.
func (m Model) skip() (Model, []Effect) {
	m.shown = len(m.t.Events)
	m.tick++ // any pending tick is too late
	m.idle = true
	m.show()
	return m.caughtUp()
}

func (m Model) speed(name string) Model {
	if name == "+" {
		m.opt.Pace = min(m.opt.Pace+1, AtOnce)
	} else if m.opt.Pace > Slow {
		m.opt.Pace--
	}
	m.note = m.T([...]string{Slow: "tui.pace.slow", Normal: "tui.pace.normal", Fast: "tui.pace.fast", AtOnce: "tui.pace.off"}[m.opt.Pace], nil)
	return m
}

// answer handles a key that chooses or confirms. One key alone does nothing: it highlights a
// choice, and the same key again, or Enter, confirms it.
func (m Model) answer(name string) (Model, []Effect) {
	n := len(m.hand)
	cards := m.cards()
	if !cards {
		n = len(m.words.Choices(&m.pic.View))
	}
	place := -1
	if i, err := strconv.Atoi(strings.TrimPrefix(name, "#")); err == nil && name[0] == '#' {
		place = i
	}
	if len(name) == 1 && name[0] >= '0' && name[0] <= '9' {
		place = (int(name[0]-'0') + 9) % 10
	}
	switch {
	case place >= n:
		return m, nil
	case place >= 0 && cards && m.pic.Phase != rams.PhasePlay:
		m.cursor = place
		m.pick(place)
	case place >= 0 && place == m.cursor:
		return m.confirm()
	case place >= 0:
		m.cursor = place
	case name == "right" || name == "tab":
		m.cursor = (m.cursor + 1) % max(n, 1)
	case name == "left" || name == "shift+tab":
		m.cursor = (max(m.cursor, 0) + n - 1) % max(n, 1)
	case (name == "space" || name == "up" || name == "down") && cards && m.pic.Phase != rams.PhasePlay:
		if m.cursor >= 0 && m.cursor < n {
			m.pick(m.cursor)
		}
	case name == "esc":
		m.cursor, m.picked = -1, 0
	case name == "enter" || name == "space":
		return m.confirm()
	default:
		return m.hosts(name, "")
	}
	return m, nil
}

// pick marks or unmarks a card. If exactly one card must be dropped, it replaces the mark.
func (m *Model) pick(place int) {
	c := m.hand[place].Bit()
	if m.pic.Phase == rams.PhaseDrop && m.drops() == 1 {
		m.picked &= c
	}
	m.picked ^= c
}

// drops returns how many cards must be dropped.
func (m *Model) drops() int { return m.t.Ask.Legal[0].Cards.Len() }

// confirm carries out the choice.
func (m Model) confirm() (Model, []Effect) {
	act := rams.Action{Seat: m.pic.Seat}
	switch phase := m.pic.Phase; {
	case phase == rams.PhaseLay:
		act.Kind, act.Cards = rams.Lay, m.picked
	case phase == rams.PhaseDrop && m.picked.Len() != m.drops():
		m.note = m.T("tui.choose", nil)
		return m, nil
	case phase == rams.PhaseDrop:
		act.Kind, act.Cards = rams.Drop, m.picked
	case m.cursor < 0:
		m.note = m.T("tui.choose", nil)
		return m, nil
	case phase == rams.PhasePlay:
		act.Kind, act.Cards = rams.Play, m.hand[m.cursor].Bit()
	default:
		act.Kind = m.words.Choices(&m.pic.View)[m.cursor].Kind
	}
	return m.do(act)
}

// do sends an act. The table says whether it is legal, and why not. The choice stays marked
// until the act is accepted.
func (m Model) do(act rams.Action) (Model, []Effect) {
	m.pending = true
	return m, send(table.Command{Do: table.DoAct, Action: act, Question: m.t.Ask.Number})
}

// click handles a click on the screen.
func (m Model) click(x, y int) (Model, []Effect) {
	_, zones := m.draw()
	if key, ok := zones.at(x, y); ok {
		return m.press(key)
	}
	if m.panel != noPanel || m.line != nil || m.start != nil {
		return m, nil
	}
	return m.press("esc")
}

func (m Model) wheel(b tea.MouseButton) Model {
	if m.panel == noPanel {
		return m
	}
	if b == tea.MouseWheelUp {
		m.scroll--
	} else if b == tea.MouseWheelDown {
		m.scroll++
	}
	m.scroll = max(0, min(m.scroll, m.overflow()))
	return m
}

// T returns a message of the catalogue.
func (m *Model) T(key string, args locale.Args) string { return m.opt.Printer.T(key, args) }
