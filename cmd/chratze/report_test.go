package main

import (
	"strings"
	"testing"

	"chratze/internal/plain"
)

// TestAligned: columns end at the same place on a screen, on which a character of
// Japanese is as wide as two of ours.
func TestAligned(t *testing.T) {
	t.Parallel()
	lines := aligned([][]string{{"位置別", "ディール", "宣言"}, {"ディーラー", "200", "48.0 %"}, {"+2", "9", "–"}})
	for _, line := range lines {
		if got, want := plain.Columns(line), plain.Columns(lines[0]); got != want {
			t.Errorf("%q is %d columns wide, the first line %d", line, got, want)
		}
	}
	if !strings.HasPrefix(lines[2], "+2        ") {
		t.Errorf("the first column isn't to the left: %q", lines[2])
	}
}
