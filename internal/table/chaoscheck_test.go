package table

import (
	"errors"
	"reflect"
	"slices"
	"strings"

	"chratze/card"
	"chratze/internal/naming"
	"chratze/pot"
	"chratze/rams"
)

// take checks a step and what everybody is told of it.
func (c *chaos) take(ready Ready, err error) {
	var refused *Refused
	switch {
	case errors.As(err, &refused):
		c.same()
		return
	case err != nil:
		c.Fatal(err)
	}
	if ready.First != uint64(len(c.log)) {
		c.Fatalf("records from %d on, but %d are written", ready.First, len(c.log))
	}
	for _, b := range ready.Append {
		c.record(b)
	}
	c.wake = ready.Wake
	c.asks = append(c.asks, ready.Asks...)
	c.same()
	c.tell()
	c.sums()
	c.accounts()
	c.notStuck()
}

// record writes a record into the log and applies it to the shadow.
func (c *chaos) record(b []byte) {
	r, err := DecodeRecord(b)
	if err != nil {
		c.Fatal(err)
	}
	c.log = append(c.log, b)
	if len(c.log) == 1 {
		if c.shadow, err = Replay(c.log); err != nil {
			c.Fatal(err)
		}
		return
	}
	c.early(&r)
	stage := c.shadow.stage
	if err := c.shadow.replay(&r); err != nil {
		c.Fatalf("%s can't be read again: %v", b, err)
	}
	switch r.Kind {
	case KindBack, KindAgain:
		c.asked, c.last = r.At, KindBack
	case KindSix:
		c.spoke[r.Chair] = c.spoke[r.Chair] || !r.Quiet
		if r.Always {
			c.always[r.Chair] = c.shadow.PersonOn(r.Chair)
		}
	case KindKey:
		c.veil[r.Chair] = stage == Playing && c.shadow.chairs[r.Chair].next == nil
	case KindHand:
		clear(c.at)
		clear(c.spoke)
		clear(c.veil)
		clear(c.ready)
		c.company = false
		for _, chair := range c.shadow.seats {
			c.at[chair] = c.who[c.shadow.chairs[chair].key]
		}
		c.asked = r.At
	case KindAct, KindShut:
		c.asked = r.At
	case KindResume:
		c.rested = r.At
	}
	if r.Kind == KindAct || r.Kind == KindShut {
		c.last = r.Kind
	}
	c.company = c.company || c.persons() != 1 || r.Kind == KindSit || r.Kind == KindLeave
	if stage == Playing && c.shadow.stage != Playing {
		c.rested = r.At + c.shadow.cfg.Pace
	}
}

// early fails if a record comes before its time, by the test's own account.
func (c *chaos) early(r *Record) {
	t := c.shadow
	early := false
	switch {
	case r.Kind == KindBack || r.Kind == KindAgain || r.Kind == KindShow || r.Kind == KindHide:
		if !t.cfg.Practice || c.persons() != 1 || t.chairs[r.Chair].key == "" {
			c.Fatalf("%s, and %d people are there", r.Encode(), c.persons())
		}
		c.shown = r.Kind == KindShow || c.shown && r.Kind != KindHide
	case r.Kind == KindShut:
		least := min(t.cfg.SixLeast, t.cfg.SixWindow)
		if least == 0 {
			least = 800
		}
		early = r.At < c.asked+least || r.At < c.asked+t.cfg.SixWindow && c.undecided(r.At)
	case r.Kind == KindHand && t.stage == Between:
		rested := c.rested
		if c.waits() { // else as long as one looks at it alone
			rested = c.rested + max(0, t.cfg.Settle-t.cfg.Pace)
			if c.allReady() {
				rested = 0
			}
		}
		early = (r.At < rested || t.cfg.Practice && c.persons() == 1 && !t.chairs[t.host].leaving) && !c.hurried
	case r.By == ByTimeout:
		early = r.At < c.asked+t.cfg.Decision || r.Due == 0 || r.At < r.Due
	case r.By == ByAway:
		since, away := c.away[r.Chair]
		early = !t.chairs[r.Chair].leaving && !c.veil[r.Chair] && (!away || r.At < since+t.cfg.Away)
	case r.By == ByBot:
		early = !c.isBot(r.Chair)
	case r.Kind == KindAct:
		early = c.isBot(r.Chair)
	}
	state := t.hand.State()
	if r.Kind == KindAct && strings.HasPrefix(r.Act, "play") && t.cfg.SixWindow > 0 && sixPossible(&state) && c.last != KindShut && c.last != KindBack {
		c.Fatal("play begins, and there was no window for the trump six")
	}
	if early {
		c.Fatalf("too early, or not his: %s (asked %v, rested %v)", r.Encode(), c.asked, c.rested)
	}
	if r.Due != 0 && (r.By == ByPerson || r.By == ByTimeout) && r.Due < c.asked+t.cfg.Decision {
		c.Fatalf("the deadline %v of %s leaves less than %v", r.Due, r.Encode(), t.cfg.Decision)
	}
}

