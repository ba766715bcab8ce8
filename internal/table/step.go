package table

import (
	"fmt"

	"chratze/rams"
)

// Step is the one door to a table. It checks a command, makes a record of it, applies the
// record, and returns a Ready that says what has to happen now. source gives the orders of
// packs. The error is a *Refused, and the table is unchanged; any other error means that the
// program is wrong and the table must be discarded.
func (t *Table) Step(now Millis, c Command, source rams.Shuffler) (Ready, error) {
	if (c.Do.byHost() || c.Do == DoLeave && c.Chair != c.From) && (c.From != t.host || c.From < 0) {
		return Ready{}, refuse(RefusedHost)
	}
	switch c.Do {
	case DoAct:
		return t.doAct(now, &c, source)
	case DoSix:
		if !t.plays(c.From) {
			return Ready{}, refuse(RefusedTurn)
		}
		return t.commit(now, Record{Kind: KindSix, Chair: c.From, Act: c.Action.String(), Always: c.Always}, nil)
	case DoStart, DoNext:
		return t.doHand(now, &c, source)
	case DoPause, DoResume, DoLast, DoEnd:
		return t.commit(now, Record{Kind: Kind(c.Do.String()), Host: c.From + 1}, source)
	case DoLeave: // during a hand, a bot plays it to its end for them
		r := Record{Kind: KindLeave, Chair: c.Chair}
		if c.Chair != c.From {
			r.Host = c.From + 1
		}
		return t.commit(now, r, nil)
	case DoHost:
		return t.commit(now, Record{Kind: KindHost, Chair: c.Chair, Host: c.From + 1}, source)
	case DoKey:
		return t.commit(now, Record{Kind: KindKey, Chair: c.Chair, Key: c.Key, Host: c.From + 1}, source)
	case DoSame:
		return t.commit(now, Record{Kind: KindSame, Person: c.Person, Into: c.Into, Host: c.From + 1}, source)
	case DoStandIn:
		if !t.mayStandIn(now, c.From, c.Chair) {
			return Ready{}, refuse(RefusedSoon)
		}
		return t.commit(now, Record{Kind: KindStandIn, Chair: c.Chair, Host: c.From + 1}, source)
	case DoRename:
		return t.doRename(now, &c)
	case DoSit, DoBot:
		return t.doSit(now, &c)
	case DoBack, DoAgain, DoShow, DoHide, DoAgree, DoDisagree, DoWall, DoUnwall:
		return t.commit(now, Record{Kind: Kind(c.Do.String()), Chair: c.From}, source)
	case DoUndo, DoAllow, DoDeny:
		return t.doUndo(now, &c)
	case DoMore:
		return t.doMore(now, &c)
	case DoPromise, DoCopies, DoNonce:
		return t.doProve(now, &c, source)
	case DoRenew:
		if t.proof == nil || t.stage == Over {
			return Ready{First: t.seq}, nil
		}
		return t.commit(now, Record{Kind: KindSecret, Secret: c.Secret.Hex()}, source)
	}
	return Ready{}, refuse(RefusedKind)
}

// commit checks a record, applies it live, and returns what has to happen.
func (t *Table) commit(now Millis, r Record, source rams.Shuffler) (Ready, error) {
	if err := t.check(&r); err != nil {
		return Ready{}, err
	}
	if t.isNoOp(&r) {
		return t.rest(now), nil
	}
	if t.stage == Over { // the log is closed; another record would spoil a batch of many tables
		return Ready{}, refuse(RefusedStage)
	}
	r.At = now
	if t.skew != 0 {
		r.Wall = now + t.skew
	}
	first := t.seq
	if err := t.apply(&r, source); err != nil { // it has been checked: the program is wrong
		return Ready{}, fmt.Errorf("table: %s: %w", r.Kind, err)
	}
	ready := Ready{Append: [][]byte{r.Encode()}, First: first}
	t.Pending(now, &ready)
	return ready, nil
}

// rest returns what has to happen after a step without a record.
func (t *Table) rest(now Millis) Ready {
	ready := Ready{First: t.seq}
	t.Pending(now, &ready)
	return ready
}

// doSit seats a person on a free chair, or in place of a bot, which first plays a running hand
// to its end. The host can also seat a bot on a free chair.
func (t *Table) doSit(now Millis, c *Command) (Ready, error) {
	r := Record{Kind: KindSit, Chair: c.Chair, Key: c.Key}
	vacant := t.vacant(c.Chair)
	if c.Do == DoBot {
		r = Record{Kind: KindSit, Chair: c.Chair, Name: t.botName(), Bot: c.Bot, Host: c.From + 1}
		vacant = vacant && t.on(c.Chair) == nil
	} else if r.Name = CleanName(c.Name); r.Name == "" {
		return Ready{}, refuse(RefusedName)
	} else if t.stage == Over {
		return Ready{}, refuse(RefusedStage)
	} else {
		if p := t.left(c.Left); p != nil {
			if r.Person = p.ID; p.Chair >= 0 { // they haven't got up yet, and stay
				r.Chair, vacant = p.Chair, true
			}
			if p.First > 0 { // hands know them by it
				r.Name = p.Name
			}
		}
		r.Name = t.distinct(r.Name, r.Chair, r.Person)
	}
	switch {
	case !vacant:
		return Ready{}, refuse(RefusedChair)
	case r.Person == 0 && len(t.people) >= MaxPeople:
		return Ready{}, refuse(RefusedFull)
	}
	return t.commit(now, r, nil)
}

