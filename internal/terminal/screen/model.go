package screen

import (
	"cmp"
	"slices"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"chratze/card"
	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/internal/terminal/lines"
	"chratze/internal/wording"
	"chratze/pot"
	"chratze/rams"
)

// Options configure a screen.
type Options struct {
	Printer *locale.Printer
	Deck    locale.Deck // "": the game's usual deck
	Pace    Pace
	ASCII   bool // only ASCII
	Large   bool // large cards where there is room
	Plain   bool // no colours, even if the terminal has them
	Light   bool // the terminal's background is light, whatever the terminal says about it
	Server  bool // a server's table: there are others to talk to
	Blind   bool // ask about playing blind; otherwise the answer is to look first

	Introduce func(preset string) bool // whether the first hand says what the game is about
}

// Pace is the speed at which a hand is shown.
type Pace uint8

// The paces, fastest last.
const (
	Slow Pace = iota
	Normal
	Fast
	AtOnce
)

// Paces are the names of the paces.
func Paces() []string { return []string{"slow", "normal", "fast", "off"} }

// Model is the state of the screen: what was received, how much of it is shown, and what is
// chosen. It is a value; only Update makes a new one.
type Model struct {
	opt           Options
	ear           *lines.Ear
	theme         theme
	width, height int

	start *start // nil: there is a table, or soon will be
	now   int64  // milliseconds since 1970, while a clock runs
	t     *Table
	game  *rams.Game
	words *wording.Table
	deck  *deck
	pic   *picture
	hand  []card.Card // in the order of its numbers
	shown int         // number of events shown
	log   []string    // the events shown, in words
	tick  int         // number of the tick it waits for
	idle  bool        // it waits for no tick

	cursor  int // the chosen card or button; -1: none
	picked  card.Set
	pending bool // an act was sent and not answered yet
	note    string
	hinted  Hinted // the last hint, with the number of its question
	armed   string // a key that needs to be pressed twice, and was pressed once
	panel   panel
	scroll  int
	line    *line    // the line being typed; nil: none
	history []string // lines typed before
	chat    []Chatted
	unread  int
	right   int   // the last of the table's rights that was told
	talk    int64 // until when the last line of chat is shown at its chair
	offline *Offline
	ended   error
	left    bool
	blurred bool
	taught  bool        // the lesson's introduction has been shown
	opened  bool        // the settlement of this hand has been shown
	held    []pot.Chips // the balances before a finished hand that is still being shown
}

// talkTime is how long a line of chat is shown at its chair, in milliseconds.
const talkTime = 8000

// panel is a panel that covers the table.
type panel uint8

const (
	noPanel panel = iota
	helpPanel
	logPanel
	trickPanel
	standPanel
	rulesPanel
	whoPanel
	chatPanel
	settlePanel
	farewellPanel
	teacherPanel
)

// New returns a screen that has received nothing.
func New(o Options) Model {
	m := Model{opt: o, ear: lines.NewEar(), cursor: -1, idle: true, width: 80, height: 24}
	m.theme = newTheme(o)
	return m
}

// Left reports whether the person has left, and the error with which the screen ended.
func (m Model) Left() (bool, error) { return m.left, m.ended }

// Table returns the table as last received, or nil.
func (m Model) Table() *Table { return m.t }

// Update returns the screen after a message, and the effects to carry out.
func (m Model) Update(message tea.Msg) (Model, []Effect) {
	switch is := message.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = max(is.Width, 1), max(is.Height, 1)
	case tea.BackgroundColorMsg:
		m.theme.dark = is.IsDark() && !m.opt.Light
	case tea.ColorProfileMsg:
		m.theme.depth = m.colours(is.Profile)
	case tea.FocusMsg:
		m.blurred = false
	case tea.BlurMsg:
		m.blurred = true
	case tea.KeyPressMsg:
		return m.key(is)
	case tea.PasteMsg:
		if m.line != nil {
			return m.typed(is)
		}
	case tea.MouseClickMsg:
		if is.Button == tea.MouseLeft {
			return m.click(is.X, is.Y)
		}
	case tea.MouseWheelMsg:
		return m.wheel(is.Button), nil
	case Ticked:
		if is.Tick == m.tick {
			m.idle = true
			return m.advance()
		}
	case Clock:
		m.now = is.Now
	case *Table:
		return m.told(is)
	case Refused:
		m.pending, m.note = false, m.why(is)
	case Hinted:
		m.hinted = is
	case Chatted:
		if phrase := "ui.phrase." + is.Phrase; m.opt.Printer.Has(phrase) {
			is.Text = m.T(phrase, nil)
		}
		m.chat = append(slices.Clone(m.chat), is)
		m.talk = m.now + talkTime
		if m.panel != chatPanel && (m.t == nil || is.Chair != m.t.Me) {
			m.unread++
		}
	case Offline:
		m.pending = false
		m.offline = &is
	case Ended:
		m.ended, m.left = is.Err, true
		return m, []Effect{{Kind: DoQuit}}
	}
	return m, nil
}

