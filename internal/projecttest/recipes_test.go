package projecttest_test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// recipe returns the part of a document under a heading.
func recipe(t *testing.T, document, heading string) string {
	t.Helper()
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	_, part, ok := strings.Cut(string(text), "\n"+heading+"\n")
	if !ok {
		t.Fatalf("%s has no %q", document, heading)
	}
	part, _, _ = strings.Cut(part, "\n## ")
	return part
}

// steps are the files that a recipe names, with * for what varies.
var steps = regexp.MustCompile("`([a-zA-Z]+(?:/[a-zA-Z*.-]+)+|README[a-z*.]+)`")

// missingSteps returns the files that a recipe has to name and doesn't, and those that it names and aren't there.
func missingSteps(t *testing.T, text string, needed []string) (faults []string) {
	t.Helper()
	var named []string
	for _, m := range steps.FindAllStringSubmatch(text, -1) {
		named = append(named, m[1])
		if found, err := filepath.Glob(m[1]); err != nil || found == nil {
			faults = append(faults, m[1]+" isn't there")
		}
	}
	for _, name := range needed {
		if !slices.ContainsFunc(named, func(pattern string) bool { ok, _ := path.Match(pattern, name); return ok }) {
			faults = append(faults, name+" is no step of it")
		}
	}
	return faults
}

// sourcesOf returns the sources of the program and its documents, without tests, frozen files and measurements.
func sourcesOf(t *testing.T) map[string]string {
	t.Helper()
	sources := map[string]string{}
	walkTexts(t, os.DirFS("."), func(name, text string) {
		if !strings.HasSuffix(name, "_test.go") && !regexp.MustCompile(`(^|/)(testdata|minified|puzzles|screenshots|lab|history|docs/games|CHANGELOG.md)(/|$)`).MatchString(name) {
			sources[name] = text
		}
	})
	return sources
}

// TestRecipeOfAnOption: the recipe for an option names each file that knows most of the options there are.
func TestRecipeOfAnOption(t *testing.T) {
	t.Parallel()
	keys := optionKeys()
	var needed []string
	for name, text := range sourcesOf(t) {
		n := 0
		for _, key := range keys {
			if regexp.MustCompile(`"([a-z.]+\.)?` + key + `["` + "`" + ` .]|` + "`" + `` + key + `[` + "`" + `=]|\br\.` + camel(key) + `\b|\(a ` + camel(key) + `\)`).MatchString(text) {
				n++
			}
		}
		if n > len(keys)/2 {
			needed = append(needed, name)
		}
	}
	if slices.Sort(needed); len(needed) < 12 {
		t.Errorf("only %q know options", needed)
	}
	text := recipe(t, "docs/adding-a-variant.md", "## An option")
	report(t, missingSteps(t, text, needed))
	expect(t, missingSteps(t, strings.ReplaceAll(text, "`variant/options.go`", ""), needed), "variant/options.go is no step")
	expect(t, missingSteps(t, text+"`variant/nothing.go`", needed), "nothing.go isn't there")
}

// camel is the field of an option: NextAnte of next_ante.
func camel(key string) (field string) {
	for word := range strings.SplitSeq(key, "_") {
		field += strings.ToUpper(word[:1]) + word[1:]
	}
	return field
}

// TestRecipeOfALanguage: the recipe for a language names each file that knows Japanese.
func TestRecipeOfALanguage(t *testing.T) {
	t.Parallel()
	knows, named := regexp.MustCompile("[\"'`]ja[\"'`]"), regexp.MustCompile(`[.-]ja[.-]`)
	var needed []string
	for name, text := range sourcesOf(t) {
		if named.MatchString(strings.ReplaceAll(name, "chratze-ja-", "")) || knows.MatchString(text) && !strings.HasPrefix(name, "internal/locale/text/") && path.Ext(name) != ".md" {
			needed = append(needed, name)
		}
	}
	for _, pattern := range []string{"internal/web/static/*.ja.*", "docs/screenshots/*.ja.*"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		needed = append(needed, found...)
	}
	if slices.Sort(needed); len(needed) < 35 {
		t.Errorf("only %q know Japanese", needed)
	}
	text := recipe(t, "CONTRIBUTING.md", "## Languages")
	report(t, missingSteps(t, text, needed))
	report(t, missingSteps(t, recipe(t, "CONTRIBUTING.md", "## Where things are"), nil))
	expect(t, missingSteps(t, strings.ReplaceAll(text, "preview.ja.jpg", "preview.en.jpg"), needed), "preview.ja.jpg is no step")
}
