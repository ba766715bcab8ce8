package lines

import (
	"slices"
	"strings"

	"chratze/card"
	"chratze/internal/locale"
	"chratze/pot"
	"chratze/rams"
)

// teller tells a hand event by event: sentences become paragraphs, with one empty
// line between the scenes of the hand. A trick is one line.
type teller struct {
	*voice
	open   bool // show the dealt hands; a person at the table sees their cards when they are asked
	start  rams.Start
	told   int // number of events written
	scene  scene
	text   []string                 // the paragraph so far
	pot    pot.Chips                // with the antes and payments told so far
	opened bool                     // what lies in the pot is told
	antes  []rams.Event             // not told yet
	dealt  [rams.MaxSeats]card.List // not shown yet
	joins  bool                     // the joining round has begun
	laid   int                      // cards laid down by who draws next
	number int                      // of the trick that is played or comes next
	trick  []laid                   // what lies of it
	shown  int                      // cards of it that stand on the screen
	last   string                   // the trick before, in words
}

// scene is a part of a hand; they follow each other.
type scene uint8

const (
	sceneDeal scene = iota
	sceneTalk
	sceneExchange
	scenePlay
)

// sceneOf returns the scene to which an event belongs, unless a later one has
// begun.
func sceneOf(e *rams.Event) scene {
	switch e.Kind {
	case rams.EventTurn, rams.EventSusi:
		return sceneTalk
	case rams.EventDraw, rams.EventReshuffle:
		return sceneExchange
	case rams.EventAct:
		switch e.Act.Kind {
		case rams.Lay, rams.Drop, rams.Swap, rams.Keep:
			return sceneExchange
		case rams.Play:
			return scenePlay
		}
		return sceneTalk
	}
	return sceneDeal
}

// begin announces a hand.
func (t *teller) begin(number int, start rams.Start) {
	*t = teller{voice: t.voice, open: t.open, start: start, pot: start.Pot, number: 1}
	lines := t.Opening(number, start)
	t.scr.Gap()
	t.text = []string{t.scr.Strong(lines[0] + t.T("sentence.end", nil))}
	t.text = append(t.text, lines[1])
	t.text = append(t.text, lines[3:]...) // the pot is told when everybody has paid
}

// tell tells the events that are new.
func (t *teller) tell(events []rams.Event) {
	for ; t.told < len(events); t.told++ {
		e := &events[t.told]
		if e.Kind == rams.EventShuffle {
			continue
		}
		if e.Kind != rams.EventAnte {
			t.tellAntes()
		}
		if next := sceneOf(e); next > t.scene {
			t.beginScene(next)
		}
		if t.event(e) {
			t.text = append(t.text, t.Event(e))
		}
		if text := t.Announcement(t.start, events[:t.told+1]); text != "" {
			t.text = append(t.text, text)
		}
	}
}

func (t *teller) beginScene(s scene) {
	if t.scene == sceneDeal {
		t.tellPot()
	}
	t.flush()
	t.scr.Gap()
	t.scene = s
}

// event takes note of an event and reports whether the catalogue's sentence of it
// is to be told.
func (t *teller) event(e *rams.Event) bool {
	switch e.Kind {
	case rams.EventAnte:
		t.antes = append(t.antes, *e)
		return false
	case rams.EventDeal:
		t.tellPot()
		t.deal(e)
		return false
	case rams.EventUpcard, rams.EventTurn:
		t.tellPot()
		t.flush()
	case rams.EventDraw:
		return e.Cards.Len() != t.laid || e.Up.Len() > 0 || e.Cards.At(0).Valid()
	case rams.EventTrick:
		t.trickWon(e)
		return false
	case rams.EventAct:
		return t.act(e)
	}
	return true
}

