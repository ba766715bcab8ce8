package projecttest_test

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// TestCitations: every paragraph of docs/rules.md that code, tests or documents cite exists there.
func TestCitations(t *testing.T) {
	t.Parallel()
	faults, cited := citationFaults(t, os.DirFS("."))
	report(t, faults)
	if cited < 300 {
		t.Errorf("only %d citations of docs/rules.md found: the test looks past them", cited)
	}
}

var (
	// cites is a citation such as "docs/rules.md 2.8, 3.8 and 5.6", perhaps with the line of a comment broken after
	// the name, or "[rules](rules.md) 1" in a document. It stops at what is no number of a paragraph.
	cites     = regexp.MustCompile(`\brules\.md[)` + "`" + `]*(?:\s+(?://|\*|#)?\s*)((?:(?:, | and )?\d+(?:\.\d+[a-z]?)?\b)+)`)
	paragraph = regexp.MustCompile(`\d+(?:\.\d+[a-z]?)?`)
	// stands is a paragraph of docs/rules.md: a chapter, a paragraph, or a part of one.
	stands = regexp.MustCompile(`(?m)^(?:##+ |- \*\*)(\d+(?:\.\d+[a-z]?)?)\b`)
)

// citationFaults returns the citations of paragraphs that docs/rules.md doesn't have, and how many citations there are.
func citationFaults(t *testing.T, fsys fs.FS) (faults []string, cited int) {
	t.Helper()
	rules, err := fs.ReadFile(fsys, "docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	for _, m := range stands.FindAllStringSubmatch(string(rules), -1) {
		if there[m[1]] {
			faults = append(faults, "docs/rules.md has "+m[1]+" twice")
		}
		there[m[1]] = true
	}
	walkTexts(t, fsys, func(name, text string) {
		if name == "internal/projecttest/spec_test.go" || !strings.Contains(text, "rules.md") {
			return // plants faults, or has nothing to find
		}
		for _, m := range cites.FindAllStringSubmatchIndex(text, -1) {
			for _, n := range paragraph.FindAllString(text[m[2]:m[3]], -1) {
				cited++
				if !there[n] {
					faults = append(faults, fmt.Sprintf("%s:%d cites docs/rules.md %s, which isn't there", name, lineOf(text, m[0]), n))
				}
			}
		}
	})
	return faults, cited
}

func TestCitationsKillPlantedFaults(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text string
		cited      int
		want       string
	}{
		{"sound", "// F is (docs/rules.md 2.1 and 2.2a).", 2, ""},
		{"sound over two lines", "// F is (docs/rules.md\n// 2.1).", 1, ""},
		{"sound: an amount after it", "docs/rules.md 2.1, 3 seats", 2, "docs/rules.md 3"},
		{"no paragraph", "see docs/rules.md 2.9.", 1, "a.go:1 cites docs/rules.md 2.9"},
		{"no part", "\nsee docs/rules.md 2.1b", 1, "a.go:2 cites docs/rules.md 2.1b"},
		{"second of two", "docs/rules.md 2.1, 2.7", 2, "2.7"},
		{"in the next line", "// docs/rules.md\n\t// 2.8", 1, "2.8"},
		{"a link", "[rules](rules.md) 7", 1, "docs/rules.md 7"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			faults, cited := citationFaults(t, fstest.MapFS{
				"docs/rules.md": {Data: []byte("## 2 Hand\n\n### 2.1 Antes\n\n### 2.2 Deal\n\n- **2.2a** x\n")},
				"a.go":          {Data: []byte(tt.text)},
			})
			expect(t, faults, tt.want)
			if cited != tt.cited {
				t.Errorf("%d citations, want %d", cited, tt.cited)
			}
		})
	}
}

// TestNames: every document that is named exists, in documents, comments, texts and test data, not only where it is
// linked.
func TestNames(t *testing.T) {
	t.Parallel()
	report(t, nameFaults(t, os.DirFS("."), naming))
}

