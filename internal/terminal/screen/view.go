package screen

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"chratze/card"
	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/internal/terminal/lines"
	"chratze/rams"
)

// The smallest size at which the screen shows anything, and the smallest with seats around a
// table.
const (
	leastWidth, leastHeight = 36, 12
	roundWidth, roundHeight = 80, 24
	sideFrom, sideWidth     = 112, 36
)

// view is a screen being painted.
type view struct {
	*canvas
	*Model
	zones  zones
	x, y   int // of the cursor, while a line is typed
	typing bool
}

// zone is an area that can be clicked; a click works like a key.
type zone struct {
	x, y, w, h int
	key        string
}

// zones are the areas of a screen; those above others come later.
type zones []zone

// at returns the key of the area at a place.
func (list zones) at(x, y int) (key string, ok bool) {
	for _, z := range slices.Backward(list) {
		if x >= z.x && x < z.x+z.w && y >= z.y && y < z.y+z.h {
			return z.key, true
		}
	}
	return "", false
}

// View returns the screen for the terminal.
func (m Model) View() tea.View {
	v := m.paint()
	out := tea.NewView(v.render(&m.theme))
	out.AltScreen, out.ReportFocus = true, true
	out.MouseMode = tea.MouseModeCellMotion
	out.WindowTitle = m.title()
	if v.typing {
		out.Cursor = tea.NewCursor(v.x, v.y)
	}
	return out
}

// draw returns the screen as text, and its clickable areas.
func (m Model) draw() (string, zones) {
	v := m.paint()
	return v.render(&m.theme), v.zones
}

func (m *Model) title() string {
	name := "chratze"
	if m.words != nil {
		name = m.words.Game()
	}
	if m.asked() {
		return "● " + m.T("tui.your-turn", nil) + " – " + name
	}
	return name
}

func (m *Model) paint() *view {
	v := &view{canvas: newCanvas(m.width, m.height), Model: m}
	switch {
	case m.width < leastWidth || m.height < leastHeight:
		v.tooSmall()
		return v
	case m.start != nil:
		v.startScreen()
		return v
	case m.t == nil:
		v.centre(0, m.height/2, m.width, style{fg: quiet}, m.T("tui.connecting", nil))
		v.offlineBar()
		return v
	case m.t.Stage == table.Lobby || m.game == nil:
		v.lobby()
	case m.width >= roundWidth && m.height >= roundHeight:
		v.roundTable()
	default:
		v.list()
	}
	v.panelOver()
	v.wishBar()
	v.offlineBar()
	if m.line != nil {
		v.typedLine()
	}
	return v
}

// tooSmall says what to do, as far as it fits.
func (v *view) tooSmall() {
	lines := wrap(v.T("tui.small", locale.Args{"w": v.w, "h": v.h, "least": strconv.Itoa(leastWidth) + "×" + strconv.Itoa(leastHeight)}), v.w)
	for i, line := range lines {
		v.print(0, i, style{}, line)
	}
}

func (v *view) offlineBar() {
	if v.offline == nil {
		return
	}
	text := wrap(v.lost("tui.offline"), v.w)
	v.fill(0, 0, v.w, len(text), style{fg: onGold, bg: gold})
	for y, line := range text {
		v.centre(0, y, v.w, style{fg: onGold, bg: gold, attr: bold}, line)
	}
}

// header draws the first line: the game, the hand, the trump, the pot.
func (v *view) header(w int) {
	s := style{fg: onFelt, bg: felt}
	if v.theme.depth != many {
		s.attr = reverse
	}
	v.fill(0, 0, w, 1, s)
	left := []string{v.words.Game(), v.number()}
	p := v.pic
	if text := v.forced(); text != "" {
		left = append(left, text)
	}
	if v.t.Last {
		left = append(left, v.T("tui.last", nil))
	}
	if rules := v.t.Rules.Rules(); rules.Races() {
		left = append(left, v.T("ui.goal."+rules.Score.String(), locale.Args{"goal": int(rules.Goal)}))
	}
	right := v.words.T("tui.pot", locale.Args{"amount": v.opt.Printer.Sum(v.money(), p.Pot)})
	if v.w >= 56 {
		right += " · " + v.T("tui.stock", locale.Args{"n": p.Stock})
	}
	if v.unread > 0 {
		right = v.T("tui.unread", locale.Args{"n": v.unread}) + " · " + right
	}
	end := w - 1 - columns(right)
	for len(left) > 1 && end-columns(strings.Join(left, " · ")) < 8 { // what is played is known; the trump and the pot aren't
		left = left[1:]
	}
	x := v.print(1, 0, style{s.fg, s.bg, s.attr | bold}, left[0])
	for _, text := range left[1:] {
		x = v.print(x, 0, s, " · "+text)
	}
	v.print(max(end, x+1), 0, s, right)
	if p.trumps > 0 {
		v.trump(x, end, s)
	}
}

