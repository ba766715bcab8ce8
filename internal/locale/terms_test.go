package locale

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the glossary anew")

// TestGlossaryPage: the glossary that the program shows is docs/glossary.md; each line is a term, whose English meaning
// is the line's. go test ./internal/locale -update copies the page.
func TestGlossaryPage(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/glossary.md")
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("glossary.txt", page, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if copied, err := os.ReadFile("glossary.txt"); err != nil || string(copied) != string(page) {
		t.Error("internal/locale/glossary.txt is another than docs/glossary.md: go test ./internal/locale -update")
	}
	terms, seen := 0, map[string]bool{}
	for _, c := range For("en").Glossary() {
		for _, term := range c.Terms {
			terms++
			if seen[term.ID] {
				t.Errorf("two terms are called %s", term.ID)
			}
			seen[term.ID] = true
			i := strings.Index(glossaryPage, "\n| "+term.Words["en"]+" | ")
			line, _, _ := strings.Cut(glossaryPage[i+1:], "\n")
			if means := strings.ReplaceAll(line[strings.LastIndex(strings.TrimSuffix(line, " |"), "| ")+2:], "*", ""); means != term.Means+" |" {
				t.Errorf("%s means %q in docs/glossary.md, and term.%s is %q", term.Words["en"], means, term.ID, term.Means)
			}
		}
	}
	if rows := strings.Count(glossaryPage, "\n| ") - strings.Count(glossaryPage, "\n| English |"); rows != terms || terms < 60 {
		t.Errorf("docs/glossary.md has %d lines, %d are shown", rows, terms)
	}
}

// TestFindTerms: a word is found in any language, by all of it before a part, and at last in what another means.
func TestFindTerms(t *testing.T) {
	t.Parallel()
	all := For("de-AT").Glossary()
	for text, want := range map[string]string{
		"upcard": "upcard", "Talon": "stock", "stock": "stock", " POT ": "pot", "めくり": "upcard", "rams.View": "view", "Vorhand": "forehand", "blind": "blind",
		"trump": "trump", "trumpf-": "trump-six", "nonsense": "", "bli": "blind double-blind", "Schläger": "declarer",
	} {
		var got []string
		for _, term := range FindTerms(all, text) {
			got = append(got, term.ID)
		}
		if slices.Sort(got); strings.Join(got, " ") != want {
			t.Errorf("%q finds %v, want %s", text, got, want)
		}
	}
}
