package httpd

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// What pages are made of has an address with the version of all of it, so that browsers ask once: /v/VERSION/web/live/app.js.
// Modules name each other relative to themselves. Without the version the same files are there, too: for pages of before,
// for service workers, whose address must stay, and for manifests and icons, which installed pages hold.

// forEver is the Cache-Control of what stands at such an address.
const forEver = "public, max-age=31536000, immutable"

// versionOf returns the version of some files.
func versionOf(files map[string]asset) string {
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		sum.Write([]byte(name + files[name].tag))
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

// ownFiles are the program's own files that a page names.
//
//lattice:table
var ownFiles = regexp.MustCompile(`\b(href|src)="(/web/[^"]+\.(?:js|css|svg)[#"])`)

// pageOf returns a page whose files have addresses with their version.
func (s *library) pageOf(body []byte) asset {
	body = ownFiles.ReplaceAllFunc(body, func(found []byte) []byte {
		if strings.Contains(string(found), "/web/icon.svg") {
			return found
		}
		return ownFiles.ReplaceAll(found, []byte(`$1="/v/`+s.version+`$2`))
	})
	return newAsset(kinds[".html"], s.belowPath(body))
}

// versioned is GET /v/{version}/{file...}. A page of another version gets the file of this one, and asks again next time.
func (s *library) versioned(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("file")
	a, ok := s.assets[name]
	if !ok || !strings.Contains(name, "/") || strings.HasPrefix(name, "docs/") {
		http.NotFound(w, r)
		return
	}
	if strings.HasPrefix(name, practicePath) {
		mayRunWasm(w.Header())
	}
	if r.PathValue("version") == s.version {
		w.Header().Set("Cache-Control", forEver)
	}
	a.serve(w, r)
}
