package rams_test

import (
	"errors"
	"testing"

	"chratze/rams"
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
