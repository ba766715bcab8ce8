package wording

import (
	"strings"
	"testing"

	"chratze/internal/locale"
)

// TestCosts: a percentage has the decimal sign of the amount beside it.
func TestCosts(t *testing.T) {
	t.Parallel()
	c := locale.New()
	for _, tt := range []struct {
		lang  string
		money locale.Money
		exact bool
		want  string
	}{
		{"de-AT", locale.Euro, true, "6,3 % des Pots (1,50)"},
		{"de-DE", locale.Strokes, false, "6,3 ± 1,2 % der Striche eines Spiels (1,50)"},
		{"de-DE", locale.Points, true, "6,3 % des Pots (150)"},
		{"de-CH", locale.Francs, true, "6.3 % des Pots (1.50)"},
		{"de-CH", locale.Strokes, false, "6.3 ± 1.2 % der Striche eines Spiels (1.50)"},
		{"en", locale.Euro, true, "exactly 6.3 % of the pot (1.50)"},
	} {
		got := strings.ReplaceAll(Costs(c.For(tt.lang), tt.money, 6.31, 1.24, 150, tt.exact), "\u00a0", " ")
		if !strings.HasSuffix(got, tt.want) {
			t.Errorf("%s, %s: %q, want %q", tt.lang, tt.money, got, tt.want)
		}
	}
}
