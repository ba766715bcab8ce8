package projecttest_test

import (
	"bytes"
	"context"
	"go/doc"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"chratze/analysis/sim"
	"chratze/bot"
	"chratze/variant"
)

const libraryGuide = "docs/library.md"

// program finds a whole program of the guide and what it prints.
var program = regexp.MustCompile("(?s)```go\n(package main.*?)```\n+```text\n(.*?)```")

// TestLibraryPrograms builds the programs of docs/library.md in a module of their own, as an outsider does, and compares what
// they print.
func TestLibraryPrograms(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile(libraryGuide)
	if err != nil {
		t.Fatal(err)
	}
	programs := program.FindAllStringSubmatch(string(guide), -1)
	if len(programs) != 3 {
		t.Fatalf("%s has %d programs", libraryGuide, len(programs))
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example.com/evening\n\ngo 1.26\n\nrequire chratze v0.0.0\n\nrequire gonum.org/v1/gonum v0.17.0 // indirect\n\nreplace chratze => "+strconv.Quote(filepath.ToSlash(here))+"\n")
	sums, err := os.ReadFile("go.sum")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "go.sum"), string(sums))
	for i, p := range programs {
		write(t, filepath.Join(dir, strconv.Itoa(i), "main.go"), p[1])
	}
	build := exec.CommandContext(t.Context(), "go", "build", "-o", filepath.Join(dir, "bin")+string(filepath.Separator), "./...")
	build.Dir, build.Env = dir, append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "GOPROXY=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for i, p := range programs {
		name := strconv.Itoa(i)
		run := exec.CommandContext(t.Context(), filepath.Join(dir, "bin", name))
		run.Stdin = someHands(t)
		if out, err := run.CombinedOutput(); err != nil || string(out) != p[2] {
			t.Errorf("program %d of %s: %v, prints\n%s\nexpected\n%s", i, libraryGuide, err, out, p[2])
		}
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// someHands returns what chratze sim --hands 500 --history - writes.
func someHands(t *testing.T) *bytes.Buffer {
	t.Helper()
	game, err := variant.Default().Game(4)
	if err != nil {
		t.Fatal(err)
	}
	spec, err := bot.Parse("stammtisch-1")
	if err != nil {
		t.Fatal(err)
	}
	var lines bytes.Buffer
	if _, err := sim.Run(context.Background(), sim.Config{Variant: variant.Default(), Game: game, Bots: []bot.Spec{spec}, Hands: 500, Seed: 1, History: &lines}); err != nil {
		t.Fatal(err)
	}
	return &lines
}

// TestLibraryListsItsPackages: the table of the guide has every package of the library, and says of each whether it stays.
func TestLibraryListsItsPackages(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile(libraryGuide)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, room := range loadModule(t).rooms {
		if public(room) {
			names = append(names, room.name)
		}
	}
	report(t, libraryFaults(string(guide), names))
	expect(t, libraryFaults("| `pot` | money | stays |\n", []string{"card", "pot"}), "card")
	expect(t, libraryFaults("| `pot`, `old` | money | may change |\n", []string{"pot"}), "old")
	expect(t, libraryFaults("| `pot` | money | perhaps |\n", []string{"pot"}), "pot")
}

// public reports whether a room is a package of the library.
func public(r room) bool {
	return !strings.HasPrefix(r.name, "internal/") && !strings.HasPrefix(r.name, "cmd/") && r.name != "docs"
}

// TestLibraryHasExamples: each package of the library that another program imports has an example whose output is compared.
func TestLibraryHasExamples(t *testing.T) {
	t.Parallel()
	for _, room := range loadModule(t).rooms {
		if !public(room) || room.files[0].ast.Name.Name == "main" {
			continue
		}
		if !exampleTold(room.tests) {
			t.Errorf("%s has no example with an output", room.name)
		}
	}
	for source, told := range map[string]bool{
		"package pot_test; func Example() {\n\t// Output: 3\n}":      true,
		"package pot_test; func Example() {\n\t// 3\n}":              false,
		"package pot_test; func TestPot() {\n\t// Output: 3\n}":      false,
		"package pot_test; func ExamplePot() {}\n// Output: nothing": false,
	} {
		if exampleTold(loadPlanted(t, map[string]string{"pot/pot_test.go": source}).rooms[0].tests) != told {
			t.Errorf("an example is found in %q: %v", source, !told)
		}
	}
}

// exampleTold reports whether a file has an example whose output go test compares.
func exampleTold(files []file) bool {
	return slices.ContainsFunc(files, func(f file) bool {
		return slices.ContainsFunc(doc.Examples(f.ast), func(e *doc.Example) bool { return e.Output != "" })
	})
}

// promise finds a row of the table: its packages, and what it promises.
var promise = regexp.MustCompile("(?m)^\\| (`[^|]*`) \\|[^|]*\\| (stays|may change|copy them) \\|$")

// libraryFaults returns the packages without a row that promises something, and the rows without a package.
func libraryFaults(guide string, public []string) (faults []string) {
	listed := map[string]bool{}
	for _, row := range promise.FindAllStringSubmatch(guide, -1) {
		for name := range strings.SplitSeq(row[1], ", ") {
			listed[strings.Trim(name, "`")] = true
		}
	}
	for _, name := range public {
		if !listed[name] {
			faults = append(faults, name+" isn't in the table of "+libraryGuide)
		}
		delete(listed, name)
	}
	for name := range listed {
		faults = append(faults, libraryGuide+" lists "+name+", which isn't there")
	}
	return faults
}
