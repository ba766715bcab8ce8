package screen

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"chratze/bot"
	"chratze/chance"
	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/pot"
	"chratze/rams"
	"chratze/variant/varianttest"
)

var people = []string{"Anna", "Beat", "Chregu", "Dora", "Emil", "Fränzi", "Gian", "Heidi"}

// bench is a table in memory with a screen at it: what the screen wants is done at
// once, the others are bots.
type bench struct {
	t      *testing.T
	model  Model
	game   *rams.Game
	rec    rams.Record
	deck   rams.Deck
	others bot.Bot
	table  Table
	me     rams.Seat
	start  rams.Start
	asked  uint64
	quit   bool
	did    []string // what the screen has wanted
}

func newBench(t *testing.T, rules string, seats int, o Options) *bench {
	t.Helper()
	v, g := varianttest.Parse(t, rules), varianttest.Game(t, rules, seats)
	spec, err := bot.Parse("stammtisch-1")
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(uint64(seats), 11))
	b := &bench{t: t, game: g, me: 0, deck: rams.Deck{Source: chance.Of(rng)}, others: spec.New(rng), start: g.FirstStart(rams.Seat(seats - 1))}
	b.table = Table{Rules: v, Money: locale.Francs, Me: 0, Turn: -1, Number: "7"}
	for i := range seats {
		b.table.Chairs = append(b.table.Chairs, table.Chair{Name: people[i], Bot: "stammtisch-1"})
		b.table.InHand = append(b.table.InHand, i)
	}
	b.table.Chairs[0].Bot = ""
	o.Blind = true
	b.model = New(o)
	b.tell(tea.WindowSizeMsg{Width: 80, Height: 24})
	b.tell(tea.ColorProfileMsg{Profile: colorprofile.TrueColor})
	return b
}

// tell gives the screen a message and does what it wants, ticks at once.
func (b *bench) tell(message tea.Msg) {
	b.t.Helper()
	queue := []tea.Msg{message}
	for len(queue) > 0 {
		next, effects := b.model.Update(queue[0])
		b.model, queue = next, queue[1:]
		for _, e := range effects {
			if m := b.do(e); m != nil {
				queue = append(queue, m)
			}
		}
	}
}

func (b *bench) do(e Effect) tea.Msg {
	switch e.Kind {
	case DoSend:
		return b.command(e.Command)
	case DoTick:
		return Ticked{e.Tick}
	case DoQuit:
		b.quit = true
	}
	return nil
}

func (b *bench) command(c table.Command) tea.Msg {
	switch c.Do {
	case table.DoAct:
		b.did = append(b.did, c.Action.String())
		if err := b.rec.Apply(c.Action); err != nil {
			no, ok := errors.AsType[*rams.Refusal](err)
			if !ok {
				b.t.Fatal(err)
			}
			return Refused{Rule: no}
		}
		return b.play()
	case table.DoNext:
		return b.deal()
	case table.DoEnd:
		b.table.Stage = table.Over
		b.table.Shares = make([]pot.Chips, len(b.table.Chairs))
		t := b.table
		return &t
	case table.DoChat:
		b.did = append(b.did, "chat "+c.Text)
		return Chatted{Chair: 0, Text: c.Text}
	}
	return nil
}

// deal begins the next hand.
func (b *bench) deal() tea.Msg {
	if err := b.rec.Begin(b.game, b.start); err != nil {
		b.t.Fatal(err)
	}
	b.table.Hand++
	b.table.Result = nil
	return b.play()
}

// play goes on to the next decision of the screen, or the end of the hand.
func (b *bench) play() tea.Msg {
	b.rec.Nature(&b.deck)
	for !b.rec.Done() && b.rec.Turn() != b.me {
		v := b.rec.View(b.rec.Turn())
		if err := b.rec.Apply(b.others.Act(&v)); err != nil {
			b.t.Fatal(err)
		}
		b.rec.Nature(&b.deck)
	}
	view := b.rec.View(b.me)
	t := &b.table
	t.Stage, t.Start, t.Events, t.Ask, t.Turn = table.Playing, b.start, view.Events, nil, int(b.me)
	b.asked++
	if b.rec.Done() {
		r := b.rec.Result()
		b.start = r.Next
		t.Stage, t.Result, t.Turn = table.Between, &r, -1
		for i := range t.Chairs {
			t.Chairs[i].Balance += r.Payout[i] - r.Penalty[i] - r.Paid[i]
		}
		t.Course = append(t.Course, t.balances())
	} else {
		t.Ask = &table.Question{Number: b.asked, Legal: append([]rams.Action(nil), view.Legal...)}
	}
	told := *t
	told.Chairs = append([]table.Chair(nil), t.Chairs...)
	told.Events = append([]rams.Event(nil), view.Events...)
	return &told
}

// press presses keys: names between blanks.
func (b *bench) press(keys string) {
	b.t.Helper()
	for _, k := range strings.Fields(keys) {
		b.tell(pressed(k))
	}
}

// pressed is a key by its name.
func pressed(name string) tea.KeyPressMsg {
	codes := map[string]rune{
		"enter": tea.KeyEnter, "esc": tea.KeyEscape, "left": tea.KeyLeft, "right": tea.KeyRight, "up": tea.KeyUp, "down": tea.KeyDown,
		"backspace": tea.KeyBackspace, "space": tea.KeySpace, "pgdown": tea.KeyPgDown, "end": tea.KeyEnd, "home": tea.KeyHome, "tab": tea.KeyTab,
	}
	if code, ok := codes[name]; ok {
		return tea.KeyPressMsg{Code: code}
	}
	if rest, ok := strings.CutPrefix(name, "ctrl+"); ok {
		return tea.KeyPressMsg{Code: []rune(rest)[0], Mod: tea.ModCtrl}
	}
	return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
}

// until answers questions with what a bot would do until the hand is in a phase.
func (b *bench) until(phase rams.Phase) bool {
	b.t.Helper()
	for range 200 {
		switch {
		case b.model.t == nil || b.table.Stage == table.Between && phase != rams.PhaseDone:
			if b.table.Hand > 30 {
				return false
			}
			b.tell(b.deal())
		case b.model.asked() && b.model.pic.Phase == phase || b.table.Stage == table.Between:
			return true
		case b.model.asked():
			v := b.rec.View(b.me)
			b.model.picked, b.model.cursor = 0, -1
			m, effects := b.model.do(b.others.Act(&v))
			b.model = m
			for _, e := range effects {
				b.tell(b.do(e))
			}
		default:
			b.press("enter")
		}
	}
	return false
}

// screen is the screen as text, without colours.
func (b *bench) screen() string {
	text, _ := b.model.draw()
	lines := strings.Split(ansi.Strip(text), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n") + "\n"
}
