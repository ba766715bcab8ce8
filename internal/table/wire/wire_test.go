package wire

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"

	"chratze/chance"
	"chratze/internal/table"
	"chratze/variant"
)

// TestNewsSaysHowTheHandBegan: without it nobody could write the hand down as
// rams-hand/1, nor know that it is a Muss (docs/rules.md 3.1).
func TestNewsSaysHowTheHandBegan(t *testing.T) {
	t.Parallel()
	for preset, muss := range map[string]bool{"chratze": false, "kratzen": true} {
		v, err := variant.Parse(preset)
		if err != nil {
			t.Fatal(err)
		}
		tab, _, err := table.Create(1000, table.Config{Variant: v, Chairs: 4, Bot: "random"}, "Anna", "key", [32]byte{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tab.Step(1000, table.Command{Do: table.DoStart}, chance.Of(rand.New(rand.NewPCG(1, 2)))); err != nil {
			t.Fatal(err)
		}
		var cursor table.Cursor
		n, _ := tab.News(0, &cursor)
		var got struct {
			Hand  int
			From  *int
			Start *struct {
				Pot, Dealer int
				Muss        bool
			}
		}
		if err := json.Unmarshal(AppendNews(nil, &n), &got); err != nil {
			t.Fatal(err)
		}
		if got.Hand != 1 || got.From == nil || *got.From != 0 || got.Start == nil || got.Start.Muss != muss || got.Start.Dealer != int(n.Start.Dealer) {
			t.Errorf("%s: the news of a new hand are %s", preset, AppendNews(nil, &n))
		}
	}
}

// TestAccountsOnTheWire: a client that has been sent a table knows whose account is whose, who
// played the last hand, and who pays whom, by the numbers of people and not by their names.
func TestAccountsOnTheWire(t *testing.T) {
	t.Parallel()
	want := table.Info{
		InfoStage: table.InfoStage{Stage: table.Over, Dealer: 1, BotsWon: 40, Pays: []table.Pay{{From: "Anna", To: "Vreni", Amount: 60, Payer: 1, Payee: 3}}},
		InfoSeats: table.InfoSeats{InHand: []int{0, 1}, Who: []int{1, 2}},
		InfoPeople: table.InfoPeople{Chairs: []table.Chair{{Person: 1, Name: "Anna", Balance: -100}, {Person: 4, Name: "Bea"}},
			Gone: []table.Gone{{Person: 2, Name: "Vreni", Bot: "random", Balance: 40}, {Person: 3, Name: "Vreni", Balance: 60}}},
	}
	m, err := Read(AppendNews(nil, &table.News{Info: &want, Parts: 1<<6 - 1}))
	if err != nil {
		t.Fatal(err)
	}
	var got table.Info
	if got.Take(m.Info); !reflect.DeepEqual(got, want) {
		t.Errorf("told\n%+v\nwant\n%+v", got, want)
	}
}
