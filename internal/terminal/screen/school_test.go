package screen

import (
	"bytes"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"chratze/internal/locale"
	"chratze/internal/teach/lessons"
	"chratze/internal/terminal/lines"
)

// TestLessonsInLines: all lessons can be gone through in lines. Each introduction, task and conclusion is written once, a
// wrong answer is explained, and the open hands of the first lesson are told.
func TestLessonsInLines(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{"en", "de-CH", "ja"} {
		p := locale.For(lang)
		var typed, out bytes.Buffer
		var texts []string
		for _, l := range lessons.Course(p, lines.UsualDeck(p, "chratze")) {
			texts = append(texts, l.Title, l.Intro, l.Outro)
			for i := range l.Steps {
				if l.Steps[i].Right != "" {
					texts = append(texts, l.Steps[i].Say)
					typed.WriteString(strings.TrimPrefix(l.Steps[i].Right, "play ") + "\n")
				}
			}
			typed.WriteString("\n")
		}
		script := "10s\n" + typed.String() // wrong at first
		scr := lines.NewScreen(&out, func(string) string { return "C.UTF-8" })
		m, err := Lines(t.Context(), Options{Printer: p, Deck: lines.UsualDeck(p, "chratze"), Blind: true}, Lessons(lessons.Course(p, lines.UsualDeck(p, "chratze")), 1), strings.NewReader(script), scr)
		if err != nil {
			t.Fatal(err)
		}
		if left, _ := m.Left(); !left {
			t.Errorf("%s: the last lesson doesn't end it:\n%s", lang, out.String())
		}
		text := flat(out.String())
		for _, want := range texts {
			if n := strings.Count(text, flat(want)); n == 0 || n > 1 && columns(want) > 40 && n != strings.Count(flat(strings.Join(texts, "\n")), flat(want)) {
				t.Errorf("%s: %d times: %q", lang, n, want)
			}
		}
		first := lessons.Course(p, lines.UsualDeck(p, "chratze"))[0]
		if !strings.Contains(text, flat(first.Steps[0].No)) {
			t.Errorf("%s: a wrong answer isn't explained", lang)
		}
		holds, _, _ := strings.Cut(p.T("practice.holds", locale.Args{"name": "B", "cards": "\x00"}), "\x00")
		if strings.Count(text, flat(strings.TrimPrefix(holds, "B"))) < 4 || strings.ContainsAny(out.String(), "▮●○█▁│") {
			t.Errorf("%s: the open hands aren't told, or there are pictures:\n%s", lang, out.String())
		}
	}
}

// TestOpenHands: the hands that lie open in the first lesson are on the screen, at every size, and shrink as their cards
// are played; in the next lesson they are hidden.
func TestOpenHands(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 40}, {60, 20}} {
		l := learn(t, "en", 1)
		l.tell(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		l.tell(pressed("enter"))
		for i, want := range []string{"J♠ 7♥ K♦ 8♦", "Q♣ K♥ 9♦"} {
			if text := l.screen(); !strings.Contains(text, want) {
				t.Errorf("%v: the hand of seat %d, %s, isn't there:\n%s", size, i+1, want, text)
			}
		}
		m, did := l.model.do(l.right())
		l.model = m
		l.tell(l.source.Do(did[0].Command))
		if text := l.screen(); strings.Contains(text, "J♠ 7♥ K♦ 8♦") {
			t.Errorf("%v: a card that was played is still in the hand:\n%s", size, text)
		}
		next := learn(t, "en", 2)
		next.tell(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		next.tell(pressed("enter"))
		if text := next.screen(); !strings.Contains(text, "▮▮▮") || next.model.pic.openHand(1) != 0 {
			t.Errorf("%v: a hand that doesn't lie open is seen:\n%s", size, text)
		}
	}
}

// TestLight: --light holds, whatever the terminal says about its background.
func TestLight(t *testing.T) {
	t.Parallel()
	black := tea.BackgroundColorMsg{Color: rgb(0)}
	white := tea.BackgroundColorMsg{Color: rgb(255)}
	for _, c := range []struct {
		light bool
		says  tea.Msg
		dark  bool
	}{{false, nil, true}, {false, white, false}, {false, black, true}, {true, nil, false}, {true, black, false}, {true, white, false}} {
		o := Options{Printer: locale.For("en"), Light: c.light}
		m, s := New(o), NewStart(o, nil, nil)
		if c.says != nil {
			m, _ = m.Update(c.says)
			s, _ = s.Update(c.says)
		}
		if m.theme.dark != c.dark || s.theme.dark != c.dark {
			t.Errorf("--light %v, the terminal says %v: dark %v and %v, want %v", c.light, c.says, m.theme.dark, s.theme.dark, c.dark)
		}
	}
}

// rgb is a grey.
type rgb uint32

// RGBA implements color.Color.
func (g rgb) RGBA() (r, gr, b, a uint32) { v := uint32(g) * 257; return v, v, v, 65535 }
