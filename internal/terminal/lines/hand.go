package lines

import (
	"slices"
	"strconv"

	"chratze/history"
	"chratze/internal/locale"
	"chratze/internal/wording"
	"chratze/rams"
)

// TellHand writes a recorded hand, or a view of one, under the given number. The error is that
// of an invalid hand, which history.Parse has excluded, or of the screen.
func TellHand(p *locale.Printer, scr *Screen, look Look, number int, h *history.Hand) error {
	game, err := h.Variant.Game(h.Seats)
	if err != nil {
		return err
	}
	names := namesOf(p, h)
	sheet := look.Sheet(p, h.Variant, h.Seats)
	me := you(p, names)
	t := &teller{open: true, voice: &voice{
		Table: wording.NewTable(p, h.Variant, sheet.Deck, sheet.Money, names, me),
		scr:   scr, deck: sheet.Deck, names: names, me: me, game: game,
	}}
	events := make([]rams.Event, len(h.Events))
	for i := range h.Events {
		events[i] = h.Events[i].Event
	}
	t.begin(number, h.Start)
	t.tell(events)
	view, result, err := h.Outcome()
	switch {
	case err != nil:
		return err
	case h.Over:
		t.settle(&view, &result)
	default:
		scr.Gap()
		scr.Line(p.T("cli.replay.open", nil))
	}
	return scr.Flush()
}

// you returns the seat of the player called "you" in any language, as a person without a name
// is recorded. Its name is replaced by that of this language.
func you(p *locale.Printer, names []string) rams.Seat {
	for _, lang := range p.Languages() {
		if i := slices.Index(names, p.For(lang).T("cli.me", nil)); i >= 0 {
			names[i] = p.T("cli.me", nil)
			return rams.Seat(i)
		}
	}
	return rams.Nobody
}

// namesOf returns the players' names from the record, made distinct, and without characters
// that control a terminal.
func namesOf(p *locale.Printer, h *history.Hand) []string {
	names := make([]string, h.Seats)
	for seat := range names {
		if len(h.Names) == 0 {
			names[seat] = p.T("cli.seat", locale.Args{"n": seat})
			continue
		}
		name := h.Names[seat]
		names[seat] = Clip(Visible(name))
		if twice := slices.Index(h.Names, name) != seat || slices.Contains(h.Names[seat+1:], name); twice || names[seat] == "" {
			names[seat] += "(" + strconv.Itoa(seat) + ")"
		}
	}
	return names
}
