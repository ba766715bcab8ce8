package page

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// kept wraps the numbers of a page with their money, and these names and cards, so that no browser translates them: as
// lib/kept.js does in the pages of modules. What a template marks with translate="no" stays as it is.
func kept(source []byte, names []string) []byte {
	names = slices.Clone(names)
	slices.SortFunc(names, func(a, b string) int { return len(b) - len(a) })
	var words strings.Builder
	for _, n := range slices.Compact(names) {
		if n != "" { // it would be found everywhere
			words.WriteString(regexp.QuoteMeta(n) + `\b|`)
		}
	}
	values := regexp.MustCompile(`(` + words.String() + `(?:Fr\.\s?|[€¥$])?[+−-]?(?:Fr\.\s?|[€¥$])?\pN[\p{Latin}\pN]*(?:[.,'’:/]\pN+)*(?:\s?€|円|点|フラン|ユーロ|ドル)?)|[\p{Latin}\pN]+`)
	var out bytes.Buffer
	within, deep := "", 0 // an element that is left alone
	for z := html.NewTokenizer(bytes.NewReader(source)); ; {
		kind := z.Next()
		raw := bytes.Clone(z.Raw()) // what follows changes it
		switch t := z.Token(); {
		case kind == html.ErrorToken:
			return out.Bytes()
		case kind == html.TextToken && within == "":
			text, end := t.Data, 0
			for _, m := range values.FindAllStringSubmatchIndex(text, -1) {
				if m[2] >= 0 {
					out.WriteString(html.EscapeString(text[end:m[2]]) + `<bdi translate="no">` + html.EscapeString(text[m[2]:m[3]]) + `</bdi>`)
					end = m[3]
				}
			}
			out.WriteString(html.EscapeString(text[end:]))
			continue
		case kind == html.StartTagToken && within == "" && (slices.Contains(t.Attr, html.Attribute{Key: "translate", Val: "no"}) || slices.Contains(alone, t.Data)):
			within, deep = t.Data, 1
		case kind == html.StartTagToken && t.Data == within:
			deep++
		case kind == html.EndTagToken && t.Data == within:
			if deep--; deep == 0 {
				within = ""
			}
		}
		out.Write(raw)
	}
}

// alone are elements that hold nothing but text, or a drawing.
//
//lattice:table
var alone = []string{"script", "style", "title", "textarea", "option", "svg"}
