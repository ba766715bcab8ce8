package page_test

import (
	"strings"
	"testing"

	"chratze/internal/page"
)

// TestCSS: only blanks go that mean nothing.
func TestCSS(t *testing.T) {
	t.Parallel()
	const style = "a, td:is(:hover, :focus) dl { color: red; width: calc(1px - 2px); }\n@media (max-width: 4rem) {\n  b { top: 0; }\n}\n"
	const want = "a,td:is(:hover,:focus) dl{color:red;width:calc(1px - 2px)}@media (max-width:4rem){b{top:0}}"
	if got := string(page.CSS(style)); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// TestParse: every page begins with a doctype, its language and its title, and has the palette.
func TestParse(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	tmpl := page.Parse(`{{template "head" .}}<style>{{shell}}</style>`)
	if err := tmpl.Execute(&b, struct{ Lang, Title string }{"ja", "<A>"}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<!doctype html>\n<html lang=\"ja\">", "<title>&lt;A&gt;</title>", "--bg:#fbfaf7", "prefers-color-scheme:dark", "@media print"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s in\n%s", want, b.String())
		}
	}
}

// TestKept: numbers with their money, names and cards aren't translated, once each; what a template keeps stays as it is.
func TestKept(t *testing.T) {
	t.Parallel()
	type value struct{ A, B string }
	tmpl := page.Parse(`<title>{{.A}}</title><p title="{{.A}}">{{.A}}<code translate="no">{{.A}}</code><svg><text>{{.A}}</text></svg> {{.B}}`)
	got := string(page.Execute(tmpl, value{"Anna's 6 & Fr. 1'234.50", "Annabel <b> 12. Beat 2 6 of hearts"}, "Anna", "", "Beat", "Beat 2", "6 of hearts"))
	const k, e = `<bdi translate="no">`, `</bdi>`
	const a = `Anna&#39;s 6 &amp; Fr. 1&#39;234.50`
	const want = `<title>` + a + `</title><p title="` + a + `">` + k + `Anna` + e + `&#39;s ` + k + `6` + e + ` &amp; ` + k + `Fr. 1&#39;234.50` + e +
		`<code translate="no">` + a + `</code><svg><text>` + a + `</text></svg> Annabel &lt;b&gt; ` + k + `12` + e + `. ` + k + `Beat 2` + e + ` ` + k + `6 of hearts` + e
	if got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}
