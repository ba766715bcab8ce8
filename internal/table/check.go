package table

import (
	"errors"
	"slices"

	"chratze/rams"
)

// check returns a *Refused if a record can't follow what has happened, otherwise nil. Live it
// judges the effect of a command, in a replay the record of the log.
func (t *Table) check(r *Record) error {
	switch r.Kind {
	case KindHand:
		return t.checkHand(r)
	case KindAct:
		return t.checkAct(r)
	case KindSix:
		return t.checkSix(r)
	case KindShut:
		// Live, the table saw that the time was over; a restart may have set its clock back.
		return unless(t.stage == Playing && t.window != 0, RefusedStage)
	case KindPause:
		return unless(t.stage == Between, RefusedStage)
	case KindResume:
		return unless(t.stage == Paused, RefusedStage)
	case KindLast:
		return unless(t.stage != Over && !t.session.Last, RefusedStage)
	case KindEnd:
		return unless(t.stage != Playing && t.stage != Over, RefusedStage)
	case KindSet, KindVoid, KindSecret:
		return t.proof.check(r, t.stage, t.cfg.Chairs)
	case KindUndo:
		return unless(t.canUndo(r.Chair), RefusedBack)
	case KindSame:
		return unless(t.mayBeSame(r.Person, r.Into), RefusedPerson)
	case KindBack, KindAgain, KindShow, KindHide:
		return t.practice.check(r, t.alone(), t.stage)
	}
	return t.checkChair(r)
}

// unless returns a Refused with a code unless ok.
func unless(ok bool, code string) error {
	if ok {
		return nil
	}
	return refuse(code)
}

// has reports whether the table has chair c.
func (co *company) has(c int) bool { return c >= 0 && c < len(co.chairs) }

// vacant reports whether a person may sit down on a chair: nobody or a bot sits there, and no
// newcomer waits for it.
func (co *company) vacant(c int) bool { return co.has(c) && !co.human(c) && co.chairs[c].next == nil }

// mayReturn reports whether a person who has left, or is about to, may sit down on chair c.
func (co *company) mayReturn(p *Person, c int) bool {
	if p.Bot != "" || co.coming(p.ID) {
		return false
	}
	if p.Chair >= 0 {
		return p.Chair == c && co.chairs[c].leaving
	}
	return co.vacant(c)
}

// coming reports whether a person waits for the chair of a bot.
func (co *company) coming(person int) bool {
	return slices.ContainsFunc(co.chairs, func(ch chair) bool { return ch.next != nil && ch.next.Person == person })
}

// checkChair checks a record about a chair and its person.
func (co *company) checkChair(r *Record) error {
	c := r.Chair
	ok := co.has(c)
	switch r.Kind {
	case KindSit:
		ok = r.Person == 0 && co.vacant(c) || r.Person > 0 && r.Person <= len(co.people) && co.mayReturn(&co.people[r.Person-1], c)
	case KindKey:
		ok = ok && (co.human(c) || co.chairs[c].next != nil)
	case KindLeave:
		ok = ok && co.on(c) != nil && !co.chairs[c].leaving
	case KindHost:
		ok = ok && co.human(c) && !co.chairs[c].leaving
	case KindAgree, KindDisagree, KindWall, KindUnwall, KindStandIn:
		ok = ok && co.human(c)
	case KindRename:
		ok = ok && co.human(c) && r.Name != ""
	default:
		return refuse(RefusedKind)
	}
	return unless(ok, RefusedChair)
}

// checkBegin checks that a hand can begin.
func (t *Table) checkBegin() error {
	if t.stage == Playing || t.stage == Over {
		return refuse(RefusedStage)
	}
	_, err := t.cfg.Rules().Game(len(t.session.Seats()))
	return unless(err == nil, RefusedPlayers)
}

// checkHand checks that a hand can begin, with the nonces that were promised.
func (t *Table) checkHand(r *Record) error {
	if err := t.checkBegin(); err != nil {
		return err
	}
	if t.proof == nil {
		return unless(len(r.Given) == 0, RefusedProof)
	}
	return unless(t.proof.next.kept(r.Given) && t.proof.next.opens(r.Opened), RefusedProof)
}

// checkAct checks a decision by the rules. It parses the act of a record that comes from a log;
// the act of a command is already parsed.
func (d *dealt) checkAct(r *Record) error {
	seat := d.seatOf(r.Chair)
	if d.stage != Playing || d.window != 0 || seat < 0 {
		return refuse(RefusedTurn)
	}
	if !r.action.Kind.Player() {
		a, err := rams.ParseAction(r.Act, seat)
		if err != nil {
			return refuse(RefusedAct)
		}
		r.action = a
	}
	r.action.Seat = seat
	if why, no := errors.AsType[*rams.Refusal](d.hand.Why(r.action)); no {
		return &Refused{Code: RefusedRule, Rule: why}
	}
	return nil
}

// aboutSix reports whether an act is about the trump six.
func aboutSix(k rams.Kind) bool { return k == rams.Swap || k == rams.Keep }

// isNoOp reports whether a valid record would change nothing.
func (t *Table) isNoOp(r *Record) bool {
	switch r.Kind {
	case KindSix:
		said := t.chairs[r.Chair].six
		said.apply(r)
		return said == t.chairs[r.Chair].six
	case KindShow, KindHide:
		return t.practice.open == (r.Kind == KindShow)
	case KindRename:
		return t.on(r.Chair).Name == r.Name
	case KindAgree, KindDisagree:
		return t.chairs[r.Chair].agrees == (r.Kind == KindAgree)
	case KindWall, KindUnwall:
		return t.chairs[r.Chair].wall == (r.Kind == KindWall)
	}
	return false
}
