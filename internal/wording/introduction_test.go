package wording

import (
	"strings"
	"testing"

	"chratze/internal/locale"
	"chratze/variant"
)

// TestIntroduction: each game says in at most three lines what it is about, with what it has that others haven't.
func TestIntroduction(t *testing.T) {
	t.Parallel()
	special := map[string]string{
		"chratze": "The trump 6 may be swapped", "kratzen": "The Weli always belongs", "zwicken": "you pay the pot as well", "tippen": "you pay as much as is in the pot",
		"loo": "you pay 0.60", "bourre": "a tie leaves it", "bourre,tie=split": "a tie shares it", "mistigri": "always a trump", "lupfen": "lose it, and no more", "ramset": "The goal is 21 strokes", "rams": "The dealer may exchange",
	}
	for _, lang := range locale.New().Languages() {
		p := locale.For(lang)
		for _, name := range append(variant.Presets(), "bourre,tie=split") {
			v, err := variant.Parse(name)
			if err != nil {
				t.Fatal(err)
			}
			lines := Introduce(p, p.SheetOf(v, 0))
			text := strings.Join(lines, "\n")
			if n := len(lines); n < 2 || n > 3 || strings.ContainsAny(text, "{}") {
				t.Errorf("%s, %s: %s", name, lang, text)
			}
			if lang == "en" && !strings.Contains(text, special[name]) {
				t.Errorf("%s doesn't say %q: %s", name, special[name], text)
			}
			if testing.Verbose() {
				t.Log(lang, name, "\n"+text)
			}
		}
	}
}
