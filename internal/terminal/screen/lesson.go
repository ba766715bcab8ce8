package screen

import (
	"errors"
	"slices"
	"sync"

	tea "charm.land/bubbletea/v2"

	"chratze/internal/client"
	"chratze/internal/table"
	"chratze/internal/table/wire"
	"chratze/internal/teach/lessons"
	"chratze/rams"
)

// Teacher has the texts beside a lesson.
type Teacher struct {
	Number, Of int // which lesson, and of how many
	Title      string
	Intro      string // shown at the beginning
	Task       string // the current task
	Outro      string // shown when the hand is over
}

// school is a table for lessons, one after another: only the learner's answers are free.
type school struct {
	mu    sync.Mutex
	all   []lessons.Lesson
	at    int // index of the lesson
	step  int
	wrong int // wrong answers to this question so far
	table client.Table
	voice remote // describes the table, as for a server's table
}

// Lessons returns the source of the lessons, starting with lesson `from`, counted from 1.
func Lessons(all []lessons.Lesson, from int) Source { return &school{all: all, at: from - 1} }

func (l *school) Open(send func(tea.Msg)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	send(l.begin())
}

func (l *school) Close() error { return nil }

func (l *school) Do(c table.Command) tea.Msg {
	l.mu.Lock()
	defer l.mu.Unlock()
	step := &l.all[l.at].Steps[l.step]
	switch {
	case c.Do == table.DoAct && step.Right != "":
		return l.answer(step, c.Action.String())
	case c.Do == table.DoNext && step.Right == "" && l.at+1 < len(l.all):
		l.at++
		return l.begin()
	case c.Do == table.DoNext && step.Right == "":
		return Ended{}
	}
	return nil
}

// begin begins a lesson.
func (l *school) begin() tea.Msg {
	if err := l.take(l.all[l.at].Hello); err != nil {
		return Ended{err}
	}
	l.step, l.voice = 0, remote{}
	return l.tell()
}

// answer continues if an act is right, and otherwise explains why it isn't. After two wrong
// answers it says which act is right.
func (l *school) answer(step *lessons.Step, act string) tea.Msg {
	if act == step.Right {
		l.step++
		return l.tell()
	}
	no := Refused{Text: step.No}
	if illegal, ok := step.Illegal[act]; ok {
		if m, err := wire.Read(illegal); err == nil && m.Rule != "" {
			no = refusal(&m)
		}
	}
	legal := l.table.Ask.Legal
	right := slices.IndexFunc(legal, func(a rams.Action) bool { return a.String() == step.Right })
	if l.wrong++; l.wrong > 1 && right >= 0 {
		no.Right = &legal[right]
	}
	return no
}

// tell returns the news of a step.
func (l *school) tell() tea.Msg {
	l.wrong = 0
	now := &l.all[l.at]
	step := &now.Steps[l.step]
	if err := l.take(step.News); err != nil {
		return Ended{err}
	}
	t := l.voice.tell(&l.table)
	t.Teacher = &Teacher{Number: now.Number + 1, Of: len(l.all), Title: now.Title, Task: step.Say}
	if l.step == 0 {
		t.Teacher.Intro = now.Intro
	}
	if step.Right == "" {
		t.Teacher.Outro = now.Outro
	}
	return t
}

// take handles one of the lesson's own messages.
func (l *school) take(text []byte) error {
	m, err := wire.Read(text)
	return errors.Join(err, l.table.Take(&m))
}
