package worlds

import (
	"errors"
	"strconv"

	"chratze/card"
	"chratze/rams"
)

// Replay replays events without hidden cards in the kernel, and compares them with the
// kernel's events. A whole hand is played from its shuffles and cuts by a [rams.Deck] with
// the Replay as its Shuffler; a world has neither. The zero Replay is ready for Begin,
// which reuses its memory.
type Replay struct {
	State   rams.State
	Log     []rams.Event // all that the kernel has logged
	Events  []rams.Event // what is played
	At      int          // the next of Events
	Missing *rams.Event  // observed after Events had ended, or nil

	// Check, if not nil, is called before each decision, the At-th event. An error ends the replay.
	Check func(r *Replay) error

	seen     *Observed
	deck     rams.Deck
	observed []rams.Event // memory
	excluded exclusion
	unlucky  bool // other cards in a hidden hand would have done
	err      *Error
}

// exclusion is what a refused play says of the hand of a seat that hides its cards:
// these it didn't hold.
type exclusion struct {
	seat  rams.Seat
	cards card.Set
}

// Begin starts the hand that o is an observation of. events are those to play: o's own if it
// is whole, otherwise those of a world. The error is an *[Error] about the beginning of the hand.
func (r *Replay) Begin(o *Observed, events []rams.Event) error {
	if err := r.begin(o, events); err != nil {
		return err
	}
	return nil
}

// begin is Begin with the type of its error.
func (r *Replay) begin(o *Observed, events []rams.Event) *Error {
	s, err := o.Game.NewHand(o.Start)
	if err != nil {
		return &Error{Event: -1, Code: CodeStart, Err: err}
	}
	r.State, r.Events, r.At, r.Missing = s, events, 0, nil
	r.seen, r.err, r.excluded, r.unlucky = o, nil, exclusion{}, false
	r.deck.Source = r
	r.Log = s.Antes(r.Log[:0])
	r.compare(0)
	return r.err
}

// play plays to the end of the events.
func (r *Replay) play(o *Observed, events []rams.Event) *Error {
	if err := r.begin(o, events); err != nil {
		return err
	}
	for r.Step() {
	}
	return r.err
}

// Step plays one action. It returns false if there are no more events, or the next one is
// impossible.
func (r *Replay) Step() bool {
	if r.err != nil {
		return false
	}
	a, ok := r.unobserved()
	var drawn []card.Card
	switch s := &r.State; {
	case ok:
	case r.At == len(r.Events):
		return false
	case s.Done():
		r.fail(CodeOver, "")
	case s.Turn() != rams.Nature:
		a = r.decision()
	case r.seen.Whole:
		a = r.deck.Next(s)
		drawn = r.deck.Drawn(a)
	default:
		a, drawn = r.chance()
	}
	if r.err != nil {
		return false
	}
	n := len(r.Log)
	r.Log = r.State.Events(r.Log, a, drawn)
	r.State.ApplyUnchecked(a)
	if !ok {
		r.compare(n)
	}
	return r.err == nil
}

func (r *Replay) fail(code, detail string) {
	if r.err == nil {
		r.err = &Error{Event: r.At, Code: code, Detail: detail}
	}
}

// compare compares what the kernel has logged, from the n-th on, with the events. These may
// end before the hand does, anywhere.
func (r *Replay) compare(n int) {
	for i := n; i < len(r.Log); i++ {
		if e := &r.Log[i]; e.Kind == rams.EventShow && !r.seen.own(e.Seat) && (r.At == len(r.Events) || r.Events[r.At] != *e) {
			jacks := e.Cards.Set() &^ r.seen.shownBy(e.Seat)
			r.excluded = exclusion{e.Seat, jacks & -jacks} // it hasn't got all three
			r.fail(CodeWorld, "")
			return
		}
		if r.At == len(r.Events) {
			r.Missing = &r.Log[i]
			return
		}
		if r.Events[r.At] != r.Log[i] {
			if r.err == nil {
				want := r.Log[i]
				r.err = &Error{Event: r.At, Code: CodeEvent, Expected: &want}
			}
			return
		}
		r.At++
	}
}

// next returns the next event if it is of this kind, else fails.
func (r *Replay) next(k rams.EventKind) *rams.Event {
	if r.At < len(r.Events) && r.Events[r.At].Kind == k {
		return &r.Events[r.At]
	}
	if r.At < len(r.Events) {
		r.fail(CodeEvent, k.String())
	}
	return nil
}

// decision returns what the seat whose turn it is has decided, if it is legal.
func (r *Replay) decision() rams.Action {
	s, e := &r.State, &r.Events[r.At]
	if e.Kind != rams.EventAct || e.Seat != s.Turn() {
		r.fail(CodeEvent, "an act of seat "+strconv.Itoa(int(s.Turn())))
		return rams.Action{}
	}
	if r.Check != nil {
		if err := r.Check(r); err != nil {
			r.err = &Error{Event: r.At, Code: CodeCheck, Err: err}
		}
	}
	if e.Cards.Len() != e.Act.Cards.Len() {
		r.fail(CodeHidden, "?? stands in views only")
	}
	if why, refused := errors.AsType[*rams.Refusal](s.Why(e.Act)); refused && r.err == nil {
		r.exclude(why)
		if !r.seen.own(e.Seat) {
			why.Cards = 0 // the world's, not the hand's
		}
		r.err = &Error{Event: r.At, Code: CodeAct, Err: why}
	}
	return e.Act
}

