package httpd

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"

	"chratze/internal/kassewasm"
	"chratze/internal/msg"
	"chratze/internal/web"
)

// The cash desk is a page that works without us once it is loaded: Go as WebAssembly,
// a service worker, and what a phone keeps. It is nobody's first load.

// kasse is the page's files, made ready when the first one is asked for.
type kasse struct {
	once  sync.Once
	build func() (wasm, script []byte, err error)
	files map[string]asset // by the name behind /kasse/
	zip   asset            // desk.wasm for who can't read brotli
	err   error
}

// kassePages are the files of other pages that this one needs too.
//
//lattice:table
var kassePages = [...]string{"/web/vendor/lit-html.js", "/web/app/words.js", "/web/cards/coins.svg", "/web/icon.svg"}

// ready returns the files. The error is that the desk could not be built.
func (k *kasse) ready(assets map[string]asset) (map[string]asset, error) {
	k.once.Do(func() { k.err = k.load(assets) })
	return k.files, k.err
}

func (k *kasse) load(assets map[string]asset) (err error) {
	packed, script := assets["web/kasse/"+kassewasm.WasmFile].body, assets["web/kasse/"+kassewasm.ExecFile].body
	if packed == nil || script == nil {
		if k.build == nil {
			return kassewasm.ErrNoCheckout
		}
		if packed, script, err = k.build(); err != nil {
			return err
		}
	}
	k.files = map[string]asset{}
	for name, a := range assets {
		if rest, ok := strings.CutPrefix(name, "web/kasse/"); ok {
			k.files[rest] = a
		}
	}
	k.files["desk.wasm"] = newAsset("application/wasm", packed)
	k.files[kassewasm.ExecFile] = newAsset(kinds[".js"], script)
	for lang, a := range kasseWords() {
		k.files["words/"+lang+".json"] = a
	}
	if k.zip, err = rezip(packed); err != nil {
		return err
	}
	k.worker(assets)
	return nil
}

// worker puts in front of the service worker which files it keeps, and a version
// that is another one as soon as any of them is.
func (k *kasse) worker(assets map[string]asset) {
	sum := sha256.New()
	files := []string{"/kasse/"}
	for _, name := range slices.Sorted(maps.Keys(k.files)) {
		sum.Write([]byte(k.files[name].tag))
		if name != "sw.js" && name != "index.html" && !strings.HasSuffix(name, ".br") {
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
	k.files["sw.js"] = newAsset(kinds[".js"], slices.Concat([]byte("const kasse = "), head, []byte(";\n"), k.files["sw.js"].body))
}

// kasseWords returns what the page speaks each language with.
func kasseWords() map[string]asset {
	c := msg.New()
	all, names := map[string]asset{}, web.KasseNames()
	for _, lang := range c.Languages() {
		all[lang] = jsonAsset(c.For(lang).Browser(names.Has))
	}
	return all
}

// rezip gives a file compressed with brotli to those who can only read gzip: browsers
// that reach us over plain http.
func rezip(packed []byte) (asset, error) {
	plain, err := kassewasm.Unpack(packed)
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
	return newAsset("application/wasm", b.Bytes()), nil
}

// kasseFile is GET /kasse/{file...}: the page and all it is made of. Only here may a
// page run WebAssembly.
func (s *Server) kasseFile(w http.ResponseWriter, r *http.Request) {
	files, err := s.kasse.ready(s.assets)
	if err != nil {
		s.opt.Logger.Error("the cash desk could not be built", "err", err)
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	h := w.Header()
	h.Set("Content-Security-Policy", strings.Replace(h.Get("Content-Security-Policy"), "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'", 1))
	name := r.PathValue("file")
	if name == "" {
		name = "index.html"
	}
	a, ok := files[name]
	if !ok || path.Ext(name) == ".br" {
		http.NotFound(w, r)
		return
	}
	if name == "desk.wasm" {
		h.Set("Vary", "Accept-Encoding")
		h.Set("Content-Encoding", "br")
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "br") {
			a = s.kasse.zip
			h.Set("Content-Encoding", "gzip")
		}
	}
	a.serve(w, r)
}

// kasseHome is GET /kasse.
func (s *Server) kasseHome(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "/kasse/", http.StatusMovedPermanently)
}

// Settings keeps the desks that are followed: store.DB does.
type Settings interface {
	// Setting returns what is kept under a key; an error if nothing is, too.
	Setting(ctx context.Context, key string) ([]byte, error)
	// Set keeps a value for good.
	Set(ctx context.Context, key string, value []byte) error
}
