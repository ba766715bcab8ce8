package worlds

import (
	"chratze/card"
	"chratze/rams"
)

// world is one way in which the cards that are hidden from an audience can have lain.
//
// It follows the cards of the pack as tokens, from place to place. Everything that
// moves a known number of hidden cards moves as many tokens; which ones is a
// guess, led by what the view shows later. A token has no name until the view
// shows its card: any token in the right place can then have been that card all
// the time. Where no such token is there the guesses were wrong, and are mended:
// two hidden tokens that were in the same place, and that nobody has seen since,
// exchange what happened to them from there on. The view can't tell the
// difference.
//
// The world only has to find names for the cards. The kernel says afterwards whether the
// hand can have gone like that.
type world struct {
	observed *Observed
	rules    *rams.Rules
	events   []rams.Event // those seen, with names for the hidden cards
	pack     card.Set
	tokens   int
	size     int                                // cards a seat plays with
	name     [card.Suits * card.Ranks]card.Card // of a token; Hidden: not known yet
	token    [64]int8                           // of a card, or -1
	seen     [card.Suits * card.Ranks]int       // the last step after which the place of a named token was certain
	past     []places                           // the places after each step
	steps    []int                              // by event: its step, or 0
	shows    []card.Set                         // by event: the cards that the view shows
	trump    card.Suit
	turned   bool // a trump suit was turned up
	upcard   int  // its token, or -1
	dealt    int  // cards gone from the pack
	pins     [2]pin
	pinned   int
	err      *Error
	sure     bool // whatever the guesses are the error stays
	event    int
	dice     uint64                   // 0: the guesses are the likeliest ones; else led by chance
	spread   int                      // how much chance counts
	cannot   *[rams.MaxSeats]card.Set // what each seat can't hold in the end
}

// places is where each token is.
type places [card.Suits * card.Ranks]place

// place is where a card can be; hands follow inHand.
type place uint8

const (
	inStock place = iota
	inUnder       // reshuffled, to be drawn after the stock
	inLaid        // laid down by the seat that draws now: not reshuffled for it (2.8)
	inDiscards
	onTable
	isPlayed
	inHand
)

// pin is a card whose place in the pack everybody saw at the cut, and the event
// that dealt it without showing it.
type pin struct{ token, at, event int }

// forever is the step until which a pinned card is certain.
const forever = 1 << 30

// maxSteps is more than any hand has: steps of exchange and play, packets and
// upcards for eight seats. The kernel refuses a hand with more long before.
const maxSteps = 1 << 9

// find looks for a world for the first n events, in which no seat holds cards in
// the end that it can't have, because of what it has played. Without one the error
// has the event that has no place in it, or -1 if only those cards are in the way. from is how many guesses have been tried.
func (w *world) find(o *Observed, n int, rules *rams.Rules, cannot *[rams.MaxSeats]card.Set, from uint64) (err *Error) {
	w.note(o.Events[:n])
	for try := from; try < maxTries; try++ {
		lost := w.try(o, n, rules, cannot, try)
		if lost == nil || w.sure {
			return lost
		}
		if err == nil || lost.Event < 0 || err.Event >= 0 && err.Event < lost.Event {
			err = lost // the one that got farthest
		}
	}
	return err
}

// maxTries is how often a world is looked for with other guesses. The first ones
// are wrong in one view of a hundred thousand, with eight seats.
const maxTries = 1 << 7

func (w *world) try(o *Observed, n int, rules *rams.Rules, cannot *[rams.MaxSeats]card.Set, dice uint64) *Error {
	w.begin(o, rules)
	w.dice, w.spread, w.cannot = dice, 4<<(dice%4), cannot
	for w.event = range o.Events[:n] {
		if w.follow(&o.Events[w.event]); w.err != nil {
			return w.err
		}
	}
	if !w.settle() {
		return &Error{Event: -1, Code: CodeWorld}
	}
	w.fill()
	return nil
}

func (w *world) begin(o *Observed, rules *rams.Rules) {
	pack := rules.Pack.Cards()
	*w = world{
		observed: o, rules: rules, events: w.events[:0], shows: w.shows, steps: w.steps[:0], past: append(w.past[:0], places{}),
		pack: pack, tokens: pack.Len(), size: rules.Deal.Size(), upcard: -1,
	}
	w.forget()
}

// forget takes all names away: before the deal, where every card is in the stock.
func (w *world) forget() {
	for i := range w.name {
		w.name[i], w.seen[i] = card.Hidden, 0
	}
	for i := range w.token {
		w.token[i] = -1
	}
	w.pinned = 0
}

func (w *world) now() *places { return &w.past[len(w.past)-1] }

func (w *world) step() int { return len(w.past) - 1 }

func (w *world) fail(detail string, sure bool) {
	if w.err == nil {
		w.err = &Error{Event: w.event, Code: CodeWorld, Detail: detail}
		w.sure = sure
	}
}

// ---- what happens ----

