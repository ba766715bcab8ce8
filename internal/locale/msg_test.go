package locale

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"chratze/variant"
)

// load reads the files of a language or region, not what it falls back to: a key,
// and a text or its plural forms.
func load(t *testing.T, lang string) map[string]map[string]string {
	t.Helper()
	all := map[string]map[string]string{}
	names, err := filepath.Glob("text/*." + lang + ".json")
	if err != nil || len(names) == 0 {
		t.Fatalf("no catalogue of %s: %v", lang, err)
	}
	for _, name := range names {
		if strings.HasPrefix(name, "text/glossary.") {
			continue
		}
		for key, forms := range read(t, name) {
			if all[key] != nil {
				t.Errorf("%s: key %s stands in two files", name, key)
			}
			all[key] = forms
		}
	}
	return all
}

// read reads a file as a browser would.
func read(t *testing.T, name string) map[string]map[string]string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	all := map[string]map[string]string{}
	for key, value := range raw {
		var text string
		forms := map[string]string{}
		if json.Unmarshal(value, &text) == nil {
			forms["other"] = text
		} else if err := json.Unmarshal(value, &forms); err != nil {
			t.Errorf("%s: %s is neither a text nor plural forms: %s", name, key, value)
		}
		all[key] = forms
	}
	return all
}

var (
	parameter = regexp.MustCompile(`\{[a-z_]+\}`)
	verb      = regexp.MustCompile(`%[a-z]`) // of package fmt
)

