package group

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"chratze/pot"
)

// Account is whose an account is: a member's, or a guest's of one evening. The zero value is the jar.
type Account struct {
	Member  int `json:"member,omitempty"`
	Evening int `json:"evening,omitempty"`
	Person  int `json:"person,omitempty"` // of that evening
}

// account reads whose account is meant: 2, 12/3 (person 3 of evening 12), or jar.
func (l *line) account(s *state, jar bool) (a Account) {
	if jar && l.try("jar") {
		return a
	}
	number, person, guest := strings.Cut(l.first().text, "/")
	if !guest {
		w, n := l.first(), l.number() // one who is gone may pay
		if !s.here(n) {
			l.fail(w, Error{Code: CodeMember, N: n, Want: len(s.members)})
			return a
		}
		return Account{Member: n}
	}
	w := l.take()
	e, _ := (&line{words: []word{{number, w.quoted, w.n}}}).evening(s)
	k, _ := strconv.Atoi(person)
	if e.digest == nil || !e.digest.has(k) {
		l.fail(w, Error{Code: CodePerson, N: k})
		return a
	}
	return Account{Evening: e.n, Person: k}
}

// accountOf returns the account of a person of an evening.
func (s *state) accountOf(e *evening, person int) Account {
	if m := e.who[person].Member; m != 0 {
		return Account{Member: s.root(m)}
	}
	return Account{Evening: e.n, Person: person}
}

func (s *state) move(kind string, by Stamp) Move {
	return Move{Kind: kind, Time: by.Time, Phone: by.Phone, after: len(s.evenings)}
}

// doPaid says that one has paid another, or the jar.
func (s *state) doPaid(l *line, by Stamp) {
	w := l.first()
	m := s.move("paid", by)
	m.From, m.To, m.Amount = l.account(s, false), l.account(s, true), l.amount()
	switch l.end(); {
	case s.money.String() == pot.Points.String():
		l.fail(w, Error{Code: CodePoints})
	case l.err == nil && s.laid(m.From) == s.laid(m.To):
		l.fail(w, Error{Code: CodeSelf})
	case m.To == Account{} && s.mode != Jar:
		l.fail(w, Error{Code: CodeJar})
	}
	if l.err == nil {
		if m.To == (Account{}) {
			s.jar += m.Amount
		}
		s.moves = append(s.moves, m)
	}
}

// doFine says that a member owes the jar something.
func (s *state) doFine(l *line, by Stamp) {
	w := l.first()
	m := s.move("fine", by)
	m.From.Member, m.Amount, m.Text = l.member(s), l.amount(), l.maybe(MaxText)
	l.end()
	s.fromJar(l, w, m, 0)
}

// doSpend says how much was paid out of the jar.
func (s *state) doSpend(l *line, by Stamp) {
	w := l.first()
	m := s.move("spend", by)
	m.Amount, m.Text = l.amount(), l.maybe(MaxText)
	l.end()
	s.fromJar(l, w, m, m.Amount)
}

// doShare says how much of the jar each member got.
func (s *state) doShare(l *line, by Stamp) {
	w := l.first()
	var list []Move
	sum := pot.Chips(0)
	for l.err == nil && (len(l.words) > 0 || list == nil) {
		m := s.move("share", by)
		m.To, m.Amount = l.account(s, false), l.amount()
		list = append(list, m)
		sum += m.Amount
	}
	for i, m := range list {
		s.fromJar(l, w, m, sum*pot.Chips(1-min(i, 1)))
	}
}

// fromJar adds a move that takes an amount out of the jar.
func (s *state) fromJar(l *line, w word, m Move, out pot.Chips) {
	switch {
	case s.mode != Jar:
		l.fail(w, Error{Code: CodeJar})
	case out > s.jar:
		l.fail(w, Error{Code: CodeEmpty, Name: money(s.money, s.jar)})
	}
	if l.err == nil {
		s.jar -= out
		s.moves = append(s.moves, m)
	}
}

// ---- who owes what ----

// Item is what an account is made of.
type Item struct {
	Evening int       `json:"evening,omitempty"`
	Move    int       `json:"move,omitempty"` // which of the moves, from 1
	Amount  pot.Chips `json:"amount"`
}

// Balance is an account that isn't 0: above 0 it is owed something.
type Balance struct {
	Of     Account   `json:"of"`
	Amount pot.Chips `json:"amount"`
	Items  []Item    `json:"items"` // since it was last 0
}

