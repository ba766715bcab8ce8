package projecttest

import (
	"os"
	"strings"
	"testing"

	"chratze/internal/locale"
	"chratze/variant"
)

// TestGamesAreNamed: you find the name of every game in the first lines of the READMEs, in the Python package's
// description, in what a search engine or a chat shows of the first page, and in the first lines of the help.
func TestGamesAreNamed(t *testing.T) {
	t.Parallel()
	unnamed := func(text string, p *locale.Printer) (names []string) {
		for _, preset := range variant.Presets() {
			v, _ := variant.Lookup(preset)
			name, _, _ := strings.Cut(p.Words(v, "").Game(), "（") // the Swiss one
			if !strings.Contains(strings.Join(strings.Fields(text), " "), name) {
				names = append(names, name)
			}
		}
		return names
	}
	for _, page := range []struct{ file, lang string }{{"README.md", "en"}, {"README.de.md", "de"}, {"README.ja.md", "ja"}, {"python/pyproject.toml", "en"}} {
		text, err := os.ReadFile(page.file)
		if err != nil {
			t.Fatal(err)
		}
		if names := unnamed(strings.Join(strings.SplitN(string(text), "\n", 6)[:5], "\n"), locale.For(page.lang)); names != nil {
			t.Errorf("the first lines of %s don't name %q", page.file, names)
		}
	}
	for _, lang := range locale.New().Languages() {
		p := locale.For(lang)
		for _, key := range []string{"card.home.text", "cmd.long"} {
			if names := unnamed(p.T(key, nil), p); names != nil {
				t.Errorf("%s: %s doesn't name %q", lang, key, names)
			}
		}
	}
	if unnamed("Chratze, Kratzen", locale.For("en")) == nil {
		t.Error("two names pass for twelve")
	}
}
