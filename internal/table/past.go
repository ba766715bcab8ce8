package table

import (
	"slices"

	"chratze/pot"
	"chratze/rams"
)

// mostPast is the number of hands of which balances are kept.
const mostPast = 300

// Past is the evening so far, for one who connects: the balances after each hand, and the
// chairs of those who have been the Susi.
type Past struct {
	Course map[int][]pot.Chips `json:"course"`         // by person, also of those who have left: the balance after each of the last hands, in Rappen; 0 before they came
	Susi   []int               `json:"susi,omitempty"` // chairs whose people have been the Susi
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
	p := &Past{Course: map[int][]pot.Chips{}}
	for _, who := range t.people {
		if who.Same != 0 || who.Chair < 0 && who.First == 0 && t.session.Balance(who.ID-1) == 0 { // another account has theirs, or they have never played
			continue
		}
		course := make([]pot.Chips, len(t.course))
		for i, after := range t.course {
			if who.ID <= len(after) {
				course[i] = after[who.ID-1]
			}
		}
		p.Course[who.ID] = course
		if who.Susi && who.Chair >= 0 {
			p.Susi = append(p.Susi, who.Chair)
		}
	}
	slices.Sort(p.Susi)
	return p
}
