package cli

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// edit replaces a piece of a file: between <<< and ===, by what stands until >>>.
var edit = regexp.MustCompile(`(?s)<<<\n(.*?)\n===\n(.*?)\n>>>\n`)

// TestMadeUpGame adds a game by docs/adding-a-variant.md to a copy of the program: Madame, with a pack of 24 and
// the queen of clubs above every trump. It is then played in the terminal, in the arena and in the page, whose facts
// come from make types. The document names every file that had to change.
func TestMadeUpGame(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile("../../docs/adding-a-variant.md")
	if err != nil {
		t.Fatal(err)
	}
	edits, err := txtar.ParseFile("testdata/madeup/edits.txt")
	if err != nil {
		t.Fatal(err)
	}
	changed := map[string][]byte{}
	for _, f := range edits.Files {
		if !strings.Contains(string(guide), "`"+f.Name+"`") {
			t.Errorf("a new game touches %s, and docs/adding-a-variant.md doesn't name it", f.Name)
		}
		text, err := os.ReadFile(filepath.Join("../..", f.Name))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range edit.FindAllSubmatch(f.Data, -1) {
			if !bytes.Contains(text, e[1]) {
				t.Errorf("%s has no longer %q", f.Name, e[1])
			}
			text = bytes.Replace(text, e[1], e[2], 1)
		}
		changed[f.Name] = text
	}
	if os.Getenv("CHRATZE_VERIFY") == "" {
		return // the rest builds the program and its tests anew
	}
	dir := t.TempDir()
	copySources(t, dir)
	for name, text := range changed {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := func(stdin string, args ...string) string {
		cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
		cmd.Dir, cmd.Stdin = dir, strings.NewReader(stdin)
		cmd.Env = append(os.Environ(), "LC_ALL=en_US.UTF-8")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%q: %v\n%s", args, err, out)
		}
		return string(out)
	}
	run("", "go", "build", "-o", "chratze", "./cmd/chratze")
	run("", "go", "test", "./internal/web", "-run", "^TestGames$", "-update") // make types
	said := run("chratze\n0\n1\n", "./chratze", "play", "--plain", "--rules", "madame", "--seats", "4", "--seed", "3", "--data", "data")
	for _, want := range []string{"♠ spades, trump  1) queen of clubs", "You play queen of clubs.\nChregu plays jack of spades.\nPäuli plays 9 of spades.\nYou win the trick."} {
		if !strings.Contains(said, want) {
			t.Errorf("the terminal doesn't say %q:\n%s", want, said)
		}
	}
	var arena struct {
		Bots []struct {
			Name   string
			Mean   float64
			Faults int
		}
	}
	if err := json.Unmarshal([]byte(run("", "./chratze", "arena", "--rules", "madame", "--deals", "100", "--bots", "stammtisch-1,random", "--json")), &arena); err != nil {
		t.Fatal(err)
	}
	if len(arena.Bots) != 2 || arena.Bots[0].Mean <= arena.Bots[1].Mean || arena.Bots[0].Faults+arena.Bots[1].Faults != 0 {
		t.Errorf("the arena: %+v", arena.Bots)
	}
	tests := "^(TestGames|TestEveryTextWithEveryDeck|TestNothingCovers|TestFactsOfGamesStandOnce|TestPlaysEveryGame)$/^(madame)?$"
	if out := run("", "go", "test", "./internal/web", "-v", "-timeout", "400s", "-run", tests); !strings.Contains(out, "--- PASS: TestPlaysEveryGame/madame") {
		t.Errorf("the page:\n%s", out)
	}
}

// copySources copies the module, without what git and tools keep beside it.
func copySources(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir("../..", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		to := filepath.Join(dir, strings.TrimPrefix(name, filepath.Join("..", "..")))
		if d.IsDir() {
			if base := d.Name(); strings.HasPrefix(base, ".") && base != ".." || slices.Contains([]string{"bin", "dist", "node_modules", "frozen"}, base) {
				return fs.SkipDir
			}
			return os.MkdirAll(to, 0o700)
		}
		if !d.Type().IsRegular() {
			return nil
		}
		data, err := os.ReadFile(name)
		if err == nil {
			err = os.WriteFile(to, data, 0o600)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
