// Package web holds the embedded web client and the documentation that the server hands out.
// The pages share their heads (head.tmpl, page.go). A test finds out which messages they use
// and which modules they need first, and stores it in found.json (found.go).
package web

import (
	"embed"
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
// Beside them stand web/kasse/, the cash desk, and web/practice/ with the workers: installed
// browsers hold those addresses, and the one of web/app/app.webmanifest.
func Folders() []string {
	return []string{"web/lib/", "web/rules/", "web/table/", "web/fair/", "web/local/", "web/live/", "web/start/", "web/replay/", "web/learn/"}
}

// Files returns all files: the client's as "web/table.js", style sheets without comments, and the documentation's as
// "docs/protocol.md".
func Files() map[string][]byte { return maps.Clone(read()) }

//lattice:table
var read = sync.OnceValue(func() map[string][]byte {
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
})
