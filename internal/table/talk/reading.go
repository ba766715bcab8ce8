package talk

import (
	"encoding/json"
	"math/rand/v2"
	"slices"

	"chratze/history"
	"chratze/internal/table"
	"chratze/internal/table/wire"
	"chratze/variant"
)

// Reading is the answer to a hand: the hand as a line of rams-hand/1 and as the short text that
// people paste; or what is wrong with it.
type Reading struct {
	Hand   json.RawMessage `json:"hand,omitempty"`
	Deal   string          `json:"deal,omitempty"`
	Play   *Replaying      `json:"play,omitempty"` // absent: too few of its cards are known
	Stakes []Taken         `json:"stakes,omitempty"`
	Result *table.Result   `json:"result,omitempty"` // absent: it isn't over
	Fault  string          `json:"fault,omitempty"`  // for a person, in their language where there are words
}

// Taken is what each seat has taken on from each moment on, counted in events.
type Taken struct {
	At     int          `json:"at"`
	By     []wire.Stake `json:"by"`
	Forced string       `json:"forced,omitempty"` // how the deal was forced, as in news
}

// Replaying has the fields of POST /api/tables for a practice table that begins with this deal.
// Cards that a view hides are placed where they may have been.
type Replaying struct {
	Rules    variant.Variant `json:"rules"`
	Chairs   int             `json:"chairs"`
	Practice bool            `json:"practice"`
	Deal     table.Deal      `json:"deal"`
}

// ReadingOf reads a hand, or, with a view, what a seat or "public" may see of it. With an error
// (ReadHand) the hand has only its rules, and the reading is empty.
func ReadingOf(text, view string) (Reading, *history.Hand, error) {
	h, err := ReadHand(text)
	if err == nil && view != "" {
		h, err = ViewOf(h, view)
	}
	if err != nil {
		return Reading{}, h, err
	}
	return Reading{Hand: h.AppendTo(nil), Deal: h.Deal(), Play: replaying(h), Stakes: taken(h), Result: ended(h)}, h, nil
}

// taken says from which events on the seats have taken on what; only the rules know that.
func taken(h *history.Hand) (list []Taken) {
	steps, err := h.Steps()
	if err != nil {
		return nil
	}
	for s := range steps {
		v := s.Own()
		rules := v.Game.Rules()
		by := make([]wire.Stake, h.Seats)
		for seat := range by {
			by[seat] = wire.Stake(rules.Stake(v.Contract[seat], v.Pot))
		}
		forced := rules.ForcedBy(v.Start, v.Events).Forced()
		if n := len(list); n == 0 || list[n-1].Forced != forced || !slices.Equal(list[n-1].By, by) {
			list = append(list, Taken{s.N, by, forced})
		}
	}
	return list
}

// ended returns how a hand ended, and why; nil if it isn't over.
func ended(h *history.Hand) *table.Result {
	v, r, err := h.Outcome()
	if err != nil || !h.Over {
		return nil
	}
	return table.ResultOf(&r, v.Why, h.Seats)
}

// replaying returns nil if a hand doesn't show enough of its deal.
func replaying(h *history.Hand) *Replaying {
	d := table.DealOf(h, rand.Shuffle)
	if d == nil {
		return nil
	}
	return &Replaying{h.Variant, h.Seats, true, *d}
}
