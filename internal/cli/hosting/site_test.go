package hosting

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"chratze/internal/locale"
	practice "chratze/internal/web/practicewasm"
)

// TestSiteTriesFirst: where a site can't be written, the command says so before it makes the files, which would fail here.
func TestSiteTriesFirst(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	noModule := practice.Module{Wasm: []byte("not brotli")}
	for out, want := range map[string]string{filepath.Join(file, "x"): "not a directory", dir: "other files", filepath.Join(dir, "new"): "/web/practice/"} {
		if err := writeSite(&cobra.Command{}, locale.For("en"), out, "", noModule); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", out, err, want)
		}
	}
}
