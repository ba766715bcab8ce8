package group

import (
	"cmp"
	"slices"

	"chratze/pot"
)

// Standing is one member in the standings.
type Standing struct {
	Member int `json:"member"`
	Sum
	By     map[int]*Sum `json:"by"`     // the same, by how many people were there
	Streak int          `json:"streak"` // evenings that were won one after another, up to the last; below 0: lost
	Best   *High        `json:"best,omitempty"`
	Worst  *High        `json:"worst,omitempty"`
	With   []Pair       `json:"with"` // by the others: what this member won when they were there

	course map[int]pot.Chips
}

// Sum is what a member's evenings add up to.
type Sum struct {
	Evenings int       `json:"evenings"`
	Won      pot.Chips `json:"won"`
	Tally
}

func (s *Sum) add(p Person) {
	s.Evenings++
	s.Won += p.Won
	s.Hands += p.Hands
	s.Declared += p.Declared
	s.Made += p.Made
	s.Joined += p.Joined
	s.Kept += p.Kept
	s.Susi += p.Susi
}

// High is the best or the worst hand.
type High struct {
	Mark
	Evening int `json:"evening"`
}

// Pair is what a member won in the evenings with another.
type Pair struct {
	Member   int       `json:"member"`
	Evenings int       `json:"evenings"`
	Won      pot.Chips `json:"won"`
}

// Standings are of the evenings in one money.
type Standings struct {
	Money    string              `json:"money"`
	Evenings []int               `json:"evenings"` // in the order of their days
	Rows     []Standing          `json:"rows"`     // who has won most, first
	Course   map[int][]pot.Chips `json:"course"`   // by member: the account after each of these evenings
	Pot      *High               `json:"pot,omitempty"`
}

// standings folds the digests, apart for each money; the group's own comes first.
func (s *state) standings(r Range, today string) []Standings {
	list := []Standings{}
	for _, money := range append([]string{s.money.String()}, slices.DeleteFunc(pot.Moneys(), func(m string) bool { return m == s.money.String() })...) {
		if in := s.within(r, today, money); len(in) > 0 {
			list = append(list, s.standingsOf(r, in, money))
		}
	}
	return list
}

// within returns the places of the evenings of a range, in the order of their days.
func (s *state) within(r Range, today, money string) (list []int) {
	first, last := r.days(today)
	for i, e := range s.evenings {
		if !e.counts() || e.digest.Money != money || len(e.persons()) < r.Least {
			continue
		}
		if day := e.digest.Day; day >= first && day <= last {
			list = append(list, i)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(s.evenings[a].digest.Day, s.evenings[b].digest.Day) })
	return list
}

// persons returns the people of an evening, without bots.
func (e *evening) persons() []Person {
	return slices.DeleteFunc(slices.Clone(e.digest.People), func(p Person) bool { return p.Bot })
}

func (s *state) standingsOf(r Range, in []int, money string) Standings {
	of := Standings{Money: money, Evenings: []int{}, Rows: []Standing{}, Course: map[int][]pot.Chips{}}
	rows := map[int]*Standing{}
	for k, i := range in {
		n, e := i+1, s.evenings[i]
		of.Evenings = append(of.Evenings, n)
		if p := e.digest.Pot; p != nil && (of.Pot == nil || p.Amount > of.Pot.Amount) {
			of.Pot = &High{*p, n}
		}
		persons := e.persons()
		for _, p := range persons {
			if m := s.accountOf(e, p.N).Member; m != 0 {
				if rows[m] == nil {
					rows[m] = &Standing{Member: m, By: map[int]*Sum{}, With: []Pair{}, course: map[int]pot.Chips{}}
				}
				rows[m].enter(n, len(persons), p)
				rows[m].course[k] = p.Won
			}
		}
	}
	for m, row := range rows {
		counted := row.best(r, len(in))
		sum, line := pot.Chips(0), make([]pot.Chips, len(in))
		for k := range in {
			if counted[k] {
				sum += row.course[k]
			}
			line[k] = sum
		}
		row.Won, of.Course[m] = sum, line
		for other := 1; other <= len(s.members); other++ {
			if o := rows[other]; o != nil && other != m {
				row.with(o, len(in))
			}
		}
		of.Rows = append(of.Rows, *row)
	}
	slices.SortFunc(of.Rows, func(a, b Standing) int { return cmp.Or(cmp.Compare(b.Won, a.Won), a.Member-b.Member) })
	return of
}

// enter adds an evening with this number of people.
func (st *Standing) enter(n, people int, p Person) {
	if st.By[people] == nil {
		st.By[people] = &Sum{}
	}
	st.add(p)
	st.By[people].add(p)
	switch sign := cmp.Compare(p.Won, 0); {
	case sign == 0:
		st.Streak = 0
	case sign*st.Streak > 0:
		st.Streak += sign
	default:
		st.Streak = sign
	}
	if p.Best != nil && (st.Best == nil || p.Best.Amount > st.Best.Amount) {
		st.Best = &High{*p.Best, n}
	}
	if p.Worst != nil && (st.Worst == nil || p.Worst.Amount < st.Worst.Amount) {
		st.Worst = &High{*p.Worst, n}
	}
}

// best returns which evenings count: the best few of the last of the group, or all.
func (st *Standing) best(r Range, evenings int) map[int]bool {
	var there []int
	for k := range evenings {
		if _, was := st.course[k]; was && (r.Best == 0 || k >= evenings-r.Of) {
			there = append(there, k)
		}
	}
	if r.Best > 0 && len(there) > r.Best {
		slices.SortStableFunc(there, func(a, b int) int { return cmp.Compare(st.course[b], st.course[a]) })
		there = there[:r.Best]
	}
	counted := map[int]bool{}
	for _, k := range there {
		counted[k] = true
	}
	return counted
}

// with adds what st won in the evenings when another was there.
func (st *Standing) with(o *Standing, evenings int) {
	p := Pair{Member: o.Member}
	for k := range evenings {
		won, was := st.course[k]
		if _, too := o.course[k]; was && too {
			p.Evenings++
			p.Won += won
		}
	}
	if p.Evenings > 0 {
		st.With = append(st.With, p)
	}
}
