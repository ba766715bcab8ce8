package rams_test

import (
	"fmt"
	"strings"
	"testing"

	"chratze/rams"
	"chratze/rams/ramstest"
	"chratze/variant/varianttest"
)

// panics checks that a misuse panics with a message that begins with the package.
func panics(t *testing.T, want string, misuse func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if why := fmt.Sprint(recover()); !strings.HasPrefix(why, want) {
			t.Errorf("panic %q, want %q", why, want)
		}
	}()
	misuse()
}

// TestMisuse: a deck that is asked at a player's turn, the result of a hand that goes on, and what is no action, say so at once.
func TestMisuse(t *testing.T) {
	t.Parallel()
	g := varianttest.Game(t, "chratze", 3)
	var r rams.Record
	if err := r.Begin(g, g.FirstStart(0)); err != nil {
		t.Fatal(err)
	}
	source := ramstest.Rand(1)
	deck := rams.Deck{Source: &source}
	for r.Nature(&deck); r.Phase() != rams.PhaseOpen; r.Nature(&deck) {
		r.ApplyUnchecked(rams.Action{Kind: rams.See, Seat: r.Turn()}, nil)
	}
	s := r.State()
	panics(t, "rams: Result of a hand that isn't over", func() { s.Result() })
	panics(t, "rams: Next, but a player has to act", func() { deck.Next(&s) })
	for _, k := range []rams.Kind{rams.NoKind, rams.Price10 + 1, 255} {
		panics(t, "rams: ApplyUnchecked of no action", func() { s.ApplyUnchecked(rams.Action{Kind: k}) })
	}
	if s != r.State() {
		t.Error("and it has changed the state")
	}
}
