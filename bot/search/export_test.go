package search

import (
	"chratze/chance"
	"chratze/history"
	"chratze/rams"
)

// Walk walks through the worlds of views.
type Walk struct {
	worlds  worlds
	model   Model
	dice    chance.Fast
	checker history.Checker
	past    []history.Moment
}

// NewWalk returns a walk that thinks so of the others.
func NewWalk(m Model, seed uint64) *Walk { return &Walk{model: m, dice: chance.Fast(seed)} }

// Each calls visit with n worlds that a view allows; it panics if there is none.
func (w *Walk) Each(v *rams.View, n int, visit func(*rams.State)) {
	past, now, err := w.checker.Imagine(v, w.past[:0])
	if err != nil {
		panic(err)
	}
	w.past = past
	for w.worlds.begin(w.model, &w.dice, v, past, &now); n > 0; n-- {
		visit(&w.worlds.now)
		w.worlds.next()
	}
}