// doRename gives a person another name, told apart from those of all others.
func (t *Table) doRename(now Millis, c *Command) (Ready, error) {
	name := CleanName(c.Text)
	switch {
	case name == "":
		return Ready{}, refuse(RefusedName)
	case !t.has(c.From) || !t.human(c.From):
		return Ready{}, refuse(RefusedChair)
	}
	return t.commit(now, Record{Kind: KindRename, Chair: c.From, Name: t.distinct(name, c.From, t.on(c.From).ID)}, nil)
}

// doHand begins a hand, or has its deal prepared: the first one, or the next one at once. Where
// people wait for each other (Config.Settle), the next one begins when all of them have said so.
func (t *Table) doHand(now Millis, c *Command, source rams.Shuffler) (Ready, error) {
	first := c.Do == DoStart
	if first && t.stage != Lobby || !first && (t.stage != Between || !t.human(c.From) || !t.canBegin()) {
		return Ready{}, refuse(RefusedStage)
	}
	if err := t.checkBegin(); err != nil {
		return Ready{}, err
	}
	if first {
		if c.Deals != 0 && (!t.has(c.Deals-1) || t.on(c.Deals-1) == nil) {
			return Ready{}, refuse(RefusedChair)
		}
		t.deals = c.Deals
	}
	if !first && t.friends() {
		if ch := &t.chairs[c.From]; !ch.ready {
			ch.ready = true
			t.info++
		}
		if !t.allReady() {
			return t.rest(now), nil
		}
	}
	if p := t.proof; p != nil {
		if first && !p.want && !p.next.fixed { // a second tap begins no second wait
			p.next.since = now
		}
		p.want = true
		t.info++
		return t.Tick(now, source)
	}
	r := Record{Kind: KindHand}
	if first {
		r.Chair = t.firstDealer(source)
	}
	return t.commit(now, r, source)
}

// firstDealer returns the chair that deals the first hand: the one that the host has chosen, if somebody still sits
// there, or one drawn by lot.
func (t *Table) firstDealer(source rams.Shuffler) int {
	if c := t.deals - 1; c >= 0 && t.on(c) != nil {
		return c
	}
	return source.Cut(len(t.chairs)+1) - 1
}

// doAct answers a question. A bot's answer for a person is refused as stale if the person has
// come back.
func (t *Table) doAct(now Millis, c *Command, source rams.Shuffler) (Ready, error) {
	at := c.From
	if !t.has(at) || t.seatOf(at) < 0 {
		return Ready{}, refuse(RefusedTurn)
	}
	if c.Question != t.chairs[at].asked {
		return Ready{}, refuse(RefusedStale)
	}
	by := c.By
	if by == ByPerson {
		if !t.human(at) || t.chairs[at].leaving || t.veiled(at) { // newcomers and leavers only watch
			return Ready{}, refuse(RefusedTurn)
		}
	} else {
		why, bot := t.standIn(at, now)
		if !bot {
			t.bots.number = 0 // ask the bot again if the person goes again
			return Ready{}, refuse(RefusedStale)
		}
		by = why
	}
	if t.window != 0 && (aboutSix(c.Action.Kind) || t.hand.Turn() == t.seatOf(at) && t.hand.Phase() == rams.PhaseSwap) {
		return t.commit(now, Record{Kind: KindSix, Chair: at, Act: c.Action.String(), Quiet: true}, nil)
	}
	if t.actor() != at {
		if c.Question > 0 { // it was answered, and there is no other question yet
			return Ready{}, refuse(RefusedStale)
		}
		return Ready{}, refuse(RefusedTurn)
	}
	return t.commit(now, Record{Kind: KindAct, Chair: at, Act: c.Action.String(), action: c.Action, By: by, Due: t.deadline(at)}, source)
}

// Tick does what is due: it ends the wait for the trump six, begins the next hand, lets a bot
// answer for somebody whose time is over, and passes on the rights of a host who stays away. It
// may be called at any time; nothing happens early.
func (t *Table) Tick(now Millis, source rams.Shuffler) (Ready, error) {
	c := t.heir()
	if c < 0 || !t.away(t.host, now) {
		return t.tick(now, source)
	}
	first, err := t.commit(now, Record{Kind: KindHost, Chair: c}, source)
	if err != nil {
		return first, err
	}
	rest, err := t.tick(now, source)
	rest.Append, rest.First, rest.Asks = append(first.Append, rest.Append...), first.First, append(first.Asks, rest.Asks...)
	return rest, err
}

// tick does what concerns the hands.
func (t *Table) tick(now Millis, source rams.Shuffler) (Ready, error) {
	switch {
	case t.proof != nil && (t.stage == Lobby || t.stage == Between):
		return t.proceed(now, source)
	case t.stage == Between && t.goesOn() && now >= t.begins():
		return t.commit(now, Record{Kind: KindHand}, source)
	case t.stage != Playing:
	case t.window != 0:
		if now >= t.closes(now) {
			return t.commit(now, Record{Kind: KindShut}, source)
		}
	default:
		if until := t.undo.until; until != 0 && now >= until {
			t.cancelUndo()
		}
		c := t.actor()
		if due := t.due(c); due != 0 && now >= due && t.human(c) {
			t.timeout = true
		}
		if t.human(c) && t.away(c, now) && !t.chairs[c].standIn { // who leaves or has a new link is told of by chairInfo
			t.chairs[c].standIn = true
			t.info++
		}
	}
	return t.rest(now), nil
}
