package search_test

import (
	"slices"
	"testing"

	"chratze/bot/search"
	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/variant"
)

// rules are all presets, and house rules that change what is asked.
func rules() []string {
	return append(variant.Presets(),
		"chratze,blind=no,double_blind=no,susi=forced,last_word=on", "chratze,head=yes,split=tricks,exchange=one_more", "chratze-en,no_open=throw_in",
		"kratzen,last_word=on,muss_payout=quarters", "chratzen,last_word=on,exchange=five", "zwicken,deal=2+2,seven_lost=yes,susi=off",
	)
}

// TestEveryDecision lets it play every seat of every game: what it does is legal,
// the same for the same chances, and each kind of question has come up.
func TestEveryDecision(t *testing.T) {
	t.Parallel()
	asked := map[rams.Phase]int{}
	for _, name := range rules() {
		v, err := variant.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		least, most := v.Seats()
		for seats := least; seats <= most; seats += max(1, most-least) {
			g, err := v.Game(seats)
			if err != nil {
				t.Fatal(err)
			}
			chance := ramstest.Rand(seats)
			c := search.Config{Own: model(t), Others: model(t), Worlds: 2}
			var chances [2]source
			first, second := search.New(c, &chances[0]), search.New(c, &chances[1])
			decisions(t, g, seats, inMakeTest(4, 10), flat{&chance}, func(v *rams.View, s *rams.State) {
				asked[v.Phase]++
				chances = [2]source{}
				got := first.Act(v)
				if !slices.Contains(v.Legal, got) {
					t.Fatalf("%s: %v is not legal", s.String(), got)
				}
				if again := second.Act(v); again != got {
					t.Fatalf("%s: first %v, then %v", s.String(), got, again)
				}
			})
		}
	}
	for p := rams.PhaseDoubleBlind; p <= rams.PhasePlay; p++ {
		if isAsked(p) && asked[p] == 0 {
			t.Errorf("nobody was asked about phase %d", p)
		}
	}
}

func isAsked(p rams.Phase) bool {
	switch p {
	case rams.PhaseDoubleBlind, rams.PhaseBlind, rams.PhaseOpen, rams.PhaseBid, rams.PhaseJoin,
		rams.PhaseLay, rams.PhaseDrop, rams.PhaseSwap, rams.PhasePlay:
		return true
	}
	return false
}

// TestValues: each legal act has one, in its place, and its interval shrinks with the
// root of the number of worlds.
func TestValues(t *testing.T) {
	t.Parallel()
	v, _ := variant.Lookup("chratze")
	g, err := v.Game(4)
	if err != nil {
		t.Fatal(err)
	}
	wide, narrow, n := 0.0, 0.0, 0
	decisions(t, g, 3, 6, model(t), func(v *rams.View, _ *rams.State) {
		if v.Phase == rams.PhasePlay || len(v.Legal) < 2 {
			return
		}
		few := search.New(search.Config{Own: model(t), Others: model(t), Worlds: 20}, &source{1}).Values(v)
		many := search.New(search.Config{Own: model(t), Others: model(t), Worlds: 320}, &source{1}).Values(v)
		if len(few) != len(v.Legal) || len(many) != len(v.Legal) {
			t.Fatalf("%d and %d values for %d acts", len(few), len(many), len(v.Legal))
		}
		for i := range few {
			if many[i].Act != v.Legal[i] {
				t.Fatalf("the value of %v stands at %v", many[i].Act, v.Legal[i])
			}
			wide, narrow, n = wide+few[i].Half, narrow+many[i].Half, n+1
		}
	})
	if n == 0 || narrow <= wide/8 || narrow >= wide/2 { // about a quarter
		t.Errorf("%d acts: intervals of %v with 20 worlds, of %v with 320", n, wide, narrow)
	}
}

// TestWithoutEvents: a view that doesn't tell how the hand went is left to the model.
func TestWithoutEvents(t *testing.T) {
	t.Parallel()
	v, _ := variant.Lookup("chratze")
	g, err := v.Game(4)
	if err != nil {
		t.Fatal(err)
	}
	decisions(t, g, 3, 2, model(t), func(v *rams.View, _ *rams.State) {
		v.Events = nil
		s := search.New(search.Config{Own: model(t), Others: model(t), Worlds: 4}, &source{1})
		if got, want := s.Act(v), model(t).Act(v); got != want || s.Values(v) != nil {
			t.Fatalf("%v, the model does %v", got, want)
		}
	})
}

