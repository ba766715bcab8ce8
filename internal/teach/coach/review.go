package coach

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"chratze/bot/search"
	"chratze/history"
	"chratze/pot"
	"chratze/rams"
	"chratze/stat"
	"chratze/variant"
)

// Decision is one of a seat's decisions, and its estimated cost, given what the seat knew.
// Amounts are in Rappen, or in a race in hundredths of a stroke.
type Decision struct {
	Event   int // index of the act among the events of the line
	Phase   rams.Phase
	Played  rams.Action
	Values  []Value // the best first; nil: Forced, or Unknown
	Worlds  int
	Pot     pot.Chips // that the hand is played for, or all strokes in a race
	Cost    float64   // how much less the act is worth than the best
	Half    float64   // half the width of its confidence interval, corrected for the number of decisions
	Percent float64   // Cost in percent of the pot
	Exact   bool      // Values are exact: see Judgement
	Mark    Mark
	Reason  Reason     // why the best act is best; set if the act looks wrong
	View    *rams.View // what the seat knew; set with Reason

	deviation float64 // standard error of Cost
	chance    float64 // probability that it looks this bad by chance
	counted   float64 // its cost, if it is marked
	source    luck    // the kind of luck since the decision before
}

// Best returns the best act.
func (d *Decision) Best() rams.Action {
	if d.Values == nil {
		return d.Played
	}
	return d.Values[0].Act
}

// HalfPercent returns Half in percent of the pot.
func (d *Decision) HalfPercent() float64 { return 100 * d.Half / float64(max(1, d.Pot)) }

// luck is a source of luck.
type luck uint8

const (
	dealt luck = iota
	drawn
	others
)

// Hand is the review of a hand for one seat. Its result in Rappen is split into luck and skill:
// Won = Dealt + Drawn + Others + Skill.
type Hand struct {
	Variant   variant.Variant
	Seat      rams.Seat
	Seats     int
	Names     []string
	Decisions []Decision
	Over      bool      // if false, the fields below are unknown
	Pot       pot.Chips // played for
	Sheet     pot.Chips // payout − penalty, as the settlement says it
	Won       float64   // after antes, and with the change in the seat's part of the pot
	Skill     float64   // the cost of marked decisions: 0 or less
	Dealt     float64   // the value of the cards it was dealt
	Drawn     float64   // the value of the cards it drew, beyond what it could expect
	Others    float64   // what the others held and did

	paid float64
}

// Luck is the part of Won that no decision of the seat has caused.
func (h *Hand) Luck() float64 { return h.Dealt + h.Drawn + h.Others }

// Sums says what a seat was paid: Sheet = Luck + Skill + Share, in whole Rappen.
type Sums struct {
	Sheet pot.Chips // as the settlements say it
	Luck  pot.Chips
	Skill pot.Chips
	Share pot.Chips // the seat's part of what it had put in and of what lies in the pot for the next hand
}

// Sums returns the sums of a hand that is over.
func (h *Hand) Sums() Sums {
	s := Sums{Sheet: h.Sheet, Skill: pot.Chips(math.Round(h.Skill)), Share: pot.Chips(math.Round(float64(h.Sheet) - h.Won))}
	s.Luck = s.Sheet - s.Skill - s.Share
	return s
}

// Review is the review of several hands. Finish sets all marks together.
type Review struct {
	Hands  []*Hand
	Tested int    // number of decisions estimated, for which the marks are corrected
	Exact  int    // and of those with exact values, which need no test
	By     string // the bot that decides by such values: of the last decision
	coach  *Coach
}

// NewReview returns a Review without hands.
func (c *Coach) NewReview() *Review { return &Review{coach: c} }

// ErrSeat says that a line lacks what a seat knew.
var ErrSeat = errors.New("coach: the line doesn't show what this seat knew")

// ErrDone says that Config.Done was closed during a hand. The review is as it was before that
// hand.
var ErrDone = errors.New("coach: canceled")