// undecided reports whether somebody who is in the hand, and for whom no bot decides,
// hasn't said what to do with the trump six.
func (c *chaos) undecided(now Millis) bool {
	t := c.shadow
	for seat, chair := range t.seats {
		since, away := c.away[chair]
		gone := t.chairs[chair].leaving || c.veil[chair] || away && t.cfg.Away > 0 && now >= since+t.cfg.Away
		said := c.spoke[chair] || c.always[chair] != 0 && c.always[chair] == t.PersonOn(chair)
		if !c.isBot(chair) && !gone && !said && t.hand.Contract(rams.Seat(seat)).In() {
			return true
		}
	}
	return false
}

// waits reports whether people wait for each other between two hands.
func (c *chaos) waits() bool {
	n := 0
	for chair := range c.shadow.chairs {
		if c.isThere(chair) {
			n++
		}
	}
	return c.shadow.cfg.Settle > 0 && c.shadow.cfg.Pace > 0 && n > 0
}

func (c *chaos) allReady() bool {
	for chair := range c.shadow.chairs {
		if c.isThere(chair) && !c.ready[chair] {
			return false
		}
	}
	return true
}

// isThere reports whether the person on a chair is connected.
func (c *chaos) isThere(chair int) bool {
	return c.shadow.on(chair) != nil && !c.isBot(chair) && slices.ContainsFunc(c.conns, func(o *conn) bool { return o.chair == chair && c.shadow.chairs[chair].key == o.key })
}

// persons counts the people who sit or are to come, by their links.
func (c *chaos) persons() (n int) {
	for i := range c.shadow.chairs {
		if c.shadow.chairs[i].key != "" {
			n++
		}
	}
	return n
}

func (c *chaos) isBot(chair int) bool {
	p := c.shadow.on(chair)
	return p != nil && p.Bot != ""
}

// same fails unless the log alone gives the same table.
func (c *chaos) same() {
	if err := same(c.table, c.shadow); err != nil {
		c.Fatal(err)
	}
}

// tell gives everybody their news.
func (c *chaos) tell() {
	gone := []int{}
	c.conns = slices.DeleteFunc(c.conns, func(o *conn) bool {
		if o.chair >= 0 && !c.table.HasLink(o.chair, o.key) {
			gone = append(gone, o.chair)
			return true
		}
		return false
	})
	for _, chair := range gone {
		c.left(chair)
	}
	for _, o := range c.conns {
		n, ok := c.table.News(o.chair, &o.cursor)
		if !ok {
			continue
		}
		if n.From > len(o.events) || !n.Anew && n.From != len(o.events) {
			c.Fatalf("news from event %d on for who knows %d", n.From, len(o.events))
		}
		o.events = append(o.events[:n.From:n.From], n.Events...)
		want, dealt := wanted(c.table, o.chair)
		if dealt && !reflect.DeepEqual(o.events, want) {
			c.Fatalf("chair %d has other events than its view", o.chair)
		}
		o.info.take(n.Info, n.Parts)
		if now := *c.table.Info(); c.table.hand.Phase() != rams.PhaseSwap && !o.info.agrees(&now) {
			c.Fatalf("chair %d has been told\n%+v\nof the table, and it is\n%+v", o.chair, o.info, now)
		}
		c.secret(o, &n)
	}
}

