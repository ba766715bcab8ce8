package httpd

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"hash"
	"slices"
)

// offline is what the service worker of a page keeps, so that the page works without us once it
// is loaded.
type offline struct {
	files []string
	sum   hash.Hash
}

func newOffline() *offline { return &offline{sum: sha256.New()} }

// keep has a path kept; what lies there is a.
func (o *offline) keep(path string, a asset) {
	o.files = append(o.files, path)
	o.sum.Write([]byte(a.tag))
}

// worker returns the service worker. What it keeps stands in front of it as a constant of this
// name, with a version that is another one as soon as any of the files is.
func (o *offline) worker(name string, script asset) asset {
	o.sum.Write([]byte(script.tag))
	slices.Sort(o.files)
	head, err := json.Marshal(map[string]any{"version": hex.EncodeToString(o.sum.Sum(nil)[:8]), "files": o.files})
	if err != nil {
		panic(err) // texts can be written
	}
	return newAsset(kinds[".js"], slices.Concat([]byte("const "+name+" = "), head, []byte(";\n"), script.body))
}
