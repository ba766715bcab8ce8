package screen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"chratze/card"
	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/internal/terminal/lines"
	"chratze/internal/wording"
	"chratze/pot"
	"chratze/rams"
)

// panelOver draws the panel that covers the table.
func (v *view) panelOver() {
	title, rows := v.panelRows(v.panelWidth())
	if v.panel == noPanel {
		return
	}
	w := v.panelWidth() + 4
	h := min(len(rows)+2, v.h-2)
	x, y := (v.w-w)/2, max(0, (v.h-h)/2)
	if table := v.w - sideWidth; v.w >= sideFrom && w <= table && v.game != nil { // beside the standings
		x = (table - w) / 2
	}
	s := style{fg: onPaper, bg: paper}
	v.box(x, y, w, h, round, s)
	v.print(x+2, y, style{fg: onPaper, bg: paper, attr: bold}, " "+cut(title, w-6)+" ")
	from := min(v.scroll, max(0, len(rows)-h+2))
	for i, row := range rows[from:min(len(rows), from+h-2)] {
		for j := range row {
			row[j].style = onPanel(row[j].style)
		}
		v.parts(x+2, y+1+i, x+w-2, row)
	}
	if from > 0 {
		v.print(x+w-3, y, s, "↑")
	}
	if from+h-2 < len(rows) {
		v.print(x+w-3, y+h-1, s, "↓")
	}
	v.panelButton(x, y+h-1, w)
}

// onPanel returns a style for use on a panel.
func onPanel(s style) style {
	if s.bg == none {
		s.bg = paper
	}
	switch s.fg {
	case none:
		s.fg = onPaper
	case quiet:
		s.fg = dimPaper
	case gain:
		s.fg = clubs
	case loss:
		s.fg = hearts
	}
	return s
}

// panelButton draws what Enter does, in the lower edge.
func (v *view) panelButton(x, y, w int) {
	key, text := "esc", v.T("tui.key.close", nil)
	if v.panel == settlePanel || v.panel == standPanel {
		switch {
		case v.t.Stage == table.Between:
			key, text = "enter", v.T("tui.key.next", nil)
		case v.t.Stage == table.Over && v.panel == settlePanel:
			key, text = "enter", v.T("tui.farewell", nil)
		}
	}
	if v.panel == teacherPanel {
		key, text = "enter", v.T("learn.go", nil)
		if v.t.Stage != table.Playing {
			text = v.T("learn.next", nil)
		}
	}
	if v.panel == farewellPanel {
		key, text = "q", v.T("tui.key.leave", nil)
	}
	cap := map[string]string{"esc": "Esc", "enter": "⏎", "q": "q"}[key]
	if v.theme.ascii && key == "enter" {
		cap = "Enter"
	}
	n := columns(cap+text) + 3
	v.buttonAt(x+w-n-3, y, key, cap, text, key == "enter")
}

// panelWidth returns how many columns a panel has for text.
func (v *view) panelWidth() int {
	if v.panel == helpPanel || v.panel == rulesPanel {
		return min(v.w-6, 84)
	}
	return min(v.w-6, 72)
}

// overflow returns how far a panel can be scrolled.
func (m *Model) overflow() int {
	v := &view{canvas: newCanvas(m.width, m.height), Model: m}
	_, rows := v.panelRows(v.panelWidth())
	return max(0, len(rows)-(m.height-4))
}

func (v *view) panelRows(w int) (title string, rows [][]part) {
	if v.t == nil {
		return "", nil
	}
	switch v.panel {
	case helpPanel:
		return v.T("tui.key.help", nil), v.helpRows(w)
	case rulesPanel:
		return v.T("tui.key.rules", nil), v.rulesRows(w)
	case logPanel:
		return v.T("tui.log", nil), v.textRows(v.log, w)
	case trickPanel:
		return v.T("tui.key.last", nil), v.trickRows(w)
	case standPanel:
		return v.T("sitting.standings", nil), v.standings(w)
	case whoPanel:
		return v.T("tui.who", nil), v.whoRows()
	case chatPanel:
		var lines []string
		for i := range v.chat {
			lines = append(lines, v.chatLine(i))
		}
		return v.T("tui.key.chat", nil), v.textRows(lines, w)
	case settlePanel:
		if v.t.Teacher != nil {
			return v.lesson(), v.settleRows(w)
		}
		return v.T("tui.settle", locale.Args{"n": v.t.Hand}), v.settleRows(w)
	case farewellPanel:
		return v.T("tui.farewell", nil), v.farewellRows(w)
	case teacherPanel:
		return v.teacherRows(w)
	}
	return "", nil
}