// forced names a hand that everybody has to play.
func (v *view) forced() string {
	switch {
	case v.pic.Start.Muss:
		return v.T("tag.muss", nil)
	case v.pic.forced == rams.SevenMuss:
		return v.T("tag.seven", nil)
	case v.pic.forced != rams.NoContract:
		return v.T("tag.ten", nil)
	}
	return ""
}

// trump draws the trump suit between two columns of the header.
func (v *view) trump(from, to int, s style) {
	name := v.words.Suit(v.pic.Trump)
	text := v.T("tui.trump", nil)
	n := columns(text) + columns(name) + 6
	if n > to-from-2 {
		text, name = "", ""
		n = 5
	}
	if n > to-from-1 {
		return
	}
	x := from + (to-from-n)/2
	x = v.print(x, 0, s, text+" ")
	x = v.print(x, 0, style{fg: suitInk(v.pic.Trump, v.deck.native), bg: face, attr: bold}, " "+v.deck.signs[v.pic.Trump]+" ")
	v.print(x, 0, s, " "+name)
}

// footer draws the last three lines: the question, the possible answers, and the keys.
func (v *view) footer(y, w int) {
	switch {
	case v.asked():
		v.question(y, w)
		v.choices(y+1, w)
	case v.pending && v.t.Stage == table.Playing:
		v.centre(0, y, w, style{fg: quiet}, "…")
	case v.shown < len(v.t.Events):
		v.centre(0, y, w, style{}, v.lastWords())
	case v.t.Stage == table.Playing:
		v.centre(0, y, w, style{fg: quiet}, v.waiting())
		v.centre(0, y+1, w, style{}, v.lastWords())
	case v.t.Stage == table.Over:
		v.centre(0, y, w, style{attr: bold}, v.T("tui.farewell", nil))
		v.buttonAt((w-10)/2, y+1, "q", "q", v.T("tui.key.leave", nil), false)
	case v.t.Stage == table.Paused:
		v.centre(0, y, w, style{attr: bold}, v.T("tui.paused", nil))
	case v.t.Stage == table.Between:
		v.centre(0, y, w, style{attr: bold}, v.T("tui.next", nil))
		v.buttonAt((w-12)/2, y+1, "enter", "⏎", v.T("tui.key.next", nil), false)
	}
	v.hints(v.h-1, w)
}

// waiting says whom everybody waits for.
func (v *view) waiting() string {
	if who := v.t.undoer(); who >= 0 && who == v.t.Me {
		return v.T("undo.asked", nil)
	}
	if v.t.Turn >= 0 && v.t.Turn < len(v.t.Chairs) && v.t.Turn != v.t.Me {
		key := "tui.wait"
		if c := &v.t.Chairs[v.t.Turn]; c.StandIn && c.Bot == "" {
			key = "tui.wait.standin"
		}
		return v.T(key, locale.Args{"name": v.t.Chairs[v.t.Turn].Name}) + v.clock()
	}
	if call := v.unsaid(); call != rams.NoKind {
		return v.T("ui.wait."+call.String(), locale.Args{"name": v.words.Name(v.pic.Dealer), "call": v.words.Call(call)})
	}
	return v.T("ask.wait", nil)
}

