package projecttest_test

import (
	"fmt"
	"go/ast"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// publicRooms are the library: everything exported from them is documented.
const publicRooms = `card pot chance stat rams rams/ramstest env worlds variant variant/rulesfile history bot bot/policy bot/search bot/protocol bot/exec solve
	analysis/sim analysis/arena analysis/chart analysis/ev`

// What is longer is split, or stands in longFiles or longFuncs with the reason.
// Functions of tests may be longer: most of one is often its table.
const (
	maxFileLines = 600
	maxFuncLines = 80
)

// longFiles and longFuncs: "rams/apply.go" or "rams/apply.go Apply", and why.
var (
	longFiles = map[string]string{}
	longFuncs = map[string]string{}
)

func TestDocComments(t *testing.T) {
	t.Parallel()
	report(t, docFaults(loadModule(t)))
}

// docFaults returns every package without a package comment, every exported name of a
// public room without a comment, and every function there that returns the type of an error
// instead of an error: as an error its nil isn't nil.
func docFaults(p *project) (faults []string) {
	for _, r := range p.rooms {
		if len(r.files) == 0 {
			continue // only tests
		}
		if !slices.ContainsFunc(r.files, func(f file) bool { return f.ast.Doc.Text() != "" }) {
			faults = append(faults, fmt.Sprintf("package %s has no package comment", r.name))
		}
		if !isField(publicRooms, r.name) {
			continue
		}
		for _, f := range r.files {
			for _, decl := range f.ast.Decls {
				for _, id := range undocumented(decl) {
					faults = append(faults, fmt.Sprintf("%s: %s has no comment", p.at(id), id.Name))
				}
				if d, ok := decl.(*ast.FuncDecl); ok && d.Name.IsExported() && returnsErrorType(d) {
					faults = append(faults, fmt.Sprintf("%s: %s returns the type of an error, want error", p.at(d), d.Name.Name))
				}
			}
		}
	}
	return faults
}

// returnsErrorType reports whether the last result of d is a pointer to a type named like an error.
func returnsErrorType(d *ast.FuncDecl) bool {
	if d.Type.Results.NumFields() == 0 {
		return false
	}
	star, ok := d.Type.Results.List[len(d.Type.Results.List)-1].Type.(*ast.StarExpr)
	if !ok {
		return false
	}
	id, ok := star.X.(*ast.Ident)
	if s, other := star.X.(*ast.SelectorExpr); other {
		id, ok = s.Sel, true
	}
	return ok && regexp.MustCompile(`(Error|Refusal|Conflict)$`).MatchString(id.Name)
}

// selfEvident are methods of which the interface says all there is to say.
const selfEvident = `Error Unwrap Is As`

// undocumented returns the exported names that a declaration declares without a
// comment: on itself, on its group, or at the end of its line.
func undocumented(decl ast.Decl) (names []*ast.Ident) {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		isMethod := d.Recv != nil
		switch {
		case !d.Name.IsExported() || d.Doc.Text() != "":
		case isMethod && (!receiver(d).IsExported() || isField(selfEvident, d.Name.Name)):
		default:
			names = append(names, d.Name)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				if s.Name.IsExported() && d.Doc.Text()+s.Doc.Text() == "" {
					names = append(names, s.Name)
				}
			case *ast.ValueSpec:
				if d.Doc.Text()+s.Doc.Text()+s.Comment.Text() == "" {
					for _, id := range s.Names {
						if id.IsExported() {
							names = append(names, id)
						}
					}
				}
			}
		}
	}
	return names
}

// receiver returns the name of the type whose method d is.
func receiver(d *ast.FuncDecl) *ast.Ident {
	x := d.Recv.List[0].Type
	for {
		switch e := x.(type) {
		case *ast.StarExpr:
			x = e.X
		case *ast.IndexExpr:
			x = e.X
		case *ast.IndexListExpr:
			x = e.X
		default:
			return e.(*ast.Ident)
		}
	}
}

