package msg

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

// load reads the files of a language as a browser would: a key, and a text or
// its plural forms.
func load(t *testing.T, lang string) map[string]map[string]string {
	t.Helper()
	all := map[string]map[string]string{}
	names, err := filepath.Glob("*." + lang + ".json")
	if err != nil || len(names) == 0 {
		t.Fatalf("no catalogue of %s: %v", lang, err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var raw map[string]json.RawMessage
		if err := json.Unmarshal(data, &raw); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for key, value := range raw {
			if all[key] != nil {
				t.Errorf("%s: key %s stands in two files", name, key)
			}
			var text string
			forms := map[string]string{}
			if json.Unmarshal(value, &text) == nil {
				forms["other"] = text
			} else if err := json.Unmarshal(value, &forms); err != nil {
				t.Errorf("%s: %s is neither a text nor plural forms: %s", name, key, value)
			}
			all[key] = forms
		}
	}
	return all
}

var parameter = regexp.MustCompile(`\{[a-z_]+\}`)

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

// Every language has every message, with the same parameters, and plural forms
// where the others have them.
func TestLanguagesAgree(t *testing.T) {
	t.Parallel()
	base := load(t, Base)
	for _, lang := range New().Languages() {
		have := load(t, lang)
		for _, key := range slices.Sorted(maps.Keys(have)) {
			if base[key] == nil {
				t.Errorf("%s: %s has no English", lang, key)
			}
		}
		for _, key := range slices.Sorted(maps.Keys(base)) {
			forms := have[key]
			if forms == nil {
				t.Errorf("%s: no message %s", lang, key)
				continue
			}
			if got, want := parameters(forms), parameters(base[key]); !slices.Equal(got, want) {
				t.Errorf("%s: %s has the parameters %v, in English %v", lang, key, got, want)
			}
			if (len(forms) > 1) != (len(base[key]) > 1) {
				t.Errorf("%s: %s has %d forms, in English %d", lang, key, len(forms), len(base[key]))
			}
			for form, text := range forms {
				if left := parameter.ReplaceAllString(text, ""); text == "" || strings.ContainsAny(left, "{}<>%") {
					t.Errorf("%s: %s, %s: only {name} may stand in a text: %q", lang, key, form, text)
				}
				if form != "one" && form != "other" {
					t.Errorf("%s: %s has a form %q", lang, key, form)
				}
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
		if got := fill(c.text, Args{"a": 1, "b": "{a}"}); got != c.want {
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
	have := []string{"de", "de-CH", "en", "ja"}
	for _, c := range []struct {
		wishes []string
		want   string
	}{
		{nil, "en"},
		{[]string{"", "", "de_CH.UTF-8"}, "de-CH"},
		{[]string{"", "de_AT.UTF-8@euro", "en_US"}, "de"},
		{[]string{"ja", "de"}, "ja"},
		{[]string{"fr_CH", "de_CH"}, "de-CH"},
		{[]string{"DE"}, "de"},
		{[]string{"", "C", "de"}, "en"},
		{[]string{"POSIX", "de"}, "en"},
		{[]string{"C.UTF-8", "de"}, "en"},
		{[]string{"xx"}, "en"},
	} {
		if got := Choose(have, c.wishes...); got != c.want {
			t.Errorf("Choose(%q) = %q, want %q", c.wishes, got, c.want)
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
	if got := c.For("de_CH").Lang(); got != "de" {
		t.Errorf("who asks for de_CH hears %q", got)
	}
}

// A region's file need only have what differs from its language.
func TestRegionFallsBack(t *testing.T) {
	t.Parallel()
	c := New()
	c.add(&i18n.MessageFile{Tag: language.MustParse("de-CH"), Messages: []*i18n.Message{{ID: "contract.out", Other: "duss"}}})
	c.langs = append(c.langs, "de-CH")
	p := c.For("de_CH.UTF-8")
	if got := p.T("contract.out", nil); got != "duss" {
		t.Errorf("its own message is %q", got)
	}
	if got := p.T("contract.joined", nil); got != "dabei" {
		t.Errorf("German's message is %q", got)
	}
	if got := p.T("event.deal.hidden.other", Args{"n": 1, "name": "Anna"}); got != "Anna bekommt 1 Karte." {
		t.Errorf("German's plural is %q", got)
	}
	if got := c.For("de").T("contract.out", nil); got != "draußen" {
		t.Errorf("the region has changed its language: %q", got)
	}
}

func TestList(t *testing.T) {
	t.Parallel()
	p := For("de")
	for want, items := range map[string][]string{
		"keine": nil, "a": {"a"}, "a und b": {"a", "b"}, "a, b und c": {"a", "b", "c"}, "a, b, c und d": {"a", "b", "c", "d"},
	} {
		if got := p.List(items); got != want {
			t.Errorf("List(%q) = %q, want %q", items, got, want)
		}
	}
}

// codes returns the string constants of a package whose names begin so.
func codes(t *testing.T, dir, prefix string) (list []string) {
	t.Helper()
	for _, f := range sources(t, dir) {
		for _, decl := range f.Decls {
			gen, ok := decl.(*ast.GenDecl)
			if !ok || gen.Tok != token.CONST {
				continue
			}
			for _, spec := range gen.Specs {
				v := spec.(*ast.ValueSpec)
				if !strings.HasPrefix(v.Names[0].Name, prefix) || len(v.Values) == 0 {
					continue
				}
				if text, ok := v.Values[0].(*ast.BasicLit); ok && text.Kind == token.STRING {
					code, err := strconv.Unquote(text.Value)
					if err != nil {
						t.Fatal(err)
					}
					list = append(list, code)
				}
			}
		}
	}
	if len(list) == 0 {
		t.Errorf("%s has no constants %s…", dir, prefix)
	}
	return list
}

// sources parses the files of a directory, tests left out.
func sources(t *testing.T, dir string) (list []*ast.File) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if f == nil {
			t.Fatal(err)
		}
		list = append(list, f) // what can't be parsed is not this test's business
	}
	return list
}

// literals returns every text in the code of the module.
func literals(t *testing.T) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if name := d.Name(); name == "testdata" || name == "tools" || strings.HasPrefix(name, ".") && name != ".." {
			return fs.SkipDir
		}
		for _, f := range sources(t, path) {
			ast.Inspect(f, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					if text, err := strconv.Unquote(lit.Value); err == nil {
						all[text] = true
					}
				}
				return true
			})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
