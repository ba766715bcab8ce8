package group

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"chratze/internal/desk"
	"chratze/internal/naming"
	"chratze/pot"
)

// acts are what a line can say. Each reads the rest of the line, checks all, and only then changes the state.
//
//lattice:table
var acts = map[string]func(s *state, l *line, by Stamp){
	"name": (*state).doName, "money": (*state).doMoney, "jar": (*state).doJar, "show": (*state).doShow,
	"member": (*state).doMember, "rename": (*state).doRename, "gone": (*state).doGone, "same": (*state).doSame, "apart": (*state).doApart,
	"phone": (*state).doPhone, "yes": (*state).doYes,
	"evening": (*state).doEvening, "who": changing(doWho), "fix": changing(doFix), "drop": changing(doDrop), "keep": changing(doKeep), "deleted": changing(doDeleted),
	"paid": (*state).doPaid, "fine": (*state).doFine, "spend": (*state).doSpend, "share": (*state).doShare,
	"next": (*state).doNext, "come": answers("come"), "perhaps": answers("perhaps"), "not": answers("not"),
}

// Verbs lists what a line can begin with.
func Verbs() string { return strings.Join(slices.Sorted(maps.Keys(acts)), ", ") }

func (s *state) doName(l *line, _ Stamp) {
	name := l.text(MaxText)
	if l.end(); l.err == nil {
		s.name = name
	}
}

// doMoney sets the money, and how it is dealt with between evenings. Payments so far are in the old money.
func (s *state) doMoney(l *line, _ Stamp) {
	w := l.first()
	m, ok := pot.ParseMoney(l.take().text)
	if !ok {
		l.fail(w, Error{Code: CodeWord, Name: strings.Join(pot.Moneys(), ", ")})
	}
	mode := Settled
	if at := l.first(); len(l.words) > 0 {
		if mode = l.one(Settled, Carried, Jar); m == pot.Points && mode != Settled {
			l.fail(at, Error{Code: CodePoints})
		}
	}
	if l.end(); desk.Money(m) != s.money && len(s.moves) > 0 {
		l.fail(w, Error{Code: CodeMoney, Name: s.money.String()})
	}
	if l.err == nil {
		s.money, s.mode = desk.Money(m), mode
	}
}

// doJar sets what each evening costs besides losses.
func (s *state) doJar(l *line, _ Stamp) {
	var r rule
	w := l.first()
	for len(l.words) > 0 {
		into := map[string]*pot.Chips{"head": &r.head, "absent": &r.absent}[l.one("head", "absent")]
		if l.err != nil {
			return
		}
		if !l.try("0") {
			*into = l.amount()
		}
	}
	if s.mode != Jar {
		l.fail(w, Error{Code: CodeJar})
	}
	if l.err == nil {
		s.head, s.absent = r.head, r.absent
	}
}

// doShow sets the range that a page shows first.
func (s *state) doShow(l *line, _ Stamp) {
	r := l.scope()
	if l.end(); l.err == nil {
		s.show = r
	}
}

// ---- members ----

// fresh reads the number of something new, which is the next one.
func (l *line) fresh(have int) int {
	w, n := l.first(), l.number()
	if n != have+1 {
		l.fail(w, Error{Code: CodeNext, Want: have + 1})
	}
	return n
}

// member reads the number of a member who isn't gone.
func (l *line) member(s *state) int {
	w := l.first()
	switch n := l.number(); {
	case !s.here(n):
		l.fail(w, Error{Code: CodeMember, N: n, Want: len(s.members)})
	case s.members[n-1].gone:
		l.fail(w, Error{Code: CodeGone, N: n})
	default:
		return n
	}
	return 0
}

// anonymous is the name of a guest whose name was taken out.
const anonymous = "Guest"

func guestName(n int) string { return "Guest " + strconv.Itoa(n) }

// named reads a name for member n, which no other has.
func (l *line) named(s *state, n int) string {
	w, name := l.first(), l.text(MaxName)
	like := naming.Likeness(name)
	for i, m := range s.members {
		if i+1 != n && naming.Likeness(m.name) == like {
			l.fail(w, Error{Code: CodeAnna, Name: m.name, N: i + 1})
		}
	}
	if reserved(name) && name != guestName(n) {
		l.fail(w, Error{Code: CodeName})
	}
	return name
}

