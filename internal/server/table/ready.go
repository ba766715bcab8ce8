package table

import (
	"slices"

	"chratze/rams"
)

// Ready is what has to happen after a step, in this order:
//
//  1. Append is written to the log, durably and all or nothing, BEFORE anything else: what
//     people are told must not be lost when the server dies.
//  2. Everybody who is connected is told their News, BEFORE the table steps again: a hand that
//     begins at once would hide how the last one ended.
//  3. Asks go to bots. Their answers may come in any order, or never: the table asks again.
//  4. Tick is called at Wake, or later. A later Ready replaces Wake.
//
// Readies of many tables may share one write to the log.
type Ready struct {
	Append [][]byte // records, the first with the number First
	First  uint64
	Asks   []Ask
	Wake   Millis // 0: only when something comes in
}

// Ask is a question for a bot. Its View shares nothing with the table.
type Ask struct {
	Chair    int
	Question uint64
	Bot      string
	By       By // why a bot answers
	View     rams.View
	At       Millis      // the moment of the answer, which tells nothing: it is known before the bot thinks
	Act      rams.Action // what it is to answer, by the script of a Deal; zero: what it likes
}

// Refused says why a command was refused; Code is stable and names a message. If the
// kernel refused an act, Rule has its reason.
type Refused struct {
	Code   string
	Rule   *rams.Refusal
	Detail string // for developers; may be empty
}

func (r *Refused) Error() string {
	if r.Rule != nil {
		return "table: refused: " + r.Rule.Error()
	}
	if r.Detail != "" {
		return "table: refused: " + r.Code + ": " + r.Detail
	}
	return "table: refused: " + r.Code
}

// The codes of Refused.
const (
	RefusedKind    = "kind"    // no such command
	RefusedStage   = "stage"   // not at this moment of the evening
	RefusedTurn    = "turn"    // this chair is not asked anything
	RefusedStale   = "stale"   // the question has been answered
	RefusedAct     = "act"     // no such act
	RefusedRule    = "rule"    // the rules forbid it: Rule says why
	RefusedChair   = "chair"   // no such chair, or it is taken
	RefusedFull    = "full"    // no free chair
	RefusedName    = "name"    // not a name
	RefusedHost    = "host"    // only the host may
	RefusedPlayers = "players" // too few or too many are seated
	RefusedConfig  = "config"  // a table can't be made so
	RefusedDeal    = "deal"    // a table can't begin with this deal: Detail says why

	RefusedPractice = "practice" // only alone with bots at a practice table
	RefusedBack     = "back"     // there is nothing to take back, or to play again
	RefusedHint     = "hint"     // somebody at the table hasn't agreed to hints
	RefusedProof    = "proof"    // the table has no proof, or that is no commitment or nonce
)

func refuse(code string) error { return &Refused{Code: code} }

// Pending adds to ready which bots have to be asked and when to wake up: after a
// step, and after a replay.
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
		ask := Ask{Chair: c, Question: q.number, Bot: t.botFor(c), By: by, View: t.copyView(seat), At: now, Act: t.scripted(seat)}
		if by == ByBot && t.window == 0 { // an answer in the window is told when it closes
			ask.At = max(now, t.asked+t.cfg.Pace/4)
		}
		ready.Asks = append(ready.Asks, ask)
	}
}

// questioned returns the chair that has an open question, of which others may know
// nothing; -1: there is none.
func (t *Table) questioned() int {
	if t.stage != Playing {
		return -1
	}
	c := t.seats[t.hand.State.Turn()]
	if t.window != 0 && (t.hand.State.Phase() != rams.PhaseSwap || t.chairs[c].six.act() != "") {
		return -1
	}
	return c
}

// Wanted reports whether the table still waits for a bot's answer to an Ask. If it
// doesn't, the bot may stop thinking: it is asked anew should that change.
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

// deadline returns when the time of the chair that has to decide is or was over;
// 0: it has no clock.
func (t *Table) deadline(c int) Millis {
	if t.cfg.Decision == 0 || t.window != 0 {
		return 0
	}
	return t.asked + t.cfg.Decision + t.chairs[c].bank
}

// due returns the deadline that is still to come; 0: there is none.
func (t *Table) due(c int) Millis {
	if t.timeout {
		return 0
	}
	return t.deadline(c)
}

func (t *Table) copyView(seat rams.Seat) rams.View {
	v := t.hand.View(seat)
	v.Legal = slices.Clone(v.Legal)
	return v
}

// canBegin reports whether enough chairs are taken for a hand, and somebody is
// there to see it.
func (t *Table) canBegin() bool {
	_, err := t.cfg.Variant.Game(t.taken())
	return err == nil && t.somebodyHere()
}

// goesOn reports whether the next hand begins by itself: a person alone with bots says
// when, since they may want this one back.
func (t *Table) goesOn() bool { return t.canBegin() && t.alone() < 0 }