// follow moves the tokens as an event says.
func (w *world) follow(e *rams.Event) {
	w.steps = append(w.steps, 0)
	switch e.Kind {
	case rams.EventAnte, rams.EventDealer, rams.EventSusi, rams.EventTrick, rams.EventShuffle:
		return
	case rams.EventTrump:
		w.trump, w.turned = e.Suit, true
		return
	case rams.EventCut:
		w.cut(e)
		return
	}
	if len(w.past) > maxSteps {
		w.fail("more than a hand can have", true)
		return
	}
	w.past = append(w.past, *w.now())
	w.steps[w.event] = w.step()
	if e.Kind != rams.EventReshuffle && e.Kind != rams.EventDraw {
		w.all(inLaid, inDiscards)
	}
	switch e.Kind {
	case rams.EventDeal:
		w.deal(e)
	case rams.EventDraw:
		w.deal(e)
		w.all(inLaid, inDiscards)
		w.all(inUnder, inStock)
	case rams.EventUpcard:
		if w.turned && w.upcard >= 0 && w.now()[w.upcard] == onTable {
			w.move(w.upcard, inDiscards) // replaced (2.5)
		}
		w.upcard = w.shown(e.Cards.At(0), inStock, onTable)
		w.dealt++
	case rams.EventTurn:
		w.shown(e.Cards.At(0), inStock, onTable)
		w.dealt++
	case rams.EventTake:
		w.shown(e.Cards.At(0), onTable, inHand+place(e.Seat))
	case rams.EventShow:
		for _, c := range e.Cards.Slice() {
			w.shown(c, inHand+place(e.Seat), inHand+place(e.Seat))
		}
	case rams.EventReshuffle:
		w.all(inDiscards, inUnder)
	case rams.EventAct:
		w.act(e)
	}
}

func (w *world) act(e *rams.Event) {
	hand := inHand + place(e.Seat)
	switch e.Act.Kind {
	case rams.Lay:
		w.leave(e, hand, inLaid)
	case rams.Drop:
		w.leave(e, hand, inDiscards)
	case rams.Play:
		w.leave(e, hand, isPlayed)
	case rams.Swap:
		w.shown(card.New(card.Six, w.trump), hand, onTable)
	case rams.Out, rams.TakeSpare, rams.PlayForPot:
		for t := range w.tokens { // before any exchange: what is known of a hand is certain
			if w.now()[t] == hand {
				w.move(t, inDiscards)
			}
		}
	case rams.GoBlind:
		if r := w.rules; r.Blind == rams.BlindNewCards && w.upcard >= 0 {
			w.move(w.upcard, onTable)
			w.all(hand, inDiscards)
			w.move(w.upcard, hand)
		}
	}
}

// cut: the cards shown are the last one of the pack and, if there are two, the
// last one of the packet that is now on top (3.3, 5.3).
func (w *world) cut(e *rams.Event) {
	if w.step() > 0 {
		w.fail("a cut behind the deal", true)
		return
	}
	w.forget()
	at := [2]int{w.tokens - 1, w.tokens - 1 - int(e.At)}
	for i, c := range e.Cards.Slice() {
		if c == card.Hidden || !w.pack.Has(c) || w.token[c] >= 0 {
			w.fail("shown must be different cards of the pack", true)
			return
		}
		w.bind(i, c)
		w.seen[i] = forever
		w.pins[i] = pin{token: i, at: at[i], event: -1}
		w.pinned++
	}
}

// deal moves the cards of a packet or a draw to a seat: from the stock, and when
// it is empty from the reshuffled discards.
func (w *world) deal(e *rams.Event) {
	to := inHand + place(e.Seat)
	stock := w.count(inStock)
	var hidden [2]int // from the stock, and from under it
	for i, c := range e.Cards.Slice() {
		from := inStock
		if i >= stock {
			from = inUnder
		}
		if c != card.Hidden {
			w.shown(c, from, to)
		} else if p := w.pinnedAt(w.dealt + i); p != nil && from == inStock {
			w.move(p.token, to)
			p.at, p.event = i, w.event
		} else {
			hidden[from]++
		}
	}
	w.dealt += e.Cards.Len()
	for from, n := range hidden {
		w.some(n, place(from), to, func(t int) int { return w.wanted(t, e.Seat) }, func() int { return w.bareWanted(e.Seat) })
	}
}

// pinnedAt returns the card that everybody knows to lie at this place of the pack.
func (w *world) pinnedAt(at int) *pin {
	for i := range w.pins[:w.pinned] {
		if p := &w.pins[i]; p.at == at && w.seen[p.token] == forever {
			return p
		}
	}
	return nil
}

// leave moves cards out of a hand.
func (w *world) leave(e *rams.Event, from, to place) {
	hidden := 0
	for _, c := range e.Cards.Slice() {
		if c == card.Hidden {
			hidden++
		} else {
			w.shown(c, from, to)
		}
	}
	w.some(hidden, from, to, func(t int) int { return w.unwanted(t, e.Seat) }, func() int { return 1 })
}
