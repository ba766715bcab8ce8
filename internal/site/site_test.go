package site_test

import (
	"errors"
	"maps"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"chratze/internal/locale"
	"chratze/internal/server/httpd"
	"chratze/internal/site"
	"chratze/internal/table/host"
	"chratze/internal/web/deskwasm"
	practice "chratze/internal/web/practicewasm"
)

// server has everything, with any module as the table of practice.
func server(t *testing.T, module []byte) http.Handler {
	t.Helper()
	h := host.New(host.Options{})
	t.Cleanup(h.Close)
	opt := httpd.Options{Host: h}
	if module != nil {
		packed, err := deskwasm.Pack(module)
		if err != nil {
			t.Fatal(err)
		}
		opt.Practice = practice.Module{Wasm: packed, Script: []byte("// a script")}
	}
	s, err := httpd.New(opt)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// links are what in a file names another one, in one of its groups.
//
//lattice:table
var links = map[string]*regexp.Regexp{
	".html":        regexp.MustCompile(`\b(?:href|src)="([^"#][^"]*)"`),
	".js":          regexp.MustCompile(`(?m)(?:^import .*|\bfrom |\bimport\()'([./][^']*)'`),
	".webmanifest": regexp.MustCompile(`"(?:url|src|start_url|scope)": "([./][^"]*)"`),
}

// TestEveryLinkLeadsSomewhere: whatever a page, a module or a manifest of a site names is there,
// and no address begins at the root of the host.
func TestEveryLinkLeadsSomewhere(t *testing.T) {
	t.Parallel()
	module := []byte(strings.Repeat("\x00asm: a table, as it were", 9))
	languages := []string{"ja"} // one will do, unless there is time
	if os.Getenv("CHRATZE_VERIFY") != "" {
		languages = locale.New().Languages()
	}
	files, err := site.Files(server(t, module), "https://karten.example/", languages...)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(files["web/practice/practice.wasm"]); got != string(module) {
		t.Errorf("the table of practice is %q", got)
	}
	if !strings.Contains(string(files["index.html"]), `<html data-site="https://karten.example" lang="`+languages[0]+`">`) || strings.Contains(string(files["index.html"]), "{base}") {
		t.Errorf("the first page is %s", files["index.html"])
	}
	for _, name := range []string{"404.html", "rules/index.html", "rules/kratzen/index.html", "words/index.html", "charts/index.html"} { // what plain hosts show at these addresses
		if !strings.Contains(string(files[name]), `lang="`+languages[0]+`"`) {
			t.Errorf("%s is %.80q", name, files[name])
		}
	}
	found := 0
	for _, name := range slices.Sorted(maps.Keys(files)) {
		pattern := links[path.Ext(name)]
		if pattern == nil {
			continue
		}
		for _, m := range pattern.FindAllStringSubmatch(string(files[name]), -1) {
			to, _, _ := strings.Cut(m[1], "#")
			to, _, _ = strings.Cut(to, "?")
			if strings.Contains(to, ":") {
				continue
			}
			found++
			file := path.Join(path.Dir(name), to)
			if to == "" || strings.HasSuffix(to, "/") {
				file = path.Join(file, "index.html")
			}
			if files[file] == nil || strings.HasPrefix(to, "/") {
				t.Errorf("%s names %s, and there is no %s", name, m[1], file)
			}
		}
	}
	if found < 300 {
		t.Errorf("%d links were found: too few to be all", found)
	}
	for _, name := range []string{"sw.js", "kasse/sw.js", "puzzle/sw.js"} {
		head, _, _ := strings.Cut(string(files[name]), "\n")
		for _, m := range regexp.MustCompile(`"([./][^"]*)"`).FindAllStringSubmatch(head, -1) {
			to := strings.ReplaceAll(m[1], "{lang}", "ja")
			if name == "sw.js" {
				to = to[1:] // of its scope
			}
			file := path.Join(path.Dir(name), to)
			if to == "" || strings.HasSuffix(to, "/") {
				file = path.Join(file, "index.html")
			}
			if files[file] == nil || strings.HasPrefix(to, "/") {
				t.Errorf("%s keeps %s, and there is no %s", name, m[1], file)
			}
		}
	}
}

// TestNoTable: a program without the table of practice writes no site.
func TestNoTable(t *testing.T) {
	t.Parallel()
	if _, err := site.Files(server(t, nil), "", "en"); err == nil || !strings.Contains(err.Error(), "practice.wasm") {
		t.Errorf("a site without a table: %v", err)
	}
}

// TestWrite: a site replaces an older one, and nothing else.
func TestWrite(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "public", "deep")
	if err := site.Write(dir, map[string][]byte{"index.html": []byte("one"), "old/page.html": []byte("x")}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "CNAME"), []byte("karten.example"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := site.Write(dir, map[string][]byte{"index.html": []byte("two"), "sw.js": []byte("y")}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"index.html": "two", "sw.js": "y", "CNAME": "karten.example", "old/page.html": ""} {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if string(got) != want || (err == nil) != (want != "") {
			t.Errorf("%s is %q, %v", name, got, err)
		}
	}
	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, "index.html"), []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := site.Write(other, map[string][]byte{"index.html": []byte("two")}); !errors.Is(err, site.ErrNotOurs) {
		t.Errorf("a directory of somebody else's: %v", err)
	}
	if got, _ := os.ReadFile(filepath.Join(other, "index.html")); string(got) != "mine" {
		t.Errorf("and its file is %q", got)
	}
}