func TestSizes(t *testing.T) {
	t.Parallel()
	report(t, sizeFaults(loadModule(t), longFiles, longFuncs))
}

// sizeFaults returns files and functions that are too long, and exceptions that
// are none any more.
func sizeFaults(p *project, longFiles, longFuncs map[string]string) (faults []string) {
	needed := map[string]bool{}
	for _, r := range p.rooms {
		for _, f := range slices.Concat(r.files, r.tests) {
			if f.lines > maxFileLines {
				needed[f.path] = true
				if longFiles[f.path] == "" {
					faults = append(faults, fmt.Sprintf("%s has %d lines: at most %d, or say why in longFiles", f.path, f.lines, maxFileLines))
				}
			}
		}
		for _, f := range r.files {
			for _, decl := range f.ast.Decls {
				fn, ok := decl.(*ast.FuncDecl)
				if !ok {
					continue
				}
				key := f.path + " " + fn.Name.Name
				lines := p.fset.Position(fn.End()).Line - p.fset.Position(fn.Pos()).Line + 1
				if lines > maxFuncLines {
					needed[key] = true
					if longFuncs[key] == "" {
						faults = append(faults, fmt.Sprintf("%s has %d lines: at most %d, or say why in longFuncs", key, lines, maxFuncLines))
					}
				}
			}
		}
	}
	for _, list := range []map[string]string{longFiles, longFuncs} {
		for key := range list {
			if !needed[key] {
				faults = append(faults, fmt.Sprintf("%s is not too long: take it out of the exceptions", key))
			}
		}
	}
	return faults
}

func TestLinks(t *testing.T) {
	t.Parallel()
	report(t, linkFaults(t, os.DirFS(".")))
}

// link is a Markdown link or picture, or the target of a reference.
var link = regexp.MustCompile(`\]\(\s*<?([^)>\s]+)>?[^)]*\)|(?m:^\[[^\]]+\]:\s*(\S+))`)

// linkFaults returns the links of all Markdown files to files that don't exist
// and to headings that their file doesn't have. Links to other hosts are not
// followed.
func linkFaults(t *testing.T, fsys fs.FS) (faults []string) {
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name != "." && d.IsDir() && (ignored(d.Name()) || d.Name() == "node_modules") {
			return fs.SkipDir
		}
		if path.Ext(name) != ".md" {
			return nil
		}
		text, err := prose(fsys, name)
		if err != nil {
			return err
		}
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			if why := deadLink(fsys, name, m[1]+m[2]); why != "" {
				faults = append(faults, fmt.Sprintf("%s: link %s: %s", name, m[1]+m[2], why))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return faults
}

// code is what is no prose in Markdown: blocks between fences, and `spans`.
var code = regexp.MustCompile("(?ms:^```.*?^```)|`[^`\n]*`")

// prose returns a Markdown file without its code.
func prose(fsys fs.FS, name string) (string, error) {
	text, err := fs.ReadFile(fsys, name)
	return code.ReplaceAllString(string(text), ""), err
}

// deadLink returns why a link in the file from leads nowhere, or "".
func deadLink(fsys fs.FS, from, target string) string {
	if strings.Contains(target, ":") {
		return "" // https:, mailto:
	}
	to, anchor, _ := strings.Cut(target, "#")
	file := from
	if to != "" {
		file = path.Join(path.Dir(from), to)
	}
	if strings.HasPrefix(to, "/") || !fs.ValidPath(file) {
		return "leads out of the project"
	}
	if _, err := fs.Stat(fsys, file); err != nil {
		return "no such file"
	}
	if anchor == "" || path.Ext(file) != ".md" {
		return ""
	}
	text, err := fs.ReadFile(fsys, file)
	if err != nil {
		return err.Error()
	}
	for line := range strings.Lines(string(text)) {
		if heading := strings.TrimLeft(line, "#"); heading != line && slug(heading) == anchor {
			return ""
		}
	}
	return "no such heading"
}

// slug is the anchor that code hosts give a heading.
func slug(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || r > 127 && r != '–' && r != '→' && r != '…':
			return r
		case '0' <= r && r <= '9' || 'a' <= r && r <= 'z':
			return r
		}
		return -1
	}, strings.ToLower(strings.TrimSpace(heading)))
}

