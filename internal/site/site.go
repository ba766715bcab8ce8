// Package site writes what one person does at a server as plain files, for any web host:
// practice, lessons, puzzles, rules, charts, the replay and the cash desk. They work below any
// path, because every address in them is relative.
//
//	files, err := site.Files(server, "", locale.New().Languages()...)
//	err = site.Write("public", files)
//
// Files asks a server (package httpd) for everything, so a site has what a server has. What is
// made for one table of people, with a WebSocket or a link, isn't there.
package site

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"path"
	"slices"
	"strconv"
	"strings"

	"chratze/bot/trained"
	"chratze/internal/locale"
	"chratze/internal/web"
	"chratze/rams"
	"chratze/variant"
)

// writer collects the files of a site, by name: "learn/1/index.html".
type writer struct {
	from   http.Handler
	server string // address of a server for tables with friends; "": none
	langs  []string
	files  map[string][]byte
	asked  int
}

// Files returns the files of a site by name, with the content that a server has. The site
// leads to another server, if its address is given, for tables with friends. Pages and
// lessons are in the given languages, the words of the tables in all. The error is about a
// server that lacks a part, such as the table of practice.
func Files(from http.Handler, server string, languages ...string) (map[string][]byte, error) {
	w := &writer{from: from, server: strings.TrimRight(server, "/"), langs: languages, files: map[string][]byte{}}
	for _, part := range []func() error{w.pages, w.assets, w.desk, w.answers, w.made} {
		if err := part(); err != nil {
			return nil, err
		}
	}
	w.worker()
	return w.files, nil
}

// missingError says that a server has nothing at an address.
type missingError struct {
	path   string
	status int
}

func (e *missingError) Error() string {
	return "static: the server answers " + strconv.Itoa(e.status) + " to " + e.path
}

// get asks for what is at an address, unpacked.
func (w *writer) get(at string) ([]byte, error) {
	body, packed, err := w.sent(at)
	if err != nil || !packed {
		return body, err
	}
	z, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// sent is what a server sends, which may be packed by gzip. Each question comes from another
// address, since a server lets each one wait its turn.
func (w *writer) sent(at string) (body []byte, packed bool, err error) {
	w.asked++
	r := httptest.NewRequest(http.MethodGet, at, nil)
	r.RemoteAddr = fmt.Sprintf("127.%d.%d.1:80", w.asked>>8, w.asked&255)
	lang := w.langs[0]
	if slices.Contains(w.langs, "en") {
		lang = "en"
	}
	r.Header.Set("Accept-Language", lang) // a page that names others names those that the site has
	answer := httptest.NewRecorder()
	w.from.ServeHTTP(answer, r)
	if answer.Code != http.StatusOK {
		return nil, false, &missingError{at, answer.Code}
	}
	return answer.Body.Bytes(), answer.Header().Get("Content-Encoding") == "gzip", nil
}

// add writes a file with what is at an address.
func (w *writer) add(name, at string) error {
	body, err := w.get(at)
	if err != nil {
		return err
	}
	switch path.Ext(name) {
	case ".html":
		body = w.page(name, versions.ReplaceAll(body, nil))
	case ".js":
		if workers(name) {
			body = worker(name, versions.ReplaceAll(body, nil))
		}
	case ".webmanifest":
		body = manifest(name, body)
	}
	w.files[name] = body
	return nil
}

// addAll writes several files, by name.
func (w *writer) addAll(list map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(list)) {
		if err := w.add(name, list[name]); err != nil {
			return err
		}
	}
	return nil
}

// pages writes the pages that are the same for everybody.
func (w *writer) pages() error {
	return w.addAll(map[string]string{
		"index.html": "/", "t/index.html": "/t/new", "replay/index.html": "/replay", "learn/index.html": "/learn",
		"puzzle/index.html": "/puzzle/", "kasse/index.html": "/kasse/",
		"web/start/notfound.html": "/web/start/notfound.html",
	})
}

// workers are the service workers, which know what they keep.
func workers(name string) bool { return path.Base(name) == "sw.js" }

// assets writes what the pages are made of.
func (w *writer) assets() error {
	list := map[string]string{module: "/" + module, "web/practice/wasm_exec.js": "/web/practice/wasm_exec.js"}
	for name := range web.Files() {
		switch {
		case path.Ext(name) == ".html" || workers(name):
		case name == "web/favicon.ico":
			list["favicon.ico"] = "/favicon.ico"
		default:
			list[name] = "/" + name
		}
	}
	for _, lang := range locale.New().Languages() {
		for _, name := range []string{"app/words/" + lang + ".json", "learn/words/" + lang + ".json", "web/app/app." + lang + ".webmanifest"} {
			list[name] = "/" + name
		}
	}
	if err := w.addAll(list); err != nil {
		return err
	}
	for _, name := range trained.Names() {
		if err := w.add("web/practice/"+name, "/web/practice/"+name); err != nil {
			return err
		}
	}
	return w.packed(module)
}

