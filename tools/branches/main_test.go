package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const source = `package p

func f(a, b bool) int {
	if a {
		return 1
	}
	if b { return 2 }
	for range 2 {
		if a && b {
			return 3
		}
	}
	return 4
}
`

// TestRun: f was called as f(true, _) once and as f(false, true) twice.
func TestRun(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	profile := filepath.Join(dir, "cover.out")
	write(t, filepath.Join(dir, "p", "p.go"), source)
	write(t, profile, `mode: count
m/p/p.go:3.23,4.7 1 3
m/p/p.go:4.7,6.3 1 1
m/p/p.go:7.2,7.7 1 2
m/p/p.go:7.7,7.19 1 2
m/p/p.go:8.2,8.14 1 0
m/p/p.go:8.14,9.13 1 0
m/p/p.go:9.13,11.4 1 0
m/p/p.go:13.2,13.10 1 0
`)
	var out strings.Builder
	if err := run(&out, []string{dir, profile}); err != nil {
		t.Fatal(err)
	}
	want := `p: blocks 50.0% (4 of 8), branches 50.0% (5 of 10)
  p/p.go:7: never false: if b { return 2 }
  p/p.go:8: never reached: for range 2 {
  p/p.go:9: never reached: if a && b {
  p/p.go:10: never reached: return 3
  p/p.go:13: never reached: return 4
`
	if out.String() != want {
		t.Errorf("got:\n%swant:\n%s", out.String(), want)
	}
}

func TestRunRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	set := filepath.Join(dir, "set.out")
	write(t, filepath.Join(dir, "p", "p.go"), source)
	write(t, set, "mode: set\nm/p/p.go:3.23,4.7 1 1\n")
	for _, args := range [][]string{nil, {dir}, {dir, filepath.Join(dir, "none.out")}, {dir, set}} {
		if err := run(&strings.Builder{}, args); err == nil {
			t.Errorf("run(%q) succeeded", args)
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
