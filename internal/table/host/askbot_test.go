package host

import (
	"context"
	"testing"

	"chratze/bot"
	"chratze/bot/policy"
	"chratze/bot/trained"
	"chratze/chance"
	"chratze/internal/table"
	"chratze/rams"
	"chratze/variant"
)

// TestBotsGetToKnowPeople: a bot that has been shown hands of people who call by dice decides otherwise than one among
// strangers; one that doesn't search decides the same.
func TestBotsGetToKnowPeople(t *testing.T) {
	t.Parallel()
	all := questions(t, 60)
	for name, want := range map[string]bool{"best:8": true, "stammtisch-1": false} {
		spec, err := bot.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		other := 0
		for i := range all {
			a, b := chance.Seeded(uint64(i)), chance.Seeded(uint64(i))
			met := acquainted(context.Background(), spec, &all[i], &a)
			if a = chance.Seeded(uint64(i)); met.Act(&all[i].View) != spec.New(&b).Act(&all[i].View) {
				other++
			}
		}
		if other > 0 != want {
			t.Errorf("%s decides otherwise %d times of %d", name, other, len(all))
		}
	}
}

// TestLateBotPlaysItsPolicy: a bot that searches, and is too late, calls and exchanges as its policy says; one without a
// policy plays by rules of thumb, and the stand-in, which does nothing else, plays the fallback.
func TestLateBotPlaysItsPolicy(t *testing.T) {
	t.Parallel()
	other := map[string]int{}
	learned := bestPolicy(t)
	for _, a := range questions(t, 200) {
		thumb := Think(context.Background(), table.Ask{Bot: table.StandIn, View: a.View})
		for name, want := range map[string]func(rams.Action) bool{
			"best": func(act rams.Action) bool {
				p, known := learned.Probability(&a.View, act)
				blind := a.View.Phase == rams.PhaseBlind || a.View.Phase == rams.PhaseDoubleBlind // Probability doesn't know these
				return blind || !known && act == thumb || p > 0
			},
			"strong":      func(act rams.Action) bool { return act == thumb },
			table.StandIn: func(act rams.Action) bool { return act == bot.Fallback(a.View.Legal) },
		} {
			a.Bot = name
			act := Quick(a)
			if !want(act) {
				t.Errorf("%s plays %v in phase %v, the rule of thumb %v", name, act, a.View.Phase, thumb)
			}
			if act != thumb {
				other[name]++
			}
		}
	}
	if other["best"] < 5 || other["strong"] > 0 {
		t.Errorf("%v: so many of 200 acts aren't those of the rule of thumb", other)
	}
}

func bestPolicy(t *testing.T) *policy.Policy {
	t.Helper()
	file, err := trained.Read("chratze-4.policy")
	if err != nil {
		t.Fatal(err)
	}
	p, err := policy.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// questions returns questions before the play for the bots at a table of four, who act by dice.
func questions(t *testing.T, n int) (all []table.Ask) {
	t.Helper()
	v, err := variant.Parse("chratze")
	if err != nil {
		t.Fatal(err)
	}
	tab, _, err := table.Create(1000, table.Config{Variant: v, Chairs: 4, Bot: "random"}, "Anna", "key", [32]byte{})
	if err != nil {
		t.Fatal(err)
	}
	dice := chance.Seeded(7)
	var asks []table.Ask
	take := func(ready table.Ready, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		asks = append(asks, ready.Asks...)
	}
	act := func(now table.Millis, chair int, question uint64, legal []rams.Action, by table.By) (table.Ready, error) {
		a := legal[dice.IntN(len(legal))]
		return tab.Step(now, table.Command{Do: table.DoAct, From: chair, By: by, Question: question, Action: a}, &dice)
	}
	take(tab.Present(1000, 0, true), nil)
	take(tab.Step(1000, table.Command{Do: table.DoStart}, &dice))
	for now := table.Millis(1000); len(all) < n; now += 60000 {
		var cursor table.Cursor
		news, _ := tab.News(0, &cursor)
		switch {
		case len(asks) > 0:
			a := asks[0]
			asks = asks[1:]
			if now = max(now, a.At); a.View.Phase < rams.PhaseLay && len(a.View.Legal) > 1 {
				all = append(all, a)
			}
			take(act(now, a.Chair, a.Question, a.View.Legal, a.By))
		case news.Question != nil:
			take(act(now, 0, news.Question.Number, news.Question.Legal, table.ByPerson))
		default:
			take(tab.Step(now, table.Command{Do: table.DoNext}, &dice))
		}
	}
	return all
}
