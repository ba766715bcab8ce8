// Package chratze_test holds the tests of the project as a whole: which room may
// know which (lattice_test.go), what the pure rooms keep out (purity_test.go),
// and that everything has its documentation (docs_test.go).
//
// They read the sources with go/parser and not by running the go command: go test
// remembers which files a test has opened and runs it again when one changes, but
// it knows nothing of what another program has read.
package projecttest_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// module is the path of the module, as in go.mod. make module may have changed it.
var module = func() string {
	text, err := os.ReadFile("../../go.mod")
	if err != nil {
		panic(err) // tests run in the directory of their package
	}
	first, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimPrefix(first, "module ")
}()

// A room is one directory with Go files, named by its path from the root:
// "rams/ramstest". Files of tests are apart.
type room struct {
	name  string
	files []file
	tests []file
}

type file struct {
	path  string
	lines int
	ast   *ast.File
}

// project is all Go sources of the module, rooms sorted by name.
type project struct {
	fset  *token.FileSet
	rooms []room
}

// load parses the Go files of the module in fsys. It leaves out what the go
// command leaves out (testdata, names beginning with . or _), other modules, and
// the root, which holds only tests.
func load(fsys fs.FS) (*project, error) {
	p := &project{fset: token.NewFileSet()}
	rooms := map[string]*room{}
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name != "." && (ignored(d.Name()) || isModule(fsys, name)) {
				return fs.SkipDir
			}
			return nil
		}
		if path.Ext(name) != ".go" || path.Dir(name) == "." || ignored(d.Name()) {
			return nil
		}
		src, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		tree, err := parser.ParseFile(p.fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		r := rooms[path.Dir(name)]
		if r == nil {
			r = &room{name: path.Dir(name)}
			rooms[r.name] = r
		}
		f := file{name, bytes.Count(src, []byte("\n")), tree}
		if strings.HasSuffix(name, "_test.go") {
			r.tests = append(r.tests, f)
		} else {
			r.files = append(r.files, f)
		}
		return nil
	})
	for _, r := range rooms {
		p.rooms = append(p.rooms, *r)
	}
	slices.SortFunc(p.rooms, func(a, b room) int { return strings.Compare(a.name, b.name) })
	return p, err
}

func ignored(name string) bool {
	return name == "testdata" || name[0] == '.' || name[0] == '_'
}

func isModule(fsys fs.FS, dir string) bool {
	_, err := fs.Stat(fsys, dir+"/go.mod")
	return err == nil
}

// loadModule parses this module.
func loadModule(t *testing.T) *project {
	t.Helper()
	p, err := load(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	if len(p.rooms) == 0 {
		t.Fatal("no Go files found in the module")
	}
	return p
}

// loadPlanted parses a made-up module, file name to source.
func loadPlanted(t *testing.T, files map[string]string) *project {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, src := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(src)}
	}
	p, err := load(fsys)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// at is where a fault is, "rams/apply.go:12".
func (p *project) at(n ast.Node) string {
	pos := p.fset.Position(n.Pos())
	pos.Column = 0
	return pos.String()
}

// report fails the test with every fault found.
func report(t *testing.T, faults []string) {
	t.Helper()
	for _, f := range faults {
		t.Error(f)
	}
}

// planted is a text with one fault, and a part of what is said of it; "": the text is sound.
type planted struct{ name, text, want string }

// kills fails the test unless find finds the fault in each text, and nothing else.
func kills(t *testing.T, find func(t *testing.T, text string) []string, texts []planted) {
	t.Helper()
	for _, tt := range texts {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			expect(t, find(t, tt.text), tt.want)
		})
	}
}

// expect fails unless there is exactly one fault and it contains want; or none,
// if want is "".
func expect(t *testing.T, faults []string, want string) {
	t.Helper()
	switch {
	case want == "" && len(faults) > 0:
		t.Errorf("sound code is faulted: %q", faults)
	case want != "" && len(faults) != 1:
		t.Errorf("%d faults %q, want one with %q", len(faults), faults, want)
	case want != "" && !strings.Contains(faults[0], want):
		t.Errorf("fault %q, want %q in it", faults[0], want)
	}
}
