package rams

import (
	"errors"

	"chratze/card"
	"chratze/pot"
)

// Fold follows a hand by the events that one seat observes, and knows nothing else.
// It plays them on its own State, in which cards that the seat can't place stand in
// for those that it can't see; a card that shows up elsewhere changes places with its
// stand-in. So the rules aren't written twice: ApplyUnchecked says what follows from
// an event.
//
// A Fold is a value: copy it to keep a moment of the hand.
type Fold struct {
	state  State
	seat   Seat
	start  Start
	shown  card.Set  // cards that the seat has seen
	unpaid pot.Chips // paid in the state, but not observed yet
	dealer Seat      // as observed
	trump  card.Suit // as observed
	full   bool      // all have played to the trick, and its winner hasn't been observed
	lead   Seat      // that led this trick
}

// ErrFold is returned for an event that can't be the next one of a hand.
var ErrFold = errors.New("rams: this event can't come next")

// Fold returns a hand of which its observer, a seat or the public (Nobody), knows only how it
// starts. The error is a *[StartError].
func (g *Game) Fold(start Start, seat Seat) (Fold, error) {
	s, err := g.NewHand(start)
	if err != nil {
		return Fold{}, err
	}
	f := Fold{state: s, seat: seat, start: start, unpaid: s.pot - start.Pot, dealer: s.dealer}
	f.shuffle()
	return f, nil
}

// View returns what [State.View] returns for the observer, with Start but without Events.
// There is one exception: an answer that others don't observe, such as a dealer's to the question
// about a blind, is known only from the next event, or from Asked. Until then the view waits.
//
// Between the events of one action, the view is what a table shows then: antes are in the
// pot, the deal has moved, and a suit is trump as soon as that event is added; a full trick
// stays on the table until its winner is.
func (f *Fold) View(legal []Action) View {
	s := &f.state
	v := s.View(f.seat, legal)
	v.Start = f.start
	v.Pot -= f.unpaid
	v.Dealer, v.Trump = f.dealer, f.trump
	if v.Hand&^f.shown != 0 { // cards that the dealer was dealt and hasn't been shown yet
		v.Hand, v.Legal = 0, nil
	}
	if f.full {
		v.Phase, v.Turn, v.Legal = PhaseWait, Nature, nil
		v.Lead, v.Best = f.lead, s.winner
		v.Tricks[s.winner]--
		for seat := range Seat(s.game.seats) {
			if s.contract[seat].In() {
				v.Trick[seat] = s.trick[seat]
			}
		}
	}
	return v
}

// Asked says that the observer is asked now. Call it when a server asks and View still waits,
// because of an answer that the observer doesn't observe.
func (f *Fold) Asked() {
	if s := &f.state; s.turn != f.seat && s.phase == PhaseBlind {
		s.ApplyUnchecked(Action{Kind: See, Seat: s.turn})
	}
}

// Add adds the next event. It returns [ErrFold] and changes nothing if that can't be the
// next one. Shuffles, and what only repeats another event (a card that is taken, the Susi), are taken at any time.
//
// When a dealer is shown cards that it was dealt before ([Record.Reveals]), earlier events
// change: begin again with a new Fold.
func (f *Fold) Add(e *Event) error {
	before := *f
	if !f.add(e) {
		*f = before
		return ErrFold
	}
	return nil
}

func (f *Fold) add(e *Event) bool {
	switch e.Kind {
	case EventAnte:
		f.unpaid -= e.Amount
		return f.unpaid >= 0
	case EventDealer:
		f.dealer = e.Seat
		return f.dealer == f.state.dealer
	case EventTrump:
		f.trump = e.Suit
		return f.trump == f.state.trump
	case EventShuffle, EventTake, EventSusi:
		return true // follow from another event
	case EventTrick:
		full := f.full
		f.full = false
		return full && e.Seat == f.state.winner
	}
	if f.full || f.unpaid != 0 { // the trick, or antes, come first
		return false
	}
	cards := e.Cards.Set()
	if cards&^f.state.game.pack != 0 {
		return false
	}
	f.unobserved(e)
	ok := false
	switch e.Kind {
	case EventAct:
		ok = f.act(e, cards)
	case EventShow:
		ok = f.show(e, cards)
	default:
		ok = f.nature(e, cards)
	}
	f.shown |= cards | e.Up.Set()
	f.shuffle()
	return ok
}

// shuffle makes nature's action that nobody observes.
func (f *Fold) shuffle() {
	if s := &f.state; s.phase == phaseShuffle {
		s.ApplyUnchecked(Action{Kind: Shuffle, Seat: Nature})
	}
}

// unobserved makes the answer of another seat that the event shows to have been given: none to a
// blind, or none to the question about the trump six.
func (f *Fold) unobserved(e *Event) {
	s := &f.state
	if s.turn == f.seat || e.Kind == EventAct && e.Seat == s.turn && s.listed(Action{Kind: e.Act.Kind, Seat: e.Seat}) {
		return
	}
	switch s.phase {
	case PhaseDoubleBlind, PhaseBlind:
		s.ApplyUnchecked(Action{Kind: See, Seat: s.turn})
	case PhaseSwap:
		s.ApplyUnchecked(Action{Kind: Keep, Seat: s.turn})
	}
}

