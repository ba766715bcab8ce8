package table

import (
	"errors"
	"slices"

	"chratze/rams"
)

// apply changes the table by a record that has been checked. Live, source gives the orders of
// the pack, which are written into the record; in a replay source is nil. After an error the
// table must be discarded.
func (t *Table) apply(r *Record, source rams.Shuffler) error {
	sc := scribe{source: source, rec: r, practice: t.practice, draws: t.proof.draws()}
	t.deck.Source = &sc
	t.exercised(r)
	if err := t.applyKind(r); err != nil {
		return err
	}
	if sc.orders < len(r.Orders) && source == nil {
		return errors.New("more orders than shuffles")
	}
	if err := t.session.Ledger.Check(); err != nil {
		return err
	}
	t.seq++
	if r.Kind != KindAct && r.Kind != KindSix && r.Kind != KindShut || t.stage != Playing {
		t.info++
	}
	return nil
}

func (t *Table) applyKind(r *Record) error {
	switch r.Kind {
	case KindHand:
		return t.applyHand(r)
	case KindAct:
		return t.applyAct(r)
	case KindSix:
		if t.window != 0 {
			t.remark(r.Chair)
		}
		t.chairs[r.Chair].six.apply(r)
	case KindShut:
		return t.applyShut(r)
	case KindPause, KindResume, KindLast, KindEnd:
		return t.applyStage(r)
	case KindSet, KindVoid, KindSecret:
		t.proof.apply(r, t.stage)
	case KindSit:
		t.practice.forget()
		t.applySit(r)
	case KindSame:
		t.practice.forget()
		return t.join(r.Person, r.Into)
	case KindKey:
		t.applyKey(r)
	case KindLeave:
		t.practice.forget()
		return t.applyLeave(r)
	case KindHost:
		t.host = r.Chair
	case KindStandIn:
		t.chairs[r.Chair].standIn = true
	case KindRename:
		t.practice.forget()
		t.on(r.Chair).Name = r.Name
	case KindBack, KindAgain, KindShow, KindHide:
		return t.applyPractice(r)
	case KindUndo:
		t.applyUndo(r.At)
	case KindAgree, KindDisagree:
		t.chairs[r.Chair].agrees = r.Kind == KindAgree
	case KindWall, KindUnwall:
		t.chairs[r.Chair].wall = r.Kind == KindWall
	}
	return nil
}

func (t *Table) applySit(r *Record) {
	c := &t.chairs[r.Chair]
	bot := t.on(r.Chair)
	if bot != nil && bot.ID == r.Person { // the person wanted to leave, and stays
		c.leaving = false
		t.lock(r.Chair, r.Key, r.At)
		return
	}
	if t.stage == Playing && bot != nil { // the bot plays this hand to its end
		next := *r
		c.next = &next
		c.lock(r.Key, r.At)
		return
	}
	if bot != nil { // the bot leaves its chair
		bot.Chair = -1
	}
	id := r.Person
	if id == 0 {
		t.people = append(t.people, Person{ID: len(t.people) + 1})
		id = 1 + t.session.Open()
	}
	p := &t.people[id-1]
	p.Name, p.Bot, p.Chair = r.Name, r.Bot, r.Chair
	t.session.Sit(r.Chair, id-1)
	t.lock(r.Chair, r.Key, r.At)
	*c = chair{key: c.key, away: c.away, bank: t.cfg.Bank, asked: c.asked, present: c.present, programs: c.programs, provers: c.provers}
	if t.host < 0 && r.Bot == "" {
		t.host = r.Chair
	}
}

// applyKey gives a chair a new link. Whoever connects with it sees no cards of a running hand.
func (t *Table) applyKey(r *Record) {
	c := &t.chairs[r.Chair]
	t.lock(r.Chair, r.Key, r.At)
	if c.next != nil {
		c.next.Key = r.Key
	} else if t.stage == Playing {
		c.veil = t.hands
	}
}

// lock gives a chair a link, by the hash of its secret. With it the person there comes again.
func (co *company) lock(c int, key string, now Millis) {
	if co.chairs[c].next == nil {
		co.on(c).key = key
	}
	co.chairs[c].lock(key, now)
}

// lock sets the link of a chair, by the hash of its secret. If the link is new, the connections
// made with the old one no longer count.
func (c *chair) lock(key string, now Millis) {
	if key != c.key {
		c.key, c.present, c.programs, c.provers, c.away, c.standIn = key, 0, 0, 0, now, false
	}
}

// applyLeave frees a chair between two hands, or marks it during one.
func (t *Table) applyLeave(r *Record) error {
	c := &t.chairs[r.Chair]
	if c.next != nil { // the newcomer doesn't come
		c.next = nil
		c.lock("", r.At)
		return nil
	}
	if t.stage == Playing && t.seatOf(r.Chair) >= 0 {
		c.leaving = true
		t.passHost()
		return nil
	}
	return t.getUp(r.Chair, r.At)
}

