package report_test

import (
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"chratze/internal/locale"
	"chratze/internal/report"
)

// TestAlign: columns end at the same place on a screen, on which a character of
// Japanese is as wide as two of ours.
func TestAlign(t *testing.T) {
	t.Parallel()
	table := report.Align([][]string{{"位置別", "ディール", "宣言"}, {"ディーラー", "200", "48.0 %"}, {"+2", "9", "–"}})
	for _, line := range table {
		if got, want := ansi.StringWidth(line), ansi.StringWidth(table[0]); got != want {
			t.Errorf("%q is %d columns wide, the first line %d", line, got, want)
		}
	}
	if !strings.HasPrefix(table[2], "+2        ") {
		t.Errorf("the first column isn't to the left: %q", table[2])
	}
}

// TestFigures: a page has a minus as it is printed and none before nothing; a terminal has
// that of the keyboard.
func TestFigures(t *testing.T) {
	t.Parallel()
	p := locale.New().For("en")
	plain, printed := report.Figures{Printer: p}, report.Figures{Printer: p, Printed: true}
	for _, tt := range []struct{ got, want string }{
		{plain.Signed(-1.25, 1), "-1.2"},
		{printed.Signed(-1.25, 1), "−1.2"},
		{plain.Signed(1, 0), "+1"},
		{printed.Signed(0.001, 2), "0.00"},
		{printed.Signed(-0.001, 2), "0.00"},
		{plain.SignedAround(2, 0.5, 1), "+2.0 ± 0.5"},
		{plain.SignedAround(2, math.Inf(1), 1), "+2.0"},
		{plain.Around(2, 0.5, 2), "2.00 ± 0.50"},
		{plain.Share(1, 3), "33.3 %"},
		{plain.Share(0, 0), "–"},
		{plain.Millis(123.4), "123"},
		{plain.Millis(12.34), "12.3"},
		{plain.Millis(0.01234), "0.0123"},
		{plain.Position(0, 3) + plain.Position(2, 4), p.T("sim.dealer", nil) + "+2"},
		{plain.Position(2, 3), p.T("sim.rearhand", nil)},
	} {
		if tt.got != tt.want {
			t.Errorf("%q, want %q", tt.got, tt.want)
		}
	}
}