// lost says why there is no connection: what the server has said, otherwise the message of a key.
func (m *Model) lost(key string) string {
	if bye := "bye." + m.offline.Code; m.opt.Printer.Has(bye) {
		return m.T(bye, nil)
	}
	return m.T(key, locale.Args{"n": max(1, (m.offline.Millis+999)/1000)})
}

// why returns the reason of a refusal in words.
func (m *Model) why(r Refused) string {
	text := r.Text
	switch {
	case r.Unsent:
		return m.T("tui.not-sent", nil)
	case r.Rule != nil && m.words != nil:
		text = m.words.Error(r.Rule)
	case text == "":
		return Reason(m.opt.Printer, r.Code)
	}
	if r.Right != nil {
		text = m.words.Sentences(text, m.T("tui.hint", locale.Args{"act": m.words.Act(*r.Right)}))
	}
	return text
}

// money returns the unit of all amounts.
func (m *Model) money() locale.Money {
	if m.t.Usual {
		return m.opt.Printer.SheetOf(m.t.Rules, 0).Money
	}
	return m.t.Money
}

// hint returns the advice on the question, and why. That takes a moment.
func (m Model) hint() tea.Msg {
	view := m.pic.View
	return Hinted{m.t.Ask.Number, lines.Hint(m.words, &view)}
}

func (m *Model) colours(p colorprofile.Profile) depth {
	switch {
	case m.opt.Plain || p <= colorprofile.ASCII:
		return noColour
	case p == colorprofile.ANSI:
		return sixteen
	}
	return many
}

// told takes over a table from a source. A hand that is already running when it first appears
// is shown as it is.
func (m Model) told(t *Table) (Model, []Effect) {
	before := m.t
	first := before == nil
	m.t, m.pending = t, false
	if !first && t.Stage != table.Playing && (before.Stage == table.Playing || before.Hand != t.Hand) {
		m.held = before.balances()
	}
	if first || before.Ask == nil || t.Ask == nil || before.Ask.Number != t.Ask.Number {
		m.cursor, m.picked = -1, 0
	}
	switch {
	case first && t.fresh():
	case first:
		m.shown = len(t.Events)
	case before.Hand != t.Hand:
		m.shown = 0
		if m.offline != nil { // it isn't played once more for those who were away
			m.shown = len(t.Events)
		}
		m.opened, m.taught = false, false
		m.panel, m.scroll = noPanel, 0
	}
	m.offline = nil
	if !first {
		m.undone(before)
		m.rights()
	}
	if n := len(t.Rights); n > 0 {
		m.right = t.Rights[n-1].N
	}
	if m.opt.Pace == AtOnce {
		m.shown = len(t.Events)
	}
	m.shown = min(m.shown, len(t.Events))
	if first || !slices.Equal(before.Players(), t.Players()) || before.Seat(before.Me) != t.Seat(t.Me) || before.Hand != t.Hand || m.game == nil {
		m.seats()
	}
	m.opened = m.opened || first && t.Stage == table.Over
	if t.Stage == table.Playing && m.opened { // the end of the hand was taken back
		m.opened = false
		m.panel, m.scroll = noPanel, 0
	}
	m.show()
	return m.advance()
}

// rights tells, as a line of chat, when a bot begins to play for a person, and when it has declared with their money.
func (m *Model) rights() {
	for _, r := range m.t.Rights {
		key := "rights." + r.Did
		if r.By == "" {
			key += ".alone"
		}
		if (r.Did == "standin" || r.Did == "declared") && r.N > m.right {
			m.chat = append(slices.Clone(m.chat), Chatted{Chair: -1, Text: m.T(key, locale.Args{"by": r.By, "to": r.To})})
			m.note, m.unread = m.chat[len(m.chat)-1].Text, m.unread+1
		}
	}
}

