package rams_test

import (
	"slices"
	"testing"

	"chratze/card"
	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/variant"
)

// FuzzHand makes a whole hand of bytes: the first ones choose the game, the others
// decide. Nothing panics, every step keeps the invariants.
func FuzzHand(f *testing.F) {
	for i := range byte(6) {
		f.Add([]byte{i, 2, 0, 1, i, 7, 200, 13, 0, 255, 4, 4, 4})
	}
	f.Fuzz(func(t *testing.T, choices []byte) {
		next := func(n int) int {
			if len(choices) == 0 || n < 1 {
				return 0
			}
			c := int(choices[0]) % n
			choices = choices[1:]
			return c
		}
		g, r := fuzzGame(next)
		start := someStart(g, r)
		s, err := ramstest.Play(g, start, r, func(_ *rams.State, legal []rams.Action) int { return next(len(legal)) }, ramstest.Step)
		if err == nil {
			err = ramstest.Ended(start, &s)
		}
		if err != nil {
			t.Fatal(err)
		}
	})
}

// fuzzGame chooses a game, with house rules now and then, and a source of chance.
func fuzzGame(next func(n int) int) (*rams.Game, *ramstest.Rand) {
	v, _ := variant.Lookup(variant.Presets()[next(len(variant.Presets()))])
	least, most := v.Seats()
	seats := least + next(most-least+1)
	r := ramstest.Rand(next(256)<<8 | next(256))
	if next(2) == 1 {
		mixed, n := houseRules(&r)
		if g, err := mixed.Game(n); err == nil {
			return g, &r
		}
	}
	g, err := v.Game(seats)
	if err != nil {
		panic(err)
	}
	return g, &r
}

// FuzzApply tries any action whatever in the middle of a hand. If it is refused
// nothing has changed; if not, it was legal, or what nature had to do.
func FuzzApply(f *testing.F) {
	f.Add(uint64(1), byte(3), byte(0), byte(2), byte(9), uint64(1), byte(0xFF), int8(0), byte(0), byte(0), byte(0))
	f.Add(uint64(2), byte(7), byte(3), byte(1), byte(1), uint64(0), byte(2), int8(1), byte(10), byte(3), byte(200))
	f.Add(uint64(3), byte(4), byte(5), byte(2), byte(0), uint64(0xFFFF), byte(3), int8(-1), byte(0), byte(0), byte(0))
	f.Fuzz(func(t *testing.T, seed uint64, steps, preset, seats, ups byte, cards uint64, kind byte, seat int8, at, up0, up1 byte) {
		a := rams.Action{Cards: card.Set(cards), Kind: rams.Kind(kind), Seat: rams.Seat(seat), Shown: rams.Shown{At: at}}
		if ups%3 > 0 {
			a.Up = a.Up.With(card.Card(up0))
		}
		if ups%3 > 1 {
			a.Up = a.Up.With(card.Card(up1))
		}
		g, r := fuzzGame(func(n int) int {
			c := int(preset) % n
			preset, seats = seats, 0
			return c
		})
		*r ^= ramstest.Rand(seed)
		s := middle(t, g, r, int(steps))
		legal := s.Legal(nil)
		before := s
		switch err := s.Apply(a); {
		case err != nil && s != before:
			t.Fatalf("%+v is refused and changes the hand", a)
		case err != nil:
			if err := ramstest.Refuses(&before, a); err != nil {
				t.Fatal(err)
			}
		case a.Kind.Player() && !slices.Contains(legal, a):
			t.Fatalf("%+v is taken and not legal", a)
		default:
			if err := ramstest.Step(&ramstest.Moment{Before: before, Action: a, After: s}); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// middle plays the given number of steps of a hand.
func middle(t *testing.T, g *rams.Game, r *ramstest.Rand, steps int) rams.State {
	t.Helper()
	s, err := g.NewHand(g.FirstStart(0))
	if err != nil {
		t.Fatal(err)
	}
	deck := rams.Deck{Source: r}
	for ; steps > 0 && !s.Done(); steps-- {
		if s.Turn() == rams.Nature {
			s.ApplyUnchecked(deck.Next(&s))
			continue
		}
		legal := s.Legal(nil)
		s.ApplyUnchecked(legal[r.N(len(legal))])
	}
	return s
}

// FuzzParseAction: what parses is a player's act that writes itself so that it
// parses to the same.
func FuzzParseAction(f *testing.F) {
	for _, text := range []string{"open", "lay", "lay 6c 7d", "drop As", "play Td", "play", "lay ??", "open As", "play As Ks", "lay  As", "deal As"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := rams.ParseAction(text, 3)
		if err != nil {
			if a != (rams.Action{}) {
				t.Fatalf("%q is refused and read as %+v", text, a)
			}
			return
		}
		if !a.Kind.Player() || a.Seat != 3 || len(a.String()) != len(text) {
			t.Fatalf("%q is read as %+v", text, a)
		}
		if again, err := rams.ParseAction(a.String(), 3); err != nil || again != a {
			t.Fatalf("%q is read as %v, and that as %v (%v)", text, a, again, err)
		}
	})
}

func TestParseAction(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text string
		want string // "": refused
	}{
		{"double-blind", "double-blind"}, {"blind", "blind"}, {"see", "see"}, {"open", "open"}, {"pass", "pass"},
		{"schlagen", "schlagen"}, {"oder", "oder"}, {"weiter-oder", "weiter-oder"}, {"weiter", "weiter"},
		{"join", "join"}, {"out", "out"}, {"last", "last"}, {"swap", "swap"}, {"keep", "keep"},
		{"lay", "lay"}, {"lay 7d 6c As", "lay 6c As 7d"}, {"drop 9h", "drop 9h"}, {"drop Kd Ac", "drop Ac Kd"}, {"play As", "play As"},
		{"", ""}, {" ", ""}, {"Open", ""}, {"open ", ""}, {"open As", ""}, {"drop", ""}, {"play", ""}, {"play As Ks", ""},
		{"lay ", ""}, {"lay As As", ""}, {"lay ??", ""}, {"lay As  Ks", ""}, {"lay As ", ""}, {"play 1s", ""}, {"play as", ""},
		{"deal As Ks", ""}, {"shuffle", ""}, {"none", ""}, {"draw As", ""},
	} {
		a, err := rams.ParseAction(test.text, 1)
		if got := a.String(); (err == nil) != (test.want != "") || err == nil && got != test.want {
			t.Errorf("%q is read as %q (%v), want %q", test.text, got, err, test.want)
		}
	}
}
