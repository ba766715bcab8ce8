package policy

import (
	"context"
	"math/bits"

	"chratze/card"
	"chratze/chance"
	"chratze/rams"
)

// Response is a strategy learned against others who don't change. For each position that it
// distinguishes, it has the gain of each act over what the others would do. It does the same as
// they would where nothing seems to gain.
type Response struct {
	exploit *Exploit
	levels  int
	steps   int64
	at      map[uint64]uint32 // by position: index of its numbers
	numbers []float32         // by position: how often it was met, then by act its total gain
}

// Abstraction is how finely a Response distinguishes positions.
type Abstraction int

// The abstractions. A position that was met too rarely is treated like its coarser one, so a
// finer abstraction costs only time.
const (
	Coarse Abstraction = 2 // as the policies here (layout)
	// Fine distinguishes hands up to an exchange of suits, and all public acts. It ignores only
	// earlier upcards and the exact amount of the pot.
	Fine Abstraction = 5
)

// trust is how often a position must be met, by level, before its own results count as much as
// those of the coarser level. It is smaller where the positions of a level differ more.
var trust = [Fine]float32{32, 64, 200, 200, 300}

// worthwhile is how much an act must seem to gain, in percent of the pot, to be taken; less is
// noise.
const worthwhile = 0.5

// maxOptions is the greatest number of acts that a response tries in a position.
const maxOptions = 8

// situation is a position as a Response sees it.
type situation struct {
	keys    [Fine]uint64
	options [maxOptions]rams.Action
	n       int // number of options
}

