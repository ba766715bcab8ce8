package history

import (
	"errors"
	"strconv"

	"chratze/card"
	"chratze/rams"
)

// View returns what an audience may see of the hand (docs/rams-hand.md, view). It
// keeps the other fields of the line, but not fair: only who made the proof knows
// what of it reveals nothing. A view can only be narrowed, to Public. The error
// is an *Error if the hand can't have happened, or there is no such view of it.
func (h *Hand) View(to Audience) (Hand, error) {
	if to == h.For {
		return *h, nil
	}
	if int(to.Seat()) >= h.Seats || h.For != Full && to != Public {
		return Hand{}, &Error{Event: -1, Field: "view", Code: CodeValue,
			Detail: "seat " + strconv.Itoa(int(to.Seat())) + " has none of this line"}
	}
	var c Checker
	if err := c.play(h); err != nil {
		return Hand{}, err
	}
	view := *h
	view.For = to
	view.Events, view.told = nil, nil
	legal := h.legalOf(to.Seat())
	for _, e := range c.replay.state.AppendObserved(nil, c.replay.log, to.Seat()) {
		told := Event{Event: e}
		if e.Kind == rams.EventAct && e.Seat == to.Seat() && len(legal) > 0 {
			told.Legal, legal = legal[0], legal[1:]
		}
		view.Events = append(view.Events, told)
	}
	view.Extra = nil
	for _, f := range h.Extra {
		if f.Name != "fair" {
			view.Extra = append(view.Extra, f)
		}
	}
	return view, nil
}

// legalOf returns the lists of legal acts of a seat, in the order of its acts.
func (h *Hand) legalOf(seat rams.Seat) (lists [][]rams.Action) {
	for i := range h.Events {
		if e := &h.Events[i]; e.Kind == rams.EventAct && e.Seat == seat {
			lists = append(lists, e.Legal)
		}
	}
	return lists
}

// ---- checking views ----

// learnt is what a refused play says of the hand of a seat that hides its cards:
// these it didn't hold.
type learnt struct {
	seat  rams.Seat
	cards card.Set
}

// playView looks for a world in which the view is true. Without one the first
// impossible event is that with which the line up to there has no world.
func (c *Checker) playView(h *Hand) *Error {
	g, err := c.game(h)
	if err != nil {
		return err
	}
	err = c.playWorld(h, g, len(h.Events))
	if err == nil || !err.worldly() {
		return err
	}
	good, bad := 0, len(h.Events)
	for bad-good > 1 {
		n := (good + bad) / 2
		if e := c.playWorld(h, g, n); e != nil && e.worldly() {
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

// worldly reports whether the line was refused because of cards that it hides, so
// that a later event may be to blame.
func (e *Error) worldly() bool {
	var r *rams.Refusal
	return e.Code == CodeWorld || errors.As(e.Err, &r) && r.Cards == 0
}

// playWorld looks for a world in which the first n events are true and plays it.
// What a world gets wrong about a hidden hand teaches it what that hand didn't
// hold.
func (c *Checker) playWorld(h *Hand, g *rams.Game, n int) *Error {
	rules := g.Rules()
	var cannot [rams.MaxSeats]card.Set // what each seat can't have held in the end
	var refused *Error
	r := &c.replay
	for {
		if err := c.world.find(h, n, &rules, &cannot); err != nil {
			if err.Event < 0 && refused != nil {
				return refused
			}
			if err.Event < 0 {
				return err
			}
			if before := c.playWorld(h, g, err.Event); before != nil {
				return before // the kernel finds something earlier
			}
			return err
		}
		if err := r.begin(h, g, c.world.events); err != nil {
			return err
		}
		for r.step() {
		}
		l := r.learnt
		if r.err == nil && n == len(h.Events) {
			r.checkEnd(h)
			r.checkTold(h)
		}
		if r.err == nil || l.cards&^cannot[l.seat] == 0 {
			return r.err
		}
		cannot[l.seat] |= l.cards
		refused = r.err
	}
}

// learn notes what a refusal says about a hidden hand.
func (r *replay) learn(why *rams.Refusal) {
	e := &r.events[r.at]
	if r.view == Full || r.view.Seat() == e.Seat {
		return
	}
	switch why.Code {
	case rams.RefuseFollow, rams.RefuseTrump, rams.RefuseHead:
		r.learnt = learnt{e.Seat, why.Cards}
	}
	rules := r.state.Game().Rules()
	if trump, _ := r.state.Trump(); why.Code == rams.RefuseFollow && rules.RuffAnytime && rules.Void == rams.VoidAny {
		// He could have ruffed, but a trump alone would not have stopped him.
		if suit := why.Cards &^ (card.OfSuit(trump) | rules.Weli.Card()); suit != 0 {
			r.learnt.cards = suit
		}
	}
}

// unseen returns what happens next without the view showing it: the shuffle, and
// the answers of others by which nothing becomes known. Behind the last event of
// the line only the answer to a blind question behind the deal (docs/rules.md 4,
// chratzen) is guessed, where a player goes on and not nature; play begins for
// everybody else while somebody is asked about the trump six (rams.State.View).
func (r *replay) unseen() (a rams.Action, ok bool) {
	s := &r.state
	turn := s.Turn()
	if r.view == Full || turn == rams.Nobody || turn == r.view.Seat() {
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
	if r.at == len(r.events) {
		return a, s.Phase() == rams.PhaseBlind && s.Game().Rules().Blind == rams.BlindNewCards
	}
	switch r.events[r.at].Act.Kind {
	case rams.DoubleBlind, rams.GoBlind, rams.Swap:
		return a, false
	}
	return a, true
}

// shown returns what nature does as the view shows it, in the world of its hidden
// cards.
func (r *replay) shown() (a rams.Action, drawn []card.Card) {
	e := &r.events[r.at]
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
	after := r.state
	whole := e.Cards.Len() == a.Cards.Len() || e.Kind == rams.EventCut
	if !whole || after.Apply(a) != nil {
		owed := r.state.PendingChance()
		what := owed.Kind.String()
		if owed.Kind == rams.DealCards || owed.Kind == rams.Draw {
			what += " to seat " + strconv.Itoa(int(owed.Seat)) + ", of what can have been there"
		}
		r.expected(what)
	}
	return a, e.Cards.Slice()
}

// checkTold holds the line against what the kernel tells its audience: nothing
// hidden that it may see, and nothing shown that it may not.
func (r *replay) checkTold(h *Hand) {
	if r.err != nil {
		return
	}
	r.told = r.state.AppendObserved(r.told[:0], r.log, r.view.Seat())
	for i := range h.Events {
		if i == len(r.told) || r.told[i] != h.Events[i].Event {
			r.at = i
			r.fail(CodeHidden, "found "+r.found())
			return
		}
	}
}
