package policy

import (
	"context"
	"math/bits"

	"chratze/chance"
	"chratze/internal/par"
	"chratze/internal/stat"
	"chratze/rams"
	"chratze/solve"
)

// Exploit measures what a seat gains that responds to others who stay as they are, in
// auction and exchange. The cards are played by the Player of the Config, or open, for everybody.
//
// What a response does it knows from its own view; how the others decide it may know,
// their cards it doesn't. So whatever it gains, a best response gains at least.
type Exploit struct {
	config Config
	layout *layout
	starts *Trainer // how hands begin
}

// NewExploit returns a measurement of the Others of the Config. The error is one of
// variant.Variant.Game.
func NewExploit(c Config) (*Exploit, error) {
	g, err := c.game()
	if err != nil {
		return nil, err
	}
	e := &Exploit{config: c, layout: newLayout(g)}
	e.starts = &Trainer{config: c, layout: e.layout}
	e.starts.starts = e.starts.sittings()
	return e, nil
}

// Gain is what a seat wins more, in percent of the pot a hand, than if it played as the
// others do, in hands with the same cards and chances.
type Gain struct {
	Hands  int64
	sample stat.Sample
}

// Mean returns the mean.
func (g *Gain) Mean() float64 { return g.sample.Mean() }

// Error returns half the width of the 95 % interval; 0 of fewer than two hands.
func (g *Gain) Error() float64 {
	if g.Hands < 2 {
		return 0
	}
	return g.sample.Half()
}

func (g *Gain) add(x float64) {
	g.Hands++
	g.sample.Add(x)
}

// Gains is what a response gains by place, 0 the dealer, 1 forehand and so on, and in the
// mean of all places, hand by hand.
type Gains struct {
	ByPlace []Gain
	All     Gain
}

// responder decides for the seat that responds. The course is that of the hand; own is what the
// others would do in its place.
type responder interface {
	respond(b *board, c *course, v *rams.View, own rams.Action) rams.Action
}

// asItself is a Player that responds by doing what it does.
type asItself struct{ Player }

func (p asItself) respond(b *board, c *course, v *rams.View, _ rams.Action) rams.Action {
	b.roll(c, v.Seat)
	return p.Act(v)
}

// With measures what a player gains who sits in one place among the others, as it is. As they are made
// by Config.Others, each worker makes its own. Stopped by ctx, With, Response.Gains and Local
// return what the hands so far say, and ctx's error.
func (e *Exploit) With(ctx context.Context, hands, workers int, player func(Source) Player) (*Gains, error) {
	return e.gains(ctx, hands, workers, func(b *board) responder { return asItself{player(&b.chance)} })
}

// gains plays so many hands, each once for every place with the response at it and once without.
func (e *Exploit) gains(ctx context.Context, hands, workers int, with func(*board) responder) (*Gains, error) {
	return e.sum(ctx, hands, workers, func(b *board) func(i uint64, gain []float64) {
		r := with(b)
		return func(i uint64, gain []float64) {
			dealt := b.deal(e, i)
			without, dealer := b.playOut(dealt, rams.Nobody, nil)
			for place := range gain {
				me := (dealer + rams.Seat(place)) % rams.Seat(b.seats)
				won, _ := b.playOut(dealt, me, r)
				gain[place] = won[me] - without[me]
			}
		}
	})
}

// sum measures hand by hand, and adds the gains in their order, so that they are the same
// for any number of workers. The hands are none of those that anything is learned from.
func (e *Exploit) sum(ctx context.Context, hands, workers int, measure func(*board) func(i uint64, gain []float64)) (*Gains, error) {
	const chunk = 64
	seats := e.layout.seats
	list, measured := make([]float64, hands*seats), make([]bool, hands)
	crew := make([]func(i uint64, gain []float64), workers)
	for w := range crew {
		crew[w] = measure(newBoard(e))
	}
	par.Each(ctx, int64(hands), chunk, workers, func(w int, i int64) {
		at := int(i) * seats
		crew[w](uint64(i), list[at:at+seats])
		measured[i] = ctx.Err() == nil // else it may have been hurried
	}, nil)
	g := &Gains{ByPlace: make([]Gain, seats)}
	for i := range hands {
		if !measured[i] {
			continue
		}
		mean := 0.0
		for place, x := range list[i*seats : i*seats+seats] {
			g.ByPlace[place].add(x)
			mean += x / float64(seats)
		}
		g.All.add(mean)
	}
	if g.All.Hands < int64(hands) {
		return g, ctx.Err()
	}
	return g, nil
}

// board is where a worker plays.
type board struct {
	*layout
	player Player
	solver solve.Solver
	opens  int          // Open of the Config
	open   bool         // this hand is played with open cards
	end    solve.Result // of the last such hand
	others Player
	chance chance.Fast // what the others draw from, thrown anew for each question
	seed   uint64      // of these throws
	dice   chance.Fast
	legal  [rams.MaxLegal]rams.Action
	view   rams.View // as in table
	deck   rams.Deck
	hold   hold
	log    []rams.Action // what has been done in this hand, if kept
	keep   bool
}

func newBoard(e *Exploit) *board {
	b := &board{layout: e.layout, player: e.config.Play, opens: e.config.Open}
	b.others = e.config.Others(&b.chance)
	return b
}

