package history

import (
	"chratze/card"
	"chratze/rams"
)

// world is one way in which the cards that a view hides can have lain.
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
// Whether the hand can really have gone so the kernel says afterwards; the world
// only has to find names for the cards.
type world struct {
	hand   *Hand
	events []Event // the hand's, with names for the hidden cards
	pack   card.Set
	tokens int
	size   int                                // cards a seat plays with
	name   [card.Suits * card.Ranks]card.Card // of a token; Hidden: not known yet
	token  [64]int8                           // of a card, or -1
	seen   [card.Suits * card.Ranks]int       // the last step after which the place of a named token was certain
	past   []moment                           // the places after each step
	steps  []int                              // by event: its step, or 0
	shows  []card.Set                         // by event: the cards that the view shows
	trump  card.Suit
	turned bool // a trump suit was turned up
	upcard int  // its token, or -1
	dealt  int  // cards gone from the pack
	pins   [2]pin
	pinned int
	err    *Error
	event  int
	dice   uint64                   // 0: the guesses are the likeliest ones; else led by chance
	spread int                      // how much chance counts
	cannot *[rams.MaxSeats]card.Set // what each seat can't hold in the end
}

// moment is where each token is.
type moment [card.Suits * card.Ranks]place

// place is where a card can be; hands follow inHand.
type place uint8

const (
	inStock place = iota
	inUnder       // reshuffled, to be drawn after the stock
	inLaid        // laid down by who draws now: not reshuffled for him (2.8)
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
// upcards for eight seats. Whoever has more is refused by the kernel long before.
const maxSteps = 1 << 9

// find looks for a world for the first n events, in which no seat holds cards in
// the end that it can't have, because of what it has played. Without one the error
// has the event that has no place in it, or -1 if only those cards are in the way.
func (w *world) find(h *Hand, n int, pack card.Set, cannot *[rams.MaxSeats]card.Set) (err *Error) {
	w.note(h)
	for try := range uint64(maxTries) {
		lost := w.try(h, n, pack, cannot, try)
		if lost == nil {
			if try > 0 {
			}
			return nil
		}
		if err == nil || lost.Event < 0 || err.Event >= 0 && err.Event < lost.Event {
			err = lost // the one that got farthest
		}
	}
	return err
}

// note notes the cards that each event shows.
func (w *world) note(h *Hand) {
	w.shows = w.shows[:0]
	trump := card.Clubs
	for i := range h.Events {
		e := &h.Events[i]
		set := e.Cards.Set()
		switch {
		case e.Kind == rams.EventTrump:
			trump = e.Suit
		case e.Kind == rams.EventAct && e.Act.Kind == rams.Swap:
			set = card.New(card.Six, trump).Bit()
		}
		w.shows = append(w.shows, set)
	}
}

// maxTries is how often a world is looked for with other guesses. The first ones
// are wrong in one view of a hundred thousand, with eight seats.
const maxTries = 1 << 7

func (w *world) try(h *Hand, n int, pack card.Set, cannot *[rams.MaxSeats]card.Set, dice uint64) *Error {
	w.begin(h, pack)
	w.dice, w.spread, w.cannot = dice, 4<<(dice%4), cannot
	for w.event = range h.Events[:n] {
		if w.follow(&h.Events[w.event]); w.err != nil {
			return w.err
		}
	}
	if !w.settle() {
		return &Error{Event: -1, Code: CodeWorld}
	}
	w.fill()
	return nil
}

func (w *world) begin(h *Hand, pack card.Set) {
	*w = world{hand: h, events: w.events[:0], shows: w.shows, steps: w.steps[:0], past: append(w.past[:0], moment{}), pack: pack, tokens: pack.Len(), upcard: -1,
		size: h.Variant.Rules().Deal.Size()}
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

func (w *world) now() *moment { return &w.past[len(w.past)-1] }

func (w *world) step() int { return len(w.past) - 1 }

func (w *world) fail(detail string) {
	if w.err == nil {
		w.err = &Error{Event: w.event, Code: CodeWorld, Detail: detail}
	}
}

// ---- what happens ----

// follow moves the tokens as an event says.
func (w *world) follow(e *Event) {
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
		w.fail("more than a hand can have")
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
	case rams.EventReshuffle:
		w.all(inDiscards, inUnder)
	case rams.EventAct:
		w.act(e)
	}
}

func (w *world) act(e *Event) {
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
	case rams.Out:
		for t := range w.tokens { // before any exchange: what is known of a hand is certain
			if w.now()[t] == hand {
				w.move(t, inDiscards)
			}
		}
	case rams.GoBlind:
		if r := w.hand.Variant.Rules(); r.Blind == rams.BlindNewCards && w.upcard >= 0 {
			w.move(w.upcard, onTable)
			w.all(hand, inDiscards)
			w.move(w.upcard, hand)
		}
	}
}

