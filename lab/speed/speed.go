// Package speed measures how fast the kernel plays.
package speed

import (
	"math/bits"
	"runtime"
	"time"

	"chratze/analysis/sim"
	"chratze/chance"
	"chratze/rams"
)

// Speed is how fast one core plays random hands, each decision drawn from the
// legal list, with shuffling, dealing and settling.
type Speed struct {
	Seats          int
	HandsPerSecond float64
	NsPerAction    float64 // nature's actions too
	ActionsPerHand float64
	AllocsPerHand  float64
}

// Measure plays random hands for about so long and returns the [Speed] of the
// fastest hundredth of a second: what disturbs a measurement only makes it slower.
// It measures once at least, however late it is.
func Measure(g *rams.Game, long time.Duration) Speed {
	const round = 10 * time.Millisecond
	var best Speed
	p := newRandomPlay(g)
	p.play(2000) // warm
	hands := 2000
	for began := time.Now(); best.HandsPerSecond == 0 || time.Since(began) < long; {
		s, took := p.measure(hands)
		if s.HandsPerSecond > best.HandsPerSecond {
			best = s
		}
		hands = max(100, int(float64(hands)*float64(round)/float64(took+1)))
	}
	return best
}

// randomPlay plays sittings without end, with nothing in the way.
type randomPlay struct {
	game  *rams.Game
	start rams.Start
	deck  rams.Deck
	rand  chance.Rand
	legal [rams.MaxLegal]rams.Action
}

func newRandomPlay(g *rams.Game) *randomPlay {
	p := &randomPlay{game: g, start: g.FirstStart(0), rand: chance.Seeded(1)}
	p.deck.Source = &p.rand
	return p
}

// RandomHands plays random hands of the game, in sittings of 20, and returns how
// many actions they had. It is what [Measure] measures.
func RandomHands(g *rams.Game, hands int) (actions int) { return newRandomPlay(g).play(hands) }

// play plays hands and returns how many actions they had.
func (p *randomPlay) play(hands int) (actions int) {
	for i := range hands {
		if i%sim.SittingHands == 0 {
			p.start = p.game.FirstStart(p.start.Dealer)
		}
		s, err := p.game.NewHand(p.start)
		if err != nil {
			panic(err)
		}
		for ; !s.Done(); actions++ {
			if s.Turn() == rams.Nature {
				s.ApplyUnchecked(p.deck.Next(&s))
				continue
			}
			chance := p.rand.Uint64() // before it is needed
			legal := s.Legal(p.legal[:0])
			at, _ := bits.Mul64(chance, uint64(len(legal))) // uniform to one part in 2^55
			s.ApplyUnchecked(legal[at])
		}
		p.start = s.Result().Next
	}
	return actions
}

func (p *randomPlay) measure(hands int) (Speed, time.Duration) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := time.Now()
	actions := p.play(hands)
	took := time.Since(began)
	runtime.ReadMemStats(&after)
	return Speed{
		Seats:          p.game.Seats(),
		HandsPerSecond: float64(hands) / took.Seconds(),
		NsPerAction:    float64(took.Nanoseconds()) / float64(actions),
		ActionsPerHand: float64(actions) / float64(hands),
		AllocsPerHand:  float64(after.Mallocs-before.Mallocs) / float64(hands),
	}, took
}
