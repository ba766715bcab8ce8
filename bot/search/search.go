// Package search decides by trying each action in sampled worlds: it samples worlds that a view allows,
// tries every legal action in each of them, and takes the action that is best on average. What the opponents
// are taken for comes with its [Config]; package bot has the kinds of them (opponents.go), and what each is like.
//
// A world is one way in which the cards that the seat can't place can lie. Package
// worlds finds one; exchanges of cards by the rule of Metropolis and Hastings
// lead from it to all the others, each as often as it is likely, given what the other
// seats have called, laid down and played (walk.go). During the play, each world is
// solved with open cards. Before it, the hand goes on as the [Model] says, with cards
// drawn at random, until the first card is led, and is then solved. Actions that
// have fallen behind are dropped.
//
// A [Searcher] gets a view and nothing else. It plays every preset and house rule, because it
// knows no rules itself: it asks the kernel what is legal and where it leads.
package search

import (
	"context"
	"math/bits"
	"time"

	"chratze/chance"
	"chratze/rams"
	"chratze/solve"
	"chratze/worlds"
)

// Model models a player for a [Searcher]. The views it gets have neither Start nor Events.
type Model interface {
	rams.Player
	// Likelihood returns how likely a player with the hand of the view makes this action. It is
	// above 0, and only ratios for different hands count. The view has only the first and
	// the last of the legal actions.
	Likelihood(v *rams.View, a rams.Action) float64
}

// Config configures a Searcher. With Time alone, it searches that long. With Worlds alone, it tries
// that number of worlds, and decides the same way for the same view and chances. With both, it stops at
// the first limit.
type Config struct {
	Own    Model  // how the seat itself will go on; not nil: bot.Spec.Model returns some
	Others Model  // likewise
	Kinds  []Kind // what each of the others may be, at most MaxKinds; nil: all are like Others
	Seats  *Seats // how likely; needed with Kinds
	Ranges Ranges // what the worlds are weighed by
	Worlds int
	Time   time.Duration   // of a decision
	Done   <-chan struct{} // when it is closed, thinking ends as when time is used up; nil: never
	Closed int             // before the play: in this percentage of the worlds the models play the cards, and no solver
}

// Stopped reports whether Done is closed.
func (c *Config) Stopped() bool {
	select {
	case <-c.Done: // nil: it never is
		return true
	default:
		return false
	}
}

// Searcher decides. Between decisions it keeps only memory to use again. It is for one
// goroutine at a time.
type Searcher struct {
	Config Config // from the next decision on
	source chance.Source

	finder  worlds.Finder
	past    []worlds.Moment
	solver  solve.Solver
	dice    chance.Fast
	walk    walk
	deck    rams.Deck
	legal   [rams.MaxLegal]rams.Action
	results []solve.Result
	end     solve.Result

	truth  *rams.State // of Oracle
	until  time.Time
	done   <-chan struct{}      // closed: nobody waits any longer
	calls  [rams.MaxSeats]*Kind // in this world: how the others call
	cards  [rams.MaxSeats]*Kind // and how they play the cards
	closed bool                 // in this world
	acts   []rams.Action
	tried  []bool    // by act: still of interest
	worth  []float64 // by world and act: the seat's utility; of acts no longer tried 0
	fates  []fate    // likewise: how the seat fares

	fused  bool // this lead is decided by what will be seen (fusion.go)
	sights []sight
	nexts  []next
}

// New returns a Searcher.
func New(c Config, source chance.Source) *Searcher {
	s := &Searcher{Config: c, source: source}
	s.deck.Source = &s.dice
	return s
}

// Act returns the action that is best on average. If it has no world, because there was no
// time or the view has no Events, it returns what the model does.
func (s *Searcher) Act(v *rams.View) rams.Action { return s.ActContext(context.Background(), v) }

// ActContext is like Act, but when the context is done it returns the best action found so far,
// within a millisecond or two, whatever Time and Worlds say.
func (s *Searcher) ActContext(ctx context.Context, v *rams.View) rams.Action {
	if len(v.Legal) == 1 {
		return v.Legal[0]
	}
	s.done = ctx.Done()
	defer func() { s.done = nil }()
	if !s.think(v, true) {
		return s.Config.Own.Act(v)
	}
	return v.Legal[s.best()]
}

