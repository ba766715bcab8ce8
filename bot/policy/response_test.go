package policy_test

import (
	"math"
	"testing"

	"chratze/bot"
	"chratze/bot/policy"
	"chratze/rams"
)

// nobody stays out of every hand.
type nobody struct{}

func (nobody) Act(v *rams.View) rams.Action { return bot.Fallback(v.Legal) }

// named returns a bot that keeps to rules.
func named(t testing.TB, name string) policy.Player {
	t.Helper()
	spec, err := bot.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return spec.New(nil)
}

// against trains a response.
func against(t testing.TB, rules string, seats int, other policy.Player, batches int64) *policy.Trainer {
	t.Helper()
	c := config(t, rules, seats, 1)
	c.Others = func(policy.Source) policy.Player { return other }
	return train(t, c, batches, 2)
}

// TestResponseToNobody: against players who never join, a dealer is left the pot, and whoever
// else joins takes it from him: all of it is gained by others, nothing by him. The answer is
// known.
func TestResponseToNobody(t *testing.T) {
	t.Parallel()
	const seats = 3
	places, all := against(t, "zwicken", seats, nobody{}, 150).Gains(400)
	for i := range places {
		want := 100.0
		if i == 0 {
			want = 0
		}
		if places[i].Hands != 400 || math.Abs(places[i].Mean()-want) > 6 || places[i].Mean() > want+1e-9 {
			t.Errorf("place %d: %.2f %% of the pot in %d hands, want %v", i, places[i].Mean(), places[i].Hands, want)
		}
	}
	if math.Abs(all.Mean()-200.0/seats) > 4 {
		t.Errorf("%.2f %% of the pot", all.Mean())
	}
}

// TestPlantedLeak: who joins with anything can be exploited by more than who doesn't.
func TestPlantedLeak(t *testing.T) {
	t.Parallel()
	_, usual := against(t, "zwicken", 3, named(t, "stammtisch-1"), 40).Gains(3000)
	_, leak := against(t, "zwicken", 3, named(t, "thumb:join=0:behind=0"), 40).Gains(3000)
	if leak.Mean()-leak.Error() < usual.Mean()+usual.Error() {
		t.Errorf("usual %.1f ± %.1f, with a leak %.1f ± %.1f", usual.Mean(), usual.Error(), leak.Mean(), leak.Error())
	}
}
