// Package web holds the embedded web client and the documentation that the server hands out.
// The pages share their heads (head.tmpl, page.go). A test finds out which messages they use
// and which modules they need first, and stores it in found.json (found.go).
package web

import (
	"crypto/sha256"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"sync"

	"chratze/docs"
)

//go:embed static
var files embed.FS

// Folders returns the folders of the pages' modules in their order: a module imports only from
// its own folder and from those before it.
//
//   - lib knows the browser: addresses, words, settings, storage, sound, announcing
//   - rules is the page of a rule sheet
//   - table shows a hand as one seat sees it, without a connection
//   - fair proves deals
//   - local runs the tables that the browser deals itself
//   - live is a table with a connection: questions, menu, people
//   - start is the first page and the form of a new table
//   - replay and learn are the pages of these names
//
// Beside them stand web/group/, which needs lib and a server, web/kasse/, the cash desk, and web/practice/ with the workers: installed
// browsers hold the addresses of these two, and the one of web/app/app.webmanifest.
func Folders() []string {
	return []string{"web/lib/", "web/rules/", "web/table/", "web/ear/", "web/fair/", "web/local/", "web/live/", "web/start/", "web/wall/", "web/replay/", "web/learn/"}
}

// minifiedFile is a module or a style sheet that tools/minify has minified, with the SHA-256 sum of its source.
type minifiedFile struct{ Source, Code string }

// of reports whether it is the file of this source: otherwise that has changed since `make minify`.
func (m minifiedFile) of(source []byte) bool {
	return m.Source == fmt.Sprintf("%x", sha256.Sum256(source))
}

// minifiedFiles returns the minified modules and style sheets by name. Only programs built with -tags minified have them.
func minifiedFiles() (all map[string]minifiedFile) {
	b, err := minified.ReadFile("minified/pages.json")
	if err != nil {
		return nil
	}
	if err := json.Unmarshal(b, &all); err != nil {
		panic(err) // it is embedded
	}
	return all
}

// Files returns all files: the client's as "web/table.js", style sheets without comments, and the documentation's as
// "docs/protocol.md". Modules and style sheets are minified if the program was built so.
func Files() map[string][]byte { return maps.Clone(read()) }

//lattice:table
var read = sync.OnceValue(func() map[string][]byte { return load(minifiedFiles()) })

// load returns the files, minified as far as they are in small.
func load(small map[string]minifiedFile) map[string][]byte {
	static, err := fs.Sub(files, "static")
	if err != nil {
		panic(err) // they are embedded
	}
	remarks := regexp.MustCompile(`(?s)\s*/\*.*?\*/`)
	all := map[string][]byte{}
	for root, from := range map[string]fs.FS{"web/": static, "docs/": docs.Files} {
		err := fs.WalkDir(from, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			body, err := fs.ReadFile(from, name)
			switch ext := path.Ext(name); {
			case err != nil:
			case small[name].of(body):
				body = []byte(small[name].Code)
			case ext == ".html":
				body, err = page(string(body))
			case ext == ".css": // comments would be a hundredth of what a table loads first
				body = remarks.ReplaceAll(body, nil)
			}
			all[root+name] = body
			return err
		})
		if err != nil {
			panic(err)
		}
	}
	return all
}
