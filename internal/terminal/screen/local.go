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
	"chratze/pot"
)

// Source is the origin of a table: this machine's disk or a connection.
type Source interface {
	// Open starts the source. It calls send for events that come by themselves, from any
	// goroutine.
	Open(send func(tea.Msg))
	// Do carries out a command. It returns a message about it, or nil.
	Do(c table.Command) tea.Msg
	// Close ends the source. Nothing is lost.
	Close() error
}

// alone is a session of one person with bots, on this machine.
type alone struct {
	mu      sync.Mutex
	session *local.Session
	waiting int
}

// Local returns the source for a session with bots. waiting is the number of an older session
// that hasn't ended; 0: none.
func Local(s *local.Session, waiting int) Source { return &alone{session: s, waiting: waiting} }

func (l *alone) Open(send func(tea.Msg)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.session.Info().Stage == table.Lobby {
		send(l.do(table.Command{Do: table.DoNext}))
		return
	}
	send(l.tell())
}

func (l *alone) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.session.Close()
}

func (l *alone) Do(c table.Command) tea.Msg {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.do(c)
}

// do carries out a command, and returns the news or why nothing has changed.
func (l *alone) do(c table.Command) tea.Msg {
	err := l.session.Do(c)
	if err == nil {
		return l.tell()
	}
	if refused, ok := errors.AsType[*table.Refused](err); ok {
		return Refused{Code: refused.Code, Rule: refused.Rule}
	}
	return Ended{lines.Trouble(err, l.session.Dir(), 0)}
}

// tell returns the state of the table.
func (l *alone) tell() tea.Msg {
	s, n := l.session, l.session.News()
	money, _ := locale.ParseMoney(s.Look.Money)
	t := &Table{
		Info: *n.Info, Rules: s.Rules(), Money: money, Me: int(s.Me()), Hand: n.Hand, Start: n.Start, Events: slices.Clone(n.Events),
		Turn: n.Turn, Ask: n.Question, Number: s.Number(), Waiting: l.waiting,
	}
	if t.Ask != nil {
		t.Ask.Legal = slices.Clone(t.Ask.Legal)
	}
	if t.Result != nil || n.Hand > 1 {
		t.Path = s.HandsPath()
	}
	if n.Past != nil {
		t.Course = courseOf(n.Past, t.Chairs)
	}
	if last := len(t.Course) - 1; t.Stage == table.Over && last >= 0 {
		for c, balance := range t.balances() {
			t.Shares = append(t.Shares, balance-t.Course[last][c])
		}
	}
	return t
}

// courseOf returns the balances by chair after each hand.
func courseOf(past *table.Past, chairs []table.Chair) [][]pot.Chips {
	var rows [][]pot.Chips
	for c := range chairs {
		for i, b := range past.Course[chairs[c].Person] {
			if c == 0 {
				rows = append(rows, nil)
			}
			rows[i] = append(rows[i], b)
		}
	}
	return rows
}
