package screen

import (
	"strconv"
	"strings"

	"chratze/card"
	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/rams"
)

// area is a part of the screen.
type area struct{ x, y, w, h int }

// side is the side of the table at which a seat is.
type side uint8

const (
	atTop side = iota
	atLeft
	atRight
	atBottom
)

// place says where a seat is drawn: its block outside the table, and the slot on the table for
// its card or bubble.
type place struct {
	seat   rams.Seat
	side   side
	x, y   int // of the block
	w      int
	sx, sy int // a corner or the middle of the slot; which one depends on side
}

// roundTable draws the seats around the table. Where there is room, it draws the log and the
// standings beside it.
func (v *view) roundTable() {
	w := v.w
	if v.w >= sideFrom {
		w -= sideWidth
	}
	size := v.handSize(w)
	v.header(v.w)
	bottom := v.h - 3
	hand := bottom - size.height() - 1
	me := hand - 1
	table := area{0, 1, w, me - 1}
	v.feltAndSeats(table)
	v.myLine(me, w)
	v.handRow(hand, w, size)
	v.footer(bottom, w)
	if text, bad := v.aside(); text != "" {
		bottom := me
		if v.game.Seats() == 3 { // nobody sits at the top
			bottom = -1
		}
		v.asideBox(text, bad, w, bottom)
	}
	if w < v.w {
		v.sidePanel(area{w, 1, v.w - w, v.h - 1})
	}
}

// handSize returns the size in which the person's cards fit.
func (v *view) handSize(w int) cardSize {
	n := max(v.game.Size(), len(v.hand))
	if v.opt.Large && n*(large.width()+1) <= w && v.h >= roundHeight+2 {
		return large
	}
	return medium
}

func (v *view) feltAndSeats(t area) {
	edgeWidth := max(17, min(26, t.w/5))
	f := area{edgeWidth + 1, t.y + 3, t.w - 2*edgeWidth - 2, t.h - 3}
	cards := small
	if (f.h >= 18 || v.opt.Large && f.h >= 15) && f.w >= 46 {
		cards = medium
		if v.opt.Large && f.h >= 27 && f.w >= 76 {
			cards = large
		}
	}
	v.box(f.x, f.y, f.w, f.h, round, style{fg: dimFelt, bg: felt})
	places := v.places(t, f)
	v.middle(f, cards)
	for _, p := range places {
		v.slot(p, f, cards)
	}
	for _, p := range places {
		if p.side != atBottom {
			v.block(p)
		}
	}
}

// places puts the seats around the table in turn order. The next seat is on the person's left
// if the game goes clockwise, otherwise on the right.
func (v *view) places(t, f area) []place {
	n := v.game.Seats()
	me := max(v.pic.Seat, 0)
	sides := [...][3]int{{0, 0, 0}, {0, 1, 0}, {1, 0, 1}, {1, 1, 1}, {1, 2, 1}, {1, 3, 1}, {2, 2, 2}, {2, 3, 2}}[min(n-1, 7)]
	clockwise := v.t.Rules.Rules().Clockwise
	dx, dy := max(0, (f.w-44)/6), max(0, (f.h-10)/6) // on a large table the cards lie closer to the middle
	out := []place{{seat: me, side: atBottom, sx: f.x + f.w/2, sy: f.y + f.h - 1 - dy}}
	for i := 1; i < n; i++ {
		p := place{seat: (me + rams.Seat(i)) % rams.Seat(n)}
		k := i - 1
		if !clockwise {
			k = n - 1 - i // from the left side on, clockwise on the screen
		}
		switch {
		case k < sides[0]: // up the left side
			p.side, p.x, p.w = atLeft, 1, f.x-2
			p.sx, p.sy = f.x+1+dx, down(f, sides[0]-1-k, sides[0])
		case k < sides[0]+sides[1]: // along the top
			p.side, p.w = atTop, t.w/sides[1]
			p.x, p.y = (k-sides[0])*p.w, t.y
			p.sx, p.sy = f.x+f.w*(2*(k-sides[0])+1)/(2*sides[1]), f.y+dy
			if sides[1] > 1 { // closer to the seat than to the corner
				p.sx = max(f.x+4, min(f.x+f.w-5, (p.sx+p.x+p.w/2)/2))
			}
		default: // down the right side
			k -= sides[0] + sides[1]
			p.side, p.x, p.w = atRight, f.x+f.w+1, t.w-f.x-f.w-2
			p.sx, p.sy = f.x+f.w-2-dx, down(f, k, sides[2])
		}
		if p.side != atTop {
			p.y = p.sy - 1
		}
		out = append(out, p)
	}
	return out
}