// getUp frees a chair. If a person sat there and the table has bots, a bot takes the chair.
func (t *Table) getUp(c int, now Millis) error {
	p := t.on(c)
	if sharers := t.sharers(); t.cfg.PayLeavers && t.hands > 0 && t.stage != Over && slices.Contains(sharers, p.ID-1) {
		if _, err := t.session.PayOff(c, len(sharers)); err != nil {
			return err
		}
	}
	p.Chair = -1
	t.session.Rise(c)
	t.chairs[c] = chair{asked: t.chairs[c].asked}
	t.passHost()
	if p.Bot == "" && t.cfg.Bot != "" && t.stage != Over {
		t.applySit(&Record{Kind: KindSit, At: now, Chair: c, Name: t.botName(), Bot: t.cfg.Bot})
	}
	return nil
}

// taken returns how many chairs are taken.
func (co *company) taken() int {
	n := 0
	for i := range co.chairs {
		if co.on(i) != nil {
			n++
		}
	}
	return n
}

func (t *Table) applyStage(r *Record) error {
	if t.proof != nil {
		t.proof.want, t.proof.next.since = false, max(t.proof.next.since, r.At)
	}
	switch r.Kind {
	case KindLast:
		t.session.Last = true
	case KindPause:
		t.stage = Paused
	case KindResume:
		t.stage = Between
		t.nextAt, t.settled = r.At, r.At
	case KindEnd:
		return t.end()
	}
	return nil
}

// ---- hands ----

// applyHand deals a hand to the chairs that are taken.
func (t *Table) applyHand(r *Record) error {
	if err := t.note(r); err != nil {
		return err
	}
	t.proof.begin(r, &t.cfg, t.botChairs())
	if t.given() != nil {
		t.proof.unproven()
	}
	return t.begin(r)
}

// applyAct applies a decision.
func (t *Table) applyAct(r *Record) error {
	before := t.hand.Phase()
	t.remark(r.Chair)
	t.decided(r)
	t.hand.ApplyUnchecked(r.action, nil)
	if c := &t.chairs[r.Chair]; r.By == ByPerson && r.Due > 0 { // time beyond the deadline comes off the bank
		c.bank = max(0, min(c.bank, r.Due-r.At))
	} else if r.By == ByTimeout {
		c.bank = 0
	}
	return t.goOn(r.At, before)
}

// begin deals the hand of a record to the chairs that are taken.
func (t *Table) begin(r *Record) error {
	before := t.who
	t.seats, t.who, t.undo.chair = t.session.Seats(), nil, -1
	for i := range t.chairs {
		t.chairs[i].six.now, t.chairs[i].six.decided = "", false
	}
	for _, c := range t.seats {
		t.who = append(t.who, t.PersonOn(c))
	}
	t.meet(before)
	g, err := t.cfg.Rules().Game(len(t.seats))
	if err != nil {
		return err
	}
	if t.hands == 0 {
		t.session.First(g, r.Chair) // firstDealer
	}
	start := t.session.Deal()
	given := t.given()
	if given != nil {
		start = given.start()
	}
	t.game = g
	if err := t.hand.Begin(g, start); err != nil {
		return err
	}
	if given != nil {
		if err := given.advance(&t.hand, &t.deck); err != nil {
			return err
		}
	}
	t.hands++
	t.played()
	t.stage, t.result, t.why = Playing, nil, nil
	return t.goOn(r.At, t.hand.Phase())
}

// played notes that the people of the running hand have been dealt one.
func (t *Table) played() {
	for _, id := range t.who {
		p := &t.people[id-1]
		if p.Last = t.hands; p.First == 0 {
			p.First = t.hands
		}
	}
}

// goOn lets nature act, then opens the next question or settles the hand. before is the phase
// of the last decision.
func (t *Table) goOn(now Millis, before rams.Phase) error {
	if err := nature(&t.hand, &t.deck); err != nil {
		return err
	}
	t.asked, t.more, t.timeout = now, 0, false
	if t.hand.Done() {
		t.settle(now)
		return nil
	}
	state := t.hand.State()
	if t.cfg.SixWindow > 0 && before < rams.PhaseSwap && sixPossible(&state) {
		t.window = now + t.cfg.SixWindow
	}
	t.question()
	return nil
}

// question gives the open question, if there is one, a new number.
func (t *Table) question() {
	if seat := t.hand.Turn(); t.window == 0 || t.hand.Phase() == rams.PhaseSwap {
		t.chairs[t.seats[seat]].asked++
	}
}

// settle moves the money of a finished hand and prepares the next one.
func (t *Table) settle(now Millis) {
	hand := &t.hand
	res := hand.Result()
	must(t.session.Settle(t.seats, &res, hand.Dealer(), hand.Declarer())) // the kernel's sums are exact
	t.remember()
	why := hand.Reasons()
	why.AddPrizes(&res)
	t.result, t.why = &res, &why
	t.stage, t.nextAt, t.settled = Between, now+t.cfg.Pace, now+max(t.cfg.Settle, t.cfg.Pace)
	t.proof.proved(now)
	for i := range t.chairs {
		t.chairs[i].ready = false
		if t.chairs[i].leaving {
			must(t.getUp(i, now))
		}
		if next := t.chairs[i].next; next != nil {
			t.chairs[i].next = nil
			next.At = now
			t.applySit(next)
		}
	}
	if t.session.Last || t.session.Full() || t.session.Decided() {
		must(t.end())
	}
}

// must panics if a booking fails that can't fail: then the program is wrong.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
