package httpd

import (
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"

	"chratze/internal/teach/puzzles"
	"chratze/internal/web"
)

// The puzzles are a page that works offline once it is loaded. The puzzles of a game are in one
// file, so everybody has the same puzzle on the same day.

// puzzlePages are the beginnings of the names of shared files that this page needs.
//
//lattice:table
var puzzlePages = append(web.Folders(), "web/app/", "web/vendor/", "web/cards/", "web/icon.svg", "app/words/", "learn/words/")

// puzzleFiles returns the page's files by their name after /puzzle/, generated on first use.
func puzzleFiles(version string, assets map[string]asset) func() map[string]asset {
	return sync.OnceValue(func() map[string]asset {
		all := map[string]asset{"": assets["web/learn/puzzle.html"], "manifest.webmanifest": assets["web/learn/manifest.webmanifest"]}
		for _, game := range puzzles.Games() {
			all[game+".jsonl"] = newAsset("application/jsonl; charset=utf-8", puzzles.File(game))
		}
		o := newOffline(version)
		for _, name := range slices.Sorted(maps.Keys(all)) {
			o.keep("/puzzle/"+name, all[name])
		}
		for _, name := range slices.Sorted(maps.Keys(assets)) {
			needed := slices.ContainsFunc(puzzlePages, func(begin string) bool { return strings.HasPrefix(name, begin) })
			if kind := path.Ext(name); needed && (kind == ".js" || kind == ".css" || kind == ".svg" || kind == ".json") {
				o.keep("/"+name, assets[name])
			}
		}
		all["sw.js"] = o.worker(assets["web/kasse/sw.js"])
		return all
	})
}

// puzzleFile is GET /puzzle/{file...}: the page, the puzzles, and the service worker that
// caches them.
func (s *library) puzzleFile(w http.ResponseWriter, r *http.Request) {
	if r.PathValue("file") == "" {
		s.carded("learn/puzzle.html")(w, r)
		return
	}
	named(s.puzzles)(w, r)
}

// puzzleHome is GET /puzzle.
func puzzleHome(w http.ResponseWriter, r *http.Request) {
	to := "/puzzle/"
	if r.URL.RawQuery != "" {
		to += "?" + r.URL.RawQuery
	}
	http.Redirect(w, r, to, http.StatusMovedPermanently)
}
