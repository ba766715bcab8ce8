package chart

import (
	"context"
	"slices"
	"sync"

	"chratze/internal/par"
	"chratze/rams"
)

// Trial tests a piece of advice: moments of hands, and ways to continue. The others are
// compared with the first way.
type Trial struct {
	Name   string   // such as "double-blind"
	Ways   []string // such as "see", "double-blind"
	Groups []string // kinds of moments; a single "" if they aren't distinguished

	// At returns the group of the moment in a view, and an act for each way, or nil if it isn't
	// a moment for the trial. chosen is what the player does. Acts that are illegal or the same
	// as the first are not tried.
	At func(v *rams.View, chosen rams.Action) (group int, acts []rams.Action)
}

// Finding is the result for a group of a trial.
type Finding struct {
	Trial   string     `json:"trial"`
	Group   string     `json:"group,omitempty"`
	Moments int64      `json:"moments"`
	Ways    []WayFound `json:"ways"`
}

// WayFound is the value of a way to the seat, in percent of the pot. Gain is its advantage over
// the first way, and Error half the width of the 95 % interval of Gain. Declarer and Rest are
// the same advantage for another player who declares, and for each of the others.
type WayFound struct {
	Way      string  `json:"way"`
	Share    float64 `json:"share"` // how often the player does exactly that
	Moments  int64   `json:"moments"`
	Mean     float64 `json:"mean"`
	Gain     float64 `json:"gain"`
	Half     float64 `json:"error"`
	Declarer float64 `json:"declarer"`
	Rest     float64 `json:"rest"`
}

// way adds up what a way is worth.
type way struct {
	share, worth         int64
	gain, declarer, rest sum
}

// results are findings that add up, by trial, group and way. All workers write on the same ones.
type results struct {
	mu    sync.Mutex
	found [][][]way
}

// bench makes the trials in hands.
type bench struct {
	*stage
	*results
	trials []Trial
}

// Try plays hands, tries every way at every moment, and returns the findings, without groups
// that never occurred. If ctx is done it returns the findings so far and ctx's error. An
// invalid pot is a *[rams.StartError].
func Try(ctx context.Context, c Config, trials []Trial) ([]Finding, error) {
	if _, err := c.Game.NewHand(rams.Start{Pot: c.Pot}); err != nil {
		return nil, err
	}
	all := &results{}
	for _, t := range trials {
		groups := make([][]way, len(t.Groups))
		for g := range groups {
			groups[g] = make([]way, len(t.Ways))
		}
		all.found = append(all.found, groups)
	}
	crew := make([]*bench, max(1, c.Workers))
	for i := range crew {
		crew[i] = &bench{newStage(&c), all, trials}
	}
	par.Each(ctx, c.Hands, 4 /* a hand may take a second */, len(crew), func(i int, hand int64) { crew[i].play(uint64(hand)) }, c.Progress)
	return all.findings(trials), ctx.Err()
}

// play plays a hand and makes the trials in it.
func (b *bench) play(hand uint64) {
	b.begin(hand)
	for b.next() {
		v := b.view(&b.past)
		act := v.Legal[0]
		if len(v.Legal) > 1 {
			v.Legal = append([]rams.Action(nil), v.Legal...) // the view is valid only until the next trial
			act = b.player.Act(&v)
			for i := range b.trials {
				if group, acts := b.trials[i].At(&v, act); acts != nil {
					b.try(&v, act, acts, b.found[i][group])
				}
			}
		}
		b.push(&b.past, act)
	}
}

func (b *bench) try(v *rams.View, chosen rams.Action, acts []rams.Action, ways []way) {
	first := b.whatIf(acts[0])
	rest := float64(b.Game.Seats() - 1)
	other := v.Declarer >= 0 && v.Declarer != v.Seat
	if other {
		rest--
	}
	for i, a := range acts {
		won := first
		if i > 0 {
			if a == acts[0] || !slices.Contains(v.Legal, a) {
				continue
			}
			won = b.whatIf(a)
		}
		b.mu.Lock()
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
		b.mu.Unlock()
	}
}

func (r *results) findings(trials []Trial) (list []Finding) {
	for t, trial := range trials {
		for g, group := range trial.Groups {
			ways := r.found[t][g]
			n := ways[0].gain.n // the first way is tried at every moment
			if n == 0 {
				continue
			}
			f := Finding{Trial: trial.Name, Group: group, Moments: n}
			for i, name := range trial.Ways {
				w := &ways[i]
				f.Ways = append(f.Ways, WayFound{
					Way: name, Moments: w.gain.n, Share: float64(w.share) / float64(n), Mean: float64(w.worth) / unit / float64(max(1, w.gain.n)),
					Gain: w.gain.mean(), Half: w.gain.half(), Declarer: w.declarer.mean(), Rest: w.rest.mean(),
				})
			}
			list = append(list, f)
		}
	}
	return list
}
