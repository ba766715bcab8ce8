package screen

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/internal/teach/lessons"
	"chratze/internal/terminal/lines"
	"chratze/rams"
)

// learner is somebody who goes through the lessons on a screen.
type learner struct {
	t      *testing.T
	model  Model
	source *school
	quit   bool
}

func learn(t *testing.T, lang string, from int) *learner {
	p := locale.For(lang)
	deck := lines.UsualDeck(p, "chratze")
	l := &learner{t: t, model: New(Options{Printer: p, Deck: deck, Pace: AtOnce, Blind: true}), source: Lessons(lessons.Course(p, deck), from).(*school)}
	l.tell(tea.WindowSizeMsg{Width: 80, Height: 24})
	l.tell(tea.ColorProfileMsg{Profile: colorprofile.TrueColor})
	l.source.Open(l.tell)
	return l
}

func (l *learner) tell(message tea.Msg) {
	l.t.Helper()
	m, did := l.model.Update(message)
	l.model = m
	for _, e := range did {
		switch e.Kind {
		case DoQuit:
			l.quit = true
		case DoSend:
			if answer := l.source.Do(e.Command); answer != nil {
				l.tell(answer)
			}
		}
	}
}

func (l *learner) screen() string { return (&bench{model: l.model}).screen() }

// right is the act that goes on.
func (l *learner) right() rams.Action {
	l.t.Helper()
	right := l.source.all[l.source.at].Steps[l.source.step].Right
	for _, a := range l.model.t.Ask.Legal {
		if a.String() == right {
			return a
		}
	}
	l.t.Fatalf("lesson %d: %q isn't legal", l.source.at+1, right)
	return rams.Action{}
}

// TestLessons: all lessons are gone through on the screen: the introduction, each task, what has been learned, and the
// next one; behind the last one it ends.
func TestLessons(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{"en", "de-CH", "ja"} {
		l := learn(t, lang, 1)
		for at := range l.source.all {
			now := &l.source.all[at]
			hand := flat(l.model.T("sitting.hand", locale.Args{"n": at + 1}))
			said := func() {
				l.t.Helper()
				if strings.Contains(flat(l.screen()+strings.Join(l.model.log, "\n")), hand) {
					t.Errorf("%s: lesson %d calls itself the table's hand %d:\n%s", lang, at+1, at+1, l.screen())
				}
			}
			said()
			if l.model.panel != teacherPanel || !strings.Contains(flat(l.screen()), flat(now.Intro)[:20]) {
				t.Fatalf("%s, lesson %d: panel %d\n%s", lang, at+1, l.model.panel, l.screen())
			}
			l.tell(pressed("enter"))
			for tasks := 0; l.model.t.Stage == table.Playing; tasks++ {
				if task := l.model.t.Teacher.Task; task == "" || !strings.Contains(flat(l.screen()), flat(task)) {
					t.Fatalf("%s, lesson %d, task %d isn't there:\n%s", lang, at+1, tasks, l.screen())
				}
				m, did := l.model.do(l.right())
				l.model = m
				l.tell(l.source.Do(did[0].Command))
			}
			said()
			if l.model.panel != settlePanel {
				t.Fatalf("%s, lesson %d ends with panel %d", lang, at+1, l.model.panel)
			}
			l.tell(pressed("enter"))
			if l.model.panel != teacherPanel || !strings.Contains(flat(l.screen()), flat(now.Outro)[:20]) {
				t.Fatalf("%s, lesson %d, behind its end:\n%s", lang, at+1, l.screen())
			}
			l.tell(pressed("enter"))
		}
		if left, err := l.model.Left(); !left || err != nil || !l.quit {
			t.Errorf("%s: behind the last lesson: left %v, %v", lang, left, err)
		}
	}
}

// flat is a text without breaks and what frames it, as it stands on a screen.
func flat(text string) string {
	return strings.Join(strings.Fields(strings.NewReplacer("│", "", "\u00a0", "").Replace(text)), "")
}

// TestWrongAnswers: a card that isn't allowed is refused with the rule, another one with the reason; who is wrong twice
// is told what is right; and the lesson stays where it is.
func TestWrongAnswers(t *testing.T) {
	t.Parallel()
	l := learn(t, "en", 2)
	l.tell(pressed("enter"))
	step := &l.source.all[1].Steps[0]
	if len(step.Illegal) == 0 {
		t.Fatal("everything is legal")
	}
	try := func(a rams.Action) string {
		m, did := l.model.do(a)
		l.model = m
		l.tell(l.source.Do(did[0].Command))
		return l.model.note
	}
	for act := range step.Illegal {
		a, err := rams.ParseAction(act, 0)
		if err != nil {
			t.Fatal(err)
		}
		if note := try(a); !strings.HasPrefix(note, "You ") || l.source.step != 0 || !l.model.asked() {
			t.Errorf("%s: %q, step %d", act, note, l.source.step)
		}
	}
	for len(l.model.t.Ask.Legal) == 1 { // to a question with a choice
		try(l.right())
	}
	at, right := l.source.step, l.right()
	wrong := slices.IndexFunc(l.model.t.Ask.Legal, func(a rams.Action) bool { return a != right })
	for tries, want := range []string{l.source.all[1].Steps[at].No, "Best: " + l.model.words.Act(right)} {
		if note := try(l.model.t.Ask.Legal[wrong]); !strings.Contains(flat(note), flat(want)) || tries == 0 && strings.Contains(note, "Best:") || l.source.step != at {
			t.Errorf("wrong for the time %d: %q, want %q; step %d, was %d", tries+1, note, want, l.source.step, at)
		}
	}
	l.tell(pressed("e"))
	l.tell(pressed("u"))
	if l.model.t.Stage != table.Playing || l.source.step != at {
		t.Error("e and u do something")
	}
}

// TestLessonScreens: a lesson in every language: what it is about, a task, a wrong answer, what has been learned.
func TestLessonScreens(t *testing.T) {
	t.Parallel()
	for _, lang := range locale.New().Languages() {
		var all strings.Builder
		l := learn(t, lang, 1)
		show := func(what string) { all.WriteString("== " + what + "\n" + l.screen()) }
		show("what it is about")
		l.tell(pressed("enter"))
		show("a task")
		l.tell(Refused{Text: l.source.all[0].Steps[0].No})
		show("a wrong answer")
		l.tell(tea.WindowSizeMsg{Width: 120, Height: 40})
		for l.model.t.Stage == table.Playing {
			m, did := l.model.do(l.right())
			l.model = m
			l.tell(l.source.Do(did[0].Command))
		}
		l.tell(pressed("enter"))
		show("what has been learned")
		golden(t, "lesson."+lang+".txt", all.String())
	}
}
