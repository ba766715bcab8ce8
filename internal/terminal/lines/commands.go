package lines

import (
	"chratze/internal/locale"
	"chratze/internal/teach/coach"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant"
)

// command answers a command. It changes nothing in the game.
func (e *evening) command(c command, view *rams.View) {
	switch c {
	case askHelp:
		e.help(view)
	case askHand:
		e.showHand(view)
	case askTrick:
		e.shown(e.trickSoFar(), "cli.trick.none")
	case askLast:
		e.shown(e.tell.last, "cli.trick.no-last")
	case askPot:
		e.scr.Line(e.InPot(view.Pot))
	case askIn:
		e.whoIsIn(view)
	case askStand:
		_, balances := e.session.Info().Accounts()
		if e.playing() {
			for seat := range e.names {
				balances[seat] -= Paid(view.Events, rams.Seat(seat))
			}
		}
		for _, line := range e.Standings(balances) {
			e.scr.Line(line)
		}
	case askRules:
		e.shortRules(view)
	case askHint:
		e.scr.Line(Hint(e.Table, view))
	case sayAllow, sayDeny:
		e.scr.Line(e.T("no.back", nil))
	}
}

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
func Hint(t *locale.Table, view *rams.View) string {
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
	for _, value := range h.Values[:min(3, len(h.Values))] {
		list = append(list, t.T("tui.hint.value", locale.Args{"act": t.Act(value.Act), "worth": t.Worth(value.Mean)}))
	}
	return t.Sentences(t.T("tui.hint", locale.Args{"act": t.Act(h.Best())}), t.Reason(h.Reason.Code, h.Reason.Args()), t.T("tui.hint.values", locale.Args{"list": t.Row(list)}))
}

// shown writes a line, or otherwise if it is empty.
func (e *evening) shown(text, otherwise string) {
	if text == "" {
		text = e.T(otherwise, nil)
	}
	e.scr.Line(text)
}

func (e *evening) trickSoFar() string {
	if len(e.tell.trick) == 0 {
		return ""
	}
	return e.trick(e.tell.number, e.tell.trick)
}

// whoIsIn writes each seat's target and tricks.
func (e *evening) whoIsIn(view *rams.View) {
	for _, line := range WhoIsIn(e.Table, view) {
		e.scr.Line(line)
	}
}

// WhoIsIn returns each seat's target and tricks, one seat a line.
func WhoIsIn(t *locale.Table, view *rams.View) (list []string) {
	for i := range view.Game.Seats() {
		seat := rams.Seat(i)
		key, c := "view.seat.idle", view.Contract[i]
		if c.In() {
			key = "view.seat"
		}
		list = append(list, t.T(key, locale.Args{"name": t.Name(seat), "contract": t.Contract(c), "n": int(view.Tricks[i])}))
	}
	return list
}

// help writes what can be typed now.
func (e *evening) help(view *rams.View) {
	Help(e.Table, e.scr, view)
	e.scr.Line("  " + e.T("cli.help.letters", nil))
}

// Help writes what can be answered in a view, one answer a line, and how cards are named.
func Help(t *locale.Table, scr *Screen, view *rams.View) {
	cards := false
	for _, c := range t.Choices(view) {
		scr.Line("  " + scr.Strong(c.Call) + ": " + c.Text)
		cards = cards || c.Kind == rams.Lay || c.Kind == rams.Drop || c.Kind == rams.Play
	}
	if cards {
		scr.Line("  " + t.T("cli.help.cards", nil))
	}
}

// welcome writes who sits where, and how the session can be resumed.
func (e *evening) welcome(back bool) {
	lines := []string{e.T("cli.welcome", locale.Args{"game": e.scr.Strong(e.Game()), "n": len(e.names), "names": e.Row(e.names)})}
	if e.session.Rules().Rules().Clockwise {
		lines = append(lines, e.T("cli.welcome.clockwise", nil))
	} else {
		lines = append(lines, e.T("cli.welcome.counterclockwise", nil))
	}
	if back {
		lines = append(lines, e.T("cli.welcome.back", locale.Args{"number": e.session.Number()}))
	} else {
		lines = append(lines, e.T("cli.welcome.seed", locale.Args{"seed": e.session.Seed}))
	}
	e.scr.Line(e.Sentences(append(lines, e.T("cli.welcome.help", nil))...))
	if e.waiting > 0 {
		e.scr.Line(e.T("cli.waiting", locale.Args{"number": e.waiting}))
	}
}

// shortRules writes the rules in short, as they hold now.
func (e *evening) shortRules(view *rams.View) {
	for _, line := range ShortRules(e.Table, e.rules, e.game, view) {
		e.scr.Line("- " + line)
	}
}

// ShortRules returns the rules that matter during play, one a line, as they hold in the hand that a view shows. Without a
// hand the view is nil.
func ShortRules(t *locale.Table, v variant.Variant, g *rams.Game, view *rams.View) (lines []string) {
	rules := g.Rules()
	goal, pays := []string{"cli.short.goal"}, "cli.short.pays"
	if rules.Auction == rams.Joining {
		goal, pays = []string{"cli.short.goal.joining"}, "cli.short.pays.joining"
	}
	follow := []string{"sheet.play.follow"}
	if rules.RuffAnytime {
		follow[0] = "sheet.ruff_anytime.yes"
	}
	switch {
	case rules.Void == rams.VoidAny:
		follow = append(follow, "sheet.void.any")
	case rules.Head:
		follow = append(follow, "sheet.void.trump.head", "cli.short.head")
	default:
		follow = append(follow, "sheet.void.trump")
	}
	gets := [...]string{
		rams.SplitThirds: "cli.short.gets.thirds", rams.SplitRoles: "cli.short.gets.roles", rams.SplitTricks: "cli.short.gets.tricks",
	}[rules.Split]
	payout := rams.PayQuarters
	switch dealt := view != nil; {
	case dealt && view.Start.Muss:
		goal, payout = []string{"sitting.muss", "cli.short.goal.muss"}, rules.MussPayout
	case dealt && view.Contract[view.Dealer] == rams.SevenMuss:
		goal, payout = []string{"cli.short.goal.seven"}, rules.SevenMussPayout
	}
	if payout == rams.PayNothing {
		gets = "cli.short.gets.none"
	}
	args := locale.Args{"declarer": t.Declarer(), "target": rules.Target, "join": rules.JoinTarget, "size": g.Size()}
	for _, keys := range [][]string{goal, follow, {"cli.short.wins"}, {gets, pays}} {
		texts := make([]string, len(keys))
		for i, key := range keys {
			texts[i] = t.T(key, args)
		}
		lines = append(lines, t.Sentences(texts...))
	}
	return append(lines, t.T("cli.rules.more", locale.Args{"rules": v.String()}))
}

// inputFault returns the sentence for an inputError.
func (e *evening) inputFault(m *inputError) string {
	return e.T(hearKeys[m.code], locale.Args{"word": Clip(m.word), "cards": e.Set(m.cards)})
}

//lattice:table
var hearKeys = map[string]string{
	hearEmpty: "cli.hear.empty",
	hearWord:  "cli.hear.word",
	hearWhich: "cli.hear.which",
	hearTwice: "cli.hear.twice",
	hearCards: "cli.hear.cards",
	hearNone:  "cli.hear.none",
	hearAct:   "cli.hear.act",
}
