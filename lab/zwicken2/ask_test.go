package zwicken2

import (
	"testing"

	"chratze/card"
	"chratze/chance"
	"chratze/rams"
)

// counter plays at random and counts how it is asked.
type counter struct {
	chance.Source
	t     *testing.T
	views map[rams.Phase]int
}

func (c *counter) Act(v *rams.View) rams.Action {
	c.views[v.Phase]++
	if v.Turn != v.Seat || v.Upcard != card.New(card.Nine, card.Diamonds) || v.Hand.Len()+v.Played.Len()-(v.Hand|v.Played).Len() != 0 || len(v.Legal) < 2 {
		c.t.Fatalf("asked with %+v", v)
	}
	return v.Legal[c.IntN(len(v.Legal))]
}

// TestAsk: a bot that plays at random is asked for every decision as often as it has acts, and is the profile to which all acts
// are alike. One that stays out is not asked for cards.
func TestAsk(t *testing.T) {
	t.Parallel()
	b := NewBook(New(Shape{7, 8, 8, 8}))
	up := card.New(card.Nine, card.Diamonds)
	c := &counter{t: t, views: map[rams.Phase]int{}}
	p, err := b.Ask(up, func(s chance.Source) rams.Player { c.Source = s; return c }, nil)
	if err != nil {
		t.Fatal(err)
	}
	acts := 0
	for i := range b.own {
		acts += b.own[i].n
	}
	if c.views[rams.PhaseJoin] != 2*2*1051 || c.views[rams.PhaseJoin]+c.views[rams.PhasePlay] != acts {
		t.Errorf("asked %v, want %d", c.views, acts)
	}
	even := NewProfile(b.Game)
	for seat := range 2 {
		if got, want := p.Response(seat), even.Response(seat); percent(got-want) != 0 {
			t.Errorf("a best response of seat %d wins %v, want %v", seat, got, want)
		}
	}
	o := out{}
	if p, err = b.Ask(up, func(chance.Source) rams.Player { return o }, nil); err != nil || percent(p.Response(Forehand)) != 50 {
		t.Errorf("against one that stays out a best response wins %v, %v, want 50", p.Response(Forehand), err)
	}
}

// out stays out.
type out struct{}

func (out) Act(v *rams.View) rams.Action {
	if v.Phase != rams.PhaseJoin {
		panic("asked for a card")
	}
	return v.Legal[1]
}
