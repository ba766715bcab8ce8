package httpd

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"chratze/variant"
)

// A server is for friends: search engines list nothing of it, unless its operator wants that; then they may list
// what knows no table.

// findable are the beginnings of the paths that search engines may list, if the operator wants it.
//
//lattice:table
var findable = [...]string{"/rules/", "/words/", "/charts/", "/learn", "/puzzle/", "/kasse/"}

// mayFind reports whether search engines may list what is at a path.
func (f *front) mayFind(path string) bool {
	found := func(begin string) bool { return strings.HasPrefix(path, begin) }
	return f.opt.Findable && (path == "/" || slices.ContainsFunc(findable[:], found))
}

// translated tells search engines at which address a page stands that can be asked for in several ways, and where it
// stands in the other languages. path has {lang} for the language.
func (f *front) translated(w http.ResponseWriter, r *http.Request, path, lang string) {
	if !f.opt.Findable {
		return
	}
	at := func(lang string) string { return "<" + f.base(r) + strings.ReplaceAll(path, "{lang}", lang) + ">" }
	links := []string{at(lang) + `; rel="canonical"`}
	for _, other := range catalogue().Languages() {
		links = append(links, at(other)+`; rel="alternate"; hreflang="`+other+`"`)
	}
	w.Header().Set("Link", strings.Join(links, ", "))
}

// translatedPaths are the pages that a search engine finds, with {lang} for the language.
func translatedPaths() []string {
	list := []string{"/words/{lang}", "/charts/{lang}"}
	for _, game := range variant.Presets() {
		list = append(list, "/rules/"+game+"/{lang}")
	}
	return append(list, chartPaths()...)
}

// robots is GET /robots.txt. It keeps search engines away from nothing: what they mustn't list says so itself (mayFind),
// and the preview of a link in a chat has to be read.
func (s *library) robots(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	fmt.Fprintln(w, "User-agent: *\nDisallow:")
	if s.opt.Findable {
		fmt.Fprintln(w, "Sitemap: "+s.base(r)+"/sitemap.xml")
	}
}

// sitemap is GET /sitemap.xml (sitemaps.org), if search engines may list anything.
func (s *library) sitemap(w http.ResponseWriter, r *http.Request) {
	if !s.opt.Findable {
		s.nothing(w, r)
		return
	}
	var b bytes.Buffer
	b.WriteString(xml.Header + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n")
	add := func(path string) {
		b.WriteString("<url><loc>")
		_ = xml.EscapeText(&b, []byte(s.base(r)+path)) // a buffer never fails
		b.WriteString("</loc></url>\n")
	}
	for _, path := range [...]string{"/", "/learn", "/puzzle/", "/kasse/"} {
		add(path)
	}
	for _, path := range translatedPaths() {
		for _, lang := range catalogue().Languages() {
			add(strings.ReplaceAll(path, "{lang}", lang))
		}
	}
	b.WriteString("</urlset>\n")
	newAsset("application/xml", b.Bytes()).serve(w, r)
}
