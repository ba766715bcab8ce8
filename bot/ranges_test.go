package bot

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"chratze/bot/search"
	"chratze/chance"
	"chratze/rams"
	"chratze/variant"
)

// hidden adds up how surprising the true hands are at first leads of a seat, by what it takes the hidden cards for: the
// log-loss of where each card lies that it can't see, in nats a hand of another player who is in.
func hidden(t *testing.T, hands int, others string, ranges ...search.Ranges) map[search.Ranges]float64 {
	t.Helper()
	g, err := variant.Default().Game(4)
	if err != nil {
		t.Fatal(err)
	}
	loss := map[search.Ranges]float64{}
	var players []Bot
	for i := range 4 {
		name := others
		if i == 0 {
			name = "best:4"
		}
		spec, err := Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		players = append(players, spec.New(rand.New(rand.NewPCG(uint64(i), 1))))
	}
	me := players[0].(*policyBot)
	var pack chance.Rand
	deck := rams.Deck{Source: &pack}
	n := 0.0
	for hand := range hands {
		pack = chance.Seeded(uint64(hand), 5)
		var r rams.Record
		if err := r.Begin(g, g.FirstStart(rams.Seat(hand%4))); err != nil {
			t.Fatal(err)
		}
		for range r.Turns(&deck) {
			v := r.View(r.Turn())
			if v.Seat == 0 && v.Phase == rams.PhasePlay && v.Played == 0 {
				for _, kind := range ranges {
					me.search.Config.Ranges = kind
					truth := r.State()
					Show(me, &truth)
					n += surprise(me.search, &v, &truth, func(x float64) { loss[kind] += x }) / float64(len(ranges))
				}
				me.search.Config.Ranges = search.Policy
			}
			r.ApplyUnchecked(players[v.Seat].Act(&v), nil)
		}
		v := r.View(0)
		Watch(me, &v)
	}
	for kind := range loss {
		loss[kind] /= n
	}
	t.Logf("among %s, %v hands: %v", others, n, loss)
	return loss
}

// surprise adds the log-loss of each hand that a view doesn't see, and returns how many there are.
func surprise(s *search.Searcher, v *rams.View, truth *rams.State, add func(float64)) (n float64) {
	const worlds = 400
	var held [rams.MaxSeats][64]float64
	list, err := s.Sample(v)
	if err != nil {
		return 0
	}
	seen := 0
	for world := range list {
		for seat := range rams.Seat(v.Seats()) {
			for c := world.Hand(seat); c != 0; c = c.Rest() {
				held[seat][c.First()]++
			}
		}
		if seen++; seen == worlds {
			break
		}
	}
	rules := v.Game.Rules()
	for seat := range rams.Seat(v.Seats()) {
		if seat == v.Seat || !v.Contract[seat].In() {
			continue
		}
		n++
		for c := rules.Pack.Cards() &^ v.Hand &^ v.Table; c != 0; c = c.Rest() {
			p := (held[seat][c.First()] + 0.5) / (worlds + 1)
			if !truth.Hand(seat).Has(c.First()) {
				p = 1 - p
			}
			add(-math.Log(p))
		}
	}
	return n
}

// TestRangesTellHands: worlds weighed by what players do tell more of the hands of trained players than flat ones; of
// players without a plan they don't tell much less, and more than rules of thumb do. Who sees everything is not surprised.
func TestRangesTellHands(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes seconds: not with -short")
	}
	hands := 200
	if os.Getenv("CHRATZE_VERIFY") != "" {
		hands = 3000
	}
	loss := hidden(t, hands, "best:4", search.Policy, search.Thumb, search.Flat, search.Oracle)
	if loss[search.Policy] > loss[search.Flat]-0.5 || loss[search.Oracle] > 0.1 {
		t.Errorf("log-loss %v", loss)
	}
	if loss := hidden(t, hands, "random", search.Policy, search.Thumb, search.Flat); loss[search.Policy] > min(loss[search.Flat]+0.5, loss[search.Thumb]) {
		t.Errorf("log-loss among random %v", loss)
	}
}
