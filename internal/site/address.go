package site

import (
	"bytes"
	"html"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
)

// place is what stands at an address of a server, in a site: "/learn/2" is the folder "learn/2/".
// The page's own is to, in lib/address.js.
func place(at string) string {
	u, err := url.Parse(at)
	if err != nil {
		return at // nothing that our pages have
	}
	name := strings.TrimPrefix(u.Path, "/")
	switch {
	case strings.HasPrefix(name, "t/"):
		name = "t/"
	case name != "" && !strings.HasSuffix(name, "/") && path.Ext(name) == "":
		name += "/"
	}
	u.Path = name
	return u.String()
}

// relative is the address of what a server has at another, from a file of a site.
func relative(file, at string) string {
	up := strings.Repeat("../", strings.Count(file, "/"))
	to := up + place(at)
	if to == "" {
		return "./"
	}
	return to
}

var (
	attribute = regexp.MustCompile(`\b(href|src)="(/[^"]*)"`)
	versions  = regexp.MustCompile(`/v/[0-9a-f]{16}`) // of a server's files
	quoted    = regexp.MustCompile(`"(/[^"]*)"`)
	identity  = regexp.MustCompile(`"id": "[^"]*", `)
	picture   = regexp.MustCompile(`(?m)^<meta (property="og:image|name="twitter:)[^>]*>\n?`)
)

// relativePage is a page of a server as a file: it says to its modules that this is a site, and its
// addresses are relative. A link preview needs a whole address, which is unknown here.
func (w *writer) relativePage(name string, body []byte) []byte {
	body = bytes.Replace(body, []byte("<html "), []byte(`<html data-site="`+html.EscapeString(w.server)+`" `), 1)
	return rewrite(picture.ReplaceAll(body, nil), attribute, name, 2)
}

// worker is a service worker as a file. Its head is a list of addresses.
func worker(name string, body []byte) []byte {
	head, rest, _ := bytes.Cut(body, []byte("\n"))
	head = bytes.Replace(head, []byte(`desk.wasm"`), []byte(`desk.wasm.gz"`), 1) // a page of a site asks for that
	return slices.Concat(rewrite(head, quoted, name, 1), []byte("\n"), rest)
}

// manifest is a manifest as a file. Its identity is its first page: another site at this host is
// another program.
func manifest(name string, body []byte) []byte {
	return rewrite(identity.ReplaceAll(body, nil), quoted, name, 1)
}

// rewrite makes the addresses that a pattern finds, in one of its groups, relative to a file.
func rewrite(body []byte, pattern *regexp.Regexp, name string, group int) []byte {
	return pattern.ReplaceAllFunc(body, func(found []byte) []byte {
		at := pattern.FindSubmatch(found)[group]
		return bytes.Replace(found, at, []byte(relative(name, string(at))), 1)
	})
}
