package cli

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestTroublesAreQuoted: a message in the table of what goes wrong can be searched for, since the program says it like that; … stands
// for what varies.
func TestTroublesAreQuoted(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "\n## What goes wrong\n")
	said := saidBy(t, "../locale/text/serve.en.json", "../server", "../cluster", "../table/host")
	quoted := 0
	for line := range strings.Lines(table) {
		message := strings.Split(line, "|")
		if len(message) != 4 {
			continue
		}
		for _, quote := range regexp.MustCompile("`[^`]+`").FindAllString(message[1], -1) {
			quoted++
			for part := range strings.SplitSeq(strings.Trim(quote, "`"), "(") { // details come from elsewhere
				if part = strings.TrimRight(part, " )"); !strings.Contains(said, part) {
					t.Errorf("docs/operations.md quotes %s, and nothing says %q", quote, part)
				}
			}
		}
	}
	if quoted < 12 {
		t.Errorf("%d messages are quoted in\n%s", quoted, table)
	}
}

// saidBy returns the texts of files, and of the programs in directories, with … for what varies.
func saidBy(t *testing.T, roots ...string) string {
	t.Helper()
	var b strings.Builder
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || strings.HasSuffix(path, "_test.go") || filepath.Ext(path) != ".go" && path != root {
				return err
			}
			text, err := os.ReadFile(path)
			b.Write(text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return regexp.MustCompile(`%[.0-9]*[sdqv]|\{[a-z]+\}`).ReplaceAllString(b.String(), "…")
}
