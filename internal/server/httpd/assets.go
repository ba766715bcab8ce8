package httpd

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"

	"chratze/internal/web"
)

// asset is a file that is served as it is, or compressed; its tag changes with its
// content. The tag is a weak one: it stands for both forms.
type asset struct {
	kind, tag string
	body      []byte
	zipped    func() []byte // made when it is first asked for; it gives nil if it isn't worth it
}

func newAsset(kind string, body []byte) asset {
	sum := sha256.Sum256(body)
	return asset{kind, `W/"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`, body, sync.OnceValue(func() []byte { return zip(body) })}
}

// packedAsset is newAsset for what is compressed already.
func packedAsset(kind string, body []byte) asset {
	a := newAsset(kind, body)
	a.zipped = func() []byte { return nil }
	return a
}

// zip compresses, or returns nil if a tenth isn't saved.
func zip(body []byte) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(body)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil { // a buffer takes everything
		panic(err)
	}
	if b.Len() > len(body)-len(body)/10 {
		return nil
	}
	return b.Bytes()
}

func (a asset) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Cache-Control", "no-cache") // ask again, and be told that it is the same
	h.Set("ETag", a.tag)
	h.Set("Vary", "Accept-Encoding")
	if known(r.Header.Values("If-None-Match"), a.tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body := a.body
	if accepts(r.Header.Values("Accept-Encoding"), "gzip") {
		if zipped := a.zipped(); zipped != nil {
			h.Set("Content-Encoding", "gzip")
			body = zipped
		}
	}
	h.Set("Content-Type", a.kind)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body) // an error: the client has gone
}

// known reports whether a client that has these tags has the one.
func known(tags []string, tag string) bool {
	for t := range strings.SplitSeq(strings.Join(tags, ","), ",") {
		if t = strings.TrimSpace(t); t == "*" || strings.TrimPrefix(t, "W/") == strings.TrimPrefix(tag, "W/") {
			return true
		}
	}
	return false
}

// accepts reports whether a client takes an encoding (RFC 9110, 12.5.3).
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
	".webmanifest": "application/manifest+json",
}

// loadAssets reads the files of the web client, by directory and name.
//
//lattice:table
var loadAssets = sync.OnceValue(func() map[string]asset {
	all := map[string]asset{}
	for name, body := range web.Files() {
		all[name] = newAsset(kinds[path.Ext(name)], body)
	}
	return all
})

// page serves one page of the web client.
func (s *Server) page(name string) http.HandlerFunc { return s.assets["web/"+name].serve }

// file serves what belongs to the pages, and the documentation.
func (s *Server) file(dir string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		a, ok := s.assets[dir+"/"+r.PathValue("file")]
		if !ok {
			http.NotFound(w, r)
			return
		}
		a.serve(w, r)
	}
}