func TestDocsKillPlantedFaults(t *testing.T) {
	t.Parallel()
	kills(t, func(t *testing.T, src string) []string {
		return docFaults(loadPlanted(t, map[string]string{"pot/a.go": src}))
	}, []planted{
		{"sound", "// Package pot is.\npackage pot\n// A is.\ntype A[T any] int\n// M does.\nfunc (*A[T]) M() {}\n// Two of them.\nconst (B = 1; C = 2)\nvar D = 1 // is\nfunc e() {}\ntype f int\nfunc (f) G() {}\nfunc (A[T]) Error() string { return \"\" }", ""},
		{"package", "package pot", "package pot has no package comment"},
		{"directive is no comment", "//go:build !x\n\n//lint:file-ignore X y\npackage pot", "no package comment"},
		{"type", "// Package pot is.\npackage pot\ntype A int", "A has no comment"},
		{"type in a group", "// Package pot is.\npackage pot\ntype (\n// A is.\nA int\nB int\n)", "B has no comment"},
		{"function", "// Package pot is.\npackage pot\nfunc F() {}", "F has no comment"},
		{"function named like a self-evident method", "// Package pot is.\npackage pot\nfunc Error() {}", "Error has no comment"},
		{"method", "// Package pot is.\npackage pot\n// A is.\ntype A int\nfunc (a *A) M() {}", "M has no comment"},
		{"type of an error", "// Package pot is.\npackage pot\n// F does.\nfunc F() (int, *MyError)", "F returns the type of an error"},
		{"type of another package's error", "// Package pot is.\npackage pot\n// F does.\nfunc F() *rams.Refusal", "F returns the type of an error"},
		{"constant", "// Package pot is.\npackage pot\nconst A = 1", "A has no comment"},
		{"variable beside a private one", "// Package pot is.\npackage pot\nvar a, B = 1, 2", "B has no comment"},
	})
}

func TestSizesKillPlantedFaults(t *testing.T) {
	t.Parallel()
	lines := func(n int) string { return strings.Repeat("\n", n) }
	function := func(n int) string { return "package pot\nfunc (t) f() {" + lines(n-1) + "}\ntype t int" }
	for _, tt := range []struct {
		name, file, src string
		files, funcs    map[string]string
		want            string
	}{
		{"sound file", "pot/a.go", "package pot" + lines(maxFileLines), nil, nil, ""},
		{"long file", "pot/a.go", "package pot" + lines(maxFileLines+1), nil, nil, "pot/a.go has 601 lines"},
		{"long test", "pot/a_test.go", "package pot" + lines(maxFileLines+1), nil, nil, "pot/a_test.go has 601 lines"},
		{"excused file", "pot/a.go", "package pot" + lines(maxFileLines+1), map[string]string{"pot/a.go": "a table"}, nil, ""},
		{"excuse without reason", "pot/a.go", "package pot" + lines(maxFileLines+1), map[string]string{"pot/a.go": ""}, nil, "601 lines"},
		{"excuse outlived", "pot/a.go", "package pot", map[string]string{"pot/a.go": "a table"}, nil, "not too long"},
		{"sound function", "pot/a.go", function(maxFuncLines), nil, nil, ""},
		{"long function", "pot/a.go", function(maxFuncLines + 1), nil, nil, "pot/a.go f has 81 lines"},
		{"excused function", "pot/a.go", function(maxFuncLines + 1), nil, map[string]string{"pot/a.go f": "one switch"}, ""},
		{"long function of a test", "pot/a_test.go", function(maxFuncLines + 1), nil, nil, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := loadPlanted(t, map[string]string{tt.file: tt.src})
			expect(t, sizeFaults(p, tt.files, tt.funcs), tt.want)
		})
	}
}

