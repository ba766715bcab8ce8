package site

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"chratze/internal/atomicfile"
	"chratze/internal/locale"
	"chratze/internal/web"
)

// kept begin the names of files that the service worker keeps at once; later, those that it
// fetches when a page rests; of files by language, the reader's.
//
//lattice:table
var (
	kept = append(web.Folders(), "index.html", "t/", "replay/", "learn/", "web/app/", "web/vendor/", "web/cards/", "web/practice/", "web/kasse/icon-",
		"web/icon.svg", "app/words/", "fair/words/", "api/rules.json")
	later = [...]string{"api/", "puzzle/", "kasse/", "web/kasse/", "rules/", "charts/"}
)

// module is the table of practice, which the service worker keeps when somebody plays.
const module = "web/practice/practice.wasm"

// desk is the cash desk, which pages of a site load packed.
const desk = "kasse/desk.wasm"

func begins(list []string, name string) bool {
	return slices.ContainsFunc(list, func(begin string) bool { return strings.HasPrefix(name, begin) })
}

// worker writes the service worker of all pages. It stands above them, because a plain host
// lets none reach further up.
func (w *writer) worker() {
	var now, then []string
	played := []string{"/" + module + ".gz"}
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(w.files)) {
		body := sha256.Sum256(w.files[name])
		sum.Write([]byte(name))
		sum.Write(body[:])
		at := "/" + strings.TrimSuffix(name, "index.html")
		switch {
		case strings.HasPrefix(name, module) || name == desk || workers(name):
		case filepath.Ext(name) == ".policy", filepath.Ext(name) == ".solution":
			played = append(played, at)
		case begins(kept, name):
			now = append(now, at)
		case begins(later[:], name):
			then = append(then, w.anyLanguage(at))
		}
	}
	slices.Sort(then)
	slices.Reverse(then) // a page follows what it shows
	head, err := json.Marshal(map[string]any{
		"site": true, "version": hex.EncodeToString(sum.Sum(nil)[:8]), "files": now, "later": slices.Compact(then), "module": played,
	})
	if err != nil {
		panic(err) // texts can be written
	}
	w.files["sw.js"] = slices.Concat([]byte("const kept = "), head, []byte(";\n"), web.Files()["web/practice/sw.js"])
}

// anyLanguage puts {lang} for the language in an address.
func (w *writer) anyLanguage(at string) string {
	for _, lang := range locale.New().Languages() {
		for _, end := range []string{"/", ".", "-"} {
			at = strings.ReplaceAll(at, "/"+lang+end, "/{lang}"+end)
		}
	}
	return at
}

// Mark is a file of each site: the names of its files. By it Write knows a directory again.
const Mark = "site.json"

// mark is the content of Mark.
type mark struct {
	Format string   `json:"format"`
	Files  []string `json:"files"`
}

const format = "chratze-site/1"

// ErrNotOurs says that a directory has other things than a site.
var ErrNotOurs = errors.New("site: the directory isn't empty, and isn't a site of this program")

// Try returns the error that Write would return at once: nothing can be written into the directory, or it has other things than a site.
// It makes the directory.
func Try(dir string) error {
	if _, err := read(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return atomicfile.Try(filepath.Join(dir, Mark))
}

// Write writes the files of a site into a directory, which is made if there is none. An older
// site there is replaced: first the new files are written, then those removed that it has no
// more. Pages and service workers come last, so that nothing is missing that they name.
func Write(dir string, files map[string][]byte) error {
	old, err := read(dir)
	if err != nil {
		return err
	}
	names := slices.SortedFunc(maps.Keys(files), func(a, b string) int { return cmp.Or(rank(a)-rank(b), strings.Compare(a, b)) })
	for _, name := range names {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, files[name], 0o644); err != nil {
			return err
		}
	}
	slices.Sort(names)
	text, err := json.MarshalIndent(mark{format, names}, "", " ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, Mark), append(text, '\n'), 0o644); err != nil {
		return err
	}
	for _, name := range old.Files {
		if _, still := files[name]; !still && filepath.IsLocal(name) {
			err = errors.Join(err, os.Remove(filepath.Join(dir, filepath.FromSlash(name))))
		}
	}
	return err
}

// rank is when a file is written: pages after what they are made of.
func rank(name string) int {
	switch {
	case filepath.Ext(name) == ".html":
		return 1
	case workers(name):
		return 2
	}
	return 0
}

// read returns the mark of the site in a directory. In an empty directory, or none, it has no
// files.
func read(dir string) (m mark, err error) {
	list, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(list) == 0 {
		return mark{}, nil
	}
	if err != nil {
		return m, err
	}
	text, err := os.ReadFile(filepath.Join(dir, Mark))
	if err != nil || json.Unmarshal(text, &m) != nil || m.Format != format {
		return m, ErrNotOurs
	}
	return m, nil
}
