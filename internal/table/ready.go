package table

import (
	"iter"
	"slices"

	"chratze/rams"
)

// Ready says what has to happen after a step, in this order:
//
//  1. Append is written to the log, durably and all or nothing, BEFORE anything else. Nothing that
//     people see may be lost when the server dies.
//  2. Everybody who is connected is sent their News, BEFORE the table steps again: a hand that
//     begins at once would hide how the last one ended.
//  3. Asks go to bots. Their answers may come in any order, or never.
//  4. Tick is called at Wake, or later. A later Ready replaces Wake.
//
// The Readies of many tables may share one write to the log.
type Ready struct {
	Append [][]byte // records, in order; the first has the number First
	First  uint64
	Asks   []Ask
	Wake   Millis // 0: not until something comes in
}

// Ask is a question for a bot. Its View shares no memory with the table.
type Ask struct {
	Chair    int
	Question uint64
	Bot      string
	By       By // why a bot answers
	View     rams.View
	At       Millis      // when the answer counts as given. It is fixed before the bot thinks, so it reveals nothing
	Act      rams.Action // the answer, if the script of a Deal has one; zero: the bot chooses

	met []rams.Record
}

// Met yields the last hands of these people on these seats, the newest first, as the bot's seat has seen them.
// It shares nothing with the table that changes.
func (a *Ask) Met() iter.Seq[*rams.View] {
	return func(yield func(*rams.View) bool) {
		for _, r := range slices.Backward(a.met) {
			if v := r.View(a.View.Seat); !yield(&v) {
				return
			}
		}
	}
}

// Pending adds the bots to ask and the time to wake up to ready: after a step, and after a
// replay.
func (t *Table) Pending(now Millis, ready *Ready) {
	if t.heir() >= 0 {
		ready.wake(max(t.chairs[t.host].away+t.cfg.Away, now))
	}
	switch t.stage {
	case Lobby, Between:
		if t.proof != nil {
			if r, at := t.prepared(now); r != nil {
				ready.wake(now)
			} else if at != 0 {
				ready.wake(at)
			}
			return
		}
		if t.stage == Between && t.goesOn() {
			ready.wake(max(t.begins(), now))
		}
		return
	case Playing:
	default:
		return
	}
	if t.window != 0 {
		ready.wake(t.closes(now))
	}
	if t.undo.until != 0 {
		ready.wake(t.undo.until)
	}
	c := t.questioned()
	if c < 0 {
		return
	}
	by, bot := t.standIn(c, now)
	if !bot {
		if due := t.due(c); due != 0 {
			ready.wake(due)
		}
		if ch := &t.chairs[c]; ch.present == 0 && t.cfg.Away > 0 {
			ready.wake(ch.away + t.cfg.Away)
		}
		return
	}
	if q := (question{c, t.chairs[c].asked}); t.bots != q {
		t.bots = q
		seat := t.seatOf(c)
		ask := Ask{Chair: c, Question: q.number, Bot: t.botFor(c), By: by, View: t.copyView(seat), At: now, Act: t.scripted(seat), met: t.met}
		if by == ByBot && t.window == 0 { // an answer in the window is shown when it closes
			ask.At = max(now, t.asked+t.pause())
		}
		ready.Asks = append(ready.Asks, ask)
	}
}

// pause is how long a bot seems to think. There is none before the first decision of a person
// who is alone with bots: a newcomer doesn't know yet what to look at.
func (t *Table) pause() Millis {
	if t.untried() {
		return 0
	}
	return t.cfg.Pace / 4
}

// questioned returns the chair with an open question, which may be secret, or -1.
func (t *Table) questioned() int {
	if t.stage != Playing {
		return -1
	}
	c := t.seats[t.hand.Turn()]
	if t.window != 0 && (t.hand.Phase() != rams.PhaseSwap || t.chairs[c].six.act() != "") {
		return -1
	}
	return c
}

// Wanted reports whether the table still waits for a bot's answer to an Ask. If not, the bot
// may stop thinking: it is asked again if that changes.
func (t *Table) Wanted(now Millis, a *Ask) bool {
	q := question{a.Chair, a.Question}
	if t.bots != q {
		return false
	}
	if c := t.questioned(); c == a.Chair && t.chairs[c].asked == a.Question {
		if _, bot := t.standIn(c, now); bot {
			return true
		}
	}
	t.bots = question{}
	return false
}

func (r *Ready) wake(at Millis) {
	if r.Wake == 0 || at < r.Wake {
		r.Wake = at
	}
}

// deadline returns the deadline of the chair on turn, which may be in the past; 0: no clock.
func (t *Table) deadline(c int) Millis {
	if t.cfg.Decision == 0 || t.window != 0 {
		return 0
	}
	return t.asked + t.cfg.Decision + t.chairs[c].bank + t.more
}

// moreTime is what a person can ask for, once a decision.
const moreTime Millis = 30_000

// doMore gives the chair on turn more time. Who needs longer to hear or to see a question isn't a slow player, so the bank
// isn't touched. A restart starts the clock anew, so nothing is logged.
func (t *Table) doMore(now Millis, c *Command) (Ready, error) {
	at := t.questioned()
	switch {
	case at < 0 || at != c.From:
		return Ready{}, refuse(RefusedTurn)
	case c.Question != t.chairs[at].asked:
		return Ready{}, refuse(RefusedStale)
	case t.cfg.Strict || t.more > 0 || t.due(at) == 0:
		return Ready{}, refuse(RefusedMore)
	}
	t.more = moreTime
	return t.rest(now), nil
}

// due returns the deadline if it is in the future, otherwise 0.
func (t *Table) due(c int) Millis {
	if t.timeout {
		return 0
	}
	return t.deadline(c)
}

func (d *dealt) copyView(seat rams.Seat) rams.View {
	v := d.hand.View(seat)
	v.Legal = slices.Clone(v.Legal)
	return v
}

// canBegin reports whether a hand can begin, and somebody is there to see it.
func (t *Table) canBegin() bool { return t.checkBegin() == nil && t.somebodyHere() }

// goesOn reports whether the next hand begins by itself. A person alone with bots decides when
// it does, since they may want to take something back.
func (t *Table) goesOn() bool { return t.canBegin() && t.alone() < 0 }
