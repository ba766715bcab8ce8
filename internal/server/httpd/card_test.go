package httpd

import (
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"chratze/internal/server/hostlog/hosttest"
	"chratze/internal/table/talk"
	"chratze/internal/table/wire"
)

// TestLinksSayWhatTheyAre: a link in a chat shows a title, a sentence in the reader's language and a picture with its
// whole address, which there is; and browsers get an icon.
func TestLinksSayWhatTheyAre(t *testing.T) {
	t.Parallel()
	s := open(t, hosttest.NewMemory(), nil)
	get := func(path, lang string) (string, *http.Response) {
		t.Helper()
		r, err := http.NewRequest(http.MethodGet, s.http.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept-Language", lang)
		got, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer got.Body.Close()
		b, err := io.ReadAll(got.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(b), got
	}
	for _, path := range []string{"/", "/t/1", "/puzzle/", "/replay", "/learn", "/learn/2", "/learn/99"} {
		seen := map[string]bool{}
		for _, lang := range []string{"en", "de-CH", "ja"} {
			page, r := get(path, lang)
			_, after, ok := strings.Cut(page, `property="og:description" content="`)
			text, _, _ := strings.Cut(after, `"`)
			if !ok || seen[text] || text == "" || regexp.MustCompile(`content="[^"]*\{`).MatchString(page) {
				t.Errorf("%s in %s says %q", path, lang, text)
			}
			seen[text] = true
			if !strings.Contains(page, `property="og:image" content="`+s.http.URL+`/web/preview.`+lang+`.jpg"`) {
				t.Errorf("%s in %s has no picture", path, lang)
			}
			if r.Header.Get("Vary") == "" {
				t.Errorf("%s may be kept for readers of another language", path)
			}
		}
	}
	for _, lang := range []string{"en", "de-CH", "de-DE", "ja"} { // without JavaScript the first page leads on, and so do the rules of a game without a language
		home, _ := get("/", lang)
		_, bare, ok := strings.Cut(home, "<noscript>")
		bare, _, _ = strings.Cut(bare, "</noscript>")
		links := regexp.MustCompile(`href="([^"]+)"`).FindAllStringSubmatch(bare, -1)
		if !ok || len(links) != 2 || strings.Contains(bare, "{") || !strings.Contains(bare, "chratze") {
			t.Errorf("without JavaScript the first page says %q in %s", bare, lang)
		}
		for _, l := range append(links, []string{"", "/rules/kratzen"}, []string{"", "/rules/zwicken,ante=50"}) {
			if _, r := get(l[1], lang); r.StatusCode != http.StatusOK || !strings.HasSuffix(r.Request.URL.Path, "/"+lang) {
				t.Errorf("%s leads to %s: %d", l[1], r.Request.URL, r.StatusCode)
			}
		}
	}
	for _, path := range []string{"/rules/chratze/ja", "/words/ja", "/charts/ja", "/charts/chratze/4/ja"} {
		page, _ := get(path, "en")
		description := said.FindStringSubmatch(page)
		for _, want := range []string{`property="og:title" content="` + description[1], `property="og:description" content="` + description[2], `property="og:image" content="` + s.http.URL + `/web/preview.ja.jpg"`} {
			if len(description[2]) < 20 || !strings.Contains(page, want) {
				t.Errorf("%s lacks %s", path, want)
			}
		}
	}
	if _, r := get("/rules/nothing", "en"); r.StatusCode != http.StatusNotFound {
		t.Errorf("the rules of no game: %d", r.StatusCode)
	}
	for path, kind := range map[string]string{"/web/preview.en.jpg": "image/jpeg", "/web/preview.de-CH.jpg": "image/jpeg", "/web/preview.de-AT.jpg": "image/jpeg", "/web/preview.de-DE.jpg": "image/jpeg", "/web/preview.ja.jpg": "image/jpeg", "/favicon.ico": "image/x-icon"} {
		if body, r := get(path, "en"); r.StatusCode != 200 || r.Header.Get("Content-Type") != kind || http.DetectContentType([]byte(body)) != kind {
			t.Errorf("%s is %d, %s, %s", path, r.StatusCode, r.Header.Get("Content-Type"), http.DetectContentType([]byte(body)))
		}
	}
}

// TestReadingTellsTheStakes: of a hand it is told from which event on each seat has taken on what; at first nothing, and in the
// end what the seats that played have promised.
func TestReadingTellsTheStakes(t *testing.T) {
	t.Parallel()
	s := open(t, hosttest.NewMemory(), nil)
	text := string(read(t, "../../../rams/ramstest/testdata/examples/chratze.jsonl"))
	played := false
	for line := range strings.Lines(text) {
		var r talk.Reading
		if status := s.post("/api/hand/en", strings.TrimSpace(line), &r); status != 200 || len(r.Stakes) == 0 || r.Stakes[0].At != 0 {
			t.Fatalf("%d %+v", status, r.Stakes)
		}
		for _, stake := range r.Stakes[0].By {
			if stake != (wire.Stake{}) {
				t.Errorf("before anything is said somebody has taken on %+v", stake)
			}
		}
		declared := 0
		for _, stake := range r.Stakes[len(r.Stakes)-1].By {
			if stake.Tricks == 2 && stake.Pots == 2 && stake.Penalty > 0 {
				declared++
			}
		}
		if declared > 1 {
			t.Errorf("%d seats have declared in %s", declared, line)
		}
		played = played || declared == 1
	}
	if !played {
		t.Error("no hand was played")
	}
}
