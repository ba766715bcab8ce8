package rams_test

import (
	"os"
	"reflect"
	"strconv"
	"testing"

	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/variant"
)

// games calls f for every preset and number of seats.
func games(t *testing.T, f func(t *testing.T, g *rams.Game)) {
	t.Helper()
	for _, name := range variant.Presets() {
		v, _ := variant.Lookup(name)
		least, most := v.Seats()
		for seats := least; seats <= most; seats++ {
			t.Run(name+"/"+string(rune('0'+seats)), func(t *testing.T) {
				t.Parallel()
				g, err := v.Game(seats)
				if err != nil {
					t.Fatal(err)
				}
				f(t, g)
			})
		}
	}
}

// sitting plays hands in a row, each beginning as the one before it says, and
// checks everything that ramstest knows; of one decision in twenty also the list
// of legal actions and all others.
func sitting(t *testing.T, g *rams.Game, hands int, seed uint64) {
	t.Helper()
	r := ramstest.Rand(seed)
	start := g.FirstStart(rams.Seat(r.N(g.Seats())))
	for hand := range hands {
		s, err := g.NewHand(start)
		if err == nil {
			err = ramstest.Began(start, &s)
		}
		if err != nil {
			t.Fatalf("hand %d: %v", hand, err)
		}
		s, err = ramstest.Play(g, start, &r, r.Any, func(m *ramstest.Moment) error {
			if err := ramstest.Step(m); err != nil {
				return err
			}
			if m.Action.Kind.Player() && r.N(20) == 0 {
				return ramstest.Legal(&m.Before)
			}
			return nil
		})
		if err == nil {
			err = ramstest.Ended(start, &s)
		}
		if err != nil {
			t.Fatalf("hand %d of seed %d, %d seats, %+v: %v", hand, seed, g.Seats(), g.Rules(), err)
		}
		start = s.Result().Next
	}
}

// times is how often a test repeats what it does: 50 n for make verify, else a fifth of n.
func times(n int) int {
	if os.Getenv("CHRATZE_VERIFY") != "" {
		return 50 * n
	}
	return (n + 4) / 5
}

func TestInvariants(t *testing.T) {
	games(t, func(t *testing.T, g *rams.Game) {
		for seed := range uint64(times(10)) {
			sitting(t, g, 20, seed)
		}
	})
}

// TestInvariantsOfHouseRules plays presets with options changed at random.
func TestInvariantsOfHouseRules(t *testing.T) {
	t.Parallel()
	r := ramstest.Rand(1)
	accepted, tried := 0, times(500)
	for range tried {
		v, seats := houseRules(&r)
		if g, err := v.Game(seats); err == nil {
			accepted++
			sitting(t, g, 4, r.Uint64())
		}
	}
	if accepted < tried*2/5 {
		t.Errorf("only %d of %d mixes of options could be played", accepted, tried)
	}
}

// houseRules changes some options of a preset, but only those that can be combined. The game
// may not exist for this number of seats.
func houseRules(r *ramstest.Rand) (variant.Variant, int) {
	names := variant.Presets()
	v, _ := variant.Lookup(names[r.N(len(names))])
	options := v.Options()
	for range 1 + r.N(6) {
		o := options[r.N(len(options))]
		value := strconv.FormatInt(amounts[r.N(len(amounts))], 10)
		if o.Kind != variant.Amount {
			value = o.Values[r.N(len(o.Values))]
		}
		if changed, err := v.With(variant.KeyValue{Key: o.Key, Value: value}); err == nil {
			v = changed
		}
	}
	return v, 2 + r.N(rams.MaxSeats-1)
}

var amounts = []int64{0, 1, 2, 3, 5, 7, 20, 33, 100, 1e6, 1e15 - 1, 1e15}

// TestInvariantsOfAnyRules plays rules made up field by field, also such as no
// preset has: whatever NewGame takes must work.
func TestInvariantsOfAnyRules(t *testing.T) {
	t.Parallel()
	r := ramstest.Rand(2)
	different := map[rams.Rules]bool{}
	tried := times(150)
	for range tried {
		v, _ := variant.Lookup(variant.Presets()[r.N(len(variant.Presets()))])
		rules := v.Rules()
		rules.MinSeats, rules.MaxSeats = 2, rams.MaxSeats
		for range 10 {
			seats := 2 + r.N(rams.MaxSeats-1)
			rules = wander(&r, rules, seats)
			if g, err := rams.NewGame(rules, seats); err == nil {
				different[rules] = true
				sitting(t, g, 3, r.Uint64())
			}
		}
	}
	if len(different) < 10*tried/3 {
		t.Errorf("only %d different rules could be played", len(different))
	}
}

// wander changes fields of the rules at random, as long as they can be played by this number of
// seats.
func wander(r *ramstest.Rand, rules rams.Rules, seats int) rams.Rules {
	for range 100 {
		next := rules
		v := reflect.ValueOf(&next).Elem()
		for range 1 + r.N(4) {
			switch f := v.Field(r.N(v.NumField())); f.Kind() {
			case reflect.Bool:
				f.SetBool(!f.Bool())
			case reflect.Int64:
				f.SetInt(amounts[r.N(len(amounts))])
			default:
				f.SetUint(uint64(r.N(6)))
			}
		}
		if next.Check(seats) == nil {
			rules = next
		}
	}
	return rules
}

// TestInvariantsOfPrices plays hands in which those who play pay for it (docs/rules.md 4, price).
func TestInvariantsOfPrices(t *testing.T) {
	t.Parallel()
	v, err := variant.Parse("mauscheln,deal=1x3,price=yes")
	if err != nil {
		t.Fatal(err)
	}
	g, err := v.Game(4)
	if err != nil {
		t.Fatal(err)
	}
	sitting(t, g, 20, 1)
}
