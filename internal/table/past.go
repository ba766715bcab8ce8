package table

import (
	"slices"

	"chratze/pot"
	"chratze/rams"
)

// mostPast is the number of hands of which balances are kept.
const mostPast = 300

// Past is the evening so far, for somebody who connects: the balances after each hand, and the
// chairs of those who have been the Susi.
type Past struct {
	Course [][]pot.Chips `json:"course"`         // by chair: the balance of the person now there after each of the last hands, in Rappen; 0 before they came
	Susi   []int         `json:"susi,omitempty"` // chairs whose people have been the Susi
}

// remember adds a finished hand to the past.
func (t *Table) remember() {
	for i := range t.hand.Log {
		if e := &t.hand.Log[i]; e.Kind == rams.EventSusi {
			t.people[t.who[e.Seat]-1].Susi = true
		}
	}
	after := make([]pot.Chips, len(t.people))
	for i := range t.people {
		after[i] = t.session.Balance(i)
	}
	if t.course = append(t.course, after); len(t.course) > mostPast {
		t.course = append(t.course[:0], t.course[1:]...)
	}
}

// mostMet is how many hands bots get to know people from: as many as are watched in a few milliseconds.
const mostMet = 8

// meet keeps the last hand, before another begins, for bots that get to know people; before is who sat there.
// With other people it forgets them all.
func (t *Table) meet(before []int) {
	if !slices.Equal(before, t.who) {
		t.met = nil
	} else if t.result != nil {
		var last rams.Record
		last.Fork(&t.hand)
		t.met = append(slices.Clip(t.met[max(0, len(t.met)+1-mostMet):]), last) // bots may still read the old list
	}
}

// past returns the evening so far, or nil before the first hand is over.
func (t *Table) past() *Past {
	if len(t.course) == 0 {
		return nil
	}
	p := &Past{Course: make([][]pot.Chips, len(t.chairs))}
	for c := range t.chairs {
		p.Course[c] = []pot.Chips{}
		who := t.on(c)
		if who == nil {
			continue
		}
		p.Course[c] = make([]pot.Chips, len(t.course))
		for i, after := range t.course {
			if who.ID <= len(after) {
				p.Course[c][i] = after[who.ID-1]
			}
		}
		if who.Susi {
			p.Susi = append(p.Susi, c)
		}
	}
	return p
}
