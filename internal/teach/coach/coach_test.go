package coach

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"chratze/bot"
	"chratze/card"
	"chratze/chance"
	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/variant"
	"chratze/variant/varianttest"
)

// rules are all presets, and house rules that change what is asked. Their places are the seeds of their hands, so
// Mauscheln and Tippen, which came later, are the last.
func rules() []string {
	others := slices.DeleteFunc(variant.Presets(), func(name string) bool { return name == "mauscheln" || name == "tippen" })
	return append(others, "chratze,last_word=on,susi=forced", "chratze,penalty_cap=30", "chratzen,six_swap=yes", "zwicken,deal=2+2,seven_lost=yes", "mauscheln", "tippen",
		"mauscheln,ante=10,antes=all,deal=1x3,exchange=none,price=yes")
}

// play plays hands of a sitting, in which act decides, and shows each when it is over.
func play(t *testing.T, rules string, seats, hands int, seed ramstest.Rand, act func(v *rams.View, s *rams.State) rams.Action, over func(v variant.Variant, r *rams.Record)) {
	t.Helper()
	v, g := varianttest.Parse(t, rules), varianttest.Game(t, rules, seats)
	deck := rams.Deck{Source: &seed}
	start := g.FirstStart(rams.Seat(seed.N(seats)))
	for range hands {
		var r rams.Record
		if err := r.Begin(g, start); err != nil {
			t.Fatal(err)
		}
		for range r.Turns(&deck) {
			view := r.View(r.Turn())
			state := r.State()
			r.ApplyUnchecked(act(&view, &state), nil)
		}
		over(v, &r)
		result := r.Result()
		start = result.Next
	}
}

// decisions plays hands of a sitting by a bot, and shows every view that is asked.
func decisions(t *testing.T, rules string, seats, hands int, seed ramstest.Rand, player bot.Bot, visit func(v *rams.View, s *rams.State)) {
	t.Helper()
	play(t, rules, seats, hands, seed, func(v *rams.View, s *rams.State) rams.Action {
		visit(v, s)
		return player.Act(v)
	}, func(variant.Variant, *rams.Record) {})
}

func player(t *testing.T, name string) bot.Bot {
	t.Helper()
	spec, err := bot.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	source := chance.Fast(7)
	return spec.New(&source)
}

// TestHints asks for a hint before every decision of hands of every game, played well and at random: what
// it says is so, also with the cards that the seat doesn't see.
func TestHints(t *testing.T) {
	t.Parallel()
	said := map[string]int{}
	hands := 1
	if os.Getenv("CHRATZE_VERIFY") != "" {
		hands = 200
	}
	for i, rules := range rules() {
		for _, name := range []string{"random", "stammtisch-1"} {
			c := New(Default(chains))
			decisions(t, rules, 4, hands, ramstest.Rand(i), player(t, name), func(v *rams.View, s *rams.State) {
				if len(v.Legal) == 1 {
					return
				}
				h := c.Hint(v)
				if h == nil {
					t.Fatalf("%s: no hint for %s", rules, s.String())
				}
				said[h.Reason.Code]++
				checkHint(t, v, s, h)
				readsBack(t, h.Reason)
			})
		}
	}
	if len(said) < 24 {
		t.Errorf("only these reasons came up: %v", said)
	}
	if os.Getenv("CHRATZE_VERIFY") == "" {
		return
	}
	for _, code := range []string{
		WhyTrumps, WhyPlain, WhyLast, WhyAlone, WhyFree, WhyWeak, WhyBare, WhyWait, WhySee, WhyBlind, WhyAsk, WhyTurn, WhyOpen, WhyPass, WhyDear, WhyCheap, WhyMost, WhyFew, WhyKeep, WhyLayAll, WhyLayNone,
		WhyDrop, WhySwap, WhyNeeded, WhyRow, WhyDraw, WhyCertain, WhyRuffed, WhyOnly, WhyLow, WhyLead, WhyEnough, WhyTake, WhyRisk,
		WhyLost, WhyDuck, WhyEqual, WhyValues,
	} {
		if said[code] == 0 {
			t.Errorf("nothing was said with %s: %v", code, said)
		}
	}
}

// TestMostSaysHowOftenItWins: where the most tricks win the pot, a hint says how often you win it, and how often you win no trick.
func TestMostSaysHowOftenItWins(t *testing.T) {
	t.Parallel()
	c, said := New(Default(chains)), map[string]int{}
	decisions(t, "bourre", 4, 4, ramstest.Rand(5), player(t, "stammtisch-1"), func(v *rams.View, s *rams.State) {
		if v.Phase != rams.PhaseJoin {
			return
		}
		h := c.Hint(v)
		r, join := h.Reason, h.Of(rams.Action{Kind: rams.Join, Seat: v.Seat})
		if said[r.Code]++; r.Code == WhyEqual {
			return
		}
		if in := h.Best().Kind == rams.Join; in != (r.Code == WhyMost) || in == (r.Code == WhyFew) || r.Of != percent(join.Wins) || r.Percent != percent(join.Fails) {
			t.Errorf("%s: %+v, wins %v, fails %v", s, r, join.Wins, join.Fails)
		}
	})
	if said[WhyMost] == 0 || said[WhyFew] == 0 {
		t.Errorf("these reasons came up: %v", said)
	}
}

