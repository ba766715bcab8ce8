package table

import (
	"cmp"

	"chratze/card"
	"chratze/rams"
)

// The trump six may be swapped when all exchanges are over (docs/rules.md 2.9). Its holder must
// stay secret, so everybody waits, even if nobody has it. From the exchange on, everybody in
// the hand can say what to do with it, whether or not they hold it. The wait ends when
// everybody has, but not before sixLeast; if somebody says nothing it ends after
// Config.SixWindow. So its end depends on what people said and on what everybody sees, and
// never on where the six is.

// sixAnswer is what a person wants to do with the trump six.
type sixAnswer struct {
	now     string // in this hand: "swap", "keep" or ""
	always  string // in every hand for which nothing else was said
	decided bool   // nobody has to wait for this person in this hand
}

// act returns what to do with the six; "": the person hasn't said.
func (s *sixAnswer) act() string {
	if s.now != "" {
		return s.now
	}
	return s.always
}

// SixShortest is the shortest wait for the trump six, unless the table's Config says otherwise.
const SixShortest Millis = 800

// closes returns when the wait for the trump six ends if nobody says anything more; 0: there is
// no wait.
func (t *Table) closes(now Millis) Millis {
	if t.window == 0 {
		return 0
	}
	for seat, c := range t.seats {
		said := &t.chairs[c].six
		if said.decided || said.always != "" || !t.human(c) || !t.hand.Contract(rams.Seat(seat)).In() {
			continue
		}
		if _, bot := t.standIn(c, now); !bot {
			return t.window
		}
	}
	return t.window - t.cfg.SixWindow + min(cmp.Or(t.cfg.SixLeast, SixShortest), t.cfg.SixWindow)
}

// SixSaid is what a chair has said about the trump six.
type SixSaid string

// The values of SixSaid, besides "swap" and "keep".
const (
	SixNot  SixSaid = ""     // there is nothing to say now
	SixOpen SixSaid = "open" // it hasn't said anything yet
	SixSwap SixSaid = "swap"
	SixKeep SixSaid = "keep"
)

// sixSaid returns what a chair has said about the trump six, from the exchange until the wait
// ends. Whether it can say something depends only on what everybody sees.
func (t *Table) sixSaid(c int) SixSaid {
	if t.stage != Playing || t.cfg.SixWindow == 0 || !t.plays(c) {
		return SixNot
	}
	s := t.hand.State()
	phase := s.Phase()
	if !s.Contract(t.seatOf(c)).In() || phase < rams.PhaseLay || t.window == 0 && phase >= rams.PhaseSwap || !sixWanted(&s) {
		return SixNot
	}
	return cmp.Or(SixSaid(t.chairs[c].six.act()), SixOpen)
}

// sixWanted reports whether an upcard lies on the table for which the trump six may be swapped.
func sixWanted(s *rams.State) bool {
	up, ok := s.Upcard()
	return ok && s.Game().Rules().SixSwap && s.Table().Has(up) && up.Rank() != card.Six
}

// sixPossible reports whether, as far as everybody can see, the trump six could be swapped now:
// all exchanges are over and an upcard lies on the table (2.9).
func sixPossible(s *rams.State) bool {
	return (s.Phase() == rams.PhaseSwap || s.Phase() == rams.PhasePlay) && s.Played() == 0 && sixWanted(s)
}

// checkSix checks what is said about the trump six.
func (t *Table) checkSix(r *Record) error {
	if t.stage != Playing || t.cfg.SixWindow == 0 || t.window == 0 && t.hand.Phase() >= rams.PhaseSwap || t.seatOf(r.Chair) < 0 {
		return refuse(RefusedTurn)
	}
	return unless(r.Act == rams.Swap.String() || r.Act == rams.Keep.String(), RefusedAct)
}

// apply notes what is said.
func (s *sixAnswer) apply(r *Record) {
	s.now, s.decided = r.Act, s.decided || !r.Quiet
	if r.Always {
		s.always = r.Act
	}
}

// applyShut ends the wait for the trump six. Its holder has said what to do, or keeps it.
func (t *Table) applyShut(r *Record) error {
	t.window = 0
	if t.hand.Phase() == rams.PhaseSwap {
		seat := t.hand.Turn()
		kind := rams.Keep
		if t.chairs[t.seats[seat]].six.act() == rams.Swap.String() {
			kind = rams.Swap
		}
		t.hand.ApplyUnchecked(rams.Action{Kind: kind, Seat: seat}, nil)
	}
	return t.goOn(r.At, t.hand.Phase())
}