// seats sets up the names and the deck.
func (m *Model) seats() {
	t, deckOf := m.t, m.deckName()
	m.words = wording.NewTable(m.opt.Printer, t.Rules, deckOf, m.money(), t.Players(), t.Seat(t.Me))
	rules := t.Rules.Rules()
	m.deck = newDeck(m.opt.Printer, deckOf, &rules, m.theme.ascii)
	m.game = nil
	if g, err := t.Rules.Game(len(t.InHand)); err == nil && t.Hand > 0 {
		m.game = g
	}
}

// deckName returns the deck to show: the person's choice, otherwise that of the table or the
// game.
func (m *Model) deckName() locale.Deck {
	return locale.DeckFor(m.t.Rules, cmp.Or(m.opt.Deck, m.t.Deck, m.opt.Printer.DeckOf(m.t.Rules.Preset())))
}

// show computes the picture of the events shown so far.
func (m *Model) show() {
	if m.game == nil {
		m.pic, m.hand = nil, nil
		return
	}
	t := m.t
	var legal []rams.Action
	if t.Ask != nil && m.shown == len(t.Events) {
		legal = t.Ask.Legal
	}
	m.pic = fold(m.game, t.Start, t.Seat(t.Me), t.Events[:m.shown], legal)
	if t.Stage != table.Playing && m.shown == len(t.Events) {
		m.pic.Phase = rams.PhaseDone
	}
	m.hand = lines.Arrange(&m.pic.View)
	m.picked &= m.pic.Hand
	m.tell()
}

// advance shows the next event if it is time, and the question when everything is shown.
func (m Model) advance() (Model, []Effect) {
	if m.t == nil || !m.idle {
		return m, nil
	}
	if m.game == nil || m.shown >= len(m.t.Events) {
		return m.caughtUp()
	}
	m.shown++
	for m.shown < len(m.t.Events) && m.delay() == 0 {
		m.shown++
	}
	m.show()
	wait := m.delay()
	if wait == 0 || m.asked() {
		return m.caughtUp()
	}
	m.tick++
	m.idle = false
	return m, []Effect{{Kind: DoTick, After: wait, Tick: m.tick}}
}

// caughtUp is called when everything that has happened is shown.
func (m Model) caughtUp() (Model, []Effect) {
	t := m.t
	m.held = nil
	switch {
	case t.Result != nil && t.Stage != table.Playing && !m.opened && m.game != nil:
		m.opened = true
		m.panel, m.scroll = settlePanel, 0
	case t.Stage == table.Over && m.panel == noPanel:
		m.panel, m.scroll = farewellPanel, 0
	}
	if !m.asked() {
		return m, nil
	}
	if act, ok := m.looksFirst(); ok {
		return m.do(act)
	}
	if (t.Teacher != nil && t.Teacher.Intro != "" || m.introduces()) && !m.taught {
		m.taught = true
		m.panel, m.scroll = teacherPanel, 0
	}
	if n := len(t.Ask.Legal); m.cursor < 0 && n == 1 {
		m.cursor = m.only()
	}
	if m.blurred {
		return m, []Effect{{Kind: DoBell}}
	}
	return m, nil
}

// introduces reports whether this hand says what the game is about.
func (m *Model) introduces() bool {
	return m.t.Hand == 1 && m.opt.Introduce != nil && m.opt.Introduce(m.t.Rules.Preset())
}

// looksFirst answers the question about playing blind for a person who has not asked for it, unless an ace or a king lies there.
func (m *Model) looksFirst() (rams.Action, bool) {
	if rules := m.t.Rules.Rules(); rules.Trump == rams.TrumpDealer || m.opt.Blind || m.t.Blind || m.pic.Phase != rams.PhaseDoubleBlind && m.pic.Phase != rams.PhaseBlind {
		return rams.Action{}, false
	}
	if up := m.pic.Upcard; up != card.Hidden && (up.Rank() == card.Ace || up.Rank() == card.King) {
		return rams.Action{}, false
	}
	i := slices.IndexFunc(m.t.Ask.Legal, func(a rams.Action) bool { return a.Kind == rams.See })
	if i < 0 {
		return rams.Action{}, false
	}
	return m.t.Ask.Legal[i], true
}

