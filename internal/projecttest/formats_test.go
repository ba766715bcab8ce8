package projecttest_test

import (
	"encoding"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"chratze/history"
	"chratze/internal/desk"
	"chratze/internal/server/hostlog"
	"chratze/internal/table"
)

// format is a format that has a number, by which a program knows whether it can read it.
type format struct {
	name, number, shape string
	strict              bool // also before the first release: servers refuse newer data by it
}

// TestFormatsHaveNumbers: who changes the kinds or the fields of the records of tables raises hostlog.RecordVersion, so that an
// older program refuses the data instead of calling them damaged. So it is with the lines of a cash desk and with hands, once a
// release has them. CHRATZE_UPDATE=1 notes the shapes in testdata/formats.txt, but no new shape under an old number.
func TestFormatsHaveNumbers(t *testing.T) {
	t.Parallel()
	const path = "internal/projecttest/testdata/formats.txt"
	released, err := filepath.Glob("internal/table/testdata/frozen/*")
	if err != nil {
		t.Fatal(err)
	}
	kept := map[string]string{}
	text, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		name, shape, _ := strings.Cut(strings.TrimSpace(line), ": ")
		kept[name] = shape
	}
	records := shapeOf(reflect.TypeFor[table.Record](), nil) + " kinds " + strings.Join(constantsOf(t, "internal/table/record.go", "Kind", "By"), " ")
	out := ""
	for _, f := range []format{
		{"records", strconv.Itoa(hostlog.RecordVersion), records, true},
		{"desk", desk.Format + ", " + desk.RaceFormat, strings.Join(deskWords(t), " "), false},
		{"hand", history.Format, strings.Join(propertiesOf(t, "docs/rams-hand.schema.json"), " "), false},
	} {
		name := f.name + " " + f.number
		if bad := unnumbered(kept, name, f.shape); bad && (f.strict || len(released) > 0) {
			t.Fatalf("%s have another shape under the same number:\n%s\nwas\n%s\nRaise the number, then CHRATZE_UPDATE=1 go test ./internal/projecttest -run TestFormatsHaveNumbers", name, f.shape, kept[name])
		}
		out += name + ": " + f.shape + "\n"
	}
	if out == string(text) {
		return
	}
	if os.Getenv("CHRATZE_UPDATE") == "" {
		t.Fatalf("%s is of other formats: CHRATZE_UPDATE=1 go test ./internal/projecttest -run TestFormatsHaveNumbers\n%s", path, out)
	}
	if err := os.WriteFile(path, []byte(out), 0o644); err != nil {
		t.Fatal(err)
	}
}

// unnumbered reports whether a shape differs from the one that is kept under the same number.
func unnumbered(kept map[string]string, name, shape string) bool {
	was, there := kept[name]
	return there && was != shape
}

// TestShapesTellFields: a field, its name in JSON, its type, a field of a field and a new kind are another shape.
func TestShapesTellFields(t *testing.T) {
	t.Parallel()
	type inner struct {
		A int `json:"a"`
	}
	of := func(v any) string { return shapeOf(reflect.TypeOf(v), nil) }
	base := of(struct {
		B []inner `json:"b,omitempty"`
		c int
	}{})
	for name, other := range map[string]string{
		"another name": of(struct {
			B []inner `json:"d,omitempty"`
		}{}),
		"another type": of(struct {
			B *inner `json:"b,omitempty"`
		}{}),
		"one more": of(struct {
			B []inner `json:"b,omitempty"`
			D bool
		}{}),
		"one more inside": of(struct {
			B []struct{ A, C int } `json:"b,omitempty"`
		}{}),
	} {
		if other == base || !unnumbered(map[string]string{"x 1": base}, "x 1", other) || unnumbered(map[string]string{"x 1": base}, "x 2", other) {
			t.Errorf("%s: %s and %s", name, base, other)
		}
	}
	if base != "{b,omitempty []{a int}}" {
		t.Error(base)
	}
}

// shapeOf describes what JSON a type becomes. A type that says so itself is described by its name.
func shapeOf(t reflect.Type, above []reflect.Type) string {
	p := reflect.PointerTo(t)
	own := t.Kind() != reflect.Pointer && (p.Implements(reflect.TypeFor[json.Marshaler]()) || p.Implements(reflect.TypeFor[encoding.TextMarshaler]()))
	switch {
	case own || slices.Contains(above, t):
		return t.String()
	case t.Kind() == reflect.Pointer:
		return "*" + shapeOf(t.Elem(), above)
	case t.Kind() == reflect.Slice || t.Kind() == reflect.Array:
		return "[]" + shapeOf(t.Elem(), above)
	case t.Kind() == reflect.Map:
		return "map[" + shapeOf(t.Key(), above) + "]" + shapeOf(t.Elem(), above)
	case t.Kind() != reflect.Struct:
		return t.Kind().String()
	}
	var fields []string
	for f := range fieldsOf(t) {
		fields = append(fields, fmt.Sprint(f.Tag.Get("json"), " ", shapeOf(f.Type, append(above, t))))
	}
	return "{" + strings.Join(fields, " ") + "}"
}

func fieldsOf(t reflect.Type) func(func(reflect.StructField) bool) {
	return func(yield func(reflect.StructField) bool) {
		for _, f := range reflect.VisibleFields(t) {
			if f.IsExported() && !f.Anonymous && !yield(f) {
				return
			}
		}
	}
}

// parsed is a file of Go.
func parsed(t *testing.T, path string) *ast.File {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// constantsOf returns the values of the constants of some types of text in a file.
func constantsOf(t *testing.T, path string, types ...string) (values []string) {
	t.Helper()
	ast.Inspect(parsed(t, path), func(n ast.Node) bool {
		if s, ok := n.(*ast.ValueSpec); ok && len(s.Values) > 0 {
			if id, ok := s.Type.(*ast.Ident); ok && slices.Contains(types, id.Name) {
				values = append(values, s.Values[0].(*ast.BasicLit).Value)
			}
		}
		return true
	})
	slices.Sort(values)
	return values
}

// deskWords returns the words that the lines of a cash desk are read by.
func deskWords(t *testing.T) (words []string) {
	t.Helper()
	files, err := filepath.Glob("internal/desk/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		ast.Inspect(parsed(t, path), func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if f, ok := n.Fun.(*ast.SelectorExpr); ok && len(n.Args) == 1 && (f.Sel.Name == "is" || f.Sel.Name == "try") {
					if lit, ok := n.Args[0].(*ast.BasicLit); ok {
						words = append(words, strings.Trim(lit.Value, `"`))
					}
				}
			case *ast.ValueSpec:
				if len(n.Values) == 1 && slices.Contains([]string{"keywords", "raceWords"}, n.Names[0].Name) {
					words = append(words, strings.Fields(strings.Trim(n.Values[0].(*ast.BasicLit).Value, "`\""))...)
				}
			}
			return true
		})
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// propertiesOf returns the names of all fields in a schema, without the options of rules: an older program says of those that
// it doesn't know the game.
func propertiesOf(t *testing.T, path string) (names []string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var schema map[string]any
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	var walk func(at string, v any)
	walk = func(at string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for key, value := range v {
				if strings.HasSuffix(at, "properties") {
					if key == "rules" || at == "properties" && key == "fair" { // fair has a number of its own
						continue
					}
					names = append(names, key)
				}
				walk(key, value)
			}
		case []any:
			for _, value := range v {
				walk(at, value)
			}
		}
	}
	walk("", schema)
	slices.Sort(names)
	return slices.Compact(names)
}