func TestLinksKillPlantedFaults(t *testing.T) {
	t.Parallel()
	kills(t, func(t *testing.T, text string) []string {
		return linkFaults(t, fstest.MapFS{
			"README.md":            {Data: []byte(text)},
			"docs/b.md":            {Data: []byte("## Rules, as data\n[up](../README.md) [here](p.svg)")},
			"docs/p.svg":           {},
			"docs/testdata/bad.md": {Data: []byte("[a](none)")},
		})
	}, []planted{
		{"sound", "[a](docs/b.md) ![p](docs/p.svg \"title\") [h](https://example.com/x.md) [c](docs/b.md#rules-as-data) [d](#top-of-it) [dir](docs/)\n# Top of it!", ""},
		{"sound: in code", "`[a](none.md)`\n```\n[b](none.md)\n```\n", ""},
		{"sound: reference", "[a][x]\n\n[x]: docs/b.md\n", ""},
		{"no file", "[a](docs/c.md)", "no such file"},
		{"no picture", "![a](p.svg)", "no such file"},
		{"no file behind an anchor", "[a](c.md#x)", "no such file"},
		{"no heading", "[a](docs/b.md#rules)", "no such heading"},
		{"no heading here", "[a](#rules)", "no such heading"},
		{"dead reference", "[a][x]\n\n[x]: docs/c.md\n", "no such file"},
		{"out of the project", "[a](../x.md)", "leads out"},
		{"from the root of a machine", "[a](/etc/passwd)", "leads out"},
	})
}

// TestADRs: the records of decisions are numbered without gaps, each says on its
// first line what it decides and then its status, and docs/adr/README.md lists it.
func TestADRs(t *testing.T) {
	t.Parallel()
	report(t, adrFaults(t, os.DirFS("docs/adr")))
}

var adrForm = regexp.MustCompile(`^# (\d{4}): .+\n\nStatus: (accepted|superseded by \[\d{4}\]\(.+\)), \d{4}-\d{2}-\d{2}\n`)

func adrFaults(t *testing.T, fsys fs.FS) (faults []string) {
	files, err := fs.Glob(fsys, "[0-9]*.md")
	if err != nil {
		t.Fatal(err)
	}
	index, err := fs.ReadFile(fsys, "README.md")
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range files {
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			t.Fatal(err)
		}
		number := fmt.Sprintf("%04d", i+1)
		m := adrForm.FindSubmatch(text)
		switch {
		case m == nil:
			faults = append(faults, name+": want \"# 0001: what is decided\", an empty line, \"Status: accepted, 2026-01-31\"")
		case string(m[1]) != number || !strings.HasPrefix(name, number+"-"):
			faults = append(faults, name+": the next number is "+number)
		case !strings.Contains(string(index), "]("+name+")"):
			faults = append(faults, name+": not listed in docs/adr/README.md")
		}
	}
	return faults
}

func TestADRsKillPlantedFaults(t *testing.T) {
	t.Parallel()
	const first, text = "0001-why.md", "# 0001: Why\n\nStatus: accepted, 2026-01-31\n"
	for _, tt := range []struct{ name, file, text, index, want string }{
		{"sound", first, text, "- [why](0001-why.md)", ""},
		{"sound: superseded", first, "# 0001: Why\n\nStatus: superseded by [0002](0002-x.md), 2026-01-31\n", "- [why](0001-why.md)", ""},
		{"unlisted", first, text, "", "not listed"},
		{"gap", "0002-why.md", "# 0002: Why\n\nStatus: accepted, 2026-01-31\n", "(0002-why.md)", "the next number is 0001"},
		{"two numbers", first, "# 0002: Why\n\nStatus: accepted, 2026-01-31\n", "(0001-why.md)", "the next number is 0001"},
		{"no status", first, "# 0001: Why\n\nBecause.\n", "(0001-why.md)", "Status"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			expect(t, adrFaults(t, fstest.MapFS{"README.md": {Data: []byte(tt.index)}, tt.file: {Data: []byte(tt.text)}}), tt.want)
		})
	}
}
