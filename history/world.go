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
	tokens int
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
	dice   uint64 // 0: the guesses are the likeliest ones; else led by chance
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

// pin is a card whose place in the pack everybody saw at the cut.
type pin struct{ token, at int }

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
const maxTries = 1 << 6

func (w *world) try(h *Hand, n int, pack card.Set, cannot *[rams.MaxSeats]card.Set, dice uint64) *Error {
	w.begin(h, pack)
	w.dice = dice
	for w.event = range h.Events[:n] {
		if w.follow(&h.Events[w.event]); w.err != nil {
			return w.err
		}
	}
	if !w.evict(cannot) || !w.nameRest(pack, cannot) {
		return &Error{Event: -1, Code: CodeWorld}
	}
	w.fill()
	return nil
}

func (w *world) begin(h *Hand, pack card.Set) {
	*w = world{hand: h, events: w.events[:0], shows: w.shows, steps: w.steps[:0], past: append(w.past[:0], moment{}), tokens: pack.Len(), upcard: -1}
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
		if !c.Valid() || w.token[c] >= 0 {
			w.fail("shown is no card, or twice the same")
			return
		}
		w.bind(i, c)
		w.seen[i] = forever
		w.pins[i] = pin{token: i, at: at[i]}
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
		} else if t := w.pinnedAt(w.dealt + i); t >= 0 && from == inStock {
			w.move(t, to)
		} else {
			hidden[from]++
		}
	}
	w.dealt += e.Cards.Len()
	keep := w.count(to) + hidden[0] + hidden[1] - w.drops(e.Seat)
	for from, n := range hidden {
		w.some(n, place(from), to, func(t int) int { return w.wanted(t, to, keep) })
	}
}

// wanted returns how much a hidden token is wanted in a hand that will keep so
// many cards: first what it will show, then what may still become anything, and
// to drop it what is shown elsewhere after another reshuffle, or never again.
func (w *world) wanted(t int, hand place, keep int) int {
	if w.name[t] != card.Hidden {
		switch seat, at := w.nextShown(w.name[t]); {
		case at < 0:
			return 2
		case inHand+place(seat) == hand:
			return 5
		case w.reshuffled(at):
			return 3
		}
		return 0
	}
	for u, p := range w.now()[:w.tokens] {
		if p == hand {
			if seat, _ := w.nextShown(w.name[u]); w.name[u] == card.Hidden || inHand+place(seat) == hand {
				keep--
			}
		}
	}
	if keep > 0 {
		return 4
	}
	return 1
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

// drops returns how many cards a seat drops later on.
func (w *world) drops(seat rams.Seat) int {
	for i := w.event + 1; i < len(w.hand.Events); i++ {
		if e := &w.hand.Events[i]; e.Kind == rams.EventAct && e.Act.Kind == rams.Drop && e.Seat == seat {
			return e.Cards.Len()
		}
	}
	return 0
}

// pinnedAt returns the token that lies at this place of the pack, or -1.
func (w *world) pinnedAt(at int) int {
	for _, p := range w.pins[:w.pinned] {
		if p.at == at && w.seen[p.token] == forever {
			return p.token
		}
	}
	return -1
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
	w.some(hidden, from, to, func(t int) int {
		if w.name[t] == card.Hidden {
			return 1
		}
		if seat, _ := w.nextShown(w.name[t]); seat == e.Seat {
			return 0
		}
		return 2
	})
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
				if is := 4*worth(t) + w.roll(6); is > most {
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
	if c.Valid() {
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
			if u != t && w.past[k][t] == w.past[k][u] && w.past[k+1][t] != w.past[k+1][u] {
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

// exchange exchanges what happened to two tokens after step k; doing it again
// takes it back.
func (w *world) exchange(t, u, k int) {
	for i := k + 1; i < len(w.past); i++ {
		m := &w.past[i]
		m[t], m[u] = m[u], m[t]
	}
}

// ---- names for the rest ----

// evict takes named cards out of hands that can't hold them.
func (w *world) evict(cannot *[rams.MaxSeats]card.Set) bool {
	for t := range w.tokens {
		if w.may(t, w.name[t], cannot) {
			continue
		}
		found := false
		for u := range w.tokens {
			if w.now()[u] == w.now()[t] || !w.mayBoth(t, u, cannot) {
				continue
			}
			if k := w.together(t, u); k >= 0 {
				w.exchange(t, u, k)
				found = true
				break
			}
		}
		if !found {
			return false
		}
	}
	return true
}

// may reports whether a token can be the card c, where it is in the end.
func (w *world) may(t int, c card.Card, cannot *[rams.MaxSeats]card.Set) bool {
	p := w.now()[t]
	return p < inHand || c == card.Hidden || !cannot[p-inHand].Has(c)
}

// mayBoth reports whether two tokens could change places in the end.
func (w *world) mayBoth(t, u int, cannot *[rams.MaxSeats]card.Set) bool {
	now := w.now()
	now[t], now[u] = now[u], now[t]
	ok := w.may(t, w.name[t], cannot) && w.may(u, w.name[u], cannot)
	now[t], now[u] = now[u], now[t]
	return ok
}

// nameRest gives the cards that nobody has seen to the tokens without a name,
// and reports whether there is one for each.
func (w *world) nameRest(pack card.Set, cannot *[rams.MaxSeats]card.Set) bool {
	m := matching{w: w, cannot: cannot}
	for t := range w.tokens {
		if w.name[t] != card.Hidden {
			pack &^= w.name[t].Bit()
			m.fixed[t] = true
		}
	}
	for ; pack != 0; pack = pack.Rest() {
		m.tried = [card.Suits * card.Ranks]bool{}
		if !m.place(pack.First()) {
			return false
		}
	}
	return true
}

// matching gives cards to tokens, each what it may be.
type matching struct {
	w            *world
	cannot       *[rams.MaxSeats]card.Set
	fixed, tried [card.Suits * card.Ranks]bool
}

// place finds a token for a card, moving other cards on if need be.
func (m *matching) place(c card.Card) bool {
	w := m.w
	for t := range w.tokens {
		if w.name[t] == card.Hidden && w.may(t, c, m.cannot) {
			w.name[t] = c
			return true
		}
	}
	for t := range w.tokens {
		if m.fixed[t] || m.tried[t] || !w.may(t, c, m.cannot) {
			continue
		}
		m.tried[t] = true
		if m.place(w.name[t]) {
			w.name[t] = c
			return true
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
		var moved card.Set
		for t := range w.tokens {
			was, is := w.past[k-1][t], w.past[k][t]
			if is == to && (was == from || to >= inHand && was == inUnder) {
				moved |= w.name[t].Bit()
			}
		}
		e.Cards = named(&e.Cards, moved)
		if e.Kind == rams.EventAct {
			e.Act.Cards = e.Cards.Set()
			e.Cards = card.Ordered(e.Act.Cards)
		}
	}
}

// named returns a list with the hidden cards replaced by those of the set that
// aren't in it.
func named(l *card.List, from card.Set) card.List {
	var cards [card.Suits * card.Ranks]card.Card
	from &^= l.Set()
	for i, c := range l.Slice() {
		if c == card.Hidden && from != 0 {
			c = from.First()
			from = from.Rest()
		}
		cards[i] = c
	}
	return card.Listed(cards[:l.Len()]...)
}
