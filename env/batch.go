package env

import (
	"encoding/binary"
	"slices"
)

// Batch is hands of one game that go on side by side, nature by itself. Its memory belongs to the caller, for n hands: it may be an array of
// theirs, and [Batch.Step] writes there. It isn't safe for concurrent use.
type Batch struct {
	Games *Games
	Game  int
	Seed  uint64 // the k-th hand at place i is the same for every n
	Reset bool   // a hand that is over is followed by the next one

	// Others, if not nil, decide for some seats: by seat, nil for a learner's. Then hands are of SizeLogged, and those in which no learner
	// is asked are left out.
	Others []func(h Hand) (id int)

	Hands   []byte    // n × Size
	Turn    []int8    // by hand: the seat on turn, or Over
	Count   []uint16  // by hand: how many actions are legal
	Legal   []uint16  // n × Width: their numbers, and Pad behind them
	Mask    []byte    // n × Actions/8: the same as bits, as [Mask] writes them
	Actions []uint16  // by hand: what Step makes
	Rewards []float32 // n × seats: what the hand that ended with the last step has brought, in percent of the pot, or 0
	Done    []byte    // by hand: 1 if one ended with the last step
	Number  []uint32  // by hand: how many have ended
	Observe []byte    // n × Observation, of the seat on turn; or none
}

// Pad follows the legal actions, which differ in number.
const Pad = 0xffff

// Width returns how many legal actions there can be in a game, for memory of that size.
func (g *Game) Width() int {
	if g.bonus {
		return MaxLegal
	}
	return 64
}

// fits reports whether the memory is for n hands.
func (b *Batch) fits(g *Game) bool {
	n := len(b.Turn)
	return len(b.Hands) == n*b.size() && (len(b.Others) == 0 || len(b.Others) == g.Seats()) && len(b.Count) == n && len(b.Legal) == n*g.Width() && len(b.Mask) == n*Actions/8 && len(b.Actions) == n &&
		len(b.Rewards) == n*g.Seats() && len(b.Done) == n && len(b.Number) == n && (len(b.Observe) == n*Observation || len(b.Observe) == 0)
}

// size is that of a hand.
func (b *Batch) size() int {
	if len(b.Others) > 0 {
		return SizeLogged
	}
	return Size
}

// hand is the memory of a hand.
func (b *Batch) hand(i int) Hand { return b.Hands[i*b.size():][:b.size()] }

// others lets the others decide until it is a learner's turn.
func (b *Batch) others(t *table, h Hand) Fault {
	for len(b.Others) > 0 && !t.Done() && b.Others[t.Turn()] != nil {
		t.store(h)
		if f := t.apply(h, b.Others[t.Turn()](h)); f != None {
			return f
		}
	}
	return None
}

// Begin makes the hands.
func (b *Batch) Begin() Fault {
	g := b.Games.Game(b.Game)
	switch {
	case g == nil:
		return BadGame
	case !b.fits(g):
		return BadSize
	}
	clear(b.Number)
	clear(b.Done)
	clear(b.Rewards)
	clear(b.Count)
	clear(b.Mask)
	for i := range b.Legal {
		b.Legal[i] = Pad
	}
	for i := range b.Turn {
		var t table
		if f := b.begin(g, &t, i); f != None {
			return f
		}
		b.ask(g, &t, i)
	}
	return None
}

// mostLeftOut is how many hands in a row may be left out, as no learner is asked there.
const mostLeftOut = 1000

// begin makes the next hand at a place.
func (b *Batch) begin(g *Game, t *table, i int) Fault {
	source := b.Seed + uint64(i)*0xd1342543de82ef95 + uint64(b.Number[i])*0xaf251af3b0f025b5
	h := b.hand(i)
	for range mostLeftOut {
		clear(h)
		binary.LittleEndian.PutUint32(h, g.number+1)
		h[atFlags] = self
		*t = table{g: g, State: g.first, random: Next(&source), self: true}
		t.nature(h)
		if f := b.others(t, h); f != None {
			return f
		}
		if t.store(h); !t.Done() {
			return None
		}
	}
	return NotAsked
}

// ask writes who is on turn at a place, and with what choice.
func (b *Batch) ask(g *Game, t *table, i int) {
	width, before := g.Width(), int(b.Count[i])
	list, mask := b.Legal[i*width:][:width:width], b.Mask[i*Actions/8:][:Actions/8]
	for _, id := range list[:before] {
		mask[id>>3&63] = 0
	}
	turn, legal := t.ask(list[:0])
	b.Turn[i], b.Count[i] = int8(turn), uint16(len(legal))
	for _, id := range legal {
		mask[id>>3&63] |= 1 << (id & 7)
	}
	for k := len(legal); k < before; k++ {
		list[k] = Pad
	}
	if len(b.Observe) == 0 {
		return
	}
	to := b.Observe[i*Observation:][:Observation]
	if turn < 0 {
		clear(to)
		return
	}
	_ = t.observe(turn, to) // the seat and the size are right
}

// Sample chooses one of the legal actions in each hand, by numbers from the source.
func (b *Batch) Sample(source *uint64) Fault {
	g := b.Games.Game(b.Game)
	if g == nil || !b.fits(g) {
		return BadSize
	}
	for i, n := range b.Count {
		b.Actions[i] = Pad
		if n > 0 {
			b.Actions[i] = b.Legal[i*g.Width()+below(source, int(n))]
		}
	}
	return None
}

// Step makes an action in each hand that goes on. If one isn't legal, it returns its hand, and nothing has changed.
func (b *Batch) Step() (wrong int, f Fault) {
	g := b.Games.Game(b.Game)
	if g == nil || !b.fits(g) {
		return 0, BadSize
	}
	for i, n := range b.Count {
		if n > 0 && !slices.Contains(b.Legal[i*g.Width():][:n], b.Actions[i]) {
			return i, BadAction
		}
	}
	for i, n := range b.Count {
		rewards := b.Rewards[i*g.Seats():][:g.Seats()]
		if b.Done[i] != 0 {
			b.Done[i] = 0
			clear(rewards)
		}
		if n == 0 {
			continue
		}
		h := b.hand(i)
		var t table
		t.load(g, h)
		f := t.apply(h, int(b.Actions[i]))
		if f == None {
			f = b.others(&t, h)
		}
		t.store(h)
		if f == None && t.Done() {
			f = b.over(g, &t, i, rewards)
		}
		if f != None {
			return i, f
		}
		b.ask(g, &t, i)
	}
	return 0, None
}

// over ends the hand at a place.
func (b *Batch) over(g *Game, t *table, i int, rewards []float32) Fault {
	var returns [seats]float64
	t.returns(returns[:])
	for s := range rewards {
		rewards[s] = float32(returns[s])
	}
	b.Done[i] = 1
	b.Number[i]++
	if b.Reset {
		return b.begin(g, t, i)
	}
	return None
}
