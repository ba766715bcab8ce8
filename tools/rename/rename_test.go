// Package rename_test tests scripts/rename.sh, and that the library can be used from outside.
package rename_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// rename runs the script. It returns how many files it has changed.
func rename(root, to string) (changed int, err error) {
	cmd := exec.Command("sh", project+"/scripts/rename.sh", to, root)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("%w: %s", err, out)
	}
	_, err = fmt.Sscanf(string(out), "%d files changed", &changed)
	return changed, err
}

func write(t *testing.T, root string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// A made module: package paths change wherever they are named, and nothing else does.
func TestRename(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	write(t, root, map[string]string{
		"go.mod":             "module m\n\ngo 1.26.0\n\nrequire example.com/m v1.0.0\n",
		"tools/go.mod":       "module m/tools\n\nrequire m v0.0.0\n\nreplace m => ../\n",
		"a/a.go":             "// Package a: see m/a/b.\npackage a\n\nimport (\n\t\"errors\"\n\t_ \"example.com/m/a\"\n\t_ \"m/a/b\"\n)\n\nconst (\n\tProtocol = \"m/1\"\n\tPath     = \"m/a/b\"\n)\n\nvar _ = errors.New\n",
		"a/b/b.go":           "package b\n",
		"a/testdata/x.txt":   "m/a m/a/b.go:3 x/m/a m/about m/a-b .m/a\n",
		"README.md":          "`go doc m/a`, go install m/a@latest, m/rules, /m/a\n\nm\n\n\tmodule m\n\trequire m v0.0.0\n\treplace m => ../m\n\tgo mod edit -require=m@v0.0.0 -replace=m=../m\n",
		"a/testdata/no.go":   "this is no Go: m/a\n",
		"picture.png":        "\x00 m/a",
		"a/testdata/own.mod": "module m\n",
	})
	if _, err := rename(root, "dotless/m"); err == nil || !strings.Contains(err.Error(), "want a host") {
		t.Errorf("a path without a host: %v", err)
	}
	n, err := rename(root, "git.example.org/you/m")
	if err != nil || n != 6 {
		t.Errorf("%d files, %v, want 6", n, err)
	}
	for name, want := range map[string]string{
		"go.mod":             "module git.example.org/you/m\n\ngo 1.26.0\n\nrequire example.com/m v1.0.0\n",
		"tools/go.mod":       "module git.example.org/you/m/tools\n\nrequire git.example.org/you/m v0.0.0\n\nreplace git.example.org/you/m => ../\n",
		"a/a.go":             "// Package a: see git.example.org/you/m/a/b.\npackage a\n\nimport (\n\t\"errors\"\n\t_ \"example.com/m/a\"\n\t_ \"git.example.org/you/m/a/b\"\n)\n\nconst (\n\tProtocol = \"m/1\"\n\tPath     = \"git.example.org/you/m/a/b\"\n)\n\nvar _ = errors.New\n",
		"a/testdata/x.txt":   "git.example.org/you/m/a git.example.org/you/m/a/b.go:3 x/m/a m/about m/a-b .m/a\n",
		"README.md":          "`go doc git.example.org/you/m/a`, go install git.example.org/you/m/a@latest, m/rules, /m/a\n\nm\n\n\tmodule git.example.org/you/m\n\trequire git.example.org/you/m v0.0.0\n\treplace git.example.org/you/m => ../m\n\tgo mod edit -require=git.example.org/you/m@v0.0.0 -replace=git.example.org/you/m=../m\n",
		"a/testdata/no.go":   "this is no Go: git.example.org/you/m/a\n",
		"picture.png":        "\x00 m/a",
		"a/testdata/own.mod": "module m\n",
	} {
		if got, err := os.ReadFile(filepath.Join(root, name)); err != nil || string(got) != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, got, want)
		}
	}
	if _, err := rename(root, "git.example.org/you/m\""); err == nil || !strings.Contains(err.Error(), "invalid") {
		t.Errorf("a path that is none: %v", err)
	}
	if n, err := rename(root, "git.example.org/you/m"); err != nil || n > 1 {
		t.Errorf("once more: %d files, %v", n, err)
	}
	if _, err := rename(root, "example.net/m/v2"); err != nil {
		t.Error(err)
	}
	if got, err := os.ReadFile(filepath.Join(root, "a/a.go")); err != nil || strings.Contains(string(got), "example.org") {
		t.Errorf("a second time: %v\n%s", err, got)
	}
}