func (t *teller) act(e *rams.Event) bool {
	switch e.Act.Kind {
	case rams.DoubleBlind, rams.GoBlind:
		return true
	case rams.See, rams.Keep:
		return t.open
	}
	t.showDealt()
	switch e.Act.Kind {
	case rams.Join, rams.Out, rams.Last:
		if !t.joins {
			t.flush()
		}
		t.joins = true
	case rams.Lay:
		t.laid = e.Cards.Len()
	case rams.Play:
		t.trick = append(t.trick, laid{e.Seat, e.Cards.At(0)})
		return false
	}
	return true
}

// tellAntes tells what was paid, in one sentence if all paid the same, or all but
// one.
func (t *teller) tellAntes() {
	antes := t.antes
	t.antes = nil
	for _, e := range antes {
		t.pot += e.Amount
	}
	if len(antes) == len(t.names) && len(antes) > 1 {
		most := slices.MaxFunc(antes, func(a, b rams.Event) int { return int(a.Amount - b.Amount) })
		least, others := antes[0].Amount, 0
		for _, e := range antes {
			least = min(least, e.Amount)
			if e.Amount != most.Amount {
				others++
			}
		}
		switch {
		case least == most.Amount:
			t.text = append(t.text, t.T("cli.antes.all", locale.Args{"amount": t.Money(least)}))
			return
		case others == len(antes)-1:
			t.text = append(t.text, t.T("cli.antes.but", locale.Args{
				"amount": t.Money(least), "name": t.short(most.Seat), "more": t.Money(most.Amount),
			}))
			return
		}
	}
	for i := range antes {
		t.text = append(t.text, t.Event(&antes[i]))
	}
}

// tellPot tells what the hand is played for, once.
func (t *teller) tellPot() {
	t.tellAntes()
	if !t.opened {
		t.text = append(t.text, t.T("sitting.pot", locale.Args{"amount": t.Money(t.pot)}))
		t.opened = true
	}
}

// deal keeps the cards that can be seen for showDealt.
func (t *teller) deal(e *rams.Event) {
	if t.open && e.Cards.Len() > 0 && e.Cards.At(0).Valid() {
		hand := t.dealt[e.Seat]
		t.dealt[e.Seat] = card.Listed(append(slices.Clone(hand.Slice()), e.Cards.Slice()...)...)
	}
}

// showDealt shows the hands that have been dealt, a line each.
func (t *teller) showDealt() {
	width := 0
	for seat, hand := range t.dealt {
		if hand.Len() > 0 {
			width = max(width, Columns(t.Name(rams.Seat(seat))))
		}
	}
	if width > 0 {
		t.flush()
	}
	for seat := range t.dealt {
		if hand := &t.dealt[seat]; hand.Len() > 0 {
			name := strings.ReplaceAll(Pad(t.Name(rams.Seat(seat)), width), " ", nbsp)
			t.scr.Line("  " + name + "  " + t.cards(hand.Set().Append(nil)))
		}
	}
	if width > 0 {
		t.scr.Gap()
	}
	t.dealt = [rams.MaxSeats]card.List{}
}

// trickWon tells a whole trick, and who has won it.
func (t *teller) trickWon(e *rams.Event) {
	t.flush()
	t.last = t.Sentences(t.voice.trick(t.number, t.trick), t.Event(e))
	t.scr.Line(t.last)
	t.number++
	t.trick, t.shown = nil, 0
}

// showTrick shows what lies of a trick, if there is something new in it.
func (t *teller) showTrick() {
	if len(t.trick) > t.shown {
		t.scr.Line(t.voice.trick(t.number, t.trick))
		t.shown = len(t.trick)
	}
}

// flush ends the paragraph.
func (t *teller) flush() {
	if len(t.text) > 0 {
		t.scr.Line(t.Sentences(t.text...))
		t.text = nil
	}
}

// pause shows everything that has been told, before a question.
func (t *teller) pause() {
	t.tellPot()
	t.flush()
	t.showTrick()
}

// settle tells how a hand that is over was settled.
func (t *teller) settle(view *rams.View, r *rams.Result) {
	t.flush()
	t.scr.Gap()
	for _, line := range t.Settlement(view, r) {
		t.scr.Line(line)
	}
}
