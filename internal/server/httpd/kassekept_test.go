package httpd

import (
	"path"
	"regexp"
	"strings"
	"testing"
)

// TestDeskKeepsItsModules: what a module of the desk imports is kept with it, or the desk wouldn't open without a network.
func TestDeskKeepsItsModules(t *testing.T) {
	t.Parallel()
	assets := loadAssets()
	kept := map[string]bool{}
	for name := range assets {
		if strings.HasPrefix(name, "web/kasse/") {
			kept["/"+name] = true
		}
	}
	for _, name := range kassePages {
		kept[name] = true
	}
	imports := regexp.MustCompile(`(?:from|import\()\s*['"](\.[^'"]+)['"]`)
	found := 0
	for name := range kept {
		if !strings.HasSuffix(name, ".js") {
			continue
		}
		for _, m := range imports.FindAllStringSubmatch(string(assets[name[1:]].body), -1) {
			found++
			if at := path.Join(path.Dir(name), m[1]); !kept[at] {
				t.Errorf("%s imports %s, which the desk's worker doesn't keep: put it into kassePages", name, at)
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d imports were found", found)
	}
}