// unsaid returns what the dealer may be thinking about where the table names nobody: blind or double blind, before anybody has spoken.
func (v *view) unsaid() rams.Kind {
	if v.t.Turn >= 0 || v.t.Stage != table.Playing || v.pic == nil || v.pic.forced != rams.NoContract || v.pic.said != [rams.MaxSeats]rams.Kind{} {
		return rams.NoKind
	}
	switch rules := v.game.Rules(); {
	case rules.Trump == rams.TrumpDealer:
	case v.pic.upcards == 0 && rules.DoubleBlind != rams.DoubleBlindOff:
		return rams.DoubleBlind
	case v.pic.upcards > 0 && rules.Blind != rams.BlindOff:
		return rams.GoBlind
	}
	return rams.NoKind
}

// clock returns the time left for the current decision.
func (v *view) clock() string {
	if v.t.Due == 0 || v.now == 0 {
		return ""
	}
	return " " + strconv.FormatInt(max(0, (v.t.Due-v.now+999)/1000), 10) + " s"
}

func (v *view) question(y, w int) {
	text := v.strokes() + v.words.Question(&v.pic.View)
	if v.pic.Phase == rams.PhaseOpen && v.pic.upcards > 1 {
		text = v.T("ask.again", locale.Args{
			"card": v.words.Card(v.pic.Upcard), "suit": v.words.Suit(v.pic.Trump), "call": v.words.Call(v.pic.Legal[0].Kind),
		})
	}
	text += v.clock()
	v.centre(0, y, w, style{attr: bold}, v.theme.words(text))
}

// choices draws the buttons under the question.
func (v *view) choices(y, w int) {
	var options []option
	switch {
	case v.pic.Phase == rams.PhaseLay || v.pic.Phase == rams.PhaseDrop:
		n := v.picked.Len()
		text := v.T("tui.exchange", locale.Args{"n": n})
		switch {
		case v.pic.Phase == rams.PhaseDrop && n != v.drops():
			return // nothing to do yet
		case v.pic.Phase == rams.PhaseDrop:
			text = v.T("tui.drop", locale.Args{"n": n})
		case n == 0:
			text = v.T("tui.keep", nil)
		}
		options = append(options, option{"enter", "⏎", text})
	case v.pic.Phase == rams.PhasePlay:
		if v.cursor >= 0 && v.cursor < len(v.hand) {
			options = append(options, option{"enter", "⏎", v.T("tui.play", locale.Args{"card": v.words.Card(v.hand[v.cursor])})})
		}
	default:
		options = v.calls(w)
	}
	x := max(0, (w-room(options))/2)
	for i, o := range options {
		x = v.buttonAt(x, y, o.key, o.cap, o.text, o.key == "enter" && (v.cursor >= 0 || v.picked != 0) || o.key != "enter" && i == v.cursor) + 2
	}
}

// option is a button under the question, or a key and its effect.
type option struct{ key, cap, text string }

// room returns how many columns options take.
func room(options []option) int {
	total := -2
	for _, o := range options {
		total += columns(o.cap+o.text) + 5
	}
	return total
}

// calls returns the possible calls, with their meaning in the reader's language and their
// target and penalty, as far as there is room; where there is none for its words, a price is its amount.
func (v *view) calls(w int) (options []option) {
	choices, stakes := v.words.Choices(&v.pic.View), table.Offers(&v.pic.View)
	for _, much := range []int{3, 2, 1, 0, -1} {
		options = options[:0]
		for i, c := range choices {
			text := c.Call
			if much < 0 && c.Kind.Price() > 0 {
				text = v.words.Money(v.pic.Cost(c.Kind))
			}
			if much > 0 {
				text = v.glossed(c.Kind)
			}
			if much > 1 && len(stakes) == len(choices) && (much > 2 || stakes[i].Tricks == 0 && stakes[i].Penalty > 0) { // what costs, before what is free
				text = v.offered(text, c.Kind, stakes[i])
			}
			options = append(options, option{"#" + strconv.Itoa(i), strconv.Itoa(i + 1), v.theme.words(text)})
		}
		if room(options) <= w {
			break
		}
	}
	return options
}

