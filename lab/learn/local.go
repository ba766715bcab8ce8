package learn

import (
	"context"
	"math"

	"chratze/card"
	"chratze/chance"
	"chratze/rams"
)

// Local measures what a local best response gains (after Lisý and Bowling 2017). At each
// decision it samples worlds with the probabilities that they have if the others play as they
// do; it knows how they decide. It tries its acts in them, assuming that after the act it plays
// as the others would, and takes the best. That is a strategy, so a best response gains at
// least as much.
//
// What it wins would be mostly luck. So at each decision in which it deviates, the gain is
// measured in as many fresh worlds. The gains of the decisions of a hand add up to
// the gain of the hand (Kakade and Langford 2002).
func (e *Exploit) Local(ctx context.Context, m Measure, worlds int) (*Gains, error) {
	return e.sum(ctx, m, func(b *simulator) func(i uint64, gain []float64) {
		l := &local{simulator: newSimulator(e), most: worlds, done: ctx.Done()}
		b.keep = true
		return func(i uint64, gain []float64) {
			d := b.deal(e, i)
			_, dealer := b.playOut(d, rams.Nobody, nil)
			for place := range gain {
				l.start, l.seen, l.gain = d.start, 0, 0
				l.dice = chance.FastFor(d.seed, uint64(place))
				b.playOut(d, (dealer+rams.Seat(place))%rams.Seat(b.seats), l)
				gain[place] = l.gain
			}
		}
	})
}

const (
	firstWorlds = 24   // worlds before an act may be dropped
	judges      = 48   // worlds in which the gain of an act is measured
	sure        = 2.6  // standard errors by which an act must be behind to be dropped
	tooRare     = 2000 // attempts at a world, after which the situation is too rare to respond to
)

// local responds at one place of a hand. It samples worlds on its own simulator; the hand is
// played on another.
type local struct {
	*simulator
	most  int // worlds per decision
	done  <-chan struct{}
	start rams.Start // of the hand
	seen  card.Set   // the cards that the seat has held
	gain  float64    // in this hand

	acts  []rams.Action
	tried []bool
	sums  []float64 // by act: sums of its advantage over the first act, and of the square
	value []float64
	log   []rams.Action
	knows []card.Set // by entry of the log: the cards of it that the seat knows
	later card.Set   // all of these cards
}

// respond returns the best act in the worlds that it samples.
func (l *local) respond(b *simulator, c *rollout, v *rams.View, own rams.Action) rams.Action {
	l.seen |= v.Hand
	if _, _, learned := l.Place(v); !learned || !l.remember(b.log, v.Seat) {
		return own
	}
	l.acts, l.tried, l.sums = append(l.acts[:0], own), append(l.tried[:0], true), append(l.sums[:0], 0, 0)
	for _, a := range l.wishes(v) {
		if a != own {
			l.acts, l.tried, l.sums = append(l.acts, a), append(l.tried, true), append(l.sums, 0, 0)
		}
	}
	l.value = append(l.value[:0], make([]float64, len(l.acts))...)
	n := 0
	for n < l.most {
		select {
		case <-l.done: // nobody counts this hand
			return own
		default:
		}
		if !l.try(v.Seat) {
			return own
		}
		for i := range l.acts {
			x := l.value[i] - l.value[0]
			l.sums[2*i] += x
			l.sums[2*i+1] += x * x
		}
		if n++; n >= firstWorlds && n%8 == 0 && l.narrow(float64(n)) {
			break
		}
	}
	best := l.best()
	if best == 0 {
		return own
	}
	a := l.acts[best]
	l.judge(v.Seat, own, a)
	return a
}

// wishes returns the acts to try: all or, if there are too many possible discards, those from
// the worst card up.
func (l *local) wishes(v *rams.View) []rams.Action {
	if len(v.Legal) <= 16 {
		return v.Legal
	}
	_, acts, _ := l.Place(v)
	list := make([]rams.Action, acts)
	for i := range list {
		list[i] = l.Act(v, i)
	}
	return list
}

// best returns the act that has won most; 0 is what the others would do.
func (l *local) best() (best int) {
	for i := range l.acts {
		if l.tried[i] && l.sums[2*i] > l.sums[2*best] {
			best = i
		}
	}
	return best
}

