package rename_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
)

// The program in docs/library.md runs in a module of its own, by both ways to say where
// the checkout is.
func TestLibrary(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(project, "docs/library.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "\n```go\n")
	program, _, found := strings.Cut(rest, "\n```\n")
	if !found {
		t.Fatal("docs/library.md has no program")
	}
	checkout, err := filepath.Abs(project)
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(project, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	ways := []string{"go work init . ../chratze", strings.ReplaceAll("go mod edit -require=m@v0.0.0 -replace=m=../chratze\ngo mod tidy", "=m", "="+modfile.ModulePath(mod))}
	if os.Getenv("CHRATZE_VERIFY") == "" {
		ways = ways[1:]
	}
	for _, lines := range ways {
		if !strings.Contains(string(text), "\n"+lines+"\n") {
			t.Errorf("docs/library.md doesn't say\n%s", lines)
		}
		dir := filepath.Join(t.TempDir(), "evening")
		write(t, dir, map[string]string{"main.go": program})
		if err := os.Symlink(checkout, filepath.Join(dir, "../chratze")); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines("go mod init example.com/evening\n" + lines + "\ngo run .") {
			args := strings.Fields(line)
			cmd := exec.Command(args[0], args[1:]...)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "GONOSUMDB=*", "GOFLAGS=", "GOWORK=")
			out, err := cmd.CombinedOutput()
			if err != nil || args[1] == "run" && !strings.HasPrefix(string(out), "timid wins ") {
				t.Fatalf("%s: %v\n%s", line, err, out)
			}
		}
	}
}
