package rams_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/variant/varianttest"
)

// edit returns a state's text with one field changed; without a value it is left
// out. A field that isn't there is put where it belongs.
func edit(text, key, value string) string {
	order := strings.Fields("phase turn to dealer declarer claimant lost lead winner flags round in intrick redeal spared start pot paid " +
		"contract tricks upcards upcard trump best trick hands stock under laid discards table played pins dealt")
	fields := map[string]string{}
	for _, field := range strings.Fields(text) {
		k, v, _ := strings.Cut(field, "=")
		fields[k] = v
	}
	fields[key] = value
	var words []string
	for _, k := range order {
		if fields[k] != "" {
			words = append(words, k+"="+fields[k])
		}
	}
	return strings.Join(words, " ")
}

// TestStateText: the text of every state of a hand is read back, in all games.
func TestStateText(t *testing.T) {
	games(t, func(t *testing.T, g *rams.Game) {
		r := ramstest.Rand(12)
		start := g.FirstStart(0)
		for range times(30) {
			s, err := ramstest.Play(g, start, &r, r.Any, func(m *ramstest.Moment) error {
				again, err := g.ParseState(m.After.String())
				if err == nil && again != m.After {
					err = fmt.Errorf("%v\nis read as\n%v", &m.After, &again)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			start = s.Result().Next
		}
	})
}

// TestParseStateFlaws: what no hand can look like is refused with the reason.
func TestParseStateFlaws(t *testing.T) {
	t.Parallel()
	const script = `
		rules chratze
		seats 3
		dealer 0
		deal 1 As 7d 7c 6s
		deal 2 Kc Kh Td 9s
		deal 0 6c 8d 8c 6h
		upcard Ah`
	playing := dealt(t, script)
	playing.ToPlay()
	opening := dealt(t, script)
	opening.Decide(opening.State.Legal(nil)[1])
	opening.Decide(opening.State.Legal(nil)[1])
	joining := dealt(t, script)
	for range 3 {
		joining.Decide(joining.State.Legal(nil)[1]) // sees, sees, passes
	}
	joining.Decide(joining.State.Legal(nil)[0])
	for _, test := range []struct {
		state           *rams.State
		key, value, why string
	}{
		{&playing.State, "pot", "61", "amounts"},
		{&playing.State, "start", "-1", "amounts"},
		{&playing.State, "paid", "-20,40,40", "amounts"},
		{&playing.State, "stock", "", "pack"},
		{&playing.State, "stock", "AsAs", "duplicate"},
		{&playing.State, "stock", "Xs", "no such card"},
		{&playing.State, "stock", "??", "no such card"},
		{&playing.State, "stock", "A", "no such card"},
		{&playing.State, "turn", "3", "seat is not"},
		{&playing.State, "dealer", "-1", "seat is not"},
		{&playing.State, "lead", "-1", "seat is not"},
		{&playing.State, "turn", "300", "number"},
		{&playing.State, "turn", "x", "number"},
		{&playing.State, "round", "9", "number"},
		{&playing.State, "round", "4", "number"},
		{&playing.State, "contract", "2,99,2", "number"},
		{&playing.State, "contract", "2,3", "each seat"},
		{&playing.State, "contract", "2,x,2", "number"},
		{&playing.State, "contract", "2,2,2", "number"},
		{&playing.State, "tricks", "2,2,2", "number"},
		{&playing.State, "trick", "200,0,0", "number"},
		{&playing.State, "best", "77", "number"},
		{&playing.State, "in", "2", "number"},
		{&playing.State, "phase", "18", "number"},
		{&playing.State, "intrick", "1", "turn"},
		{&playing.State, "flags", "1", "number"}, // a Muss
		{&playing.State, "flags", "2", "number"}, // a Seven Muss
		{&playing.State, "turn", "2", "turn"},
		{&playing.State, "turn", "-1", "turn"},
		{&playing.State, "lead", "-2", "turn"},
		{&playing.State, "phase", "17", "number"},
		{&playing.State, "phase", "15", "turn"},
		{&playing.State, "round", "1", "cards"},
		{&playing.State, "pins", "5:As", "number"},
		{&playing.State, "pins", "x:As,5:Ks", "number"},
		{&playing.State, "pins", "5:As,5:??", "no such card"},
		{&playing.State, "pins", "5:As,5:As", "number"},
		{&joining.State, "turn", "1", "turn"},
		{&joining.State, "round", "1", "turn"},
		{&joining.State, "flags", "8", "turn"},
		{&joining.State, "claimant", "0", "turn"},
		{&opening.State, "contract", "1,0,0", "number"},
		{&opening.State, "declarer", "1", "number"},
		{&opening.State, "claimant", "1", "number"},
		{&joining.State, "contract", "2,0,3", "number"},
		{&joining.State, "declarer", "1", "number"},
	} {
		g, good := test.state.Game(), test.state.String()
		if again, err := g.ParseState(edit(good, "", "")); err != nil || again != *test.state {
			t.Fatalf("%s is not read back: %v", good, err)
		}
		_, err := g.ParseState(edit(good, test.key, test.value))
		if !errors.Is(err, rams.ErrState) || !strings.Contains(err.Error(), test.why) {
			t.Errorf("%s=%s: %v, want %q\n%s", test.key, test.value, err, test.why, good)
		}
	}
}

// TestParseStateDeals: an upcard before its time, and new cards for a seat that isn't the
// dealer, are refused; hands that begin so end without cards.
func TestParseStateDeals(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ rules, state string }{
		{"chratzen", "phase=4 turn=-1 declarer=-2 claimant=-2 lost=-2 pot=150 paid=50,50,50 hands=,Kh,Ad " +
			"stock=AcKcQcJcTc9c8c7c6cAsKsQsJsTs9s8s7s6sAhQhJhTh9h8h7h6hKdQdJdTd9d8d7d6d dealt=2"},
		{"chratzen", "phase=6 turn=-1 to=1 claimant=-2 lost=-2 round=3 pot=150 paid=50,50,50 contract=4,0,0 upcards=1 upcard=35 trump=2 " +
			"hands=Jh,KhQhTd7d,7c7sAhKd stock=KcQcJcTc9c8c6cKsJsTs9s8sTh9h8h7hQdJd8d6dAc6s6h9d discards=AsQsAd dealt=12"},
		{"kratzen", "phase=4 turn=-1 declarer=-2 claimant=-2 lost=-2 flags=1 pot=40 paid=20,10,10 hands=,KcTc,AcTh " +
			"stock=QcJc9c8c7cAsKsQsJsTs9s8s7sAhKhQhJh9h8h7hAdKdQdJdTd9d8d7d6d dealt=4"},
	} {
		_, err := varianttest.Game(t, test.rules, 3).ParseState(test.state)
		if !errors.Is(err, rams.ErrState) || !strings.Contains(err.Error(), "turn") {
			t.Errorf("%s: %v", test.state, err)
		}
	}
}

// TestParseStateMutants: a text with a field of another state is refused, or is a
// state that goes on to its end.
func TestParseStateMutants(t *testing.T) {
	games(t, func(t *testing.T, g *rams.Game) {
		r := ramstest.Rand(11)
		for range times(100) {
			state, donor := middle(t, g, &r, r.N(60)), middle(t, g, &r, r.N(60))
			one, other := state.String(), donor.String()
			fields := strings.Fields(other)
			key, value, _ := strings.Cut(fields[r.N(len(fields))], "=")
			text := edit(one, key, value)
			s, err := g.ParseState(text)
			if err != nil {
				continue
			}
			if err := goesOn(s, &r); err != nil {
				t.Fatalf("%v\n%s\nwith %s=%s from\n%s", err, text, key, value, other)
			}
		}
	})
}

// goesOn plays a state to its end with a sampler as nature.
func goesOn(s rams.State, r *ramstest.Rand) (err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			err = fmt.Errorf("panics with %v in %v", panicked, &s)
		}
	}()
	x := sampler{r: r}
	for range 4 * ramstest.MaxSteps {
		switch {
		case s.Done():
			s.Result()
			return nil
		case s.Turn() == rams.Nature:
			if d := s.PendingChance(); d.N > d.From.Len() && !d.Reshuffle {
				return nil
			}
			s.ApplyUnchecked(x.next(&s))
		default:
			legal := s.Legal(nil)
			if len(legal) == 0 {
				return fmt.Errorf("nothing is legal in %v", &s)
			}
			s.ApplyUnchecked(legal[r.N(len(legal))])
		}
	}
	return nil
}
