package group

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"chratze/internal/naming"
)

// Enter returns the lines that enter an evening, or nil if it is in the group; if its file has grown since, those that renew it, and
// none if it has the same hands.
// d is nil as long as nothing is known of it. A person whose name a member has is that member. The others become members if all
// join, else they are guests.
func (l *Log) Enter(kind, ref string, d *Digest, names map[int]string, all bool) []string {
	if n := l.Find(kind, ref); n != 0 {
		e := l.evenings[n-1]
		switch {
		case kind != OfFile:
		case e.digest == nil || len(ref) > len(e.ref) || d.Hands > e.digest.Hands:
			return l.Renew(n, d, names)
		case ref == e.ref:
			again := *d
			if again.Day = e.digest.Day; again.equal(e.digest) { // a desk's text without times is of the day on which it is entered
				return []string{}
			}
		}
		return nil
	}
	n := len(l.evenings) + 1
	lines, who := l.introduce(d, names, nil, all)
	lines = append(lines, strings.Join(append([]string{"evening", strconv.Itoa(n), kind, ref}, who...), " "))
	if d != nil {
		lines = append(lines, d.Line(n))
	}
	return lines
}

// Renew returns the lines that give an evening a new digest, and say who those are who have come since the last one; nil: it has this one.
func (l *Log) Renew(n int, d *Digest, names map[int]string) (lines []string) {
	e := l.evenings[n-1]
	if d.equal(e.digest) {
		return nil
	}
	lines = append(lines, d.Line(n))
	if _, who := l.introduce(d, names, e.who, false); len(who) > 0 {
		lines = append(lines, strings.Join(append([]string{"who", strconv.Itoa(n)}, who...), " "))
	}
	return lines
}

// introduce returns lines for new members, and who each person of an evening is who isn't known yet.
func (l *Log) introduce(d *Digest, names map[int]string, known map[int]Who, all bool) (lines, who []string) {
	if d == nil {
		return nil, nil
	}
	taken := map[int]bool{}
	for _, w := range known {
		if w.Member != 0 {
			taken[l.root(w.Member)] = true
		}
	}
	for _, k := range slices.Sorted(maps.Keys(names)) {
		name := naming.Clean(names[k], MaxName)
		if _, is := known[k]; is || !d.has(k) {
			continue
		}
		m := l.called(name)
		switch {
		case !naming.Named(name), reserved(name), m != 0 && taken[m]:
			who = append(who, strconv.Itoa(k)+"=guest")
			continue
		case m == 0 && all:
			m = len(l.members) + len(lines) + 1
			lines = append(lines, "member "+strconv.Itoa(m)+" "+quote(name))
		case m == 0:
			who = append(who, strconv.Itoa(k)+"="+quote(name))
			continue
		}
		taken[m] = true
		who = append(who, strconv.Itoa(k)+"="+strconv.Itoa(m))
	}
	return lines, who
}

// called returns the member who has a name, or 0.
func (l *Log) called(name string) int {
	like := naming.Likeness(name)
	for i, m := range l.members {
		if !m.gone && naming.Likeness(m.name) == like {
			return l.root(i + 1)
		}
	}
	return 0
}

// Find returns the number of the evening at a table or a desk, or 0.
func (l *Log) Find(kind, ref string) int { return l.twice(&evening{kind: kind, ref: ref}) }

// Source is where an evening was played, and its digest.
type Source struct {
	N       int
	Kind    string
	Ref     string
	Digest  *Digest // nil: nothing yet
	Deleted bool    // its cards are gone
}

// Sources returns the evenings at tables and desks.
func (l *Log) Sources() (list []Source) {
	for i, e := range l.evenings {
		if e.kind == AtTable || e.kind == AtDesk {
			list = append(list, Source{i + 1, e.kind, e.ref, e.digest, e.deleted})
		}
	}
	return list
}

// MemberOf returns the member whose phone this is, 0 if it hasn't said, and whether another phone must say yes first.
func (l *Log) MemberOf(phone int) (member int, asks bool) {
	c := l.phones[phone]
	return c.member, c.asks
}

// Claim returns the line by which a phone is that of a person of an evening; none if they are a guest, or it has one.
func (l *Log) Claim(phone int, kind, ref string, person int) []string {
	n := l.Find(kind, ref)
	if n == 0 || person == 0 {
		return nil
	}
	m := l.evenings[n-1].who[person].Member
	if c, has := l.phones[phone]; m == 0 || l.members[m-1].gone || has && !c.asks {
		return nil
	}
	return []string{"phone " + strconv.Itoa(phone) + " is " + strconv.Itoa(m) + " seat"}
}

// Phones returns the highest number of a phone in the log.
func (l *Log) Phones() (most int) {
	for _, text := range l.lines {
		_, by := cut(text)
		most = max(most, by.Phone)
	}
	return most
}

// Without returns the lines that take a name out of the group, that of a member or of a guest; nil: no one has it.
func (l *Log) Without(name string) []string {
	like := naming.Likeness(naming.Clean(name, MaxName))
	for i, m := range l.members {
		if !m.gone && slices.ContainsFunc(m.names, func(n string) bool { return naming.Likeness(n) == like }) {
			return []string{"gone " + strconv.Itoa(i+1)}
		}
	}
	for _, e := range l.evenings {
		for _, w := range e.who {
			if w.Guest != "" && naming.Likeness(w.Guest) == like { // a member of this name is gone at once
				n := strconv.Itoa(len(l.members) + 1)
				return []string{"member " + n + " " + quote(w.Guest), "gone " + n}
			}
		}
	}
	return nil
}

// Money returns the name of the group's money.
func (l *Log) Money() string { return l.money.String() }

// Bare returns lines without the digests in them, which pages are told of otherwise.
func Bare(lines []string) []string {
	list := []string{}
	for _, text := range lines {
		if words := strings.SplitN(text, " ", 3); words[0] == "digest" {
			_, by := cut(text)
			text = by.append(words[0] + " " + words[1])
		}
		list = append(list, text)
	}
	return list
}

// Members returns the names of all who aren't gone and are no other's.
func (l *Log) Members() (names []string) {
	for _, m := range l.members {
		if !m.gone && m.same == 0 {
			names = append(names, m.name)
		}
	}
	return names
}
