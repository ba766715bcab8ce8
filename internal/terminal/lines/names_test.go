package lines

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"chratze/internal/locale"
)

// TestStrangers: every language has as many names, all different and short enough for a seat, so that one seed draws
// the same places in all of them. A table has Swiss names in Swiss German alone: no English reader is told “Beat the trick”.
func TestStrangers(t *testing.T) {
	t.Parallel()
	want := len(strangers(locale.For("en")))
	for _, lang := range locale.New().Languages() {
		names := strangers(locale.For(lang))
		if n := len(slices.Compact(slices.Sorted(slices.Values(names)))); n != want {
			t.Errorf("%s: %d names, %d of them different; English has %d", lang, len(names), n, want)
		}
		for _, name := range names {
			if n := utf8.RuneCountInString(name); n == 0 || n > maxName || strings.TrimSpace(name) != name {
				t.Errorf("%s: %q", lang, name)
			}
		}
		if swiss := slices.Contains(names, "Chregu"); swiss != (lang == "de-CH") {
			t.Errorf("%s: Swiss names: %v", lang, swiss)
		}
	}
}
