// The files: worlds.go, replay.go, error.go; the search for names of hidden cards is in world.go, with
// tokens.go (where cards are), guess.go (which ones move), and names.go (what they are).

// Package worlds finds the deals that fit what a seat has seen of a hand.
//
// Much of a hand is hidden from each seat: other hands, discarded cards, the stock. A
// world is one deal of all these cards that agrees with everything the seat has seen.
// A [Finder] finds one for the events of a view, or says which event fits no world. It
// plays each world in the kernel, so its result can really have happened. Readers of
// hand histories check views this way (package history). A [Finder] finds one world, always the same; to
// sample as many as you like, each as often as it is likely, use Searcher.Sample of package bot/search.
//
// A [Replay] plays events without hidden cards, those of a world or of a whole hand, and
// compares the kernel's events with them.
package worlds

import (
	"strconv"

	"chratze/card"
	"chratze/rams"
)

// Observed is an audience's observation of a hand.
type Observed struct {
	Game   *rams.Game
	Start  rams.Start
	Seat   rams.Seat // whose view it is; Nobody: the public's
	Whole  bool      // nothing is hidden, and the orders of the pack are included; Seat is ignored
	Events []rams.Event
}

// own reports whether the audience sees everything that a seat sees.
func (o *Observed) own(seat rams.Seat) bool { return o.Whole || o.Seat == seat }

// shownBy returns the cards that a seat plays in sight of the audience.
func (o *Observed) shownBy(seat rams.Seat) (cards card.Set) {
	for i := range o.Events {
		if e := &o.Events[i]; e.Seat == seat && e.Act.Kind == rams.Play {
			cards |= e.Cards.Set()
		}
	}
	return cards
}

// Moment is a state of a hand and the next action.
type Moment struct {
	State rams.State
	Event rams.Event // the first event of the action, without hidden cards
}

// Finder finds worlds and reuses its memory. The zero Finder is ready to use. It is not
// safe for concurrent use.
type Finder struct {
	Replay Replay // the last world found
	world  world
	seen   Observed // memory of Imagine
	legal  []rams.Action
}

// Find finds one of the worlds that fit all events, and leaves it in Replay, played to
// its end. Otherwise the error is an *[Error] that names the first impossible event: the
// events up to and including it fit no world.
func (f *Finder) Find(o *Observed) error {
	if err := f.first(o); err != nil {
		return err
	}
	return nil
}

// first is Find with the type of its error.
func (f *Finder) first(o *Observed) *Error {
	err := f.find(o, len(o.Events))
	if err == nil || !err.hidden() {
		return err
	}
	good, bad := 0, len(o.Events)
	for bad-good > 1 {
		n := (good + bad) / 2
		if e := f.find(o, n); e != nil && e.hidden() {
			bad, err = n, e
		} else {
			good = n
		}
	}
	if err.Event != bad-1 {
		err = &Error{Event: bad - 1, Code: CodeWorld, Detail: "with it event " + strconv.Itoa(err.Event) + " is impossible", Err: err.Err}
	}
	return err
}

// find finds a world in which the first n events are true. The error has an event that
// is impossible with the others.
func (f *Finder) find(o *Observed, n int) *Error {
	r := &f.Replay
	if o.Whole {
		return r.play(o, o.Events[:n])
	}
	rules := o.Game.Rules()
	var cannot [rams.MaxSeats]card.Set // what each seat can't have held in the end
	var refused *Error
	for tried := uint64(0); ; {
		if err := f.world.find(o, n, &rules, &cannot, tried); err != nil {
			if err.Event < 0 && refused != nil {
				return refused
			}
			if err.Event < 0 {
				return err
			}
			if before := f.find(o, err.Event); before != nil {
				return before // the kernel finds something earlier
			}
			return err
		}
		err := r.play(o, f.world.events)
		if r.unlucky && tried+1 < maxTries {
			tried++
			continue
		}
		// What a world gets wrong about a hidden hand tells what that hand didn't hold.
		l := r.excluded
		if err == nil || l.cards&^cannot[l.seat] == 0 {
			return err
		}
		cannot[l.seat] |= l.cards
		refused = err
	}
}

// Imagine finds a world for a view, appends its moments to dst, and returns the state they
// lead to. Only what the view shows is certain about it. The view must have its events, as
// Record.View has and State.View hasn't. The error is an *[Error]; the state is then the zero State.
func (f *Finder) Imagine(v *rams.View, dst []Moment) (past []Moment, now rams.State, err error) {
	f.seen = Observed{Game: v.Game, Start: v.Start, Seat: v.Seat, Events: v.Events}
	r := &f.Replay
	r.Check = nil
	if err := f.find(&f.seen, len(v.Events)); err != nil {
		return dst, rams.State{}, err
	}
	if err := r.CheckObserved(); err != nil {
		return dst, rams.State{}, err
	}
	if err := r.Begin(&f.seen, f.world.events); err != nil {
		return dst, rams.State{}, err
	}
	for before, n := r.State, len(r.Log); r.Step(); before, n = r.State, len(r.Log) {
		dst = append(dst, Moment{before, r.Log[n]})
	}
	if v.Turn == v.Seat && r.State.Turn() != v.Seat && r.State.Phase() == rams.PhaseSwap { // the trump six was kept before the first lead, unseen (2.9)
		r.State.ApplyUnchecked(rams.Action{Kind: rams.Keep, Seat: r.State.Turn()})
	}
	w := r.State.View(v.Seat, f.legal)
	f.legal = w.Legal
	same := (v.Phase == rams.PhaseWait || w.Turn == v.Turn && w.Phase == v.Phase) && w.Hand == v.Hand && w.Table == v.Table && w.Played == v.Played &&
		w.Declarer == v.Declarer && w.Claimant == v.Claimant && w.Pot == v.Pot && w.Contract == v.Contract && w.Cards == v.Cards && w.Stock == v.Stock
	if r.Missing != nil || !same {
		return dst, rams.State{}, &Error{Event: -1, Code: CodeWorld, Detail: "the events don't lead to the view"}
	}
	return dst, r.State, nil
}