// secret fails if somebody is shown a card of a hand in which they don't sit, is asked
// something in it, or is asked when it isn't their turn.
func (c *chaos) secret(o *conn, n *News) {
	if c.table.cfg.Practice && !c.company && o.chair >= 0 && c.shown {
		return // all hands are face up
	}
	seat := rams.Nobody
	if o.chair >= 0 && c.at[o.chair] == c.who[o.key] && c.who[o.key] != 0 && (!c.veil[o.chair] || c.table.stage != Playing) {
		seat = c.table.seatOf(o.chair)
	}
	for i := range o.events {
		e := &o.events[i]
		if e.Kind != rams.EventDeal && e.Kind != rams.EventDraw || e.Seat == seat {
			continue
		}
		for _, k := range e.Cards.Slice() {
			if k != card.Hidden && !e.Up.Set().Has(k) {
				c.Fatalf("person %d on chair %d, seat %d, is shown %v", c.who[o.key], o.chair, seat, e)
			}
		}
	}
	if n.Question == nil {
		return
	}
	c.hinted(o.chair, n.Question)
	if seat < 0 || c.table.hand.Turn() != seat || len(n.Question.Legal) == 0 {
		c.Fatalf("person %d on chair %d, seat %d, is asked %v", c.who[o.key], o.chair, seat, n.Question)
	}
	if c.table.window != 0 && !n.Question.Six {
		c.Fatal("a question while the window is open")
	}
}

// hinted fails unless a hint is given exactly to a person alone at a practice table, or among
// people who have all agreed, by the test's own account.
func (c *chaos) hinted(chair int, q *Question) {
	all := true
	for i := range c.table.chairs {
		if k := c.table.chairs[i].key; k != "" && (!c.agreed[c.who[k]] || c.table.chairs[i].next != nil) {
			all = false
		}
	}
	alone := c.table.cfg.Practice && c.persons() == 1 && !c.table.chairs[chair].leaving
	v, err := c.table.Hint(chair, q.Number)
	if (err == nil) != (all || alone) {
		c.Fatalf("a hint for chair %d: %v, and all agreed: %v, alone: %v", chair, err, all, alone)
	}
	if err == nil && (v.Seat != c.table.seatOf(chair) || !slices.Equal(v.Legal, q.Legal)) {
		c.Fatalf("a hint for chair %d about another view", chair)
	}
}

// sums fails unless all accounts and the pot add up to 0.
func (c *chaos) sums() {
	_, balances := c.table.Balances()
	sum := c.table.session.Ledger.Pot()
	for _, b := range balances {
		sum += b
	}
	if sum != 0 || c.table.session.Ledger.Pot() < 0 || c.table.stage == Over && c.table.taken() > 0 && c.table.session.Ledger.Pot() != 0 {
		c.Fatalf("accounts %v and pot %v", balances, c.table.session.Ledger.Pot())
	}
	var paid pot.Chips
	if c.table.stage == Playing {
		paid = c.table.hand.Pot() - c.table.session.Ledger.Pot()
	}
	if paid < 0 {
		c.Fatalf("the pot shrinks by %v during a hand", paid)
	}
}

// accounts fails unless each account is one person's or bot's who has played, by a name that
// nobody else has, and the payments settle what people have.
func (c *chaos) accounts() {
	i := c.table.Info()
	called := map[string]int{}
	people := map[int]pot.Chips{}
	account := func(person int, name, bot string, b pot.Chips) {
		if _, twice := people[person]; twice || person < 1 || called[naming.Likeness(name)] != 0 {
			c.Fatalf("person %d is called %q: %+v, %+v", person, name, i.Chairs, i.Gone)
		}
		if c.table.people[person-1].First == 0 && b != 0 {
			c.Fatalf("%q has never played and has %v", name, b)
		}
		if called[naming.Likeness(name)] = person; bot != "" {
			b = 0
		}
		people[person] = b
	}
	for _, ch := range i.Chairs {
		if ch.Person != 0 {
			account(ch.Person, ch.Name, ch.Bot, ch.Balance)
		}
	}
	for _, g := range i.Gone {
		account(g.Person, g.Name, g.Bot, g.Balance)
	}
	for _, p := range i.Pays {
		before := [...]pot.Chips{people[p.Payer], people[p.Payee]}
		people[p.Payer] += p.Amount
		people[p.Payee] -= p.Amount
		if before[0] >= 0 || before[1] <= 0 || people[p.Payer] > 0 || people[p.Payee] < 0 {
			c.Fatalf("%v of %v", p, i.Pays)
		}
	}
	var lost, won pot.Chips
	for _, b := range people {
		lost, won = min(lost, lost+b), max(won, won+b)
	}
	if i.Stage == Over && lost != 0 && won != 0 {
		c.Fatalf("after the payments people still owe %v and are owed %v", -lost, won)
	}
}

