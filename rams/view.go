package rams

import (
	"iter"

	"chratze/card"
	"chratze/pot"
)

// View is everything that one seat may know of a hand, and nothing else. It is built
// up from what the seat may know, not cut down from the whole. Bots get views.
type View struct {
	Game   *Game
	Seat   Seat  // whose view; Nobody: the public's
	Start  Start // how the hand began
	Events []Event

	Phase    Phase // what this seat is asked, or PhaseWait, PhaseDone, or the public phase
	Turn     Seat  // who acts, as far as Seat may know; also Nature if another seat is asked secretly
	Dealer   Seat
	Declarer Seat      // or the highest bidder so far, or Nobody
	Claimant Seat      // who has the last word, or Nobody
	Hand     card.Set  // Seat's cards; empty while a dealer may not see them
	Table    card.Set  // the upcard on the table, and cards turned for a contract
	Played   card.Set  // played to tricks so far
	Upcard   card.Card // the last one turned up; Hidden: none yet
	Trump    card.Suit // meaningless until [View.TrumpSuit] says that there is one
	Pot      pot.Chips // in Rappen
	Price    pot.Chips // that each pays who plays, in Rappen; 0: none
	Contract [MaxSeats]Contract
	Tricks   [MaxSeats]uint8
	Cards    [MaxSeats]uint8     // how many cards each seat holds
	Trick    [MaxSeats]card.Card // to the current trick, by seat; Hidden: none
	Lead     Seat                // who leads or led the current trick
	Best     Seat                // who holds the current trick, or Nobody
	Stock    int                 // cards in the stock
	Why      *Reasons            // at the end: why it ended so; nil before
	Legal    []Action            // what Seat may do, if it is its turn
}

// Seats returns the number of seats of the game.
func (v *View) Seats() int { return v.Game.Seats() }

// TrumpSuit returns the trump suit, and whether there is one yet: an upcard, and no Weli that another card follows.
func (v *View) TrumpSuit() (card.Suit, bool) {
	rules := &v.Game.rules
	return v.Trump, v.Upcard != card.Hidden && !rules.TurnsAgain(v.Upcard)
}

// Cost returns what saying k costs at once, in Rappen: the price, or 0.
func (v *View) Cost(k Kind) pot.Chips {
	if n := k.Price(); n > 0 {
		return pot.Chips(n) * v.Game.rules.Ante
	}
	switch k {
	case Join, TakeSpare, PlayForPot:
		return v.Price
	}
	return 0
}

// Alone returns why the view's seat has one answer only, as the Code of a [Refusal] of the other: it is the dealer, all others
// are out, and it takes the pot with a trump, or leaves it (docs/rules.md 4, dealer_trump). It is "" in all other questions.
func (v *View) Alone() string {
	if v.Phase != PhaseJoin || !v.Game.alone || v.Seat != v.Dealer || len(v.Legal) != 1 {
		return ""
	}
	if in, left := v.Others(); in+left > 0 {
		return ""
	}
	if v.Legal[0].Kind == Join {
		return RefuseAlone
	}
	return RefuseBare
}

// Made reports whether a seat was in the hand and owes no penalty. It is for the end, [PhaseDone].
func (v *View) Made(seat Seat) bool { return v.Contract[seat].In() && !v.Why.Seat[seat].Debt.Failed() }

// Others returns how many seats are in the hand beside the view's own and the declarer, and how many have still to be asked.
func (v *View) Others() (in, left int) {
	for i, c := range v.Contract[:v.Seats()] {
		switch seat := Seat(i); {
		case seat == v.Seat || seat == v.Declarer:
		case c == NoContract:
			left++
		case c.In():
			in++
		}
	}
	return in, left
}

// Unseen returns the cards that the view doesn't show: those in other hands, in the stock and among the
// discards. Of some the seat may know more by its Events: what it discarded, or what came face up.
func (v *View) Unseen() card.Set {
	return v.Game.rules.Pack.Cards() &^ (v.Hand | v.Table | v.Played)
}

// SpareLies reports whether there is a spare hand (docs/rules.md 4) that no seat has taken yet.
func (v *View) SpareLies() bool { return v.Game.spareLies(&v.Contract) }

// Player answers a view with an action. One that keeps something between calls, as most bots do, isn't
// safe for concurrent use: make one for each goroutine.
type Player interface {
	// Act returns one of the view's legal actions. The view must be that of the seat whose
	// turn it is, with [View.Legal], and must not be kept. Its Events and Start may be missing:
	// fast simulations leave them out.
	Act(v *View) Action
}

