package web_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"chratze/internal/web"
)

// findings is what found.json has.
type findings struct {
	Kasse   web.Names
	Texts   map[string]web.Names
	Modules map[string][]string
}

// foundFile is found.json as it stands.
func foundFile(t *testing.T) []byte {
	t.Helper()
	b, err := os.ReadFile("found.json")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

var update = flag.Bool("update", false, "write found.json anew")

// TestFound: found.json is what stands in the code of the pages.
func TestFound(t *testing.T) {
	t.Parallel()
	learn := []string{"web/learn/", "web/replay/review.js", "web/table/reasons.js"} // their texts aren't in the first load, as those of web/fair/
	pages := slices.DeleteFunc(slices.Sorted(maps.Keys(web.Sources())), func(name string) bool {
		in := func(begins []string) bool {
			return slices.ContainsFunc(begins, func(b string) bool { return strings.HasPrefix(name, b) })
		}
		return in(append(learn, "web/fair/", "web/ear/", "web/wall/", "web/live/onwall.js")) || !in(web.Folders()) || strings.HasPrefix(name, "web/rules/") // its page is made by Go
	})
	now := findings{
		Kasse: namesIn("web/kasse/", "web/lib/words.js", "web/lib/eveningpicture.js"),
		Texts: map[string]web.Names{
			"app":   namesIn(pages...),
			"learn": namesIn(append(learn, "web/lib/words.js", "web/table/voice.js")...),
			"fair":  namesIn("web/fair/"),
			"ear":   namesIn("web/ear/"),
			"wall":  namesIn("web/wall/", "web/live/onwall.js"),
			"group": namesIn("web/group/"),
		},
		Modules: map[string][]string{},
	}
	for _, name := range []string{"start/start.js", "live/app.js", "live/hints.js", "local/practice.js", "fair/prover.js", "fair/proofmark.js"} {
		now.Modules[name] = needed(name)
	}
	b, err := json.MarshalIndent(now, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	b = append(b, '\n')
	if *update {
		if err := os.WriteFile("found.json", b, 0o666); err != nil { //nolint:gosec // a source file
			t.Fatal(err)
		}
	} else if !bytes.Equal(b, foundFile(t)) {
		t.Error("found.json isn't what stands in the code of the pages: go test ./internal/web -count=1 -run TestFound -update")
	}
}

// namesIn returns the names of messages in the modules that begin so.
func namesIn(begin ...string) web.Names {
	var code []string
	all := web.Sources()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if slices.ContainsFunc(begin, func(b string) bool { return strings.HasPrefix(name, b) }) && path.Ext(name) == ".js" {
			code = append(code, string(all[name]))
		}
	}
	return names(code...)
}

func names(code ...string) (n web.Names) {
	quoted := regexp.MustCompile(`'([a-z]+(?:\.[a-z0-9_+-]+)+)'`)
	filled := regexp.MustCompile("`([a-z]+(?:\\.|\\$\\{[^{}`]*\\}|[a-z0-9_+-])*)`")
	hole := regexp.MustCompile(`\$\{[^{}]*\}`)
	keys, shapes := map[string]bool{}, map[string]bool{}
	for _, text := range code {
		for _, m := range quoted.FindAllStringSubmatch(text, -1) {
			keys[m[1]] = true
		}
		for _, m := range filled.FindAllStringSubmatch(text, -1) {
			if shape := hole.ReplaceAllString(m[1], "*"); strings.Contains(strings.Split(shape, "*")[0], ".") && strings.Contains(shape, "*") {
				shapes[shape] = true
			}
		}
	}
	return web.Names{slices.Sorted(maps.Keys(keys)), slices.Sorted(maps.Keys(shapes))}
}

// needed returns a module and all that it can't begin without.
func needed(first string) []string {
	from := regexp.MustCompile(`(?m)^import (?:[^']* from )?'(\.[^']+)'`)
	all, files := []string{first}, web.Sources()
	for i := 0; i < len(all); i++ {
		for _, m := range from.FindAllSubmatch(files["web/"+all[i]], -1) {
			if name := path.Join(path.Dir(all[i]), string(m[1])); !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	slices.Sort(all)
	return all
}

func TestNames(t *testing.T) {
	t.Parallel()
	n := names("w.t('a.b') + w.t(`c.${d}.e${f ?? 'x'}`) + `${a}.you` + w.t(\"no.key\") + import './say.js' + this.of(`x.${a}`) + `z.k${a}`")
	if want := []string{"a.b"}; !slices.Equal(n.Keys, want) {
		t.Errorf("keys %v, want %v", n.Keys, want)
	}
	for key, want := range map[string]bool{
		"a.b": true, "a.b.you": true, "a.b.c": false, "c.1.e": true, "c.1.2.exact": true, "c.1": false, "no.key": false, "x.y.other": true, "x": false, "z.kk": true, "z.j": false,
	} {
		if n.Has(key) != want {
			t.Errorf("Has(%s) is %v", key, !want)
		}
	}
}

// The pages name messages: some of both kinds are found.
func TestPageNames(t *testing.T) {
	t.Parallel()
	n := web.Texts()["app"]
	if len(n.Keys) < 50 || len(n.Shapes) < 5 || !n.Has("ui.menu") || !n.Has("event.trick.you") || n.Has("cmd.play.short") {
		t.Errorf("the pages name %v and %v", n.Keys, n.Shapes)
	}
}

// TestPages: every page is whole, and those that are loaded first name all modules that
// they need, so that a browser doesn't find out about one after the other over a slow line.
func TestPages(t *testing.T) {
	t.Parallel()
	var found findings
	if err := json.Unmarshal(foundFile(t), &found); err != nil {
		t.Fatal(err)
	}
	for name, body := range web.Sources() {
		if path.Ext(name) != ".html" {
			continue
		}
		if !bytes.HasPrefix(body, []byte("<!doctype html>\n<html lang=\"en\">\n<meta charset")) || !bytes.HasSuffix(body, []byte("</script>\n</html>\n")) || bytes.Contains(body, []byte("\n\n")) {
			t.Errorf("%s is\n%s", name, body)
		}
		want := 0
		for first, all := range found.Modules {
			if bytes.Contains(body, []byte(`src="/web/`+first)) {
				want = len(all)
			}
		}
		first, _, _ := bytes.Cut(body, []byte("<template")) // what is in it isn't fetched
		if got := bytes.Count(first, []byte(`<link rel="modulepreload" href="/web/`)); got != want {
			t.Errorf("%s names %d modules, and needs %d", name, got, want)
		}
	}
}
