package bot_test

import (
	"math/rand/v2"
	"testing"

	"chratze/bot"
	"chratze/chance"
	"chratze/rams"
	"chratze/variant"
)

// sitting plays hands with these bots, and shows each to the first of them.
func sitting(t *testing.T, hands int, names ...string) bot.Bot {
	t.Helper()
	g, err := variant.Default().Game(len(names))
	if err != nil {
		t.Fatal(err)
	}
	var players []bot.Bot
	for i, name := range names {
		players = append(players, parse(t, name).New(rand.New(rand.NewPCG(uint64(i), 1))))
	}
	var pack chance.Rand
	deck := rams.Deck{Source: &pack}
	for hand := range hands {
		pack = chance.Seeded(uint64(hand))
		var r rams.Record
		if err := r.Begin(g, g.FirstStart(rams.Seat(hand%len(names)))); err != nil {
			t.Fatal(err)
		}
		for range r.Turns(&deck) {
			v := r.View(r.Turn())
			r.ApplyUnchecked(players[v.Seat].Act(&v), nil)
		}
		v := r.View(0)
		bot.Watch(players[0], &v)
	}
	return players[0]
}

// TestGetsToKnow: after a sitting of 100 hands best knows which of the others call by a plan, and which play the cards by one, and a bot of another sitting knows nothing of it.
func TestGetsToKnow(t *testing.T) {
	t.Parallel()
	planned, careless := []int{bot.Trained, bot.Thumb}, []int{bot.Newcomer, bot.Dice}
	for _, at := range []struct {
		name  string
		calls []int // kinds, of which one is right
		cards []int
	}{
		{"best:20", planned, planned},
		{"stammtisch-1", planned, planned},
		{"beginner", careless, careless},
		{"random", careless, careless},
		{"random+stammtisch-1", careless, planned},
	} {
		t.Run(at.name, func(t *testing.T) {
			t.Parallel()
			known := bot.Known(sitting(t, 100, "best:20", at.name, at.name, at.name))
			for seat := 1; seat < 4; seat++ {
				calls, cards := 0.0, 0.0
				for i, row := range known[seat] {
					for j, p := range row {
						for _, k := range at.calls {
							if i == k {
								calls += p
							}
						}
						for _, k := range at.cards {
							if j == k {
								cards += p
							}
						}
					}
				}
				if calls < 0.7 || cards < 0.6 {
					t.Errorf("seat %d: calls %.2f, cards %.2f", seat, calls, cards)
				}
			}
		})
	}
	fresh := bot.Known(parse(t, "best:20").New(rand.New(rand.NewPCG(1, 1))))
	for seat := range fresh {
		if fresh[seat] != bot.Strangers() {
			t.Errorf("seat %d isn't a stranger", seat)
		}
	}
}
