package learn_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"chratze/bot/policy"
	"chratze/rams"
)

// TestProbability: the chances of what may be said add up to one, the likeliest is what the policy is sure of, and does
// if it is sure; the first and the last of the legal acts are enough to be told.
func TestProbability(t *testing.T) {
	t.Parallel()
	for _, rules := range []string{"chratze", "kratzen", "zwicken", "chratze,last_word=on", "kratzen,bids=falling", "kratzen,weiter_oder=dealer", "loo", "rams", "ramset", "lupfen", "bourre", "rams,spare=must"} {
		c := config(t, rules, 3, 1)
		p := train(t, c, 8, 2).Policy()
		chance := rand.New(rand.NewPCG(1, 2))
		asked := map[rams.Phase]int{}
		play(t, c, 400, 1, func(v *rams.View) rams.Action {
			sure, known := p.Sure(v)
			a, acts := p.Act(v, chance)
			if known != acts {
				t.Fatalf("%s: it acts, and isn't sure of anything", rules)
			}
			if !known {
				return v.Legal[chance.IntN(len(v.Legal))]
			}
			checkChances(t, p, v, a, sure)
			asked[v.Phase]++
			return v.Legal[chance.IntN(len(v.Legal))]
		})
		game := c.Variant.Rules()
		lays, prices := game.Exchange != rams.ExchangeNone, game.Price
		if asked[rams.PhaseJoin] < 20 || lays && asked[rams.PhaseLay] < 20 || prices && asked[rams.PhasePrice] < 20 {
			t.Errorf("%s: asked %v", rules, asked)
		}
	}
}

func checkChances(t *testing.T, p *policy.Policy, v *rams.View, a rams.Action, sure float64) {
	t.Helper()
	if v.Phase == rams.PhaseBlind || v.Phase == rams.PhaseDoubleBlind {
		if _, known := p.Probability(v, a); known {
			t.Fatal("a blind question has a chance")
		}
		return
	}
	short := *v
	short.Legal = []rams.Action{v.Legal[0], v.Legal[len(v.Legal)-1]}
	sum, most := 0.0, 0.0
	for _, b := range v.Legal {
		x, known := p.Probability(v, b)
		if y, _ := p.Probability(&short, b); !known || x != y {
			t.Fatalf("%v: chance %v, with two acts %v, %v", b, x, y, known)
		}
		sum, most = sum+x, max(most, x)
	}
	if x, _ := p.Probability(v, a); v.Phase != rams.PhaseLay && (math.Abs(sum-1) > 1e-6 || math.Abs(most-sure) > 1e-6) || sure > 0.7 && x < most {
		t.Fatalf("%v: chances add up to %v, the greatest is %v, not %v; does %v with %v", v.Legal, sum, most, sure, a, x)
	}
}
