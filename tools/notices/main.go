// Command notices prints the licences of everything that is in the program and not of
// this project: the modules that any of its systems needs, Go's standard library, and
// the vendored modules of the pages. Their licences want their texts to travel with the
// program.
//
// Usage: notices ROOT
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// systems are those with releases. One machine of each will do: no module depends on it.
var systems = []string{"linux", "darwin", "windows"}

// vendored is where the pages have modules of others, each with X.LICENSE beside X.js.
const vendored = "internal/web/static/vendor"

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: notices ROOT")
		os.Exit(2)
	}
	all, err := collect(os.Args[1])
	if err == nil {
		w := bufio.NewWriter(os.Stdout)
		print(w, all)
		err = w.Flush()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

// notice is what one part of others says: texts by the name of their file.
type notice struct {
	name  string // "rsc.io/qr v0.2.0"
	texts map[string]string
}

// legal are the names of files with licences and notices.
var legal = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([-._].*)?$`)

// logo is of no use here: a licence for a picture that isn't in the program.
var logo = regexp.MustCompile(`(?i)logo`)

// collect returns the notices in order. A part without any is an error.
func collect(root string) ([]notice, error) {
	all := map[string]map[string]string{}
	for _, system := range systems {
		packages, err := list(root, system)
		if err != nil {
			return nil, err
		}
		for _, p := range packages {
			if p.Module == nil || p.Module.Main {
				continue
			}
			name := p.Module.Path + " " + p.Module.Version
			if all[name] == nil {
				all[name] = map[string]string{}
			}
			// A package may have a licence of its own, or a folder above it.
			for dir := p.Dir; len(dir) >= len(p.Module.Dir); dir = filepath.Dir(dir) {
				if err := add(all[name], p.Module.Dir, dir); err != nil {
					return nil, err
				}
			}
		}
	}
	goroot, err := exec.Command("go", "env", "GOROOT", "GOVERSION").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	lines := strings.Fields(string(goroot))
	std := "The Go standard library " + lines[1]
	all[std] = map[string]string{}
	if err := add(all[std], lines[0], lines[0]); err != nil {
		return nil, err
	}
	modules, err := filepath.Glob(filepath.Join(root, vendored, "*.js"))
	if err != nil {
		return nil, err
	}
	for _, file := range modules {
		text, err := os.ReadFile(strings.TrimSuffix(file, ".js") + ".LICENSE")
		if err != nil {
			return nil, err
		}
		all[filepath.Base(file)] = map[string]string{"LICENSE": string(text)}
	}
	var notices []notice
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if len(all[name]) == 0 {
			return nil, fmt.Errorf("%s has no licence", name)
		}
		notices = append(notices, notice{name, all[name]})
	}
	return notices, nil
}

// add reads the legal files of a directory.
func add(texts map[string]string, root, dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.IsDir() || !legal.MatchString(e.Name()) || logo.MatchString(e.Name()) || filepath.Ext(e.Name()) == ".go" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, filepath.Join(dir, e.Name()))
		if err != nil {
			return err
		}
		texts[filepath.ToSlash(name)] = string(text)
	}
	return nil
}

// pkg is what go list tells of a package.
type pkg struct {
	Dir    string
	Module *struct {
		Path, Version, Dir string
		Main               bool
	}
}

// list returns the packages that the program needs on a system.
func list(root, system string) (packages []pkg, err error) {
	cmd := exec.Command("go", "list", "-deps", "-json=Dir,Module", "./cmd/chratze")
	cmd.Dir, cmd.Stderr = root, os.Stderr
	cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=0")
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, err
		}
		packages = append(packages, p)
	}
}

// print writes the notices. A text that several parts share is printed once.
func print(w io.Writer, all []notice) {
	fmt.Fprint(w, "Chratze contains software of others. These are its parts and what their authors want to be said with them.\n")
	type text struct{ body, of string }
	var texts []text
	for _, n := range all {
		for _, file := range slices.Sorted(maps.Keys(n.texts)) {
			body := strings.TrimSpace(strings.ReplaceAll(n.texts[file], "\r\n", "\n"))
			of := n.name + ": " + file
			if i := slices.IndexFunc(texts, func(t text) bool { return t.body == body }); i >= 0 {
				texts[i].of += "\n" + of
			} else {
				texts = append(texts, text{body, of})
			}
		}
	}
	for _, t := range texts {
		fmt.Fprintf(w, "\n%s\n%s\n%[1]s\n\n%[3]s\n", strings.Repeat("=", 80), t.of, t.body)
	}
}
