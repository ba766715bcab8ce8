package locale_test

import (
	"errors"
	"strings"
	"testing"

	"chratze/internal/locale"
	"chratze/internal/naming"
	"chratze/variant"
)

// TestNear: a slip of the hand finds its word, and what is no slip finds none.
func TestNear(t *testing.T) {
	t.Parallel()
	allowed := []string{"chratze", "kratzen", "zwicken", "susi", "six_swap", "no", "yes"}
	for typed, want := range map[string]string{
		"kratzn": "kratzen", "Kratzen": "kratzen", "zwiken": "zwicken", "sussi": "susi", "sixswap": "six_swap", "chartze": "chratze", "suis": "susi", "KRATZN": "kratzen",
		"": "", "x": "", "maybe": "", "poker": "", "nn": "", "kra": "",
	} {
		if got := naming.Near(typed, allowed); got != want {
			t.Errorf("%q: %q is near, want %q", typed, got, want)
		}
	}
	p := locale.For("en")
	for rules, want := range map[string]string{
		"kratzn":             "This version has no rules named “kratzn”; a later one may have them. Choose one of chratze, chratze-en, chratze-ja, kratzen, chratzen, zwicken, mauscheln, tippen, zwicken-printed, zwicken-schlecken, kratzen-printed, loo, rams, bourre, mistigri, lupfen and ramset. Did you mean kratzen?",
		"chratze,susi=force": "The option susi can't be “force”. Allowed: off, guideline and forced. Did you mean forced?",
		"chratze,susi=maybe": "The option susi can't be “maybe”. Allowed: off, guideline and forced.",
	} {
		if _, err := variant.Parse(rules); p.Error(err) != want {
			t.Errorf("%s: %s", rules, p.Error(err))
		}
	}
	if text := locale.For("de").FileError("toml", 2, "", errors.New("unexpected character")); strings.Contains(text, "unexpected") {
		t.Errorf("English in a German sentence: %s", text)
	}
}
