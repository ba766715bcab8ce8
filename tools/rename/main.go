// Command rename gives a module another path, everywhere: in go.mod and the go.mod of
// modules below it, in imports, and wherever a text names a package by its path, such
// as `go doc example.com/old/pkg` in documentation. Go files are formatted again,
// because imports are sorted by path.
//
// Usage: rename ROOT PATH
//
// It changes files in place, so have everything committed before.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: rename ROOT PATH")
		os.Exit(2)
	}
	n, err := rename(os.Args[1], os.Args[2])
	if err != nil {
		fmt.Fprintln(os.Stderr, "rename:", err)
		os.Exit(1)
	}
	fmt.Printf("%d files changed\n", n)
}

// rename changes the path of the module in root. It returns how many files it changed.
// It changes none if the path is no module path.
func rename(root, to string) (changed int, err error) {
	if err := module.CheckPath(to); err != nil {
		return 0, fmt.Errorf("%w: want a host and a path, such as github.com/you/chratze", err)
	}
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return 0, err
	}
	from := modfile.ModulePath(text)
	if from == "" {
		return 0, errors.New("go.mod names no module")
	}
	files, err := list(root)
	if err != nil {
		return 0, err
	}
	r := newRenamer(from, to, files)
	for _, name := range files {
		did, err := r.file(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			return changed, fmt.Errorf("%s: %w", name, err)
		}
		if did {
			changed++
		}
	}
	return changed, nil
}

// list returns the files in root: those that git tracks or would, or without git all.
func list(root string) (files []string, err error) {
	cmd := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	cmd.Dir = root
	if out, err := cmd.Output(); err == nil {
		for name := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
			if _, err := os.Lstat(filepath.Join(root, filepath.FromSlash(name))); err == nil { // it may be deleted and not yet committed
				files = append(files, name)
			}
		}
		return files, nil
	}
	err = filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(root, p)
		files = append(files, filepath.ToSlash(name))
		return err
	})
	return files, err
}

// renamer knows the directories of a module that have packages, so that it takes nothing
// else for one: with a directory a, m/a and m/a/b are packages, and m/1, /m/a and m/about
// are not.
type renamer struct {
	packages *regexp.Regexp // the old path in front of a package
	modules  *regexp.Regexp // the old path where go.mod has it
	to       string
}

func newRenamer(from, to string, files []string) *renamer {
	dirs := map[string]bool{}
	for _, name := range files {
		if path.Ext(name) == ".go" || path.Base(name) == "go.mod" {
			if top, _, below := strings.Cut(name, "/"); below {
				dirs[regexp.QuoteMeta(top)] = true
			}
		}
	}
	old := regexp.QuoteMeta(from)
	return &renamer{
		packages: regexp.MustCompile(`(^|[^\w./-])` + old + `(/(?:` + strings.Join(slices.Sorted(maps.Keys(dirs)), "|") + `)(?:[^\w-]|$))`),
		modules:  regexp.MustCompile(`(?m)(^[ \t]*(?:module |require |replace )?|-(?:require|replace)=)` + old + `([@=]| v[0-9]| =>|[ \t]*$)`),
		to:       to,
	}
}

// file renames in one file; it says whether that changed it.
func (r *renamer) file(name string) (bool, error) {
	info, err := os.Lstat(name)
	if err != nil || !info.Mode().IsRegular() {
		return false, err
	}
	text, err := os.ReadFile(name)
	if err != nil || bytes.IndexByte(text, 0) >= 0 { // no text
		return false, err
	}
	now := r.text(text, filepath.Base(name))
	if bytes.Equal(text, now) {
		return false, nil
	}
	if filepath.Ext(name) == ".go" {
		if pretty, err := format.Source(now); err == nil { // testdata may be no Go
			now = pretty
		}
	}
	return true, os.WriteFile(name, now, info.Mode().Perm())
}

func (r *renamer) text(text []byte, base string) []byte {
	for range 2 { // two paths may share the character between them
		text = r.packages.ReplaceAll(text, []byte("${1}"+r.to+"${2}"))
	}
	if base == "go.mod" || base == "go.work" || filepath.Ext(base) == ".md" {
		text = r.modules.ReplaceAllFunc(text, func(line []byte) []byte {
			m := r.modules.FindSubmatch(line)
			if len(m[1]) == 0 && bytes.Equal(bytes.TrimSpace(m[2]), nil) {
				return line // a word alone on a line of prose
			}
			return slices.Concat(m[1], []byte(r.to), m[2])
		})
	}
	return text
}