// naming has the files that name documents which needn't exist: "docs_test.go x.md", and why.
var naming = map[string]string{
	"internal/projecttest/docs_test.go":        "plants faults",
	"internal/server/httpd/docs_test.go":       "lists the documents that the server hands out, from their folder",
	"internal/projecttest/spec_test.go":        "plants faults",
	"docs/adr/0001-record-decisions.md":        "docs/adr/0001-short-name.md is an example of a name",
	"internal/projecttest/games_test.go":       "makes names of pages",
	"internal/projecttest/testdata/games.json": "has the links of docs/games",
	"deploy/chratze.service":                   "names where the archive's documents are installed",
}

// document is the name of a Markdown file, with a path or without. What stands before it tells an address apart.
var document = regexp.MustCompile(`(?:[\w.-]*/)*[\w-][\w.-]*\.md\b`)

// nameFaults returns the names of documents that exist neither beside the file that names them, nor in docs, nor in the
// root of the project.
func nameFaults(t *testing.T, fsys fs.FS, naming map[string]string) (faults []string) {
	t.Helper()
	walkTexts(t, fsys, func(name, text string) {
		if naming[name] != "" || !strings.Contains(text, ".md") {
			return
		}
		for _, m := range document.FindAllStringIndex(text, -1) {
			target := text[m[0]:m[1]]
			if strings.HasPrefix(target, "//") || strings.HasSuffix(text[:m[0]], ":/") || strings.HasSuffix(text[:m[0]], "*") {
				continue // an address, a pattern
			}
			if !exists(fsys, name, target) {
				faults = append(faults, fmt.Sprintf("%s:%d names %s, which doesn't exist", name, lineOf(text, m[0]), target))
			}
		}
	})
	return faults
}

// exists reports whether a document named in a file is there. Documents are named from their own folder, all else
// names them from the root.
func exists(fsys fs.FS, from, target string) bool {
	places := []string{strings.TrimPrefix(target, "/"), path.Join(path.Dir(from), target)}
	if path.Ext(from) == ".md" && !strings.Contains(target, "/") && !strings.HasPrefix(from, ".github/") {
		places = places[1:]
	}
	return slices.ContainsFunc(places, func(place string) bool {
		_, err := fs.Stat(fsys, place)
		return fs.ValidPath(place) && err == nil
	})
}

func TestNamesKillPlantedFaults(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, file, text, want string }{
		{"sound", "pot/a.go", "// docs/b.md says so; README.md too (/docs/b.md). https://example.com/x.md, ls *.md", ""},
		{"sound beside", "docs/adr/1.md", "[up](../b.md), docs/b.md and `1.md`", ""},
		{"bare in code", "pot/a.go", "// as RULES.md says", "pot/a.go:1 names RULES.md"},
		{"bare in a document", "docs/c.md", "in code: `HISTORY.md`", "names HISTORY.md"},
		{"from the wrong folder", "docs/adr/1.md", "as b.md says", "names b.md"},
		{"with a path", "a.txtar", "\ndocs/c.md 2", "a.txtar:2 names docs/c.md"},
		{"two dots too many", "docs/c.md", "../../README.md", "names ../../README.md"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			expect(t, nameFaults(t, fstest.MapFS{
				"README.md": {}, "docs/b.md": {}, tt.file: {Data: []byte(tt.text)},
			}, nil), tt.want)
		})
	}
	faults := nameFaults(t, fstest.MapFS{"a.go": {Data: []byte("X.md")}}, map[string]string{"a.go": "planted"})
	expect(t, faults, "")
}

// written are the files in which people write of documents.
const written = ` .go .md .txtar .js .ts .css .html .json .py .sh .toml .yaml .yml .cff .sql .service .conf `

// walkTexts calls f for every text of the project, test data too, except for what others have written.
func walkTexts(t *testing.T, fsys fs.FS, f func(name, text string)) {
	t.Helper()
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name != "." && d.Name()[0] == '.' && d.Name() != ".github" || slices.Contains([]string{"node_modules", "vendor", "dist", "bin"}, d.Name()) {
				return fs.SkipDir
			}
			return nil
		}
		if ext := path.Ext(name); ext != "" && !strings.Contains(written, " "+ext+" ") {
			return nil
		}
		text, err := fs.ReadFile(fsys, name)
		if err == nil && !strings.Contains(string(text), "\x00") { // go build leaves a program here
			f(name, string(text))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// lineOf is the number of the line in which a text has its byte i.
func lineOf(text string, i int) int { return 1 + strings.Count(text[:i], "\n") }
