package policy

import "chratze/rams"

// Slots numbers the decisions of a game that a policy answers, and the acts in each of them, for those who learn one (rams-lab).
// It is for one goroutine.
type Slots struct {
	layout *layout
	hold   sortedHand
}

// NewSlots returns the slots of a game.
func NewSlots(g *rams.Game) *Slots { return &Slots{layout: newLayout(g)} }

// Len returns the number of acts in all slots.
func (s *Slots) Len() int { return s.layout.total }

// Place returns the slot of a view's decision and its number of acts. It returns false for questions that aren't learned.
func (s *Slots) Place(v *rams.View) (slot, acts int, learned bool) { return s.layout.place(v, &s.hold) }

// Act returns the a-th act of the slot of a view's decision as a legal action.
func (s *Slots) Act(v *rams.View, a int) rams.Action {
	if v.Phase == rams.PhaseLay {
		s.hold.read(v, &s.layout.rules)
	}
	return s.layout.act(v, &s.hold, a)
}

// New returns a policy. For each slot that it knows, answer fills in the probabilities of the acts.
func (s *Slots) New(h Header, answer func(slot int, probs []float32) (known bool)) *Policy {
	p := &Policy{header: h, layout: s.layout, chance: make([]uint8, s.layout.total)}
	var space [maxActs]float32
	for _, part := range s.layout.parts {
		for slot := part.first; slot < part.first+part.places*part.acts; slot += part.acts {
			probs := space[:part.acts]
			if !answer(slot, probs) {
				continue
			}
			for a, x := range probs {
				p.chance[slot+a] = uint8(255*x + 0.5)
			}
		}
	}
	return p
}
