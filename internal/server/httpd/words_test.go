package httpd

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"chratze/internal/locale"
)

// The pages get the words of every language from the server, once.
func TestPageWords(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	for _, lang := range locale.New().Languages() {
		r, body := s.get("/app/words/"+lang+".json", nil)
		var got locale.Browser
		if err := json.Unmarshal([]byte(body), &got); err != nil || r.StatusCode != 200 {
			t.Fatalf("%s: %d, %v: %.200s", lang, r.StatusCode, err, body)
		}
		if got.Lang != lang || got.Texts["ui.menu"] == nil || got.Texts["act.play.you"] == nil || got.Texts["cmd.play.short"] != nil || got.Glossary["name.kratzen"] == "" {
			t.Errorf("%s: got %.300s", lang, body)
		}
		if again, _ := s.get("/app/words/"+lang+".json", http.Header{"If-None-Match": {r.Header.Get("ETag")}}); again.StatusCode != http.StatusNotModified {
			t.Errorf("%s is sent again: %d", lang, again.StatusCode)
		}
	}
	for _, path := range []string{"/app/words/de.json", "/app/words/fr.json", "/app/words/"} {
		if r, _ := s.get(path, nil); r.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d", path, r.StatusCode)
		}
	}
}

// What teaches has words of its own, so that the first load stays small.
func TestLearnWords(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	for _, lang := range locale.New().Languages() {
		r, body := s.get("/learn/words/"+lang+".json", nil)
		var got locale.Browser
		if err := json.Unmarshal([]byte(body), &got); err != nil || r.StatusCode != 200 || got.Texts["why.play.certain"] == nil || got.Texts["learn.act.cards"] == nil {
			t.Errorf("%s: %d, %v: %.200s", lang, r.StatusCode, err, body)
		}
	}
	if r, _ := s.get("/learn/words/fr.json", nil); r.StatusCode != http.StatusNotFound {
		t.Errorf("fr: %d", r.StatusCode)
	}
	if _, body := s.get("/app/words/en.json", nil); strings.Contains(body, "why.play") {
		t.Error("the first load has the reasons")
	}
}