// Train learns a response. Each step is a hand for one seat in which all its acts are tried. The result depends only on
// the seed and the steps.
func (e *Exploit) Train(ctx context.Context, c Training, p Abstraction) (*Response, error) {
	r := &Response{exploit: e, levels: int(p), at: map[uint64]uint32{}}
	walker := func() func(int64, *journal[[Fine]uint64]) {
		return (&learner{simulator: newSimulator(e), response: r}).step
	}
	total := float32(c.Steps)
	err := batches(ctx, c, &r.steps, walker, func(keys [Fine]uint64, gains []float32) {
		weight := 2 * float32(r.steps+Batch) / (total + Batch) // later steps play on better, so they weigh more
		for _, key := range keys[:r.levels] {
			r.add(key, gains, weight)
		}
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// Gains plays hands, each once for every place with the response at it, and
// once without. The hands differ from those used for learning.
func (r *Response) Gains(ctx context.Context, m Measure) (*Gains, error) {
	return r.exploit.gains(ctx, m, func(*simulator) responder { return r })
}

type learner struct {
	*simulator
	response *Response
	me       rams.Seat
	into     *journal[[Fine]uint64] // by the keys of positions: what each option gains
}

func (r *Response) add(key uint64, gains []float32, weight float32) {
	at, met := r.at[key]
	if !met {
		at = uint32(len(r.numbers))
		r.at[key] = at
		r.numbers = append(r.numbers, make([]float32, 1+len(gains))...)
	}
	numbers := r.numbers[at:]
	numbers[0] += weight
	for i, g := range gains {
		numbers[1+i] += weight * g
	}
}

// step deals a hand and tries everything in it for one seat.
func (w *learner) step(step int64, into *journal[[Fine]uint64]) {
	e := w.response.exploit
	w.into = into
	d := chance.FastFor(e.config.Seed, uint64(step))
	start := e.starts.start(&d)
	w.me = rams.Seat((int64(start.Dealer) + step) % int64(w.seats))
	var c rollout
	w.begin(&c, dealing{start, d, d.Uint64()})
	w.walk(&c)
}

// walk tries every act from here on, and returns what the seat wins, in percent of the pot,
// with the response learned so far.
func (w *learner) walk(c *rollout) float64 {
	v := w.advance(c, w.me)
	if v == nil {
		return w.won(c, int(w.me))
	}
	var s situation
	if !w.see(&s, c, v) {
		w.push(c, w.ask(c, v))
		return w.walk(c)
	}
	own := w.ask(c, v)
	try := func(a rams.Action) float64 {
		after := *c
		w.push(&after, a)
		return w.walk(&after)
	}
	base := try(own)
	var gains [maxOptions]float32
	for i, a := range s.options[:s.n] {
		if a != own {
			gains[i] = float32(try(a) - base)
		}
	}
	w.into.note(s.keys, gains[:s.n])
	if best := w.response.best(&s); best >= 0 {
		return base + float64(gains[best])
	}
	return base
}

// best returns the option that seems to gain most over what the others would do, or -1.
func (r *Response) best(s *situation) int {
	var gain [maxOptions]float32
	for level, key := range s.keys[:r.levels] {
		at, met := r.at[key]
		if !met {
			break
		}
		numbers, k := r.numbers[at:], trust[level]
		for i := range gain[:s.n] {
			gain[i] = (numbers[1+i] + k*gain[i]) / (numbers[0] + k)
		}
	}
	best, most := -1, float32(worthwhile)
	for i, g := range gain[:s.n] {
		if g > most {
			best, most = i, g
		}
	}
	return best
}

func (r *Response) respond(b *simulator, c *rollout, v *rams.View, own rams.Action) rams.Action {
	var s situation
	if b.see(&s, c, v) {
		if best := r.best(&s); best >= 0 {
			return s.options[best]
		}
	}
	return own
}

// see computes the keys of a position, from coarse to fine. It returns false if the position
// isn't learned.
func (b *simulator) see(s *situation, c *rollout, v *rams.View) bool {
	slot, acts, learned := b.place(v, &b.hold)
	if !learned || acts > maxOptions {
		return false
	}
	blind := v.Phase == rams.PhaseDoubleBlind || v.Phase == rams.PhaseBlind
	if v.Phase == rams.PhaseLay {
		s.n = acts
		for i := range acts {
			s.options[i] = b.act(v, &b.hold, i)
		}
	} else {
		s.n = copy(s.options[:], v.Legal)
	}
	key := func(level int, a, b uint64) { s.keys[level] = mix(mix(a^uint64(s.n)<<3^uint64(level)) ^ b) }
	if blind { // a dealer who hasn't looked
		b.hold.n = 0
	}
	key(0, b.standing(v), b.cardBucket())
	key(1, uint64(slot), 0)
	told := mix(c.told ^ uint64(v.Phase)<<32 ^ uint64(b.after(v.Seat, v.Dealer)))
	key(2, told, uint64(b.hold.number(b.size))<<4^uint64(v.Hand.Len()))
	key(3, told, b.coarseBucket(v))
	key(4, told, exactKey(v))
	return true
}

// standing summarizes the auction: who opened, and how many are in.
func (b *simulator) standing(v *rams.View) uint64 {
	in, out := 0, 0
	for _, c := range v.Contract[:b.seats] {
		switch {
		case c.In():
			in++
		case c == rams.Folded:
			out++
		}
	}
	n := uint64(v.Phase)<<8 | uint64(b.after(v.Seat, v.Dealer))<<4
	if v.Declarer >= 0 {
		n |= uint64(1+b.after(v.Declarer, v.Dealer)) << 16
	}
	return n<<8 | uint64(in)<<4 | uint64(out)
}

// cardBucket summarizes the cards of a view: the number of trumps, the strength of the best
// one, and the number of other cards that nothing beats.
func (b *simulator) cardBucket() uint64 {
	trumps, best, high := 0, 0, 0
	for _, x := range b.hold.cards[:b.hold.n] {
		switch {
		case x.level < trumpLevels:
			if trumps++; trumps == 1 {
				best = 1 + int(x.level)
			}
		case x.level == trumpLevels:
			high++
		}
	}
	return uint64(trumps)<<8 | uint64(best)<<4 | uint64(high)
}

// coarseBucket encodes the cards of a view with all ranks of trumps; low cards of other suits
// are not distinguished.
func (b *simulator) coarseBucket(v *rams.View) (n uint64) {
	for _, x := range b.hold.cards[:b.hold.n] {
		c := x.bit.First()
		rank := uint64(c.Rank())
		if x.level < trumpLevels {
			n = n*32 + 16 + rank
		} else {
			n = n*32 + 1 + max(rank, uint64(card.Jack)) - uint64(card.Jack)
		}
	}
	return n*4 + uint64(b.suits(v.Hand))
}

// suits returns how many suits a hand has.
func (b *simulator) suits(hand card.Set) (n int) {
	for s := range card.Suit(card.Suits) {
		if hand&card.OfSuit(s) != 0 {
			n++
		}
	}
	return n
}

// exactKey encodes the cards of a view exactly. Hands that differ only by an exchange of plain
// suits are equal.
func exactKey(v *rams.View) uint64 {
	trumps := v.Hand & v.Game.Trumps(v.Trump)
	var lanes [card.Suits]uint64
	for s := range card.Suit(card.Suits) {
		x := uint64(ranksIn(v.Hand&^trumps, s))
		i := int(s)
		for ; i > 0 && lanes[i-1] < x; i-- {
			lanes[i] = lanes[i-1]
		}
		lanes[i] = x
	}
	n := uint64(trumps)
	if v.Trump != 0 {
		n = bits.RotateLeft64(n, -16*int(v.Trump)) // as if clubs were trumps
	}
	for _, x := range lanes[:card.Suits-1] {
		n = mix(n) ^ x
	}
	return n
}