// Payment is who should pay whom; to the zero Account: into the jar.
type Payment struct {
	From   Account   `json:"from"`
	To     Account   `json:"to"`
	Amount pot.Chips `json:"amount"`
	Of     []int     `json:"of"` // the evenings that it is made of
}

// books are accounts with what they are made of.
type books map[Account]*Balance

func (b books) add(a Account, i Item) {
	if i.Amount == 0 {
		return
	}
	if b[a] == nil {
		b[a] = &Balance{Of: a}
	}
	if b[a].Amount == 0 {
		b[a].Items = nil
	}
	b[a].Amount += i.Amount
	b[a].Items = append(b[a].Items, i)
}

// open returns the accounts that aren't 0, in order.
func (b books) open() []Balance {
	list := []Balance{}
	for _, a := range slices.SortedFunc(maps.Keys(b), compare) {
		if b[a].Amount != 0 {
			list = append(list, *b[a])
		}
	}
	return list
}

func compare(a, b Account) int {
	return cmp.Or(a.Member-b.Member, a.Evening-b.Evening, a.Person-b.Person)
}

// owed returns what people owe each other, and what they owe the jar.
func (s *state) owed() (each, jar []Balance) {
	people, into, k := books{}, books{}, 0
	moved := func(before int) {
		for ; k < len(s.moves) && s.moves[k].after < before; k++ {
			m := s.moves[k]
			from, to := s.laid(m.From), s.laid(m.To)
			switch {
			case m.Kind == "fine":
				into.add(from, Item{Move: k + 1, Amount: -m.Amount})
			case m.Kind != "paid":
			case m.To == Account{}:
				into.add(from, Item{Move: k + 1, Amount: m.Amount})
			case from != to:
				people.add(from, Item{Move: k + 1, Amount: m.Amount})
				people.add(to, Item{Move: k + 1, Amount: -m.Amount})
			}
		}
	}
	for _, e := range s.evenings {
		moved(e.n)
		if !e.counts() || e.digest.Money != s.money.String() || s.money.String() == pot.Points.String() || e.mode == Settled {
			continue
		}
		s.enter(e, people, into)
	}
	moved(len(s.evenings) + 1)
	return people.open(), into.open()
}

// enter adds an evening to the accounts.
func (s *state) enter(e *evening, people, jar books) {
	there := map[int]bool{}
	for _, p := range e.digest.People {
		if p.Bot {
			continue
		}
		of := s.accountOf(e, p.N)
		there[of.Member] = true
		if e.mode == Carried {
			people.add(of, Item{Evening: e.n, Amount: p.Owed})
		} else {
			jar.add(of, Item{Evening: e.n, Amount: min(0, p.Owed) - e.head})
		}
	}
	if e.mode == Carried {
		return
	}
	for m := 1; m <= e.members; m++ {
		if is := s.members[m-1]; s.root(m) == m && !there[m] && (!is.gone || e.n <= is.left) {
			jar.add(Account{Member: m}, Item{Evening: e.n, Amount: -e.absent})
		}
	}
}

// laid returns the account as names are laid over each other now.
func (s *state) laid(a Account) Account {
	if a.Member != 0 {
		return Account{Member: s.root(a.Member)}
	}
	if a.Evening != 0 {
		return s.accountOf(s.evenings[a.Evening-1], a.Person)
	}
	return a
}

// payments returns the fewest payments after which nothing is owed.
func payments(each, jar []Balance) []Payment {
	list := []Payment{}
	balances := make([]pot.Chips, len(each))
	for i, b := range each {
		balances[i] = b.Amount
	}
	transfers, err := pot.Settle(balances)
	if err != nil {
		return list // an evening's digest and its corrections always add up to 0
	}
	for _, t := range transfers {
		a, b := each[t.From], each[t.To]
		list = append(list, Payment{a.Of, b.Of, t.Amount, evenings(a.Items, b.Items)})
	}
	for _, b := range jar {
		if b.Amount < 0 {
			list = append(list, Payment{From: b.Of, Amount: -b.Amount, Of: evenings(b.Items)})
		}
	}
	return list
}

// evenings returns the evenings of items, in order.
func evenings(of ...[]Item) []int {
	list := []int{}
	for _, i := range slices.Concat(of...) {
		if i.Evening != 0 {
			list = append(list, i.Evening)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
