package table

import (
	"slices"

	"chratze/history"
	"chratze/rams"
)

// Question is what a chair is asked.
type Question struct {
	Number uint64 // goes into the answer, so that no answer counts twice
	Legal  []rams.Action
	Stakes []rams.Stake // in the auction: the target and the penalty of each of Legal
	Prize  rams.Prize   // in the auction: what can be won
	Only   string       // why there is one answer only, the code of a [rams.Refusal]: the card that has to be played, or a dealer left alone; "": there is a choice
	Due    Millis       // 0: no clock
	Six    bool         // it is about the trump six, and may be answered until Window
}

// News is what a chair, or the public, has to be sent since its Cursor last moved.
type News struct {
	Hand     int          // how many hands have begun
	Anew     bool         // Events replace those from From on; otherwise they follow
	Start    rams.Start   // how that hand began
	From     int          // index of the first of Events in the hand
	Events   []rams.Event // valid until the next call
	Turn     int          // the chair that everybody waits for; -1: none, or it is secret
	Due      Millis       // its deadline
	Window   Millis       // when the wait for the trump six ends if nobody says anything more; 0: no wait
	Six      SixSaid      // what this chair has said about the trump six
	Question *Question    // the question to this chair
	Stakes   []rams.Stake // by seat: target and penalty, if anybody's has changed
	Forced   string       // with Stakes: how the deal was forced ([rams.Contract.Forced]); "": players are asked
	Info     *Info        // the table itself, if it has changed
	Parts    Parts        // which parts of it; all of them for a zero Cursor
	Past     *Past        // the evening so far, for a zero Cursor or if Back
	Proof    *ProofNews   // of the deals, if the Cursor takes part in the proof
	Back     bool         // something was taken back, or the hand begins again: Past replaces what was sent
}

// Cursor records what an audience has already received; the zero Cursor, nothing.
type Cursor struct {
	begun bool
	hand  handCursor
	turn  turnCursor
	info  uint64 // Table.info at that time
	proof proofCursor
}

// handCursor records how much of a hand was sent, and how it was seen then.
type handCursor struct {
	number, reveals int
	log, events     int // how many events of the hand, and how many of them were for this audience
	seat            rams.Seat
	open            bool
	backs           uint64
	contract        [rams.MaxSeats]rams.Contract
}

// turnCursor records what was sent about the turn.
type turnCursor struct {
	turn   int
	window Millis
	six    SixSaid
	more   Millis // the time added to the clock, for those who see the clock
	asked  uint64
}

// News returns what chair c, or the public (-1), has to be sent beyond what the cursor records,
// and moves the cursor. It returns false if there is nothing.
func (t *Table) News(c int, cur *Cursor) (News, bool) {
	seat := t.audience(c)
	if cur.begun && t.stage == Playing && t.window == 0 && t.hand.Phase() == rams.PhaseSwap && seat != t.hand.Turn() {
		return News{}, false // without a window the others learn nothing until the question is answered (2.9)
	}
	n := News{Hand: t.hands, Turn: -1, Anew: !cur.begun, Back: cur.begun && cur.hand.backs != t.backs}
	if t.hands > 0 {
		t.newsEvents(&n, &cur.hand, c, seat)
		t.newsStakes(&n, &cur.hand)
	}
	if t.stage == Playing {
		t.newsTurn(&n, seat)
		n.Six = t.sixSaid(c)
	}
	if !cur.begun || n.Back {
		n.Past = t.past()
	}
	t.newsInfo(&n, cur)
	if t.proof != nil && cur.proof.wants {
		person := 0
		if c >= 0 && t.chairs[c].next == nil && !t.veiled(c) { // in the hand or not: there were others before
			person = t.PersonOn(c)
		}
		to := t.reader(history.SeatView(seat), person, t.stage == Over)
		to.left = c >= 0 && !t.human(c)
		n.Proof = t.proof.news(&cur.proof, to)
	}
	turn := turnCursor{n.Turn, n.Window, n.Six, 0, 0}
	if n.Question != nil {
		turn.asked = n.Question.Number
	}
	if n.Turn >= 0 || n.Question != nil {
		turn.more = t.more
	}
	changed := n.Anew || len(n.Events) > 0 || turn != cur.turn || n.Info != nil || n.Proof != nil
	cur.begun, cur.turn = true, turn
	return n, changed
}

// newsEvents adds the new events of the hand. It sends all of them again if it is another hand
// or another seat, or if the seat now sees more.
func (t *Table) newsEvents(n *News, cur *handCursor, c int, seat rams.Seat) {
	open, observed := t.open(c), t.hand.Observed
	if open {
		observed = t.hand.ObservedOpen
	}
	n.Start, n.From = t.hand.Start, cur.events
	switch {
	case n.Anew || n.Back || cur.number != t.hands || cur.seat != seat || cur.open != open || open && cur.reveals != t.hand.Reveals:
		n.Anew, n.From = true, 0
		n.Events = observed(seat)
	case open:
		n.Events = observed(seat)[n.From:]
	case cur.reveals != t.hand.Reveals && seat == t.hand.Dealer():
		all := observed(seat)
		n.Anew, n.From = true, min(cur.events, firstDeal(all))
		n.Events = all[n.From:]
	default:
		t.scratch = t.hand.AppendObserved(t.scratch[:0], cur.log, seat)
		n.Events = t.scratch
	}
	cur.number, cur.seat, cur.open, cur.backs = t.hands, seat, open, t.backs
	cur.log, cur.events, cur.reveals = len(t.hand.Log), n.From+len(n.Events), t.hand.Reveals
}

// newsInfo adds the changed parts of the table itself; a zero Cursor gets all of them.
func (t *Table) newsInfo(n *News, cur *Cursor) {
	if cur.begun && cur.info == t.info {
		return
	}
	n.Info, n.Parts = t.current(), allParts
	if cur.begun {
		if n.Parts = t.sent.changed(cur.info); n.Parts == 0 {
			n.Info = nil
		}
	}
	cur.info = t.info
}

// firstDeal returns the index of the first packet. Events before it look the same to a dealer
// who may now see their cards.
func firstDeal(events []rams.Event) int {
	return slices.IndexFunc(events, func(e rams.Event) bool { return e.Kind == rams.EventDeal })
}

// newsTurn adds whose turn it is, as far as the seat may know, and the question if it is the
// seat's own turn.
func (t *Table) newsTurn(n *News, seat rams.Seat) {
	n.Window = t.closes(0)
	state := t.hand.State()
	v := state.View(seat, nil)
	six := v.Phase == rams.PhaseSwap
	if t.window != 0 && !six {
		return
	}
	if v.Turn >= 0 && !six {
		n.Turn = t.seats[v.Turn]
		n.Due = t.due(n.Turn)
	}
	if seat >= 0 && v.Turn == seat && t.hand.Turn() == seat {
		c := t.seats[seat]
		if six && t.chairs[c].six.act() != "" || t.chairs[c].leaving {
			return
		}
		n.Question = Asked(&state, &v)
		n.Question.Number, n.Question.Due, n.Question.Six = t.chairs[c].asked, t.due(c), six
	}
}
