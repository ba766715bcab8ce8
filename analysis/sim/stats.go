package sim

import (
	"chratze/rams"
	"chratze/stat"
)

// Stats is what happened in the hands of a simulation. Amounts of money have no mean here,
// since pots grow without bound; results are in percent of the pot played for ([rams.Result.Gain]).
type Stats struct {
	Seats    int
	Sittings int64
	Hands    int64 // deals, including those that nobody opened

	Unopened int64 // nobody declared
	Walkover int64 // only one was in, and took the pot
	Forced   int64 // nobody was asked: Muss, Seven Muss and ten

	BySeat     [rams.MaxSeats]Row // the chairs
	ByPosition [rams.MaxSeats]Row // 0 the dealer, 1 forehand …
	ByContract [Contracts]Row     // the roles: each seat's contract
	ByBot      []Row              // the bots, in the order of Config.Bots
	Pots       Pots               // what the hands were played for
}

// Contracts is the number of places for contracts: those of package rams, and some that may come.
const Contracts = 16

// Row counts what some seats did. Declared, joined and made count contracts, including those
// that a seat had to take.
type Row struct {
	Hands        int64
	Declared     int64 // opened, bid, or had to
	DeclaredMade int64 // of these, without a penalty
	Joined       int64
	JoinedMade   int64
	Gain         Mean // percent of the pot per hand
}

// add counts one hand of one seat.
func (r *Row) add(c rams.Contract, made bool, gain float64) {
	m := int64(0)
	if made {
		m = 1
	}
	r.Hands++
	switch {
	case c.In() && c.Declares():
		r.Declared++
		r.DeclaredMade += m
	case c.In():
		r.Joined++
		r.JoinedMade += m
	}
	r.Gain.add(gain)
}

// Made returns how many seats made their contract, out of those that had one.
func (r *Row) Made() (made, of int64) {
	return r.DeclaredMade + r.JoinedMade, r.Declared + r.Joined
}

func (r *Row) merge(o *Row) {
	r.Hands += o.Hands
	r.Declared += o.Declared
	r.DeclaredMade += o.DeclaredMade
	r.Joined += o.Joined
	r.JoinedMade += o.JoinedMade
	r.Gain.merge(&o.Gain)
}

// rows returns all rows.
func (s *Stats) rows() []*Row {
	all := make([]*Row, 0, 2*rams.MaxSeats+Contracts+len(s.ByBot))
	for _, part := range [...][]Row{s.BySeat[:], s.ByPosition[:], s.ByContract[:], s.ByBot} {
		for i := range part {
			all = append(all, &part[i])
		}
	}
	return all
}

// merge adds the hands of o, which must come after those of s.
func (s *Stats) merge(o *Stats) {
	s.Sittings += o.Sittings
	s.Hands += o.Hands
	s.Unopened += o.Unopened
	s.Walkover += o.Walkover
	s.Forced += o.Forced
	rows := s.rows()
	for i, r := range o.rows() {
		rows[i].merge(r)
	}
	s.Pots.merge(&o.Pots)
}

// Mean is a mean with its error, of groups such as the hands of a sitting: groups are independent of each other,
// the hands within one need not be.
type Mean struct {
	n, sum float64 // of the current group
	stat.Ratio
}

func (m *Mean) add(x float64) {
	m.n++
	m.sum += x
}

// cut closes the group.
func (m *Mean) cut() {
	m.Add(m.n, m.sum)
	m.n, m.sum = 0, 0
}

func (m *Mean) merge(o *Mean) { m.Merge(o.Ratio) }