// narrow drops acts that after n worlds are behind what the others would do, or behind the
// best. done is true if nothing is left to find out.
func (l *local) narrow(n float64) (done bool) {
	lead := l.sums[2*l.best()] / n
	left, ahead := 0, false
	for i := 1; i < len(l.acts); i++ {
		if !l.tried[i] {
			continue
		}
		mean := l.sums[2*i] / n
		wide := sure * math.Sqrt(max(0, l.sums[2*i+1]/n-mean*mean)/(n-1))
		if mean < -wide || mean+2*wide < lead || wide == 0 && mean <= 0 {
			l.tried[i] = false
			continue
		}
		left++
		ahead = mean > wide
	}
	return left == 0 || left == 1 && ahead
}

// judge adds how much better an act is than what the others would do, in fresh worlds. If it
// finds none it adds nothing.
func (l *local) judge(seat rams.Seat, own, a rams.Action) {
	l.acts, l.tried, l.value = append(l.acts[:0], own, a), append(l.tried[:0], true, true), l.value[:2]
	sum, n := 0.0, 0
	for ; n < judges && l.try(seat); n++ {
		sum += l.value[1] - l.value[0]
	}
	if n > 0 {
		l.gain += sum / float64(n)
	}
}

// remember takes the log of a hand and what a seat knows of it. It returns false if the hand
// can't be sampled, because discards were shuffled.
func (l *local) remember(log []rams.Action, me rams.Seat) bool {
	l.log, l.knows, l.later = append(l.log[:0], log...), l.knows[:0], 0
	for _, a := range log {
		known := card.Set(0)
		switch {
		case a.Kind == rams.Reshuffle:
			return false
		case a.Kind == rams.TurnUp || a.Kind == rams.TurnBid:
			known = a.Cards
		case (a.Kind == rams.DealCards || a.Kind == rams.Draw) && a.Seat == me:
			known = a.Cards & (l.seen | a.Up.Set())
		case a.Kind == rams.Draw:
			known = a.Up.Set()
		}
		l.knows = append(l.knows, known)
		l.later |= known
	}
	return true
}

// try samples a world and records what each act wins in it. It returns false if the situation
// is too rare.
func (l *local) try(me rams.Seat) bool {
	var world, after rollout
	for tries := 0; !l.imagine(&world, me); tries++ {
		if tries == tooRare {
			return false
		}
	}
	l.deck.Source = &l.dice
	l.deck.Resume(&world.hand)
	world.deck, world.asked = l.deck, [rams.MaxSeats]uint8{}
	l.seed = l.dice.Uint64()
	l.open = l.dice.IntN(100) < l.opens
	for i, a := range l.acts {
		if !l.tried[i] {
			continue
		}
		after = world
		l.push(&after, a)
		l.advance(&after, rams.Nobody)
		l.value[i] = l.won(&after, int(me))
	}
	return true
}

// imagine replays the hand with random cards for those that the seat can't place, and gives up
// when somebody would act otherwise than they did. So each world comes with the right
// probability.
func (l *local) imagine(world *rollout, me rams.Seat) bool {
	hand, err := l.game.NewHand(l.start)
	if err != nil {
		panic(err) // it began the same way before
	}
	later := l.later
	for i, a := range l.log {
		known := l.knows[i]
		switch {
		case a.Kind == rams.DealCards || a.Kind == rams.Draw:
			later &^= known
			more, ok := l.draw(&hand, a.Cards.Len()-known.Len(), later|known)
			if !ok {
				return false
			}
			a.Cards = known | more
		case a.Kind == rams.TurnUp || a.Kind == rams.TurnBid:
			later &^= known
		case a.Kind.Player() && a.Seat != me:
			b := l.guess(&hand)
			if b.Kind != a.Kind || b.Cards.Len() != a.Cards.Len() {
				return false
			}
			a = b
		}
		hand.ApplyUnchecked(a)
	}
	*world = rollout{hand: hand}
	return true
}

// draw draws n cards that nature may deal now, except some.
func (l *local) draw(hand *rams.State, n int, but card.Set) (cards card.Set, ok bool) {
	d := hand.PendingChance()
	cards = d.Must &^ but
	from := d.From &^ but &^ cards
	if n -= cards.Len(); n < 0 || from.Len() < n {
		return 0, false
	}
	for range n {
		rest := from
		for range l.dice.IntN(from.Len()) {
			rest = rest.Rest()
		}
		cards |= rest & -rest
		from &^= rest & -rest
	}
	return cards, true
}

// guess returns what a player does in a sampled hand.
func (l *local) guess(hand *rams.State) rams.Action {
	v := l.look(hand)
	switch {
	case len(v.Legal) == 1:
		return v.Legal[0]
	case v.Phase == rams.PhaseDrop:
		return l.player.Act(v)
	}
	l.chance = chance.Fast(l.dice.Uint64())
	return l.others.Act(v)
}
