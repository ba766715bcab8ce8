package bot

import (
	"chratze/bot/policy"
	"chratze/bot/search"
	"chratze/chance"
	"chratze/rams"
)

// Watcher is a Bot that gets to know the others. It plays one seat of one sitting: a series of
// hands in which everybody keeps their seat. For another sitting make another one; what it knows
// is forgotten with it.
type Watcher interface {
	Bot
	// Watch shows the bot a hand that is over, as its seat has seen it.
	Watch(v *rams.View)
}

// Ender is a Bot that wants the whole record of a hand that is over, to pass on what its seat may know of it.
type Ender interface {
	Bot
	End(r *rams.Record, seat rams.Seat)
}

// End shows a hand that is over to the bot of a seat, if it is an Ender or a Watcher.
func End(b Bot, r *rams.Record, seat rams.Seat) {
	if e, ok := b.(Ender); ok {
		e.End(r, seat)
	} else if w, ok := b.(Watcher); ok {
		v := r.View(seat)
		w.Watch(&v)
	}
}

// Watch shows a hand that is over to the bot, if it is a Watcher.
func Watch(b Bot, v *rams.View) {
	if w, ok := b.(Watcher); ok {
		w.Watch(v)
	}
}

// The kinds of players that a bot takes the others for.
const (
	trainedKind = iota
	thumbKind
	newcomerKind
	diceKind
	kinds
)

// usual is how many players of each kind there are; and usually they play the cards as they call.
var usual = [kinds]float64{0.72, 0.16, 0.08, 0.04}

const usually = 0.85

// acquaintance is what a bot knows about the others.
type acquaintance struct {
	kinds   [kinds]search.Kind
	trained opponentModel
	dice    *dice
	seats   search.Seats
}

func newAcquaintance(source chance.Source) *acquaintance {
	a := &acquaintance{trained: opponentModel{heuristic: &stammtisch, source: source}, dice: newDice(source, 1, 1, 2)}
	a.kinds = [kinds]search.Kind{
		trainedKind:  {Model: hesitant{&a.trained, 0.2, 0.25}},
		thumbKind:    {Model: hesitant{&stammtisch, 0.9, leastChance}},
		newcomerKind: {Model: hesitant{beginner{source}, 1 - 1.0/careless, leastChance}, Careless: true},
		diceKind:     {Model: a.dice, Careless: true},
	}
	for seat := range a.seats {
		a.seats[seat] = strangers()
	}
	return a
}

// Evaluator returns how a decision in a game is evaluated among players who haven't been seen: a search without a
// budget, and the name of the bot that decides by it. That is best where there is a trained policy, else search.
func Evaluator(g *rams.Game, source chance.Source) (c search.Config, name string) {
	c = *newSearch()
	p := shipped(g)
	if p == nil {
		return c, "search"
	}
	a := newAcquaintance(source)
	a.policyOf(p)
	c.Own, c.Closed = &opponentModel{policy: p, heuristic: &careful, source: source}, 100-policy.UsuallyOpen
	c.Kinds, c.Seats = a.kinds[:], &a.seats
	return c, "best"
}

// strangers returns the weights of a player who hasn't been seen.
func strangers() (w search.Weights) {
	for i, p := range usual {
		for j, q := range usual {
			if w[i][j] = p * q * (1 - usually); i == j {
				w[i][j] += p * usually
			}
		}
	}
	return w
}

// How many worlds of a hand that is over are looked at; and how much of what is known stays: a
// player may change.
const (
	watchedWorlds = 60
	remembered    = 0.97
)

// watch learns from a hand that is over.
func (a *acquaintance) watch(s *search.Searcher, v *rams.View) {
	after, ok := s.Explain(v, watchedWorlds)
	if !ok {
		return
	}
	new := strangers()
	for seat := range rams.Seat(v.Seats()) {
		for i := range new {
			for j := range new[i] {
				a.seats[seat][i][j] = remembered*after[seat][i][j] + (1-remembered)*new[i][j]
			}
		}
	}
	for i := range v.Events {
		if e := &v.Events[i]; e.Kind == rams.EventAct {
			a.dice.count(e.Act)
		}
	}
}