// down returns the line of the k-th of n seats at a side. If there are two, they leave room for
// those at the top.
func down(f area, k, n int) int {
	top := 3 * (n - 1)
	return f.y + top + (f.h-top)*(2*k+1)/(2*n)
}

// align writes a line of a block, aligned to its side of the table.
func (v *view) align(p place, y int, parts ...part) {
	n := 0
	for _, a := range parts {
		n += columns(a.text)
	}
	x := p.x
	switch p.side {
	case atTop:
		x += max(0, (p.w-n)/2)
	case atRight:
		x += 0
	case atLeft:
		x += max(0, p.w-n)
	}
	v.parts(x, y, p.x+p.w, parts)
}

// part is a piece of a line.
type part struct {
	style
	text string
}

// parts writes pieces of a line one after another, up to the column end.
func (v *view) parts(x, y, end int, parts []part) {
	for _, p := range parts {
		x = v.print(x, y, p.style, cut(p.text, end-x))
	}
}

// block draws a player: the name, the target, the cards and tricks.
func (v *view) block(p place) {
	c := &v.t.Chairs[v.t.InHand[p.seat]]
	v.align(p, p.y, v.nameParts(p, c, v.nameStyle(p.seat))...)
	if cards := v.openParts(p.seat); cards != nil {
		v.align(p, p.y+1, append(append(v.roleParts(p.seat, c), part{text: " "}), v.trickParts(p.seat)...)...)
		v.align(p, p.y+2, cards...)
		return
	}
	v.align(p, p.y+1, v.roleParts(p.seat, c)...)
	v.align(p, p.y+2, v.countParts(p.seat)...)
}

// nameStyle says how the name of a seat looks: it stands out on its turn, and less when it is out.
func (v *view) nameStyle(seat rams.Seat) style {
	switch {
	case v.turn() == seat:
		return style{fg: onGold, bg: gold, attr: bold}
	case v.pic.Contract[seat] == rams.Folded:
		return style{fg: quiet}
	}
	return style{attr: bold}
}

// openParts returns the cards of another seat whose hand lies open, or nil.
func (v *view) openParts(seat rams.Seat) (parts []part) {
	for _, c := range v.pic.openHand(seat).Append(nil) {
		parts = append(parts, part{style{fg: suitInk(c.Suit(), v.deck.native), bg: face, attr: bold}, v.deck.short(c)}, part{text: " "})
	}
	return parts[:max(0, len(parts)-1)]
}

func (v *view) nameParts(p place, c *table.Chair, s style) []part {
	label := v.theme.words(c.Name)
	if v.turn() == p.seat && v.theme.depth == noColour {
		label = "▶" + label
	}
	parts := []part{{s, " " + cut(label, p.w-5) + " "}}
	if v.pic.Dealer == p.seat {
		parts = append(parts, part{style{fg: quiet}, " ◆"})
	}
	return parts
}

// roleParts returns the target of a seat, or that nobody is there.
func (v *view) roleParts(seat rams.Seat, c *table.Chair) []part {
	contract := v.pic.Contract[seat]
	switch {
	case c.Leaving:
		return []part{{style{fg: quiet}, v.T("tui.leaving", nil)}}
	case c.StandIn && c.Bot == "":
		return []part{{style{fg: quiet}, v.T("tui.standin", nil)}}
	case c.Away:
		return []part{{style{fg: quiet}, v.T("tui.away", nil)}}
	case c.Program && contract == rams.NoContract && v.pic.susi != seat:
		return []part{{style{fg: quiet}, v.T("ui.program", nil)}}
	case v.pic.susi == seat:
		return []part{{style{attr: bold}, "Susi"}}
	case contract == rams.NoContract:
		return nil
	}
	text := v.theme.words(v.words.Contract(contract))
	switch {
	case contract == rams.MussDealer || contract == rams.SevenMuss: // which Muss it is stands in the header
		return []part{{style{attr: bold}, "★ " + v.theme.words(v.words.Declarer())}}
	case contract.Declares():
		return []part{{style{attr: bold}, "★ " + text}}
	case contract.In():
		return []part{{style{}, text}}
	}
	return []part{{style{fg: quiet}, text}}
}

