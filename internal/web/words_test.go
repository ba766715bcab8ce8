package web_test

import (
	"fmt"
	"testing"

	"chratze/internal/locale"
	"chratze/internal/web"
)

// TestBothReadersSayTheSame: the pages' code and Go's make the same text of every
// message that the pages name, in every language, with several numbers.
func TestBothReadersSayTheSame(t *testing.T) {
	s := pages(t, 1)
	p := newTab(t, s, phone, "")
	p.visit(s.http.URL)
	c, names := locale.New(), web.PageNames()
	args := locale.Args{}
	for _, name := range c.Parameters() {
		args[name] = "<" + name + ">"
	}
	for _, lang := range c.Languages() {
		got := eval[map[string][]string](p, fmt.Sprintf(`import('/web/lib/words.js').then(async ({loadWords}) => {
			const w = await loadWords('chratze', undefined, %q);
			const args = (n) => new Proxy({}, {get: (_, name) => (name === 'n' ? n : '<' + name + '>')});
			return Object.fromEntries(Object.keys(w.texts).map((key) => [key, [0, 1, 2, 5, 1000].map((n) => w.t(key, args(n)))]));
		})`, lang))
		reader := c.For(lang)
		if texts := reader.Browser(names.Has).Texts; len(got) != len(texts) || len(got) < 100 {
			t.Errorf("%s: the pages read %d messages, want %d", lang, len(got), len(texts))
		}
		for key, said := range got {
			for i, n := range []int{0, 1, 2, 5, 1000} {
				args["n"] = n
				if want := reader.T(key, args); said[i] != want {
					t.Errorf("%s, %s, %d: the pages say %q, Go says %q", lang, key, n, said[i], want)
				}
			}
		}
	}
}

// TestDatesAreTheBrowsers: whoever reads English in Britain reads days in the order of Britain;
// a language that is asked for goes before the browser's.
func TestDatesAreTheBrowsers(t *testing.T) {
	s := pages(t, 1)
	p := newTab(t, s, phone, "")
	p.visit(s.http.URL)
	for _, c := range []struct{ browser, lang, want string }{
		{"en-GB", "en", "24 November 2026"},
		{"en-US", "en", "November 24, 2026"},
		{"de-DE", "en", "November 24, 2026"},
		{"en-GB", "de-AT", "24. November 2026"},
	} {
		got := eval[string](p, fmt.Sprintf(`import('/web/lib/words.js').then(({Words}) => {
			Object.defineProperty(navigator, 'languages', {value: ['fr', %q], configurable: true});
			return new Date(2026, 10, 24).toLocaleDateString(new Words(%q, {}, {}, 'chratze').dates, {dateStyle: 'long'});
		})`, c.browser, c.lang))
		if got != c.want {
			t.Errorf("a browser in %s, a page in %s: %q, want %q", c.browser, c.lang, got, c.want)
		}
	}
}
