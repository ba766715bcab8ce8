package search

import (
	"iter"

	"chratze/chance"
	"chratze/rams"
	"chratze/worlds"
)

// Sampler samples the worlds that a view allows. A world comes as often as the Model thinks it
// likely, given what the other seats have called, laid down and played: all that come have the same
// weight, and a mean over them needs no other. Neighbours share most of their cards (the walk is
// that of Metropolis and Hastings), so an error computed from them as if they were independent is a little too
// small. A Sampler reuses its memory and is for one goroutine at a time.
type Sampler struct {
	Model  Model // of the other seats; nil: whatever they did, all their possible hands are equally likely
	Source chance.Source

	finder worlds.Finder
	past   []worlds.Moment
	walk   walk
	dice   chance.Fast
}

// Worlds returns an endless sequence of worlds for a view, in which the seat sees what it has seen, and
// all other cards lie somewhere. A state is good until the next; copy it to keep it. The view must
// have its Events, as [rams.Record.View] has; the error is a *[worlds.Error].
func (s *Sampler) Worlds(v *rams.View) (iter.Seq[*rams.State], error) {
	var now rams.State
	var err error
	if s.past, now, err = s.finder.Imagine(v, s.past[:0]); err != nil {
		return nil, err
	}
	m := s.Model
	if m == nil {
		m = flat{}
	}
	s.dice = draw(s.Source)
	return func(yield func(*rams.State) bool) {
		for s.walk.begin(&Config{Others: m}, &s.dice, v, s.past, &now); yield(&s.walk.now); {
			s.walk.next()
		}
	}, nil
}