// glossed returns a call with its meaning in the reader's language.
func (v *view) glossed(k rams.Kind) string {
	call, key := v.words.Call(k), "ui.means."+k.String()+v.words.Chosen(k)
	if k == rams.See && v.pic.Phase == rams.PhaseDoubleBlind { // there are no cards to look at
		key += ".before"
	}
	if !v.opt.Printer.Has(key) {
		return call
	}
	means := v.T(key, nil)
	switch {
	case strings.Contains(means, call): // it is said already: the top of the stock
		return means
	case k == rams.See && v.words.Chosen(k) == "" || k == rams.Swap || k == rams.Keep || k == rams.Last || k == rams.TakeSpare || k == rams.PlayForPot: // these are words of the language, not of the table
		return means
	}
	return call + " · " + means
}

// offered adds the target and penalty to a call.
func (v *view) offered(text string, k rams.Kind, s rams.Stake) string {
	switch {
	case s.Tricks == 0 && s.Penalty > 0:
		return v.opt.Printer.Labelled(text, v.T("offer.cost", locale.Args{"amount": v.words.Money(s.Penalty)}))
	case s.Tricks > 0:
		return v.opt.Printer.Labelled(text, v.T("offer.pay", locale.Args{"n": s.Tricks, "amount": v.words.Cost(s)}))
	case k == rams.Pass || k == rams.Out || k == rams.BidPass:
		return v.opt.Printer.Labelled(text, v.T("offer.free", nil))
	}
	return text
}

// buttonAt draws a button with its key, and returns the column after it.
func (v *view) buttonAt(x, y int, key, cap, text string, on bool) int {
	if v.theme.ascii && cap == "⏎" {
		cap = "Enter"
	}
	s := style{fg: onPaper, bg: paper}
	k := style{fg: hearts, bg: paper, attr: bold}
	if on {
		s = style{fg: onGold, bg: gold, attr: bold}
		k = s
	}
	left, right := " ", " "
	if v.theme.depth == noColour {
		left, right = "[", "]"
	}
	at := v.print(x, y, s, left)
	at = v.print(at, y, k, cap)
	at = v.print(at, y, s, " "+v.theme.words(text)+right)
	v.zones = append(v.zones, zone{x, y, at - x, 1, key})
	return at
}

