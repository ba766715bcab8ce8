package chart

import (
	"context"

	"chratze/internal/par"
	"chratze/pot"
	"chratze/rams"
)

// Trial puts a piece of advice to the test: moments of hands, and ways to go on, the first of which is what
// the others are compared with.
type Trial struct {
	Name   string   // such as "double-blind"
	Ways   []string // such as "see", "double-blind"
	Groups []string // moments that are told apart; one without a name, if all are alike

	// At returns of which group the moment is that a view shows, and an act for each way; nil: of none.
	// Chosen is what the player does. Acts that are not legal, or the same as the first, are not tried.
	At func(v *rams.View, chosen rams.Action) (group int, acts []rams.Action)
}

// Finding is what came of a group of a trial.
type Finding struct {
	Trial   string     `json:"trial"`
	Group   string     `json:"group,omitempty"`
	Moments int64      `json:"moments"`
	Ways    []WayFound `json:"ways"`
}

// WayFound is what a way is worth to the seat, in percent of the pot. Gain is by how much more than the
// first way, Error half the width of its 95 % interval. Declarer and Rest are by how much more it is worth
// to another who declares, and to each of those who are neither.
type WayFound struct {
	Way      string  `json:"way"`
	Share    float64 `json:"share"` // how often the player does just that
	Moments  int64   `json:"moments"`
	Mean     float64 `json:"mean"`
	Gain     float64 `json:"gain"`
	Error    float64 `json:"error"`
	Declarer float64 `json:"declarer"`
	Rest     float64 `json:"rest"`
}

// TrialConfig says what hands the trials are looked for in.
type TrialConfig struct {
	Game    *rams.Game
	Players Players
	Events  bool      // the players need views with events
	Open    int       // in this percentage of the hands what is tried before the play is played open to its end
	Pot     pot.Chips // before the antes
	Hands   int64
	Seed    uint64
	Workers int
}

// way adds up what a way is worth.
type way struct {
	share, worth         int64
	gain, declarer, rest sum
}

// bench is a worker's findings, by trial, group and way.
type bench struct {
	*stage
	config *TrialConfig
	trials []Trial
	found  [][][]way
	count  [][]int64
}

// Try plays hands, tries every way at every moment, and returns what was found, without groups that never came. Stopped by
// ctx it returns what was found so far and ctx's error; a pot that can't be is a *rams.StartError.
func Try(ctx context.Context, c TrialConfig, trials []Trial, progress func(hands int64)) ([]Finding, error) {
	if _, err := c.Game.NewHand(rams.Start{Pot: c.Pot}); err != nil {
		return nil, err
	}
	crew := make([]*bench, c.Workers)
	for i := range crew {
		b := &bench{stage: newStage(c.Game, c.Players, c.Events, c.Open, c.Seed), config: &c, trials: trials}
		for _, t := range trials {
			groups := make([][]way, len(t.Groups))
			for g := range groups {
				groups[g] = make([]way, len(t.Ways))
			}
			b.found = append(b.found, groups)
			b.count = append(b.count, make([]int64, len(t.Groups)))
		}
		crew[i] = b
	}
	par.Each(ctx, c.Hands, chunk, len(crew), func(i int, hand int64) { crew[i].play(uint64(hand)) }, progress)
	for _, b := range crew[1:] {
		crew[0].merge(b)
	}
	return crew[0].findings(), ctx.Err()
}

// play plays a hand and tries what there is to try.
func (b *bench) play(hand uint64) {
	if err := b.begin(rams.Start{Pot: b.config.Pot, Dealer: rams.Seat(hand % uint64(b.game.Seats()))}, hand); err != nil {
		panic(err) // Try has tried one
	}
	for b.next() {
		v := b.view(&b.past)
		act := v.Legal[0]
		if len(v.Legal) > 1 {
			v.Legal = append([]rams.Action(nil), v.Legal...) // lent, and used again by what is tried
			act = b.player.Act(&v)
			for i := range b.trials {
				if group, acts := b.trials[i].At(&v, act); acts != nil {
					b.try(&v, act, acts, b.found[i][group])
					b.count[i][group]++
				}
			}
		}
		b.push(&b.past, act)
	}
}

func (b *bench) try(v *rams.View, chosen rams.Action, acts []rams.Action, ways []way) {
	first := b.whatIf(acts[0])
	rest := float64(b.game.Seats() - 1)
	other := v.Declarer >= 0 && v.Declarer != v.Seat
	if other {
		rest--
	}
	for i, a := range acts {
		won := first
		if i > 0 {
			if a == acts[0] || !legal(v, a) {
				continue
			}
			won = b.whatIf(a)
		}
		w := &ways[i]
		if a == chosen {
			w.share++
		}
		own := won[v.Seat] - first[v.Seat]
		w.worth += units(won[v.Seat])
		w.gain.add(units(own))
		declarer := 0.0
		if other {
			declarer = won[v.Declarer] - first[v.Declarer]
			w.declarer.add(units(declarer))
		}
		w.rest.add(units(-(own + declarer) / max(1, rest)))
	}
}

func legal(v *rams.View, a rams.Action) bool {
	for _, l := range v.Legal {
		if l == a {
			return true
		}
	}
	return false
}

func (b *bench) merge(o *bench) {
	for t := range b.found {
		for g := range b.found[t] {
			b.count[t][g] += o.count[t][g]
			for i := range b.found[t][g] {
				w, x := &b.found[t][g][i], &o.found[t][g][i]
				w.share += x.share
				w.worth += x.worth
				w.gain.merge(x.gain)
				w.declarer.merge(x.declarer)
				w.rest.merge(x.rest)
			}
		}
	}
}

func (b *bench) findings() (list []Finding) {
	for t, trial := range b.trials {
		for g, group := range trial.Groups {
			n := b.count[t][g]
			if n == 0 {
				continue
			}
			f := Finding{Trial: trial.Name, Group: group, Moments: n}
			for i, name := range trial.Ways {
				w := &b.found[t][g][i]
				f.Ways = append(f.Ways, WayFound{
					Way: name, Moments: w.gain.n, Share: float64(w.share) / float64(n), Mean: float64(w.worth) / unit / float64(max(1, w.gain.n)),
					Gain: w.gain.mean(), Error: w.gain.half(), Declarer: w.declarer.mean(), Rest: w.rest.mean(),
				})
			}
			list = append(list, f)
		}
	}
	return list
}