// current returns what is seen of the hand, or nil between hands.
func (m *Model) current() *rams.View {
	if m.pic == nil || m.t.Stage != table.Playing {
		return nil
	}
	return &m.pic.View
}

// anyGame returns the game of the table, even before its first hand.
func (m *Model) anyGame() *rams.Game {
	if m.game != nil {
		return m.game
	}
	least, _ := m.t.Rules.Best()
	g, _ := m.t.Rules.Game(least)
	return g
}

func (v *view) textRows(texts []string, w int) (rows [][]part) {
	for _, text := range texts {
		for i, line := range wrap(v.theme.words(text), w-2) {
			lead := "· "
			if i > 0 {
				lead = "  "
			}
			rows = append(rows, []part{{style{fg: dimPaper}, lead}, {text: line}})
		}
	}
	if rows == nil {
		rows = [][]part{{{style{fg: dimPaper}, "–"}}}
	}
	return rows
}

// teacherRows returns the introduction of a game or a lesson, or a lesson's conclusion.
func (v *view) teacherRows(w int) (title string, rows [][]part) {
	if v.t.Teacher == nil {
		return v.words.Game(), v.textRows(v.words.Introduction(nil), w)
	}
	text := v.t.Teacher.Intro
	if v.t.Stage != table.Playing {
		text = v.t.Teacher.Outro
	}
	for _, line := range wrap(v.theme.words(text), w) {
		rows = append(rows, []part{{text: line}})
	}
	return v.lesson(), rows
}

// lesson returns the number and the title of a lesson.
func (m *Model) lesson() string {
	return m.opt.Printer.Labelled(m.number(), m.t.Teacher.Title)
}

// number returns which hand or, in the course, which lesson is played.
func (m *Model) number() string {
	if lesson := m.t.Teacher; lesson != nil {
		return m.T("learn.number", locale.Args{"n": lesson.Number, "of": lesson.Of})
	}
	return m.T("sitting.hand", locale.Args{"n": m.t.Hand})
}

// rulesRows returns the rules in short, followed by all rules of this table.
func (v *view) rulesRows(w int) [][]part {
	short := lines.ShortRules(v.words, v.t.Rules, v.anyGame(), v.current())
	rows := v.textRows(short[:len(short)-1], w) // without the last line, which says how to read the rest
	sheet := locale.Sheet{Variant: v.t.Rules, Seats: v.anyGame().Seats(), Deck: v.deckName(), Money: v.money()}
	for _, section := range wording.RuleSections(v.opt.Printer, sheet) {
		rows = append(rows, nil, []part{{style{attr: bold}, v.theme.words(section.Title)}})
		for _, block := range section.Blocks {
			for _, line := range wrap(v.theme.words(unmarked(block.Text)), w) {
				rows = append(rows, []part{{text: line}})
			}
			if len(block.Items) > 0 {
				items := make([]string, len(block.Items))
				for i, item := range block.Items {
					items[i] = unmarked(item)
				}
				rows = append(rows, v.textRows(items, w)...)
			}
		}
	}
	return rows
}

// unmarked returns a text of a rule sheet without Markdown.
func unmarked(text string) string { return strings.NewReplacer("`", "", "**", "").Replace(text) }

func (v *view) chatLine(i int) string {
	name := "?"
	if v.chat[i].Chair < 0 {
		return lines.Visible(v.chat[i].Text)
	}
	if c := v.chat[i].Chair; c >= 0 && c < len(v.t.Chairs) {
		name = v.t.Chairs[c].Name
	}
	return name + ": " + lines.Visible(v.chat[i].Text)
}

