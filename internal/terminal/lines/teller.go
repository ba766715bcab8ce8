package lines

import (
	"slices"
	"strings"

	"chratze/card"
	"chratze/internal/locale"
	"chratze/pot"
	"chratze/rams"
)

// teller writes a hand event by event. Sentences become paragraphs, with an empty line between
// the scenes of the hand. A trick is one line.
type teller struct {
	*voice
	open   bool // show the dealt hands; a person at the table sees their cards when they are asked
	start  rams.Start
	scene  scene
	text   []string                 // the paragraph so far
	pot    pot.Chips                // after the antes and payments written so far
	opened bool                     // the pot has been written
	antes  []rams.Event             // not written yet
	dealt  [rams.MaxSeats]card.List // not shown yet
	joins  bool                     // the joining round has begun
	laid   int                      // discarded by the player who draws next
	number int                      // number of the current or next trick
	trick  []laid                   // its cards so far
	last   string                   // the previous trick, in words
}

// scene is a part of a hand. Scenes only go forward.
type scene uint8

const (
	sceneDeal scene = iota
	sceneTalk
	sceneExchange
	scenePlay
)

// sceneOf returns the scene of an event, unless a later one has begun.
func sceneOf(e *rams.Event) scene {
	switch e.Kind {
	case rams.EventTurn, rams.EventSusi:
		return sceneTalk
	case rams.EventDraw, rams.EventReshuffle:
		return sceneExchange
	case rams.EventShow:
		return scenePlay
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
	t.text = append(t.text, lines[3:]...) // the pot comes when everybody has paid
}

// tell writes the events, and what is open after the last one.
func (t *teller) tell(events []rams.Event) {
	for i := range events {
		e := &events[i]
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
		if text := t.Announcement(t.start, events[:i+1]); text != "" {
			t.text = append(t.text, text)
		}
	}
	t.tellPot()
	t.flush()
	if len(t.trick) > 0 {
		t.scr.Line(t.voice.trick(t.number, t.trick))
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

// event notes an event, and reports whether to write the catalogue's sentence for it.
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
	case rams.Join, rams.Out, rams.Last, rams.TakeSpare, rams.PlayForPot:
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

// tellAntes writes the payments, in one sentence if all paid the same, or all but one.
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

// tellPot writes once what the hand is played for.
func (t *teller) tellPot() {
	t.tellAntes()
	if !t.opened {
		t.text = append(t.text, t.InPot(t.pot))
		t.opened = true
	}
}

// deal keeps visible cards for showDealt.
func (t *teller) deal(e *rams.Event) {
	if t.open && e.Cards.Len() > 0 && e.Cards.At(0).Valid() {
		hand := t.dealt[e.Seat]
		t.dealt[e.Seat] = card.ListOf(append(slices.Clone(hand.Slice()), e.Cards.Slice()...)...)
	}
}

// showDealt writes the dealt hands, one a line.
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

// trickWon writes a whole trick and its winner.
func (t *teller) trickWon(e *rams.Event) {
	t.flush()
	t.last = t.Sentences(t.voice.trick(t.number, t.trick), t.Event(e))
	t.scr.Line(t.last)
	t.number++
	t.trick = nil
}

// flush ends the paragraph.
func (t *teller) flush() {
	if len(t.text) > 0 {
		t.scr.Line(t.Sentences(t.text...))
		t.text = nil
	}
}

// settle writes the settlement of a finished hand.
func (t *teller) settle(view *rams.View, r *rams.Result) {
	t.scr.Gap()
	for _, line := range t.Settlement(view, r) {
		t.scr.Line(line)
	}
}
