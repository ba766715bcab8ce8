package screen

import (
	"context"
	"errors"
	"os/signal"
	"slices"
	"strconv"
	"syscall"

	tea "charm.land/bubbletea/v2"

	"chratze/bot"
	"chratze/internal/locale"
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
}

// Start is the screen before there is a table, with the choice of game, players and cards, the
// lessons, and the unfinished evenings. Like a Model it is a value.
type Start struct {
	opt           Options
	theme         theme
	width, height int
	choice        Choice
	lessons       []string // titles
	saved         []local.Evening
	row           startRow
	done          bool
	left          bool
}

// startRow is a row of the start screen that can be chosen; the evenings come after the last
// one.
type startRow int

const (
	rowPlay startRow = iota
	rowGame
	rowPlayers
	rowBots
	rowDeck
	rowPace
	rowBlind
	rowLearn
	rowSaved
)

// NewStart returns the screen with the defaults: the first game, and the usual deck of the
// language.
func NewStart(o Options, lessons []string, saved []local.Evening) Start {
	s := Start{opt: o, lessons: lessons, saved: saved, width: 80, height: 24}
	s.theme = newTheme(o)
	s.choice = Choice{Lesson: 1, Bots: bot.Levels()[1], Deck: o.Deck, Pace: o.Pace, Blind: o.Blind}
	s.play(variant.Presets()[0])
	return s
}

// Choice returns what was chosen. ok is false if the person has left.
func (s Start) Choice() (Choice, bool) {
	c := s.choice
	switch {
	case s.row >= rowSaved:
		c.Resume, c.Lesson = s.saved[s.row-rowSaved].Number, 0
	case s.row != rowLearn:
		c.Lesson = 0
	}
	return c, s.done && !s.left
}

// play chooses a game, with its usual number of players and cards.
func (s *Start) play(preset string) {
	s.choice.Rules = preset
	v, _ := variant.Lookup(preset)
	s.choice.Seats = v.Usual()
	if s.opt.Deck == "" {
		s.choice.Deck = lines.UsualDeck(s.opt.Printer, preset)
	}
}

// Update returns the screen after a message.
func (s Start) Update(message tea.Msg) Start {
	switch is := message.(type) {
	case tea.WindowSizeMsg:
		s.width, s.height = max(is.Width, 1), max(is.Height, 1)
	case tea.BackgroundColorMsg:
		s.theme.dark = is.IsDark() && !s.opt.Light
	case tea.ColorProfileMsg:
		s.theme.depth = (&Model{opt: s.opt}).colours(is.Profile)
	case tea.KeyPressMsg:
		return s.press(is.String())
	case tea.MouseClickMsg:
		if is.Button == tea.MouseLeft {
			return s.click(is.X, is.Y)
		}
	}
	return s
}

func (s Start) press(name string) Start {
	rows := int(rowSaved) + len(s.saved)
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
		s.change(-1)
	case "right", "l", "+":
		s.change(1)
	case "enter", "space":
		s.done = true
	case "q", "esc", "ctrl+c":
		s.done, s.left = true, true
	}
	return s
}

// change selects the next or the previous value of the row.
func (s *Start) change(by int) {
	c := &s.choice
	v, _ := variant.Lookup(c.Rules)
	switch s.row {
	case rowGame:
		s.play(turn(variant.Presets(), c.Rules, by))
	case rowPlayers:
		least, most := v.Seats()
		c.Seats = least + (c.Seats-least+by+most-least+1)%(most-least+1)
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

func (s Start) click(x, y int) Start {
	_, zones := s.draw()
	key, ok := zones.at(x, y)
	if !ok {
		return s
	}
	row, err := strconv.Atoi(key)
	if err != nil {
		return s.press(key)
	}
	if s.row = startRow(row); s.row > rowPlay && s.row < rowLearn {
		s.change(1)
		return s
	}
	return s.press("enter")
}

// startProgram runs the start screen on a terminal.
type startProgram struct{ Start }

func (p startProgram) Init() tea.Cmd { return tea.RequestBackgroundColor }

func (p startProgram) Update(message tea.Msg) (tea.Model, tea.Cmd) {
	if k, ok := message.(tea.KeyPressMsg); ok && k.String() == "ctrl+z" {
		return p, tea.Suspend
	}
	if p.Start = p.Start.Update(message); p.done {
		return p, tea.Quit
	}
	return p, nil
}

func (p startProgram) View() tea.View {
	text, _ := p.draw()
	out := tea.NewView(text)
	out.AltScreen, out.MouseMode, out.WindowTitle = true, tea.MouseModeCellMotion, "chratze"
	return out
}

// RunStart shows the start screen until something is chosen. ok is false if the person has left
// or the context is done.
func RunStart(ctx context.Context, s Start, scr Screen) (Start, bool, error) {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGHUP, syscall.SIGQUIT)
	defer stop()
	p := tea.NewProgram(startProgram{s}, tea.WithContext(ctx), tea.WithInput(scr.In), tea.WithOutput(scr.Out), tea.WithEnvironment(scr.Env), tea.WithoutSignalHandler())
	last, err := p.Run()
	if errors.Is(err, tea.ErrProgramKilled) && ctx.Err() != nil {
		return s, false, nil
	}
	if err != nil {
		return s, false, err
	}
	s = last.(startProgram).Start
	_, chosen := s.Choice()
	return s, chosen, nil
}

// Again returns the screen in its last state, for another choice.
func (s Start) Again() Start {
	s.done = false
	return s
}