// reserved reports whether a name is like those of members who are gone.
func reserved(name string) bool {
	number, is := strings.CutPrefix(naming.Likeness(name), naming.Likeness("Guest"))
	return is && number != "" && strings.Trim(number, naming.Likeness("0123456789")) == ""
}

func (s *state) doMember(l *line, _ Stamp) {
	n := l.fresh(len(s.members))
	name := l.named(s, n)
	if l.end(); n > MaxMembers {
		l.fail(l.first(), Error{Code: CodeFull})
	}
	if l.err == nil {
		s.members = append(s.members, member{name: name, names: []string{name}})
	}
}

func (s *state) doRename(l *line, _ Stamp) {
	n := l.member(s)
	name := l.named(s, n)
	if l.end(); l.err == nil {
		m := &s.members[n-1]
		m.name, m.names = name, append(slices.Clip(m.names), name)
	}
}

// doGone takes the name of a member, and of all that are the same, out of the group.
func (s *state) doGone(l *line, _ Stamp) {
	n := l.member(s)
	if l.end(); l.err != nil {
		return
	}
	root := s.root(n)
	for i := range s.members {
		if s.root(i+1) == root {
			s.members[i].name, s.members[i].gone, s.members[i].left = guestName(i+1), true, len(s.evenings)
		}
	}
	for phone, c := range s.phones {
		if s.members[c.member-1].gone {
			delete(s.phones, phone)
		}
	}
}

// doSame makes a name another's.
func (s *state) doSame(l *line, _ Stamp) {
	w, a, b := l.first(), l.member(s), l.member(s)
	if l.end(); l.err != nil {
		return
	}
	if s.members[a-1].same != 0 || a == s.root(b) {
		l.fail(w, Error{Code: CodeSame, N: a})
	}
	for n, e := range s.evenings {
		if !e.dropped && e.has(s, a) && e.has(s, s.root(b)) {
			l.fail(w, Error{Code: CodeTogether, N: n + 1})
		}
	}
	if l.err == nil {
		s.members[a-1].same = b
	}
}

// doApart takes doSame back, or says that two names that are alike are two.
func (s *state) doApart(l *line, _ Stamp) {
	w, a := l.first(), l.member(s)
	if len(l.words) > 0 {
		b := l.account(s, false)
		if l.end(); l.err == nil {
			s.apart[pair(Account{Member: a}, b)] = true
		}
		return
	}
	if l.err == nil && s.members[a-1].same == 0 {
		l.fail(w, Error{Code: CodeSame, N: a})
	}
	if l.err == nil {
		s.members[a-1].same = 0
	}
}

// ---- phones ----

// doPhone says who has a phone. If another phone has said so before, it asks.
func (s *state) doPhone(l *line, by Stamp) {
	w, phone := l.first(), l.number()
	l.one("is")
	if l.err == nil && by.Phone != 0 && by.Phone != phone {
		l.fail(w, Error{Code: CodePhone, N: by.Phone})
	}
	if l.try("0") {
		if l.end(); l.err == nil {
			delete(s.phones, phone)
		}
		return
	}
	n := l.member(s)
	sat := l.try("seat") // the server has seen the link of the seat
	if l.end(); l.err != nil {
		return
	}
	asks := false
	for other, c := range s.phones {
		asks = asks || other != phone && !c.asks && s.root(c.member) == s.root(n)
	}
	s.phones[phone] = claim{n, asks && !sat}
}

// doYes lets another phone have the name it asks for.
func (s *state) doYes(l *line, by Stamp) {
	w, phone := l.first(), l.number()
	c, asks := s.phones[phone]
	if l.end(); !asks || !c.asks || by.Phone == phone {
		l.fail(w, Error{Code: CodeAsk, N: phone})
	}
	if l.err == nil {
		s.phones[phone] = claim{c.member, false}
	}
}
