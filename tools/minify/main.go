// Command minify writes the pages' modules and style sheets, minified one by one, where `go build -tags minified` finds
// them: each keeps its address and what it imports (docs/adr/0007-browser-tests.md).
//
// Usage: minify ROOT
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// file is a minified file. Source is the SHA-256 sum of its source: a program serves the source if that has changed since.
type file struct {
	Source string `json:"source"`
	Code   string `json:"code"`
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: minify ROOT")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "minify:", err)
		os.Exit(1)
	}
}

func run(root string) error {
	all, err := minified(os.DirFS(filepath.Join(root, "internal/web/static")))
	if err != nil {
		return err
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // half of it are pages
	if err := enc.Encode(all); err != nil {
		return err
	}
	to := filepath.Join(root, "internal/web/minified/pages.json")
	if err := os.WriteFile(to+".new", b.Bytes(), 0o600); err != nil {
		return err
	}
	return os.Rename(to+".new", to)
}

// minified returns the minified files by name. Vendored modules have been minified by those who published them.
func minified(sources fs.FS) (map[string]file, error) {
	all := map[string]file{}
	err := fs.WalkDir(sources, ".", func(name string, d fs.DirEntry, err error) error {
		loader, ok := map[string]api.Loader{".js": api.LoaderJS, ".css": api.LoaderCSS}[path.Ext(name)]
		if err != nil || d.IsDir() || !ok || strings.HasPrefix(name, "vendor/") {
			return err
		}
		body, err := fs.ReadFile(sources, name)
		if err != nil {
			return err
		}
		made := api.Transform(string(body), api.TransformOptions{
			Loader: loader, Sourcefile: name, Charset: api.CharsetUTF8, Target: api.ESNext,
			MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true,
		})
		if faults := append(made.Errors, made.Warnings...); len(faults) > 0 {
			return fmt.Errorf("%s", strings.Join(api.FormatMessages(faults, api.FormatMessagesOptions{}), ""))
		}
		all[name] = file{fmt.Sprintf("%x", sha256.Sum256(body)), string(made.Code)}
		return nil
	})
	return all, err
}
