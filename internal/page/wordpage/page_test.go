package wordpage_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"chratze/internal/locale"
	"chratze/internal/page/wordpage"
	"chratze/internal/wording"
	"chratze/variant"
)

// TestPage: every term has its place, its word in all languages, and its meaning in the reader's; where Austria has
// another word than Switzerland, both stand there, the reader's own in front.
func TestPage(t *testing.T) {
	t.Parallel()
	c := locale.New()
	missing := regexp.MustCompile(`>[a-z]+(\.[a-z_-]+)+<|\{[a-z]+\}|%!|<td[^>]*></td>`)
	for _, lang := range c.Languages() {
		p := c.For(lang)
		page := strings.NewReplacer(`<bdi translate="no">`, "", "</bdi>", "").Replace(string(wordpage.Page(p)))
		if m := missing.FindString(page); m != "" {
			t.Errorf("%s: %s", lang, m)
		}
		for _, chapter := range p.Glossary() {
			for _, term := range chapter.Terms {
				_, rest, ok := strings.Cut(page, `<tbody id="`+term.ID+`">`)
				own, _, _ := strings.Cut(rest, "</tbody>")
				if !ok || strings.Contains(rest, `<tbody id="`+term.ID+`">`) {
					t.Errorf("%s: %s doesn't stand there once", lang, term.ID)
				}
				for _, word := range term.Words {
					if !strings.Contains(own, word) {
						t.Errorf("%s: %s: no %s in\n%s", lang, term.ID, word, own)
					}
				}
			}
		}
	}
	for lang, want := range map[string]string{
		"de-CH": `<th scope="rowgroup">Stock <small>Deutschland, Österreich: Talon</small></th>`, "de-AT": `<th scope="rowgroup">Talon <small>Schweiz: Stock</small></th>`,
		"ja": `<td lang="de-DE">Talon <small>スイス：Stock</small></td>`, "en": `<th scope="rowgroup">stock</th>`,
	} {
		if page := string(wordpage.Page(c.For(lang))); !strings.Contains(page, want) {
			t.Errorf("%s: no %s", lang, want)
		}
	}
}

// TestWhich: the questions lead to each game once, and each of them tells games apart.
func TestWhich(t *testing.T) {
	t.Parallel()
	c := locale.New()
	for _, lang := range c.Languages() {
		found := map[string]int{}
		var follow func(q *wording.Question)
		follow = func(q *wording.Question) {
			if len(q.Answers) < 2 {
				t.Errorf("%s: %q has the answers %v", lang, q.Ask, q.Answers)
			}
			for _, a := range q.Answers {
				if _, err := strconv.Atoi(a.Text); err == nil && a.Next != nil || a.About == "" {
					t.Errorf("%s: %s: %q leads to %q", lang, q.Ask, a.Text, a.About)
				}
				if a.Next != nil {
					follow(a.Next)
				} else {
					found[a.Rules]++
				}
			}
		}
		follow(wording.Which(c.For(lang)))
		for _, preset := range variant.Presets() {
			if found[preset+"/"+lang] != 1 {
				t.Errorf("%s: the questions lead %d times to %s", lang, found[preset+"/"+lang], preset)
			}
		}
	}
}
