package env

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"chratze/card"
	"chratze/rams"
	"chratze/variant"
)

// every calls f with each preset and each number of seats, in parallel.
func every(t *testing.T, f func(t *testing.T, gs *Games, game int)) {
	for _, name := range variant.Presets() {
		v, _ := variant.Lookup(name)
		least, most := v.Seats()
		for seats := least; seats <= most; seats++ {
			g, err := v.Game(seats)
			if err != nil {
				continue
			}
			for _, start := range [...]rams.Start{g.FirstStart(0), {Dealer: 1, Pot: 60}} { // a Muss and none, where there are any
				t.Run(fmt.Sprint(name, "/", seats, "/", start.Muss), func(t *testing.T) {
					gs := &Games{}
					game, err := gs.Load(name, seats, start)
					if err != nil {
						t.Fatal(err)
					}
					f(t, gs, game)
				})
			}
		}
	}
}

// play plays a hand at random to its end and calls f before each action.
func play(t *testing.T, gs *Games, h Hand, game int, seed uint64, auto bool, f func(turn int, legal []uint16, id int)) {
	t.Helper()
	if fault := gs.Begin(h, game, seed, auto); fault != None {
		t.Fatal(fault)
	}
	random := seed
	turn, legal, fault := gs.Turn(h, nil)
	for turn != Over && fault == None {
		id := int(legal[below(&random, len(legal))])
		f(turn, legal, id)
		turn, legal, fault = gs.Apply(h, id, nil)
	}
	if fault != None {
		t.Fatal(fault)
	}
}

// TestEachActionIsTheKernels: the kernel lists the same actions, here in ascending order, and lets nature do the same as here one card
// at a time. A hand in which nature acts by itself has actions of the same kind.
func TestEachActionIsTheKernels(t *testing.T) {
	t.Parallel()
	every(t, func(t *testing.T, gs *Games, game int) {
		h, again := make(Hand, SizeLogged), make(Hand, SizeLogged)
		for seed := range uint64(12) {
			play(t, gs, h, game, seed, false, func(turn int, legal []uint16, id int) {
				var at table
				gs.open(&at, h)
				if before := at.State; turn == Nature {
					if f := at.apply(nil, id); f != None || at.State != before && before.Apply(at.did) != nil {
						t.Fatalf("seed %d: nature can't do %v after %d actions", seed, at.did, h.Len())
					}
					return
				}
				var list []rams.Action
				for _, id := range legal {
					a, ok := at.act(int(id))
					if !ok || at.number(a) != int(id) || id >= Actions {
						t.Fatalf("seed %d: action %d is %v and has the number %d", seed, id, a, at.number(a))
					}
					list = append(list, a)
				}
				want := at.Legal(nil)
				if len(want) != len(list) || !slices.IsSorted(legal) {
					t.Fatalf("seed %d: %v are legal, want %v", seed, list, want)
				}
				for _, a := range want {
					if !slices.Contains(list, a) {
						t.Fatalf("seed %d: %v isn't among %v", seed, a, list)
					}
				}
			})
			play(t, gs, h, game, seed, true, func(int, []uint16, int) {})
			x, err := gs.Record(h)
			if err == nil {
				err = gs.Recall(h, int(seed)%x.Game().Seats(), make([]byte, Told))
			}
			if err != nil {
				t.Fatal(err)
			}
			var at table
			if gs.open(&at, h); x.State() != at.State {
				t.Fatalf("seed %d: its actions lead to another hand", seed)
			}
			b, err := gs.Save(h)
			if err == nil {
				err = gs.Restore(again, b)
			}
			if err != nil || !bytes.Equal(h, again) {
				t.Fatalf("seed %d: saved and read it is another hand: %v", seed, err)
			}
		}
	})
}

