package httpd

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"chratze/internal/locale"
	"chratze/internal/wording"
	"chratze/variant"
)

func TestRulesForm(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	for _, preset := range variant.Presets() {
		for _, lang := range locale.New().Languages() {
			r, body := s.get("/api/rules/"+preset+"/"+lang, nil)
			var f wording.Form
			if err := json.Unmarshal([]byte(body), &f); err != nil || r.StatusCode != 200 || f.Preset != preset || f.Lang != lang || len(f.Groups) < 4 || r.Header.Get("ETag") == "" {
				t.Errorf("%s, %s: %d %v %.200s", preset, lang, r.StatusCode, err, body)
			}
			r, body = s.get("/api/glossary/"+preset+"/"+lang, nil)
			var g Glossary
			if err := json.Unmarshal([]byte(body), &g); err != nil || r.StatusCode != 200 || len(g.Words) < 15 {
				t.Errorf("%s, %s: %d %v %.200s", preset, lang, r.StatusCode, err, body)
			}
		}
	}
	// a choice brings up others
	for rules, want := range map[string]bool{"chratze": false, "chratze,split=tricks": true} {
		if _, body := s.get("/api/rules/"+url.PathEscape(rules)+"/en", nil); strings.Contains(body, `"key":"remainder"`) != want {
			t.Errorf("%s asks what happens to the remainder: %v", rules, !want)
		}
	}
	if _, body := s.get("/api/glossary/kratzen/de?deck=german", nil); !strings.Contains(body, `"word":"Schläger"`) || !strings.Contains(body, `"word":"Laub"`) || !strings.Contains(body, `"by":{"suit.s":`) {
		t.Errorf("the words are %s", body)
	}
	if r, _ := s.get("/api/glossary/kratzen/de?deck=tarot", nil); r.StatusCode != http.StatusBadRequest {
		t.Errorf("there is a deck of tarot: %d", r.StatusCode)
	}
}

// Rules that don't go are refused in the reader's language, with the option, the
// value and what would go: when a form is asked for, and when a table is made.
func TestRulesAreRefused(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	r, body := s.get("/api/rules/chratze,susi=maybe/ja", nil)
	var p Problem
	if err := json.Unmarshal([]byte(body), &p); err != nil || r.StatusCode != 400 || p.Code != "rules" {
		t.Fatalf("%d %v %s", r.StatusCode, err, body)
	}
	if p.Text != "オプションsusiを「maybe」にはできません。使えるのはoff、guideline、forcedです。" || p.Option != "susi" || p.Value != "maybe" || len(p.Allowed) != 3 {
		t.Errorf("got %s", body)
	}
	for lang, want := range map[string]string{"de-AT,de;q=0.9,en;q=0.8": "Erlaubt: ", "fr, en;q=0.5": "allowed: ", "en;q=0.3, de-AT;q=0.9": "Erlaubt: ", "": "allowed: "} {
		req, err := http.NewRequest(http.MethodPost, s.http.URL+"/api/tables", strings.NewReader(`{"name":"Anna","rules":{"preset":"chratze","blind":"new-cards"}}`))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept-Language", lang)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		var p Problem
		err = json.NewDecoder(resp.Body).Decode(&p)
		_ = resp.Body.Close()
		if err != nil || resp.StatusCode != 400 || p.Code != "rules" || p.Option != "blind" || !strings.Contains(strings.ToLower(p.Text), strings.ToLower(want)) {
			t.Errorf("%q: %d %v %+v", lang, resp.StatusCode, err, p)
		}
	}
}
