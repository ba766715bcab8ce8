package table

import (
	"chratze/card"
	"chratze/rams"
)

// The trump six may be swapped when all exchanges are over (docs/rules.md 2.9). Who
// holds it is a secret, so all wait, whether or not anybody does. From the exchange on
// everybody who is in the hand can say what to do with it, whether or not he holds it. The
// wait ends when all people have said so, and after sixLeast at the earliest; for who says
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

// Six says in advance, or while the window is open, what a chair does with the trump six if
// it has it: "swap" or "keep"; always: in the hands to come as well, until it says
// something else.
func (t *Table) Six(now Millis, c int, act string, always bool) (Ready, error) {
	if c < 0 || t.audience(c) < 0 || !t.human(c) || t.chairs[c].leaving {
		return Ready{}, refuse(RefusedTurn)
	}
	return t.six(now, c, act, always, false)
}

// six takes what is said about the trump six; quiet: in answer to the question that
// only who holds it is asked, by which nobody's wait may end.
func (t *Table) six(now Millis, c int, act string, always, quiet bool) (Ready, error) {
	if t.stage != Playing || t.cfg.SixWindow == 0 || t.window == 0 && t.hand.State.Phase() >= rams.PhaseSwap {
		return Ready{}, refuse(RefusedTurn)
	}
	if act != rams.Swap.String() && act != rams.Keep.String() {
		return Ready{}, refuse(RefusedAct)
	}
	if s := &t.chairs[c].six; s.now == act && (quiet || s.decided) && (!always || s.always == act) {
		ready := Ready{First: t.seq}
		t.Pending(now, &ready)
		return ready, nil
	}
	return t.step(now, Record{Kind: KindSix, Chair: c, Act: act, Always: always, Quiet: quiet}, nil)
}

func (t *Table) applySix(r *Record) string {
	if t.seatOf(r.Chair) < 0 || r.Act != rams.Swap.String() && r.Act != rams.Keep.String() {
		return "nothing to say about the trump six"
	}
	if t.window != 0 {
		t.remark(r.Chair)
	}
	s := &t.chairs[r.Chair].six
	s.now = r.Act
	s.decided = s.decided || !r.Quiet
	if r.Always {
		s.always = r.Act
	}
	return ""
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

// shut ends the window for the trump six: who holds it has said what he wants, or
// keeps it.
func (t *Table) shut(r *Record) string {
	if t.window == 0 { // that it was over the table has seen live; a restart may have set its clock back
		return "no window for the trump six is open"
	}
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
	return ""
}
