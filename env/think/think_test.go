package think

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"chratze/card"
	"chratze/env"
	"chratze/rams"
)

// until plays a hand at random to the moment at which ok holds, and reports whether there is one.
func until(gs *env.Games, h env.Hand, game int, seed uint64, ok func(x *rams.Record) bool) *rams.Record {
	gs.Begin(h, game, seed, true)
	turn, legal, _ := gs.Turn(h, nil)
	for turn != env.Over {
		if x, err := gs.Record(h); err == nil && ok(x) {
			return x
		}
		turn, legal, _ = gs.Apply(h, int(legal[env.Next(&seed)%uint64(len(legal))]), legal[:0])
	}
	return nil
}

// TestWorldsByEnumeration: two and three play Zwicken without exchange. Before the second trick all hands of the others that are possible are counted
// one by one: those from which they may have played as they have. The flat worlds are these, and each comes about as often.
func TestWorldsByEnumeration(t *testing.T) {
	t.Parallel()
	for _, seats := range []int{2, 3} {
		t.Run(fmt.Sprint(seats), func(t *testing.T) {
			t.Parallel()
			gs, h := &env.Games{}, make(env.Hand, env.SizeLogged)
			game, err := gs.Load("zwicken-schlecken,cut=plain", seats, rams.Start{})
			if err != nil {
				t.Fatal(err)
			}
			tested := 0
			for seed := uint64(1); tested < 3 && seed < 2000; seed++ {
				x := until(gs, h, game, seed, func(x *rams.Record) bool {
					return x.Phase() == rams.PhasePlay && in(x) == 2 && x.Played().Len() == 2
				})
				if x == nil {
					continue
				}
				tested++
				agree(t, gs, h, x)
			}
			if tested < 3 {
				t.Errorf("only %d hands", tested)
			}
		})
	}
}

func in(x *rams.Record) (n int) {
	for seat := range x.Game().Seats() {
		if x.Contract(rams.Seat(seat)).In() {
			n++
		}
	}
	return n
}

// agree compares the worlds of the seat on turn with an enumeration of what the one other who is in can hold.
func agree(t *testing.T, gs *env.Games, h env.Hand, x *rams.Record) {
	t.Helper()
	me, other := x.Turn(), rams.Seat(-1)
	for seat := range rams.Seat(x.Game().Seats()) {
		if seat != me && x.Contract(seat).In() {
			other = seat
		}
	}
	v := x.View(me)
	could := map[card.Set]bool{}
	unseen := v.Unseen().Append(nil)
	var choose func(from, n int, hand card.Set)
	choose = func(from, n int, hand card.Set) {
		if n == 0 {
			could[hand] = fits(gs, h, x, other, hand)
			return
		}
		for i := from; i < len(unseen); i++ {
			choose(i+1, n-1, hand|unseen[i].Bit())
		}
	}
	choose(0, x.Hand(other).Len(), 0)
	want := 0
	for _, ok := range could {
		if ok {
			want++
		}
	}
	const each = 20
	to := make([]byte, want*each*env.Size)
	if err := Worlds(gs, h, int(me), 3, true, to); err != nil {
		t.Fatal(err)
	}
	count := map[card.Set]int{}
	for w := range slices.Chunk(to, env.Size) {
		s := gs.State(w)
		if mine := s.View(me, nil); mine.Hand != v.Hand || mine.Table != v.Table || mine.Played != v.Played || mine.Turn != v.Turn || !slices.Equal(mine.Legal, v.Legal) {
			t.Fatalf("a world shows %v, the hand %v", mine.Hand, v.Hand)
		}
		count[s.Hand(other)]++
	}
	far := 0.0
	for hand, n := range count {
		if !could[hand] {
			t.Fatalf("%v was ruled out by the cards played: %v", hand, x.Log)
		}
		far += float64((n - each) * (n - each))
	}
	if len(count) != want {
		t.Errorf("%d of %d possible hands came", len(count), want)
	}
	if sd := math.Sqrt(far / float64(want)); sd > 3*math.Sqrt(each) { // neighbours of the walk are alike
		t.Errorf("%d hands came %d times each, with a deviation of %.1f", want, each, sd)
	}
}

// fits reports whether a seat that holds a hand now may have played as it has: the same hand, but that it was dealt these cards.
func fits(gs *env.Games, h env.Hand, x *rams.Record, other rams.Seat, hand card.Set) bool {
	now := x.Hand(other)
	to := map[int]int{}
	for a, b := now&^hand, hand&^now; a != 0; a, b = a.Rest(), b.Rest() {
		i, j := env.CardNumber(a.First()), env.CardNumber(b.First())
		to[i], to[j] = j, i
	}
	dealt := make(env.Hand, env.Size)
	gs.Begin(dealt, 0, 0, false)
	for i := range h.Len() {
		turn, _, _ := gs.Turn(dealt, nil)
		id := h.Logged(i)
		if swapped, ok := to[id]; ok && turn == env.Nature {
			id = swapped
		}
		if _, _, f := gs.Apply(dealt, id, nil); f != env.None {
			return false
		}
	}
	return true
}
