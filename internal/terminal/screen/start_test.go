package screen

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"chratze/bot"
	"chratze/internal/locale"
	"chratze/internal/teach/lessons"
	"chratze/internal/terminal/lines"
	"chratze/internal/terminal/local"
	"chratze/variant"
)

// startAt returns the start screen in a language with two evenings, and keys pressed.
func startAt(lang string, width, height int, keys string) Model {
	p := locale.For(lang)
	var titles []string
	for _, l := range lessons.Course(p, "") {
		titles = append(titles, l.Title)
	}
	kratzen, _ := variant.Lookup("kratzen")
	s := NewStart(Options{Printer: p, Pace: Normal}, titles, []local.Evening{
		{Number: 12, Rules: kratzen, Look: local.Look{Money: "francs", Deck: "german"}, Hands: 7, Balance: -140, Others: []string{"Anna", "Beat", "Heidi"}},
		{Number: 3, Err: errors.New("broken")},
	})
	s, _ = s.Update(tea.WindowSizeMsg{Width: width, Height: height})
	for k := range strings.FieldsSeq(keys) {
		s, _ = s.Update(pressed(k))
	}
	return s
}

func (m Model) text() string {
	text, _ := m.draw()
	lines := strings.Split(ansi.Strip(text), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

// TestStart: the start screen in every language, at two sizes, and a small one.
func TestStart(t *testing.T) {
	t.Parallel()
	for _, lang := range locale.New().Languages() {
		var all strings.Builder
		for _, c := range []struct {
			what          string
			width, height int
			keys          string
		}{
			{"80×24", 80, 24, ""}, {"120×40, another game", 120, 40, "down right right"}, {"a lesson", 80, 24, "down down down down down down down down right right"},
			{"an evening", 80, 24, "up up"}, {"narrow", 40, 14, "end"}, {"too small", 20, 5, ""},
		} {
			all.WriteString("== " + c.what + "\n" + startAt(lang, c.width, c.height, c.keys).text())
		}
		golden(t, "start."+lang+".txt", all.String())
	}
}

// TestStartChooses: what keys choose. Each row turns around its end.
func TestStartChooses(t *testing.T) {
	t.Parallel()
	first := variant.Presets()[0]
	v, _ := variant.Lookup(first)
	usual := Choice{Rules: first + ",pot_cap=1000", Seats: v.Usual(), Bots: "stammtisch-1", Deck: locale.French, Pace: Normal, Limit: true}
	with := func(change func(*Choice)) Choice {
		c := usual
		change(&c)
		return c
	}
	_, most := v.Seats()
	for _, c := range []struct {
		keys string
		want Choice
		ok   bool
	}{
		{"enter", usual, true},
		{"down right left enter", usual, true},
		{"down right enter", with(func(c *Choice) {
			v, _ := variant.Lookup(variant.Presets()[1])
			c.Rules, c.Seats = v.Preset()+",pot_cap=1000", v.Usual()
		}), true},
		{"down down right enter", with(func(c *Choice) { c.Seats++ }), true},
		{"down down" + strings.Repeat(" right", most-v.Usual()) + " right enter", with(func(c *Choice) { c.Seats, _ = v.Seats() }), true},
		{"down down down right enter", with(func(c *Choice) { c.Rules, c.Limit = first, false }), true},
		{"down down down down left enter", with(func(c *Choice) { c.Bots = bot.Levels()[0] }), true},
		{"down down down down left left enter", with(func(c *Choice) { c.Bots = "best" }), true},
		{"down down down down down right down right enter", with(func(c *Choice) { c.Deck, c.Pace = turn(locale.Decks(), locale.French, 1), Fast }), true},
		{"down down down down down down down right enter", with(func(c *Choice) { c.Blind = true }), true},
		{"down down down down down down down down left enter", with(func(c *Choice) { c.Lesson = 21 }), true},
		{"up enter", with(func(c *Choice) { c.Resume = 3 }), true},
		{"up up enter", with(func(c *Choice) { c.Resume = 12 }), true},
		{"q", Choice{}, false}, {"esc", Choice{}, false}, {"down", Choice{}, false},
	} {
		got, ok := startAt("en", 80, 24, c.keys).Choice()
		if ok != c.ok || ok && got != c.want {
			t.Errorf("%s: %+v %v, want %+v %v", c.keys, got, ok, c.want, c.ok)
		}
	}
	s := startAt("en", 80, 24, "")
	_, zones := s.draw()
	clicked := false
	for _, z := range zones {
		if z.key == "#"+strconv.Itoa(int(rowSaved)) {
			clicked = true
			chosen, _ := s.Update(tea.MouseClickMsg{X: z.x, Y: z.y, Button: tea.MouseLeft})
			if c, ok := chosen.Choice(); !ok || c.Resume != 12 {
				t.Errorf("a click on an evening chooses %+v, %v", c, ok)
			}
		}
	}
	if !clicked {
		t.Error("no evening can be clicked")
	}
}

// TestUsualDeck: who reads English or Japanese is shown French cards.
func TestUsualDeck(t *testing.T) {
	t.Parallel()
	for lang, want := range map[string]locale.Deck{"en": locale.French, "ja": locale.French, "de-CH": locale.Swiss, "de-AT": locale.German, "de-DE": locale.French} {
		if got := lines.UsualDeck(locale.For(lang), "chratze"); got != want {
			t.Errorf("%s: %s, want %s", lang, got, want)
		}
	}
}
