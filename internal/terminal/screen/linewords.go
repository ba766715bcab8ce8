package screen

import (
	"slices"
	"strings"

	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/internal/terminal/lines"
	"chratze/rams"
)

// What the stream of lines says where the table has pictures: one fact a line, no key that can't
// be typed, and nothing that only the eye can read.

// answer writes what a command has opened.
func (l *stream) answer() {
	switch l.panel {
	case helpPanel:
		l.help()
	case standPanel:
		l.standings()
	case whoPanel:
		if l.pic != nil {
			l.all(lines.WhoIsIn(l.words, &l.pic.View))
		}
	case trickPanel:
		l.lastTrick()
	case logPanel:
		l.all(l.log)
	case rulesPanel, chatPanel:
		v := &view{canvas: newCanvas(l.scr.Width(), 1), Model: &l.Model}
		_, rows := v.panelRows(l.scr.Width() - 2)
		for _, row := range rows {
			var text strings.Builder
			for _, p := range row {
				text.WriteString(p.text)
			}
			l.scr.Raw(strings.Replace(strings.TrimRight(text.String(), " "), "· ", "- ", 1) + "\n")
		}
	}
	if l.panel != noPanel && l.asked() {
		l.scr.Line(l.scr.Strong(lines.Question(l.words, &l.pic.View)))
	}
	l.panel = noPanel
}

func (l *stream) all(texts []string) {
	for _, text := range texts {
		l.scr.Line(text)
	}
}

// help writes what can be typed now.
func (l *stream) help() {
	if l.asked() {
		lines.Help(l.words, l.scr, &l.pic.View)
	}
	key := "cli.help.letters"
	switch {
	case l.t.Teacher != nil:
		key = "cli.help.few"
	case l.opt.Server:
		key = "tui.lines.help"
	case l.t.Stage == table.Between:
		key = "cli.help.next"
	}
	l.scr.Line("  " + l.T(key, nil))
	if rules := l.game.Rules(); rules.Blind != rams.BlindOff && rules.Trump != rams.TrumpDealer {
		l.scr.Line("  " + l.opt.Printer.Labelled("B", l.T("tui.help.blind", nil)))
	}
}

// standings writes everybody's account, the highest first.
func (l *stream) standings() {
	v := &view{Model: &l.Model}
	_, accounts := l.t.Accounts()
	for i := range l.t.Chairs { // they come first
		accounts[i] = l.balance(i)
	}
	l.all(v.names().Standings(accounts))
	l.all(v.race())
}

// lastTrick writes the last trick and who won it.
func (l *stream) lastTrick() {
	if l.pic == nil || len(l.pic.tricks) == 0 {
		l.scr.Line(l.T("cli.trick.no-last", nil))
		return
	}
	t := l.pic.tricks[len(l.pic.tricks)-1]
	l.scr.Line(l.words.Sentences(l.trickInWords(t.cards, t.led), l.words.Event(&rams.Event{Kind: rams.EventTrick, Seat: t.winner})))
}

// who writes who is at the table before the first hand, and what can be done.
func (l *stream) who() {
	var names []string
	for i := range l.t.Chairs {
		if name := l.t.Chairs[i].Name; name != "" {
			names = append(names, name)
		}
	}
	list := []string{l.words.Labelled(l.words.Game(), l.opt.Printer.List(names))}
	if l.t.Code != "" && l.t.free() > 0 {
		list = append(list, l.T("tui.code", nil)+" "+l.t.Code)
		if l.t.Invite != "" {
			list = append(list, l.t.Invite)
		}
	}
	switch {
	case l.t.Me < 0:
		list = append(list, l.T("tui.watching", nil))
	case l.t.Me != l.t.Host:
		list = append(list, l.T("ui.hoststarts", nil))
	default:
		list = append(list, l.T("tui.lines.lobby", nil))
	}
	if text := strings.Join(list, "\n"); text != l.lobby {
		known := strings.Split(l.lobby, "\n")
		l.lobby = text
		for _, line := range list {
			if !slices.Contains(known, line) { // only what is new
				l.scr.Line(line)
			}
		}
	}
}

// pause writes once, between two hands, how things stand and what can be done.
func (l *stream) pause() {
	now := [2]int{l.t.Hand, int(l.t.Stage)}
	if now == l.rest || l.t.Stage == table.Lobby || l.shown < len(l.t.Events) {
		return
	}
	l.rest, l.vain = now, 0
	switch {
	case l.t.Stage == table.Paused:
		l.scr.Line(l.T("tui.paused", nil))
	case l.t.Stage != table.Between:
	case l.t.Teacher != nil:
		l.scr.Gap()
		l.scr.Line(l.t.Teacher.Outro)
		l.scr.Line(l.T("tui.lines.lesson", nil))
	default:
		var list []string
		for i := range l.t.Chairs {
			if c := &l.t.Chairs[i]; c.Name != "" {
				list = append(list, c.Name+"\u00a0"+l.opt.Printer.Balance(l.money(), c.Balance))
			}
		}
		l.scr.Line(l.words.T("cli.standings", locale.Args{"list": l.words.List(list)}))
		l.all((&view{Model: &l.Model}).race())
		if l.t.Me >= 0 {
			l.scr.Line(l.T("cli.next", nil))
			if l.deals() {
				l.scr.Line(l.T("tui.lines.blind", nil))
			}
		}
	}
}

// teach writes what a game, in its first hand, or a lesson is about.
func (l *stream) teach() {
	if l.introduces() {
		l.all(l.words.Introduction(nil))
		l.scr.Gap()
	}
	if l.t.Teacher != nil && l.t.Teacher.Intro != "" {
		l.scr.Line(l.scr.Strong(l.lesson()))
		l.scr.Line(l.t.Teacher.Intro)
		l.scr.Gap()
	}
}

// openHands writes the hands of the others, where they lie open.
func (l *stream) openHands() {
	for i := range l.game.Seats() {
		seat := rams.Seat(i)
		if cards := l.pic.openHand(seat); cards != 0 {
			l.scr.Line(l.T("practice.holds", locale.Args{"name": l.words.Name(seat), "cards": l.words.Cards(cards.Append(nil)...)}))
		}
	}
}
