package table

import (
	"chratze/history"
	"chratze/internal/fair"
	"chratze/rams"
)

// PackOf returns what a recorded hand shows of the pack, so that its proof can be verified.
func PackOf(h *history.Hand) (*fair.Hand, error) {
	g, err := h.Variant.Game(h.Seats)
	if err != nil {
		return nil, err
	}
	events := make([]rams.Event, len(h.Events))
	for i := range h.Events {
		events[i] = h.Events[i].Event
	}
	view := h.For != history.Full
	return &fair.Hand{Pack: g.Rules().Pack.Cards().Append(nil), Steps: Steps(g, events, view), View: view, Over: h.Over}, nil
}
