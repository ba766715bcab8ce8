package lines

import (
	"bytes"
	"strings"
	"testing"

	"chratze/internal/locale"
	"chratze/variant"
)

// TestCommands: every command is answered at every decision, in few lines and
// whole words, and changes nothing.
func TestCommands(t *testing.T) {
	t.Parallel()
	catalogue := locale.New()
	for _, preset := range variant.Presets() {
		for _, lang := range catalogue.Languages() {
			v, s := startSitting(t, t.TempDir(), samplePlan(t, preset, 4))
			var out bytes.Buffer
			v.look = Look{Lang: lang, Deck: "french", Money: "francs"}
			e := newEvening(catalogue.For(lang), NewScreen(&out, env("LANG", "C.UTF-8")), v, s)
			playOn(t, v, s, 2, func(v *save, s *sitting) (*save, *sitting) {
				view := s.view()
				if s.dealt {
					e.tell.tell(view.Events)
				} else {
					e.tell.begin(s.hands+1, s.start)
				}
				e.tell.pause()
				for c := askHelp; c <= askRules; c++ {
					acts := len(s.acts)
					out.Reset()
					e.command(c, &view)
					if err := e.scr.Flush(); err != nil {
						t.Fatal(err)
					}
					text := out.String()
					if strings.ContainsAny(text, "{}") || strings.Contains(text, "cli.") || strings.Count(text, "\n") > 16 {
						t.Errorf("%s, %s, %s:\n%s", preset, lang, commandKeys[c], text)
					}
					if text == "" && (c != askHand || view.Cards[s.Me] > 0) {
						t.Errorf("%s, %s: no answer to %s", preset, lang, commandKeys[c])
					}
					if len(s.acts) != acts {
						t.Errorf("%s acts", commandKeys[c])
					}
				}
				return v, s
			})
		}
	}
}