// Add reviews a hand for a seat. It uses only what that seat knew, even if the line shows more.
// The error is ErrSeat, ErrDone, or a *history.Error if the hand can't have happened.
func (r *Review) Add(h *history.Hand, seat rams.Seat) error {
	if seat < 0 || int(seat) >= h.Seats || h.For != history.Full && h.For.Seat() != seat {
		return ErrSeat
	}
	view, err := h.View(history.SeatView(seat))
	if err != nil {
		return err
	}
	hand := &Hand{Variant: h.Variant, Seat: seat, Seats: h.Seats, Names: slices.Clone(h.Names), Over: h.Over}
	steps, err := view.Steps()
	if err != nil {
		return err
	}
	events, since, tested, exact := ownActs(h, seat), dealt, r.Tested, r.Exact
	var last rams.View
	for step := range steps {
		if r.coach.stopped() {
			break
		}
		v := step.View(seat)
		last = v
		switch e := step.Event; {
		case e == nil:
			hand.Pot, hand.paid = stake(&v), search.Paid(&v)*unit(&v)
		case e.Kind == rams.EventDraw && e.Seat == seat:
			since = drawn
		case e.Kind == rams.EventAct && e.Seat == seat:
			d := r.coach.decide(&v, e.Act)
			if r.By = r.coach.by; d.Exact {
				r.By = "best"
			}
			d.Event, d.source = events[len(hand.Decisions)], since
			hand.Decisions = append(hand.Decisions, d)
			if d.Values != nil {
				if d.Exact {
					r.Exact++
				} else {
					r.Tested++
				}
				if since = others; v.Phase == rams.PhaseDoubleBlind || v.Phase == rams.PhaseBlind {
					since = dealt
				}
			}
		}
	}
	if r.coach.stopped() {
		r.Tested, r.Exact = tested, exact
		return ErrDone
	}
	if hand.Over {
		_, result, err := h.Outcome()
		if err != nil {
			return err
		}
		rules, unit := last.Game.Rules(), unit(&last)
		result.Point = rules.Point()
		if last.Contract[seat].In() {
			result.Price[seat] = last.Price
		}
		hand.Sheet = pot.Chips(math.Round(float64(result.Payout[seat]+pot.Chips(result.Points[seat])*result.Point-h.Penalty[seat]) * unit))
		hand.Won = float64(result.Utility(seat))/float64(h.Seats)*unit - hand.paid
	}
	r.Hands = append(r.Hands, hand)
	return nil
}

// ownActs returns the indices of the events of a line that are acts of the seat.
func ownActs(h *history.Hand, seat rams.Seat) (list []int) {
	for i := range h.Events {
		if e := &h.Events[i]; e.Kind == rams.EventAct && e.Seat == seat {
			list = append(list, i)
		}
	}
	return list
}

// decide values a decision.
func (c *Coach) decide(v *rams.View, played rams.Action) Decision {
	d := Decision{Phase: v.Phase, Played: played, Pot: stake(v), Mark: Unknown, chance: 1}
	if len(v.Legal) == 1 {
		d.Mark = Forced
		return d
	}
	j := c.Judge(v, played)
	if j == nil {
		return d
	}
	own := j.Of(played)
	if own == nil { // the act isn't legal
		return d
	}
	d.Values, d.Worlds, d.Exact = j.Values, j.Worlds, j.Exact
	if d.Cost = own.Less; !d.Exact {
		cost := stat.Of(difference(&j.Values[0], own))
		d.Cost, d.deviation = cost.Mean(), cost.StandardError()
	}
	pot := max(1, float64(d.Pot))
	d.Percent = 100 * d.Cost / pot
	trifle := pot * Trifle / 100
	d.chance = j.worse(own, trifle)
	if markOf(d.Percent).Marked() {
		d.Reason, d.View = why(v, j), v
	}
	return d
}

// Finish sets the marks, and splits results into luck and skill.
func (r *Review) Finish() {
	var all []*Decision
	for _, h := range r.Hands {
		for i := range h.Decisions {
			all = append(all, &h.Decisions[i])
		}
	}
	mark(all)
	for _, h := range r.Hands {
		if h.Over {
			h.tell()
		}
	}
}

// tell splits the result into luck and skill. The value of the position changes by the seat's
// own acts, which is skill, and by everything else.
func (h *Hand) tell() {
	luck := [...]float64{dealt: 0, drawn: 0, others: 0}
	worth := 0.0 // value of the position after the last decision
	for i := range h.Decisions {
		d := &h.Decisions[i]
		if d.Values == nil {
			continue
		}
		luck[d.source] += d.Values[0].Mean - worth
		worth = d.Values[0].Mean - d.counted
		h.Skill -= d.counted
	}
	luck[others] += h.Won - worth
	h.Dealt, h.Drawn, h.Others = luck[dealt], luck[drawn], luck[others]
}

// Won returns what the seat has won in all finished hands, in Rappen, and how much of it is
// luck; the rest is skill.
func (r *Review) Won() (won, luck float64) {
	for _, h := range r.Hands {
		won, luck = won+h.Won, luck+h.Luck()
	}
	return won, luck
}

// Sums returns the sums of all finished hands.
func (r *Review) Sums() (s Sums) {
	for _, h := range r.Hands {
		if h.Over {
			x := h.Sums()
			s = Sums{s.Sheet + x.Sheet, s.Luck + x.Luck, s.Skill + x.Skill, s.Share + x.Share}
		}
	}
	return s
}

// Moment is a decision worth learning from.
type Moment struct {
	Hand int // index in the review, from 1
	*Decision
}

// Moments returns at most n marked decisions, starting with those that cost the largest part of
// a pot.
func (r *Review) Moments(n int) (list []Moment) {
	for i, h := range r.Hands {
		for k := range h.Decisions {
			if d := &h.Decisions[k]; d.Mark.Marked() {
				list = append(list, Moment{i + 1, d})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Moment) int { return cmp.Compare(b.Percent, a.Percent) })
	return list[:min(n, len(list))]
}

// Count returns how many decisions have a mark.
func (r *Review) Count(m Mark) (n int) {
	for _, h := range r.Hands {
		for i := range h.Decisions {
			if h.Decisions[i].Mark == m {
				n++
			}
		}
	}
	return n
}
