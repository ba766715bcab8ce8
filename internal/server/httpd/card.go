package httpd

import (
	"bytes"
	"fmt"
	"html"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"chratze/internal/locale"
	"chratze/internal/teach/lessons"
)

// cardTexts are what a link to a page shows in a chat, and a search engine: by its mark in the page, the message.
//
//lattice:table
var cardTexts = map[string]string{
	"{home.title}": "card.home", "{home.text}": "card.home.text", "{home.bare}": "card.home.bare", "{home.rules}": "start.rules", "{home.charts}": "card.home.charts",
	"{table.title}": "card.table", "{table.text}": "card.table.text",
	"{puzzle.title}": "card.puzzle", "{puzzle.text}": "card.puzzle.text", "{replay.title}": "card.replay", "{replay.text}": "card.replay.text",
	"{learn.title}": "card.learn", "{learn.text}": "card.learn.text", "{tables.title}": "tables.title", "{group.title}": "group.title", "{group.text}": "group.text", "{picture.alt}": "card.picture",
	"{wall.title}": "wall.title", "{kasse.title}": "kasse.app", "{kasse.text}": "kasse.slogan", "{kasse.coming}": "kasse.coming",
}

// carded serves a page whose link shows in a chat what it is, in the reader's language and with a picture,
// of which a chat wants the whole address.
func (s *library) carded(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { s.card(r, name, nil).serve(w, r) }
}

// card returns a page in the reader's language. more, if not nil, returns what else stands at its marks.
func (s *library) card(r *http.Request, name string, more func(*locale.Printer) []string) asset {
	lang := catalogue().Choose(languagesOf(r)...)
	base := s.base(r)
	key := strings.Join([]string{"card", name, r.PathValue("lesson"), lang, base}, " ")
	a, ok := s.pages.find(key)
	if ok {
		return a
	}
	p := catalogue().For(lang)
	marks := []string{`<html lang="en">`, `<html lang="` + lang + `">`, "{base}", html.EscapeString(base), "{home.lang}", lang, "{locale}", strings.ReplaceAll(lang, "-", "_")}
	for mark, message := range cardTexts {
		marks = append(marks, mark, html.EscapeString(p.T(message, nil)))
	}
	if more != nil {
		marks = append(marks, more(p)...)
	}
	a = s.pageOf([]byte(strings.NewReplacer(marks...).Replace(string(s.assets["web/"+name].body))))
	a.languages = true
	s.pages.keep(key, a, len(a.body))
	return a
}

// said are the title and the description of a page.
var said = regexp.MustCompile(`(?s)<title>([^<]*)</title>.*?<meta name="description" content="([^"]*)">`)

// previewed returns a page that Go writes with what a link to it shows in a chat.
func (s *library) previewed(r *http.Request, lang string, body []byte) []byte {
	found := said.FindSubmatch(body)
	if found == nil {
		return body
	}
	card := fmt.Sprintf(`<meta property="og:type" content="article">
<meta property="og:site_name" content="Chratze">
<meta property="og:title" content="%s">
<meta property="og:description" content="%s">
<meta property="og:image" content="%s/web/preview.%s.jpg">
<meta name="twitter:card" content="summary_large_image">
`, found[1], found[2], html.EscapeString(s.base(r)), lang)
	return bytes.Replace(body, []byte("</title>\n"), []byte("</title>\n"+card), 1)
}

// lesson is GET /learn/{lesson}: the page of a lesson, with its title and what it begins with. The page itself says if there is none.
func (s *library) lesson(w http.ResponseWriter, r *http.Request) {
	n, err := strconv.Atoi(r.PathValue("lesson"))
	if err != nil || n < 1 || n > lessons.Count() {
		n = 0
		r.SetPathValue("lesson", "") // all of them are one page
	}
	a := s.card(r, "learn/lesson.html", func(p *locale.Printer) []string {
		title, text := p.T(cardTexts["{learn.title}"], nil), p.T(cardTexts["{learn.text}"], nil)
		if n > 0 {
			lesson := lessons.Course(p, "")[n-1]
			title, text = lesson.Title, lesson.Intro
		}
		return []string{"{lesson.title}", html.EscapeString(title), "{lesson.text}", html.EscapeString(text)}
	})
	a.missing = n == 0
	a.serve(w, r)
}
