package main

import (
	"bytes"
	"debug/buildinfo"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const root = "../.."

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
	all, err := collect(root)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	print(&text, all)
	if len(info.Deps) < 30 {
		t.Errorf("the program has only %d modules: is that all?", len(info.Deps))
	}
	want := []string{"The Go standard library " + info.GoVersion + ": LICENSE", "lit-html.js: LICENSE", "signals-core.js: LICENSE", "github.com/inconshreveable/mousetrap "}
	for _, m := range info.Deps {
		want = append(want, m.Path+" "+m.Version+": ")
	}
	for _, w := range want {
		if !strings.Contains(text.String(), "\n"+w) {
			t.Errorf("there is no notice for %s", w)
		}
	}
	for _, n := range all {
		known := false
		for file, body := range n.texts {
			if !strings.Contains(text.String(), strings.TrimSpace(strings.ReplaceAll(body, "\r\n", "\n"))) {
				t.Errorf("%s: the text of %s is missing", n.name, file)
			}
			for _, kind := range []string{"Permission is hereby granted, free of charge", "Redistribution and use in source and binary forms", "Apache License", "Permission to use, copy, modify"} {
				known = known || strings.Contains(body, kind)
			}
			if strings.Contains(file, "3RD-PARTY") {
				continue // of all that its repository uses, also to generate the code
			}
			for _, strict := range []string{"GNU GENERAL PUBLIC", "GNU AFFERO", "GNU LESSER", "Mozilla Public License"} {
				if strings.Contains(body, strict) {
					t.Errorf("%s: %s is under the %s: may the program contain it?", n.name, file, strict)
				}
			}
		}
		if !known {
			t.Errorf("%s has no licence that we know: look at it, and add it here", n.name)
		}
	}
}

// A package's own licence counts, pictures don't, and Go files are no licences.
func TestAdd(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"LICENSE", "LICENCE.txt", "COPYING", "LICENSE-3RD-PARTY.txt", "NOTICE", "PATENTS", "LICENSE-LOGO", "license.go", "LICENSES_test", "README"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got := map[string]string{}
	if err := add(got, filepath.Dir(dir), dir); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"LICENSE", "LICENCE.txt", "COPYING", "LICENSE-3RD-PARTY.txt", "NOTICE", "PATENTS"} {
		if got[filepath.Base(dir)+"/"+name] != name {
			t.Errorf("%s is missing", name)
		}
	}
	if len(got) != 6 {
		t.Errorf("%q", got)
	}
}
