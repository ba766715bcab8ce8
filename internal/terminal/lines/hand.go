package lines

import (
	"slices"
	"strconv"

	"chratze/history"
	"chratze/internal/locale"
	"chratze/pot"
	"chratze/rams"
)

// TellHand tells a recorded hand, or a view of one, with this number: in the cards
// of a deck, or with "" in those of the game. The error is that of the hand, which
// a hand that was read doesn't have, or of the screen.
func TellHand(p *locale.Printer, scr *Screen, deck locale.Deck, number int, h *history.Hand) error {
	game, err := h.Variant.Game(h.Seats)
	if err != nil {
		return err
	}
	names := namesOf(p, h)
	sheet := p.SheetOf(h.Variant, h.Seats)
	if deck != "" {
		sheet.Deck = deck
	}
	me := you(p, names)
	t := &teller{open: true, voice: &voice{
		Table: p.Table(h.Variant, sheet.Deck, sheet.Money, names, me),
		scr:   scr, deck: sheet.Deck, names: names, me: me, game: game,
	}}
	events := make([]rams.Event, len(h.Events))
	for i := range h.Events {
		events[i] = h.Events[i].Event
	}
	t.begin(number, h.Start)
	t.tell(events)
	t.pause()
	view, result, err := ending(h)
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

// you returns the seat of a player who is called "you", as a person without a name is in a sitting,
// in any language; the name becomes that of this language.
func you(p *locale.Printer, names []string) rams.Seat {
	for _, lang := range p.Languages() {
		if i := slices.Index(names, p.For(lang).T("cli.me", nil)); i >= 0 {
			names[i] = p.T("cli.me", nil)
			return rams.Seat(i)
		}
	}
	return rams.Nobody
}

// namesOf returns what the players are called: as the line says, but so that they
// can be told apart, and without what a terminal would obey.
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

// ending returns how a hand stood after its last event, as everybody saw it, and
// how it was settled.
func ending(h *history.Hand) (v rams.View, r rams.Result, err error) {
	steps, err := h.Steps()
	if err != nil {
		return v, r, err
	}
	for step := range steps {
		if step.Event == nil {
			v = step.View(rams.Nobody)
		}
	}
	r = rams.Result{Payout: h.Payout, Penalty: h.Penalty, Next: h.Next, PotPlayedFor: v.Pot, Left: v.Pot}
	rules := v.Game.Rules()
	var paid pot.Chips
	for seat, c := range v.Contract {
		paid += h.Payout[seat]
		r.Failed[seat] = h.Penalty[seat] > 0 || c.In() && int(v.Tricks[seat]) < rules.TricksFor(c)
	}
	r.Left -= paid
	return v, r, nil
}
