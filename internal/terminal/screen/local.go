package screen

import (
	"errors"
	"sync"

	tea "charm.land/bubbletea/v2"

	"chratze/internal/locale"
	"chratze/internal/server/table"
	"chratze/internal/teach/coach"
	"chratze/internal/terminal/lines"
	"chratze/rams"
)

// Source is where a table is: on this machine's disk, or behind a connection.
type Source interface {
	// Open begins to tell. What comes by itself, from any goroutine, goes to send.
	Open(send func(tea.Msg))
	// Do does what the person wants and returns what is to be told of it, or nil.
	Do(e Effect) tea.Msg
	// Close ends it; nothing is lost.
	Close() error
}

// local is a sitting on this machine's disk.
type local struct {
	mu   sync.Mutex
	game *lines.Sitting
}

// Local returns the source of a sitting with bots.
func Local(g *lines.Sitting) Source { return &local{game: g} }

func (l *local) Open(send func(tea.Msg)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	g := l.game
	if !g.Dealt() && !g.Ended() && g.Hands() == 0 {
		if err := g.Begin(); err != nil {
			send(Ended{err})
			return
		}
	}
	send(l.tell())
}

func (l *local) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.game.Close()
}

func (l *local) Do(e Effect) tea.Msg {
	l.mu.Lock()
	defer l.mu.Unlock()
	g := l.game
	var err error
	switch e.Kind {
	case DoAct:
		if g.Dealt() {
			err = g.Act(e.Act)
		}
	case DoNext:
		switch {
		case g.Dealt() || g.Ended():
		case g.Last():
			_, _, err = g.End()
		default:
			err = g.Begin()
		}
	case DoHint:
		return l.hint()
	case DoLast:
		err = g.AnnounceLast()
	case DoEnd:
		if !g.Dealt() {
			_, _, err = g.End()
		}
	default:
		return nil
	}
	if no, ok := errors.AsType[*rams.Refusal](err); ok {
		return Refused{Text: l.words().Error(no)}
	}
	if err != nil {
		return Ended{err}
	}
	return l.tell()
}

// hintWorlds is how many worlds the coach imagines: a moment.
const hintWorlds = 1024

// hint asks the coach, who sees what the person sees.
func (l *local) hint() tea.Msg {
	g, w := l.game, l.words()
	if !g.Dealt() {
		return nil
	}
	view := g.View()
	number := uint64(len(view.Events))
	h := coach.New(coach.Default(hintWorlds)).Hint(&view)
	if h == nil {
		return Hinted{number, w.T("tui.hint.none", nil)}
	}
	var list []string
	for _, value := range h.Values[:min(3, len(h.Values))] {
		list = append(list, w.T("tui.hint.value", locale.Args{"act": w.Act(value.Act), "worth": w.Worth(value.Mean)}))
	}
	return Hinted{number, w.Sentences(w.T("tui.hint", locale.Args{"act": w.Act(h.Best())}), w.Reason(h.Reason.Code, h.Reason.Args()), w.T("tui.hint.values", locale.Args{"list": w.Row(list)}))}
}

func (l *local) words() *locale.Table {
	g := l.game
	money, _ := locale.ParseMoney(g.Look().Money)
	return g.Printer().Table(g.Rules(), locale.Deck(g.Look().Deck), money, g.Names(), g.Me())
}

// tell tells the sitting as it stands.
func (l *local) tell() tea.Msg {
	g := l.game
	money, _ := locale.ParseMoney(g.Look().Money)
	t := &Table{
		Info:  table.Info{Stage: table.Between, Host: int(g.Me()), Pot: g.Pot(), Last: g.Last()},
		Rules: g.Rules(), Money: money, Me: int(g.Me()), Hand: g.Hands(), Turn: -1, Course: g.Course(), Number: g.Number(), Waiting: g.Waiting(),
	}
	balances, bots := g.Balances(), g.Bots()
	for i, name := range g.Names() {
		t.Chairs = append(t.Chairs, table.Chair{Name: name, Bot: bots[i], Balance: balances[i]})
		t.InHand = append(t.InHand, i)
	}
	if g.Hands() > 0 {
		t.Path = g.HandsPath()
	}
	t.Start = g.Start()
	if g.Shown() {
		view := g.View()
		t.Start, t.Events = view.Start, view.Events
		switch {
		case g.Dealt():
			t.Hand++
			t.Stage, t.Turn = table.Playing, int(g.Me())
			t.Ask = &table.Question{Number: uint64(len(view.Events)), Legal: view.Legal}
		default:
			result := g.Result()
			t.Result = &result
		}
	}
	if g.Ended() {
		t.Stage = table.Over
		var err error
		if t.Shares, t.Settle, err = g.End(); err != nil {
			return Ended{err}
		}
		for i, b := range g.Balances() { // with the shares of the pot
			t.Chairs[i].Balance = b
		}
	}
	return t
}
