package projecttest_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// guides are the documents that name what a person taps, by file, with the language of the page.
var guides = map[string]string{
	"docs/table.md": "en", "docs/table.de.md": "de", "README.md": "en", "README.de.md": "de", "README.ja.md": "ja",
}

// calls are what players say; guides set them in italics too.
const calls = "chratze schlagen metcho weg"

// tapped finds what a guide sets in italics or, in Japanese, in corner brackets.
var tapped = regexp.MustCompile(`\*\*([^*]+)\*\*|\*([^*\n]+)\*|「([^」]+)」`)

// TestGuidesNameWhatIsThere: what the guides tell you to tap stands on the page.
func TestGuidesNameWhatIsThere(t *testing.T) {
	t.Parallel()
	for name, lang := range guides {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		report(t, guideFaults(name, string(text), messages(t, lang)))
	}
	expect(t, guideFaults("a guide", "Tap *Next hand*, then *Bext hand*; say *weg*. **Bold** is anything.", map[string]bool{"Next hand": true}), "Bext hand")
}

func guideFaults(name, text string, known map[string]bool) (faults []string) {
	for _, m := range tapped.FindAllStringSubmatch(text, -1) {
		what := m[2] + m[3]
		if what == "" || strings.HasPrefix(what, "[") || isField(calls, what) || known[what] {
			continue
		}
		faults = append(faults, fmt.Sprintf("%s: %q isn't on the page", name, what))
	}
	return faults
}

// messages returns every text of the catalogue in a language.
func messages(t *testing.T, lang string) map[string]bool {
	t.Helper()
	files, err := filepath.Glob("internal/locale/text/*." + lang + ".json")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d files of %s, %v", len(files), lang, err)
	}
	known := map[string]bool{}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var all map[string]any
		if err := json.Unmarshal(text, &all); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, v := range all {
			if s, ok := v.(string); ok {
				known[s] = true
			}
		}
	}
	return known
}

// TestReadmesAgree: the first screen has the same two commands in each language.
func TestReadmesAgree(t *testing.T) {
	t.Parallel()
	want := []string{"go run ./cmd/chratze", "make test"}
	for name := range guides {
		if !strings.HasPrefix(name, "README") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := firstCommands(string(text)); !slices.Equal(got, want) {
			t.Errorf("%s begins with the commands %q, want %q", name, got, want)
		}
	}
	if got := firstCommands("a\n```sh\ngo run .  # runs\n```\n"); !slices.Equal(got, []string{"go run ."}) {
		t.Errorf("a planted block has the commands %q", got)
	}
}

// firstCommands returns the commands of a document's first block, without their comments.
func firstCommands(text string) (commands []string) {
	_, rest, _ := strings.Cut(text, "```sh\n")
	block, _, _ := strings.Cut(rest, "```")
	for line := range strings.Lines(block) {
		command, _, _ := strings.Cut(line, "#")
		commands = append(commands, strings.TrimSpace(command))
	}
	return commands
}
