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
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"html"
	"io"
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
	err    error // what went wrong first
}

// Files returns the files of a site by name, with the content that a server has. The site
// leads to another server, if its address is given, for tables with friends. Pages and
// lessons are in the given languages, the words of the tables in all. The error is about a
// server that lacks a part, such as the table of practice.
func Files(from http.Handler, server string, languages ...string) (map[string][]byte, error) {
	w := &writer{from: from, server: strings.TrimRight(server, "/"), langs: languages, files: map[string][]byte{}}
	for _, part := range []func(){w.program, w.assets, w.pages, w.answers, w.lessons, w.games, w.worker} {
		if part(); w.err != nil {
			return nil, w.err
		}
	}
	return w.files, nil
}

// ask asks for what is at an address. Each question comes from another address, since a server lets each one wait its turn.
func (w *writer) ask(at string) *httptest.ResponseRecorder {
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
	return answer
}

// add writes a file with what is at an address.
func (w *writer) add(name, at string) { w.take(name, at, w.ask(at)) }

// maybe is add for what a server needn't have.
func (w *writer) maybe(name, at string) {
	if answer := w.ask(at); answer.Code != http.StatusNotFound {
		w.take(name, at, answer)
	}
}

// file adds what has the same name at a server.
func (w *writer) file(name string) { w.add(name, "/"+name) }

// page adds the page at an address, as a folder.
func (w *writer) page(at string) { w.add(path.Join(at[1:], "index.html"), at) }

// take writes a file with what a server has answered, unpacked, as a site has it.
func (w *writer) take(name, at string, answer *httptest.ResponseRecorder) {
	body := answer.Body.Bytes()
	var err error
	if answer.Code != http.StatusOK {
		err = fmt.Errorf("site: the server answers %d to %s", answer.Code, at)
	} else if answer.Header().Get("Content-Encoding") == "gzip" {
		if name == module || name == desk {
			w.files[name+".gz"] = body // for hosts that don't pack what they send
		}
		body, err = unpacked(body)
	}
	w.err = cmp.Or(w.err, err)
	switch path.Ext(name) {
	case ".html":
		body = w.relativePage(name, versions.ReplaceAll(body, nil))
	case ".js":
		if workers(name) {
			body = worker(name, versions.ReplaceAll(body, nil))
		}
	case ".webmanifest":
		body = manifest(name, body)
	}
	w.files[name] = body
}

func unpacked(body []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// program writes the table of practice and the cash desk.
func (w *writer) program() {
	for _, name := range []string{module, "web/practice/wasm_exec.js", desk, "kasse/wasm_exec.js"} {
		w.file(name)
	}
	for _, name := range trained.Files() {
		w.file("web/practice/" + name)
	}
}

// workers are the service workers, which know what they keep.
func workers(name string) bool { return path.Base(name) == "sw.js" }

// assets writes what the pages are made of. The cash desk and the puzzles have service workers of their own.
func (w *writer) assets() {
	for name := range web.Files() {
		ext := path.Ext(name)
		switch {
		case ext == ".html" || workers(name):
		case name == "web/favicon.ico":
			w.file("favicon.ico")
		default:
			w.file(name)
		}
		if rest, ok := strings.CutPrefix(name, "web/kasse/"); ok && (ext == ".png" || ext == ".webmanifest") {
			w.file("kasse/" + rest)
		}
	}
	for _, lang := range locale.New().Languages() {
		for folder := range web.Texts() {
			w.file(folder + "/words/" + lang + ".json")
		}
		w.file("kasse/words/" + lang + ".json")
		w.file("web/app/app." + lang + ".webmanifest")
	}
	for _, name := range []string{"kasse/sw.js", "puzzle/sw.js", "puzzle/manifest.webmanifest"} {
		w.file(name)
	}
}

// pages writes the pages that there are once, and those at addresses without a language, which a server leads on: in the first one.
func (w *writer) pages() {
	for _, at := range []string{"/", "/replay", "/learn", "/puzzle/", "/kasse/"} {
		w.page(at)
	}
	w.add("t/index.html", "/t/new")
	w.file("web/start/notfound.html")
	w.files["404.html"] = w.nothing()
	lang := w.langs[0]
	w.add("words/index.html", "/words/"+lang)
	w.add("charts/index.html", "/charts/"+lang)
	w.add("rules/index.html", "/rules/"+variant.Default().String()+"/"+lang)
	for _, game := range variant.Presets() {
		w.add("rules/"+game+"/index.html", "/rules/"+game+"/"+lang)
	}
}

// answers writes what a server answers to everybody alike (lib/address.js, api/).
func (w *writer) answers() {
	w.add("api/rules.json", "/api/rules")
	for _, lang := range w.langs {
		names := []string{"api/lessons/" + lang}
		for _, game := range variant.Presets() {
			names = append(names, "api/glossary/"+game+"/"+lang)
		}
		for _, name := range names {
			w.add(name+".json", "/"+name) // with the deck that a language is used to
			for _, deck := range locale.Decks() {
				w.add(fmt.Sprintf("%s-%s.json", name, deck), fmt.Sprintf("/%s?deck=%s", name, deck))
			}
		}
	}
}

// lessons writes a page for each.
func (w *writer) lessons() {
	var course struct{ Lessons []struct{ Number int } }
	w.err = json.Unmarshal(w.files["api/lessons/"+w.langs[0]+".json"], &course)
	for _, l := range course.Lessons {
		w.page("/learn/" + strconv.Itoa(l.Number+1))
	}
}

// games writes words, puzzles, rules and charts, as far as a server has them.
func (w *writer) games() {
	for _, lang := range w.langs {
		w.page("/words/" + lang)
		w.page("/charts/" + lang)
	}
	for _, game := range variant.Presets() {
		w.maybe("puzzle/"+game+".jsonl", "/puzzle/"+game+".jsonl")
		for _, lang := range w.langs {
			w.page("/rules/" + game + "/" + lang)
			for seats := 2; seats <= rams.MaxSeats; seats++ {
				name := "charts/" + game + "/" + strconv.Itoa(seats) + "/" + lang
				w.maybe(name+"/index.html", "/"+name)
			}
		}
	}
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
