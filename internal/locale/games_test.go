package locale_test

import (
	"regexp"
	"testing"

	"chratze/internal/locale"
	"chratze/variant"
)

// TestHelpNamesEveryGame: the help of --rules names all presets, in every language.
func TestHelpNamesEveryGame(t *testing.T) {
	t.Parallel()
	c := locale.New()
	for _, lang := range c.Languages() {
		help := regexp.MustCompile(`[a-z-]+`).FindAllString(c.For(lang).T("cmd.flag.rules", nil), -1)
		named := map[string]bool{}
		for _, word := range help {
			named[word] = true
		}
		for _, game := range variant.Presets() {
			if !named[game] {
				t.Errorf("%s: %s isn't named", lang, game)
			}
		}
	}
}
