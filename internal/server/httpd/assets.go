package httpd

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"chratze/internal/web"
	"chratze/internal/web/deskwasm"
)

// asset is a file that is served plain or compressed. Its tag changes with its content; it is a
// weak tag, since it stands for all encodings.
type asset struct {
	kind, tag string
	body      []byte
	zipped    func() []byte // made on first use; it returns nil if compression doesn't pay
	brotli    []byte        // if not nil, the only stored form, and body is nil; other clients get zipped
	unpacked  func() int    // how long body would be, with brotli
	languages bool          // another reader gets it in another language
	missing   bool          // it says that there is nothing at this address
	small     func() []byte // if not nil: body by brotli, made on first use; it returns nil if compression doesn't pay
}

func newAsset(kind string, body []byte) asset {
	sum := sha256.Sum256(body)
	return asset{kind: kind, tag: `W/"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`, body: body, zipped: sync.OnceValue(func() []byte { return worth(zip(body, gzip.BestCompression), body) })}
}

// fileAsset is newAsset for one of the program's own files. There are few of them, so brotli, which takes long, pays; what is
// made on request has gzip alone.
func fileAsset(kind string, body []byte) asset {
	a := newAsset(kind, body)
	if kind == kinds[".jpg"] || kind == kinds[".png"] { // packed already: brotli would work for half a second in vain
		return a
	}
	a.small = sync.OnceValue(func() []byte {
		packed, err := deskwasm.Pack(body)
		if err != nil {
			return nil
		}
		return worth(packed, body)
	})
	return a
}

// brotliAsset is newAsset for content that is already compressed. For browsers on plain http,
// which accept only gzip, it is unpacked and zipped.
func brotliAsset(kind string, packed []byte, unpack func(packed []byte) []byte) asset {
	a := newAsset(kind, packed)
	a.body, a.brotli = nil, packed
	a.zipped = sync.OnceValue(func() []byte {
		if plain := unpack(packed); plain != nil {
			return zip(plain, 5) // the best is smaller by a fiftieth, with ten times the work at each start of a server
		}
		return nil
	})
	a.unpacked = sync.OnceValue(func() int { return len(unpack(packed)) })
	return a
}

// zip compresses, at a level of gzip.
func zip(body []byte, level int) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, level)
	if err == nil {
		_, err = w.Write(body)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil { // a buffer never fails
		panic(err)
	}
	return b.Bytes()
}

// worth returns the zipped form, or nil if it saves less than a tenth.
func worth(zipped, body []byte) []byte {
	if len(zipped) > len(body)-len(body)/10 {
		return nil
	}
	return zipped
}

func (a asset) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	if h.Get("Cache-Control") != forEver {
		h.Set("Cache-Control", "no-cache") // the browser asks again and usually learns that nothing has changed
	}
	h.Set("ETag", a.tag)
	h.Set("Vary", "Accept-Encoding")
	if a.languages {
		h.Add("Vary", "Accept-Language")
	}
	body, encoding := a.form(r.Header.Values("Accept-Encoding"))
	if body == nil {
		h.Del("ETag")
		http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
		return
	}
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
		if a.unpacked != nil {
			h.Set("Unpacked-Length", strconv.Itoa(a.unpacked())) // so that a page can say how much of it has come
		}
	}
	h.Set("Content-Type", a.kind)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if !a.missing {
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body)) // nothing, to a client that has this tag
		return
	}
	w.WriteHeader(http.StatusNotFound)
	_, _ = w.Write(body) // an error means that the client has gone
}

// form returns the body for a client that accepts the given encodings. body is nil if the file
// is damaged.
func (a asset) form(accepted []string) (body []byte, encoding string) {
	if a.brotli != nil && accepts(accepted, "br") {
		return a.brotli, "br"
	}
	if a.small != nil && accepts(accepted, "br") {
		if small := a.small(); small != nil {
			return small, "br"
		}
	}
	if a.brotli != nil || accepts(accepted, "gzip") {
		if zipped := a.zipped(); zipped != nil {
			return zipped, "gzip"
		}
	}
	return a.body, ""
}

// accepts reports whether a client accepts an encoding (RFC 9110, 12.5.3).
func accepts(encodings []string, name string) bool {
	for e := range strings.SplitSeq(strings.Join(encodings, ","), ",") {
		e, q, _ := strings.Cut(strings.ToLower(e), ";")
		if strings.TrimSpace(e) != name {
			continue
		}
		weight, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(q), "q="), 64)
		return err != nil || weight > 0
	}
	return false
}

//lattice:table
var kinds = map[string]string{
	".html":        "text/html; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".css":         "text/css; charset=utf-8",
	".svg":         "image/svg+xml",
	".md":          "text/markdown; charset=utf-8",
	".yaml":        "application/yaml",
	".json":        "application/json",
	".woff2":       "font/woff2",
	".png":         "image/png",
	".jpg":         "image/jpeg",
	".ico":         "image/x-icon",
	".webmanifest": "application/manifest+json",
}

// loadAssets reads the files of the web client, by directory and name, with the texts of the pages, and those for reasons,
// reviews and puzzles.
//
//lattice:table
var loadAssets = sync.OnceValue(func() map[string]asset {
	all := map[string]asset{}
	for name, body := range web.Files() {
		if name == "web/lib/watchdog.js" {
			body = slices.Concat(watchdogTexts(), body)
		}
		all[name] = fileAsset(kinds[path.Ext(name)], body)
	}
	for folder, names := range web.Texts() {
		for file, a := range wordsOf(names) {
			all[folder+"/words/"+file] = a
		}
	}
	return all
})

// watchdogTexts is what the watchdog of a page says, in each language: it needs no other file for that.
func watchdogTexts() []byte {
	c := catalogue()
	all := map[string]map[string]string{}
	for _, lang := range c.Languages() {
		p := c.For(lang)
		all[lang] = map[string]string{"fault": p.T("stuck.fault", nil), "missing": p.T("stuck.missing", nil), "slow": p.T("stuck.slow", nil),
			"file": p.T("stuck.file", nil), "again": p.T("stuck.again", nil), "close": p.T("ui.close", nil)}
	}
	return slices.Concat([]byte("const stuck = "), encoded(all), []byte(";\n"))
}

// page serves one page of the web client.
func (s *library) page(name string) http.HandlerFunc { return s.assets["web/"+name].serve }

// file serves the parts of the pages, and the documentation.
func (s *library) file(dir string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		name := dir + "/" + r.PathValue("file")
		a, ok := s.assets[name]
		if !ok {
			http.NotFound(w, r)
			return
		}
		if strings.HasPrefix(name, practicePath) {
			mayRunWasm(w.Header())
			w.Header().Set("Service-Worker-Allowed", "/")
		}
		a.serve(w, r)
	}
}
