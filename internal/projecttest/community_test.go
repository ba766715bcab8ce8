package projecttest_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"chratze/internal/locale"
)

// readYAML reads a file into a value; a key that the value doesn't know is a fault.
func readYAML(t *testing.T, name string, value any) {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	d := yaml.NewDecoder(file)
	d.KnownFields(true)
	if err := d.Decode(value); err != nil {
		t.Errorf("%s: %v", name, err)
	}
}

// TestDependabot: it looks into every module of the project.
func TestDependabot(t *testing.T) {
	t.Parallel()
	var d struct {
		Version int
		Updates []struct {
			Ecosystem   string `yaml:"package-ecosystem"`
			Directory   string
			Directories []string
			Message     struct{ Prefix string } `yaml:"commit-message"`
			Schedule    struct{ Interval string }
			Groups      map[string]struct{ Patterns []string }
		}
	}
	readYAML(t, ".github/dependabot.yml", &d)
	if d.Version != 2 || len(d.Updates) != 2 || d.Updates[0].Ecosystem != "gomod" {
		t.Fatalf("%+v", d)
	}
	for _, u := range d.Updates {
		if u.Message.Prefix == "" {
			t.Errorf("%s: without a prefix the titles of commits fail scripts/titles.sh", u.Ecosystem)
		}
	}
	want := []string{"/"}
	for _, pattern := range []string{"*/go.mod", "*/*/go.mod"} {
		modules, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range modules {
			want = append(want, "/"+filepath.Dir(name))
		}
	}
	if !slices.Equal(d.Updates[0].Directories, want) {
		t.Errorf("directories %q, modules are in %q", d.Updates[0].Directories, want)
	}
}

// TestRoomsOfTheDesk: CONTRIBUTING.md names every room that the compiled cash desk is made of.
func TestRoomsOfTheDesk(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, says, _ := strings.Cut(string(text), "**The repository holds the compiled cash desk.**")
	says, _, _ = strings.Cut(says, "\n\n")
	imports, rooms := parseTable(lattice), []string{"cmd/kasse"}
	for i := 0; i < len(rooms); i++ {
		if !strings.Contains(says, "`"+rooms[i]+"`") {
			t.Errorf("CONTRIBUTING.md doesn't say that the desk has %s", rooms[i])
		}
		for _, name := range imports[rooms[i]] {
			if !slices.Contains(rooms, name) {
				rooms = append(rooms, name)
			}
		}
	}
	if len(rooms) < 5 {
		t.Errorf("only %q", rooms)
	}
}

// TestTemplatesAreFree: every template of a bot says that it is under 0BSD, and the licence lies beside them.
func TestTemplatesAreFree(t *testing.T) {
	t.Parallel()
	license, err := os.ReadFile("templates/LICENSE")
	if err != nil || !strings.HasPrefix(string(license), "BSD Zero Clause License (0BSD)\n") {
		t.Errorf("templates/LICENSE: %v", err)
	}
	templates, err := filepath.Glob("templates/*bot/*")
	if err != nil || len(templates) < 2 {
		t.Fatal(templates, err)
	}
	for _, name := range templates {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		head := strings.Join(strings.SplitN(string(text), "\n", 3)[:2], "\n")
		if !strings.Contains(head, "SPDX-License-Identifier: 0BSD") {
			t.Errorf("%s doesn't say in its first two lines that it is under 0BSD", name)
		}
	}
}

// glossaryLangs are the languages of the columns of docs/glossary.md after which the code and the meaning come.
var glossaryLangs = locale.New().Languages()

// TestGlossary: the words of docs/glossary.md that the catalogue has too are the catalogue's, and what stands under
// "in code" is found there.
func TestGlossary(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("docs/glossary.md")
	if err != nil {
		t.Fatal(err)
	}
	var words []map[string]string // by language; a word.* of the catalogue, or another that the page has
	english := locale.For("en")
	for _, key := range slices.Concat(glossaryKeys(t), []string{"role.declarer", "call.last"}) {
		w := map[string]string{}
		for _, lang := range glossaryLangs {
			w[lang] = locale.For(lang).T(key, nil)
		}
		w["en"] = english.T(key, nil)
		words = append(words, w)
	}
	lab, err := load(os.DirFS("lab"))
	if err != nil {
		t.Fatal(err)
	}
	code := sourceWords(loadModule(t))
	maps.Copy(code, sourceWords(lab))
	faults, compared := glossaryFaults(string(page), words, code)
	report(t, faults)
	if compared < 20 {
		t.Errorf("only %d words of docs/glossary.md are the catalogue's", compared)
	}
	for _, tt := range []struct{ from, to, want string }{
		{"| フォアハンド |", "| 先手 |", "forehand"},
		{"| Talon |", "| Stock |", "stock"},
		{"| `rams.View` |", "| `rams.Sight` |", "Sight"},
		{"| Susi | | | |", "| Susi | | |", "7 cells"},
	} {
		faults, _ = glossaryFaults(strings.Replace(string(page), tt.from, tt.to, 1), words, code)
		expect(t, faults, tt.want)
	}
}

// glossaryKeys returns the keys of the catalogue that name one thing.
func glossaryKeys(t *testing.T) (keys []string) {
	text, err := os.ReadFile("internal/locale/text/meaning.en.json")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]any
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	for key := range all {
		if strings.HasPrefix(key, "word.") {
			keys = append(keys, key)
		}
	}
	return keys
}

var codeName = regexp.MustCompile("`([^`]+)`")

// sourceWords returns every identifier and every quoted word of the program, and the last parts of its rooms' names.
func sourceWords(p *project) map[string]bool {
	words := map[string]bool{}
	for _, r := range p.rooms {
		words[path.Base(r.name)] = true
		for _, f := range r.files {
			ast.Inspect(f.ast, func(n ast.Node) bool {
				switch x := n.(type) {
				case *ast.Ident:
					words[x.Name] = true
				case *ast.BasicLit:
					if s, err := strconv.Unquote(x.Value); err == nil {
						words[s] = true
					}
				}
				return true
			})
		}
	}
	return words
}

func glossaryFaults(page string, words []map[string]string, code map[string]bool) (faults []string, compared int) {
	for line := range strings.Lines(page) {
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| English |") {
			continue
		}
		cells := locale.Cells(line)
		if len(cells) != len(glossaryLangs)+2 {
			faults = append(faults, fmt.Sprintf("docs/glossary.md: a line hasn't 7 cells: %s", line))
			continue
		}
		for _, w := range words {
			if w["en"] != cells[0] {
				continue
			}
			compared++
			for i, lang := range glossaryLangs {
				if cells[i] != w[lang] {
					faults = append(faults, fmt.Sprintf("docs/glossary.md: %s is %q in the catalogue for %s, not %q", cells[0], w[lang], lang, cells[i]))
				}
			}
		}
		for _, name := range codeName.FindAllStringSubmatch(cells[len(glossaryLangs)], -1) {
			for _, part := range strings.Split(name[1], ".") {
				if !code[part] {
					faults = append(faults, fmt.Sprintf("docs/glossary.md: %s: there is no %s in the code", cells[0], part))
				}
			}
		}
	}
	return faults, compared
}
