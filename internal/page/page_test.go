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