// parameters returns the names in the forms of a message.
func parameters(forms map[string]string) []string {
	names := map[string]bool{}
	for _, text := range forms {
		for _, name := range parameter.FindAllString(text, -1) {
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// written returns the languages that are written down whole.
func written() (list []string) {
	for _, lang := range New().Languages() {
		if lang = base(lang); !slices.Contains(list, lang) {
			list = append(list, lang)
		}
	}
	return list
}

// forms are the plural forms of a language.
var forms = map[string][]string{"en": {"one", "other"}, "de": {"one", "other"}, "ja": {"other"}}

// Every language has every message, with the same parameters, and plural forms
// where the others have them. A region has only what is otherwise there.
func TestLanguagesAgree(t *testing.T) {
	t.Parallel()
	english, measuring := load(t, Base), measuringKeys(t)
	for _, lang := range written() {
		have := load(t, lang)
		agree(t, lang, have, english)
		for _, key := range slices.Sorted(maps.Keys(english)) {
			if measuring[key] {
				continue
			}
			if have[key] == nil {
				t.Errorf("%s: no message %s", lang, key)
			} else if want := len(forms[lang]); len(english[key]) > 1 && len(have[key]) != want {
				t.Errorf("%s: %s has %d forms, want %d", lang, key, len(have[key]), want)
			}
		}
	}
	for _, lang := range New().Languages() {
		if general := base(lang); general != lang {
			own := load(t, lang)
			agree(t, lang, own, load(t, general))
			for key := range own {
				if maps.Equal(own[key], load(t, general)[key]) {
					t.Errorf("%s: %s is as in %s: leave it out", lang, key, general)
				}
			}
		}
	}
}

// measuringSubjects are in English only: commands that measure bots are for researchers.
var measuringSubjects = []string{"arena", "bot", "odds", "sim"}

// measuringKeys returns the keys of these subjects. They have no file in another language.
func measuringKeys(t *testing.T) map[string]bool {
	t.Helper()
	keys := map[string]bool{}
	for _, subject := range measuringSubjects {
		files, err := filepath.Glob("text/" + subject + ".*.json")
		if err != nil || !slices.Equal(files, []string{"text/" + subject + ".en.json"}) {
			t.Errorf("%s is in English only, but there is %q: %v", subject, files, err)
		}
		for key := range read(t, "text/"+subject+".en.json") {
			keys[key] = true
		}
	}
	return keys
}

// agree holds messages against those of another language.
func agree(t *testing.T, lang string, have, other map[string]map[string]string) {
	t.Helper()
	for _, key := range slices.Sorted(maps.Keys(have)) {
		if other[key] == nil {
			t.Errorf("%s: only here there is a message %s", lang, key)
			continue
		}
		if got, want := parameters(have[key]), parameters(other[key]); !slices.Equal(got, want) {
			t.Errorf("%s: %s has the parameters %v, elsewhere %v", lang, key, got, want)
		}
		for form, text := range have[key] {
			if left := parameter.ReplaceAllString(text, ""); text == "" || strings.ContainsAny(left, "{}<>") || verb.MatchString(left) {
				t.Errorf("%s: %s, %s: only {name} may stand in a text: %q", lang, key, form, text)
			}
			if !slices.Contains(forms[base(lang)], form) {
				t.Errorf("%s: %s has a form %q", lang, key, form)
			}
		}
	}
}

func TestPlurals(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lang string
		n    any
		want string
	}{
		{"en", 0, "Anna is dealt 0 cards."}, {"en", 1, "Anna is dealt 1 card."}, {"en", 2, "Anna is dealt 2 cards."},
		{"de", 0, "Anna bekommt 0 Karten."}, {"de", 1, "Anna bekommt 1 Karte."}, {"de", 2, "Anna bekommt 2 Karten."},
		{"ja", 0, "Annaに0枚配られます。"}, {"ja", 1, "Annaに1枚配られます。"},
		{"en", uint8(1), "Anna is dealt 1 card."}, {"en", int64(1e15), "Anna is dealt 1000000000000000 cards."},
	} {
		if got := For(c.lang).T("event.deal.hidden.other", Args{"n": c.n, "name": "Anna"}); got != c.want {
			t.Errorf("%s, %v: %q, want %q", c.lang, c.n, got, c.want)
		}
	}
}

func TestFill(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"", ""}, {"no", "no"}, {"{a}", "1"}, {"{a}{b}", "1{a}"}, {"x{a}y{c}z", "x1y{c}z"}, {"{", "{"}, {"{a", "{a"}, {"}{a}", "}1"}, {"{{a}}", "{1}"},
	} {
		if got := New().For("en").fill(c.text, Args{"a": 1, "b": "{a}"}); got != c.want {
			t.Errorf("fill(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

func TestUnknownKeyComesBack(t *testing.T) {
	t.Parallel()
	p := For("de")
	if got := p.T("no.such.key", nil); got != "no.such.key" || p.Has("no.such.key") || !p.Has("event.deal.hidden.other") {
		t.Errorf("got %q", got)
	}
}

func TestChoose(t *testing.T) {
	t.Parallel()
	have := New()
	for _, c := range []struct {
		wishes []string
		want   string
	}{
		{nil, "en"},
		{[]string{"", "", "de_CH.UTF-8"}, "de-CH"},
		{[]string{"", "de_AT.UTF-8@euro", "en_US"}, "de-AT"},
		{[]string{"de"}, "de-DE"},
		{[]string{"de_DE.UTF-8"}, "de-DE"},
		{[]string{"de-at"}, "de-AT"},
		{[]string{"ja_JP.UTF-8", "de"}, "ja"},
		{[]string{"fr", "ja"}, "ja"},
		{[]string{"fr_CH", "de_CH"}, "de-CH"},
		{[]string{"DE"}, "de-DE"},
		{[]string{"", "C", "de"}, "en"},
		{[]string{"POSIX", "de"}, "en"},
		{[]string{"C.UTF-8", "de"}, "en"},
		{[]string{"xx"}, "en"},
		{[]string{"not a language", "ja"}, "ja"},
		{[]string{"de", "de-AT"}, "de-DE"},
		{[]string{"en-GB", "de-CH"}, "en"},
		{[]string{"gsw"}, "de-CH"},
		{[]string{"de-LI"}, "de-CH"},
	} {
		if got := have.Choose(c.wishes...); got != c.want {
			t.Errorf("Choose(%q) = %q, want %q", c.wishes, got, c.want)
		}
	}
}

// TestAccepted: a browser weighs its languages, in any order, and may refuse one.
func TestAccepted(t *testing.T) {
	t.Parallel()
	have := New()
	for header, want := range map[string]string{
		"": "en", "ja": "ja", "de-AT,de;q=0.9,en;q=0.8": "de-AT", "en;q=0.3, de-AT;q=0.9": "de-AT", "fr, ja;q=0.4, de;q=0.5": "de-DE", "de-DE,de;q=0.9": "de-DE", "de-CH,de;q=0.9": "de-CH",
		"ja;q=0, en;q=0.1": "en", "fr;q=0.9,*;q=0.1": "en", "x!, ja": "ja", "ja;q=zero, de": "de-DE", "fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5": "en",
	} {
		if got := have.Choose(Accepted(header)...); got != want {
			t.Errorf("%q: %s, want %s", header, got, want)
		}
	}
}

func TestSpeaks(t *testing.T) {
	t.Parallel()
	c := New()
	for wish, want := range map[string]bool{"de": true, "de-CH": true, "en": true, "en_GB.UTF-8": true, "fr": false, "": false, "d": false} {
		if c.Speaks(wish) != want {
			t.Errorf("Speaks(%q) is %v", wish, !want)
		}
	}
	if got := c.For("fr").Lang(); got != "en" {
		t.Errorf("who asks for French hears %q", got)
	}
	if got := c.For("de_CH").Lang(); got != "de-CH" {
		t.Errorf("who asks for de_CH hears %q", got)
	}
}

// A region has what is its own, and else what its language has; Switzerland writes
// ss and «».
func TestRegions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ lang, key, want string }{
		{"de-DE", "contract.out", "draußen"}, {"de-AT", "contract.out", "draußen"}, {"de-CH", "contract.out", "draussen"},
		{"de-AT", "ask.open", "Sagst du „{call}“?"}, {"de-CH", "ask.open", "Sagst du «{call}»?"},
		{"de-DE", "view.stock", "Talon: {n}"}, {"de-AT", "view.stock", "Talon: {n}"}, {"de-CH", "view.stock", "Stock: {n}"},
		{"de-DE", "suit.french.c", "Kreuz"}, {"de-AT", "suit.french.c", "Treff"}, {"de-DE", "suit.french.s", "Pik"}, {"de-AT", "suit.french.s", "Pik"}, {"de-CH", "suit.french.s", "Schaufel"},
	} {
		if got := For(c.lang).T(c.key, nil); got != c.want {
			t.Errorf("%s, %s: %q, want %q", c.lang, c.key, got, c.want)
		}
	}
	c := New()
	for key, m := range c.books["de-CH"]().texts {
		if strings.ContainsAny(m.One+m.Other, "ß„“") {
			t.Errorf("de-CH: %s: %q", key, m.Other)
		}
	}
	if got := c.For("de-AT").SheetOf(variant.Default(), 0); got.Money != Euro || got.Deck != German {
		t.Errorf("in Austria one plays for %s with the %s deck", got.Money, got.Deck)
	}
}

func TestList(t *testing.T) {
	t.Parallel()
	p := For("de")
	if got := For("ja").List([]string{"a", "b", "c"}); got != "a、b、c" {
		t.Errorf("in Japanese %q", got)
	}
	if got := p.Sentences("A.", "B.", "C.") + For("ja").Sentences("い。", "ろ。") + p.Sentences(); got != "A. B. C.い。ろ。" {
		t.Errorf("sentences behind each other: %q", got)
	}
	for want, items := range map[string][]string{
		"keine": nil, "a": {"a"}, "a und b": {"a", "b"}, "a, b und c": {"a", "b", "c"}, "a, b, c und d": {"a", "b", "c", "d"},
	} {
		if got := p.List(items); got != want {
			t.Errorf("List(%q) = %q, want %q", items, got, want)
		}
	}
}
