package table

import (
	"chratze/history"
	"chratze/internal/fair"
	"chratze/rams"
)

// Steps returns what events show of the pack, for checking its draws. A view has no shuffles,
// so Steps adds one before each cut, or at the beginning.
func Steps(g *rams.Game, events []rams.Event, view bool) []fair.Step {
	pack := g.Rules().Pack.Cards().Len()
	hidden := fair.Step{Kind: fair.Shuffled, N: pack}
	var steps []fair.Step
	if view && g.Rules().Cut == rams.CutPlain {
		steps = append(steps, hidden)
	}
	for i := range events {
		e := &events[i]
		s := fair.Step{Kind: fair.Taken, Cards: e.Cards.Slice()}
		switch e.Kind {
		case rams.EventShuffle:
			s.Kind, s.N = fair.Shuffled, e.Cards.Len()
		case rams.EventReshuffle:
			s.Kind, s.N = fair.Reshuffled, e.Cards.Len()
			if view {
				s.Cards = nil
			}
		case rams.EventCut:
			if view {
				steps = append(steps, hidden)
			}
			s.Kind, s.N = fair.Cut, int(e.At)
		case rams.EventDeal, rams.EventUpcard, rams.EventTurn, rams.EventDraw:
		default:
			continue
		}
		steps = append(steps, s)
	}
	return steps
}

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
