package cli

import (
	"strings"
	"testing"

	"chratze/internal/terminal/lines"
)

// TestAligned: columns end at the same place on a screen, on which a character of
// Japanese is as wide as two of ours.
func TestAligned(t *testing.T) {
	t.Parallel()
	table := aligned([][]string{{"位置別", "ディール", "宣言"}, {"ディーラー", "200", "48.0 %"}, {"+2", "9", "–"}})
	for _, line := range table {
		if got, want := lines.Columns(line), lines.Columns(table[0]); got != want {
			t.Errorf("%q is %d columns wide, the first line %d", line, got, want)
		}
	}
	if !strings.HasPrefix(table[2], "+2        ") {
		t.Errorf("the first column isn't to the left: %q", table[2])
	}
}
