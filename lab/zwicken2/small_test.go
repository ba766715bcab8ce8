package zwicken2

import (
	"slices"
	"testing"

	"chratze/bot/solved"
	"chratze/card"
	"chratze/lab/cfr"
	"chratze/rams"
)

// finite is a game with all its deals after some upcards of a pack of nine cards: a cfr.Finite.
type finite struct {
	*hand // nil: before the deal
	rules *rams.Game
	book  *Book
}

// smallUpcards are the clubs of the pack; all leave the same shape.
var smallUpcards = card.OfSuit(card.Clubs) & card.Small9.Cards()

func (f finite) Player() int {
	switch {
	case f.hand == nil:
		return cfr.Nature
	case f.Done():
		return cfr.Over
	}
	return f.turn()
}

func (f finite) Infoset() (uint64, int) {
	up, _ := f.Upcard()
	k := uint64(up)<<1 | uint64(f.turn())
	for _, c := range slices.Concat(f.dealt[f.turn()][:], f.played) {
		k = k<<5 | uint64(c)
	}
	return k<<3 | uint64(f.stage()), len(f.Legal(nil))
}

func (f finite) Act(i int) finite {
	h := *f.hand
	for h.act(h.Legal(nil)[i]); !h.Done() && len(h.Legal(nil)) == 1; {
		h.act(h.Legal(nil)[0])
	}
	return finite{&h, f.rules, f.book}
}

func (f finite) Outcomes(yield func(finite, float64)) {
	games, books := map[Shape]*Game{f.book.Shape: f.book.Game}, map[Shape]*Book{f.book.Shape: f.book}
	for up := range smallUpcards.All() {
		_, cards := solved.ShapeOf(f.rules, up, 0)
		real := func(hand [size]uint8) card.Set { return card.SetOf(cards[hand[0]], cards[hand[1]], cards[hand[2]]) }
		for _, first := range f.book.triples {
			for _, second := range f.book.triples {
				if bits(first[:]...)&bits(second[:]...) == 0 {
					s := dealt(f.rules, up, [2]card.Set{real(first), real(second)})
					yield(finite{begin(s, 0, games, books), f.rules, f.book}, 1/f.book.deals()/float64(smallUpcards.Len()))
				}
			}
		}
	}
}

// dealt returns a hand in which these cards have been dealt.
func dealt(g *rams.Game, up card.Card, hands [2]card.Set) rams.State {
	s, _ := g.NewHand(rams.Start{Dealer: Dealer})
	for s.Turn() == rams.Nature {
		due := s.PendingChance()
		a := rams.Action{Kind: due.Kind, Seat: due.Seat}
		switch due.Kind {
		case rams.TurnUp:
			a.Cards = up.Bit()
		case rams.DealCards:
			a.Cards = hands[due.Seat] & -hands[due.Seat]
			hands[due.Seat] = hands[due.Seat].Rest()
		}
		s.ApplyUnchecked(a)
	}
	return s
}

func (f finite) Utility(player int) float32 {
	r := f.Result()
	return float32(r.Gain(rams.Seat(player)))
}

// TestSmallPack: with a pack of nine cards, values and best responses are those of the generic solver, with all suits and
// upcards apart.
func TestSmallPack(t *testing.T) {
	t.Parallel()
	r := solved.Rules("plain").Rules()
	r.Pack, r.Weli = card.Small9, rams.WeliNone
	rules, err := rams.NewGame(r, 2)
	if err != nil {
		t.Fatal(err)
	}
	shape, _ := solved.ShapeOf(rules, smallUpcards.First(), 0)
	b := NewBook(New(shape))
	s := NewSolver(b)
	s.Iterate(7)
	p := s.Average()
	root := finite{nil, rules, b}
	e := cfr.Expand(root, 2)
	profile := cfr.NewProfile(e, root, func(f finite, chances []float32) {
		d, acts := b.find(f.stage(), f.dealt[f.turn()], f.played)
		held := bits(f.dealt[f.turn()][:]...) &^ bits(f.played...)
		sum, weights := float32(0), map[uint32]float32{}
		for k, slot := range d.slots[:d.n] {
			act := uint32(acts[k])
			if f.stage() > StageDealer {
				for c, i := range b.members(held) {
					if i == int(acts[k]) {
						act = bits(c)
					}
				}
			}
			weights[act] = p.weights[slot]
			sum += p.weights[slot]
		}
		for i, a := range f.Legal(nil) {
			act := f.set(a.Cards)
			if a.Kind == rams.Out {
				act = 1
			}
			chances[i] = 1 / float32(len(weights))
			if sum > 0 {
				chances[i] = weights[act] / sum
			}
		}
	})
	near := func(what string, got, want float64) {
		if d := got - want; d > 1e-4 || d < -1e-4 {
			t.Errorf("%s %.5f, want %.5f of the generic solver", what, got, want)
		}
	}
	near("value", p.Value(), e.Value(profile, Forehand)-Ante)
	near("best response of forehand", p.Response(Forehand)-p.Value(), e.Gain(profile, Forehand, nil))
	near("best response of the dealer", p.Response(Dealer)+p.Value(), e.Gain(profile, Dealer, nil))
	if e.NashConv(profile) < 0.1 {
		t.Error("the profile is too good to tell anything")
	}
}

// TestResume: a solver that was stopped goes on as if it had not been, and what it writes is read as it was.
func TestResume(t *testing.T) {
	t.Parallel()
	b := NewBook(New(Shape{3, 1, 3, 3}))
	straight, first, second := NewSolver(b), NewSolver(b), NewSolver(b)
	straight.Iterate(9)
	first.Iterate(4)
	if err := second.Resume(first.AppendCheckpoint(nil)); err != nil {
		t.Fatal(err)
	}
	second.Iterate(5)
	want, head := b.AppendTo(nil, straight.Average(), straight.Iterations())
	got, _ := b.AppendTo(nil, second.Average(), second.Iterations())
	if string(got) != string(want) {
		t.Error("a solver that was resumed writes another solution")
	}
	p, h, err := b.Read(want)
	if err != nil || h != head || percent(Ante+p.Response(Forehand)) != head.Forehand {
		t.Errorf("read %+v, %v, want %+v", h, err, head)
	}
	other := NewBook(New(Shape{3, 2, 2, 3}))
	if _, _, err := other.Read(want); err == nil {
		t.Error("a solution of another shape was read")
	}
	if err := NewSolver(other).Resume(first.AppendCheckpoint(nil)); err == nil {
		t.Error("a checkpoint of another shape was read")
	}
}
