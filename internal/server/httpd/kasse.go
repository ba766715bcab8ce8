package httpd

import (
	"log/slog"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"

	"chratze/internal/web"
	"chratze/internal/web/deskwasm"
)

// The cash desk is a page that works offline once it is loaded: Go as WebAssembly, a service
// worker, and local storage. It isn't part of any other page's first load.

// kassePages are shared files that this page needs.
//
//lattice:table
var kassePages = [...]string{"/web/vendor/lit-html.js", "/web/lib/html.js", "/web/lib/kept.js", "/web/lib/address.js", "/web/lib/evenings.js", "/web/lib/games.js", "/web/lib/groups.js", "/web/lib/moretexts.js", "/web/group/refused.js", "/web/lib/potshare.js", "/web/lib/words.js", "/web/lib/speak.js", "/web/lib/storage.js", "/web/lib/save.js", "/web/lib/qr.js", "/web/lib/eveningpicture.js", "/web/lib/watchdog.js",
	"/web/cards/coins.svg", "/web/icon.svg"}

// kasseFiles returns the page's files by their name after /kasse/: the desk, the page, and its
// texts in each language.
func kasseFiles(version string, desk deskwasm.Desk, assets map[string]asset, log *slog.Logger) map[string]asset {
	files := map[string]asset{
		"desk.wasm":       wasmAsset(desk.Wasm, "the cash desk of this program is damaged", log),
		deskwasm.ExecFile: newAsset(kinds[".js"], desk.Script),
	}
	for name, a := range assets {
		if rest, ok := strings.CutPrefix(name, "web/kasse/"); ok {
			files[rest] = a
		}
	}
	for file, a := range wordsOf(web.KasseNames()) {
		files["words/"+file] = a
	}
	files["sw.js"] = kasseWorker(version, files, assets)
	return files
}

// kasseWorker returns the service worker, which caches all that the page is made of.
func kasseWorker(version string, own, assets map[string]asset) asset {
	o := newOffline(version)
	o.keep("/kasse/", own["index.html"])
	for _, name := range slices.Sorted(maps.Keys(own)) {
		if name != "sw.js" && name != "index.html" {
			o.keep(deskPath(name), own[name])
		}
	}
	for _, name := range kassePages {
		o.keep(name, assets[name[1:]])
	}
	return o.worker(own["sw.js"])
}

// deskPath is where the page has a file of the desk. Its modules stand among those that they use.
func deskPath(name string) string {
	if _, own := loadAssets()["web/kasse/"+name]; own && (path.Ext(name) == ".js" || path.Ext(name) == ".css") {
		return "/web/kasse/" + name
	}
	return "/kasse/" + name
}

// Prepare generates in advance what takes long on first use: the cash desk for browsers without
// brotli, and the puzzles. Call it while the server already answers.
func (s *Server) Prepare() {
	for _, files := range []map[string]asset{s.shelf.kasse(), s.shelf.puzzles()} {
		for _, a := range files {
			a.zipped()
		}
	}
}

// kasseFile is GET /kasse/{file...}: the page and its parts. Only this page may run
// WebAssembly.
func (s *library) kasseFile(w http.ResponseWriter, r *http.Request) {
	mayRunWasm(w.Header())
	if r.PathValue("file") == "" {
		s.carded("kasse/index.html")(w, r)
		return
	}
	named(s.kasse)(w, r)
}
