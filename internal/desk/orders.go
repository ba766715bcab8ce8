package desk

import (
	"cmp"
	"slices"
	"strconv"

	"chratze/internal/naming"
	"chratze/pot"
)

// Handover is a prize that From hands to To. Both are names, or "" for where the prizes lie.
type Handover struct{ From, To, Prize string }

// Reason is why somebody has to move coins: a line that changed what they should have in their pocket.
type Reason struct {
	Verb   string    // "seats" and others of the header: the first antes; "": an entry was added; fix, drop or insert
	Kind   Kind      // of the entry
	Hand   int       // its number, if it is a hand
	N      int       // of a correction: which entry, from 1
	Undone bool      // the line itself was carried out, and is now undone or redone
	Net    pot.Chips // what it asks for: above 0 out of the pot, below 0 into it
	Payout pot.Chips // of a hand that was added: what it pays; less Net it is what is owed
}

// Order is what the hands of one person still have to do: they take coins out of the pot, or put them in.
type Order struct {
	Name       string
	Take, Give pot.Chips // one of them is 0
	Why        []Reason
}

// pocket is what everybody would have in their pocket if all that was asked for up to a line were done, and what that line was.
type pocket struct {
	people  []string
	balance []pot.Chips // less the antes of the next hand
	prizes  []Prize
	why     Reason
	of      int     // the line whose change it is: another one for undo and redo
	shares  []share // of a hand that was added
}

func (p *pocket) has(name string) pot.Chips {
	if i := slices.Index(p.people, name); i >= 0 {
		return p.balance[i]
	}
	return 0
}

// won returns the prizes that were taken, with names.
func (p *pocket) won(i int) (name, prize string) {
	if i >= len(p.prizes) {
		return "", ""
	}
	return p.people[p.prizes[i].Person], p.prizes[i].Name
}

// tick says that somebody has carried out what the first lines asked of them.
type tick struct {
	name  string
	lines int
}

// note adds a line to the evening: what it changed, and for which line it stands.
func (e *Evening) note(text string, why Reason, of int) {
	p := pocket{why: why, of: of}
	if now := e.Now(); now != nil {
		p.people, p.balance, p.prizes = e.now.people, now.Balance, e.now.prizes
	}
	if n := len(e.steps); why.Verb == "" && n > 0 {
		p.shares = e.steps[n-1].shares
	}
	for _, name := range p.people {
		if !slices.Contains(e.ever, name) {
			e.ever = append(e.ever, name)
		}
	}
	e.lines, e.pockets = append(e.lines, text), append(e.pockets, p)
}

// at is what everybody would have after the first lines.
func (e *Evening) at(lines int) *pocket {
	if lines == 0 {
		return &pocket{}
	}
	return &e.pockets[lines-1]
}

// ticked returns how many lines a person has carried out. On credit, coins lie nowhere, so what was said before the last hand is over.
func (e *Evening) ticked(name string) (lines int) {
	if !e.head.cash {
		for i := len(e.pockets) - 1; i > 0; i-- {
			if why := &e.pockets[i].why; why.Verb == "" && why.Hand > 0 {
				return i
			}
		}
		return 0
	}
	for _, t := range e.ticks {
		if t.name == name {
			lines = max(lines, t.lines)
		}
	}
	return lines
}

// Orders returns what everybody who sits, in turn order, or was ever here still has to do with their coins: all that was asked
// for since they have carried it out (done), netted, with the reasons.
func (e *Evening) Orders() (list []Order) {
	p := e.Now()
	if p == nil {
		return nil
	}
	order := slices.Clone(e.ever)
	for i, who := range p.Seats {
		at := slices.Index(order, e.now.people[who])
		order = slices.Insert(slices.Delete(order, at, at+1), i, e.now.people[who])
	}
	now := e.at(len(e.lines))
	for _, name := range order {
		from := e.ticked(name)
		o := Order{Name: name}
		if net := now.has(name) - e.at(from).has(name); net > 0 {
			o.Take = net
		} else if o.Give = -net; net == 0 {
			continue
		}
		o.Why = e.why(name, from)
		list = append(list, o)
	}
	return list
}

// why returns the reasons of what a person has to do because of the lines behind the first ones. A line and its undoing are no reason.
func (e *Evening) why(name string, from int) (list []Reason) {
	nets := map[int]pot.Chips{}
	var of []int
	for i := from; i < len(e.pockets); i++ {
		p := &e.pockets[i]
		if net := p.has(name) - e.at(i).has(name); net != 0 {
			nets[p.of] += net
			if !slices.Contains(of, p.of) {
				of = append(of, p.of)
			}
		}
	}
	for _, line := range of {
		if nets[line] == 0 {
			continue
		}
		p := &e.pockets[line]
		why := p.why
		why.Net, why.Undone = nets[line], line < from
		if who := slices.Index(p.people, name); !why.Undone && who >= 0 && who < len(p.shares) {
			why.Payout = p.shares[who].Payout + p.shares[who].End
		}
		list = append(list, why)
	}
	return list
}

