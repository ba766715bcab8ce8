package env

import (
	"os"
	"testing"

	"chratze/rams"
	"chratze/variant"
)

// TestHouseRules plays games with house rules drawn by lot as TestEachActionIsTheKernels does those of the presets: the lists are the
// kernel's, nature does as it may, and a hand replays to the same end.
func TestHouseRules(t *testing.T) {
	t.Parallel()
	random, gs, games := uint64(1), &Games{}, 150
	if os.Getenv("CHRATZE_VERIFY") != "" {
		games = 5000
	}
	h := make(Hand, SizeLogged)
	for played := 0; played < games; {
		rules, seats := houseRules(&random)
		v, err := variant.Parse(rules)
		if err != nil {
			continue
		}
		g, err := v.Game(seats)
		if err != nil {
			continue
		}
		start := rams.Start{Dealer: rams.Seat(below(&random, seats)), Pot: 40, Muss: g.Rules().Phases && played%2 == 0}
		game, err := gs.Load(rules, seats, start)
		if err != nil {
			t.Fatal(rules, seats, err)
		}
		for range 6 {
			playsAs(t, gs, h, game, Next(&random), rules)
		}
		played++
	}
}

// houseRules draws rules, which may not be sound, and a number of seats.
func houseRules(random *uint64) (rules string, seats int) {
	presets := variant.Presets()
	rules = presets[below(random, len(presets))]
	v, _ := variant.Lookup(rules)
	for _, o := range v.Options() {
		if len(o.Values) > 0 && below(random, 6) == 0 {
			rules += "," + o.Key + "=" + o.Values[below(random, len(o.Values))]
		}
	}
	return rules, 2 + below(random, seatsMost-1)
}

const seatsMost = rams.MaxSeats

// playsAs plays a hand and compares each moment with the kernel.
func playsAs(t *testing.T, gs *Games, h Hand, game int, seed uint64, rules string) {
	t.Helper()
	play(t, gs, h, game, seed, seed%2 == 0, func(turn int, legal []uint16, id int) {
		var at table
		gs.open(&at, h)
		before := at.State
		switch turn {
		case Nature:
			if f := at.apply(nil, id); f != None || at.State != before && before.Apply(at.did) != nil {
				t.Fatalf("%s, seed %d: nature can't do %v after %d actions", rules, seed, at.did, h.Len())
			}
		default:
			for i, a := range before.Legal(nil) {
				if n := at.number(a); n >= Actions || !contains(legal, n) {
					t.Fatalf("%s, seed %d: %v, the %d-th, has the number %d, legal are %v", rules, seed, a, i, n, legal)
				}
			}
			if len(before.Legal(nil)) != len(legal) || len(legal) > gs.Game(game).Width() {
				t.Fatalf("%s, seed %d: %d are legal, %d are told", rules, seed, len(before.Legal(nil)), len(legal))
			}
		}
	})
	x, err := gs.Record(h)
	if err != nil || x.State() != gs.State(h) {
		t.Fatalf("%s, seed %d: its actions lead to another hand: %v", rules, seed, err)
	}
	if err := gs.Recall(h, 0, make([]byte, Told)); err != nil {
		t.Fatalf("%s, seed %d: %v", rules, seed, err)
	}
}

func contains(legal []uint16, n int) bool {
	for _, id := range legal {
		if int(id) == n {
			return true
		}
	}
	return false
}
