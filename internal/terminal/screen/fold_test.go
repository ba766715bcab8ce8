package screen

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"chratze/card"
	"chratze/rams"
	"chratze/variant"
)

type chance struct{ *rand.Rand }

func (c chance) Shuffle(cards []card.Card) {
	c.Rand.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
}
func (c chance) Cut(n int) int { return 1 + c.IntN(n-1) }

// everyRules are games in which everything there is comes up.
var everyRules = []string{
	"chratze", "chratze-en", "chratze-ja", "kratzen", "chratzen", "zwicken", "chratze,susi=guideline", "chratze,susi=forced,last_word=must",
	"chratze,six_swap=yes,split=tricks", "kratzen,susi=guideline,last_word=on", "chratzen,six_swap=yes", "zwicken,pack=jass36,six_swap=yes,deal=2+2",
}

// TestFold: what is folded from the events a seat is told is that seat's view, at
// every moment of hands at random, in every game and for everybody.
func TestFold(t *testing.T) {
	t.Parallel()
	for i, text := range everyRules {
		v, err := variant.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		least, most := v.Seats()
		for seats := least; seats <= most; seats++ {
			g, err := v.Game(seats)
			if err != nil {
				t.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(uint64(i), uint64(seats)))
			start := g.First(rams.Seat(rng.IntN(seats)))
			for range 5 {
				start = foldHand(t, text, g, start, rng)
				start.Pot = min(start.Pot, 1_000_000)
			}
		}
	}
}

func foldHand(t *testing.T, what string, g *rams.Game, start rams.Start, rng *rand.Rand) rams.Start {
	t.Helper()
	var rec rams.Record
	if err := rec.Begin(g, start); err != nil {
		t.Fatal(err)
	}
	deck := rams.Deck{Source: chance{rng}}
	for rec.Nature(&deck); ; rec.Nature(&deck) {
		for seat := rams.Nobody; seat < rams.Seat(g.Seats()); seat++ {
			if seat == rams.Nature {
				continue
			}
			want := rec.View(seat)
			got := fold(g, start, seat, want.Events, want.Legal)
			if a, b := shows(&want), shows(&got.View); a != b {
				t.Fatalf("%s, %d seats, seat %d after %s:\n%s\nis folded as\n%s", what, g.Seats(), seat, want.Events[len(want.Events)-1].String(), a, b)
			}
		}
		if rec.State.Done() {
			return rec.State.Result().Next
		}
		legal := rec.State.Legal(nil)
		if err := rec.Apply(legal[rng.IntN(len(legal))]); err != nil {
			t.Fatal(err)
		}
	}
}

// shows is what a table shows of a view.
func shows(v *rams.View) string {
	phase, lead := v.Phase, v.Lead
	if len(v.Legal) == 0 {
		phase = rams.PhaseWait
	}
	if phase != rams.PhasePlay && v.Best < 0 && v.Tricks == [rams.MaxSeats]uint8{} {
		lead = rams.Nobody // has no meaning yet
	}
	if v.Upcard == card.Hidden {
		v.Trump = 0
	}
	return fmt.Sprint("phase ", phase, " dealer ", v.Dealer, " declarer ", v.Declarer, " claimant ", v.Claimant, " hand ", v.Hand, " table ", v.Table,
		" upcard ", v.Upcard, " trump ", v.Trump, " pot ", v.Pot, " contracts ", v.Contract, " tricks ", v.Tricks, " cards ", v.Cards,
		" trick ", v.Trick, " lead ", lead, " best ", v.Best, " stock ", v.Stock, " played ", v.Played)
}
