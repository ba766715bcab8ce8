package search

import (
	"math/bits"

	"chratze/card"
	"chratze/chance"
	"chratze/rams"
	"chratze/worlds"
)

// walk goes from one possible world to the next by exchanging cards, so that it comes
// to each as often as the Model thinks it likely: an exchange that makes what
// was called and laid down less likely is made only as often as it is less likely
// (Metropolis and Hastings).
type walk struct {
	kinds   []Kind
	weights *Seats
	dice    *chance.Fast
	me      rams.Seat
	now     rams.State // the world

	calls  []call
	like   [rams.MaxSeats]float64  // how likely a seat does what it did, of whatever kind it is
	cannot [rams.MaxSeats]card.Set // what a seat can't hold, after what it has played
	played [rams.MaxSeats]card.Set

	oneTrump uint8 // seats, a bit each, that led a plain card first where two trumps must be led (Loo)

	loose  []card.Card // cards that the seat doesn't see now; those in shown move little, or not at all
	shown  card.Set    // cards whose way it has seen, or seen the beginning of
	later  int         // calls from here on came after the discards were shuffled
	redraw []card.Card // the cards of that shuffle that the seat can't place since
	six    card.Set    // the trump six, if who had it would have swapped it; else empty
	lays   []int       // calls after which cards were drawn
	moves  int         // exchanges from one world to the next
}

// call is something another seat decided by cards that nobody else saw: a call, or a card that it played.
type call struct {
	view   rams.View // with the hand it has in the world
	act    rams.Action
	chance chances
	was    chances    // before the exchange that is tried
	state  rams.State // before a card was played
	legal  [8]rams.Action
}

// begin reads what the seat has been told. The past is that of one world, now what it
// has led to.
func (w *walk) begin(c *Config, d *chance.Fast, v *rams.View, past []worlds.Moment, now *rams.State) {
	*w = walk{
		kinds: c.kinds(), weights: c.weights(), dice: d, me: v.Seat, now: *now,
		calls: w.calls[:0], loose: w.loose[:0], redraw: w.redraw[:0], lays: w.lays[:0],
	}
	var pool card.Set // discards that were shuffled
	swapped := false
	for i := range past {
		e := &past[i].Event
		switch e.Kind {
		case rams.EventShuffle:
			w.shown = 0
		case rams.EventUpcard, rams.EventTurn, rams.EventCut:
			w.shown |= e.Cards.Set()
		case rams.EventDraw:
			w.shown |= e.Up.Set()
			pool &^= e.Up.Set()
			w.drew(e.Seat)
		case rams.EventReshuffle:
			pool, w.later = e.Cards.Set(), len(w.calls)
		case rams.EventAct:
			swapped = swapped || e.Act.Kind == rams.Swap
			if e.Seat == w.me {
				w.shown |= e.Act.Cards
				if e.Act.Kind == rams.TakeSpare || e.Act.Kind == rams.PlayForPot {
					w.shown |= past[i].State.Hand(w.me) // the hand it gave up
				}
			} else {
				w.note(&past[i].State, e.Act)
			}
		}
	}
	rules := v.Game.Rules()
	pins, _ := now.Pins()
	hidden := rules.Pack.Cards() &^ (v.Hand | v.Table | v.Played | pins.Set())
	w.shown |= v.Hand
	w.loose = hidden.Append(w.loose)
	w.redraw = (hidden & pool).Append(w.redraw)
	if trump, up := now.Trump(); up && rules.SixSwap && !swapped && v.Phase == rams.PhasePlay && v.Table.Has(v.Upcard) {
		w.six = card.New(card.Six, trump).Bit()
	}
	for seat := range w.like {
		_, w.like[seat] = w.joint(rams.Seat(seat))
	}
	w.moves = warmUp * len(w.loose)
	w.next()
	w.moves = len(w.loose)
}

// stay makes one world the only one.
func (w *walk) stay(world *rams.State) {
	w.now, w.calls, w.loose = *world, w.calls[:0], w.loose[:0]
}

// warmUp is how many exchanges a card are tried before the first world.
const warmUp = 24

