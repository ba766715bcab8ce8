package rams_test

import (
	"errors"
	"testing"

	"chratze/rams"
	"chratze/variant/varianttest"
)

// TestPhasesAreWritten: a phase is written by its name and read again, and no other text is one.
func TestPhasesAreWritten(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for p := range rams.PhaseWait + 1 {
		text, err := p.MarshalText()
		var again rams.Phase
		if err != nil || names[string(text)] || again.UnmarshalText(text) != nil || again != p {
			t.Errorf("phase %d is written %q and read as %d, %v", p, text, again, err)
		}
		names[string(text)] = true
	}
	var p rams.Phase
	for _, text := range []string{"", "10", "Join", "?"} {
		if err := p.UnmarshalText([]byte(text)); !errors.Is(err, rams.ErrPhase) {
			t.Errorf("%q is read as %v, %v", text, p, err)
		}
	}
}

// TestOthers: a view counts who is in beside its seat and the declarer, and who has still to be asked.
func TestOthers(t *testing.T) {
	t.Parallel()
	v := rams.View{Game: varianttest.Game(t, "chratze", 5), Seat: 3, Declarer: 1}
	v.Contract = [rams.MaxSeats]rams.Contract{rams.NoContract, rams.Declared, rams.Joined, rams.NoContract, rams.NoContract, rams.Joined}
	if in, left := v.Others(); in != 1 || left != 2 {
		t.Errorf("%d others are in and %d still to be asked, want 1 and 2", in, left)
	}
	v.Seat, v.Declarer, v.Contract[0] = 2, rams.Nobody, rams.Folded
	if in, left := v.Others(); in != 1 || left != 2 {
		t.Errorf("without a declarer %d others are in and %d still to be asked, want 1 and 2", in, left)
	}
}
