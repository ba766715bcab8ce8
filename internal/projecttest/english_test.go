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

// budgets are how often the program, its tests and the pages' modules still have a phrase that a translation leaves where English
// has a shorter one. They only fall.
var budgets = []struct {
	phrase string
	most   [3]int
}{
	{`nobody`, [3]int{392, 405, 47}},
	{`somebody`, [3]int{95, 123, 46}},
	{`whoever`, [3]int{13, 47, 6}},
	{`whatever`, [3]int{32, 54, 5}},
	{`what (is|was|were|lies|stands|comes|belongs)`, [3]int{314, 318, 111}},
	{`stands? (in|at|on|beside|behind)`, [3]int{34, 62, 17}},
	{`there (is|are|was|were) no`, [3]int{80, 57, 16}},
	{`any more`, [3]int{43, 34, 10}},
}

// budgetSlack is how far a count may fall before its budget has to.
const budgetSlack = 10

// TestEnglishBudget: what reads like a translation gets less.
func TestEnglishBudget(t *testing.T) {
	t.Parallel()
	var code [3]strings.Builder
	for name, text := range textsBelow(t, ".", ".go") {
		code[strings.Count(name, "_test.go")].WriteString(strings.ToLower(text))
	}
	for _, text := range textsBelow(t, "internal/web/static", ".js") {
		code[2].WriteString(strings.ToLower(text))
	}
	for _, b := range budgets {
		for i, where := range [...]string{"program", "tests", "pages"} {
			if fault := overBudget(b.phrase, code[i].String(), b.most[i]); fault != "" {
				t.Errorf("%s: %s", where, fault)
			}
		}
	}
	for most, want := range map[int]string{1: "2 times", 2: "", 12: "", 13: "lower"} {
		if got := overBudget("nobody", "// There is nobody, nobody.\n// x\n", most); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("of %d: %q, want %q", most, got, want)
		}
	}
}

// overBudget says what is wrong with how often a text has a phrase.
func overBudget(phrase, text string, most int) string {
	n := len(regexp.MustCompile(phrase+`\b`).FindAllStringIndex(text, -1))
	switch {
	case n > most:
		return fmt.Sprintf("%d times %q, and %d are allowed: say it in plain English", n, phrase, most)
	case n < most-budgetSlack:
		return fmt.Sprintf("%d times %q: lower the budget from %d", n, phrase, most)
	}
	return ""
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

// otherQuotes finds the documents that have others, by their names: those in other languages or made from the catalogue, and the glossary, whose
// meanings are the catalogue's.
var otherQuotes = regexp.MustCompile(`\.(?:de|ja)\.md$|^docs/glossary\.md$|^docs/games/`)

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
