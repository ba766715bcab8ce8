package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"chratze/internal/web/deskwasm"
)

// root is the root of the module, seen from this package.
const root = "../../../.."

// budget is how many bytes a phone loads of the desk, compressed. Evenings that are a race took 8 000, twelve
// values more of house rules 4 000.
const budget = 638_000

// The desk that is checked in is compiled from the sources as they are. They are read
// here and not by the go command, so that go test runs this again when one changes.
func TestCurrent(t *testing.T) {
	t.Parallel()
	src, err := readSources(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"cmd/kasse/main.go", "internal/desk/page.go", "rams/auction.go", "pot/settle.go", "card/card.go", "variant/presets.go"} {
		if src.files[name] == nil {
			t.Errorf("%s doesn't count as a source", name)
		}
	}
	rec, err := readRecord("../" + recordFile)
	if err != nil {
		t.Fatal(err)
	}
	if rec.Sources != src.sum() {
		t.Fatalf("the cash desk of %s is older than its sources. Run\n\n\tmake module\n\n(or: go run ./internal/web/deskwasm/gen) and commit the files it changes in %s. "+
			"After a conflict in a rebase, in these files only: the same, then git add %[2]s.", deskwasm.WasmFile, artefactDir)
	}
	desk := deskwasm.Embedded()
	plain, err := deskwasm.Unpack(desk.Wasm)
	if err != nil {
		t.Fatal(err)
	}
	if sum(plain) != rec.Wasm {
		t.Errorf("%s isn't the file that %s records: run make module", deskwasm.WasmFile, recordFile)
	}
	if !bytes.HasPrefix(plain, []byte("\x00asm")) || !bytes.Contains(plain, []byte(rec.Toolchain)) {
		t.Errorf("%s is no WebAssembly by %s", deskwasm.WasmFile, rec.Toolchain)
	}
	if len(desk.Wasm) > budget {
		t.Errorf("the desk has %d bytes, compressed: at most %d", len(desk.Wasm), budget)
	}
	if rec.Toolchain != runtime.Version() {
		t.Logf("the desk was compiled by %s, and this is %s: make module compiles it with the newer one", rec.Toolchain, runtime.Version())
		return
	}
	script, err := supportScript(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(script, desk.Script) {
		t.Errorf("%s isn't that of %s: run make module", deskwasm.ExecFile, rec.Toolchain)
	}
}

// The same sources give the same bytes, in another directory too.
func TestReproducible(t *testing.T) {
	if os.Getenv("CHRATZE_VERIFY") == "" {
		t.Skip("compiles the desk: make verify")
	}
	rec, err := readRecord("../" + recordFile)
	if err != nil {
		t.Fatal(err)
	}
	if rec.Toolchain != runtime.Version() {
		t.Skipf("the desk was compiled by %s, and this is %s", rec.Toolchain, runtime.Version())
	}
	src, err := readSources(root)
	if err != nil {
		t.Fatal(err)
	}
	elsewhere := t.TempDir()
	for name, text := range src.files {
		write(t, filepath.Join(elsewhere, name), "// Another comment.\n\n"+string(text))
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(elsewhere, name), string(text))
	}
	again, err := readSources(elsewhere)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := compile(t.Context(), elsewhere, again)
	if err != nil {
		t.Fatal(err)
	}
	if got := sum(plain); got != rec.Wasm {
		t.Errorf("compiled again the desk has the sum %s, and %s says %s", got, recordFile, rec.Wasm)
	}
}

// made is a module with a desk, into which the cases below plant changes.
func made(t *testing.T, changes map[string]string) (*sources, error) {
	t.Helper()
	dir := t.TempDir()
	files := map[string]string{
		"go.mod":              "module m\n\ngo 1.26.0\n\nrequire example.com/x v1.0.0\n",
		"cmd/kasse/main.go":   "//go:build js && wasm\n\npackage main\n\nimport \"m/a\"\n\nfunc main() { a.A() }\n",
		"a/a.go":              "// Package a.\npackage a\n\n// A does it.\nfunc A() string {\n\treturn `x\ny` // so\n}\n",
		"a/a_linux.go":        "package a\n",
		"a/a_test.go":         "package a\n",
		"b/b.go":              "package b\n",
		"internal/other/o.go": "package other\n",
	}
	for name, text := range changes {
		files[name] = text
	}
	for name, text := range files {
		write(t, filepath.Join(dir, name), text)
	}
	return readSources(dir)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// What changes the desk changes the sum, and nothing else does.
func TestSources(t *testing.T) {
	t.Parallel()
	before, err := made(t, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, file, text string
		same             bool
	}{
		{"comments and layout", "a/a.go", "package a\n\n\n/* A: */ func A() string { return `x\ny` /* so */; }", true},
		{"another test", "a/a_test.go", "package a\n\nvar x int\n", true},
		{"another system", "a/a_linux.go", "package a\n\nvar x int\n", true},
		{"a package it doesn't import", "b/b.go", "package b\n\nvar x int\n", true},
		{"another module", "go.mod", "module m\n\ngo 1.26.0\n\nrequire example.com/x v1.1.0\n", true},
		{"code", "a/a.go", "package a\n\nfunc A() string {\n\treturn `xy`\n}\n", false},
		{"a directive", "a/a.go", "package a\n\n//go:noinline\nfunc A() string {\n\treturn `x\ny`\n}\n", false},
		{"a new file", "a/b.go", "package a\n\nvar x int\n", false},
		{"a new import", "a/b.go", "package a\n\nimport _ \"m/b\"\n", false},
		{"the language", "go.mod", "module m\n\ngo 1.27.0\n", false},
	} {
		after, err := made(t, map[string]string{tt.file: tt.text})
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		} else if (after.sum() == before.sum()) != tt.same {
			t.Errorf("%s: the sum is the same: %t, want %t", tt.name, !tt.same, tt.same)
		}
	}
	for want, text := range map[string]string{
		"imports example.com/x": "package a\n\nimport _ \"example.com/x\"\n",
		"embeds files":          "package a\n\nimport _ \"embed\"\n\n//go:embed a.go\nvar x string\n",
		"not terminated":        "package a\n\nvar x = \"\n",
	} {
		if _, err := made(t, map[string]string{"a/c.go": text}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// The canonical form is Go, and the form of itself.
func TestCanonical(t *testing.T) {
	t.Parallel()
	text := "//go:build js\n\n// Package a.\npackage a\n\nimport \"fmt\"\n\n// A:\n//\n//go:noinline\nfunc A(x ...int) (y <-chan int) {\n\tfmt.Println(x[1:]...,\n\t)\n\treturn\n}\n"
	want := "\n//go:build js\npackage a ; import \"fmt\" ; \n//go:noinline\nfunc A ( x ... int ) ( y <- chan int ) { fmt . Println ( x [ 1 : ] ... , ) ; return ; } ; \n"
	for _, from := range []string{text, want} {
		if got, err := canonical([]byte(from)); err != nil || string(got) != want {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
	}
}
