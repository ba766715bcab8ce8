package screen

import (
	"context"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"chratze/bot"
	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/internal/teach/lessons"
	"chratze/internal/terminal/lines"
	"chratze/internal/terminal/local"
	"chratze/variant"
)

// Choice is what the person has chosen on the start screen.
type Choice struct {
	Resume int    // number of the evening to resume; 0: none
	Lesson int    // from 1; 0: none
	Rules  string // of a new evening
	Seats  int
	Bots   string
	Deck   locale.Deck
	Pace   Pace
	Blind  bool
	Limit  bool // of the pot, that the game offers
}

// start is the screen before there is a table, with the choice of game, players and cards, the
// lessons, and the unfinished evenings.
type start struct {
	choice  Choice
	lessons []string // titles
	saved   []local.Evening
	row     startRow
	done    bool
}

// startRow is a row of the start screen that can be chosen; the evenings come after the last
// one.
type startRow int

const (
	rowPlay startRow = iota
	rowGame
	rowPlayers
	rowLimit
	rowBots
	rowDeck
	rowPace
	rowBlind
	rowLearn
	rowSaved
)

// NewStart returns a screen without a table, with the defaults: the first game, and the usual deck
// of the language.
func NewStart(o Options, lessons []string, saved []local.Evening) Model {
	m := New(o)
	m.start = &start{lessons: lessons, saved: saved}
	m.start.choice = Choice{Limit: true, Bots: bot.Levels()[1], Deck: o.Deck, Pace: o.Pace, Blind: o.Blind}
	m.start.play(&m.opt, variant.Presets()[0])
	return m
}

// Choice returns what was chosen at the start. ok is false if the person has left.
func (m Model) Choice() (Choice, bool) {
	s := m.start
	c := s.choice
	switch {
	case s.row >= rowSaved:
		c.Resume, c.Lesson = s.saved[s.row-rowSaved].Number, 0
	case s.row != rowLearn:
		c.Lesson = 0
	}
	if v, _ := variant.Lookup(c.Rules); c.Limit {
		c.Rules = v.Limited().String()
	}
	return c, s.done
}

// play chooses a game, with its usual number of players and cards.
func (s *start) play(o *Options, preset string) {
	s.choice.Rules = preset
	v, _ := variant.Lookup(preset)
	s.choice.Seats, s.choice.Lesson = v.Usual(), lessons.Of(o.Printer, v)
	if o.Deck == "" {
		s.choice.Deck = lines.UsualDeck(o.Printer, preset)
	}
}

// atStart handles a key, or a click on a row: #3.
func (m Model) atStart(name string) (Model, []Effect) {
	s := *m.start // a Model is a value
	m.start = &s
	rows := int(rowSaved) + len(s.saved)
	if row, err := strconv.Atoi(strings.TrimPrefix(name, "#")); err == nil && name[0] == '#' {
		name = "enter"
		if s.row = startRow(row); s.row > rowPlay && s.row < rowLearn {
			name = "right"
		}
	}
	switch name {
	case "up", "k", "shift+tab":
		s.row = startRow((int(s.row) + rows - 1) % rows)
	case "down", "j", "tab":
		s.row = startRow((int(s.row) + 1) % rows)
	case "home":
		s.row = rowPlay
	case "end":
		s.row = startRow(rows - 1)
	case "left", "h", "-":
		s.change(&m.opt, -1)
	case "right", "l", "+":
		s.change(&m.opt, 1)
	case "enter", "space":
		s.done = true
		return m, []Effect{{Kind: DoQuit}}
	case "q", "esc", "ctrl+c":
		return m, []Effect{{Kind: DoQuit}}
	case "ctrl+z":
		return m, []Effect{{Kind: DoSuspend}}
	}
	return m, nil
}

// change selects the next or the previous value of the row.
func (s *start) change(o *Options, by int) {
	c := &s.choice
	v, _ := variant.Lookup(c.Rules)
	switch s.row {
	case rowGame:
		s.play(o, turn(variant.Presets(), c.Rules, by))
	case rowPlayers:
		least, most := v.Seats()
		c.Seats = least + (c.Seats-least+by+most-least+1)%(most-least+1)
	case rowLimit:
		c.Limit = !c.Limit
	case rowBots:
		c.Bots = turn(bot.Levels(), c.Bots, by)
	case rowDeck:
		c.Deck = turn(locale.Decks(), c.Deck, by)
	case rowPace:
		c.Pace = turn([]Pace{Slow, Normal, Fast, AtOnce}, c.Pace, by)
	case rowBlind:
		c.Blind = !c.Blind
	case rowLearn:
		c.Lesson = 1 + (c.Lesson-1+by+len(s.lessons))%len(s.lessons)
	}
}

// turn returns the element that is `by` places after now in a list, wrapping around.
func turn[T comparable](list []T, now T, by int) T {
	return list[(slices.Index(list, now)+by+len(list))%len(list)]
}

// RunStart shows the start screen until something is chosen, the person leaves or the context is done.
// It can be shown again, for another choice.
func RunStart(ctx context.Context, m Model, scr Screen) (Model, error) {
	s := *m.start
	s.done, m.start = false, &s
	return run(ctx, m, noTable{}, scr)
}

// noTable is the source of the start screen.
type noTable struct{}

func (noTable) Open(func(tea.Msg)) {}

func (noTable) Do(table.Command) tea.Msg { return nil }

func (noTable) Close() error { return nil }
