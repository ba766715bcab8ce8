package group

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"chratze/internal/naming"
	"chratze/pot"
)

// View is what a page is told of a group. It has no key, no card and no hand.
type View struct {
	Name      string       `json:"name"`
	Money     string       `json:"money"`
	Mode      string       `json:"mode"` // settled, carried, jar
	Head      pot.Chips    `json:"head,omitempty"`
	Absent    pot.Chips    `json:"absent,omitempty"`
	Members   []Member     `json:"members"`
	Alike     [][2]Account `json:"alike"` // members, or a member and a guest, who may be one person
	Evenings  []Evening    `json:"evenings"`
	Range     Range        `json:"range"`
	Standings []Standings  `json:"standings"` // a list for each money, the group's first
	Next      *NextEvening `json:"next,omitempty"`
	Open      []Balance    `json:"open"`     // what people owe each other
	InJar     pot.Chips    `json:"in_jar"`   // its content
	OpenJar   []Balance    `json:"open_jar"` // what they owe the jar
	Payments  []Payment    `json:"payments"` // the fewest
	Moves     []Move       `json:"moves"`    // paid, fined, spent and shared
}

// Member is a name of the group.
type Member struct {
	N      int    `json:"n"`
	Name   string `json:"name"`
	Same   int    `json:"same,omitempty"` // the member that it is
	Gone   bool   `json:"gone,omitempty"`
	Phones []int  `json:"phones"`
	Asks   []int  `json:"asks,omitempty"` // phones that say so too, and wait for a yes
}

// Evening is an evening of the group.
type Evening struct {
	N       int       `json:"n"`
	Kind    string    `json:"kind"`          // table, desk, file, hand
	Ref     string    `json:"ref,omitempty"` // the table or the desk
	Counts  bool      `json:"counts"`        // it is over, and in all sums
	Dropped bool      `json:"dropped,omitempty"`
	Deleted bool      `json:"deleted,omitempty"` // its cards
	Day     string    `json:"day,omitempty"`
	Money   string    `json:"money,omitempty"`
	Rules   string    `json:"rules,omitempty"`
	Hands   int       `json:"hands,omitempty"`
	Pot     *Mark     `json:"pot,omitempty"`
	People  []Sitting `json:"people"`
}

// Sitting is a person of an evening.
type Sitting struct {
	Person
	Member int    `json:"member,omitempty"`
	Guest  string `json:"guest,omitempty"`
}

// NextEvening is the next evening, with the answers.
type NextEvening struct {
	When    string   `json:"when"`
	Where   string   `json:"where,omitempty"`
	Enough  int      `json:"enough,omitempty"`
	Come    int      `json:"come"` // how many come, with those they bring
	Phone   int      `json:"phone,omitempty"`
	Answers []Answer `json:"answers"`

	round int // counts the dates
}

// Answer is what a member says to it.
type Answer struct {
	Member int    `json:"member"`
	Say    string `json:"say"` // come, perhaps, not
	Plus   int    `json:"plus,omitempty"`
	Word   string `json:"word,omitempty"`
	Old    bool   `json:"old,omitempty"`   // of another date
	Phone  int    `json:"phone,omitempty"` // that wrote it

	round int // of the date that it answers
	order int // of all answers
}

// Move is money that moved between evenings.
type Move struct {
	Kind   string    `json:"kind"` // paid, fine, spend, share
	From   Account   `json:"from"`
	To     Account   `json:"to"`
	Amount pot.Chips `json:"amount"`
	Text   string    `json:"text,omitempty"`
	Time   string    `json:"time,omitempty"`
	Phone  int       `json:"phone,omitempty"`

	after int // how many evenings there were
}

// View returns what a page is told, with standings over a range; nil: the group's own. today is a day such as 2026-10-03.
func (l *Log) View(r *Range, today string) *View {
	s := &l.state
	if r == nil {
		r = &s.show
	}
	v := &View{Name: s.name, Money: s.money.String(), Mode: s.mode, Head: s.head, Absent: s.absent, Range: *r, InJar: s.jar, Members: []Member{}, Evenings: []Evening{}, Moves: []Move{}}
	for i, m := range s.members {
		v.Members = append(v.Members, s.memberView(i+1, m))
	}
	for _, e := range s.evenings {
		v.Evenings = append(v.Evenings, e.view())
	}
	for _, m := range s.moves {
		m.From, m.To = s.laid(m.From), s.laid(m.To)
		v.Moves = append(v.Moves, m)
	}
	v.Alike, v.Standings, v.Next = s.alike(), s.standings(*r, today), s.nextView()
	v.Open, v.OpenJar = s.owed()
	v.Payments = payments(v.Open, v.OpenJar)
	return v
}

