package table

import (
	"chratze/card"
	"chratze/rams"
)

// The trump six may be swapped when all exchanges are over (docs/rules.md 2.9). Who
// holds it is a secret, so all wait, whether or not anybody does. From the exchange on
// everybody in the hand can say what to do with it, whether or not they hold it. The
// wait ends when all people have said so, and after sixLeast at the earliest; if somebody says
// nothing it lasts to the end of Config.SixWindow. So its end depends on what
// people have said and on what everybody sees, and not on where the six is.

// said is what a person wants done with the trump six.
type spokenSix struct {
	now     string // in this hand: "swap", "keep" or ""
	always  string // in every hand in which nothing else is said
	decided bool   // nobody has to wait for him in this hand
}

// act returns what is to be done with the six; "": nothing has been said.
func (s *spokenSix) act() string {
	if s.now != "" {
		return s.now
	}
	return s.always
}

// SixShortest is how long the wait for the trump six lasts at least where a table
// doesn't say.
const SixShortest Millis = 800

func (t *Table) sixLeast() Millis {
	if t.cfg.SixLeast == 0 {
		return min(SixShortest, t.cfg.SixWindow)
	}
	return min(t.cfg.SixLeast, t.cfg.SixWindow)
}

// closes returns when the window for the trump six closes, if nothing else is said;
// 0: none is open.
func (t *Table) closes(now Millis) Millis {
	if t.window == 0 {
		return 0
	}
	for seat, c := range t.seats {
		said := &t.chairs[c].six
		if said.decided || said.always != "" || !t.human(c) || !t.hand.State.Contract(rams.Seat(seat)).In() {
			continue
		}
		if _, bot := t.standIn(c, now); !bot {
			return t.window
		}
	}
	return t.window - t.cfg.SixWindow + t.sixLeast()
}

// SixSaid is what a chair has said about the trump six.
type SixSaid string

// What can have been said.
const (
	SixNot  SixSaid = ""     // there is nothing to say at the moment
	SixOpen SixSaid = "open" // nothing has been said yet
	SixSwap SixSaid = "swap"
	SixKeep SixSaid = "keep"
)

// sixSaid returns what a chair has said about the trump six, from the exchange on until the
// window closes. That there is something to say depends on what everybody sees alone.
func (t *Table) sixSaid(c int) SixSaid {
	if t.stage != Playing || t.cfg.SixWindow == 0 || c < 0 || !t.human(c) || t.chairs[c].leaving {
		return SixNot
	}
	s, seat := &t.hand.State, t.audience(c)
	phase := s.Phase()
	if seat < 0 || !t.game.Rules().SixSwap || !s.Contract(seat).In() || phase < rams.PhaseLay || t.window == 0 && phase >= rams.PhaseSwap {
		return SixNot
	}
	if up, ok := s.Upcard(); !ok || !s.Table().Has(up) || up.Rank() == card.Six {
		return SixNot
	}
	if act := t.chairs[c].six.act(); act != "" {
		return SixSaid(act)
	}
	return SixOpen
}

func (t *Table) applySix(r *Record) {
	if t.window != 0 {
		t.remark(r.Chair)
	}
	s := &t.chairs[r.Chair].six
	s.now = r.Act
	s.decided = s.decided || !r.Quiet
	if r.Always {
		s.always = r.Act
	}
}

// sixPossible reports whether everybody sees that the trump six could be swapped
// now: all exchanges are over and an upcard lies on the table (2.9).
func (t *Table) sixPossible() bool {
	s := &t.hand.State
	if !t.game.Rules().SixSwap || s.Phase() != rams.PhaseSwap && s.Phase() != rams.PhasePlay || s.Played() != 0 {
		return false
	}
	up, ok := s.Upcard()
	return ok && s.Table().Has(up) && up.Rank() != card.Six
}

// applyShut ends the window for the trump six: whoever holds it has said what to do with it, or
// keeps it.
func (t *Table) applyShut(r *Record) {
	t.window = 0
	if t.hand.State.Phase() == rams.PhaseSwap {
		seat := t.hand.State.Turn()
		kind := rams.Keep
		if t.chairs[t.seats[seat]].six.act() == rams.Swap.String() {
			kind = rams.Swap
		}
		t.hand.ApplyUnchecked(rams.Action{Kind: kind, Seat: seat}, nil)
	}
	t.goOn(r.At, t.hand.State.Phase())
}
