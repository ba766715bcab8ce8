package client

import "testing"

// TestSince: the hand since which this client's number is missing.
func TestSince(t *testing.T) {
	t.Parallel()
	p := Proved{}
	for i, tt := range []struct {
		standing Standing
		want     int
	}{{Good, 0}, {Part, 2}, {Part, 2}, {Good, 0}, {Part, 5}, {None, 0}} {
		p.Hands = append(p.Hands, Checked{Hand: i + 1, Standing: tt.standing})
		if got := p.Since(); got != tt.want {
			t.Errorf("hand %d: since %d, want %d", i+1, got, tt.want)
		}
	}
}