// Shuffle gives the pack, or the discards, the order that the events have. It is for the
// replay's own deck.
func (r *Replay) Shuffle(cards []card.Card) {
	k := rams.EventReshuffle
	if r.State.PendingChance().Kind == rams.Shuffle {
		k = rams.EventShuffle
	}
	e := r.next(k)
	switch {
	case e == nil:
	case e.Cards.Len() != len(cards) || e.Cards.Set() != card.SetOf(cards...):
		r.fail(CodeShuffle, "want each of "+card.SetOf(cards...).String())
	default:
		copy(cards, e.Cards.Slice())
	}
}

// Cut cuts where the events say. It is for the replay's own deck.
func (r *Replay) Cut(n int) int {
	e := r.next(rams.EventCut)
	switch {
	case e == nil:
	case e.At < 1 || int(e.At) >= n:
		r.fail(CodeCut, "at "+strconv.Itoa(int(e.At))+", want 1 to "+strconv.Itoa(n-1))
	default:
		return int(e.At)
	}
	return 1
}

// exclude notes what a refusal says about a hidden hand.
func (r *Replay) exclude(why *rams.Refusal) {
	e := &r.Events[r.At]
	if r.seen.own(e.Seat) {
		return
	}
	switch why.Code {
	case rams.RefuseFollow, rams.RefuseTrump, rams.RefuseHead:
		r.excluded = exclusion{e.Seat, why.Cards}
	case rams.RefuseAlone, rams.RefuseBare:
		r.unlucky = true
	case rams.RefuseLead: // in Loo one trump may have been held, so not those that are shown later
		r.excluded = exclusion{e.Seat, why.Cards &^ r.seen.shownBy(e.Seat)}
	}
	rules := r.State.Game().Rules()
	if trump, _ := r.State.Trump(); why.Code == rams.RefuseFollow && rules.RuffAnytime && rules.Void == rams.VoidAny {
		// The seat could have ruffed, but a trump alone would not have stopped it.
		if suit := why.Cards &^ (card.OfSuit(trump) | rules.Weli.Card()); suit != 0 {
			r.excluded.cards = suit
		}
	}
}

// unobserved returns what happens next without the audience being told: the shuffle, and
// the answers of others by which nothing becomes known. After the last event
// only the answer to a blind question behind the deal (docs/rules.md 4,
// chratzen, 1x4+upcard) is guessed, where a player goes on and not nature; play begins for
// everybody else while somebody is asked about the trump six (rams.State.View).
func (r *Replay) unobserved() (a rams.Action, ok bool) {
	s := &r.State
	turn := s.Turn()
	if turn == rams.Nobody || r.seen.own(turn) {
		return a, false
	}
	if turn == rams.Nature {
		return rams.Action{Kind: rams.Shuffle, Seat: rams.Nature}, s.PendingChance().Kind == rams.Shuffle
	}
	a.Seat = turn
	switch s.Phase() {
	case rams.PhaseDoubleBlind, rams.PhaseBlind:
		a.Kind = rams.See
	case rams.PhaseSwap:
		a.Kind = rams.Keep
	default:
		return a, false
	}
	if r.At == len(r.Events) {
		rules := s.Game().Rules()
		return a, s.Phase() == rams.PhaseBlind && rules.BlindAfterDeal()
	}
	switch r.Events[r.At].Act.Kind {
	case rams.DoubleBlind, rams.GoBlind, rams.Swap:
		return a, false
	}
	return a, true
}

// chance returns what nature does as the world has it.
func (r *Replay) chance() (a rams.Action, drawn []card.Card) {
	e := &r.Events[r.At]
	a = rams.Action{Seat: e.Seat, Cards: e.Cards.Set()}
	switch e.Kind {
	case rams.EventDeal:
		a.Kind = rams.DealCards
	case rams.EventUpcard:
		a.Kind = rams.TurnUp
	case rams.EventTurn:
		a.Kind = rams.TurnBid
	case rams.EventReshuffle:
		a.Kind = rams.Reshuffle
	case rams.EventDraw:
		a.Kind = rams.Draw
		a.Up = card.PairOf(e.Up.Slice()...)
	case rams.EventCut:
		a = rams.Action{Kind: rams.CutPack, Seat: e.Seat}
		a.At, a.Up = e.At, card.PairOf(e.Cards.Slice()...)
	}
	after := r.State
	whole := e.Cards.Len() == a.Cards.Len() || e.Kind == rams.EventCut
	if !whole || after.Apply(a) != nil {
		pending := r.State.PendingChance()
		r.unlucky = pending.Kind == rams.Draw && !r.seen.own(pending.Seat) && r.State.Game().Rules().Exchange == rams.ExchangeSuit
		what := pending.Kind.String()
		if pending.Kind == rams.DealCards || pending.Kind == rams.Draw {
			what += " to seat " + strconv.Itoa(int(pending.Seat)) + ", of what can have been there"
		}
		r.fail(CodeEvent, what)
	}
	return a, e.Cards.Slice()
}

// CheckObserved compares the audience's observation with the kernel's: nothing may be hidden that
// the audience may see, and nothing shown that it may not. The error is an *[Error].
func (r *Replay) CheckObserved() error {
	o := r.seen
	r.observed = r.State.AppendObserved(r.observed[:0], r.Log, o.Seat)
	for i := range o.Events {
		if i == len(r.observed) || r.observed[i] != o.Events[i] {
			return &Error{Event: i, Code: CodeHidden}
		}
	}
	return nil
}