// act makes a seat's decision.
func (f *Fold) act(e *Event, cards card.Set) bool {
	s := &f.state
	if e.Seat < 0 || int8(e.Seat) >= s.game.seats {
		return false
	}
	a := Action{Kind: e.Act.Kind, Seat: e.Seat, Cards: cards}
	hand := &s.hands[e.Seat]
	switch a.Kind {
	case Lay, Drop, Play:
		if !f.place(cards, *hand) {
			return false
		}
		a.Cards |= firstOf(*hand&^cards, e.Cards.Len()-cards.Len())
	case Swap, Keep:
		if e.Seat != f.seat && s.phase == PhasePlay && s.played == 0 { // a stand-in for the six was elsewhere
			s.ask(PhaseSwap, e.Seat)
		}
		if six := card.New(card.Six, s.trump).Bit(); s.phase != PhaseSwap || !f.place(six, *hand) {
			return false
		}
	}
	if a.Kind == Play && cards == 0 {
		return false
	}
	if why := s.why(a); why != nil && (e.Seat == f.seat || !why.byHand()) {
		return false // others play by the rules: what says otherwise is a stand-in
	}
	lead, n, paid := s.lead, s.inTrick, s.pot
	s.ApplyUnchecked(a)
	f.begin()
	f.unpaid += s.pot - paid
	if f.full = a.Kind == Play && s.inTrick < n+1; f.full {
		f.lead = lead
	}
	return true
}

// show is three jacks that end the hand. Until the event says so play has begun, whatever the stand-ins are.
func (f *Fold) show(e *Event, cards card.Set) bool {
	s := &f.state
	ok := s.phase == PhasePlay && s.played == 0 && e.Seat >= 0 && int8(e.Seat) < s.game.seats && s.contract[e.Seat].In() &&
		s.game.Unbeatable(cards) && f.place(cards, s.hands[e.Seat])
	if ok {
		s.show(e.Seat)
	}
	return ok
}

// begin lets play begin where the hand is over only by stand-ins.
func (f *Fold) begin() {
	if s := &f.state; s.has(flagShown) {
		s.flags &^= flagShown
		s.tricks[s.winner] = 0
		s.ask(PhasePlay, s.lead)
	}
}

// nature makes what nature did.
func (f *Fold) nature(e *Event, cards card.Set) bool {
	s := &f.state
	if s.turn != Nature || e.Kind == EventCut && e.Cards.Len() > 2 || e.Up.Len() > 2 {
		return false
	}
	due := s.PendingChance()
	a := Action{Kind: due.Kind, Seat: e.Seat, Cards: cards}
	want := due.Kind
	switch e.Kind {
	case EventCut:
		want = CutPack
		a = Action{Kind: CutPack, Seat: e.Seat, Shown: Shown{At: e.At, Up: card.PairOf(e.Cards.Slice()...)}}
	case EventReshuffle:
		a = Action{Kind: Reshuffle, Seat: Nature, Cards: s.discards}
	case EventDeal:
		want = DealCards
	case EventUpcard:
		want = TurnUp
	case EventTurn:
		want = TurnBid
	case EventDraw:
		want = Draw
		a.Up = card.PairOf(e.Up.Slice()...)
	}
	if want != due.Kind {
		return false
	}
	if want != CutPack && e.Kind != EventReshuffle {
		n := min(e.Cards.Len(), s.stock.Len()) // the others come from the discards
		top, under := card.ListOf(e.Cards.Slice()[:n]...), card.ListOf(e.Cards.Slice()[n:]...)
		if !f.place(top.Set(), s.stock) || !f.place(under.Set(), s.under) {
			return false
		}
		a.Cards = f.drawn(cards, e.Cards.Len())
	}
	paid := s.pot
	if s.whyNature(a) != nil {
		return false
	}
	s.ApplyUnchecked(a)
	f.begin()
	f.unpaid += s.pot - paid
	pins, at := s.Pins() // without those that have left the stock: a stand-in may come back
	s.pins = pins
	for i := range pins.Len() {
		s.pinAt[i] = uint8(at[i]) + s.dealt
	}
	return true
}

// drawn returns n cards of the stock, those shown among them.
func (f *Fold) drawn(shown card.Set, n int) card.Set {
	s := &f.state
	cards := shown
	pins, at := s.Pins()
	for i := range pins.Len() {
		if at[i] < n {
			cards |= pins.At(i).Bit()
		}
	}
	for _, from := range [...]card.Set{s.stock &^ pins.Set(), s.under} {
		cards |= firstOf(from&^cards, n-cards.Len())
	}
	return cards
}

// place puts cards into this place, which is a hand or the stock: each that isn't there changes
// places with a stand-in. It reports whether there are as many.
func (f *Fold) place(cards, there card.Set) bool {
	s := &f.state
	fixed := s.table | s.played | s.pins.Set()
	if f.seat >= 0 {
		fixed |= s.hands[f.seat] & f.shown
	}
	free := there &^ (cards | fixed)
	for missing := cards &^ there; missing != 0; missing = missing.Rest() {
		if free == 0 || fixed.Has(missing.First()) {
			return false
		}
		s.TransposeUnseen(missing.First(), free.First())
		free = free.Rest()
	}
	return true
}

// firstOf returns the first n cards of a set, or fewer.
func firstOf(from card.Set, n int) (cards card.Set) {
	for ; n > 0 && from != 0; n-- {
		cards |= from & -from
		from = from.Rest()
	}
	return cards
}

// byHand reports whether an act is refused because of the other cards in the hand.
func (r *Refusal) byHand() bool {
	switch r.Code {
	case RefuseFollow, RefuseTrump, RefuseHead, RefuseLead, RefuseAlone, RefuseBare:
		return true
	}
	return false
}
