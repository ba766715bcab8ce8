package host

import (
	"context"
	"testing"

	"chratze/bot"
	"chratze/chance"
	"chratze/internal/table"
	"chratze/rams"
	"chratze/variant"
)

// TestBotsGetToKnowPeople: a bot that has been shown hands of people who call by dice decides otherwise than one among
// strangers; one that doesn't search decides the same.
func TestBotsGetToKnowPeople(t *testing.T) {
	t.Parallel()
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
	var all []table.Ask
	for now := table.Millis(1000); len(all) < 60; now += 60000 {
		var cursor table.Cursor
		n, _ := tab.News(0, &cursor)
		switch {
		case len(asks) > 0:
			a := asks[0]
			asks = asks[1:]
			if now = max(now, a.At); a.View.Phase < rams.PhaseLay && len(a.View.Legal) > 1 {
				all = append(all, a)
			}
			take(act(now, a.Chair, a.Question, a.View.Legal, a.By))
		case n.Question != nil:
			take(act(now, 0, n.Question.Number, n.Question.Legal, table.ByPerson))
		default:
			take(tab.Step(now, table.Command{Do: table.DoNext}, &dice))
		}
	}
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