// countParts returns how many cards a seat holds, and its tricks out of those it needs.
func (v *view) countParts(seat rams.Seat) []part {
	p := v.pic
	var parts []part
	if n := int(p.Cards[seat]); n > 0 && seat != p.Seat {
		parts = append(parts, part{style{fg: back}, strings.Repeat("▮", n)}, part{style{}, " "})
	}
	return append(parts, v.trickParts(seat)...)
}

// trickParts returns a seat's tricks out of those it needs.
func (v *view) trickParts(seat rams.Seat) (parts []part) {
	p, rules := v.pic, v.game.Rules()
	if contract := p.Contract[seat]; contract.In() {
		won, needs := int(p.Tricks[seat]), rules.TricksFor(contract)
		parts = append(parts, part{style{fg: gain, attr: bold}, strings.Repeat("●", won)})
		if won < needs {
			parts = append(parts, part{style{fg: quiet}, strings.Repeat("○", needs-won)})
		}
	}
	return parts
}

// turn returns the seat on turn, as far as it may be shown: the next to act in what is being
// shown, or the one that everybody waits for.
func (v *view) turn() rams.Seat {
	if v.shown < len(v.t.Events) {
		if e := &v.t.Events[v.shown]; e.Kind == rams.EventAct {
			return e.Seat
		}
		return rams.Nobody
	}
	if v.t.Stage != table.Playing {
		return rams.Nobody
	}
	return v.t.Seat(v.t.Turn)
}

// slot draws what lies in front of a seat: its card in the trick, or its bubble.
func (v *view) slot(p place, f area, size cardSize) {
	if text := v.written(p.seat); text != "" {
		v.speak(p, f, text)
		return
	}
	if c, l := v.pic.played(p.seat); c.Valid() {
		x, y := v.slotAt(p, size.width(), size.height())
		v.card(x, y, size, c, l)
		return
	}
	text := v.bubble(p.seat)
	if text == "" {
		return
	}
	if kind := v.pic.said[p.seat]; text == v.words.Call(kind) { // with its meaning, if there is room
		if full := v.glossed(kind); columns(full) <= bubbleRoom(p, f) {
			text = full
		} else if kind.Price() > 0 && columns(text) > bubbleRoom(p, f) {
			text = v.words.Money(v.pic.Cost(kind))
		}
	}
	v.speak(p, f, text)
}

// bubbleRoom returns how many columns a bubble has for its text; at the sides it ends before the
// stock.
func bubbleRoom(p place, f area) int {
	if p.side == atLeft || p.side == atRight {
		return max(8, f.w/3-7)
	}
	return max(8, f.w/3-4)
}

// slotAt returns the corner of something of the given size in the slot.
func (v *view) slotAt(p place, w, h int) (x, y int) {
	switch p.side {
	case atLeft:
		return p.sx, p.sy - h/2
	case atRight:
		return p.sx - w + 1, p.sy - h/2
	case atBottom:
		return p.sx - w/2, p.sy - h + 1
	}
	return p.sx - w/2, p.sy
}

// speak draws a speech bubble at a seat.
func (v *view) speak(p place, f area, text string) {
	text = cut(v.theme.words(text), bubbleRoom(p, f))
	w := columns(text) + 4
	x, y := v.slotAt(p, w, 3)
	if p.side == atTop || p.side == atBottom {
		x = max(f.x, min(x, f.x+f.w-w))
	}
	v.slip(x, y, w, 3, paper)
	v.print(x+2, y+1, style{fg: onPaper, bg: paper, attr: bold}, text)
	v.tail(p.side, x, y, w)
}

// slip draws a piece of paper on the table: with soft edges in colour, otherwise with an
// outline.
func (v *view) slip(x, y, w, h int, paper ink) {
	s := style{fg: onPaper, bg: paper}
	if v.theme.depth != many || v.theme.ascii {
		v.box(x, y, w, h, round, s)
		return
	}
	v.fill(x, y+1, w, h-2, s)
	for i := range w {
		v.put(x+i, y, "▄", 1, style{fg: paper})
		v.put(x+i, y+h-1, "▀", 1, style{fg: paper})
	}
}

// tail draws the tail of a bubble.
func (v *view) tail(to side, x, y, w int) {
	s := style{fg: paper}
	signs := [...]string{atTop: "█", atBottom: "█", atLeft: "◀", atRight: "▶"}
	if v.theme.depth != many || v.theme.ascii {
		s = style{fg: onPaper, bg: paper}
		signs = [...]string{atTop: "┴", atBottom: "┬", atLeft: "┤", atRight: "├"}
	}
	switch to {
	case atTop:
		v.put(x+w/2, y, signs[to], 1, s)
	case atBottom:
		v.put(x+w/2, y+2, signs[to], 1, s)
	case atLeft:
		v.put(x-one(v.theme.depth == many), y+1, signs[to], 1, s)
	case atRight:
		v.put(x+w-one(v.theme.depth != many), y+1, signs[to], 1, s)
	}
}