// helpRows returns the keys, the signs, and what can be typed.
func (v *view) helpRows(w int) (rows [][]part) {
	key := func(cap, message string) {
		lines := wrap(v.theme.words(v.T(message, nil)), w-14)
		for i, line := range lines {
			if i > 0 {
				cap = ""
			}
			rows = append(rows, []part{{style{attr: bold}, pad(cap, 14)}, {text: line}})
		}
	}
	key("1 2 3 … ← →", "tui.help.choose")
	key("Enter, Space", "tui.help.confirm")
	key(":", "tui.help.type")
	key("l s g w r", "tui.help.panels")
	key("h t p", "tui.help.say")
	if v.opt.Server {
		key("c C", "tui.help.chat")
		key("b z X", "tui.help.host")
	} else {
		key("i", "tui.help.hint")
	}
	switch {
	case v.t.Practice != nil && v.t.Teacher == nil:
		key("u U", "tui.help.back")
	case v.opt.Server:
		key("u y n", "tui.help.undo")
	}
	key("B", "tui.help.blind")
	key("+ -", "tui.help.pace")
	key("e", "tui.help.end")
	key("q, Ctrl-C", "tui.help.quit")
	rows = append(rows, nil)
	for _, sign := range [][2]string{{"◆", "tui.sign.dealer"}, {"★", "tui.sign.declarer"}, {"▮", "tui.sign.cards"}, {"● ○", "tui.sign.tricks"}, {"⇄", "tui.sign.exchange"}} {
		rows = append(rows, []part{{style{attr: bold}, pad(sign[0], 14)}, {text: v.theme.words(v.T(sign[1], nil))}})
	}
	suits := []part{{style{}, pad("", 14)}}
	for s := range v.deck.signs {
		suits = append(suits, part{style{fg: suitInk(card.Suit(s), v.deck.native), bg: face, attr: bold}, " " + v.deck.signs[s] + " "},
			part{text: " " + v.theme.words(v.words.Suit(card.Suit(s))) + "  "})
	}
	return append(rows, suits)
}

// pad fills a text with spaces up to n columns.
func pad(text string, n int) string { return text + strings.Repeat(" ", max(0, n-columns(text))) }

// padLeft puts a text at the right end of n columns.
func padLeft(text string, n int) string { return strings.Repeat(" ", max(0, n-columns(text))) + text }

// trickRows returns the tricks that were won, the last one first.
func (v *view) trickRows(w int) (rows [][]part) {
	if v.pic == nil || len(v.pic.tricks) == 0 {
		return [][]part{{{text: v.T("cli.trick.no-last", nil)}}}
	}
	n := rams.Seat(v.game.Seats())
	for i, t := range slices.Backward(v.pic.tricks) {
		row := []part{{style{attr: bold}, strconv.Itoa(i+1) + ". "}}
		used := 3
		for j := range n {
			seat := (t.led + j) % n
			c := t.cards[seat]
			if !c.Valid() {
				continue
			}
			name := v.theme.words(v.words.Name(seat)) + " "
			if used+columns(name)+7 > w {
				rows = append(rows, row)
				row, used = []part{{text: "   "}}, 3
			}
			s := style{}
			mark := "  "
			if seat == t.winner {
				s.attr = bold
				mark = "★ "
			}
			row = append(row, part{s, name}, part{style{fg: suitInk(c.Suit(), v.deck.native), bg: face, attr: bold}, " " + v.deck.short(c) + " "}, part{s, mark})
			used += columns(name) + 7
		}
		rows = append(rows, row)
	}
	return rows
}

func (v *view) whoRows() (rows [][]part) {
	if v.pic == nil {
		return nil
	}
	width := v.nameWidth()
	for i := range v.game.Seats() {
		seat := rams.Seat(i)
		name, _ := v.t.Player(seat)
		row := []part{{style{attr: bold}, pad(v.theme.words(name), width)}, {text: "  "}}
		row = append(row, part{text: pad(v.theme.words(v.words.Contract(v.pic.Contract[seat])), 24)})
		row = append(row, v.countParts(seat)...)
		rows = append(rows, row)
	}
	return rows
}

func (v *view) nameWidth() (n int) {
	for _, name := range v.t.Players() {
		n = max(n, columns(v.theme.words(name)))
	}
	return min(n, 20)
}

// amount returns a balance with its sign and colour.
func (v *view) amount(b pot.Chips) part {
	s := style{}
	switch {
	case b > 0:
		s.fg = gain
	case b < 0:
		s.fg = loss
	}
	return part{s, v.opt.Printer.Balance(v.money(), b)}
}

