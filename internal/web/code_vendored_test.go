package web_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestVendored: every module in static/vendor is the one whose hash stands in the list there, byte for byte.
func TestVendored(t *testing.T) {
	t.Parallel()
	const dir = "static/vendor"
	lists, err := filepath.Glob(filepath.Join(dir, "*.md"))
	must(t, err)
	listed, err := os.ReadFile(lists[0])
	must(t, err)
	modules, err := filepath.Glob(filepath.Join(dir, "*.js"))
	must(t, err)
	if n := strings.Count(string(listed), ".LICENSE) |"); n != len(modules) || n == 0 {
		t.Errorf("the list has %d modules, and there are %d", n, len(modules))
	}
	for _, module := range modules {
		b, err := os.ReadFile(module)
		must(t, err)
		row := fmt.Sprintf("\n| %s | ", filepath.Base(module))
		_, rest, ok := strings.Cut(string(listed), row)
		line, _, _ := strings.Cut(rest, "\n")
		if hash := fmt.Sprintf("%x", sha256.Sum256(b)); !ok || !strings.HasSuffix(line, "| "+hash+" |") {
			t.Errorf("the list doesn't have %s with the hash %s", module, hash)
		}
	}
}