// notStuck fails if nothing will ever go on, though it should.
func (c *chaos) notStuck() {
	t := c.table
	if t.stage == Between && t.somebodyHere() && t.canBegin() && c.wake == 0 && (!t.cfg.Practice || c.persons() != 1) {
		c.Fatal("nobody calls for the next hand")
	}
	if t.stage != Playing || c.wake != 0 {
		return
	}
	chair := t.seats[t.hand.Turn()]
	waits := slices.ContainsFunc(c.asks, func(a Ask) bool { return a.Chair == chair && a.Question == t.chairs[chair].asked })
	if by, bot := t.standIn(chair, c.now); bot && !waits {
		c.Fatalf("chair %d has to act, by %q, and no bot is asked", chair, by)
	}
	if t.window != 0 {
		c.Fatal("nobody ends the window")
	}
	if there := t.chairs[chair].present > 0; !there && t.cfg.Away > 0 && !waits {
		c.Fatal("nobody looks for a bot for somebody who is away")
	}
	if t.cfg.Decision > 0 && !waits {
		c.Fatal("nobody watches the clock")
	}
}

// finish lets everybody come back and play to the end of the hand.
func (c *chaos) finish() {
	for who := range c.keys {
		if chair := c.table.ChairOf(c.keys[who]); chair >= 0 {
			c.connect(who)
		}
	}
	for steps := 0; c.table.stage == Playing; steps++ {
		if steps > 500 {
			c.Fatalf("the hand doesn't end: %s", c.log[len(c.log)-1])
		}
		switch before := len(c.log); {
		case len(c.asks) > 0:
			c.bot()
		default:
			c.answer()
			if before == len(c.log) {
				c.tick(c.wake)
			}
		}
	}
}

// heard is an Info put together from its parts.
type heard Info

func (h *heard) take(i *Info, p Parts) {
	if p&PartStage != 0 {
		h.Stage, h.Last, h.Pot, h.NextAt, h.Dealer = i.Stage, i.Last, i.Pot, i.NextAt, i.Dealer
		h.Pays, h.BotsWon = i.Pays, i.BotsWon
	}
	if p&PartSeats != 0 {
		h.Host, h.InHand, h.Who = i.Host, i.InHand, i.Who
	}
	if p&PartPeople != 0 {
		h.Chairs, h.Gone = slices.Clone(i.Chairs), i.Gone
	}
	if p&PartRights != 0 {
		h.Rights = i.Rights
	}
	if p&PartPractice != 0 {
		h.Practice = i.Practice
	}
	if p&PartMoney != 0 {
		for c := range i.Chairs {
			h.Chairs[c].Balance = i.Chairs[c].Balance
		}
		if i.Result != nil {
			h.Result, h.Why = i.Result, i.Why
		}
	}
}

// agrees reports whether the parts make the whole, but for the clocks, which run
// while nothing is told, and for the result of a hand after which another has begun.
func (h *heard) agrees(now *Info) bool {
	a, b := *h, *now
	if b.Stage == Playing {
		a.Result, a.Why = b.Result, b.Why
	}
	a.Chairs, b.Chairs = slices.Clone(a.Chairs), slices.Clone(b.Chairs)
	for c := range b.Chairs {
		a.Chairs[c].Bank, b.Chairs[c].Bank = 0, 0
	}
	return reflect.DeepEqual(Info(a), b)
}
