package httpd

import (
	"html"
	"net/http"
	"strings"
)

// cardTexts are what a link to a page shows in a chat: by its mark in the page, the message.
//
//lattice:table
var cardTexts = map[string]string{
	"{home.title}": "card.home", "{home.text}": "card.home.text", "{home.bare}": "card.home.bare", "{home.rules}": "start.rules", "{home.charts}": "card.home.charts",
	"{table.title}": "card.table", "{table.text}": "card.table.text",
	"{puzzle.title}": "card.puzzle", "{puzzle.text}": "card.puzzle.text", "{replay.title}": "card.replay", "{replay.text}": "card.replay.text",
	"{learn.title}": "card.learn", "{learn.text}": "card.learn.text",
}

// carded serves a page whose link shows in a chat what it is, in the reader's language and with a picture,
// of which a chat wants the whole address.
func (s *library) carded(name string) http.HandlerFunc {
	plain := s.assets["web/"+name]
	return func(w http.ResponseWriter, r *http.Request) {
		lang := catalogue().Choose(languagesOf(r)...)
		base := s.base(r)
		key := "card " + name + " " + lang + " " + base
		a, ok := s.pages.find(key)
		if !ok {
			p := catalogue().For(lang)
			text := strings.ReplaceAll(string(plain.body), "{base}", html.EscapeString(base))
			text = strings.ReplaceAll(text, "{home.lang}", lang)
			for mark, message := range cardTexts {
				text = strings.ReplaceAll(text, mark, html.EscapeString(p.T(message, nil)))
			}
			a = newAsset(plain.kind, []byte(text))
			s.pages.keep(key, a)
		}
		w.Header().Add("Vary", "Accept-Language")
		a.serve(w, r)
	}
}
