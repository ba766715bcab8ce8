package lines

import (
	"chratze/internal/locale"
	"chratze/internal/teach/coach"
	"chratze/internal/terminal/local"
	"chratze/internal/wording"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// Paid returns what a seat has paid into the pot in a running hand, by its events.
func Paid(events []rams.Event, seat rams.Seat) (sum pot.Chips) {
	for i := range events {
		if events[i].Kind == rams.EventAnte && events[i].Seat == seat {
			sum += events[i].Amount
		}
	}
	return sum
}

// hintWorlds is the number of worlds that the coach samples, which takes a moment.
const hintWorlds = 1024

// Hint returns the coach's advice on a question, and why. The coach sees what the person sees.
func Hint(t *wording.Table, view *rams.View) string {
	if len(view.Legal) == 1 {
		return t.T("tui.hint.only", locale.Args{"act": t.Act(view.Legal[0])})
	}
	var h *coach.Hint
	if len(view.Legal) > 0 {
		h = coach.New(coach.Default(hintWorlds)).Hint(view)
	}
	if h == nil {
		return t.T("tui.hint.none", nil)
	}
	var list []string
	for _, value := range h.Values[1:min(4, len(h.Values))] {
		list = append(list, t.T("tui.hint.value", locale.Args{"act": t.Act(value.Act), "worth": t.Worth(-value.Less)}))
	}
	average := "tui.hint.values"
	if rules := view.Game.Rules(); rules.Races() {
		average = "tui.hint.values.strokes"
	}
	return t.Sentences(t.T("tui.hint", locale.Args{"act": t.Act(h.Best())}), t.Reason(h.Reason.Code, h.Reason.Args()), t.T(average, locale.Args{"list": t.Row(list)}))
}

// WhoIsIn returns each seat's target and tricks, one seat a line.
func WhoIsIn(t *wording.Table, view *rams.View) (list []string) {
	for seat := range rams.Seat(view.Seats()) {
		list = append(list, t.Seat(view, seat))
	}
	return list
}

// Help writes what can be answered in a view, one answer a line, and how cards are named.
func Help(t *wording.Table, scr *Screen, view *rams.View) {
	cards := false
	for _, c := range t.Choices(view) {
		scr.Line("  " + t.Labelled(scr.Strong(c.Call), c.Text))
		cards = cards || c.Kind == rams.Lay || c.Kind == rams.Drop || c.Kind == rams.Play
	}
	if cards {
		scr.Line("  " + t.T("cli.help.cards", nil))
	}
}

// Welcome writes who sits where in a session, and how it can be resumed. waiting is the number of
// an older session that hasn't ended; 0: none.
func Welcome(p *locale.Printer, scr *Screen, s *local.Session, back bool, waiting int) {
	names, _ := s.Info().Accounts()
	p = p.For(s.Look.Lang)
	words := p.Words(s.Rules(), locale.Deck(s.Look.Deck))
	lines := []string{p.T("cli.welcome", locale.Args{"game": scr.Strong(words.Game()), "n": len(names), "names": p.Row(names)})}
	if s.Rules().Rules().Clockwise {
		lines = append(lines, p.T("cli.welcome.clockwise", nil))
	} else {
		lines = append(lines, p.T("cli.welcome.counterclockwise", nil))
	}
	if back {
		lines = append(lines, p.T("cli.welcome.back", locale.Args{"number": s.Number()}))
	} else {
		lines = append(lines, p.T("cli.welcome.seed", locale.Args{"seed": s.Seed}))
	}
	scr.Line(p.Sentences(append(lines, p.T("cli.welcome.help", nil))...))
	if waiting > 0 {
		scr.Line(p.T("cli.waiting", locale.Args{"number": waiting}))
	}
}

// ShortRules returns the rules that matter during play, one a line, as they hold in the hand that a view shows. Without a
// hand the view is nil.
func ShortRules(t *wording.Table, v variant.Variant, g *rams.Game, view *rams.View) (lines []string) {
	rules := g.Rules()
	follow := []string{"sheet.play.follow"}
	if rules.RuffAnytime {
		follow[0] = "sheet.ruff_anytime.yes"
	}
	switch {
	case rules.Head == rams.HeadSuit:
		follow = append(follow, "cli.short.head.suit", "sheet.void."+rules.Void.String())
	case rules.Void == rams.VoidAny:
		follow = append(follow, "sheet.void.any")
	case rules.Head == rams.HeadYes:
		follow = append(follow, "sheet.void.trump.head", "cli.short.head")
	default:
		follow = append(follow, "sheet.void.trump")
	}
	for i, key := range follow {
		follow[i] = t.T(key, locale.Args{"by_void_both": ""}) // sources are for the whole sheet
	}
	about := t.Introduction(view)
	lines = append([]string{about[0], t.Sentences(follow...), t.T("cli.short.wins", nil)}, about[1:]...)
	return append(lines, t.T("cli.rules.more", locale.Args{"rules": v.String()}))
}
