package wire

import (
	"encoding/json"
	"math/rand/v2"
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
