package cli

import (
	"encoding/json"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"chratze/internal/cli/shell"
)

// unsaid returns the commands and flags that the catalogue doesn't describe, and the keys that
// describe none.
func unsaid(sh *shell.Shell, keys []string) (faults []string) {
	p, left := sh.For("en"), map[string]bool{}
	for _, key := range keys {
		left[key] = true
	}
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		name := strings.ReplaceAll(strings.TrimPrefix(strings.TrimPrefix(cmd.CommandPath(), "chratze"), " "), " ", ".")
		if first, _, _ := strings.Cut(name, "."); slices.Contains([]string{"help", "completion"}, first) {
			return
		}
		if cmd.Short == "" || cmd.Long == "" {
			faults = append(faults, "no description of "+cmd.CommandPath())
		}
		delete(left, shell.CommandKey(name)+"short")
		delete(left, shell.CommandKey(name)+"long")
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Usage == "" && !f.Hidden && f.Name != "help" && f.Name != "version" && f.Name != "lang" {
				faults = append(faults, "no description of "+cmd.CommandPath()+" --"+f.Name)
			}
			for _, key := range []string{shell.FlagKey(p, f.Name, []string{name}), shell.FlagKey(p, f.Name, nil)} {
				delete(left, key)
			}
		})
		for _, sub := range cmd.Commands() {
			visit(sub)
		}
	}
	visit(newRoot(sh))
	for _, key := range slices.Sorted(maps.Keys(left)) {
		faults = append(faults, key+" describes nothing")
	}
	return faults
}

// TestEveryFlagIsDescribed: every command and every flag has its text in the catalogue, whose
// keys follow from their names, and the catalogue has no other.
func TestEveryFlagIsDescribed(t *testing.T) {
	t.Parallel()
	sh := shell.New()
	var keys []string
	files, err := filepath.Glob("../locale/text/*.en.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var texts map[string]json.RawMessage
		if err := json.Unmarshal(text, &texts); err != nil {
			t.Fatal(err)
		}
		for key := range texts {
			if strings.HasPrefix(key, "cmd.") {
				keys = append(keys, key)
			}
		}
	}
	if len(keys) < 150 {
		t.Fatalf("the catalogue has only %d descriptions", len(keys))
	}
	for _, fault := range unsaid(sh, keys) {
		t.Error(fault)
	}
	planted := unsaid(sh, append(keys, "cmd.sim.nothing", "cmd.flag.nothing"))
	if len(planted) != 2 {
		t.Errorf("two planted keys without a flag: %q", planted)
	}
}

// TestEveryCommandHelps: every command tells what it is for, also one that has the name of another.
func TestEveryCommandHelps(t *testing.T) {
	t.Parallel()
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		for _, sub := range cmd.Commands() {
			visit(sub)
		}
		var out strings.Builder
		words := append(strings.Fields(cmd.CommandPath())[1:], "--help")
		if code := run(words, strings.NewReader(""), &out, io.Discard); code != exitOK || !strings.Contains(out.String(), cmd.CommandPath()) {
			t.Errorf("%s: %d, %q", words, code, out.String())
		}
	}
	visit(newRoot(shell.New()))
}