// desk writes the cash desk and the puzzles, which have service workers of their own.
func (w *writer) desk() error {
	list := map[string]string{"kasse/desk.wasm": "/kasse/desk.wasm", "kasse/wasm_exec.js": "/kasse/wasm_exec.js",
		"kasse/sw.js": "/kasse/sw.js", "puzzle/sw.js": "/puzzle/sw.js", "puzzle/manifest.webmanifest": "/puzzle/manifest.webmanifest"}
	for name := range web.Files() {
		if rest, ok := strings.CutPrefix(name, "web/kasse/"); ok && (path.Ext(name) == ".png" || path.Ext(name) == ".webmanifest") {
			list["kasse/"+rest] = "/kasse/" + rest
		}
	}
	for _, lang := range locale.New().Languages() {
		list["kasse/words/"+lang+".json"] = "/kasse/words/" + lang + ".json"
	}
	if err := w.addAll(list); err != nil {
		return err
	}
	return w.packed(desk)
}

// packed adds a module as its server packs it, for hosts that don't pack what they send.
func (w *writer) packed(name string) error {
	body, packed, err := w.sent("/" + name)
	if packed {
		w.files[name+".gz"] = body
	}
	return err
}

// decks are those that a page may ask for; "" is what a language is used to.
func decks() []string {
	list := []string{""}
	for _, d := range locale.Decks() {
		list = append(list, string(d))
	}
	return list
}

// deckly is a file for a deck: its name, and the address at which a server has it.
func deckly(name, deck string) (file, at string) {
	if deck == "" {
		return name, "/" + name
	}
	return name + "-" + deck, "/" + name + "?deck=" + deck
}

// answers writes what a server answers to everybody alike (lib/address.js, api/).
func (w *writer) answers() error {
	list := map[string]string{"api/rules.json": "/api/rules"}
	for _, lang := range w.langs {
		for _, deck := range decks() {
			names := []string{"api/lessons/" + lang}
			for _, game := range variant.Presets() {
				names = append(names, "api/glossary/"+game+"/"+lang)
			}
			for _, name := range names {
				file, at := deckly(name, deck)
				list[file+".json"] = at
			}
		}
	}
	if err := w.addAll(list); err != nil {
		return err
	}
	var book struct{ Practice bool }
	if err := json.Unmarshal(w.files["api/rules.json"], &book); err != nil || !book.Practice {
		return fmt.Errorf("static: the server has no table of practice: %w", err)
	}
	return nil
}

// made writes lessons, puzzles, rules and charts: a page for each, as far as a server has one.
func (w *writer) made() error {
	var course struct{ Lessons []struct{ Number int } }
	if err := json.Unmarshal(w.files["api/lessons/"+w.langs[0]+".json"], &course); err != nil {
		return err
	}
	for _, l := range course.Lessons {
		n := strconv.Itoa(l.Number + 1)
		if err := w.add("learn/"+n+"/index.html", "/learn/"+n); err != nil {
			return err
		}
	}
	if err := w.folders(); err != nil {
		return err
	}
	for _, lang := range w.langs {
		if err := w.add("words/"+lang+"/index.html", "/words/"+lang); err != nil {
			return err
		}
	}
	for _, game := range variant.Presets() {
		if err := w.maybe("puzzle/"+game+".jsonl", "/puzzle/"+game+".jsonl"); err != nil {
			return err
		}
		for _, lang := range w.langs {
			name := "rules/" + game + "/" + lang
			if err := w.add(name+"/index.html", "/"+name); err != nil {
				return err
			}
			for seats := 2; seats <= rams.MaxSeats; seats++ {
				name := "charts/" + game + "/" + strconv.Itoa(seats) + "/" + lang
				if err := w.maybe(name+"/index.html", "/"+name); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// folders writes what stands at addresses without a language, which a server leads on: the page in the first language.
func (w *writer) folders() error {
	lang := w.langs[0]
	list := map[string]string{"words/index.html": "/words/" + lang, "charts/index.html": "/charts/" + lang,
		"rules/index.html": "/rules/" + variant.Default().String() + "/" + lang}
	for _, l := range w.langs {
		list["charts/"+l+"/index.html"] = "/charts/" + l
	}
	for _, game := range variant.Presets() {
		list["rules/"+game+"/index.html"] = "/rules/" + game + "/" + lang
	}
	w.files["404.html"] = w.nothing()
	return w.addAll(list)
}

// nothing is the page that hosts show where there is none. It stands at any depth, so it names no other file.
func (w *writer) nothing() []byte {
	b := []byte("<!doctype html>\n<html lang=\"" + w.langs[0] + "\">\n<meta charset=\"utf-8\">\n" +
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Chratze</title>\n<h1>Chratze</h1>\n")
	for _, lang := range w.langs {
		b = fmt.Appendf(b, "<p lang=\"%s\">%s</p>\n", lang, html.EscapeString(locale.New().For(lang).T("lost.head", nil)))
	}
	return append(b, "</html>\n"...)
}

// maybe is add for what a server needn't have.
func (w *writer) maybe(name, at string) error {
	err := w.add(name, at)
	if none, ok := err.(*missingError); ok && none.status == http.StatusNotFound { //nolint:errorlint // get returns it as it is
		return nil
	}
	return err
}