// hints draws the keys that work now, as many as fit, the most important first.
func (v *view) hints(y, w int) {
	var list []option
	add := func(key, cap, message string) { list = append(list, option{key, cap, v.T(message, nil)}) }
	switch {
	case v.shown < len(v.t.Events):
		add("enter", "⏎", "tui.key.skip")
	case v.asked() && v.cards() && v.pic.Phase != rams.PhasePlay:
		add("", "1–"+strconv.Itoa(len(v.hand)), "tui.key.mark")
		add("enter", "⏎", "tui.key.ok")
	case v.asked():
		add("", "1–"+strconv.Itoa(max(len(v.hand)*one(v.cards()), len(v.words.Choices(&v.pic.View))*one(!v.cards()))), "tui.key.choose")
		add("enter", "⏎", "tui.key.ok")
	}
	if v.w < 60 { // otherwise it wouldn't fit
		add("?", "?", "tui.key.help")
	}
	if v.deals() {
		add("B", "B", "tui.key.blind")
	}
	if v.opt.Server && v.t.Me >= 0 {
		add("c", "c", "tui.key.chat")
	}
	add("l", "l", "tui.key.last")
	add("s", "s", "tui.key.stand")
	if v.w >= 60 {
		add("?", "?", "tui.key.help")
	}
	add("q", "q", "tui.key.quit")
	if v.asked() && !v.opt.Server && v.t.Teacher == nil {
		add("i", "i", "tui.key.hint")
	}
	switch p := v.t.Practice; {
	case p != nil && p.Back:
		add("u", "u", "practice.short.back")
	case v.t.undoable():
		add("u", "u", "undo.ask")
	}
	add("g", "g", "tui.key.log")
	add("r", "r", "tui.key.rules")
	add(":", ":", "tui.key.type")
	v.hintLine(y, w, list)
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (v *view) hintLine(y, w int, list []option) {
	total, n := 0, 0
	for i, h := range list {
		if v.theme.ascii {
			list[i].cap = strings.ReplaceAll(h.cap, "⏎", "Enter")
			h = list[i]
		}
		size := columns(h.cap) + 1 + columns(h.text) + 3
		if total+size-3 > w-2 {
			break
		}
		total += size
		n++
	}
	x := max(1, (w-total+3)/2)
	for _, h := range list[:n] {
		from := x
		x = v.print(x, y, style{attr: bold}, h.cap)
		x = v.print(x, y, style{fg: quiet}, " "+v.theme.words(h.text))
		if h.key != "" {
			v.zones = append(v.zones, zone{from, y, x - from, 1, h.key})
		}
		x += 3
	}
}

// aside returns the text beside the question: why something is impossible, or what the choice
// means.
func (v *view) aside() (string, bool) {
	if v.note != "" {
		return v.note, true
	}
	if v.asked() && v.hinted.Text != "" && v.hinted.Number == v.t.Ask.Number {
		return v.hinted.Text, false
	}
	if v.asked() && v.t.Teacher != nil && v.t.Teacher.Task != "" {
		return v.t.Teacher.Task, false
	}
	if v.asked() && !v.cards() && v.cursor >= 0 {
		if list := v.words.Choices(&v.pic.View); v.cursor < len(list) {
			return list[v.cursor].Text, false
		}
	}
	return "", false
}

// handRow draws the person's hand. It returns the number of lines used, including one for cards
// that are raised.
func (v *view) handRow(y, w int, size cardSize) {
	n := len(v.hand)
	if n == 0 {
		if seat := v.pic.Seat; seat >= 0 {
			for i := range int(v.pic.Cards[seat]) { // a dealer who may not look yet
				v.cardBack((w-int(v.pic.Cards[seat])*(size.width()+1))/2+i*(size.width()+1), y+1, size)
			}
		}
		return
	}
	step := size.width() + 1
	if n*step > w {
		step = max(3, (w-size.width())/max(1, n-1))
	}
	x := max(0, (w-(n-1)*step-size.width())/2)
	legal := v.legal()
	for i, c := range v.hand {
		l := look{label: strconv.Itoa(i + 1)}
		l.chosen = i == v.cursor && v.asked() && v.cards()
		l.marked = v.picked.Has(c)
		l.faded = v.asked() && v.pic.Phase == rams.PhasePlay && !legal.Has(c)
		l.covered = step < size.width() && i > 0
		up := 1
		if l.chosen && v.pic.Phase == rams.PhasePlay || l.marked {
			up = 0
		}
		v.card(x, y+up, size, c, l)
		v.zones = append(v.zones, zone{x, y, step, size.height() + 1, "#" + strconv.Itoa(i)})
		x += step
	}
}

// legal returns the cards that may be played.
func (v *view) legal() (set card.Set) {
	for _, a := range v.pic.Legal {
		if a.Kind == rams.Play {
			set |= a.Cards
		}
	}
	return set
}

// bubble returns what a seat said, as long as it matters: its bid, its call, how many cards it
// exchanged.
func (v *view) bubble(seat rams.Seat) string {
	p := v.pic
	if len(p.tricks) > 0 || p.in > 0 {
		return ""
	}
	if p.drew[seat] >= 0 {
		text := "⇄ " + strconv.Itoa(p.drew[seat])
		for _, c := range p.upped[seat].Append(nil) {
			text += " " + v.deck.short(c)
		}
		return text
	}
	switch kind := p.said[seat]; kind {
	case rams.NoKind, rams.See, rams.Keep, rams.Drop, rams.Lay:
		return ""
	case rams.Swap:
		return "⇄ " + v.deck.short(card.New(card.Six, p.Trump))
	default:
		return v.words.Call(kind)
	}
}

// written returns the seat's line of chat, if it is recent.
func (v *view) written(seat rams.Seat) string {
	for i := len(v.chat) - 1; i >= max(0, len(v.chat)-3) && v.now < v.talk; i-- {
		if v.t.Seat(v.chat[i].Chair) == seat && seat >= 0 {
			return lines.Visible(v.chat[i].Text)
		}
	}
	return ""
}
