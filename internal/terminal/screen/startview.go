package screen

import (
	"strconv"
	"strings"

	"chratze/internal/locale"
	"chratze/internal/terminal/local"
	"chratze/variant"
)

// startLine is a line of the start screen: a row that can be chosen, a heading, or nothing.
type startLine struct {
	row           startRow // -1: not selectable
	label, value  string
	strong, turns bool // a button; a value that left and right change
}

// startLines returns the lines in order.
func (v *view) startLines() []startLine {
	s := v.start
	c := &s.choice
	preset, _ := variant.Lookup(c.Rules)
	blind := v.T(map[bool]string{true: "ui.set.blind.yes", false: "ui.set.blind.auto"}[c.Blind], nil)
	limit, _ := preset.Limit()
	list := []startLine{
		{row: rowPlay, label: v.T("start.play", nil), value: v.T("start.play.means", nil), strong: true},
		{row: rowGame, label: v.T("start.game", nil), value: v.gameName(preset), turns: true},
		{row: rowPlayers, label: v.T("start.players", nil), value: strconv.Itoa(c.Seats), turns: true},
		{row: rowLimit, label: v.T("tui.limit", nil), value: v.limit(preset), turns: limit > 0},
		{row: rowBots, label: v.T("start.level", nil), value: v.T("level."+c.Bots, nil), turns: true},
		{row: rowDeck, label: v.T("ui.set.deck", nil), value: v.T("ui.set.deck."+string(c.Deck), nil), turns: true},
		{row: rowPace, label: v.T("ui.set.speed", nil), value: v.T("ui.set.speed."+[...]string{"slow", "auto", "fast", "off"}[c.Pace], nil), turns: true},
		{row: rowBlind, label: v.T("ui.set.blind", nil), value: blind, turns: true},
		{row: -1},
		{row: rowLearn, label: v.T("start.learn", nil), value: v.T("start.learn.means", nil), strong: true},
	}
	if len(s.saved) > 0 {
		list = append(list, startLine{row: -1}, startLine{row: -1, label: v.T("door.evenings", nil)})
	}
	for i := range s.saved {
		list = append(list, startLine{row: rowSaved + startRow(i), label: strconv.Itoa(s.saved[i].Number), value: v.evening(&s.saved[i])})
	}
	if s.row == rowLearn {
		list[rowLearn+1].value = v.opt.Printer.Labelled(v.T("learn.number", locale.Args{"n": c.Lesson, "of": len(s.lessons)}), s.lessons[c.Lesson-1])
		list[rowLearn+1].turns = true
	}
	return list
}

// limit says how much the pot of a game may hold, as chosen.
func (v *view) limit(rules variant.Variant) string {
	most, _ := rules.Limit()
	if most == 0 || !v.start.choice.Limit {
		return v.T("value.penalty_cap.none", nil)
	}
	return v.opt.Printer.Sum(v.opt.Printer.SheetOf(rules, 0).Money, most)
}

// gameName returns the name of a game, with what tells it apart where several have the name.
func (v *view) gameName(rules variant.Variant) string {
	if strings.Contains(rules.Preset(), "-") {
		return v.opt.Printer.Listed(rules)
	}
	return v.opt.Printer.Words(rules, "").Game()
}

// evening describes an unfinished evening.
func (v *view) evening(e *local.Evening) string {
	if e.Err != nil {
		return v.T("tui.evening.damaged", nil)
	}
	money, _ := locale.ParseMoney(e.Look.Money)
	parts := []string{
		v.gameName(e.Rules), v.T("tui.evening.hands", locale.Args{"n": e.Hands}),
		v.opt.Printer.Balance(money, e.Balance), v.T("tui.evening.with", locale.Args{"names": v.opt.Printer.List(e.Others)}),
	}
	return strings.Join(parts, " · ")
}

// startScreen draws the start screen.
func (v *view) startScreen() {
	bar := style{fg: onFelt, bg: felt}
	v.fill(0, 0, v.w, 1, bar)
	v.print(1, 0, style{bar.fg, bar.bg, bold}, "Chratze")
	y := 1
	if v.h >= 20 {
		y = 2
	}
	for _, line := range wrap(v.theme.words(v.T("start.slogan", nil)), v.w-4) {
		v.print(2, y, style{fg: quiet}, line)
		y++
	}
	if v.h >= 20 {
		y++
	}
	list := v.startLines()
	width := 0
	for _, l := range list {
		if l.turns && l.row != rowLearn {
			width = max(width, columns(v.theme.words(l.label)))
		}
	}
	at := 0
	for i, l := range list {
		if l.row == v.start.row {
			at = i
		}
	}
	room := v.h - 2 - y
	from := max(0, min(at-room/2, len(list)-room))
	for _, l := range list[from:min(len(list), from+room)] {
		v.startLine(y, l, width, l.row == v.start.row)
		y++
	}
	v.hintLine(v.h-1, v.w, []option{
		{"", "↑ ↓", v.T("tui.key.choose", nil)}, {"", "← →", v.T("tui.key.change", nil)}, {"enter", "⏎", v.T("tui.key.ok", nil)}, {"q", "q", v.T("tui.key.quit", nil)},
	})
}

// startLine draws a line; width is the width of the labels.
func (v *view) startLine(y int, l startLine, width int, on bool) {
	if l.label == "" {
		return
	}
	s, mark := style{}, "  "
	if on {
		s, mark = style{fg: onGold, bg: gold, attr: bold}, "▶ "
	}
	x := v.print(2, y, style{attr: bold}, mark)
	label, value := v.theme.words(l.label), v.theme.words(l.value)
	switch {
	case l.row < 0:
		v.print(x-2, y, style{attr: bold}, label)
		return
	case l.strong:
		s.attr |= bold
		x = v.print(x, y, s, " "+label+" ") + 2
	case l.turns:
		x = v.print(x, y, s, " "+pad(label, width)+" ") + 1
	default:
		x = v.print(x, y, s, " "+padLeft(label, 3)+" ") + 2
	}
	look := style{}
	if l.strong && !l.turns {
		look.fg = quiet
	}
	if l.turns {
		value = "‹ " + value + " ›"
		look.attr = bold
	}
	x = v.print(x, y, look, cut(value, v.w-x-2))
	v.zones = append(v.zones, zone{2, y, x - 2, 1, "#" + strconv.Itoa(int(l.row))})
}
