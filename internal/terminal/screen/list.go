package screen

import (
	"strconv"
	"strings"

	"chratze/rams"
)

// list draws a table in few lines and columns: one line for each seat, with its card.
func (v *view) list() {
	v.header(v.w)
	y := 1
	n := v.game.Seats()
	first := max(v.pic.Seat, 0)
	roomy := v.h >= n+12
	if roomy {
		y++
	}
	for i := range n {
		v.listSeat(y, (first+rams.Seat(i))%rams.Seat(n))
		y++
	}
	size := tiny
	if v.h-y-4 >= small.height()+1 && len(v.hand)*(small.width()+1) <= v.w+1 {
		size = small
	}
	bottom := v.h - 3
	hand := bottom - size.height() - 1
	if hand > y {
		cards, stock := v.pic.middle()
		v.lieAt(max(0, (v.w-(len(cards)+1)*(tiny.width()+1))/2), y+(hand-y)/2, tiny, cards, stock)
	}
	v.handRow(hand, v.w, size)
	v.footer(bottom, v.w)
	if text, bad := v.aside(); text != "" {
		v.asideBox(text, bad, v.w, hand+1)
	}
}

// listSeat draws a seat in one line: the player, the number of cards and tricks, the target or
// the last call, and the card.
func (v *view) listSeat(y int, seat rams.Seat) {
	c := &v.t.Chairs[v.t.InHand[seat]]
	mark := "  "
	if v.turn() == seat {
		mark = "▶ "
	}
	v.print(0, y, style{}, mark)
	nameWidth := max(8, min(16, v.w/4))
	v.print(2, y, v.nameStyle(seat), cut(v.theme.words(c.Name), nameWidth-2))
	if v.pic.Dealer == seat {
		v.print(1+nameWidth, y, style{fg: quiet}, "◆")
	}
	x := 3 + nameWidth
	counts := v.countParts(seat)
	if cards := v.openParts(seat); cards != nil {
		counts = append(append(cards, part{text: " "}), v.trickParts(seat)...)
	}
	for _, p := range counts {
		x = v.print(x, y, p.style, p.text)
	}
	right := v.w
	if c, l := v.pic.played(seat); c.Valid() {
		right -= tiny.width() + 1
		v.card(right, y, tiny, c, l)
	}
	x = max(x+1, 3+nameWidth+11)
	if text := v.written(seat); text != "" {
		v.print(x, y, style{attr: bold}, cut("«"+v.theme.words(text)+"»", right-x))
		return
	}
	if text := v.bubble(seat); text != "" {
		if v.pic.drew[seat] < 0 {
			text = "«" + v.theme.words(text) + "»"
		}
		v.print(x, y, style{attr: bold}, cut(text, right-x))
		return
	}
	v.parts(x, y, right, v.roleParts(seat, c))
}

// lobby shows who is there before the first hand.
func (v *view) lobby() {
	s := style{fg: onFelt, bg: felt}
	v.fill(0, 0, v.w, 1, s)
	v.print(1, 0, style{s.fg, s.bg, bold}, v.words.Game()+" · "+v.T("tui.lobby", nil))
	y := 2
	for i := range v.t.Chairs {
		c := &v.t.Chairs[i]
		name, kind := v.theme.words(c.Name), ""
		switch {
		case c.Name == "":
			name = "–"
			kind = v.T("tui.free", nil)
		case c.Bot != "":
			kind = v.T("ui.bot", nil)
		case i == v.t.Host:
			kind = v.T("tui.host", nil)
		}
		if c.Away {
			kind = strings.TrimSpace(kind + " " + v.T("tui.away", nil))
		}
		if c.Program {
			kind = strings.TrimSpace(kind + " " + v.T("ui.program", nil))
		}
		st := style{attr: bold}
		if i == v.t.Me {
			st = style{fg: onGold, bg: gold, attr: bold}
		}
		v.print(2, y, style{fg: quiet}, strconv.Itoa(i+1))
		v.print(5, y, st, " "+cut(name, 20)+" ")
		v.print(30, y, style{fg: quiet}, kind)
		y++
	}
	y++
	if v.t.Code != "" && v.t.free() > 0 {
		v.print(2, y, style{}, v.T("tui.code", nil)+" ")
		v.print(3+columns(v.T("tui.code", nil)), y, style{attr: bold}, v.t.Code)
		y += 2
	}
	if v.t.Invite != "" && v.t.free() > 0 {
		v.print(2, y-1, style{fg: quiet}, cut(v.t.Invite, v.w-4))
		y++
	}
	if v.t.Me >= 0 && v.t.Me != v.t.Host {
		v.print(2, y, style{}, v.T("ui.hoststarts", nil))
		y += 2
	}
	for i := max(0, len(v.chat)-max(0, v.h-y-5)); i < len(v.chat); i++ {
		v.print(2, y, style{}, v.chatLine(i))
		y++
	}
	if v.note != "" {
		v.asideBox(v.note, true, v.w, v.h-2)
	}
	var list []option
	add := func(key, message string) {
		list = append(list, option{key, strings.ReplaceAll(key, "enter", "⏎"), v.T(message, nil)})
	}
	if v.t.Me >= 0 && v.t.Me == v.t.Host {
		add("enter", "tui.key.start")
		if v.t.free() > 0 {
			add("b", "tui.key.bot")
		}
	}
	if v.t.Me >= 0 {
		add("c", "tui.key.chat")
	}
	add("?", "tui.key.help")
	add("q", "tui.key.quit")
	v.hintLine(v.h-1, v.w, list)
}
