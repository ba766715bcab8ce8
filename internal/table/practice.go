package table

import (
	"slices"

	"chratze/internal/session"
	"chratze/rams"
)

// practice keeps what is needed to take back or replay the running or last hand, at a table for
// one person alone with bots. It is dropped as soon as another person sits down.
type practice struct {
	open   bool // the person sees all hands
	kept   bool // the fields below are of this hand
	lot    int  // Record.Chair of the hand
	before before
	turns  []turn // before each of the person's decisions
	memory memory
}

// before has the part of a table's state, before a hand, that a hand changes.
type before struct {
	session session.Session
	people  []Person
	stage   Stage
}

// turn is the state of a hand before a decision.
type turn struct {
	state   rams.State
	log     int // number of events
	reveals int
	deck    rams.Deck
	chairs  []chairState
	window  bool // for the trump six
	at      moment
}

// chairState is the part of a chair's state that a hand changes.
type chairState struct {
	six  sixAnswer
	bank Millis
}

// forget drops the hand, because somebody has come or left.
func (p *practice) forget() {
	if p != nil {
		*p = practice{open: p.open}
	}
}

// deals returns the memory of the hand, or nil if none is kept.
func (p *practice) deals() *memory {
	if p == nil || !p.kept {
		return nil
	}
	return &p.memory
}

// Drawn returns what chance has decided in the running or last hand of a person alone with bots:
// the orders of shuffles and the cuts, also those after a decision that was taken back.
func (t *Table) Drawn() (orders []Order, cuts []int) {
	if m := t.practice.deals(); m != nil {
		return m.orders, m.cuts
	}
	return nil, nil
}

// alone returns the chair of the person who is alone with bots at a practice table. It returns
// -1 at other tables, and if others sit there or wait for a chair.
func (co *company) alone() int {
	if !co.cfg.Practice {
		return -1
	}
	who := -1
	for c := range co.chairs {
		ch := &co.chairs[c]
		if ch.next == nil && !co.human(c) {
			continue
		}
		if who >= 0 || ch.next != nil || ch.leaving {
			return -1
		}
		who = c
	}
	return who
}

// open reports whether a chair is shown all hands. That is possible only if the person has been
// alone with bots since the hand began.
func (t *Table) open(c int) bool {
	return t.practice.deals() != nil && t.practice.open && c >= 0 && t.alone() == c && t.audience(c) >= 0
}

// Practice says what a practice table allows now.
type Practice struct {
	Alone bool `json:"alone"` // one person is alone with bots; otherwise nothing is allowed
	Open  bool `json:"open"`  // they see all hands
	Back  bool `json:"back"`  // there is a decision to take back
	Again bool `json:"again"` // the hand can be played again
}

// allows returns what the chair of a person who is alone with bots may do now; -1: there is none.
func (p *practice) allows(alone int, stage Stage) *Practice {
	if p == nil {
		return nil
	}
	again := p.kept && alone >= 0 && stage != Lobby && stage != Over
	return &Practice{Alone: alone >= 0, Open: alone >= 0 && p.open, Back: again && len(p.turns) > 0, Again: again}
}

// check checks what is allowed only to a person alone with bots.
func (p *practice) check(r *Record, alone int, stage Stage) error {
	may := p.allows(alone, stage)
	switch {
	case alone < 0 || alone != r.Chair:
		return refuse(RefusedPractice)
	case r.Kind == KindBack:
		return unless(may.Back, RefusedBack)
	case r.Kind == KindAgain:
		return unless(may.Again, RefusedBack)
	}
	return nil
}

// untried reports whether this is the first hand of a person alone with bots, who hasn't decided
// anything yet. A page says See without asking.
func (t *Table) untried() bool {
	c := t.alone()
	return c >= 0 && t.hands == 1 && !slices.ContainsFunc(t.hand.Log, func(e rams.Event) bool {
		return e.Kind == rams.EventAct && e.Act.Kind != rams.See && t.seats[e.Seat] == c
	})
}

func (t *Table) applyPractice(r *Record) error {
	p := t.practice
	if r.Kind == KindBack || r.Kind == KindAgain {
		t.proof.unproven()
	}
	switch r.Kind {
	case KindShow, KindHide:
		p.open = r.Kind == KindShow
	case KindBack:
		t.takeBack(r.At)
	case KindAgain:
		t.unsettle()
		t.backs++
		p.turns, p.memory.at = nil, moment{}
		t.hands--
		t.stage, t.window, t.bots = p.before.stage, 0, question{}
		return t.begin(&Record{Kind: KindHand, At: r.At, Chair: p.lot})
	}
	return nil
}

// note keeps the state of the table before a hand begins.
func (t *Table) note(r *Record) error {
	p := t.practice
	if p == nil {
		return nil
	}
	p.forget()
	if t.alone() < 0 {
		p.open = false
		return nil
	}
	p.kept, p.lot = true, r.Chair
	if d := t.given(); d != nil {
		p.memory = memory{orders: slices.Clone(d.Orders), cuts: slices.Clone(d.Cuts)}
		if err := t.fill(d); err != nil {
			return err
		}
	}
	p.before = before{t.session.Clone(), slices.Clone(t.people), t.stage}
	return nil
}

// remark keeps the state of the hand before the person decides.
func (t *Table) remark(c int) {
	p := t.practice
	if p.deals() == nil || !t.human(c) {
		return
	}
	s := turn{at: p.memory.at}
	t.mark(&s)
	if p.turns = append(p.turns, s); len(p.turns) == 1 {
		t.info++ // now there is something to take back
	}
}

// mark writes down how the hand is before a decision.
func (t *Table) mark(s *turn) {
	s.state, s.log, s.reveals, s.deck, s.window = t.hand.State(), len(t.hand.Log), t.hand.Reveals, t.deck, t.window != 0
	s.deck.Source = nil
	s.chairs = s.chairs[:0]
	for c := range t.chairs {
		s.chairs = append(s.chairs, chairState{t.chairs[c].six, t.chairs[c].bank})
	}
}

// unsettle reverses the settlement of the hand, if it is over.
func (t *Table) unsettle() {
	if t.stage == Playing {
		return
	}
	b := &t.practice.before
	last := t.session.Last // was announced, and remains so
	t.session = b.session.Clone()
	t.session.Last = last
	copy(t.people, b.people)
	t.played() // the hand has been dealt all the same
	t.course = t.course[:len(t.course)-1]
	t.result, t.why = nil, nil
}

// takeBack asks the person's last question again. Its number is new, so an answer that is on
// its way doesn't count.
func (t *Table) takeBack(now Millis) {
	p := t.practice
	s := &p.turns[len(p.turns)-1]
	p.turns = p.turns[:len(p.turns)-1]
	t.unsettle()
	t.backs++
	p.memory.at = s.at
	for c := range t.chairs {
		s.chairs[c].six.always = t.chairs[c].six.always
		t.chairs[c].six = s.chairs[c].six
	}
	t.restore(s, now)
}

// restore brings the hand back to where a decision was to be made, and asks for it again.
func (t *Table) restore(s *turn, now Millis) {
	t.hand.Rewind(s.state, s.log, s.reveals)
	s.deck.Source = t.deck.Source
	t.deck = s.deck
	for c := range t.chairs {
		t.chairs[c].bank = s.chairs[c].bank
	}
	t.stage, t.window = Playing, 0
	if s.window {
		t.window = now + t.cfg.SixWindow
	}
	t.asked, t.more, t.timeout, t.bots = now, 0, false, question{}
	t.question()
}
