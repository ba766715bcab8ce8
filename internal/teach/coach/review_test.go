package coach

import (
	"math"
	"os"
	"reflect"
	"slices"
	"testing"

	"chratze/bot"
	"chratze/history"
	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/variant"
)

// sitting plays hands of a sitting, and returns their lines; act may change what the bots do.
func sitting(t *testing.T, rules string, seats, hands int, seed ramstest.Rand, player bot.Bot, act func(v *rams.View, a rams.Action) rams.Action) (lines []*history.Hand) {
	t.Helper()
	play(t, rules, seats, hands, seed, func(v *rams.View, _ *rams.State) rams.Action { return act(v, player.Act(v)) }, func(v variant.Variant, r *rams.Record) {
		line, err := history.Read(history.FromRecord(v, nil, r, nil).String())
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line)
	})
	return lines
}

func asIs(_ *rams.View, a rams.Action) rams.Action { return a }

func review(t *testing.T, worlds int, seat rams.Seat, lines ...*history.Hand) *Review {
	t.Helper()
	r := New(Default(worlds)).NewReview()
	for _, line := range lines {
		if err := r.Add(line, seat); err != nil {
			t.Fatal(err)
		}
	}
	r.Finish()
	return r
}

// TestOfAView: a seat's view gives the same review as the whole line, for every game: hidden cards don't count. Luck and skill
// together are what was won; over the seats of a hand what was won sums to zero, or in a race to its strokes, which are what the
// hand is played for, however little lies in the pot.
func TestOfAView(t *testing.T) {
	t.Parallel()
	for i, rules := range rules() {
		line := sitting(t, rules, 4, 1, ramstest.Rand(i), player(t, "beginner"), asIs)[0]
		sum, sheet, all := 0.0, 0.0, 0.0
		unit := 1.0
		if g := line.Variant.Rules(); g.Races() {
			all, unit = 100*float64(g.Deal.Size()), 100/float64(g.Point())
		}
		for seat := range rams.Seat(4) {
			view, err := line.View(history.SeatView(seat))
			if err != nil {
				t.Fatal(err)
			}
			again, err := history.Read(view.String())
			if err != nil {
				t.Fatal(err)
			}
			whole, part := review(t, chains, seat, line).Hands[0], review(t, chains, seat, again).Hands[0]
			for i := range part.Decisions {
				own, full := part.Decisions[i].Event, whole.Decisions[i].Event
				if again.Events[own].Act != line.Events[full].Act || again.Events[own].Act != part.Decisions[i].Played {
					t.Fatalf("%s: decision %d is event %d of the view and %d of the line", rules, i, own, full)
				}
				part.Decisions[i].Event = full
			}
			if !reflect.DeepEqual(whole, part) {
				t.Errorf("%s: seat %d: the view is reviewed otherwise", rules, seat)
			}
			h := whole
			sheet += float64(h.Sheet) - float64(line.Payout[seat]-line.Penalty[seat])*unit
			if all > 0 && float64(h.Pot) != all {
				t.Errorf("%s: the hand is played for %d, and not for %v", rules, h.Pot, all)
			}
			if x := h.Sums(); all == 0 && x.Sheet != line.Payout[seat]-line.Penalty[seat] || x.Sheet != x.Luck+x.Skill+x.Share || math.Abs(float64(x.Luck)-h.Luck()) > 2 {
				t.Errorf("%s, seat %d: %+v of %+v", rules, seat, x, h)
			}
			if h.Skill > 0 || math.Abs(h.Won-h.Luck()-h.Skill) > 1e-6 || !h.Over {
				t.Errorf("%s: seat %d: %+v", rules, seat, h)
			}
			sum += h.Won
		}
		if math.Abs(sum-all) > 1e-6 || math.Abs(sheet-all) > 1e-6 {
			t.Errorf("%s: the seats have won %v together, and %v without the pot", rules, sum, sheet)
		}
	}
}

// TestFindsBlunders plants one in each of many hands: the seat is made to do the worst, where that is much worse.
func TestFindsBlunders(t *testing.T) {
	t.Parallel()
	found, planted := 0, 0
	kinds := map[rams.Phase]int{}
	for i, rules := range []string{"chratze", "kratzen", "zwicken", "chratzen"} {
		judge := New(Default(512))
		for n := range 6 {
			var where rams.Phase
			done := false
			lines := sitting(t, rules, 4, 1, ramstest.Rand(100*i+n), player(t, "stammtisch-1"), func(v *rams.View, a rams.Action) rams.Action {
				if v.Seat != 1 || done || len(v.Legal) == 1 {
					return a
				}
				j := judge.Judge(v, rams.Action{})
				worst := &j.Values[len(j.Values)-1]
				if worst.Less < 0.4*float64(v.Pot) {
					return a
				}
				done, where = true, v.Phase
				return worst.Act
			})
			if !done {
				continue
			}
			planted++
			kinds[where]++
			r := review(t, 512, 1, lines...)
			if slices.ContainsFunc(r.Hands[0].Decisions, func(d Decision) bool { return d.Phase == where && d.Mark == Blunder }) {
				found++
			} else {
				t.Logf("%s, hand %d: %+v", rules, n, r.Hands[0].Decisions)
			}
		}
	}
	if planted < 12 || found < planted-1 || len(kinds) < 3 {
		t.Errorf("%d of %d planted blunders were found: %v", found, planted, kinds)
	}
}

