package web_test

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"

	"chratze/internal/web"
)

// TestMinified: a program built so has each module and style sheet minified, of the sources as they are now; any other has the sources.
func TestMinified(t *testing.T) {
	t.Parallel()
	seen := 0
	err := fs.WalkDir(os.DirFS("static"), ".", func(name string, _ fs.DirEntry, err error) error {
		if ext := path.Ext(name); err != nil || ext != ".js" && ext != ".css" || strings.HasPrefix(name, "vendor/") {
			return err
		}
		source, err := os.ReadFile(path.Join("static", name))
		served := web.Files()["web/"+name]
		switch {
		case err != nil:
			return err
		case web.Minified && len(served) >= len(source):
			t.Errorf("%s isn't minified, or was it of other sources: run make minify", name)
		case !web.Minified && path.Ext(name) == ".js" && !bytes.Equal(served, source):
			t.Errorf("%s isn't served as it is written", name)
		}
		seen++
		return nil
	})
	must(t, err)
	if seen < 100 {
		t.Errorf("only %d files were looked at", seen)
	}
}
