// Package worlds finds the deals that fit what a seat has seen of a hand.
//
// Much of a hand is hidden from each seat: other hands, cards laid away, the stock. A
// world is one deal of all these cards in which everything that the seat has been told is true.
// A Finder finds one for the events of a view, or says which event has no place in any. It
// plays each world in the kernel, so what it returns can really have happened. Readers
// of hand histories check views this way (package history), and a search begins
// from it to imagine others (package bot/search).
//
// A Replay plays events in which nothing is hidden, a world's or a whole hand's, and compares
// what the kernel tells with them.
//
// The files: worlds.go, replay.go, error.go; the search for names of hidden cards is in world.go, with
// tokens.go (where cards are), guess.go (which ones move), and names.go (what they are).
package worlds

import (
	"strconv"

	"chratze/card"
	"chratze/rams"
)

// Observed is what an audience has been told of a hand.
type Observed struct {
	Game   *rams.Game
	Start  rams.Start
	Seat   rams.Seat // whose view it is; Nobody: the public's
	Whole  bool      // nothing is hidden, and the orders of the pack are there too; Seat has no meaning
	Events []rams.Event
}

// own reports whether the audience sees all that a seat sees.
func (o *Observed) own(seat rams.Seat) bool { return o.Whole || o.Seat == seat }

// Moment is a state of a hand and what happens in it.
type Moment struct {
	State rams.State
	Event rams.Event // the first one that the action brings about, as somebody who sees everything is told it
}

// Finder finds worlds and uses its memory again. The zero Finder is ready. It is for one
// goroutine at a time.
type Finder struct {
	Replay Replay // of the world found last
	world  world
	seen   Observed // memory of Imagine
}

// Find finds a world, one of many, in which all events are true, and leaves it played in
// Replay. Otherwise the error says which event is the first impossible one: that with which the
// events up to there have no world.
func (f *Finder) Find(o *Observed) *Error {
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
	for {
		if err := f.world.find(o, n, &rules, &cannot); err != nil {
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
		// What a world gets wrong about a hidden hand tells what that hand didn't hold.
		l := r.excluded
		if err == nil || l.cards&^cannot[l.seat] == 0 {
			return err
		}
		cannot[l.seat] |= l.cards
		refused = err
	}
}

// Imagine finds a world for a view, appends its moments, and returns the state they lead to.
// Only what the view shows is right about it. The view must have its events. The error
// is an *Error.
func (f *Finder) Imagine(v *rams.View, dst []Moment) (past []Moment, now rams.State, err error) {
	f.seen = Observed{Game: v.Game, Start: v.Start, Seat: v.Seat, Events: v.Events}
	r := &f.Replay
	r.Check = nil
	if err := f.find(&f.seen, len(v.Events)); err != nil {
		return dst, rams.State{}, err
	}
	if err := r.CheckTold(); err != nil {
		return dst, rams.State{}, err
	}
	if err := r.Begin(&f.seen, f.world.events); err != nil {
		return dst, rams.State{}, err
	}
	for before, n := r.State, len(r.Log); r.Step(); before, n = r.State, len(r.Log) {
		dst = append(dst, Moment{before, r.Log[n]})
	}
	if v.Turn == v.Seat && r.State.Turn() != v.Seat { // the trump six was kept before the first lead, unseen (2.9)
		r.State.ApplyUnchecked(rams.Action{Kind: rams.Keep, Seat: r.State.Turn()})
	}
	return dst, r.State, nil
}
