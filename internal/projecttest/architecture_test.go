package projecttest_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/doc"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

var update = flag.Bool("update", false, "write the table of rooms into ARCHITECTURE.md")

// maxPurpose is how many characters the purpose of a room may have in the table.
const maxPurpose = 110

// TestArchitecture: ARCHITECTURE.md lists every room, by wing, with what it is for, as the lattice and the package
// comments say. Run it with -update after a change of either.
func TestArchitecture(t *testing.T) {
	t.Parallel()
	const begin, end = "<!-- rooms: go test ./internal/projecttest -run TestArchitecture -update -->\n", "<!-- end of rooms -->\n"
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("ARCHITECTURE.md has no place for the table between %q and %q", begin, end)
	}
	table, faults := roomTable(loadModule(t))
	report(t, faults)
	want := before + begin + table + end + after
	if *update {
		if err := os.WriteFile("ARCHITECTURE.md", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(text) != want {
		t.Error("the rooms in ARCHITECTURE.md are not those of the lattice and the package comments: go test ./internal/projecttest -run TestArchitecture -update")
	}
}

// roomTable returns a table in Markdown for each wing of the lattice.
func roomTable(p *project) (table string, faults []string) {
	purposes := map[string]string{}
	for _, r := range p.rooms {
		purposes[r.name] = purpose(r)
	}
	var b strings.Builder
	for line := range strings.Lines(lattice) {
		line = strings.TrimSpace(line)
		if wing, ok := strings.CutPrefix(line, "# "); ok {
			fmt.Fprintf(&b, "\n### %s\n\n| room | what it is for |\n| --- | --- |\n", wing)
			continue
		}
		name, _, ok := strings.Cut(line, ":")
		if !ok {
			continue
		}
		name = strings.TrimSpace(name)
		what, built := purposes[name]
		switch {
		case !built:
			continue
		case what == "":
			faults = append(faults, fmt.Sprintf("package %s: its comment does not begin with \"Package %[1]s …\" or \"Command %[1]s …\"", name))
		case utf8.RuneCountInString(what) > maxPurpose:
			faults = append(faults, fmt.Sprintf("package %s: the comment's first clause has more than %d characters: %s", name, maxPurpose, what))
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", name, what)
	}
	return b.String() + "\n", faults
}

// purpose returns the first sentence of a room's package comment without the name, or
// as much of it as makes sense by itself if it is too long.
func purpose(r room) string {
	for _, f := range r.files {
		if f.ast.Doc == nil {
			continue
		}
		words := strings.SplitN(new(doc.Package).Synopsis(f.ast.Doc.Text()), " ", 3)
		if len(words) < 3 || words[0] != "Package" && words[0] != "Command" {
			return ""
		}
		clause := strings.TrimRight(words[2], ".:")
		for _, stop := range [...]string{" (docs/", "; ", ": "} {
			if utf8.RuneCountInString(clause) > maxPurpose {
				clause, _, _ = strings.Cut(clause, stop)
			}
		}
		return clause
	}
	return ""
}

// TestWayOfAnAct: the files and functions by which ARCHITECTURE.md follows an act exist.
func TestWayOfAnAct(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, way, _ := strings.Cut(string(text), "## One act")
	way, _, _ = strings.Cut(way, "\n## ")
	steps, faults := waySteps(loadModule(t), way)
	report(t, faults)
	if steps < 15 {
		t.Errorf("only %d steps are named", steps)
	}
}

// waySteps counts the functions that a text names as `file` `function`, the file below
// internal or from the root, and says which don't exist.
func waySteps(p *project, text string) (steps int, faults []string) {
	functions := map[string]bool{}
	for _, r := range p.rooms {
		for _, f := range r.files {
			for _, d := range f.ast.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok {
					functions[f.path+" "+fn.Name.Name] = true
				}
			}
		}
	}
	file := ""
	for _, word := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(text, -1) {
		switch name := word[1]; {
		case strings.HasSuffix(name, ".go"):
			file = name
		case file == "" || strings.ContainsAny(name, "./"):
			file = "" // a page's module, a type
		default:
			steps++
			if !functions["internal/"+file+" "+name] && !functions[file+" "+name] {
				faults = append(faults, fmt.Sprintf("ARCHITECTURE.md: there is no function %s in %s", name, file))
			}
		}
	}
	return steps, faults
}

// TestWhereAChangeGoes: the files at which ARCHITECTURE.md has a change begin exist.
func TestWhereAChangeGoes(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "## Where a change goes")
	table, _, _ = strings.Cut(table, "\n## ")
	files := regexp.MustCompile("`([^`]+\\.(?:go|js|md|yml))`").FindAllStringSubmatch(table, -1)
	if len(files) < 20 {
		t.Errorf("only %d files are named", len(files))
	}
	for _, file := range files {
		_, below := os.Stat(filepath.Join("internal", file[1]))
		if _, err := os.Stat(file[1]); err != nil && below != nil {
			t.Errorf("ARCHITECTURE.md names %s, which does not exist", file[1])
		}
	}
}

func TestWayKillsPlantedFaults(t *testing.T) {
	t.Parallel()
	p := loadPlanted(t, map[string]string{"internal/table/host/a.go": "package host\nfunc tell() {}"})
	for _, tt := range []struct{ text, want string }{
		{"`table/host/a.go` `tell` sends it", ""},
		{"`internal/table/host/a.go` `tell`", ""},
		{"`table/host/a.go` `tell` and `told` do", "there is no function told in table/host/a.go"},
		{"`table/host/b.go` `tell`", "there is no function tell in table/host/b.go"},
	} {
		_, faults := waySteps(p, tt.text)
		expect(t, faults, tt.want)
	}
}

func TestArchitectureKillsPlantedFaults(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, doc, want string }{
		{"sound", "// Package card holds cards.", ""},
		{"no package comment", "// Cards.", "does not begin with"},
		{"too long", "// Package card holds " + strings.Repeat("cards ", 20) + ".", "first clause has more than"},
	} {
		p := loadPlanted(t, map[string]string{"card/a.go": tt.doc + "\npackage card"})
		table, faults := roomTable(p)
		expect(t, faults, tt.want)
		if tt.want == "" && !strings.Contains(table, "| `card` | holds cards |\n") {
			t.Errorf("%s:\n%s", tt.name, table)
		}
	}
}
