package cli

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"chratze/internal/cli/hosting"
	"chratze/internal/cli/shell"
)

var update = flag.Bool("update", false, "write docs/settings.md")

const settingsDoc = "../../docs/settings.md"

// TestSettingsDoc: docs/settings.md lists every setting of serve, as the program has them.
func TestSettingsDoc(t *testing.T) {
	t.Parallel()
	sh := shell.New()
	sh.Lang = "en"
	want := settingsPage(sh)
	if *update {
		if err := os.WriteFile(settingsDoc, []byte(want), 0o644); err != nil { //nolint:gosec // a document
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(settingsDoc)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("docs/settings.md is older than the flags: go test ./internal/cli -run TestSettingsDoc -update")
	}
	if play, _, err := newRoot(sh).Find([]string{"play"}); err != nil || play.Flags().Lookup("rules").DefValue != "" {
		t.Errorf("--rules has a default: the language decides the game (%v)", err)
	}
}

// settingsPage writes the document.
func settingsPage(sh *shell.Shell) string {
	p := sh.For("en")
	var b strings.Builder
	b.WriteString(`# Settings

Written from the flags in internal/cli/hosting/serveflags.go (` + "`go test ./internal/cli -run TestSettingsDoc -update`" + `). ` + "`chratze play --help`" + ` has those of the terminal.

Every setting of ` + "`chratze serve`" + ` is a flag, an environment variable, or a key of the file that ` + "`--config`" + ` names: ` + "`--public-url`, `CHRATZE_PUBLIC_URL`, `public-url = \"…\"`" + `.
A flag overrides the variable, which overrides the file. ` + "`chratze serve --check`" + ` tries them all and starts nothing. An unknown key is refused, an unknown variable ` + "`CHRATZE_…`" + ` is told. [deploy/chratze.toml](../deploy/chratze.toml) has every key, to be uncommented.
Secrets can stand in a file of their own: the variable with ` + "`" + hosting.InFile + "`" + ` at its end names it (`)
	for i, name := range hosting.Secrets {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "`%s%s`", hosting.EnvName(name), hosting.InFile)
	}
	b.WriteString(").\n")
	root := newRoot(sh)
	serve, _, _ := root.Find([]string{"serve"})
	for _, g := range hosting.ServeGroups {
		fmt.Fprintf(&b, "\n### %s\n\n| flag and key | default | |\n|---|---|---|\n", strings.TrimSuffix(p.T(g.Title, nil), ":"))
		for _, name := range g.Flags {
			f := serve.Flags().Lookup(name)
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", name, standard(f), f.Usage)
		}
	}
	b.WriteString("\nWhen you need which is in [running a server](operations" + ".md).\n")
	return b.String()
}

// standard is the default of a flag in the document; an empty one isn't told, or in the text.
func standard(f *pflag.Flag) string {
	if f.DefValue == "" || f.DefValue == "[]" {
		return ""
	}
	return "`" + f.DefValue + "`"
}

// TestComposeFiles: what the compose files set are settings, and no address in them leads each phone to itself.
func TestComposeFiles(t *testing.T) {
	t.Parallel()
	var known []string
	for _, g := range hosting.ServeGroups {
		for _, name := range g.Flags {
			known = append(known, hosting.EnvName(name), hosting.EnvName(name)+hosting.InFile)
		}
	}
	set := regexp.MustCompile(`(?m)^[^:]*?\b(CHRATZE_[A-Z_]+): (.*)$`)
	for _, path := range []string{"../../deploy/compose.yaml", "../../deploy/cluster/compose.yaml"} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all := set.FindAllStringSubmatch(string(text), -1)
		if len(all) < 3 || strings.Contains(string(text), "//localhost") {
			t.Errorf("%s has %d settings, or leads to localhost", path, len(all))
		}
		for _, m := range all {
			if !slices.Contains(known, m[1]) {
				t.Errorf("%s: %s is no setting", path, m[1])
			}
		}
	}
}