// note notes what another seat has decided.
func (w *walk) note(st *rams.State, a rams.Action) {
	switch a.Kind {
	case rams.Play:
		w.cannot[a.Seat] |= st.RuledOut(a.Cards.First())
		if g := st.Game(); g.Rules().MustLead == rams.MustLeadLoo && st.Played() == 0 && w.trumps(a.Cards) == 0 {
			w.oneTrump |= 1 << a.Seat
		}
		w.played[a.Seat] |= a.Cards
		if len(w.kinds) < 2 || st.Hand(a.Seat).Len() < 2 {
			return
		}
	case rams.Open, rams.Pass, rams.BidStrike, rams.BidTurn, rams.BidTop, rams.BidPass,
		rams.Join, rams.Out, rams.Last, rams.TakeSpare, rams.Lay, rams.Drop, rams.GoBlind, rams.DoubleBlind:
	default:
		return
	}
	w.calls = append(w.calls, call{view: st.View(a.Seat, nil), act: a})
	c := &w.calls[len(w.calls)-1]
	if a.Kind == rams.Play {
		c.state = *st
		c.ask()
	} else {
		c.view.Legal = []rams.Action{c.view.Legal[0], c.view.Legal[len(c.view.Legal)-1]}
	}
	c.judge(w.kinds)
}

// drew notes that a seat has drawn cards for those it has laid down.
func (w *walk) drew(seat rams.Seat) {
	if n := len(w.calls) - 1; n >= 0 && w.calls[n].act.Kind == rams.Lay && w.calls[n].act.Seat == seat {
		w.lays = append(w.lays, n)
	}
}

// next goes on to another world.
func (w *walk) next() {
	if len(w.loose) < 2 {
		return
	}
	for range w.moves {
		switch k := w.dice.IntN(8); {
		case k == 0 && len(w.redraw) > 1:
			w.tryNames(w.pick(w.redraw), w.pick(w.redraw), w.later)
		case k <= 2 && len(w.lays) > 0:
			w.tryDrawn(w.lays[w.dice.IntN(len(w.lays))])
		default:
			w.tryNames(w.pick(w.loose), w.pick(w.loose), 0)
		}
	}
}

func (w *walk) pick(cards []card.Card) card.Card { return cards[w.dice.IntN(len(cards))] }

// tryNames exchanges two cards since this call: each has gone the other's way.
func (w *walk) tryNames(a, b card.Card, since int) {
	if a == b || since == 0 && !w.alike(a, b) {
		return
	}
	before := w.sixChance()
	w.now.TransposeUnseen(a, b)
	if !w.fits() {
		w.now.TransposeUnseen(a, b)
		return
	}
	ratio := w.sixChance() / before
	var touched seatSet
	for i := since; i < len(w.calls); i++ {
		touched |= w.calls[i].exchange(w.kinds, a, b)
	}
	if !w.accept(ratio, touched) {
		w.now.TransposeUnseen(a, b)
		for i := since; i < len(w.calls); i++ {
			w.calls[i].undo(a, b)
		}
	}
}

// tryDrawn exchanges a card that a seat has kept with one it has drawn: it was dealt that one,
// and has drawn this.
func (w *walk) tryDrawn(lay int) {
	c := &w.calls[lay]
	seat := c.act.Seat
	after := w.now.Hand(seat) | w.played[seat]
	for i := lay + 1; i < len(w.calls); i++ {
		if w.calls[i].act.Seat == seat {
			after |= w.calls[i].act.Cards // dropped
		}
	}
	kept, drawn := c.view.Hand&^c.act.Cards&after&^w.shown, after&^c.view.Hand&^w.shown
	if kept == 0 || drawn == 0 {
		return
	}
	a, b := w.one(kept), w.one(drawn)
	var touched seatSet
	for i := range lay + 1 {
		if w.calls[i].act.Seat == seat {
			touched |= w.calls[i].exchange(w.kinds, a, b)
		}
	}
	if !w.accept(1, touched) {
		for i := range lay + 1 {
			if w.calls[i].act.Seat == seat {
				w.calls[i].undo(a, b)
			}
		}
	}
}