func (s *state) memberView(n int, m member) Member {
	out := Member{N: n, Name: m.name, Same: m.same, Gone: m.gone, Phones: []int{}}
	for _, phone := range slices.Sorted(maps.Keys(s.phones)) {
		switch c := s.phones[phone]; {
		case c.member != n:
		case c.asks:
			out.Asks = append(out.Asks, phone)
		default:
			out.Phones = append(out.Phones, phone)
		}
	}
	return out
}

func (e *evening) view() Evening {
	out := Evening{N: e.n, Kind: e.kind, Ref: e.ref, Counts: e.counts(), Dropped: e.dropped, Deleted: e.deleted, People: []Sitting{}}
	d := e.digest
	if e.kind == OfFile {
		out.Ref = ""
	}
	if d == nil {
		return out
	}
	out.Day, out.Money, out.Rules, out.Hands, out.Pot = d.Day, d.Money, d.Rules, d.Hands, d.Pot
	for _, p := range d.People {
		out.People = append(out.People, Sitting{p, e.who[p.N].Member, e.who[p.N].Guest})
	}
	return out
}

func (s *state) nextView() *NextEvening {
	if s.next == nil || s.next.When == "" {
		return nil
	}
	n := *s.next
	n.Answers = []Answer{}
	last := map[int]Answer{} // by person
	for m, a := range s.answers {
		if before, two := last[s.root(m)]; !two || a.order > before.order {
			last[s.root(m)] = a
		}
	}
	for _, m := range slices.Sorted(maps.Keys(last)) {
		a := last[m]
		a.Member, a.Old, a.round, a.order = m, a.round < n.round, 0, 0
		if n.Answers = append(n.Answers, a); !a.Old && a.Say == "come" {
			n.Come += 1 + a.Plus
		}
	}
	return &n
}

// alike returns the pairs of members, and of a member and a guest, whose names differ by case, an accent or one letter, unless a line says that they are
// two, or they have sat at one table. The name of a guest is proposed once.
func (s *state) alike() [][2]Account {
	list, names := [][2]Account{}, make([]string, len(s.members))
	propose := func(member int, other Account, name string, at []*evening) {
		m := Account{Member: member}
		if !s.members[member-1].gone && near(names[member-1], name) && !s.apart[pair(m, other)] && s.laid(m) != s.laid(other) &&
			!slices.ContainsFunc(at, func(e *evening) bool {
				return !e.dropped && e.has(s, s.root(member)) && (other.Member == 0 || e.has(s, s.root(other.Member)))
			}) {
			list = append(list, [2]Account{m, other})
		}
	}
	for i, m := range s.members {
		names[i] = bare(m.name)
		for a := 1; a <= i && !m.gone; a++ {
			propose(a, Account{Member: i + 1}, names[i], s.evenings)
		}
	}
	guests := map[string]bool{}
	for i, e := range s.evenings {
		for _, k := range slices.Sorted(maps.Keys(e.who)) {
			name := bare(e.who[k].Guest)
			for a := 1; a <= len(names) && name != "" && !e.dropped && !guests[name]; a++ {
				if s.members[a-1].same != 0 {
					continue
				}
				propose(a, Account{Evening: e.n, Person: k}, name, s.evenings[i:i+1])
			}
			guests[name] = true
		}
	}
	return list
}

// pair returns two accounts in order.
func pair(a, b Account) [2]Account {
	if compare(a, b) > 0 {
		a, b = b, a
	}
	return [2]Account{a, b}
}

// near reports whether two bare names differ by one letter at most.
func near(x, y string) bool {
	return x == y || min(len(x), len(y)) > 2 && naming.Apart([]rune(x), []rune(y)) == 1
}

// bare returns a name without accents and case.
func bare(name string) string {
	return naming.Likeness(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(name)))
}