// cut: the cards shown are the last one of the pack and, if there are two, the
// last one of the packet that is now on top (3.3, 5.3).
func (w *world) cut(e *Event) {
	if w.step() > 0 {
		w.fail("a cut behind the deal")
		return
	}
	w.forget()
	at := [2]int{w.tokens - 1, w.tokens - 1 - int(e.At)}
	for i, c := range e.Cards.Slice() {
		if c == card.Hidden || !w.pack.Has(c) || w.token[c] >= 0 {
			w.fail("shown is no card of the pack, or twice the same")
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
func (w *world) deal(e *Event) {
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
		w.some(n, place(from), to, func(t int) int { return w.wanted(t, e.Seat) })
	}
}

// wanted returns how much a hidden token is wanted in a hand: first what it will
// show, then as many without a name as it will show cards that nobody has seen; of
// the others rather those that are of no use elsewhere.
func (w *world) wanted(t int, seat rams.Seat) int {
	if w.name[t] != card.Hidden {
		switch next, at := w.nextShown(w.name[t]); {
		case at < 0 && w.cannot[seat].Has(w.name[t]) && !w.drops(seat):
			return 1
		case at < 0:
			return 3
		case next == seat:
			return 6
		case w.reshuffled(at):
			return 4
		}
		return 0
	}
	unseen := 0
	for i := w.event + 1; i < len(w.shows); i++ {
		if w.hand.Events[i].Seat == seat {
			for c := w.shows[i]; c != 0; c = c.Rest() {
				if w.token[c.First()] < 0 {
					unseen++
				}
			}
		}
	}
	for u, p := range w.now()[:w.tokens] {
		if p == inHand+place(seat) && w.name[u] == card.Hidden {
			unseen--
		}
	}
	if unseen > 0 {
		return 5
	}
	return 2
}

// drops reports whether a seat drops cards later on.
func (w *world) drops(seat rams.Seat) bool {
	for i := w.event + 1; i < len(w.hand.Events); i++ {
		if e := &w.hand.Events[i]; e.Kind == rams.EventAct && e.Act.Kind == rams.Drop && e.Seat == seat {
			return true
		}
	}
	return false
}

// reshuffled reports whether what lies in the stock now will have gone when the
// card shown by this event is drawn.
func (w *world) reshuffled(shown int) bool {
	n := 0
	for i := w.event + 1; i < shown; i++ {
		switch e := &w.hand.Events[i]; {
		case e.Kind == rams.EventReshuffle:
			n++
		case e.Kind == rams.EventDraw && e.Seat == w.hand.Events[shown].Seat:
			if w.hand.Events[i-1].Kind == rams.EventReshuffle {
				n-- // he draws the rest of the stock first
			}
			return n > 0
		}
	}
	return n > 0
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
func (w *world) leave(e *Event, from, to place) {
	hidden := 0
	for _, c := range e.Cards.Slice() {
		if c == card.Hidden {
			hidden++
		} else {
			w.shown(c, from, to)
		}
	}
	w.some(hidden, from, to, func(t int) int { return w.unwanted(t, e.Seat) })
}

// unwanted returns how little a hidden token is wanted in a hand, see wanted: a
// card that is of no use elsewhere may stay if not all of the hand will be shown.
func (w *world) unwanted(t int, seat rams.Seat) int {
	if w.name[t] == card.Hidden {
		return 1
	}
	switch next, at := w.nextShown(w.name[t]); {
	case next == seat:
		return 0
	case w.cannot[seat].Has(w.name[t]):
		return 3
	case at < 0:
		var shown card.Set
		for i := w.event + 1; i < len(w.shows); i++ {
			if w.hand.Events[i].Seat == seat {
				shown |= w.shows[i]
			}
		}
		if shown.Len() < w.size {
			return 0
		}
	}
	return 2
}

// nextShown returns the next event in which the view shows a card, and its seat;
// -1 if there is none.
func (w *world) nextShown(c card.Card) (seat rams.Seat, event int) {
	for i := w.event + 1; c != card.Hidden && i < len(w.shows); i++ {
		if w.shows[i].Has(c) {
			return w.hand.Events[i].Seat, i
		}
	}
	return rams.Nature, -1
}

// ---- moving tokens ----

func (w *world) count(at place) (n int) {
	for _, p := range w.now()[:w.tokens] {
		if p == at {
			n++
		}
	}
	return n
}

// move moves a token, in sight of everybody if it has a name.
func (w *world) move(t int, to place) {
	w.now()[t] = to
	if w.name[t] != card.Hidden {
		w.seen[t] = w.step()
	}
}

// all moves everything from one place to another.
func (w *world) all(from, to place) {
	for t, p := range w.now()[:w.tokens] {
		if p == from {
			w.now()[t] = to
		}
	}
}

// some moves n hidden tokens, those with the highest worth.
func (w *world) some(n int, from, to place, worth func(t int) int) {
	for ; n > 0; n-- {
		best, most := -1, -1
		for t, p := range w.now()[:w.tokens] {
			if p == from && w.seen[t] != forever {
				if is := 4*worth(t) + w.roll(w.spread); is > most {
					best, most = t, is
				}
			}
		}
		if best < 0 {
			w.fail("more cards than there are")
			return
		}
		w.now()[best] = to
	}
}

// shown moves a card that the view shows, and returns its token.
func (w *world) shown(c card.Card, from, to place) int {
	t := -1
	if c != card.Hidden && w.pack.Has(c) {
		t = w.reveal(c, from)
	}
	if t < 0 {
		w.fail(c.String() + " can't have been there")
		return t
	}
	w.move(t, to)
	return t
}

// reveal finds that a card is at a place, and returns its token, or -1 if it
// can't be there.
func (w *world) reveal(c card.Card, at place) int {
	if t := int(w.token[c]); t >= 0 {
		if w.now()[t] == at || w.route(t, at) {
			return t
		}
		return -1
	}
	first := w.roll(w.tokens)
	for i := range w.tokens {
		t := (first + i) % w.tokens
		if w.now()[t] == at && w.name[t] == card.Hidden {
			w.bind(t, c)
			return t
		}
	}
	for t := range w.tokens {
		if w.name[t] == card.Hidden && w.route(t, at) {
			w.bind(t, c)
			return t
		}
	}
	return -1
}

// roll returns a number below n, always 0 without dice.
func (w *world) roll(n int) int {
	if w.dice == 0 {
		return 0
	}
	w.dice = w.dice*0x5851F42D4C957F2D + 0x14057B7EF767814F
	return int((w.dice >> 32) * uint64(n) >> 32)
}

func (w *world) bind(t int, c card.Card) { w.name[t], w.token[c] = c, int8(t) }

// ---- mending guesses ----

// route brings a token to a place by exchanges with others, and reports whether
// that is possible.
func (w *world) route(t int, to place) bool {
	if w.direct(t, to) {
		return true
	}
	for u := range w.tokens {
		for k := max(w.seen[t], w.seen[u]); k < w.step(); k++ {
			if w.parted(t, u, k) {
				w.exchange(t, u, k)
				if w.direct(t, to) {
					return true
				}
				w.exchange(t, u, k)
			}
		}
	}
	return false
}

// direct brings a token to a place by an exchange with one that is there.
func (w *world) direct(t int, to place) bool {
	first := w.roll(w.tokens)
	for i := range w.tokens {
		u := (first + i) % w.tokens
		if w.now()[u] == to && u != t {
			if k := w.together(t, u); k >= 0 {
				w.exchange(t, u, k)
				return true
			}
		}
	}
	return false
}

// together returns the last step after which two tokens were in the same place,
// and nobody has seen either since; -1: there is none.
func (w *world) together(t, u int) int {
	for k := w.step() - 1; k >= max(w.seen[t], w.seen[u]); k-- {
		if w.past[k][t] == w.past[k][u] {
			return k
		}
	}
	return -1
}

// parted reports whether two tokens were in the same place after step k and went
// different ways from there.
func (w *world) parted(t, u, k int) bool {
	return w.past[k][t] == w.past[k][u] && w.past[k+1][t] != w.past[k+1][u]
}

// exchange exchanges what happened to two tokens after step k; doing it again
// takes it back.
func (w *world) exchange(t, u, k int) {
	for i := k + 1; i < len(w.past); i++ {
		m := &w.past[i]
		m[t], m[u] = m[u], m[t]
	}
}

// ---- names for the rest ----

// settle gives names to the tokens that have none, so that no seat holds in the
// end what it can't, and reports whether it could.
func (w *world) settle() bool {
	for range w.tokens {
		t := w.misfit()
		if t < 0 {
			return true
		}
		if !w.evict(t) {
			return false
		}
	}
	return false
}

// evict exchanges a token that can't be where it is with one that can.
func (w *world) evict(t int) bool {
	if w.replace(t) {
		return true
	}
	at := w.now()[t]
	for u := range w.tokens {
		for k := max(w.seen[t], w.seen[u]); k < w.step(); k++ {
			if w.parted(t, u, k) {
				w.exchange(t, u, k)
				if w.may(u, w.name[u]) && (w.now()[t] != at && w.name[u] != card.Hidden || w.replace(t)) {
					return true
				}
				w.exchange(t, u, k)
			}
		}
	}
	return false
}

// replace exchanges a token directly with one that can be where it is, and has a
// name that nobody needs.
func (w *world) replace(t int) bool {
	first := w.roll(w.tokens)
	for i := range w.tokens {
		u := (first + i) % w.tokens
		useful := w.name[t] != card.Hidden || w.name[u] != card.Hidden
		if useful && w.now()[u] != w.now()[t] && w.mayBoth(t, u) {
			if k := w.together(t, u); k >= 0 {
				w.exchange(t, u, k)
				return true
			}
		}
	}
	return false
}

// may reports whether a token can be the card c, where it is in the end.
func (w *world) may(t int, c card.Card) bool {
	p := w.now()[t]
	return p < inHand || c == card.Hidden || !w.cannot[p-inHand].Has(c)
}

// mayBoth reports whether two tokens could change places in the end.
func (w *world) mayBoth(t, u int) bool {
	now := w.now()
	now[t], now[u] = now[u], now[t]
	ok := w.may(t, w.name[t]) && w.may(u, w.name[u])
	now[t], now[u] = now[u], now[t]
	return ok
}

// misfit names the tokens without a name, and returns one that can't be any of
// the cards left, or that can't be where it is; -1: all is well.
func (w *world) misfit() int {
	m := matching{w: w, left: w.pack}
	for t := range w.tokens {
		if !w.may(t, w.name[t]) {
			return t
		}
		if w.name[t] != card.Hidden {
			m.left &^= w.name[t].Bit()
		}
	}
	for _, constrained := range [...]bool{true, false} {
		for t := range w.tokens {
			p := w.now()[t]
			if w.name[t] == card.Hidden && constrained == (p >= inHand && w.cannot[p-inHand] != 0) {
				m.tried = 0
				if !m.give(t) {
					return t
				}
			}
		}
	}
	for c := m.left; c != 0; c = c.Rest() {
		w.name[m.of[c.First()]] = c.First()
	}
	return -1
}

// matching gives the cards left to tokens, each what it may be.
type matching struct {
	w     *world
	left  card.Set
	taken card.Set
	tried card.Set
	of    [64]int // the token of a card that is taken
}

// give finds a card for a token, giving another to who has it if need be.
func (m *matching) give(t int) bool {
	for _, from := range [...]card.Set{m.left &^ m.taken, m.left & m.taken} {
		for c := from &^ m.tried; c != 0; c = c.Rest() {
			first := c.First()
			if m.tried.Has(first) || !m.w.may(t, first) {
				continue
			}
			m.tried |= first.Bit()
			if !m.taken.Has(first) || m.give(m.of[first]) {
				m.taken |= first.Bit()
				m.of[first] = t
				return true
			}
		}
	}
	return false
}

// fill puts the names into the events that hide cards.
func (w *world) fill() {
	w.events = append(w.events, w.hand.Events[:len(w.steps)]...)
	for i, k := range w.steps {
		e := &w.events[i]
		if k == 0 {
			continue
		}
		var from, to place
		switch {
		case e.Kind == rams.EventDeal || e.Kind == rams.EventDraw:
			to = inHand + place(e.Seat)
		case e.Kind == rams.EventReshuffle:
			from, to = inDiscards, inUnder
		case e.Kind == rams.EventAct && e.Act.Kind == rams.Lay:
			from, to = inHand+place(e.Seat), inLaid
		case e.Kind == rams.EventAct && e.Act.Kind == rams.Drop:
			from, to = inHand+place(e.Seat), inDiscards
		default:
			continue
		}
		for _, p := range w.pins[:w.pinned] {
			if p.event == i {
				e.Cards.Slice()[p.at] = w.name[p.token]
			}
		}
		e.Cards = named(&e.Cards, w.moved(k, from, to), w.moved(k, inUnder, to))
		if e.Kind == rams.EventAct {
			e.Act.Cards = e.Cards.Set()
			e.Cards = card.Ordered(e.Act.Cards)
		}
	}
}

// moved returns the cards that a step has moved from one place to another.
func (w *world) moved(step int, from, to place) (set card.Set) {
	for t := range w.tokens {
		if w.past[step-1][t] == from && w.past[step][t] == to {
			set |= w.name[t].Bit()
		}
	}
	return set
}

// named returns a list with the hidden cards replaced by those of the first set,
// then of the second, that aren't in the list.
func named(l *card.List, from, then card.Set) card.List {
	var cards [card.Suits * card.Ranks]card.Card
	from &^= l.Set()
	then &^= l.Set()
	for i, c := range l.Slice() {
		if c == card.Hidden && from == 0 {
			from, then = then, 0
		}
		if c == card.Hidden && from != 0 {
			c = from.First()
			from = from.Rest()
		}
		cards[i] = c
	}
	return card.Listed(cards[:l.Len()]...)
}
