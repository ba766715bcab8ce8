package web_test

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"chratze/internal/web"
)

var (
	imported = regexp.MustCompile(`^(?:import (?:[^'\n]* from )?|} from )'([^']+)'|\bimport\('([^']+)'\)`) // at once, or when it is needed
	comments = regexp.MustCompile(`/\*.*?\*/|^\s*\*.*`)                                                    // on one line; they import types
)

// imports returns what a line of a module imports: at once, and when it is needed.
func imports(line string) (first, later []string) {
	for _, m := range imported.FindAllStringSubmatch(comments.ReplaceAllString(line, ""), -1) {
		if m[1] != "" {
			first = append(first, m[1])
		} else {
			later = append(later, m[2])
		}
	}
	return first, later
}

// graph returns what each of the pages' own modules imports, by name: at once, and of
// all what it imports when it needs it too.
func graph() (first, all map[string][]string) {
	first, all = map[string][]string{}, map[string][]string{}
	for name, code := range web.Sources() {
		if path.Ext(name) != ".js" || strings.HasPrefix(name, "web/vendor/") {
			continue
		}
		all[name] = nil
		for line := range strings.Lines(string(code)) {
			now, later := imports(line)
			for _, to := range now {
				first[name] = append(first[name], resolve(name, to))
			}
			for _, to := range slices.Concat(now, later) {
				all[name] = append(all[name], resolve(name, to))
			}
		}
	}
	return first, all
}

// resolve returns the name of a module that another one names.
func resolve(from, to string) string {
	if rest, ok := strings.CutPrefix(to, "/"); ok {
		return rest
	}
	return path.Join(path.Dir(from), to)
}

// circle returns modules of which each imports the next, and the last one the first; nil
// if there are none.
func circle(all map[string][]string) []string {
	done := map[string]bool{}
	var visit func(way []string, name string) []string
	visit = func(way []string, name string) []string {
		if i := slices.Index(way, name); i >= 0 {
			return append(way[i:], name)
		}
		if done[name] {
			return nil
		}
		for _, next := range all[name] {
			if found := visit(append(slices.Clone(way), name), next); found != nil {
				return found
			}
		}
		done[name] = true
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if found := visit(nil, name); found != nil {
			return found
		}
	}
	return nil
}

// TestModules: the modules of the pages are a lattice, as the rooms of the program are,
// and every module that one imports exists.
func TestModules(t *testing.T) {
	t.Parallel()
	_, all := graph()
	files, n := web.Sources(), 0
	for from, to := range all {
		n += len(to)
		for _, name := range to {
			if files[name] == nil {
				t.Errorf("%s imports %s, which doesn't exist", from, name)
			}
		}
	}
	if len(all) < 50 || n < 2*len(all) {
		t.Errorf("only %d modules with %d imports were found", len(all), n)
	}
	if found := circle(all); found != nil {
		t.Errorf("the modules import each other in a circle: %s", strings.Join(found, " → "))
	}
}

// climbs lists the modules that import from a later folder than their own, or stand in none.
func climbs(folders []string, all map[string][]string) (bad []string) {
	floor := func(name string) int {
		return slices.IndexFunc(folders, func(folder string) bool { return strings.HasPrefix(name, folder) })
	}
	for _, from := range slices.Sorted(maps.Keys(all)) {
		at := floor(from)
		if at < 0 || slices.ContainsFunc(all[from], func(to string) bool { return floor(to) > at }) {
			bad = append(bad, from)
		}
	}
	return bad
}

// TestFoldersAreFloors: the folders of the pages are in an order, and no module imports from a
// folder above its own.
func TestFoldersAreFloors(t *testing.T) {
	t.Parallel()
	_, all := graph()
	folders := append(slices.Insert(web.Folders(), 1, "web/group/"), "web/practice/", "web/kasse/")
	if bad := climbs(folders, all); bad != nil {
		t.Errorf("modules that stand in no folder of web.Folders, or import from a later one: %s", strings.Join(bad, ", "))
	}
	for _, folder := range folders {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(all)), func(name string) bool { return strings.HasPrefix(name, folder) }) {
			t.Errorf("%s is empty", folder)
		}
	}
	planted := map[string][]string{"web/table/a.js": {"web/live/b.js"}, "web/live/b.js": {"web/table/a.js", "web/live/c.js"}, "web/new/d.js": nil, "web/kasse/e.js": {"web/learn/f.js"}, "web/fair/g.js": {"web/kasse/e.js"}}
	if got, want := climbs(folders, planted), []string{"web/fair/g.js", "web/new/d.js", "web/table/a.js"}; !slices.Equal(got, want) {
		t.Errorf("planted modules that climb: %v, want %v", got, want)
	}
}

