package policy

import (
	"math"

	"chratze/rams"
)

// Mixed plays by a policy, and where that knows nothing, and in the play, as a Player
// does.
type Mixed struct {
	Policy *Policy
	Player Player
	Source Source
	Sure   bool // takes what the policy takes most often, always
}

// Act answers a view.
func (m *Mixed) Act(v *rams.View) rams.Action {
	answer := m.Policy.Act
	if m.Sure {
		answer = m.Policy.best
	}
	if m.Policy.Plays(v.Game) {
		if a, known := answer(v, m.Source); known {
			return a
		}
	}
	return m.Player.Act(v)
}

// best is Act for the action that is taken most often.
func (p *Policy) best(v *rams.View, _ Source) (a rams.Action, known bool) {
	var h hold
	var space [maxActs]float32
	list, known := p.chances(v, &h, space[:0])
	if !known {
		return rams.Action{}, false
	}
	most := 0
	for i, x := range list {
		if x > list[most] {
			most = i
		}
	}
	return p.layout.act(v, &h, most), true
}

// Gain is what a seat wins more, in percent of the pot a hand, if it responds as it has
// learned, than if it plays as the others do; in hands with the same cards.
type Gain struct {
	Hands        int64
	sum, squares float64
}

// Mean returns the mean.
func (g *Gain) Mean() float64 { return g.sum / float64(max(1, g.Hands)) }

// Error returns half the width of the 95 % interval.
func (g *Gain) Error() float64 {
	n := float64(max(2, g.Hands))
	return 1.96 * math.Sqrt(max(0, g.squares/n-g.sum*g.sum/n/n)/(n-1))
}

func (g *Gain) add(x float64) {
	g.Hands++
	g.sum += x
	g.squares += x * x
}

// Gains plays so many hands, in each once for every place with the response at it and once without,
// and returns the gain by place: 0 is the dealer, 1 forehand, and so on; and of all places,
// hand by hand. The trainer must have Others. The hands are none of those it has learned from.
func (t *Trainer) Gains(hands int) (byPlace []Gain, all Gain) {
	tab := &table{layout: t.layout, player: t.config.Play}
	var chance dice
	others := t.config.Others(&chance)
	response := &Mixed{Policy: t.Policy(), Player: others, Source: &chance, Sure: true}
	byPlace = make([]Gain, t.layout.seats)
	for i := range hands {
		deal := diceFor(^t.config.Seed, uint64(i))
		start := t.start(&deal)
		first := deal
		play := func(me rams.Seat) (won [rams.MaxSeats]float64, dealer rams.Seat) {
			tab.dice, chance = first, diceFor(uint64(first), 1)
			return tab.playOut(start, others, response, me)
		}
		without, dealer := play(rams.Nobody)
		mean := 0.0
		for place := range byPlace {
			me := (dealer + rams.Seat(place)) % rams.Seat(t.layout.seats)
			with, _ := play(me)
			gain := with[me] - without[me]
			byPlace[place].add(gain)
			mean += gain / float64(t.layout.seats)
		}
		all.add(mean)
	}
	return byPlace, all
}

// playOut plays a hand, with one seat responding, and returns what everybody has won, in
// percent of the pot, and who dealt in the end: a cut can move the deal.
func (t *table) playOut(start rams.Start, others, response Player, me rams.Seat) (won [rams.MaxSeats]float64, dealer rams.Seat) {
	hand, err := t.game.NewHand(start)
	if err != nil {
		panic(err) // starts come from hands of the same game
	}
	t.deck = rams.Deck{Source: &t.dice}
	for !hand.Done() {
		if hand.Turn() == rams.Nature {
			hand.Push(t.deck.Next(&hand))
			continue
		}
		v := t.look(&hand)
		switch {
		case v.Phase == rams.PhasePlay || v.Phase == rams.PhaseSwap || v.Phase == rams.PhaseDrop:
			hand.Push(t.player.Act(v))
		case v.Seat == me:
			hand.Push(response.Act(v))
		default:
			hand.Push(others.Act(v))
		}
	}
	r := hand.Result()
	for seat := range t.seats {
		won[seat] = utility(&r, t.seats, seat)
	}
	return won, hand.Dealer()
}
