package search

import (
	"iter"
	"math"

	"chratze/rams"
)

// Kind is one way in which another player may play.
type Kind struct {
	Model
	Careless bool // its cards are played on as the Model does, not by a solver
}

// MaxKinds is the greatest number of kinds.
const MaxKinds = 4

// Weights say how likely a player calls like one kind and plays the cards like another: by the
// kind of the calls, then that of the cards.
type Weights [MaxKinds][MaxKinds]float64

// Seats has the weights of each seat.
type Seats [rams.MaxSeats]Weights

// chances says how likely each kind makes an act.
type chances [MaxKinds]float64

// Ranges says what a Searcher takes the hands of the others for. All but Policy are for measuring.
type Ranges string

// The ranges.
const (
	Policy Ranges = ""       // weighed by Kinds, or Others without
	Thumb  Ranges = "thumb"  // weighed by Others
	Flat   Ranges = "flat"   // any hidden card anywhere
	Oracle Ranges = "oracle" // what they are: only with See
)

// See shows what all hands are, which only Oracle uses, until the next decision.
func (s *Searcher) See(truth *rams.State) { s.truth = truth }

// flat is a Model to which every act says the same: nothing.
type flat struct{ Model }

func (flat) Likelihood(*rams.View, rams.Action) float64 { return 1 }

func (c *Config) kinds() []Kind {
	switch {
	case c.Ranges == Flat:
		return []Kind{{Model: flat{c.Others}}}
	case c.Ranges == Thumb, c.Kinds == nil:
		return []Kind{{Model: c.Others}}
	}
	return c.Kinds
}

// weights returns the Weights of the Config; without, one kind is all there is.
func (c *Config) weights() *Seats {
	if c.Seats != nil && len(c.kinds()) > 1 {
		return c.Seats
	}
	var all Seats
	for seat := range all {
		all[seat][0][0] = 1
	}
	return &all
}

// joint returns how likely a seat is of each pair of kinds and does what it did, in this world.
func (w *walk) joint(seat rams.Seat) (joint Weights, sum float64) {
	var calls, cards chances
	for k := range w.kinds {
		calls[k], cards[k] = 1, 1
	}
	for i := range w.calls {
		c, of := &w.calls[i], &calls
		if c.act.Kind == rams.Play {
			of = &cards
		}
		for k := range of {
			if c.act.Seat == seat {
				of[k] *= c.chance[k]
			}
		}
	}
	for i := range w.kinds {
		for j := range w.kinds {
			joint[i][j] = w.weights[seat][i][j] * calls[i] * cards[j]
			sum += joint[i][j]
		}
	}
	return joint, sum
}

// cast draws of which kinds a seat is in this world.
func (w *walk) cast(seat rams.Seat) (calls, cards int) {
	joint, sum := w.joint(seat)
	x := float64(w.dice.Uint64()>>11) / (1 << 53) * sum
	for i := range w.kinds {
		for j := range w.kinds {
			if x -= joint[i][j]; x < 0 {
				return i, j
			}
		}
	}
	return 0, 0
}

// cast draws the players of the world.
func (s *Searcher) cast(seat rams.Seat) {
	for other := range rams.Seat(s.walk.now.Game().Seats()) {
		if other == seat {
			continue
		}
		calls, cards := 0, 0
		if len(s.walk.kinds) > 1 {
			calls, cards = s.walk.cast(other)
		}
		s.calls[other], s.cards[other] = &s.walk.kinds[calls], &s.walk.kinds[cards]
	}
}

// careless reports whether another person who still plays does so carelessly.
func (s *Searcher) careless(st *rams.State, seat rams.Seat) bool {
	for other := range rams.Seat(st.Game().Seats()) {
		if other != seat && st.Contract(other).In() && s.cards[other].Careless {
			return true
		}
	}
	return false
}

// Explain returns how likely each seat is of which kinds after what the view has of a hand:
// the mean over this number of worlds. Ok is false if there is none.
func (s *Searcher) Explain(v *rams.View, samples int) (posterior Seats, ok bool) {
	worlds, err := s.Sample(v)
	if err != nil {
		return posterior, false
	}
	n := 0
	for range worlds {
		for seat := range rams.Seat(v.Seats()) {
			joint, sum := s.walk.joint(seat)
			for i := range joint {
				for j := range joint[i] {
					posterior[seat][i][j] += joint[i][j] / sum / float64(samples)
				}
			}
		}
		if n++; n == samples {
			break
		}
	}
	return posterior, true
}

// Sample returns an endless sequence of worlds for a view, in which the seat sees what it has seen, and all other
// cards lie somewhere. A world comes as often as the Others of the Config (or the Kinds) make it likely, given what the
// other seats have called, laid down and played; with Flat, whatever they did, all their possible hands are equally likely.
// All that come have the same weight. Neighbours share most of their cards (the walk is that of Metropolis and Hastings),
// so an error computed from them as if they were independent is a little too small. A state is good until the next; copy
// it to keep it. The view must have its Events, as [rams.Record.View] has; the error is a *[worlds.Error].
func (s *Searcher) Sample(v *rams.View) (iter.Seq[*rams.State], error) {
	if err := s.imagine(v); err != nil {
		return nil, err
	}
	return func(yield func(*rams.State) bool) {
		for yield(&s.walk.now) {
			s.walk.next()
		}
	}, nil
}

// Weigh returns the logarithm of how likely the other seats call, lay down and drop as they did, in the world to which a sequence of
// Sample has come, if all of them play like m. The cards that they played aren't weighed: they only rule worlds out. Worlds that came
// flat and are weighed so stand for the same as those that came by m.
func (s *Searcher) Weigh(m Model) float64 {
	sum := 0.0
	for i := range s.walk.calls {
		if c := &s.walk.calls[i]; c.act.Kind != rams.Play {
			sum += math.Log(m.Likelihood(&c.view, c.act))
		}
	}
	return sum
}