// Prizes returns which prizes change hands because of what was booked since that was last carried out for everybody.
func (e *Evening) Prizes() (list []Handover) {
	was, is := e.at(e.prized), e.at(len(e.lines))
	for i := range max(len(was.prizes), len(is.prizes)) {
		from, back := was.won(i)
		to, prize := is.won(i)
		switch {
		case prize == back && to == from:
		case prize == back:
			list = append(list, Handover{from, to, prize})
		default:
			list = append(list, Handover{From: from, Prize: back}, Handover{To: to, Prize: prize})
		}
	}
	return slices.DeleteFunc(list, func(h Handover) bool { return h.Prize == "" })
}

// done reads a line that says that what was asked for is carried out: by all or some, up to a line or so far.
func (e *Evening) done(l *line) *Error {
	l.take()
	lines := len(e.lines)
	if w := l.first(); !w.quoted {
		if n, err := strconv.Atoi(w.text); err == nil {
			if l.take(); n < 1 || n > lines {
				return (&Error{Code: CodeLine, N: n, Want: lines}).at(w)
			}
			lines = n
		}
	}
	var names []string
	for len(l.words) > 0 {
		name, err := parseName(l)
		if err != nil {
			return err
		}
		if !slices.Contains(e.ever, name) {
			return e.now.nobody(name)
		}
		names = append(names, name)
	}
	b := []byte("done")
	if lines != len(e.lines) {
		b = strconv.AppendInt(append(b, ' '), int64(lines), 10)
	}
	for _, name := range names {
		b = quote(append(b, ' '), name)
	}
	if names == nil {
		names, e.prized = e.ever, max(e.prized, lines)
	}
	for _, name := range names {
		at := slices.IndexFunc(e.ticks, func(t tick) bool { return t.name == name })
		if at < 0 {
			at = len(e.ticks)
			e.ticks = append(e.ticks, tick{name: name})
		}
		e.ticks[at].lines = max(e.ticks[at].lines, lines)
	}
	e.note(string(b), Reason{Verb: "done"}, len(e.lines))
	return nil
}

// Repriced is a hand that a correction of an earlier one lets be played for another pot.
type Repriced struct {
	Hand     int
	Was, Now pot.Chips
}

// repriced returns which hands are for another pot than before, when they were the steps that are now from the given one on.
func (e *Evening) repriced(before []Step, from int) (list []Repriced) {
	for i := range before {
		if was, is := &before[i], &e.steps[from+i]; was.Hand > 0 && is.Played != was.Played {
			list = append(list, Repriced{is.Hand, was.Played, is.Played})
		}
	}
	return list
}

// Corrected returns which later hands the last change in force has repriced, if it is a correction whose coins haven't moved yet.
// only is the line that, after undo, corrects that hand alone; "": it can't.
func (e *Evening) Corrected() (list []Repriced, only string) {
	if e.applied == 0 {
		return nil, ""
	}
	o := &e.ops[e.applied-1]
	if len(o.repriced) == 0 || slices.ContainsFunc(e.ticks, func(t tick) bool { return t.lines > o.line }) {
		return nil, ""
	}
	if o.verb != "fix" || o.was.Hand == 0 {
		return o.repriced, ""
	}
	is := &e.steps[o.n-1]
	late := Entry{Kind: Late, N: o.was.Hand, money: e.head.money}
	for who, name := range e.now.people {
		if d := o.was.Change(who) - is.Change(who); d != 0 {
			late.Moves = append(late.Moves, Move{name, d})
		}
	}
	slices.SortStableFunc(late.Moves, func(a, b Move) int { return cmp.Compare(b.Amount, a.Amount) }) // what is put in is there to be taken
	before := e.Clone()
	if is.Hand == 0 || before.Append("undo") != nil || before.Append(late.String()) != nil {
		return o.repriced, ""
	}
	return o.repriced, late.String()
}

// Like returns who is or was here and may be meant by a line that lets somebody come whose name is new, "" if it is no such line
// or the name is in quotes, which says that it is right.
func (e *Evening) Like(text string) (near, name string) {
	l, err := split(text)
	if w := l.first(); err != nil || !l.try("come") || len(l.words) == 0 || e.named(w.text) {
		return "", ""
	}
	w := l.take()
	if w.quoted || e.named(w.text) {
		return "", ""
	}
	return naming.Near(w.text, e.People()), w.text
}
