// Package notices_test tests scripts/notices.sh.
package notices_test

import (
	"debug/buildinfo"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const root = "../.."

// part is one notice: what it is of, "rsc.io/qr v0.2.0: LICENSE", and its text.
type part struct{ of, text string }

// printed runs the script.
func printed(t *testing.T, env ...string) (parts []part, said string, err error) {
	t.Helper()
	cmd := exec.Command("sh", "scripts/notices.sh")
	cmd.Dir, cmd.Env = root, append(os.Environ(), env...)
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	line := "\n" + strings.Repeat("=", 80) + "\n"
	pieces := strings.Split(string(out), line)
	for i := 1; i+1 < len(pieces); i += 2 {
		for of := range strings.Lines(pieces[i] + "\n") {
			parts = append(parts, part{strings.TrimSpace(of), pieces[i+1]})
		}
	}
	return parts, errs.String(), err
}

// Every module that the go command has recorded in the program is in the notices, with
// a licence that allows what we do, and so are the libraries of the pages.
func TestComplete(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("builds the program")
	}
	program := filepath.Join(t.TempDir(), "chratze")
	build := exec.Command("go", "build", "-o", program, "./cmd/chratze")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	parts, said, err := printed(t)
	if err != nil {
		t.Fatal(err, said)
	}
	if len(info.Deps) < 30 {
		t.Errorf("the program has only %d modules: is that all?", len(info.Deps))
	}
	want := []string{"The Go standard library " + info.GoVersion + ": LICENSE", "lit-html.js: LICENSE", "signals-core.js: LICENSE", "github.com/inconshreveable/mousetrap "}
	for _, m := range info.Deps {
		want = append(want, m.Path+" "+m.Version+": ")
	}
	known := map[string]bool{} // by module, whether it has a licence that we know
	for _, p := range parts {
		name, file, _ := strings.Cut(p.of, ": ")
		known[name] = known[name] || false
		for _, kind := range []string{"Permission is hereby granted, free of charge", "Redistribution and use in source and binary forms", "Apache License", "Permission to use, copy, modify"} {
			known[name] = known[name] || strings.Contains(p.text, kind)
		}
		if strings.Contains(file, "3RD-PARTY") {
			continue // of all that its repository uses, also to generate the code
		}
		for _, strict := range []string{"GNU GENERAL PUBLIC", "GNU AFFERO", "GNU LESSER", "Mozilla Public License"} {
			if strings.Contains(p.text, strict) {
				t.Errorf("%s is under the %s: may the program contain it?", p.of, strict)
			}
		}
	}
	for _, w := range want {
		found := false
		for _, p := range parts {
			found = found || strings.HasPrefix(p.of, w)
		}
		if !found {
			t.Errorf("there is no notice for %s", w)
		}
	}
	for name, is := range known {
		if !is {
			t.Errorf("%s has no licence that we know: look at it, and add it here", name)
		}
	}
}

// A package's own licence counts, pictures don't, and Go files are no licences. A module without one is an error.
// The go command is played by a script that knows one module.
func TestOneModule(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	own := filepath.Join(dir, "module", "own")
	for _, d := range []string{"bin", "module", "module/own"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	write := func(name, text string, mode os.FileMode) {
		if err := os.WriteFile(name, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(dir, "bin", "go"), `#!/bin/sh
case "$2" in
GOROOT) echo "`+filepath.Join(dir, "module")+`" ;;
GOVERSION) echo go1 ;;
*) printf 'example.com/m v1\t%s\t%s\n' "`+filepath.Join(dir, "module")+`" "`+own+`" ;;
esac
`, 0o700)
	path := "PATH=" + filepath.Join(dir, "bin") + ":" + os.Getenv("PATH")
	if parts, said, err := printed(t, path); err == nil || !strings.Contains(said, "example.com/m v1 has no licence") && !strings.Contains(said, "library go1 has no licence") {
		t.Errorf("a module without a licence: %v, %v, %q", parts, err, said)
	}
	for _, name := range []string{"LICENSE", "LICENCE.txt", "COPYING", "LICENSE-3RD-PARTY.txt", "NOTICE", "PATENTS", "LICENSE-LOGO", "license.go", "LICENSES_test", "README"} {
		write(filepath.Join(own, name), name+"\r\n", 0o600)
	}
	write(filepath.Join(dir, "module", "LICENSE"), "LICENSE\n\n", 0o600) // the same text as that of the package
	parts, said, err := printed(t, path)
	if err != nil {
		t.Fatal(err, said)
	}
	got := map[string]string{}
	for _, p := range parts {
		if file, ok := strings.CutPrefix(p.of, "example.com/m v1: "); ok {
			got[file] = strings.TrimSpace(p.text)
		}
	}
	for _, name := range []string{"own/LICENSE", "own/LICENCE.txt", "own/COPYING", "own/LICENSE-3RD-PARTY.txt", "own/NOTICE", "own/PATENTS", "LICENSE"} {
		if got[name] != filepath.Base(name) {
			t.Errorf("%s is missing", name)
		}
	}
	if len(got) != 7 {
		t.Errorf("%q", got)
	}
}
