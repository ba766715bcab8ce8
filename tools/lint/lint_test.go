// Package lint_test tests the linters of scripts/steps.sh.
package lint_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestEachLinterReports plants a fault for each linter: all three report it and are named at the end, and a module without faults passes.
func TestEachLinterReports(t *testing.T) {
	t.Parallel()
	checks, err := os.ReadFile("../../staticcheck.conf")
	if err != nil {
		t.Fatal(err)
	}
	const clean = "// Package planted is linted.\npackage planted\n"
	for _, c := range []struct{ name, code, failed string }{
		{"clean", "", ""},
		{"faults", `
import "os"

// T has two names for its receiver.
type T struct{}

// A is fine.
func (t T) A() { _ = t }

// B isn't.
func (u T) B() { _ = u }

// Forgets ignores an error, and a value.
func Forgets(dir string) (n int) {
	defer os.Remove(dir)
	n = 1
	n = 2
	return n
}
`, "FAILED:\n   staticcheck\n   errcheck\n   ineffassign\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for name, text := range map[string]string{"go.mod": "module planted\n\ngo 1.26\n", "staticcheck.conf": string(checks), "planted.go": clean + c.code} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			cmd := exec.Command("sh", "-euc", `. scripts/steps.sh; began=$(date +%s); failed=; lint "$0" ./...; finish`, dir)
			cmd.Dir = "../.."
			said, err := cmd.CombinedOutput()
			if (err != nil) != (c.failed != "") || !strings.HasSuffix(string(said), c.failed) {
				t.Errorf("%v: %s", err, said)
			}
		})
	}
}
