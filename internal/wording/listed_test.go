package wording_test

import (
	"strings"
	"testing"

	"chratze/internal/locale"
	"chratze/internal/wording"
	"chratze/variant"
)

// TestListTellsDifference: where several games have one name, what the list says of them is a row of chratze rules A --diff B, and no
// source of ours.
func TestListTellsDifference(t *testing.T) {
	t.Parallel()
	p := locale.New().For("en")
	told := map[string]string{
		"chratze": "(`no_open`)", "chratze-en": "(`no_open`)", "chratze-ja": "(`join_order`)", "chratzen": "2 to 8",
		"kratzen-printed": "(`cut`)", "zwicken-printed": "(`void`)", "zwicken-schlecken": "(`exchange`)",
	}
	for _, a := range variant.Presets() {
		v, _ := variant.Lookup(a)
		for _, b := range p.Words(v, "").Relatives() {
			other, _ := variant.Lookup(b)
			diff := wording.RuleDiff(p, p.SheetOf(v, 0), other)
			if a != b && !(told[a] != "" && strings.Contains(diff, told[a])) && !(told[b] != "" && strings.Contains(diff, told[b])) {
				t.Errorf("%s and %s: the list has %q and %q, and neither tells a difference:\n%s", a, b, p.Listed(v), p.Listed(other), diff)
			}
		}
	}
	for _, lang := range locale.New().Languages() {
		for _, preset := range variant.Presets() {
			v, _ := variant.Lookup(preset)
			if said := strings.ToLower(locale.New().For(lang).Listed(v)); strings.Contains(said, "web") || strings.Contains(said, "text") || strings.Contains(said, "kartenspiele") {
				t.Errorf("%s: %s is listed by where we have it from: %s", lang, preset, said)
			}
		}
	}
}