// TestOwnPlay lets the evaluator play, with chances of its own, and reviews each sitting: wrong marks may
// stand in one of twenty. The long run counts them.
func TestOwnPlay(t *testing.T) {
	t.Parallel()
	reviews, wrong, decisions := 4, 0, 0
	if os.Getenv("CHRATZE_VERIFY") != "" {
		reviews = 200
	}
	for i := range reviews {
		rules := variant.Presets()[i%len(variant.Presets())]
		c := Default(512)
		c.Seed = uint64(1000 + i)
		lines := sitting(t, rules, 4, 4, ramstest.Rand(7*i), player(t, "stammtisch-1"), func(v *rams.View, a rams.Action) rams.Action {
			if v.Seat != 1 || len(v.Legal) == 1 {
				return a
			}
			return New(c).Judge(v, rams.Action{}).Best()
		})
		r := review(t, 512, 1, lines...)
		decisions += r.Tested
		if n := r.Count(Inaccuracy) + r.Count(Mistake) + r.Count(Blunder); n > 0 {
			wrong++
			t.Logf("%s: %d marks in sitting %d", rules, n, i)
		}
	}
	t.Logf("%d of %d reviews have wrong marks, %d decisions", wrong, reviews, decisions)
	if limit := 1 + float64(reviews)*Wrong + 2*math.Sqrt(float64(reviews)*Wrong); float64(wrong) > limit {
		t.Errorf("%d of %d reviews have marks, at most %.0f may", wrong, reviews, limit)
	}
}

// TestHolm: of equal costs as many are marked as the correction allows.
func TestHolm(t *testing.T) {
	t.Parallel()
	var list []*Decision
	for _, chance := range []float64{0.04, 0.002, 0.011, 0.9, 0.013} {
		list = append(list, &Decision{Values: []Value{{}}, Percent: 30, Cost: 5, chance: chance, deviation: 1})
	}
	list = append(list, &Decision{Values: []Value{{}}, Percent: 2, chance: 0.0001}, &Decision{Mark: Forced})
	mark(list)
	// Six tests: 0.0001 and 0.002 pass, with 0.05/6 and 0.05/5; 0.011 with 0.05/4, 0.013 with 0.05/3; 0.04 not with 0.05/2.
	for i, want := range []Mark{Unsure, Blunder, Blunder, Unsure, Blunder, Fine, Forced} {
		if list[i].Mark != want {
			t.Errorf("decision %d is marked %v, want %v", i, list[i].Mark, want)
		}
	}
	for percent, want := range map[float64]Mark{0: Fine, 2.9: Fine, 3: Inaccuracy, 9.9: Inaccuracy, 10: Mistake, 25: Blunder, 300: Blunder} {
		if got := markOf(percent); got != want {
			t.Errorf("%v percent is %v, want %v", percent, got, want)
		}
	}
}

// TestChainsAreHonest: the intervals of values hold what other chances find, about as often as they say.
func TestChainsAreHonest(t *testing.T) {
	t.Parallel()
	inside, all := 0, 0
	long := New(Default(8192))
	decisions(t, "chratze", 4, 2, 3, player(t, "stammtisch-1"), func(v *rams.View, _ *rams.State) {
		if len(v.Legal) != 2 || v.Phase == rams.PhasePlay {
			return
		}
		truth := long.Judge(v, rams.Action{})
		for seed := range uint64(3) {
			c := Default(256)
			c.Seed = 77 + seed
			for _, value := range New(c).Judge(v, rams.Action{}).Values {
				all++
				if t := truth.Of(value.Act); math.Abs(t.Mean-value.Mean) <= value.Half+t.Half/2 {
					inside++
				}
			}
		}
	})
	if all < 20 || float64(inside) < 0.9*float64(all) {
		t.Errorf("%d of %d intervals hold the value", inside, all)
	}
}

// TestToldToStop: a coach that is told to stop thinks no more, and a review stays as it was before the hand.
func TestToldToStop(t *testing.T) {
	t.Parallel()
	lines := sitting(t, "chratze", 4, 2, 1, player(t, "stammtisch-1"), asIs)
	stop := make(chan struct{})
	c := Default(1e9) // for ever
	c.Done = stop
	r := New(c).NewReview()
	r.coach.config.Worlds = 64
	if err := r.Add(lines[0], 0); err != nil {
		t.Fatal(err)
	}
	tested := r.Tested
	r.coach.config.Worlds = 1e9
	close(stop)
	if err := r.Add(lines[1], 0); err != ErrDone || len(r.Hands) != 1 || r.Tested != tested {
		t.Errorf("%v: %d hands, %d of %d decisions", err, len(r.Hands), r.Tested, tested)
	}
}
