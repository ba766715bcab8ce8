package locale

import (
	"slices"
	"strings"
	"testing"
)

// TestCallsAreTerms: each word that is called out in any game, in any language, is a term of the glossary, and so are the words
// of its own that a game has on its sheet.
func TestCallsAreTerms(t *testing.T) {
	t.Parallel()
	missing := func(chapters []Chapter, word string) bool {
		found := FindTerms(chapters, word)
		return len(found) == 0 || !slices.Contains(found[0].names(), strings.ToLower(word))
	}
	calls := 0
	for _, lang := range New().Languages() {
		p := For(lang)
		terms := p.Glossary()
		for key, word := range p.glossary {
			if !strings.HasPrefix(key, "call.") {
				continue
			}
			if calls++; missing(terms, word) {
				t.Errorf("%s: %s calls %q, which is no term", lang, key, word)
			}
		}
		for preset, words := range map[string]string{"bourre": "bourré", "loo": "looed", "tippen": "bête", "rams": "bête", "mistigri": "bête", "ramset": "Härdöpfel Wurst", "mauscheln": "Stamm Pinke"} {
			for word := range strings.FieldsSeq(words) {
				if text := p.T("sheet.own."+preset, nil); missing(terms, word) || !strings.Contains(text, word) {
					t.Errorf("%s: the sheet of %s says %q, and the glossary must have %q", lang, preset, text, word)
				}
			}
		}
		if !missing(terms, "mausch") {
			t.Error("a part of a word passes")
		}
	}
	if least := 20 * len(New().Languages()); calls < least {
		t.Errorf("only %d calls", calls)
	}
}