// Value estimates what an action is worth to the seat.
type Value struct {
	Act  rams.Action
	Mean float64 // utility in Rappen, antes not counted (Paid; docs/rams-bot.md)
	Half float64 // half the width of the 95 % interval

	Less     float64 // by how much it is worth less than the best act, in the same worlds
	LessHalf float64 // half the width of that interval, which is narrower: luck is shared

	Fails float64 // in which part of the worlds the seat pays a penalty, or has paid a price for nothing
	Wins  float64 // in which it gets something out of the pot
}

// fate is how a seat fares in a world.
type fate uint8

const (
	even fate = iota
	failed
	won
)

// Values returns an estimate for each legal action, in legal order; all are tried in the same
// worlds. It returns nil if no world could be sampled.
func (s *Searcher) Values(v *rams.View) []Value {
	if !s.think(v, false) {
		return nil
	}
	list := make([]Value, len(v.Legal))
	seats := float64(v.Seats())
	best := s.best()
	for i, a := range v.Legal {
		mean, less := s.mean(i), s.sample(func(row []float64) float64 { return row[best] - row[i] })
		list[i] = Value{
			Act: a, Mean: mean.Mean() / seats, Half: s.half(mean) / seats,
			Less: less.Mean() / seats, LessHalf: s.half(less) / seats, Fails: s.part(i, failed), Wins: s.part(i, won),
		}
	}
	return list
}

// Paid returns what the values of a view's acts leave out, in Rappen: the antes that the seat has paid in this hand, and its
// part of what was in the pot before. The price is in the values. The view must have its Events.
func Paid(v *rams.View) float64 {
	paid := float64(v.Start.Pot) / float64(v.Seats())
	for i := range v.Events {
		if e := &v.Events[i]; e.Kind == rams.EventAnte && e.Seat == v.Seat {
			paid += float64(e.Amount)
		}
	}
	if v.Contract[v.Seat].In() {
		paid -= float64(v.Price)
	}
	return paid
}

// rounds are how many worlds are tried before acts that have fallen behind are left
// out for the first time; then after each doubling.
const firstRound = 16

// half is how many values half of the dice can have: 31 bits, or what an int can hold on
// a machine of 32 bits, which so looks at other worlds.
const half = 1 << min(31, bits.UintSize-2)

// draw returns dice for a decision.
func draw(s chance.Source) chance.Fast {
	return chance.Fast(s.IntN(half))<<31 ^ chance.Fast(s.IntN(half))
}

// think tries the legal acts in worlds, and reports whether there was at least one.
// Narrow leaves out acts that have fallen behind, and stops when one is left.
func (s *Searcher) think(v *rams.View, narrow bool) bool {
	if s.Config.Own == nil || s.Config.Others == nil {
		panic("search: Config.Own or Others is nil: bot.Spec.Model returns one")
	}
	if s.Config.Time > 0 {
		s.until = time.Now().Add(s.Config.Time * 9 / 10) // what is begun is finished
	}
	s.acts = append(s.acts[:0], v.Legal...)
	s.worth = s.worth[:0]
	s.fates = s.fates[:0]
	s.tried = s.tried[:0]
	for range s.acts {
		s.tried = append(s.tried, true)
	}
	if s.imagine(v) != nil {
		return false
	}
	most := s.Config.Worlds
	if s.fused = fuses(v); s.fused {
		most *= fusedWorlds
		s.sights, s.nexts = s.sights[:0], s.nexts[:0]
	}
	for n, round := 1, firstRound; most == 0 || n <= most; n++ {
		if !s.try(v.Seat) {
			break
		}
		if n == round {
			round *= 2
			if narrow && !s.fused && s.narrow() == 1 {
				break
			}
		}
		s.walk.next()
	}
	if s.fused {
		s.fuse()
	}
	return len(s.worth) > 0
}

