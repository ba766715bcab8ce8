package search

import (
	"chratze/chance"
	"chratze/rams"
	"chratze/worlds"
)

// Walk walks through the worlds of views.
type Walk struct {
	walk   walk
	model  Model
	dice   chance.Fast
	finder worlds.Finder
	past   []worlds.Moment
}

// NewWalk returns a walk that thinks so of the others.
func NewWalk(m Model, seed uint64) *Walk { return &Walk{model: m, dice: chance.Fast(seed)} }

// Each calls visit with n worlds that a view allows; it panics if there is none.
func (w *Walk) Each(v *rams.View, n int, visit func(*rams.State)) {
	past, now, err := w.finder.Imagine(v, w.past[:0])
	if err != nil {
		panic(err)
	}
	w.past = past
	for w.walk.begin(&Config{Others: w.model}, &w.dice, v, past, &now); n > 0; n-- {
		visit(&w.walk.now)
		w.walk.next()
	}
}
