// Package web holds the embedded web client and the documentation that the server hands out.
// The pages share their heads (head.tmpl, page.go). A test finds out which messages they use
// and which modules they need first, and stores it in found.json (found.go).
package web

import (
	"embed"
	"io/fs"
	"maps"
	"path"
	"strings"
	"sync"
)

//go:embed static docs
var files embed.FS

// Files returns all files: the client's as "web/table.js", the documentation's as
// "docs/protocol.md".
func Files() map[string][]byte { return maps.Clone(read()) }

//lattice:table
var read = sync.OnceValue(func() map[string][]byte {
	all := map[string][]byte{}
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		body, err := files.ReadFile(name)
		if err == nil && path.Ext(name) == ".html" {
			body, err = page(string(body))
		}
		if rest, ok := strings.CutPrefix(name, "static/"); ok {
			name = "web/" + rest
		}
		all[name] = body
		return err
	})
	if err != nil {
		panic(err) // they are embedded
	}
	return all
})