func checkHint(t *testing.T, v *rams.View, s *rams.State, h *Hint) {
	t.Helper()
	fault := func(what string) { t.Fatalf("%s\n%s: %+v", s.String(), what, h.Reason) }
	for i, value := range h.Values {
		if i > 0 && value.Mean > h.Values[i-1].Mean || value.Less < 0 || value.Fails < 0 || value.Fails > 1 || math.IsNaN(value.Half+value.LessHalf) {
			fault("a wrong value")
		}
	}
	r, c := h.Reason, h.Best().Cards.First()
	if v.Phase < rams.PhaseLay && r.Percent > 0 && r.Amount == 0 {
		fault("failing costs nothing")
	}
	if v.Game.Rules().Price && v.Phase < rams.PhaseLay && r.Code == WhyValues {
		fault("a price, but no reason")
	}
	var others card.Set
	for seat := range rams.Seat(v.Seats()) {
		if seat != v.Seat {
			others |= s.Hand(seat)
		}
	}
	trumps := v.Game.Trumps(v.Trump)
	above := func(c card.Card) card.Set { return v.Game.Beats(v.Trump, c) }
	switch r.Code {
	case WhyCertain, WhyDraw:
		if above(c)&others != 0 {
			fault("it isn't certain")
		}
	case WhyRow:
		for all := r.Cards; all != 0; all = all.Rest() {
			if above(all.First())&others != 0 || !r.Cards.Has(c) || r.N != r.Cards.Len() {
				fault("they aren't certain")
			}
		}
	case WhyRuffed, WhyOnly:
		if above(c)&others&^trumps != 0 || r.N < (others&trumps).Len() {
			fault("not only trumps beat it")
		}
	case WhyLow, WhyLead, WhyRisk:
		if (above(c) & others).Len() > r.N {
			fault("more beat it")
		}
		for _, a := range v.Legal {
			if r.Code == WhyLead && (above(a.Cards.First())&look(v).unseen).Len() < r.N {
				fault("another card is beaten by fewer")
			}
		}
	case WhyTake, WhyEnough, WhyNeeded:
		next := *s
		next.ApplyUnchecked(h.Best())
		if r.Code != WhyNeeded && next.Tricks(v.Seat) != s.Tricks(v.Seat)+1 {
			fault("it doesn't take the trick")
		}
		for _, a := range v.Legal {
			again := *s
			again.ApplyUnchecked(a)
			if x := a.Cards.First(); r.Code == WhyTake && again.Tricks(v.Seat) > s.Tricks(v.Seat) && above(x).Has(c) {
				fault("a cheaper one takes it as well")
			}
		}
		if r.Code == WhyNeeded && next.Tricks(v.Seat) != s.Tricks(v.Seat)+1 && above(c)&others != 0 {
			fault("it can be beaten")
		}
	case WhyKeep:
		if r.Kept == 0 || r.Kept|r.Cards != v.Hand || r.N < (s.Stock()&trumps).Len() || r.Of < s.Stock().Len() {
			fault("wrong numbers")
		}
	case WhyTrumps, WhyWeak:
		if r.N == 0 || r.Cards != v.Hand&trumps {
			fault("wrong trumps")
		}
	}
}

func readsBack(t *testing.T, r Reason) {
	t.Helper()
	text, err := json.Marshal(r)
	var again Reason
	if err == nil {
		err = json.Unmarshal(text, &again)
	}
	if err != nil || again != r {
		t.Fatalf("%s is read as %+v: %v", text, again, err)
	}
}

// TestPriceCountsOnce: to the one who has paid a price before the last card, what an act is worth is what the hand then pays, less
// what was paid: for a certain end exactly.
func TestPriceCountsOnce(t *testing.T) {
	t.Parallel()
	seen := 0
	c := New(Default(chains))
	play(t, "mauscheln,ante=10,antes=all,deal=1x3,exchange=none,price=yes", 4, 12, 3, func(v *rams.View, s *rams.State) rams.Action {
		if v.Phase == rams.PhasePlay && v.Hand.Len() == 1 {
			end := *s
			for !end.Done() {
				end.ApplyUnchecked(end.Legal(nil)[0])
			}
			r := end.Result()
			want := float64(r.Payout[v.Seat]-r.Paid[v.Seat]) + float64(r.Next.Pot-v.Start.Pot)/4
			if inOtherHands(s, v.Seat) == 0 {
				seen++
				if got := c.Judge(v, rams.Action{}).Values[0].Mean; math.Abs(got-want) > 1e-6 {
					t.Errorf("%s: %v, the hand comes to %v", s.String(), got, want)
				}
			}
		}
		return v.Legal[0]
	}, func(variant.Variant, *rams.Record) {})
	if seen < 3 {
		t.Errorf("only %d last cards of a hand", seen)
	}
}

// inOtherHands returns how many cards the other seats hold.
func inOtherHands(s *rams.State, seat rams.Seat) (n int) {
	for other := range rams.Seat(s.Game().Seats()) {
		if other != seat {
			n += s.Hand(other).Len()
		}
	}
	return n
}
