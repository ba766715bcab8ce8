package screen

import (
	"errors"
	"slices"
	"sync"

	tea "charm.land/bubbletea/v2"

	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/internal/terminal/lines"
	"chratze/internal/terminal/local"
	"chratze/internal/wording"
	"chratze/rams"
)

// Source is the origin of a table: this machine's disk or a connection.
type Source interface {
	// Open starts the source. It calls send for events that come by themselves, from any
	// goroutine.
	Open(send func(tea.Msg))
	// Do carries out an effect. It returns a message about it, or nil.
	Do(e Effect) tea.Msg
	// Close ends the source. Nothing is lost.
	Close() error
}

// alone is a session of one person with bots, on this machine.
type alone struct {
	mu      sync.Mutex
	session *local.Session
	printer *locale.Printer
	waiting int
}

// Local returns the source for a session with bots, with texts in the given language. waiting
// is the number of an older session that hasn't ended; 0: none.
func Local(p *locale.Printer, s *local.Session, waiting int) Source {
	return &alone{session: s, printer: p, waiting: waiting}
}

func (l *alone) Open(send func(tea.Msg)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.session.Info().Stage == table.Lobby {
		if err := l.session.Begin(); err != nil {
			send(l.trouble(err))
			return
		}
	}
	send(l.tell())
}

func (l *alone) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.session.Close()
}

func (l *alone) trouble(err error) tea.Msg {
	return Ended{lines.Trouble(err, l.session.Dir(), 0)}
}

func (l *alone) Do(e Effect) tea.Msg {
	l.mu.Lock()
	defer l.mu.Unlock()
	stage := l.session.Info().Stage
	var err error
	switch e.Kind {
	case DoAct:
		if stage == table.Playing {
			err = l.session.Act(e.Act)
		}
	case DoNext:
		if stage == table.Between {
			err = l.session.Begin()
		}
	case DoHint:
		return l.hint()
	case DoBack:
		err = l.session.Back()
	case DoAgain:
		err = l.session.Again()
	case DoLast:
		err = l.session.MakeLast()
	case DoEnd:
		if stage == table.Between {
			err = l.session.End()
		}
	default:
		return nil
	}
	if no, ok := errors.AsType[*rams.Refusal](err); ok {
		return Refused{Text: l.words().Error(no)}
	}
	if err != nil {
		return l.trouble(err)
	}
	return l.tell()
}

// hint returns the advice for the question, and why.
func (l *alone) hint() tea.Msg {
	n := l.session.News()
	if n.Question == nil {
		return nil
	}
	view := l.session.View()
	return Hinted{n.Question.Number, lines.Hint(l.words(), &view)}
}

func (l *alone) money() locale.Money {
	money, _ := locale.ParseMoney(l.session.Look.Money)
	return money
}

func (l *alone) words() *wording.Table {
	names, _ := l.session.Info().Accounts()
	return wording.NewTable(l.printer, l.session.Rules(), locale.Deck(l.session.Look.Deck), l.money(), names, l.session.Me())
}

// tell returns the state of the table.
func (l *alone) tell() tea.Msg {
	s, n := l.session, l.session.News()
	t := &Table{
		Info: *n.Info, Rules: s.Rules(), Money: l.money(), Me: int(s.Me()), Hand: n.Hand, Start: n.Start, Events: slices.Clone(n.Events),
		Turn: n.Turn, Ask: n.Question, Course: s.Course(), Number: s.Number(), Waiting: l.waiting,
	}
	if t.Ask != nil {
		t.Ask.Legal = slices.Clone(t.Ask.Legal)
	}
	if t.Result != nil || n.Hand > 1 {
		t.Path = s.HandsPath()
	}
	if t.Stage == table.Over {
		_, t.Shares = s.Settled()
	}
	return t
}