// sealed reports whether the dealer may not see its cards yet: a blind question
// is open, or will come (2.3, docs/rules.md 4 chratzen), or the trump is still to be turned (5.10).
func (s *State) sealed() bool {
	if s.declarer != Nobody {
		return false
	}
	rules := &s.game.rules
	return rules.Trump == TrumpDealer && s.upcards == 0 ||
		rules.Blind != BlindOff && (s.upcards == 0 || s.phase == PhaseBlind || rules.Blind == BlindBeforeLook && s.phase == phaseDeal) ||
		rules.DoubleBlind == DoubleBlindBeforeUpcard && s.upcards == 0 && s.phase != phaseUpcard
}

// View builds the view of a seat of the game, or of the public (Nobody), without Start and
// Events, which a Record knows. A seat that the game doesn't have sees nothing. It stores the legal actions in the slice legal, and
// allocates only if that is too short.
//
// While one seat is asked about the trump six, the others' views are those of a
// hand in which play has begun: nobody else may learn that the question was asked
// (2.9). A server with people at the table also keeps the moment secret: it waits
// equally long whether or not there is such a question, and holds back an early lead
// until then.
func (s *State) View(seat Seat, legal []Action) View {
	if s.phase == PhaseSwap && seat != s.turn {
		begun := *s
		begun.startPlay()
		return begun.View(seat, legal)
	}
	v := View{
		Game: s.game, Seat: seat,
		Phase: s.phase, Turn: s.turn, Dealer: s.dealer, Declarer: s.declarer, Claimant: s.claimant,
		Table: s.table, Played: s.played, Upcard: s.upcard, Trump: s.trump, Pot: s.pot, Price: s.Price(),
		Contract: s.contract, Tricks: s.tricks, Lead: s.lead, Best: Nobody, Stock: s.Stock().Len(),
	}
	if _, up := s.Upcard(); !up {
		v.Upcard = card.Hidden
	}
	for i := range v.Trick {
		v.Trick[i] = card.Hidden
		v.Cards[i] = uint8(s.hands[i].Len())
	}
	if s.phase == PhasePlay && s.inTrick > 0 {
		v.Best = s.winner
		for i, at := 0, s.lead; i < int(s.inTrick); i++ {
			v.Trick[at] = s.trick[at]
			at = s.nextIn(at)
		}
	}
	if s.phase == PhaseDone {
		why := s.Reasons()
		v.Why = &why
	}
	if seat != s.turn && !s.phase.public() {
		v.Phase, v.Turn = PhaseWait, Nature
	}
	if seat >= 0 {
		if seat != s.dealer || !s.sealed() {
			v.Hand = s.hands[seat]
		}
		if seat == s.turn {
			v.Legal = s.Legal(legal[:0])
		}
	}
	return v
}

// public reports whether everybody may know that the hand waits for this: not
// the question about a blind (2.3).
func (p Phase) public() bool {
	switch p {
	case PhaseOpen, PhasePrice, PhaseBid, PhaseJoin, PhaseLay, PhaseDrop, PhasePlay, PhaseDone:
		return true
	}
	return false
}

// AppendObserved appends a hand's events as a seat, or the public (Nobody), observes them.
// The events must be those that led to s.
func (s *State) AppendObserved(dst, log []Event, to Seat) []Event { return s.observed(dst, log, 0, to) }

// hidden reports whether the packets that the dealer was dealt before it went blind are
// hidden from it.
func (s *State) hidden() bool {
	return s.sealed() || s.game.rules.Blind == BlindNewCards && s.contract[s.dealer] == DeclaredBlind
}

// observed appends what to observes of the log from its n-th event on.
func (s *State) observed(dst, log []Event, n int, to Seat) []Event {
	hidden := to == s.dealer && s.hidden()
	for i := range log {
		if i >= n {
			dst = log[i].observe(dst, to, hidden)
		}
		if log[i].Kind == EventAct && log[i].Act.Kind == GoBlind {
			hidden = false // the dealer may see the new cards
		}
	}
	return dst
}

// Record is a hand with its events. Begin starts another one in the same memory. What can be asked of a
// [State] can be asked of a Record. It isn't safe for concurrent use.
type Record struct {
	state
	Start   Start
	Log     []Event // with nothing hidden
	Reveals int     // how often a dealer has been shown cards that it was dealt before
	legal   []Action
}

