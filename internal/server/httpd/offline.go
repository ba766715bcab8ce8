package httpd

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
)

// offline lists what the service worker of a page caches, so that the page works without the
// server once it is loaded.
type offline struct {
	own    string // begins the addresses of the program's own files: /v/VERSION
	files  []string
	later  []string // cached when a page rests
	module []string // cached when somebody plays
	tags   []string // of everything, in any order
}

// newOffline returns a list of paths whose content may change at any time.
func newOffline(version string, paths ...string) *offline {
	return &offline{own: "/v/" + version, files: slices.Clone(paths)}
}

// keep adds a file that is served as a.
func (o *offline) keep(path string, a asset) {
	o.files = append(o.files, path)
	o.notice(a)
}

// notice lets the version change when a does.
func (o *offline) notice(a asset) { o.tags = append(o.tags, a.tag) }

// worker returns the service worker. The list stands in front of it as a constant, with a
// version that changes as soon as any of the files does.
func (o *offline) worker(script asset) asset {
	slices.Sort(o.files)
	slices.Sort(o.tags)
	sum := sha256.New()
	for _, text := range slices.Concat(o.files, o.later, o.module, o.tags, []string{script.tag}) {
		sum.Write([]byte(text))
	}
	list := map[string]any{"version": hex.EncodeToString(sum.Sum(nil)[:8]), "files": o.files, "own": o.own}
	if o.later != nil {
		list["later"], list["module"] = o.later, append([]string{}, o.module...)
	}
	return newAsset(kinds[".js"], slices.Concat([]byte("const kept = "), encoded(list), []byte(";\n"), script.body))
}