// deals reports whether the person deals the next hand, and could be asked about double blind there.
func (m *Model) deals() bool {
	if m.t.Stage != table.Between || m.t.Result == nil || m.game == nil || m.opt.Blind {
		return false
	}
	rules, next := m.game.Rules(), m.t.Result.Next
	return m.t.Me >= 0 && next.Dealer == m.t.Seat(m.t.Me) && !next.Muss && rules.DoubleBlind != rams.DoubleBlindOff
}

// only returns the index of the only possible choice.
func (m *Model) only() int {
	if a := m.t.Ask.Legal[0]; a.Kind == rams.Play {
		return slices.Index(m.hand, a.Cards.First())
	}
	return 0
}

// asked reports whether the person must decide now.
func (m *Model) asked() bool {
	return m.t != nil && m.t.Ask != nil && m.pic != nil && m.shown == len(m.t.Events) && !m.pending && m.offline == nil
}

// cards reports whether the question is about cards of the hand.
func (m *Model) cards() bool {
	switch m.pic.Phase {
	case rams.PhaseLay, rams.PhaseDrop, rams.PhasePlay:
		return true
	}
	return false
}

// delays are the times that events are shown before the next one, in milliseconds at the normal
// pace.
//
//lattice:table
var delays = map[rams.EventKind]int{
	rams.EventCut: 1200, rams.EventDealer: 400, rams.EventDeal: 60, rams.EventUpcard: 700, rams.EventTurn: 800, rams.EventTrump: 300,
	rams.EventAct: 600, rams.EventDraw: 500, rams.EventTake: 300, rams.EventReshuffle: 500, rams.EventSusi: 1200, rams.EventTrick: 1100, rams.EventShow: 1800,
}

// delay returns how long the last event is shown before the next one, in milliseconds.
func (m *Model) delay() int {
	if m.shown == 0 || m.opt.Pace == AtOnce {
		return 0
	}
	e := &m.t.Events[m.shown-1]
	wait := delays[e.Kind]
	if m.shown < len(m.t.Events) && m.t.Events[m.shown].Kind == rams.EventTrick || e.Kind == rams.EventAct && e.Seat == m.pic0().Seat {
		wait /= 3 // the winner is quickly seen, and your own act is no news
	}
	switch m.opt.Pace {
	case Slow:
		return wait * 2
	case Fast:
		return wait / 3
	}
	return wait
}

func (m *Model) pic0() *picture {
	if m.pic == nil {
		return &picture{View: rams.View{Seat: rams.Nobody}}
	}
	return m.pic
}

// balance returns the account of a chair as of the events shown, with the antes of the running
// hand, so that it doesn't reveal how the hand ends.
func (m *Model) balance(chair int) pot.Chips {
	t := m.t
	b := t.Chairs[chair].Balance
	running := t.Stage == table.Playing
	if chair < len(m.held) {
		b, running = m.held[chair], true
	}
	if seat := t.Seat(chair); running && seat >= 0 {
		b -= lines.Paid(t.Events[:m.shown], seat)
	}
	return b
}

// tell adds the events shown to the log, in words.
func (m *Model) tell() {
	m.log = nil
	if m.t.Hand > 0 {
		opening := m.words.Opening(m.t.Hand, m.t.Start)
		if m.t.Start.Pot == 0 { // the antes come next
			opening = slices.Delete(opening, 2, 3)
		}
		if m.t.Teacher != nil { // a lesson is one hand
			opening = opening[1:]
		}
		m.log = append(m.log, opening...)
	}
	for i := range m.shown {
		e := &m.t.Events[i]
		if e.Kind == rams.EventDeal && e.Cards.Set() == 0 || e.Kind == rams.EventAct && (e.Act.Kind == rams.See || e.Act.Kind == rams.Keep) {
			continue // not worth a line
		}
		m.log = append(m.log, m.words.Event(e))
		if text := m.words.Announcement(m.t.Start, m.t.Events[:i+1]); text != "" {
			m.log = append(m.log, text)
		}
	}
	if m.t.Result != nil && m.t.Stage != table.Playing && m.shown == len(m.t.Events) {
		m.log = append(m.log, m.words.Settlement(&m.pic.View, m.t.Result)...)
		if text := m.proof(); text != "" {
			m.log = append(m.log, text)
		}
	}
}

// lastWords returns the last event in words.
func (m *Model) lastWords() string {
	if len(m.log) == 0 {
		return ""
	}
	return m.log[len(m.log)-1]
}