// one returns a random card of a set.
func (w *walk) one(set card.Set) card.Card {
	for range w.dice.IntN(set.Len()) {
		set = set.Rest()
	}
	return set.First()
}

// accept decides about an exchange that concerns what these seats did. The ratio is of all else.
func (w *walk) accept(ratio float64, touched seatSet) bool {
	before := w.like
	for ; touched != 0; touched &= touched - 1 {
		seat := rams.Seat(bits.TrailingZeros16(uint16(touched)))
		_, w.like[seat] = w.joint(seat)
		ratio *= w.like[seat] / before[seat]
	}
	if ratio >= 1 || float64(w.dice.Uint64()>>11) < ratio*(1<<53) {
		return true
	}
	w.like = before
	return false
}

// alike reports whether two cards may have gone each other's way: if the seat knows
// how one came into a hand, the other must have come into it as well.
func (w *walk) alike(a, b card.Card) bool {
	both := a.Bit() | b.Bit()
	if both&w.shown == 0 {
		return true
	}
	held := false
	for i := range w.calls {
		if w.calls[i].act.Kind == rams.Play {
			break // it has played of what it has held since
		}
		switch n := (w.calls[i].view.Hand & both).Len(); n {
		case 1:
			return false
		case 2:
			held = true
		}
	}
	return held
}

// fits reports whether every seat can have played what it has.
func (w *walk) fits() bool {
	for seat := range rams.Seat(w.now.Game().Seats()) {
		hand := w.now.Hand(seat)
		if hand&w.cannot[seat] != 0 || w.oneTrump&(1<<seat) != 0 && w.trumps(hand|w.played[seat]) > 1 {
			return false
		}
		if w.now.Phase() == rams.PhasePlay && w.now.Contract(seat).In() && w.now.Game().Unbeatable(hand|w.played[seat]) {
			return false // it would have been shown
		}
	}
	return true
}

// trumps returns how many of the cards are trumps.
func (w *walk) trumps(cards card.Set) int {
	trump, _ := w.now.Trump()
	return (cards & w.now.Game().Trumps(trump)).Len()
}

// sixChance returns how likely it is that nobody swapped the trump six.
func (w *walk) sixChance() float64 {
	if w.six != 0 {
		for seat := range rams.Seat(w.now.Game().Seats()) {
			if seat != w.me && w.now.Hand(seat)&w.six != 0 {
				return 0.05
			}
		}
	}
	return 1
}

// seatSet is a set of seats.
type seatSet uint16

// judge notes how likely each kind does it.
func (c *call) judge(kinds []Kind) {
	for k := range kinds {
		c.chance[k] = kinds[k].Likelihood(&c.view, c.act)
	}
}

// exchange exchanges two cards in a call, and returns whose it is, if that changes it.
func (c *call) exchange(kinds []Kind, a, b card.Card) seatSet {
	c.was = c.chance
	if !c.flip(a, b) {
		return 0
	}
	c.judge(kinds)
	return 1 << c.act.Seat
}

// undo takes an exchange back.
func (c *call) undo(a, b card.Card) {
	c.flip(a, b)
	c.chance = c.was
}

// ask finds out which cards might have been played.
func (c *call) ask() {
	c.view.Hand, c.view.Legal = c.state.Hand(c.act.Seat), c.legal[:0]
	for set := c.state.Plays(); set != 0; set = set.Rest() {
		c.view.Legal = append(c.view.Legal, rams.Action{Kind: rams.Play, Seat: c.act.Seat, Cards: set.First().Bit()})
	}
}

func (c *call) flip(a, b card.Card) (changed bool) {
	if c.act.Kind == rams.Play {
		hand := c.view.Hand
		if c.state.TransposeUnseen(a, b); c.state.Hand(c.act.Seat) == hand {
			return false
		}
		c.ask()
		return true
	}
	both := a.Bit() | b.Bit()
	for _, set := range [...]*card.Set{&c.view.Hand, &c.act.Cards} {
		if one := *set & both; one != 0 && one != both {
			*set ^= both
			changed = true
		}
	}
	return changed
}
