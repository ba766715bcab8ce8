package env

import (
	"slices"
	"testing"

	"chratze/rams"
)

func newBatch(gs *Games, game, n int, observe bool) *Batch {
	g := gs.Game(game)
	b := &Batch{
		Games: gs, Game: game, Seed: 5, Hands: make([]byte, n*Size), Turn: make([]int8, n), Count: make([]uint16, n), Legal: make([]uint16, n*g.Width()),
		Mask: make([]byte, n*Actions/8), Actions: make([]uint16, n), Rewards: make([]float32, n*g.Seats()), Done: make([]byte, n), Number: make([]uint32, n),
	}
	if observe {
		b.Observe = make([]byte, n*Observation)
	}
	return b
}

// TestBatch: at each place a hand goes on as it would alone, with every number of hands; lists, masks, observations and rewards are its own;
// and nothing is allocated.
func TestBatch(t *testing.T) {
	every(t, func(t *testing.T, gs *Games, game int) {
		const n = 7
		b, small := newBatch(gs, game, n, true), newBatch(gs, game, 2, false)
		b.Reset, small.Reset = true, true
		if f := b.Begin(); f != None || small.Begin() != None {
			t.Fatal(f)
		}
		g, source := gs.Game(game), uint64(9)
		mask, seen, alone := make([]byte, Actions/8), make([]byte, Observation), make(Hand, Size)
		returns := make([]float64, seats)
		ended := 0
		for range 300 {
			for i := range n {
				h := Hand(b.Hands[i*Size:][:Size])
				turn, legal, f := gs.Turn(h, nil)
				list := b.Legal[i*g.Width():][:g.Width()]
				if f != None || turn < 0 || int(b.Turn[i]) != turn || !slices.Equal(list[:b.Count[i]], legal) || slices.ContainsFunc(list[len(legal):], func(id uint16) bool { return id != Pad }) {
					t.Fatalf("hand %d: seat %d has %v, told is %d %v", i, turn, legal, b.Turn[i], list)
				}
				Mask(legal, mask)
				gs.Observe(h, turn, seen)
				if !slices.Equal(mask, b.Mask[i*Actions/8:][:Actions/8]) || !slices.Equal(seen, b.Observe[i*Observation:][:Observation]) {
					t.Fatalf("hand %d has another mask or observation", i)
				}
			}
			if !slices.Equal(small.Legal, b.Legal[:2*g.Width()]) {
				t.Fatal("with fewer hands the first two are others")
			}
			b.Sample(&source)
			copy(small.Actions, b.Actions)
			copy(alone, b.Hands)
			_, _, _ = gs.Apply(alone, int(b.Actions[0]), nil)
			if _, f := b.Step(); f != None {
				t.Fatal(f)
			}
			if _, f := small.Step(); f != None || !slices.Equal(small.Rewards, b.Rewards[:2*g.Seats()]) {
				t.Fatal(f)
			}
			gs.Returns(alone, returns)
			for s, r := range b.Rewards[:g.Seats()] {
				if r != float32(returns[s]) {
					t.Fatalf("rewards %v, want %v", b.Rewards[:g.Seats()], returns)
				}
			}
			ended += int(b.Done[0])
		}
		if ended < 3 || uint32(ended) != b.Number[0] {
			t.Errorf("%d hands have ended, %d are told", b.Number[0], ended)
		}
		before := slices.Clone(b.Hands)
		b.Sample(&source)
		b.Actions[n-1] = 31
		if wrong, f := b.Step(); f != BadAction || wrong != n-1 || !slices.Equal(before, b.Hands) {
			t.Errorf("action 31: hand %d, %v", wrong, f)
		}
		if a := testing.AllocsPerRun(100, func() { b.Sample(&source); _, _ = b.Step() }); a != 0 {
			t.Errorf("%v allocations", a)
		}
		b.Turn = b.Turn[:n-1]
		if _, f := b.Step(); f != BadSize {
			t.Errorf("memory for fewer hands: %v", f)
		}
	})
}

func BenchmarkBatch(b *testing.B) {
	gs := &Games{}
	game, err := gs.Load("chratze", 4, rams.Start{})
	if err != nil {
		b.Fatal(err)
	}
	const n = 1024
	batch, source := newBatch(gs, game, n, false), uint64(3)
	batch.Reset = true
	batch.Begin()
	for b.Loop() {
		batch.Sample(&source)
		_, _ = batch.Step()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/decision")
}

// TestOthersDecide: some seats are played by functions. The learner is asked alone, hands go on to their end, and an action of theirs that isn't
// legal is a fault.
func TestOthersDecide(t *testing.T) {
	every(t, func(t *testing.T, gs *Games, game int) {
		b := newBatch(gs, game, 3, false)
		b.Hands, b.Reset, b.Others = make([]byte, 3*SizeLogged), true, make([]func(Hand) int, gs.Game(game).Seats())
		asked, wrong := 0, false
		for seat := range b.Others[1:] {
			b.Others[seat+1] = func(h Hand) int {
				turn, legal, _ := gs.Turn(h, nil)
				if turn != seat+1 {
					t.Fatalf("seat %d is asked, %d is on turn", seat+1, turn)
				}
				if asked++; wrong {
					return 31
				}
				return int(legal[asked%len(legal)])
			}
		}
		if f := b.Begin(); f != None {
			if n := gs.Game(game).Seats(); f == NotAsked && n == 2 {
				return // the other passes, always
			}
			t.Fatal(f)
		}
		source := uint64(4)
		for range 60 {
			b.Sample(&source)
			if _, f := b.Step(); f != None || slices.ContainsFunc(b.Turn, func(turn int8) bool { return turn != 0 }) {
				t.Fatalf("seats %v are asked: %v", b.Turn, f)
			}
		}
		if b.Number[0] < 3 || asked < 60 {
			t.Errorf("%d hands have ended, and the others were asked %d times", b.Number[0], asked)
		}
		wrong = true
		for range 9 {
			b.Sample(&source)
			if _, f := b.Step(); f == BadAction {
				return
			}
		}
		t.Error("action 31 of another seat is no fault")
	})
}
