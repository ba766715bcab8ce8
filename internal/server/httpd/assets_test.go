package httpd

import (
	"compress/gzip"
	"io"
	"net/http"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"chratze/internal/web"
)

// maxFirstLoad is how many bytes a page may cost a phone that has never seen it.
const maxFirstLoad = 105_000

// maxFiles is how many files a page may ask for before it can be used.
const maxFiles = 62

//lattice:table
var reference = regexp.MustCompile(`(?:src|<link[^>]* href)="(/[^"]+)"|from ?['"](\.[^'"]+)['"]`)

// TestFirstLoad follows a page to all that it loads, and to what its scripts fetch:
// all of it goes compressed, and the largest deck is counted.
func TestFirstLoad(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	for _, page := range []string{"/", "/t/1", "/learn/1", "/replay", "/puzzle/", "/kasse/", "/tables"} {
		total, brotlied, seen := 0, 0, map[string]bool{}
		todo := []string{page, "/api/rules", "/app/words/de-CH.json", "/web/cards/swiss.svg"}
		for len(todo) > 0 {
			at := todo[0]
			if todo = todo[1:]; seen[at] {
				continue
			}
			seen[at] = true
			r, sent := s.get(at, http.Header{"Accept-Encoding": {"br, gzip"}})
			if r.StatusCode != http.StatusOK {
				t.Fatalf("%s: %d", at, r.StatusCode)
			}
			total += len(sent)
			switch r.Header.Get("Content-Encoding") {
			case "br":
				_, zipped := s.get(at, http.Header{"Accept-Encoding": {"gzip"}})
				total += len(zipped) - len(sent) // the limit is of what plain http gets
				if len(sent) > len(zipped) {
					t.Errorf("%s: %d bytes by brotli, %d by gzip", at, len(sent), len(zipped))
				}
				plain, err := io.ReadAll(brotli.NewReader(strings.NewReader(sent)))
				if err != nil {
					t.Fatal(err)
				}
				brotlied, sent = brotlied+1, string(plain)
			case "gzip":
				sent = unzip(t, sent)
			default:
				if len(sent) > 500 {
					t.Errorf("%s: %d bytes are not compressed", at, len(sent))
				}
			}
			if _, plain := s.get(at, http.Header{"Accept-Encoding": {"identity"}}); plain != sent {
				t.Errorf("%s: compressed it is something else", at)
			}
			sent, _, _ = strings.Cut(sent, "<template") // what is named in it is fetched later
			for _, m := range reference.FindAllStringSubmatch(sent, -1) {
				if strings.Contains(m[0], "apple-touch-icon") {
					continue // fetched for a home screen alone
				}
				if m[2] != "" {
					m[1] = path.Join(path.Dir(at), m[2])
				}
				todo = append(todo, m[1])
			}
		}
		t.Logf("%s: %d bytes, %d files", page, total, len(seen))
		if brotlied < len(seen)*3/4 {
			t.Errorf("%s: %d of %d files go by brotli", page, brotlied, len(seen))
		}
		if web.Minified && total > maxFirstLoad && (page == "/" || page == "/t/1") || len(seen) < 8 || len(seen) > maxFiles {
			t.Errorf("%s: %d bytes in %d files, at most %d bytes in %d files", page, total, len(seen), maxFirstLoad, maxFiles)
		}
	}
}

func unzip(t *testing.T, b string) string {
	t.Helper()
	r, err := gzip.NewReader(strings.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(plain)
}

// TestEncoding: who doesn't want it compressed doesn't get it so; what is known is
// not sent again, in whichever form; caches are told to keep both. Pictures, which are packed already, aren't packed again.
func TestEncoding(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	const file = "/web/app/base.css"
	for accept, encoding := range map[string]string{
		"gzip": "gzip", "br, gzip;q=0.5": "br", "GZIP": "gzip", "deflate,gzip ; q=1": "gzip", "br;q=0, gzip": "gzip",
		"identity": "", "gzip;q=0": "", "gzip; q=0.0, br": "br", "x-gzip": "", "br": "br",
	} {
		r, _ := s.get(file, http.Header{"Accept-Encoding": {accept}})
		if got := r.Header.Get("Content-Encoding"); got != encoding || r.Header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s: encoding %q; %v", accept, got, r.Header)
		}
		tag := r.Header.Get("ETag")
		for match, status := range map[string]int{
			tag: http.StatusNotModified, `"x", ` + tag: http.StatusNotModified, strings.TrimPrefix(tag, "W/"): http.StatusNotModified,
			"*": http.StatusNotModified, `"x"`: http.StatusOK, "": http.StatusOK,
		} {
			again, body := s.get(file, http.Header{"Accept-Encoding": {accept}, "If-None-Match": {match}})
			if again.StatusCode != status || (len(body) == 0) != (status == http.StatusNotModified) || again.Header.Get("Vary") == "" {
				t.Errorf("%s, known %s: %d and %d bytes", accept, match, again.StatusCode, len(body))
			}
		}
	}
	for name, a := range loadAssets() {
		packed := a.kind == kinds[".jpg"] || a.kind == kinds[".png"] || a.kind == kinds[".json"] // pictures are; words are wanted at once
		if tries := a.small != nil; tries == packed {
			t.Errorf("%s: brotli is tried: %t", name, tries)
		}
	}
}