// course is a hand on its way with all that what comes of it follows from: copied to branch.
type course struct {
	hand  rams.State
	deck  rams.Deck
	asked [rams.MaxSeats]uint8 // how often each seat has been asked
	told  uint64               // what everybody has heard, as a number
}

// dealt is a hand before it begins.
type dealt struct {
	start rams.Start
	dice  chance.Fast
	seed  uint64
}

// deal returns the i-th hand of a measurement.
func (b *board) deal(e *Exploit, i uint64) dealt {
	d := chance.FastFor(^e.config.Seed, i)
	start := e.starts.start(&d)
	return dealt{start, d, d.Uint64()}
}

// begin begins a hand.
func (b *board) begin(c *course, d dealt) {
	hand, err := b.game.NewHand(d.start)
	if err != nil {
		panic(err) // starts come from hands of the same game
	}
	b.dice, b.seed, b.log = d.dice, d.seed, b.log[:0]
	b.open = int(mix(d.seed)%100) < b.opens
	*c = course{hand: hand}
	c.deck.Source = &b.dice
	c.told = mix(uint64(min(hand.Pot()/b.rules.RoundUp, 12)))
}

// look builds the view of the seat whose turn it is.
func (b *board) look(s *rams.State) *rams.View {
	b.view = s.View(s.Turn(), b.legal[:0])
	return &b.view
}

// roll throws the chances of a seat's next decision: the same whatever others did before.
func (b *board) roll(c *course, seat rams.Seat) {
	b.chance = chance.FastFor(b.seed, uint64(seat)<<8|uint64(c.asked[seat]))
}

// ask returns what the others do with a view.
func (b *board) ask(c *course, v *rams.View) rams.Action {
	b.roll(c, v.Seat)
	a := b.others.Act(v)
	c.asked[v.Seat]++
	return a
}

// advance goes on to the next decision of me, whose view it returns, or to the end, nil: then won
// tells it; where the cards are open it isn't played.
// The player, and not who responds, plays, swaps and drops.
func (b *board) advance(c *course, me rams.Seat) *rams.View {
	b.deck = c.deck
	for !c.hand.Done() {
		if c.hand.Turn() == rams.Nature {
			b.push(c, b.deck.Next(&c.hand))
			continue
		}
		v := b.look(&c.hand)
		switch {
		case len(v.Legal) == 1:
			b.push(c, v.Legal[0])
		case v.Phase == rams.PhasePlay && b.open:
			b.end, _ = b.solver.Solve(&c.hand)
			return nil
		case v.Phase == rams.PhasePlay || v.Phase == rams.PhaseSwap || v.Phase == rams.PhaseDrop:
			b.push(c, b.player.Act(v))
		case v.Seat == me:
			c.deck = b.deck
			return v
		default:
			b.push(c, b.ask(c, v))
		}
	}
	c.deck = b.deck
	return nil
}

// playOut plays a hand with one seat responding, and returns what everybody has won, in
// percent of the pot, and who dealt in the end: a cut can move the deal.
func (b *board) playOut(d dealt, me rams.Seat, r responder) (won [rams.MaxSeats]float64, dealer rams.Seat) {
	var c course
	b.begin(&c, d)
	for v := b.advance(&c, me); v != nil; v = b.advance(&c, me) {
		own := b.ask(&c, v)
		c.asked[v.Seat]-- // it is still the same question
		a := r.respond(b, &c, v, own)
		c.asked[me]++
		b.push(&c, a)
	}
	for seat := range b.seats {
		won[seat] = b.won(&c, seat)
	}
	return won, c.hand.Dealer()
}

// won returns what a seat has won, in percent of the pot, when advance has come to the end.
func (b *board) won(c *course, seat int) float64 {
	if !c.hand.Done() {
		return b.end.Gain(&c.hand, rams.Seat(seat))
	}
	result := c.hand.Result()
	return result.Gain(rams.Seat(seat), b.seats)
}

// push makes an action and notes what everybody hears of it.
func (b *board) push(c *course, a rams.Action) {
	switch {
	case a.Kind == rams.TurnUp || a.Kind == rams.TurnBid:
		up := a.Cards.First()
		again := uint64(0)
		if trump, ok := c.hand.Trump(); ok && trump == up.Suit() {
			again = 1
		}
		c.told = mix(c.told ^ uint64(up.Rank())<<1 ^ again)
	case a.Kind == rams.Draw && a.Up.Len() > 0:
		trump, _ := c.hand.Trump()
		c.told = mix(c.told ^ 64 ^ uint64((a.Up.Set() & b.game.Trumps(trump)).Len()))
	case a.Kind.Player() && a.Kind <= rams.Lay:
		from := uint64(b.after(a.Seat, c.hand.Dealer()))
		c.told = mix(c.told ^ uint64(a.Kind)<<8 ^ from<<4 ^ uint64(a.Cards.Len()))
	}
	if b.keep {
		b.log = append(b.log, a)
	}
	c.hand.ApplyUnchecked(a)
}

// mix makes one number of one, all of whose bits hang on all of its bits.
func mix(x uint64) uint64 { return bits.RotateLeft64(chance.Mix(x), 23) }
