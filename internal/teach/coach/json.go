package coach

import (
	"encoding/json"
	"math"

	"chratze/pot"
	"chratze/rams"
)

// ActJSON is the JSON form of a Value, in tenths of Rappen:
// {"act":"join","worth":68.8,"half":2.7,"less":0,"less_half":0,"fails":0.12}.
type ActJSON struct {
	Act      string  `json:"act"`
	Worth    float64 `json:"worth"`
	Half     float64 `json:"half"`
	Less     float64 `json:"less"`
	LessHalf float64 `json:"less_half"`
	Fails    float64 `json:"fails"`
	Percent  float64 `json:"percent,omitempty"` // of exact values: less, in percent of the pot
	Chance   float64 `json:"chance,omitempty"`  // and how often the solution makes it
}

// JSON returns the JSON form of the value.
func (v *Value) JSON() ActJSON {
	return ActJSON{v.Act.String(), tenth(v.Mean), tenth(v.Half), tenth(v.Less), tenth(v.LessHalf), math.Round(v.Fails*1000) / 1000, tenth(v.Percent), math.Round(v.Chance*1000) / 1000}
}

func tenth(x float64) float64 {
	if y := math.Round(x*10) / 10; y != 0 {
		return y
	}
	return 0 // not -0
}

// MarshalJSON returns {"acts":[…],"worlds":1024,"sure":true,"why":{…},"by":"best"}, the best act first.
func (h *Hint) MarshalJSON() ([]byte, error) {
	j := struct {
		Acts   []ActJSON `json:"acts"`
		Worlds int       `json:"worlds"`
		Sure   bool      `json:"sure"`
		Why    Reason    `json:"why"`
		By     string    `json:"by"`
		Exact  bool      `json:"exact,omitempty"`
	}{Worlds: h.Worlds, Sure: h.Sure(), Why: h.Reason, By: h.By, Exact: h.Exact}
	for i := range h.Values {
		j.Acts = append(j.Acts, h.Values[i].JSON())
	}
	return json.Marshal(j)
}

// reviewJSON is the JSON form of a Review.
type reviewJSON struct {
	Format string         `json:"format"`
	Tested int            `json:"tested"`
	Exact  int            `json:"exact,omitempty"` // how many decisions have exact values
	By     string         `json:"by"`              // the bot that decides by such values
	Wrong  float64        `json:"wrong"`           // upper bound of the probability that any mark is due to chance
	Marks  map[string]int `json:"marks"`
	Won    float64        `json:"won"`
	Luck   float64        `json:"luck"`
	Skill  float64        `json:"skill"`
	Hands  []handJSON     `json:"hands"`
}

type handJSON struct {
	Seat      rams.Seat      `json:"seat"`
	Over      bool           `json:"over"`
	Pot       pot.Chips      `json:"pot"`
	Sheet     pot.Chips      `json:"sheet"`
	Won       float64        `json:"won"`
	Dealt     float64        `json:"dealt"`
	Drawn     float64        `json:"drawn"`
	Others    float64        `json:"others"`
	Skill     float64        `json:"skill"`
	Decisions []decisionJSON `json:"decisions"`
}

type decisionJSON struct {
	Event   int       `json:"event"`
	Played  string    `json:"played"`
	Best    string    `json:"best"`
	Mark    Mark      `json:"mark"`
	Cost    float64   `json:"cost"`
	Half    float64   `json:"half"`
	Percent float64   `json:"percent"`
	Pot     pot.Chips `json:"pot"`
	Worlds  int       `json:"worlds,omitempty"`
	Exact   bool      `json:"exact,omitempty"`
	Acts    []ActJSON `json:"acts,omitempty"`
	Why     *Reason   `json:"why,omitempty"`
}

// ReviewFormat is the name and version of a review's JSON (docs/review.md).
const ReviewFormat = "chratze-review/1"

// MarshalJSON returns the review as in docs/review.md, with amounts in Rappen, rounded to
// tenths.
func (r *Review) MarshalJSON() ([]byte, error) {
	won, luck := r.Won()
	j := reviewJSON{
		Format: ReviewFormat, Tested: r.Tested, Exact: r.Exact, By: r.By, Wrong: Wrong, Marks: map[string]int{},
		Won: tenth(won), Luck: tenth(luck), Skill: tenth(won - luck), Hands: []handJSON{},
	}
	for m := Forced; m <= Blunder; m++ {
		j.Marks[m.String()] = r.Count(m)
	}
	for _, h := range r.Hands {
		hand := handJSON{
			Seat: h.Seat, Over: h.Over, Pot: h.Pot, Sheet: h.Sheet, Won: tenth(h.Won), Dealt: tenth(h.Dealt), Drawn: tenth(h.Drawn), Others: tenth(h.Others),
			Skill: tenth(h.Skill), Decisions: []decisionJSON{},
		}
		for i := range h.Decisions {
			hand.Decisions = append(hand.Decisions, h.Decisions[i].json())
		}
		j.Hands = append(j.Hands, hand)
	}
	return json.Marshal(j)
}

func (d *Decision) json() decisionJSON {
	j := decisionJSON{
		Event: d.Event, Played: d.Played.String(), Best: d.Best().String(), Mark: d.Mark, Cost: tenth(d.Cost), Half: tenth(d.Half),
		Percent: tenth(d.Percent), Pot: d.Pot, Worlds: d.Worlds, Exact: d.Exact,
	}
	for i := range d.Values {
		j.Acts = append(j.Acts, d.Values[i].JSON())
	}
	if d.View != nil {
		j.Why = &d.Reason
	}
	return j
}