// imagine begins a walk through the worlds of a view. The error is a *[worlds.Error]: there is none.
func (s *Searcher) imagine(v *rams.View) error {
	past, now, err := s.finder.Imagine(v, s.past[:0])
	if s.past = past; err != nil {
		return err
	}
	s.dice = draw(s.source)
	s.walk.begin(&s.Config, &s.dice, v, s.past, &now)
	if s.Config.Ranges == Oracle && s.truth != nil {
		s.walk.stay(s.truth)
	}
	return nil
}

// late reports whether the time is used up.
func (s *Searcher) late() bool {
	select {
	case <-s.done: // nil: it never is
		return true
	case <-s.Config.Done:
		return true
	default:
		return s.Config.Time > 0 && !time.Now().Before(s.until)
	}
}

// try tries all acts in the world; false means that there was no time to.
func (s *Searcher) try(seat rams.Seat) bool {
	if s.late() {
		return false
	}
	n := len(s.worth)
	s.worth = append(s.worth, make([]float64, len(s.acts))...)
	s.fates = append(s.fates, make([]fate, len(s.acts))...)
	row, fates := s.worth[n:], s.fates[n:]
	world := &s.walk.now
	s.cast(seat)
	if s.fused {
		s.look(world, seat, n)
		return true
	}
	if world.Phase() == rams.PhasePlay && inHands(world) <= eachCards {
		s.results, _ = s.solver.Each(world, s.results[:0])
		for i := range row {
			row[i], fates[i] = outcome(&s.results[i], seat)
		}
		return true
	}
	s.deck.Resume(world)
	s.closed = s.Config.Closed > 0 && s.dice.IntN(100) < s.Config.Closed
	for i, a := range s.acts {
		if !s.tried[i] {
			continue
		}
		if i > 0 && s.late() {
			s.worth, s.fates = s.worth[:n], s.fates[:n]
			return false
		}
		deck, after := s.deck, *world // every act with the same cards to come
		deck.Source = &s.dice
		after.ApplyUnchecked(a)
		row[i], fates[i] = outcome(s.rollout(&after, &deck, seat), seat)
	}
	return true
}

// The most cards in hands of which a solver is asked for all acts at once; and for one, in games
// in which a trump may be played at any time, and in others: about a millisecond.
// With more, as many as are too many are played as the models do.
const (
	eachCards = 16
	freeCards = 20
	mostCards = 24
)

// inHands returns how many cards there are still to be played.
func inHands(st *rams.State) (n int) {
	for seat := range rams.Seat(st.Game().Seats()) {
		n += st.Hand(seat).Len()
	}
	return n
}

// outcome returns what a seat gets, and how it fares.
func outcome(r *solve.Result, seat rams.Seat) (utility float64, is fate) {
	switch {
	case r.Failed[seat]:
		is = failed
	case r.Net(seat) > 0:
		is = won
	}
	return float64(r.Utility[seat]), is
}

// rollout plays on until the cards are played, and returns how the hand ends; for others than the seat
// it need not be filled in.
func (s *Searcher) rollout(st *rams.State, deck *rams.Deck, seat rams.Seat) *solve.Result {
	most := mostCards
	if rules := st.Game().Rules(); rules.RuffAnytime {
		most = freeCards
	}
	for {
		switch {
		case st.Phase() == rams.PhasePlay && inHands(st) <= most && !s.closed && !s.careless(st, seat):
			s.end, _ = s.solver.Solve(st)
			return &s.end
		case st.Done():
			r := st.Result()
			s.end = solve.Result{Pot: r.Shared(), Seats: st.Game().Seats()}
			s.end.Utility[seat] = solve.Utility(r.Utility(seat))
			s.end.Failed[seat] = r.Lost(seat)
			return &s.end
		case st.Turn() == rams.Nature:
			st.ApplyUnchecked(deck.Next(st))
		default:
			v := st.View(st.Turn(), s.legal[:0])
			st.ApplyUnchecked(s.model(&v, seat).Act(&v))
		}
	}
}

// model returns who decides in a view.
func (s *Searcher) model(v *rams.View, seat rams.Seat) Model {
	switch {
	case v.Seat == seat:
		return s.Config.Own
	case v.Phase == rams.PhasePlay:
		return s.cards[v.Seat]
	}
	return s.calls[v.Seat]
}
