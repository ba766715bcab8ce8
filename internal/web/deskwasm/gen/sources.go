package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"go/build"
	"go/scanner"
	"go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// mainDir is the program that becomes WebAssembly, from the root of the module.
const mainDir = "cmd/kasse"

// sources is everything of this module that the desk is compiled from. The Go files
// are in canonical form: see canonical.
type sources struct {
	head  string            // the lines of go.mod that matter: module, go, toolchain, godebug
	files map[string][]byte // Go files in canonical form, by slash-separated path from the root
}

// readSources reads the files that cmd/kasse and its imports within the module have
// for js and wasm. It fails if they import another module or embed files, which the
// sum doesn't know.
func readSources(root string) (*sources, error) {
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return nil, fmt.Errorf("%w: run this in the root of the module", err)
	}
	s := &sources{files: map[string][]byte{}}
	module := ""
	for line := range strings.Lines(string(mod)) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch word {
		case "module":
			module = rest
			fallthrough
		case "go", "toolchain", "godebug":
			s.head += word + " " + rest + "\n"
		}
	}
	if module == "" {
		return nil, fmt.Errorf("go.mod names no module")
	}
	ctx := build.Default
	ctx.GOOS, ctx.GOARCH, ctx.CgoEnabled, ctx.BuildTags = "js", "wasm", false, nil
	seen := map[string]bool{}
	for todo := []string{mainDir}; len(todo) > 0; {
		dir := todo[0]
		if todo = todo[1:]; seen[dir] {
			continue
		}
		seen[dir] = true
		p, err := ctx.ImportDir(filepath.Join(root, filepath.FromSlash(dir)), 0)
		if err != nil {
			return nil, err
		}
		if len(p.EmbedPatterns)+len(p.SFiles) > 0 {
			return nil, fmt.Errorf("%s embeds files or has assembly: add them to readSources", dir)
		}
		for _, name := range p.GoFiles {
			text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(dir), name))
			if err != nil {
				return nil, err
			}
			if s.files[path.Join(dir, name)], err = canonical(text); err != nil {
				return nil, fmt.Errorf("%s/%s: %w", dir, name, err)
			}
		}
		for _, name := range p.Imports {
			first, _, _ := strings.Cut(name, "/")
			if own, ok := strings.CutPrefix(name, module+"/"); ok {
				todo = append(todo, own)
			} else if strings.Contains(first, ".") {
				return nil, fmt.Errorf("%s imports %s: add the versions of other modules to readSources", dir, name)
			}
		}
	}
	return s, nil
}

// canonical returns a Go file without comments, on one line, with every semicolon
// written out: another layout of the same code gives the same text. Directives
// (//go:build, //go:noinline) keep a line of their own.
func canonical(text []byte) ([]byte, error) {
	var out bytes.Buffer
	var faults scanner.ErrorList
	fset := token.NewFileSet()
	var s scanner.Scanner
	s.Init(fset.AddFile("", -1, len(text)), text, faults.Add, scanner.ScanComments)
	for {
		_, tok, lit := s.Scan()
		switch {
		case tok == token.EOF:
			out.WriteByte('\n')
			return out.Bytes(), faults.Err()
		case tok == token.COMMENT && strings.HasPrefix(lit, "//go:"):
			out.WriteString("\n" + lit + "\n")
		case tok == token.COMMENT:
		case tok == token.SEMICOLON:
			out.WriteString("; ")
		case lit != "":
			out.WriteString(lit + " ")
		default:
			out.WriteString(tok.String() + " ")
		}
	}
}

// sum is the SHA-256 of the sources.
func (s *sources) sum() string {
	h := sha256.New()
	fmt.Fprintf(h, "%q\n", s.head)
	for _, name := range slices.Sorted(maps.Keys(s.files)) {
		fmt.Fprintf(h, "%q %q\n", name, s.files[name])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// overlay writes the canonical files into dir, and the file there that lets the go
// command take them in place of those of the module in root. It returns its path.
func (s *sources) overlay(root, dir string) (string, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return "", err
	}
	replace := map[string]string{}
	for name, text := range s.files {
		as := filepath.Join(dir, strings.ReplaceAll(name, "/", "-"))
		if err := os.WriteFile(as, text, 0o600); err != nil {
			return "", err
		}
		replace[filepath.Join(root, filepath.FromSlash(name))] = as
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, "overlay.json")
	return file, os.WriteFile(file, text, 0o600)
}