const (
	project = "../.."
	another = "git.example.org/cards/chratze"
)

// copied is a copy of the project with another path, as make module makes it, but for
// the cash desk's WebAssembly.
func copied(t *testing.T) string {
	t.Helper()
	list := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	list.Dir = project
	files, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	for name := range strings.SplitSeq(strings.TrimSuffix(string(files), "\x00"), "\x00") {
		text, err := os.ReadFile(filepath.Join(project, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		write(t, root, map[string]string{name: string(text)})
		if info, err := os.Stat(filepath.Join(project, name)); err != nil || os.Chmod(filepath.Join(root, name), info.Mode().Perm()) != nil {
			t.Fatal(name, err)
		}
	}
	if n, err := rename(root, another); err != nil || n < 100 {
		t.Fatalf("%d files changed, %v", n, err)
	}
	return root
}

// The project with another path: the main program, the desk for browsers and a
// template have sound types. Packages of other modules come compiled from the cache.
func TestProject(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("type-checks the project")
	}
	c := &checker{t: t, root: copied(t), fset: token.NewFileSet(), own: map[string]*types.Package{}, exports: exports(t)}
	c.others = importer.ForCompiler(c.fset, "gc", func(path string) (io.ReadCloser, error) {
		if c.exports[path] == "" {
			return nil, fmt.Errorf("%s is not among the packages that the program needs", path)
		}
		return os.Open(c.exports[path])
	})
	for _, dir := range []string{"cmd/chratze", "templates/gobot", "internal/web/deskwasm/gen"} {
		if _, err := c.Import(another + "/" + dir); err != nil {
			t.Error(err)
		}
	}
	if len(c.own) < 40 {
		t.Errorf("only %d packages of the project were looked at", len(c.own))
	}
}

// exports returns the files with the compiled packages of the main program, by path.
func exports(t *testing.T) map[string]string {
	t.Helper()
	const others = "{{if .Standard}}{{.ImportPath}} {{.Export}}{{else if not .Module.Main}}{{.ImportPath}} {{.Export}}{{end}}"
	cmd := exec.Command("go", "list", "-export", "-deps", "-f", others, "./cmd/chratze", "./templates/gobot", "./internal/web/deskwasm/gen")
	cmd.Dir = project
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		all[path] = file
	}
	return all
}

// checker type-checks the packages of the copy from their sources.
type checker struct {
	t       *testing.T
	root    string
	fset    *token.FileSet
	own     map[string]*types.Package
	exports map[string]string
	others  types.Importer
}

func (c *checker) Import(path string) (*types.Package, error) {
	dir, ok := strings.CutPrefix(path, another+"/")
	if !ok {
		return c.others.Import(path)
	}
	if p := c.own[path]; p != nil {
		return p, nil
	}
	p, err := build.ImportDir(filepath.Join(c.root, dir), 0)
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(c.fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	conf := types.Config{Importer: c}
	c.own[path], err = conf.Check(path, c.fset, files, nil)
	return c.own[path], err
}

// All of it: everything builds, vets and passes the tests of the project as a whole,
// and the desk for browsers is compiled anew.
func TestWholeProject(t *testing.T) {
	if os.Getenv("CHRATZE_VERIFY") == "" {
		t.Skip("builds and vets the project twice: make verify")
	}
	root := copied(t)
	for _, line := range []string{"go run ./internal/web/deskwasm/gen", "go build ./...", "go vet ./...", "go test ./internal/projecttest ./internal/web/deskwasm/...", "go vet -C tools ./rename ./branches"} {
		args := strings.Fields(line)
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", line, err, out)
		}
	}
}