// TestWins: where the most tricks win the pot, those who stay out don't get it, those who win don't pay, and in some worlds a hand does neither.
func TestWins(t *testing.T) {
	t.Parallel()
	v, _ := variant.Lookup("bourre")
	g, err := v.Game(4)
	if err != nil {
		t.Fatal(err)
	}
	s := search.New(search.Config{Own: model(t), Others: model(t), Worlds: 20}, &source{1})
	wins, neither := 0, 0
	decisions(t, g, 3, 5, model(t), func(v *rams.View, _ *rams.State) {
		for _, a := range s.Values(v) {
			switch {
			case a.Act.Kind == rams.Out && a.Wins != 0:
				t.Fatalf("who is out wins in %v of the worlds", a.Wins)
			case a.Wins+a.Fails > 1:
				t.Fatalf("%v wins in %v and fails in %v of the worlds", a.Act, a.Wins, a.Fails)
			case v.Phase == rams.PhasePlay && a.Wins == 1 && a.Mean < float64(v.Pot):
				t.Fatalf("%v wins a pot of %v, and is worth %v", a.Act, v.Pot, a.Mean)
			case a.Wins > 0:
				wins++
			}
			if a.Wins+a.Fails < 1 && a.Act.Kind != rams.Out {
				neither++
			}
		}
	})
	if wins == 0 || neither == 0 {
		t.Errorf("%d acts win, %d neither win nor fail", wins, neither)
	}
}

// TestFails: who stays out never pays a penalty; who always does gains nothing, who never does something; and
// both happen.
func TestFails(t *testing.T) {
	t.Parallel()
	v, _ := variant.Lookup("chratze")
	g, err := v.Game(4)
	if err != nil {
		t.Fatal(err)
	}
	s := search.New(search.Config{Own: model(t), Others: model(t), Worlds: 20}, &source{1})
	always, never, between := 0, 0, 0
	decisions(t, g, 3, 30, model(t), func(v *rams.View, _ *rams.State) {
		for _, a := range s.Values(v) {
			switch {
			case a.Act.Kind == rams.Out && a.Fails != 0:
				t.Fatalf("who is out fails in %v of the worlds", a.Fails)
			case v.Phase != rams.PhasePlay:
			case a.Fails == 1 && a.Mean > 0, a.Fails == 0 && a.Mean <= 0:
				t.Fatalf("%v fails in %v of the worlds and is worth %v", a.Act, a.Fails, a.Mean)
			case a.Fails == 1:
				always++
			case a.Fails == 0:
				never++
			default:
				between++
			}
		}
	})
	if always == 0 || never == 0 || between == 0 {
		t.Errorf("%d always, %d never, %d now and then", always, never, between)
	}
}

// player counts who asks it to play a card.
type player struct {
	search.Model
	cards *int
}

func (p player) Act(v *rams.View) rams.Action {
	if v.Phase == rams.PhasePlay {
		*p.cards++
	}
	return p.Model.Act(v)
}

// TestClosed: the models play the cards in as many imagined hands as is asked for, and in none if
// nothing is.
func TestClosed(t *testing.T) {
	t.Parallel()
	v, _ := variant.Lookup("chratze")
	g, err := v.Game(4)
	if err != nil {
		t.Fatal(err)
	}
	var cards [3]int
	decisions(t, g, 3, 6, model(t), func(v *rams.View, _ *rams.State) {
		if v.Phase == rams.PhasePlay || len(v.Legal) < 2 {
			return
		}
		for i, closed := range []int{0, 30, 100} {
			m := player{model(t), &cards[i]}
			search.New(search.Config{Own: m, Others: m, Worlds: 30, Closed: closed}, &source{1}).Values(v)
		}
	})
	if cards[0] != 0 || cards[1] < cards[2]/5 || cards[1] > cards[2]/2 {
		t.Errorf("the models played %v cards", cards)
	}
}
