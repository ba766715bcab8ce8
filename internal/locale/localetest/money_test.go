package localetest_test

import (
	"testing"

	"chratze/internal/locale"
	"chratze/internal/locale/localetest"
)

// TestForeign: an amount in each money, in each language, is foreign to every other money.
func TestForeign(t *testing.T) {
	t.Parallel()
	c := locale.New()
	for _, lang := range c.Languages() {
		for _, own := range localetest.Moneys() {
			text := "(" + c.For(lang).Sum(own, 220) + ")"
			for _, other := range localetest.Moneys() {
				if found := localetest.Foreign(other, text); (found != "") != (own != other) {
					t.Errorf("%s: in %s, %q has %q of another money", lang, other, text, found)
				}
			}
		}
	}
	for text, want := range map[string]bool{"Pot: 0.80": true, "zahlt 1,20.": true, "3.25 %": false, "12,50 Prozent": false, "12.345": false, "フランスのデッキ": false, "+0.40": true, "2.20": true, "18:20": false} {
		if found := localetest.Foreign(locale.Yen, text); (found != "") != want {
			t.Errorf("%q: %q", text, found)
		}
	}
}
