package localetest

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Codes returns the string constants of a package whose names begin so.
func Codes(t *testing.T, dir, prefix string) (list []string) {
	t.Helper()
	for _, f := range sources(t, dir) {
		for _, decl := range f.Decls {
			gen, ok := decl.(*ast.GenDecl)
			if !ok || gen.Tok != token.CONST {
				continue
			}
			for _, spec := range gen.Specs {
				v := spec.(*ast.ValueSpec)
				if !strings.HasPrefix(v.Names[0].Name, prefix) || len(v.Values) == 0 {
					continue
				}
				if text, ok := v.Values[0].(*ast.BasicLit); ok && text.Kind == token.STRING {
					code, err := strconv.Unquote(text.Value)
					if err != nil {
						t.Fatal(err)
					}
					list = append(list, code)
				}
			}
		}
	}
	if len(list) == 0 {
		t.Errorf("%s has no constants %s…", dir, prefix)
	}
	return list
}

// sources parses the files of a directory, by path, tests left out.
func sources(t *testing.T, dir string) map[string]*ast.File {
	t.Helper()
	files := map[string]*ast.File{}
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if f == nil {
			t.Fatal(err)
		}
		files[name] = f // what can't be parsed is not this test's business
	}
	return files
}

// Literals returns every text in the code of the module, and the files that have it.
func Literals(t *testing.T) map[string]map[string]bool {
	t.Helper()
	all := map[string]map[string]bool{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if name := d.Name(); name == "testdata" || name == "tools" || strings.HasPrefix(name, ".") && name != ".." {
			return fs.SkipDir
		}
		for name, f := range sources(t, path) {
			ast.Inspect(f, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					if text, err := strconv.Unquote(lit.Value); err == nil {
						if all[text] == nil {
							all[text] = map[string]bool{}
						}
						all[text][strings.TrimPrefix(filepath.ToSlash(name), "../../")] = true
					}
				}
				return true
			})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Keys returns the keys of all messages.
func Keys(t *testing.T) (keys []string) {
	t.Helper()
	names, err := filepath.Glob("../locale/text/*.en.json")
	if err != nil || len(names) == 0 {
		t.Fatalf("no catalogue: %v", err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var texts map[string]json.RawMessage
		if err := json.Unmarshal(data, &texts); err != nil {
			t.Fatal(name, err)
		}
		keys = slices.AppendSeq(keys, maps.Keys(texts))
	}
	slices.Sort(keys)
	return keys
}