// strange reports whether most of the others who are in, or still may be, aren't likely to call by a plan.
func (a *acquaintance) strange(v *rams.View) bool {
	without, all := 0.0, 0.0
	for seat := range rams.Seat(v.Seats()) {
		if seat == v.Seat || v.Contract[seat] == rams.Folded {
			continue
		}
		all++
		for j := range kinds {
			without += a.seats[seat][newcomerKind][j] + a.seats[seat][diceKind][j]
		}
	}
	return without > all/2
}

// hesitant is a player who plays as surely as that the card that rules of thumb would play.
type hesitant struct {
	search.Model
	sure  float64
	blind float64 // how likely it goes blind
}

// Likelihood returns how likely such a player makes this action.
func (h hesitant) Likelihood(v *rams.View, a rams.Action) float64 {
	switch a.Kind {
	case rams.Play:
	case rams.GoBlind, rams.DoubleBlind:
		return h.blind
	default:
		return h.Model.Likelihood(v, a)
	}
	p := (1 - h.sure) / float64(len(v.Legal))
	if (cardRanker{v.Game, v.Trump}).play(v) == a.Cards {
		p += h.sure
	}
	return max(p, leastChance)
}

// leastChance is the least chance of an act that somebody has made, whatever the opponent is like.
const leastChance = 0.03

// dice is a player who calls as often as they have called so far, whatever they hold, and plays
// any card.
type dice struct {
	source chance.Source
	asked  [rams.MaxSeats][2]float64 // to open or bid; to join
	did    [rams.MaxSeats][2]float64
}

// newDice returns a player who opened and joined this often out of a number of times.
func newDice(source chance.Source, opened, joined, of float64) *dice {
	d := &dice{source: source}
	for seat := range d.asked {
		d.asked[seat], d.did[seat] = [2]float64{of, of}, [2]float64{opened, joined}
	}
	return d
}

// about returns which of the two questions an act answers, and how; -1: neither.
func (d *dice) about(k rams.Kind) (question int, yes bool) {
	switch k {
	case rams.Open, rams.BidStrike, rams.BidTurn, rams.BidTop:
		return 0, true
	case rams.Pass, rams.BidPass:
		return 0, false
	case rams.Join, rams.Last, rams.TakeSpare, rams.PlayForPot:
		return 1, true
	case rams.Out:
		return 1, false
	}
	return -1, false
}

func (d *dice) count(a rams.Action) {
	i, yes := d.about(a.Kind)
	if i < 0 {
		return
	}
	d.asked[a.Seat][i]++
	if yes {
		d.did[a.Seat][i]++
	}
}

// Act draws one of the legal actions.
func (d *dice) Act(v *rams.View) rams.Action {
	i, _ := d.about(v.Legal[0].Kind)
	if i < 0 {
		return v.Legal[d.source.IntN(len(v.Legal))]
	}
	const fine = 1 << 16
	want := float64(d.source.IntN(fine)) < fine*d.did[v.Seat][i]/d.asked[v.Seat][i]
	first := d.source.IntN(len(v.Legal))
	for k := range v.Legal {
		a := v.Legal[(first+k)%len(v.Legal)]
		if _, yes := d.about(a.Kind); yes == want {
			return a
		}
	}
	return v.Legal[first]
}

// Likelihood returns how likely this action is.
func (d *dice) Likelihood(v *rams.View, a rams.Action) float64 {
	switch i, yes := d.about(a.Kind); {
	case i >= 0 && yes:
		return max(leastChance, d.did[a.Seat][i]/d.asked[a.Seat][i])
	case i >= 0:
		return max(leastChance, 1-d.did[a.Seat][i]/d.asked[a.Seat][i])
	case a.Kind == rams.Play:
		return 1 / float64(len(v.Legal))
	case a.Kind == rams.GoBlind || a.Kind == rams.DoubleBlind:
		return 0.5
	}
	n, fewest, most := v.Hand.Len(), v.Legal[0].Cards.Len(), v.Legal[len(v.Legal)-1].Cards.Len()
	ways := 0.0
	for k, of := 0, 1.0; k <= most; k++ {
		if k >= fewest {
			ways += of
		}
		of *= float64(n-k) / float64(k+1)
	}
	return 1 / max(1, ways)
}

// policyOf sets what trained players know of this game; nil: nothing.
func (a *acquaintance) policyOf(p *policy.Policy) { a.trained.policy = p }