// middle draws what lies in the middle, and the pot below it if there is room.
func (v *view) middle(f area, size cardSize) {
	cards, stock := v.pic.middle()
	w := (len(cards) + one(stock)) * (size.width() + 1)
	y := f.y + (f.h-size.height()+1)/2
	v.lieAt(f.x+(f.w-w+1)/2, y, size, cards, stock)
	if pot := v.pic.Pot; pot > 0 && f.h >= 2*size.height()+7 {
		v.centre(f.x+1, y+size.height(), f.w-2, style{fg: onFelt, attr: bold}, v.T("tui.pot", locale.Args{"amount": v.opt.Printer.Sum(v.money(), pot)}))
	}
}

// lieAt draws cards beside each other, after the stock if there is one.
func (v *view) lieAt(x, y int, size cardSize, cards []card.Card, stock bool) {
	if stock {
		v.cardBack(x, y, size)
		v.centre(x+1, y+size.height()/2, size.width()-2, style{fg: onBack, bg: back, attr: bold}, strconv.Itoa(v.pic.Stock))
		x += size.width() + 1
	}
	for _, c := range cards {
		v.card(x, y, size, c, look{})
		x += size.width() + 1
	}
}

// myLine describes the person's own seat, above the hand.
func (v *view) myLine(y, w int) {
	seat := v.pic.Seat
	if seat < 0 {
		v.centre(0, y, w, style{fg: quiet}, v.T("tui.watching", nil))
		return
	}
	c := &v.t.Chairs[v.t.Me]
	name := style{attr: bold}
	if v.turn() == seat && v.asked() {
		name = style{fg: onGold, bg: gold, attr: bold}
	}
	p := place{seat: seat, side: atTop, w: w}
	parts := v.nameParts(p, c, name)
	if role := v.roleParts(seat, c); role != nil {
		parts = append(append(parts, part{text: "  "}), role...)
	}
	if counts := v.countParts(seat); counts != nil {
		parts = append(append(parts, part{text: "  "}), counts...)
	}
	parts = append(parts, part{text: "  "}, v.amount(v.balance(v.t.Me)))
	v.align(p, y, parts...)
}

// asideBox shows a text over the table, above the line bottom; -1: at the top.
func (v *view) asideBox(text string, bad bool, w, bottom int) {
	lines := wrap(v.theme.words(text), min(w-8, 72))
	width := 0
	for _, line := range lines {
		width = max(width, columns(line))
	}
	s := style{fg: onPaper, bg: paper}
	if bad {
		s = style{fg: onGold, bg: gold}
	}
	x, y := (w-width-4)/2, bottom-len(lines)-2
	if bottom < 0 {
		y = 1
	}
	if v.h >= roundHeight {
		v.slip(x, y, width+4, len(lines)+2, s.bg)
	} else { // without edges, so that the seats above stay readable
		y++
		v.fill(x, y+1, width+4, len(lines), s)
		for i := range lines {
			v.put(x, y+1+i, "│", 1, s)
			v.put(x+width+3, y+1+i, "│", 1, s)
		}
	}
	for i, line := range lines {
		v.print(x+2, y+1+i, s, line)
	}
}

// sidePanel shows the standings and the log beside the table.
func (v *view) sidePanel(a area) {
	s := style{fg: quiet}
	for i := range a.h {
		v.put(a.x, a.y+i, "│", 1, s)
	}
	x, w := a.x+2, a.w-3
	y := a.y + 1
	v.print(x, y, style{attr: bold}, v.T("sitting.standings", nil))
	y++
	for _, row := range v.standings(w) {
		v.parts(x, y, x+w, row)
		y++
	}
	y++
	v.print(x, y, style{attr: bold}, v.T("tui.log", nil))
	y++
	rows := v.textRows(v.log, w)
	rows = rows[max(0, len(rows)-max(0, a.y+a.h-y-1)):]
	for i, row := range rows {
		for j := range row {
			if row[j].style = s; i == len(rows)-1 {
				row[j].style = style{}
			}
		}
		v.parts(x, y+i, x+w, row)
	}
}
