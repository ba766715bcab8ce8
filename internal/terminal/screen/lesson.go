package screen

import (
	"errors"
	"sync"

	tea "charm.land/bubbletea/v2"

	"chratze/internal/client"
	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/internal/table/wire"
	"chratze/internal/teach/lessons"
)

// Teacher has the texts beside a lesson.
type Teacher struct {
	Title string
	Intro string // shown at the beginning
	Task  string // the current task
	Outro string // shown when the hand is over
}

// school is a table for lessons, one after another: only the learner's answers are free.
type school struct {
	mu    sync.Mutex
	all   []lessons.Lesson
	at    int // index of the lesson
	step  int
	wrong int // wrong answers to this question so far
	table client.Table
	voice *remote // describes the table, as for a server's table
}

// Lessons returns the source of the lessons, starting with lesson `from`, counted from 1. deck
// chooses the cards.
func Lessons(p *locale.Printer, deck locale.Deck, from int) Source {
	return &school{all: lessons.Course(p, deck), at: from - 1, voice: &remote{printer: p, deck: deck}}
}

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
	l.step, l.voice = 0, &remote{printer: l.voice.printer, deck: l.voice.deck}
	return l.tell()
}

// answer continues if an act is right, and otherwise explains why it isn't. After two wrong
// answers it says which act is right.
func (l *school) answer(step *lessons.Step, act string) tea.Msg {
	if act == step.Right {
		l.step++
		return l.tell()
	}
	text := step.No
	if illegal, ok := step.Illegal[act]; ok {
		if m, err := wire.Read(illegal); err == nil && m.Rule != "" {
			text = l.voice.words.Error(refusal(&m).Rule)
		}
	}
	if l.wrong++; l.wrong > 1 {
		for _, a := range l.table.Ask.Legal {
			if a.String() == step.Right {
				text = l.voice.words.Sentences(text, l.voice.printer.T("tui.hint", locale.Args{"act": l.voice.words.Act(a)}))
			}
		}
	}
	return Refused{Text: text}
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
	t.Teacher = &Teacher{Title: l.voice.printer.Labelled(l.voice.printer.T("learn.number", locale.Args{"n": now.Number + 1, "of": len(l.all)}), now.Title), Task: step.Say}
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