// settleRows returns who pays and gets what, and the pot after that.
func (v *view) settleRows(w int) (rows [][]part) {
	r := v.t.Result
	if r == nil || v.pic == nil {
		return nil
	}
	width := v.nameWidth()
	sum := func(c pot.Chips) string { return v.words.Money(c) }
	from, to := v.T("tui.flow.from", nil), v.T("tui.flow.to", nil)
	flow := max(columns(from), columns(to))
	head := v.T("tui.flow.pot", locale.Args{"amount": v.opt.Printer.Sum(v.money(), r.PotPlayedFor)})
	account := padLeft(v.T("sitting.standings", nil), width+2+6+9+5+flow+2+8-columns(head)) // above the accounts
	rows = append(rows, []part{{style{attr: bold}, head}, {style{fg: dimPaper}, account}}, nil)
	for i := range v.game.Seats() {
		seat := rams.Seat(i)
		name, balance := v.t.Player(seat)
		row := []part{{style{attr: bold}, pad(v.theme.words(name), width) + "  "}}
		contract := v.pic.Contract[seat]
		tricks := v.countParts(seat)
		n := 0
		for _, p := range tricks {
			n += columns(p.text)
		}
		row = append(row, tricks...)
		row = append(row, part{text: strings.Repeat(" ", max(1, 6-n))})
		switch {
		case r.Points[seat] != 0:
			at := gain
			if r.Points[seat] < 0 {
				at = loss
			}
			row = append(row, part{style{fg: at, attr: bold}, pad(padLeft(fmt.Sprintf("%+d", r.Points[seat]), 9), flow+14)})
		case r.Payout[seat] > 0:
			row = append(row, part{style{fg: gain, attr: bold}, padLeft("+"+sum(r.Payout[seat]), 9)}, part{style{fg: dimPaper}, " ◀── "}, part{text: pad(from, flow)})
		case r.Failed[seat]:
			row = append(row, part{style{fg: loss, attr: bold}, padLeft("-"+sum(r.Penalty[seat]), 9)}, part{style{fg: dimPaper}, " ──▶ "}, part{text: pad(to, flow)})
		case !contract.In():
			row = append(row, part{style{fg: dimPaper}, pad(padLeft("–", 9), flow+14)})
		default:
			row = append(row, part{style{fg: dimPaper}, pad(padLeft("0", 9), flow+14)})
		}
		if (r.Payout[seat] > 0 || r.Points[seat] != 0) && r.Penalty[seat] > 0 {
			row = append(row, part{style{fg: loss, attr: bold}, " -" + sum(r.Penalty[seat])})
		}
		if c := v.t.InHand[i]; c < len(v.t.Shares) { // the pot is shared after the hand
			balance -= v.t.Shares[c]
		}
		row = append(row, part{style{fg: dimPaper}, "  " + padLeft("", 8-columns(v.amount(balance).text))}, v.amount(balance))
		rows = append(rows, row)
	}
	rows = append(rows, nil)
	texts := v.words.Settlement(&v.pic.View, r)
	for _, e := range v.pic.Events {
		if e.Kind == rams.EventShow { // no card was played: this is why
			texts = append([]string{v.words.Event(&e)}, texts...)
		}
	}
	for _, text := range texts {
		if text == v.words.T("settle.pot", locale.Args{"amount": sum(r.PotPlayedFor)}) {
			continue // already listed above
		}
		for _, line := range wrap(v.theme.words(text), w) {
			rows = append(rows, []part{{style{fg: dimPaper}, line}})
		}
	}
	if text := v.proof(); text != "" {
		rows = append(append(rows, nil), v.textRows([]string{text}, w)...)
	}
	return rows
}

