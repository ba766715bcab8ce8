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
// one by one: those from which they may have played as they have. The flat worlds are these, and each comes about as often. Weighed, they
// agree with the hands weighed by how likely the model calls as the others did, and so do the worlds that come by the model.
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
			tested, told := 0, 0.0
			for seed := uint64(1); tested < 3 && seed < 2000; seed++ {
				x := until(gs, h, game, seed, func(x *rams.Record) bool {
					return x.Phase() == rams.PhasePlay && in(x) == 2 && x.Played().Len() == 2
				})
				if x == nil {
					continue
				}
				tested++
				agree(t, gs, h, x)
				told = max(told, weigh(t, gs, h, x))
			}
			if tested < 3 || told < 0.05 {
				t.Errorf("%d hands, in which the calls say %.2f about a card", tested, told)
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
	me := x.Turn()
	other := opponent(x)
	v := x.View(me)
	could := map[card.Set]bool{}
	choose(v.Unseen(), x.Hand(other).Len(), 0, func(hand card.Set) { could[hand] = fits(gs, h, x, other, hand) })
	want := 0
	for _, ok := range could {
		if ok {
			want++
		}
	}
	const each = 20
	to := make([]byte, want*each*env.Size)
	if err := Worlds(gs, h, int(me), 3, "stammtisch-1", true, to, make([]float64, want*each)); err != nil {
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

// opponent returns the other seat that is in.
func opponent(x *rams.Record) rams.Seat {
	for seat := range rams.Seat(x.Game().Seats()) {
		if seat != x.Turn() && x.Contract(seat).In() {
			return seat
		}
	}
	return -1
}

// choose calls visit with every choice of n cards, and those of so far.
func choose(from card.Set, n int, so card.Set, visit func(card.Set)) {
	if n == 0 {
		visit(so)
		return
	}
	for ; from != 0; from = from.Rest() {
		choose(from.Rest(), n-1, so|from.First().Bit(), visit)
	}
}

// weigh compares how likely the opponent holds each card with an enumeration of its hands and of those thrown away, weighed by the calls. It
// returns the most that the calls say about a card.
func weigh(t *testing.T, gs *env.Games, h env.Hand, x *rams.Record) (told float64) {
	t.Helper()
	const model, draws = "stammtisch-1", 8000
	like := likelihoods(t, gs, h, model)
	me, other := x.Turn(), opponent(x)
	v := x.View(me)
	unseen, n, played := v.Unseen(), x.Hand(other).Len(), card.Set(0)
	for _, e := range x.Log {
		if e.Seat == other && e.Act.Kind == rams.Play {
			played |= e.Act.Cards
		}
	}
	thrown := map[card.Set]float64{0: 1} // hands of the seat that is out
	for seat := range rams.Seat(x.Game().Seats()) {
		if seat != me && seat != other {
			clear(thrown)
			choose(unseen, n+1, 0, func(hand card.Set) { thrown[hand] = like(seat, hand) })
		}
	}
	var exact, flat, weighed, drawn share
	choose(unseen, n, 0, func(hand card.Set) {
		if !fits(gs, h, x, other, hand) {
			return
		}
		flat.add(hand, 1)
		sum := 0.0
		for out, p := range thrown {
			if out&hand == 0 {
				sum += p
			}
		}
		exact.add(hand, sum*like(other, hand|played))
	})
	for _, by := range [...]*share{&weighed, &drawn} {
		to, weights := make([]byte, draws*env.Size), make([]float64, draws)
		if err := Worlds(gs, h, int(me), 5, model, by == &weighed, to, weights); err != nil {
			t.Fatal(err)
		}
		for i, w := range weights {
			s := gs.State(to[i*env.Size:][:env.Size])
			by.add(s.Hand(other), math.Exp(w))
			if far := w - math.Log(like(other, s.Hand(other)|played)); by == &weighed && len(thrown) == 1 && math.Abs(far) > 1e-9 {
				t.Fatalf("a world with %v weighs %.3f too much", s.Hand(other), far)
			}
		}
	}
	for c := unseen; c != 0; c = c.Rest() {
		i := c.First()
		want := exact.of(i)
		told = max(told, math.Abs(want-flat.of(i)))
		if a, b := weighed.of(i), drawn.of(i); math.Abs(a-want) > 0.025 || math.Abs(b-want) > 0.025 {
			t.Errorf("%v is held in %.3f of the weighed worlds and %.3f of those drawn, should be in %.3f", i, a, b, want)
		}
	}
	return told
}

// share says how likely each card is held.
type share struct {
	held [64]float64
	all  float64
}

func (s *share) add(hand card.Set, weight float64) {
	s.all += weight
	for ; hand != 0; hand = hand.Rest() {
		s.held[hand.First()] += weight
	}
}

func (s *share) of(c card.Card) float64 { return s.held[c] / s.all }

// likelihoods returns how likely a model with the hand dealt to a seat decides as that seat did.
func likelihoods(t *testing.T, gs *env.Games, h env.Hand, name string) func(rams.Seat, card.Set) float64 {
	t.Helper()
	m, err := model(name)
	if err != nil {
		t.Fatal(err)
	}
	type call struct {
		view rams.View
		act  rams.Action
	}
	var calls []call
	again := make(env.Hand, env.Size)
	gs.Begin(again, 0, 0, false)
	for i := range h.Len() {
		if now := gs.State(again); now.Turn() >= 0 {
			v := now.View(now.Turn(), nil)
			at := slices.IndexFunc(v.Legal, func(a rams.Action) bool { id, _ := gs.NumberOf(again, a); return id == h.Logged(i) })
			calls = append(calls, call{v, v.Legal[at]})
		}
		gs.Apply(again, h.Logged(i), nil)
	}
	return func(seat rams.Seat, hand card.Set) float64 {
		p := 1.0
		for i := range calls {
			if c := &calls[i]; c.view.Seat == seat && c.act.Kind != rams.Play {
				c.view.Hand = hand
				p *= m.Likelihood(&c.view, c.act)
			}
		}
		return p
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

// TestSolvedValues: where the game is solved, the values of best are those by which it decides, without an interval; of a search they aren't.
func TestSolvedValues(t *testing.T) {
	t.Parallel()
	gs, h := &env.Games{}, make(env.Hand, env.SizeLogged)
	game, err := gs.Load("zwicken-schlecken", 2, rams.Start{})
	if err != nil {
		t.Fatal(err)
	}
	none := func(path string) ([]byte, error) { return nil, fmt.Errorf("%s: no file here", path) }
	asked := 0
	for seed := range uint64(25) {
		if f := gs.Begin(h, game, seed, true); f != env.None {
			t.Fatal(f)
		}
		for turn, legal, _ := gs.Turn(h, nil); turn != env.Over; turn, legal, _ = gs.Turn(h, nil) {
			act, err := Act(gs, h, "best:20", seed, none)
			if err != nil {
				t.Fatal(err)
			}
			if len(legal) == 1 {
				gs.Apply(h, act, nil)
				continue
			}
			values, err := Values(gs, h, "best:20", seed, none)
			if err != nil || len(values) != len(legal) {
				t.Fatalf("%d values of %d acts: %v", len(values), len(legal), err)
			}
			most, mine := math.Inf(-1), math.NaN()
			for _, v := range values {
				if most = max(most, v.Mean); v.Action == act {
					mine = v.Mean
				}
				if v.Half != 0 {
					t.Errorf("seed %d: %+v has an interval", seed, v)
				}
			}
			if !(mine > most-1) {
				t.Errorf("seed %d: plays %d, which is worth %.2f of %.2f", seed, act, mine, most)
			}
			asked++
			gs.Apply(h, act, nil)
		}
	}
	if asked < 40 {
		t.Errorf("%d decisions", asked)
	}
	gs.Begin(h, game, 3, true)
	if values, err := Values(gs, h, "search:20", 3, none); err != nil || values[0].Half == 0 {
		t.Errorf("a search is sure of %v, %v", values, err)
	}
}
