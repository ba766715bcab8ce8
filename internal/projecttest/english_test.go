package projecttest_test

import (
	"fmt"
	"go/ast"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// notEnglish is what reads like another language: "for who writes" (for the writer), "so many cards" where no
// "that" follows (this number of cards), "one's", and "he" for anybody.
var notEnglish = regexp.MustCompile(`(?i)\b(for|to|of) who\b|\bso many\b|\bone's\b|\boneself\b|\b(he|him|his|himself)\b`)

// asMany finds the "so many" that is English: so many cards that none are left.
var asMany = regexp.MustCompile(`(?i)\bso many( \w+){0,4},? that\b`)

// aboutOneMan are phrases about somebody in particular.
var aboutOneMan = []string{"Gessler with his hat"}

// quoted finds words that a text is about.
var quoted = regexp.MustCompile(`"[^"]{1,30}"`)

// phrases returns what isn't English in a text, outside of quotation marks.
func phrases(text string) []string {
	text = strings.Join(strings.Fields(text), " ")
	text = quoted.ReplaceAllString(text, "…")
	text = asMany.ReplaceAllString(text, "")
	for _, phrase := range aboutOneMan {
		text = strings.ReplaceAll(text, phrase, "")
	}
	return notEnglish.FindAllString(text, -1)
}

// TestEnglish: comments of the program and its tests are in English.
func TestEnglish(t *testing.T) {
	t.Parallel()
	report(t, englishFaults(loadModule(t)))
}

// englishFaults returns the comments with phrases that aren't English.
func englishFaults(p *project) (faults []string) {
	for _, r := range p.rooms {
		for _, f := range slices.Concat(r.files, r.tests) {
			for _, group := range f.ast.Comments {
				for _, found := range phrases(group.Text()) {
					faults = append(faults, fmt.Sprintf("%s: %q: say it in plain English", p.at(ast.Node(group)), found))
				}
			}
		}
	}
	return faults
}

// jsComment finds the comments of a JavaScript module.
var jsComment = regexp.MustCompile(`(?s)/\*.*?\*/|(?m:(?:^|\s)//.*$)`)

// TestEnglishPages: so are the comments of the pages' modules.
func TestEnglishPages(t *testing.T) {
	t.Parallel()
	modules := textsBelow(t, "internal/web/static", ".js")
	if len(modules) < 50 {
		t.Errorf("only %d modules were found", len(modules))
	}
	for name, text := range modules {
		report(t, moduleFaults(name, text))
	}
	expect(t, moduleFaults("a.js", "const his = 1; // a word\n/** A is\n * of who plays. */\n"), "of who")
	expect(t, moduleFaults("a.js", "const u = 'https://x/his';\nf(); // one's own\n"), "one's")
}

func moduleFaults(name, text string) (faults []string) {
	for _, comment := range jsComment.FindAllString(text, -1) {
		for _, found := range phrases(strings.NewReplacer("\n *", "\n", "//", "").Replace(comment)) {
			faults = append(faults, fmt.Sprintf("%s: %q: say it in plain English", name, found))
		}
	}
	return faults
}

// curly finds the quotation marks that English documents don't have.
var curly = regexp.MustCompile(`[“”„‘’«»‹›「」]`)

// otherQuotes finds the documents that have others, by their names: those in other languages, and the glossary, whose
// meanings are the catalogue's.
var otherQuotes = regexp.MustCompile(`\.(?:de|ja)\.md$|^docs/glossary\.md$`)

// codeBlock finds what a document quotes.
var codeBlock = regexp.MustCompile("(?s)```.*?```|`[^`]*`")

// TestEnglishDocuments: so are the documents, outside of what they quote.
func TestEnglishDocuments(t *testing.T) {
	t.Parallel()
	documents := textsBelow(t, "docs", ".md")
	for _, name := range []string{"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "python/README.md"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		documents[name] = string(text)
	}
	if len(documents) < 30 {
		t.Errorf("only %d documents were found", len(documents))
	}
	for name, text := range documents {
		report(t, documentFaults(name, text))
	}
	expect(t, documentFaults("a document", "The dealer looks at `his`.\n\n```\nhis\n```\n\nThis is for\nwho plays."), "for who")
	expect(t, documentFaults("README.md", "It says “weg”."), "straight")
	expect(t, documentFaults("README.de.md", "Es sagt «weg»."), "")
}

func documentFaults(name, text string) (faults []string) {
	for i, paragraph := range strings.Split(codeBlock.ReplaceAllString(text, "…"), "\n\n") {
		if found := curly.FindString(paragraph); found != "" && !otherQuotes.MatchString(name) {
			faults = append(faults, fmt.Sprintf("%s, paragraph %d: %q: documents have straight quotation marks", name, i+1, found))
		}
		for _, found := range phrases(paragraph) {
			faults = append(faults, fmt.Sprintf("%s, paragraph %d: %q: say it in plain English", name, i+1, found))
		}
	}
	return faults
}

// textsBelow returns the files below a directory with an ending, except those of others.
func textsBelow(t *testing.T, dir, ext string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ext || slices.Contains(strings.Split(filepath.ToSlash(name), "/"), "vendor") {
			return err
		}
		text, err := os.ReadFile(name)
		texts[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

func TestEnglishKillsPlantedFaults(t *testing.T) {
	t.Parallel()
	kills(t, func(t *testing.T, comment string) []string {
		return englishFaults(loadPlanted(t, map[string]string{"pot/a.go": "package pot\n\n" + comment + "\ntype A int\n"}))
	}, []planted{
		{"sound", "// A is for the writer, who keeps it; so many cards are out that none is left.", ""},
		{"whoever and whose", "// A is of somebody whose cards lie open, for whoever looks, to whom it may concern.", ""},
		{"for who", "// A is kept for who writes.", "for who"},
		{"over a line", "// A is what belongs to\n// who deals.", "to who"},
		{"so many", "// A returns the game for so many seats.", "so many"},
		{"one's", "// A is one's own.", "one's"},
		{"he", "// A is the dealer, if he may look.", "he"},
		{"one man", "// A is Gessler with his hat.", ""},
		{"a word", "// A finds a \"he\" in a text.", ""},
	})
}
