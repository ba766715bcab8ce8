package policy

import (
	"context"
	"math"

	"chratze/card"
	"chratze/chance"
	"chratze/rams"
)

// Local measures what local best response gains (after Lisý and Bowling 2017): at each decision
// it imagines worlds as likely as they are if the others do what they do (it knows how they decide), tries its
// acts in them, and does what is best if from then on it goes on as the others would in its place.
// That is a strategy, so a best response gains at least as much.
//
// What it gains isn't counted by what it wins, which is mostly luck: at each decision in which it
// does something else, by how much that is better in fresh worlds, as many as judges. Gains of
// decisions on the way through a hand add up to that of the hand, whatever it is (Kakade and
// Langford 2002).
func (e *Exploit) Local(ctx context.Context, hands, workers, worlds int) (*Gains, error) {
	return e.sum(ctx, hands, workers, func(b *simulator) func(i uint64, gain []float64) {
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
	firstWorlds = 24   // before an act may be left out
	judges      = 48   // worlds that say what an act gains
	sure        = 2.6  // standard errors by which an act must be behind to be left out
	tooRare     = 2000 // tries for a world after which what has been said is too rare to respond to
)

// local responds at one place of a hand. Its own simulator is where it imagines; the hand is
// played on another one.
type local struct {
	*simulator
	most  int // worlds for a decision
	done  <-chan struct{}
	start rams.Start // of the hand
	seen  card.Set   // cards the seat has had in its hand
	gain  float64    // in this hand

	acts  []rams.Action
	tried []bool
	sums  []float64 // by act: how much more than the first it wins, and its square
	value []float64
	log   []rams.Action
	knows []card.Set // by entry of the log: the cards of it that the seat knows
	later card.Set   // all of these
}

// respond does what is best in the worlds it imagines.
func (l *local) respond(b *simulator, c *rollout, v *rams.View, own rams.Action) rams.Action {
	l.seen |= v.Hand
	if _, _, learned := l.place(v, &l.hold); !learned || !l.remember(b.log, v.Seat) {
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

// wishes are the acts that are tried: all, or if there are too many cards to lay from the worst up.
func (l *local) wishes(v *rams.View) []rams.Action {
	if len(v.Legal) <= 16 {
		return v.Legal
	}
	_, acts, _ := l.place(v, &l.hold)
	list := make([]rams.Action, acts)
	for i := range list {
		list[i] = l.act(v, &l.hold, i)
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

// narrow leaves out acts that are behind what the others would do, or the best of all, after n
// worlds; true: there is nothing more to find out.
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

// judge adds by how much an act is better than what the others would do, in fresh worlds. If none
// is found none is added: a hand is not judged for being rare.
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

// remember takes the log of a hand and what a seat knows of it. False: it can't be imagined, as discards
// have been shuffled.
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

// try imagines a world and writes what each act wins in it; false: what has been said is too rare.
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

// imagine goes through the hand again, with cards that the seat can't place by chance, and gives up
// when somebody does something else than was seen. So each world comes as often as it is likely.
func (l *local) imagine(world *rollout, me rams.Seat) bool {
	hand, err := l.game.NewHand(l.start)
	if err != nil {
		panic(err) // it has begun so before
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

// draw draws n cards of those that nature may deal now, but for some.
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

// guess returns what somebody does in an imagined hand.
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