// TestNothingIsAllocated: after a game is loaded, whole hands are played and looked at without memory of Go's. In a forked child what
// allocates may wait for ever.
func TestNothingIsAllocated(t *testing.T) {
	every(t, func(t *testing.T, gs *Games, game int) {
		h, to, returns, mask := make(Hand, SizeLogged), make([]byte, Observation), make([]float64, seats), make([]byte, Actions/8)
		legal, random := make([]uint16, 0, MaxLegal), uint64(0)
		if n := testing.AllocsPerRun(50, func() {
			random++
			gs.Begin(h, game, random, random%2 == 0)
			turn, ids, _ := gs.Turn(h, legal)
			for turn != Over {
				if turn >= 0 {
					Mask(ids, mask)
					gs.Observe(h, turn, to)
				} else {
					_, _ = gs.Sample(h, random)
				}
				turn, ids, _ = gs.Apply(h, int(ids[below(&random, len(ids))]), legal)
			}
			gs.Returns(h, returns)
		}); n != 0 {
			t.Errorf("%v allocations", n)
		}
	})
}

// TestSecrets: two cards of others that are swapped change no byte of what a seat observes, and nothing that it is told.
func TestSecrets(t *testing.T) {
	t.Parallel()
	every(t, func(t *testing.T, gs *Games, game int) {
		h, other := make(Hand, SizeLogged), make(Hand, SizeLogged)
		seen, seen2 := make([]byte, Observation), make([]byte, Observation)
		recall, recall2 := make([]byte, Told), make([]byte, Told)
		swapped := 0
		for seed := range uint64(40) {
			gs.Begin(h, game, seed, true)
			var at table
			gs.open(&at, h)
			n := at.Game().Seats()
			a, b := at.Hand(1%rams.Seat(n)), at.Stock()
			if n > 2 {
				b = at.Hand(2)
			}
			shown := at.Table()
			if up, ok := at.Upcard(); ok {
				shown |= up.Bit()
			}
			for i := range h.Len() - 2 {
				for _, id := range []int{h.Logged(i + 1), h.Logged(i + 2)} {
					if h.Logged(i) > firstCut && id < cards { // a cut shows one or two
						shown |= numbered(id).Bit()
					}
				}
			}
			a, b = a&^shown, b&^shown
			if a == 0 || b == 0 {
				continue
			}
			x, y := CardNumber(a.First()), CardNumber(b.First())
			gs.Begin(other, game, 0, false)
			for i := range h.Len() {
				id := h.Logged(i)
				switch turn, _, _ := gs.Turn(other, nil); {
				case turn == Nature && id == x:
					id = y
				case turn == Nature && id == y:
					id = x
				}
				if _, _, f := gs.Apply(other, id, nil); f != None {
					t.Fatalf("seed %d: %v", seed, f)
				}
			}
			swapped++
			gs.Observe(h, 0, seen)
			gs.Observe(other, 0, seen2)
			if gs.Recall(h, 0, recall) != nil || gs.Recall(other, 0, recall2) != nil || !bytes.Equal(recall, recall2) || bytes.Equal(recall, make([]byte, Told)) {
				t.Fatalf("seed %d: seat 0 recalls the cards %d and %d of others", seed, x, y)
			}
			told, err := gs.View(h, 0)
			told2, err2 := gs.View(other, 0)
			if !bytes.Equal(seen, seen2) || told != told2 || err != nil || err2 != nil || bytes.Equal(h[atState:], other[atState:]) {
				t.Fatalf("seed %d: seat 0 knows of the cards %d and %d of others\n%s\n%s", seed, x, y, told, told2)
			}
			if gs.Observe(h, 1, seen); bytes.Equal(seen, seen2) {
				t.Fatalf("seed %d: seats 0 and 1 observe the same", seed)
			}
		}
		if swapped < 10 {
			t.Errorf("only %d hands had two such cards", swapped)
		}
	})
}

// TestCardsAreEven: each card comes to a hand as often as another.
func TestCardsAreEven(t *testing.T) {
	t.Parallel()
	gs := &Games{}
	game, err := gs.Load("chratze", 4, rams.Start{})
	if err != nil {
		t.Fatal(err)
	}
	var count [cards]int
	const hands = 36000
	h := make(Hand, Size)
	for seed := range uint64(hands) {
		gs.Begin(h, game, seed, true)
		var at table
		gs.open(&at, h)
		for c := at.Hand(1); c != 0; c = c.Rest() {
			count[CardNumber(c.First())]++
		}
	}
	for n, times := range count {
		if want := hands * 2 / 36; times != 0 && (times < want*9/10 || times > want*11/10) {
			t.Errorf("%v came %d times, want about %d", numbered(n), times, want)
		}
	}
}