// state is a State whose methods are the Record's too; what changes it is replaced by the Record's own.
type state = State

// State returns a copy of the state.
func (r *Record) State() State { return r.state }

// Fork makes r a copy of another record. Each goes on with a Log of its own, r with the memory that it has.
func (r *Record) Fork(from *Record) {
	log := append(r.Log[:0], from.Log...)
	r.state, r.Start, r.Log, r.Reveals = from.state, from.Start, log, from.Reveals
}

// Rewind takes the hand back to an earlier State of it, with the number of events and the Reveals of that time.
func (r *Record) Rewind(to State, events, reveals int) {
	r.state, r.Log, r.Reveals = to, r.Log[:events], reveals
}

// ApplyUnlogged makes an action without checking or logging it, for a hand of which no events will be asked.
func (r *Record) ApplyUnlogged(a Action) { r.state.ApplyUnchecked(a) }

// Begin starts a hand. The error is a *[StartError].
func (r *Record) Begin(g *Game, start Start) error {
	s, err := g.NewHand(start)
	if err != nil {
		return err
	}
	r.state, r.Start = s, start
	r.Log = s.Antes(r.Log[:0])
	r.Reveals = 0
	return nil
}

// ApplyUnchecked makes an action without checking it and logs its events. Drawn is as for
// [State.Events].
func (r *Record) ApplyUnchecked(a Action, drawn []card.Card) {
	before := r.state
	r.state.ApplyUnchecked(a)
	r.Log = before.eventsTo(r.Log, a, drawn, &r.state)
	if before.sealed() && !r.sealed() { // now the dealer sees its cards
		r.Reveals++
	}
}

// Apply makes a player's action if it is legal, and logs its events. Otherwise it returns a
// *[Refusal] and changes nothing. It refuses nature's actions with [RefuseNature], since the log
// needs the order of the cards: Nature and ApplyUnchecked make those.
func (r *Record) Apply(a Action) error {
	if err := r.Why(a); err != nil {
		return err
	}
	r.ApplyUnchecked(a, nil)
	return nil
}

// Nature lets the deck act until a player has to, or the hand is over.
func (r *Record) Nature(d *Deck) {
	for r.Turn() == Nature {
		a := d.Next(&r.state)
		r.ApplyUnchecked(a, d.Drawn(a))
	}
}

// Turns plays nature from the deck and yields each seat whose turn it is, until the hand is done or the loop ends. The body
// has to act for that seat:
//
//	for seat := range record.Turns(&deck) {
//		view := record.View(seat)
//		err := record.Apply(player.Act(&view))
//	}
func (r *Record) Turns(d *Deck) iter.Seq[Seat] {
	return func(yield func(Seat) bool) {
		for r.Nature(d); !r.Done() && yield(r.Turn()); r.Nature(d) {
		}
	}
}

// View returns the view of a seat, or of the public (Nobody), with its events. Its
// legal actions are valid until the record changes.
func (r *Record) View(seat Seat) View {
	v := r.state.View(seat, r.legal)
	if v.Legal != nil {
		r.legal = v.Legal
	}
	v.Start = r.Start
	v.Events = r.Observed(seat)
	return v
}

// Observed returns the events that a seat, or the public (Nobody), has observed so far.
// Between calls events are only added, unless Reveals has increased.
func (r *Record) Observed(seat Seat) []Event {
	return r.AppendObserved(make([]Event, 0, len(r.Log)), 0, seat)
}

// ObservedOpen returns what a seat would have observed with all hands face up: each event
// as the seat that it is about observes it. Nobody sees the order of the pack, and cards
// that a dealer may not see stay hidden.
func (r *Record) ObservedOpen(seat Seat) []Event {
	s := &r.state
	dst := make([]Event, 0, len(r.Log))
	hidden := s.hidden()
	for i := range r.Log {
		e := &r.Log[i]
		to := e.Seat
		if e.Kind == EventAct && (e.Act.Kind == See || e.Act.Kind == Keep) {
			to = seat
		}
		dst = e.observe(dst, to, hidden && to == s.dealer)
		if e.Kind == EventAct && e.Act.Kind == GoBlind {
			hidden = false
		}
	}
	return dst
}

// AppendObserved appends what a seat, or the public (Nobody), observes of the log from its
// n-th event on.
func (r *Record) AppendObserved(dst []Event, n int, seat Seat) []Event {
	return r.observed(dst, r.Log, n, seat)
}
