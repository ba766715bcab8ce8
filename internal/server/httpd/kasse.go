package httpd

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"

	"chratze/internal/desk/wasm"
	"chratze/internal/locale"
	"chratze/internal/web"
)

// The cash desk is a page that works without us once it is loaded: Go as WebAssembly,
// a service worker, and what a phone keeps. It is nobody's first load.

// kasse is the page's files by the name behind /kasse/. Each field is made when it is
// first asked for.
type kasse struct {
	files func() map[string]asset
	zip   func() (asset, error) // desk.wasm for browsers that can't read brotli
}

// kassePages are the files of other pages that this one needs too.
//
//lattice:table
var kassePages = [...]string{"/web/vendor/lit-html.js", "/web/app/words.js", "/web/cards/coins.svg", "/web/icon.svg"}

func newKasse(desk wasm.Desk, assets map[string]asset) kasse {
	return kasse{
		files: sync.OnceValue(func() map[string]asset { return kasseFiles(desk, assets) }),
		zip:   sync.OnceValues(func() (asset, error) { return rezip(desk.Wasm) }),
	}
}

// kasseFiles returns the desk, its page, and what the page says in each language.
func kasseFiles(desk wasm.Desk, assets map[string]asset) map[string]asset {
	files := map[string]asset{
		"desk.wasm":   packedAsset("application/wasm", desk.Wasm),
		wasm.ExecFile: newAsset(kinds[".js"], desk.Script),
	}
	for name, a := range assets {
		if rest, ok := strings.CutPrefix(name, "web/kasse/"); ok {
			files[rest] = a
		}
	}
	for lang, a := range kasseWords() {
		files["words/"+lang+".json"] = a
	}
	files["sw.js"] = kasseWorker(files, assets)
	return files
}

// kasseWorker puts in front of the service worker which files it keeps, and a version
// that is another one as soon as any of them is.
func kasseWorker(own, assets map[string]asset) asset {
	sum := sha256.New()
	files := []string{"/kasse/"}
	for _, name := range slices.Sorted(maps.Keys(own)) {
		sum.Write([]byte(own[name].tag))
		if name != "sw.js" && name != "index.html" {
			files = append(files, "/kasse/"+name)
		}
	}
	for _, name := range kassePages {
		sum.Write([]byte(assets[name[1:]].tag))
		files = append(files, name)
	}
	head, err := json.Marshal(map[string]any{"version": hex.EncodeToString(sum.Sum(nil)[:8]), "files": files})
	if err != nil {
		panic(err) // texts can be written
	}
	return newAsset(kinds[".js"], slices.Concat([]byte("const kasse = "), head, []byte(";\n"), own["sw.js"].body))
}

// kasseWords returns what the page speaks each language with.
func kasseWords() map[string]asset {
	c := locale.New()
	all, names := map[string]asset{}, web.KasseNames()
	for _, lang := range c.Languages() {
		all[lang] = jsonAsset(c.For(lang).Browser(names.Has))
	}
	return all
}

// rezip gives a file compressed with brotli to those who can only read gzip: browsers
// that reach us over plain http.
func rezip(packed []byte) (asset, error) {
	plain, err := wasm.Unpack(packed)
	if err != nil {
		return asset{}, err
	}
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return asset{}, err
	}
	if _, err := w.Write(plain); err != nil {
		return asset{}, err
	}
	if err := w.Close(); err != nil {
		return asset{}, err
	}
	return packedAsset("application/wasm", b.Bytes()), nil
}

// Prepare makes what is otherwise made when somebody first asks for it, and takes long: the cash
// desk for browsers that can't read brotli, and the puzzles. Call it beside a server that answers.
func (s *Server) Prepare() {
	_, _ = s.kasse.zip() // an error: whoever asks for it is told
	for _, files := range []map[string]asset{s.kasse.files(), s.puzzles()} {
		for _, a := range files {
			a.zipped()
		}
	}
}

// kasseFile is GET /kasse/{file...}: the page and all it is made of. Only here may a
// page run WebAssembly.
func (s *Server) kasseFile(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", strings.Replace(h.Get("Content-Security-Policy"), "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'", 1))
	name := r.PathValue("file")
	if name == "" {
		name = "index.html"
	}
	a, ok := s.kasse.files()[name]
	if !ok {
		http.NotFound(w, r)
		return
	}
	if name == "desk.wasm" {
		h.Set("Vary", "Accept-Encoding")
		h.Set("Content-Encoding", "br")
		if !accepts(r.Header.Values("Accept-Encoding"), "br") {
			var err error
			if a, err = s.kasse.zip(); err != nil {
				s.opt.Logger.Error("the cash desk of this program is damaged", "err", err)
				h.Del("Content-Encoding")
				http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
				return
			}
			h.Set("Content-Encoding", "gzip")
		}
	}
	a.serve(w, r)
}

// kasseHome is GET /kasse.
func (s *Server) kasseHome(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "/kasse/", http.StatusMovedPermanently)
}