// TestWrongHands: wrong numbers and memory are refused, and change nothing.
func TestWrongHands(t *testing.T) {
	t.Parallel()
	gs := &Games{}
	game, err := gs.Load("kratzen", 4, rams.Start{Muss: true})
	if err != nil {
		t.Fatal(err)
	}
	h := make(Hand, SizeLogged)
	for _, f := range []Fault{gs.Begin(h, 1, 0, true), gs.Begin(h, -1, 0, true)} {
		if f != BadGame {
			t.Errorf("a game that isn't loaded: %v", f)
		}
	}
	gs.Begin(h, game, 1, true)
	before := slices.Clone(h)
	for _, id := range []int{-1 << 62, -1, 31, 33, 95, 159, 490, 511, 512, 1 << 40} {
		if _, _, f := gs.Apply(h, id, nil); f != BadAction || !bytes.Equal(h, before) {
			t.Errorf("action %d: %v", id, f)
		}
	}
	for _, seat := range []int{-1, 4, 1 << 40} {
		if f := gs.Observe(h, seat, make([]byte, Observation)); f != BadSeat {
			t.Errorf("seat %d: %v", seat, f)
		}
	}
	if f := gs.Observe(h, 0, make([]byte, 5)); f != BadSize {
		t.Error(f)
	}
	for _, bad := range []Hand{nil, make(Hand, 5), make(Hand, SizeLogged)} {
		if _, _, f := gs.Turn(bad, nil); f != BadHand {
			t.Errorf("%d bytes of zeros: %v", len(bad), f)
		}
	}
	saved, err := gs.Save(h)
	if err != nil {
		t.Fatal(err)
	}
	for i := range saved {
		saved[i] ^= 4
		if err := gs.Restore(make(Hand, SizeLogged), saved); err == nil {
			t.Errorf("byte %d may be another", i)
		}
		saved[i] ^= 4
	}
}

// TestNumbersStay: the numbers of actions are for ever, and the document has their sum.
func TestNumbersStay(t *testing.T) {
	t.Parallel()
	var list strings.Builder
	for i, k := range words {
		fmt.Fprintln(&list, i, k)
	}
	for n := range cards {
		fmt.Fprintln(&list, firstPlay+n, rams.Play, numbered(n))
	}
	fmt.Fprintln(&list, firstLay, firstDrop, shuffle, reshuffle, firstCut, Actions, Chances)
	for i := range choices(11, 7) {
		fmt.Fprintln(&list, firstDrop+i, choice(card.SetOf(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10), 7, i))
	}
	sum := fmt.Sprintf("%x", sha256.Sum256([]byte(list.String())))
	doc, err := os.ReadFile("../docs/actions.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(doc), sum) {
		t.Errorf("the numbers have the sum %s, which docs/actions.md doesn't have: programs and policies have learned by them", sum)
	}
	size := 0
	for _, p := range Parts {
		if size += p.Size; !strings.Contains(string(doc), "`"+p.Name+"` "+fmt.Sprint(p.Size)) {
			t.Errorf("docs/actions.md doesn't have the part %s of %d bytes", p.Name, p.Size)
		}
	}
	if size != Observation {
		t.Errorf("the parts have %d bytes, want %d", size, Observation)
	}
}

func BenchmarkSteps(b *testing.B) {
	gs := &Games{}
	game, err := gs.Load("chratze", 4, rams.Start{})
	if err != nil {
		b.Fatal(err)
	}
	h, buf := make(Hand, SizeLogged), make([]uint16, 0, MaxLegal)
	random, n := uint64(1), 0
	b.ReportAllocs()
	for b.Loop() {
		gs.Begin(h, game, random, true)
		turn, legal, _ := gs.Turn(h, buf)
		for turn != Over {
			turn, legal, _ = gs.Apply(h, int(legal[below(&random, len(legal))]), buf)
			n++
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/decision")
}