// standings returns the accounts, the highest first, each with a bar from the middle and its
// history.
func (v *view) standings(w int) (rows [][]part) {
	type line struct {
		name    string
		balance pot.Chips
		chair   int
	}
	var lines []line
	var most pot.Chips
	for i := range v.t.Chairs {
		if c := &v.t.Chairs[i]; c.Name != "" {
			lines = append(lines, line{c.Name, v.balance(i), i})
		}
	}
	for _, g := range v.t.Gone {
		lines = append(lines, line{"(" + g.Name + ")", g.Balance, -1})
	}
	names, sums := 0, 0
	for _, l := range lines {
		most = max(most, l.balance, -l.balance)
		names = max(names, columns(v.theme.words(l.name)))
		sums = max(sums, columns(v.opt.Printer.Balance(v.money(), l.balance)))
	}
	slices.SortStableFunc(lines, func(a, b line) int { return int(b.balance - a.balance) })
	names = min(names, 16)
	room := w - names - sums - 4
	bar, curve := 0, min(12, room/3)
	if room >= 12 {
		bar = min(16, (room-curve-3)/2)
	} else {
		curve = min(8, max(0, room-1))
	}
	for _, l := range lines {
		b := v.amount(l.balance)
		row := []part{{style{attr: bold}, pad(cut(v.theme.words(l.name), names), names) + "  "}, {b.style, padLeft(b.text, sums)}, {text: "  "}}
		if bar > 0 {
			row = append(row, v.bar(l.balance, most, bar, b.style)...)
			row = append(row, part{text: "  "})
		}
		if l.chair >= 0 {
			row = append(row, part{b.style, v.spark(l.chair, curve)})
		}
		rows = append(rows, row)
	}
	if race := v.race(); race != nil {
		rows = append(rows, v.textRows(race, w)...)
	}
	return rows
}

// bar returns an amount as a bar to the left or right of the middle.
func (v *view) bar(b, most pot.Chips, width int, s style) []part {
	n := 0
	if most > 0 {
		n = int((max(b, -b)*pot.Chips(width) + most - 1) / most)
	}
	left, right := 0, n
	if b < 0 {
		left, right = n, 0
	}
	return []part{
		{s, strings.Repeat(" ", width-left) + strings.Repeat("█", left)}, {style{}, "│"},
		{s, strings.Repeat("█", right) + strings.Repeat(" ", width-right)},
	}
}

// spark returns the history of an account in the given width, the last hands at the right.
func (v *view) spark(chair, width int) string {
	course := v.t.Course
	if v.held != nil { // the last hand isn't over on the screen
		course = course[:max(0, len(course)-1)]
	}
	course = course[max(0, len(course)-width):]
	if len(course) < 2 || width < 2 {
		return ""
	}
	low, high := pot.Chips(0), pot.Chips(0)
	for _, at := range course {
		for _, b := range at {
			low, high = min(low, b), max(high, b)
		}
	}
	steps := []rune("▁▂▃▄▅▆▇█")
	var out strings.Builder
	for _, at := range course {
		if chair >= len(at) {
			out.WriteByte(' ')
			continue
		}
		i := 0
		if high > low {
			i = int((at[chair] - low) * pot.Chips(len(steps)-1) / (high - low))
		}
		out.WriteRune(steps[i])
	}
	return out.String()
}

// farewellRows returns how the evening ended: the shares of the pot, and who pays whom.
func (v *view) farewellRows(w int) (rows [][]part) {
	rows = v.textRows(v.farewell(), w)
	rows = append(append(rows, nil), v.standings(w)...)
	if texts := v.proofs(); len(texts) > 0 {
		rows = append(append(rows, nil), v.textRows(texts, w)...)
	}
	if v.t.Path != "" && v.t.Hand > 0 {
		rows = append(rows, nil)
		rows = append(rows, v.textRows([]string{v.T("cli.history", locale.Args{"path": v.t.Path})}, w)...)
	}
	return rows
}

func (v *view) farewell() []string {
	return v.names().Farewell(v.t.Shares, v.t.Payments(), v.t.BotsWon)
}

// names returns a wording.Table that names all chairs and those who have left, as if they were
// seats.
func (v *view) names() *wording.Table {
	everybody, _ := v.t.Accounts()
	return wording.NewTable(v.opt.Printer, v.t.Rules, v.deckName(), v.money(), everybody, rams.Seat(v.t.Me))
}

// Goodbye returns the lines to print after the screen: how the evening ended, or how to
// continue it.
func (m Model) Goodbye() (lines []string) {
	switch t := m.t; {
	case t == nil:
	case t.Stage == table.Over:
		v := &view{canvas: newCanvas(1, 1), Model: &m}
		_, accounts := t.Accounts()
		lines = slices.Concat(v.farewell(), v.names().Standings(accounts), v.race(), m.proofs())
		if t.Path != "" {
			lines = append(lines, m.T("cli.history", locale.Args{"path": t.Path}))
		}
	case t.Number != "":
		lines = []string{m.T("cli.left", locale.Args{"number": t.Number})}
	}
	return lines
}
