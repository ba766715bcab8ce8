package projecttest_test

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"chratze/variant"
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

// TestRulesTable: the table of presets in docs/rules.md is what the program plays.
func TestRulesTable(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	report(t, tableFaults(t, string(text)))
	for _, tt := range []struct{ old, planted, want string }{
		{"| `coin` | 1 |", "| `coin` | 10 |", "coin of chratze"},
		{"| `susi` |", "| `suzi` |", "susi of chratze"},
		{"| 2–7 (4–5) |", "| 2–6 (4–5) |", "players (best) of chratze"},
		{"(4–5) | 2–7 (4–5) |", "(4–5) | 2–7 (4–6) |", "players (best) of chratze-en"},
		{"| – | yes | – | – | yes | no | – | – | – | – | – | – | no |\n| `seven_top` | – |", "| – | no | – | – | yes | no | – | – | – | – | – | – | no |\n| `seven_top` | – |", "seven_lost of zwicken"},
	} {
		planted := strings.Replace(string(text), tt.old, tt.planted, 1)
		if faults := strings.Join(tableFaults(t, planted), "\n"); planted == string(text) || !strings.Contains(faults, tt.want) {
			t.Errorf("%q for %q: faults %q, want one of %s", tt.planted, tt.old, faults, tt.want)
		}
	}
}

// tableFaults returns where the table of docs/rules.md 4 and the presets differ.
func tableFaults(t *testing.T, text string) (faults []string) {
	t.Helper()
	_, text, _ = strings.Cut(text, "\n| option |")
	text, _, _ = strings.Cut(text, "\n\n")
	lines := strings.Split(text, "\n")
	cells := func(line string) []string {
		list := strings.Split(strings.Trim(line, "|"), "|")
		for i := range list {
			list[i] = strings.Trim(list[i], " `")
		}
		return list
	}
	presets := cells(lines[0])
	if !slices.Equal(presets, []string{"chratze", "chratze-en", "chratze-ja", "kratzen", "chratzen", "zwicken", "mauscheln", "tippen", "zwicken-printed", "zwicken-schlecken", "kratzen-printed", "loo", "rams", "bourre", "mistigri", "lupfen", "ramset"}) || !sameNames(presets, variant.Presets()) {
		return []string{fmt.Sprintf("presets %q", presets)}
	}
	rows := map[string][]string{}
	for _, line := range lines[2:] {
		row := cells(line)
		rows[row[0]] = row[1:]
	}
	for i, name := range presets {
		v, _ := variant.Lookup(name)
		want := map[string]string{"players (best)": seatsText(v), "turns": "counter-clockwise"}
		if v.Rules().Clockwise {
			want["turns"] = "clockwise"
		}
		for _, o := range v.Options() {
			want[o.Key] = "–"
			if o.Meaning {
				want[o.Key] = o.Value
			}
		}
		for key, value := range want {
			if row := rows[key]; i >= len(row) || row[i] != value {
				faults = append(faults, fmt.Sprintf("docs/rules.md: %s of %s is %q in %q", key, name, value, row))
			}
		}
		if len(rows) != len(want) {
			faults = append(faults, fmt.Sprintf("docs/rules.md has %d rows, %s has %d", len(rows), name, len(want)))
		}
	}
	slices.Sort(faults)
	return faults
}

// TestSourcesTable: the table of docs/rules.md 4.1, which says what each text states, is that of package variant.
func TestSourcesTable(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), sourcesTable()) {
		t.Errorf("docs/rules.md 4.1 must have this table:\n\n%s", sourcesTable())
	}
	for _, row := range []string{"| `coin` | 2.11 3.10 5.8 | `1` **(ours)** |", "| `split` | 2.11 3.10 4 5.8 | `thirds` D E |", "| walkover | 2.7 3.7 5.5 | D E J | D E J | D E J | **(ours)** |"} {
		if !strings.Contains(sourcesTable(), row) {
			t.Errorf("the table has no row %s", row)
		}
	}
}

// sourcesTable returns the table of docs/rules.md 4.1.
func sourcesTable() string {
	head, rule := "| rule | paragraphs |", "|---|---|"
	rows, order := map[string]string{}, []string(nil)
	cells := map[string]string{}
	for _, name := range variant.Presets() {
		v, _ := variant.Lookup(name)
		head, rule = head+" "+name+" |", rule+"---|"
		for _, s := range v.Sources() {
			cells[name+" "+s.Key] = sourceCell(v, s)
			key := strings.ReplaceAll(s.Key, "_", " ")
			if _, ok := v.Option(s.Key); ok {
				key = "`" + s.Key + "`"
			}
			if rows[s.Key] == "" {
				rows[s.Key] = "| " + key + " | " + s.Paragraphs + " |"
			}
		}
	}
	for _, key := range variant.SourceKeys() {
		if rows[key] == "" { // an option that has no meaning in any preset
			s, _ := variant.Default().SourceOf(key)
			rows[key] = "| `" + key + "` | " + s.Paragraphs + " |"
		}
		for _, name := range variant.Presets() {
			rows[key] += " " + cmp.Or(cells[name+" "+key], "–") + " |"
		}
		order = append(order, rows[key])
	}
	return head + "\n" + rule + "\n" + strings.Join(order, "\n") + "\n\n"
}

// sourceCell says who states a rule of a preset, after the value of an option.
func sourceCell(v variant.Variant, s variant.Source) string {
	texts := strings.Join(strings.Split(s.Texts, ""), " ")
	switch {
	case s.Mark == variant.Ours:
		texts = "**(ours)**"
	case s.Mark == variant.Absent:
		texts = "not in " + texts
	case texts == "":
		texts = "own"
	}
	if o, ok := v.Option(s.Key); ok {
		return "`" + o.Value + "` " + texts
	}
	return texts
}

func sameNames(a, b []string) bool {
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	return slices.Equal(a, b)
}

func seatsText(v variant.Variant) string {
	least, most := v.Seats()
	from, to := v.Best()
	return fmt.Sprintf("%d–%d (%d–%d)", least, most, from, to)
}

// TestNames: every document that is named exists, in documents, comments, texts and test data, not only where it is
// linked.
func TestNames(t *testing.T) {
	t.Parallel()
	report(t, nameFaults(t, os.DirFS("."), naming))
}

// naming has the files that name documents which needn't exist: "docs_test.go x.md", and why.
var naming = map[string]string{
	"internal/projecttest/docs_test.go":  "plants faults",
	"internal/server/httpd/docs_test.go": "lists the documents that the server hands out, from their folder",
	"internal/projecttest/spec_test.go":  "plants faults",
	"docs/adr/0001-record-decisions.md":  "docs/adr/0001-short-name.md is an example of a name",
	"deploy/chratze.service":             "names where the archive's documents are installed",
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
