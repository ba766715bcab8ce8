package httpd

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"

	"chratze/internal/teach/puzzles"
)

// The puzzles are a page that works offline once it is loaded. The puzzles of a game are in one
// file, so everybody has the same puzzle on the same day.

// puzzlePages are the beginnings of the names of shared files that this page needs.
//
//lattice:table
var puzzlePages = [...]string{"web/app/", "web/learn/", "web/vendor/", "web/cards/", "web/icon.svg"}

// puzzleFiles returns the page's files by their name after /puzzle/, generated on first use.
func puzzleFiles(assets, words map[string]asset) func() map[string]asset {
	return sync.OnceValue(func() map[string]asset {
		all := map[string]asset{"": assets["web/learn/puzzle.html"], "manifest.webmanifest": assets["web/learn/manifest.webmanifest"]}
		sum := sha256.New()
		kept := []string{"/puzzle/", "/puzzle/manifest.webmanifest"}
		sum.Write([]byte(all[""].tag))
		for _, game := range puzzles.Games() {
			a := newAsset("application/jsonl; charset=utf-8", []byte(strings.Join(puzzles.Lines(game), "\n")+"\n"))
			all[game+".jsonl"] = a
			kept = append(kept, "/puzzle/"+game+".jsonl")
			sum.Write([]byte(a.tag))
		}
		for _, name := range slices.Sorted(maps.Keys(assets)) {
			a := assets[name]
			needed := slices.ContainsFunc(puzzlePages[:], func(begin string) bool { return strings.HasPrefix(name, begin) })
			if kind := path.Ext(name); needed && (kind == ".js" || kind == ".css" || kind == ".svg") && name != "web/learn/sw.js" {
				kept = append(kept, "/"+name)
				sum.Write([]byte(a.tag))
			}
		}
		for _, file := range slices.Sorted(maps.Keys(words)) {
			a := words[file]
			kept = append(kept, "/app/words/"+file, "/learn/words/"+file)
			sum.Write([]byte(a.tag + learnt()[file].tag))
		}
		slices.Sort(kept)
		head, err := json.Marshal(map[string]any{"version": hex.EncodeToString(sum.Sum(nil)[:8]), "files": kept})
		if err != nil {
			panic(err) // texts can be written
		}
		all["sw.js"] = newAsset(kinds[".js"], slices.Concat([]byte("const puzzle = "), head, []byte(";\n"), assets["web/learn/sw.js"].body))
		return all
	})
}

// puzzleFile is GET /puzzle/{file...}: the page, the puzzles, and the service worker that
// caches them.
func (s *Server) puzzleFile(w http.ResponseWriter, r *http.Request) {
	a, ok := s.puzzles()[r.PathValue("file")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	a.serve(w, r)
}

// puzzleHome is GET /puzzle.
func (s *Server) puzzleHome(w http.ResponseWriter, r *http.Request) {
	to := "/puzzle/"
	if r.URL.RawQuery != "" {
		to += "?" + r.URL.RawQuery
	}
	http.Redirect(w, r, to, http.StatusMovedPermanently)
}