func TestCircle(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		all  map[string][]string
		want []string
	}{
		{map[string][]string{"a": {"b", "c"}, "b": {"c"}, "c": nil}, nil},
		{map[string][]string{"a": {"b"}, "b": {"c"}, "c": {"b"}}, []string{"b", "c", "b"}},
		{map[string][]string{"a": {"a"}}, []string{"a", "a"}},
	} {
		if got := circle(c.all); !slices.Equal(got, c.want) {
			t.Errorf("circle of %v: %v, want %v", c.all, got, c.want)
		}
	}
	for line, want := range map[string][]string{
		"import {a} from './b.js';": {"./b.js"},
		"import './b.js';":          {"./b.js"},
		"  <p @click=${async () => (await import('./b.js')).a()}></p>":           {"./b.js"},
		"  const all = await Promise.all([import('./b.js'), import('./c.js')]);": {"./b.js", "./c.js"},
		"/** @typedef {import('./b.js').A} A */":                                 nil,
		"   * @param {import('./b.js').A} a":                                     nil,
		"    /** @type {typeof import('./b.js') | null} */":                      nil,
	} {
		if first, later := imports(line); !slices.Equal(slices.Concat(first, later), want) {
			t.Errorf("%s imports %q and later %q, want %q", line, first, later, want)
		}
	}
}

// TestImportsOnTop: a module begins with what it imports, so that one sees it.
func TestImportsOnTop(t *testing.T) {
	t.Parallel()
	late := regexp.MustCompile(`(?m)^(?:export|const|let|var|function|class|async)\b[\s\S]*?^import\b.*`)
	_, all := graph()
	for name := range all {
		if m := late.Find(web.Sources()[name]); m != nil {
			t.Errorf("%s imports below its code: %s", name, m[strings.LastIndex(string(m), "\n")+1:])
		}
	}
}

// TestLines: no line of a module is longer than a window is wide.
func TestLines(t *testing.T) {
	t.Parallel()
	_, all := graph()
	delete(all, "web/lib/games.js") // a table, a row a game
	for name := range all {
		n := 0
		for line := range strings.Lines(string(web.Sources()[name])) {
			if n++; utf8.RuneCountInString(line) > 161 {
				t.Errorf("%s:%d has %d characters", name, n, utf8.RuneCountInString(line))
			}
		}
	}
}

// TestTemplates: all templates come from lib/html.js, whose values survive a translation.
func TestTemplates(t *testing.T) {
	t.Parallel()
	_, all := graph()
	for name, to := range all {
		if has := slices.Contains(to, "web/vendor/lit-html.js"); has != (name == "web/lib/html.js") {
			t.Errorf("%s imports lit-html: %v", name, has)
		}
	}
}

// exported finds the name that a line of a module exports.
var exported = regexp.MustCompile(`^export (?:async )?(?:function\*?|class|const|let) (\w+)`)

// twice returns the names that two modules export.
func twice(modules map[string][]byte) (faults []string) {
	by := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(modules)) {
		if path.Ext(name) != ".js" || strings.HasPrefix(name, "web/vendor/") {
			continue
		}
		for line := range strings.Lines(string(modules[name])) {
			if m := exported.FindStringSubmatch(line); m != nil {
				if by[m[1]] != "" {
					faults = append(faults, m[1]+" of "+by[m[1]]+" and "+name)
				}
				by[m[1]] = name
			}
		}
	}
	return faults
}

// TestExportedOnce: a name that a module exports says of what it is, so that no other module has the same.
func TestExportedOnce(t *testing.T) {
	t.Parallel()
	for _, fault := range twice(web.Sources()) {
		t.Errorf("%s: add what it is of", fault)
	}
	planted := map[string][]byte{"web/a.js": []byte("export async function keep() {}\n"), "web/b.js": []byte("export const keep = 1;\n")}
	if got := twice(planted); !slices.Equal(got, []string{"keep of web/a.js and web/b.js"}) {
		t.Errorf("of a planted fault it finds %q", got)
	}
}
