package screen

import (
	"slices"

	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/rams"
)

// revealsNothing are the acts after which nothing new is seen, so that friends can let them be
// taken back. The others bring cards, or are secret.
//
//lattice:table
var revealsNothing = []rams.Kind{
	rams.Open, rams.Pass, rams.Join, rams.Out, rams.BidStrike, rams.BidTurn, rams.BidTop, rams.BidPass, rams.Play, rams.Drop,
}

// undoer returns the chair that has asked the others whether it may take its decision back; -1:
// nobody has.
func (t *Table) undoer() int {
	if t.Stage != table.Playing {
		return -1
	}
	return slices.IndexFunc(t.Chairs, func(c table.Chair) bool { return c.Undo })
}

// asksMe reports whether the person is asked to let somebody take a decision back.
func (t *Table) asksMe() bool {
	who := t.undoer()
	return who >= 0 && t.Me >= 0 && who != t.Me && t.Seat(t.Me) >= 0 && !t.Chairs[t.Me].Allows
}

// undoable reports whether the person may ask the others: the last thing that happened is the
// person's own decision, it revealed nothing, and there are others to ask.
func (t *Table) undoable() bool {
	me := t.Seat(t.Me)
	if me < 0 || t.Stage != table.Playing || t.undoer() >= 0 || t.Practice != nil && t.Practice.Alone {
		return false
	}
	i := len(t.Events) - 1
	for i >= 0 && t.Events[i].Kind == rams.EventTrick {
		i--
	}
	if i < 0 || t.Events[i].Kind != rams.EventAct || t.Events[i].Seat != me || !slices.Contains(revealsNothing, t.Events[i].Act.Kind) {
		return false
	}
	return slices.ContainsFunc(t.InHand, func(c int) bool {
		chair := &t.Chairs[c]
		return c != t.Me && chair.Bot == "" && chair.Name != "" && !chair.Away
	})
}

// undone says what has become of a request to take a decision back.
func (m *Model) undone(before *Table) {
	who := before.undoer()
	switch {
	case who < 0 || m.t.undoer() >= 0:
	case m.t.Undone:
		m.note = m.T("undo.done", locale.Args{"name": before.Chairs[who].Name})
	case who == m.t.Me:
		m.note = m.T("undo.no", nil)
	}
}

// allows answers a request to take a decision back.
func (m Model) allows(yes bool) (Model, []Effect) {
	if !m.t.asksMe() {
		m.note = m.T("no.back", nil)
		return m, nil
	}
	if yes {
		return m, send(table.Command{Do: table.DoAllow})
	}
	return m, send(table.Command{Do: table.DoDeny})
}

// wish returns the request in words, or "" if nobody asks the person.
func (m *Model) wish() string {
	if m.t == nil || !m.t.asksMe() {
		return ""
	}
	return m.T("undo.wish", locale.Args{"name": m.t.Chairs[m.t.undoer()].Name})
}

// wishBar draws the request with its two answers below the header.
func (v *view) wishBar() {
	text := v.theme.words(v.wish())
	if text == "" {
		return
	}
	s := style{fg: onGold, bg: gold}
	options := []option{{"y", "y", v.theme.words(v.T("undo.allow", nil))}, {"n", "n", v.theme.words(v.T("undo.deny", nil))}}
	rows := wrap(text, v.w-2)
	if n := room(options); columns(text)+n+4 <= v.w { // beside each other
		v.fill(0, 1, v.w, 1, s)
		v.print(1, 1, style{s.fg, s.bg, bold}, text)
		v.answers(options, v.w-n-1, 1)
		return
	}
	v.fill(0, 1, v.w, len(rows)+1, s)
	for i, row := range rows {
		v.centre(0, 1+i, v.w, style{s.fg, s.bg, bold}, row)
	}
	v.answers(options, (v.w-room(options))/2, 1+len(rows))
}

// answers draws buttons beside each other.
func (v *view) answers(options []option, x, y int) {
	for _, o := range options {
		x = v.buttonAt(x, y, o.key, o.cap, o.text, false) + 2
	}
}
