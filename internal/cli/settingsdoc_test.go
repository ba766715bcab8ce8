package cli

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/pflag"

	"chratze/internal/locale"
)

var update = flag.Bool("update", false, "write docs/settings.md")

const settingsDoc = "../../docs/settings.md"

// TestSettingsDoc: docs/settings.md lists every setting of serve and every flag of play, as the
// program has them.
func TestSettingsDoc(t *testing.T) {
	t.Parallel()
	sh := newShell()
	sh.lang = "en"
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
}

// TestServeGroups: the groups of the help have each setting of serve once.
func TestServeGroups(t *testing.T) {
	t.Parallel()
	times := map[string]int{}
	for _, g := range serveGroups {
		for _, name := range g.flags {
			times[name]++
		}
	}
	for _, name := range known(newServe(newShell()).Flags()) {
		if times[name] != 1 {
			t.Errorf("--%s is in %d groups of serve", name, times[name])
		}
		delete(times, name)
	}
	for name := range times {
		t.Errorf("serve has no --%s", name)
	}
}

// settingsPage writes the document.
func settingsPage(sh *shell) string {
	p := sh.For("en")
	var b strings.Builder
	b.WriteString(`# Settings

Written from the flags of the program (` + "`go test ./internal/cli -run TestSettingsDoc -update`" + `).

## The server

Every setting of ` + "`chratze serve`" + ` is a flag, an environment variable, or a key of the file that ` + "`--config`" + ` names: ` + "`--public-url`, `CHRATZE_PUBLIC_URL`, `public-url = \"…\"`" + `.
A flag overrides the variable, which overrides the file. An unknown key is refused, an unknown variable ` + "`CHRATZE_…`" + ` is told. [deploy/chratze.toml](../deploy/chratze.toml) has every key, to be uncommented.
Secrets can stand in a file of their own: the variable with ` + "`" + inFile + "`" + ` at its end names it (`)
	for i, name := range secrets {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "`%s%s`", envName(name), inFile)
	}
	b.WriteString(").\n")
	serve := newServe(sh)
	for _, g := range serveGroups {
		fmt.Fprintf(&b, "\n### %s\n\n| flag and key | variable | default | |\n|---|---|---|---|\n", strings.TrimSuffix(p.T(g.title, nil), ":"))
		for _, name := range g.flags {
			f := serve.Flags().Lookup(name)
			fmt.Fprintf(&b, "| `%s` | `%s` | %s | %s |\n", name, envName(name), standard(f), f.Usage)
		}
	}
	b.WriteString("\nWhen you need which is in [running a server](operations" + ".md).\n\n## Playing in the terminal\n\n`chratze play` takes flags only.\n\n| flag | default | |\n|---|---|---|\n")
	newPlay(sh).Flags().VisitAll(func(f *pflag.Flag) {
		if f.Name != "help" {
			fmt.Fprintf(&b, "| `--%s` | %s | %s |\n", f.Name, standard(f), f.Usage)
		}
	})
	return b.String()
}

// standard is the default of a flag in the document; an empty one isn't told, or in the text.
func standard(f *pflag.Flag) string {
	if f.DefValue == "" || f.DefValue == "[]" {
		return ""
	}
	return "`" + f.DefValue + "`"
}

// outcommented finds a key that is commented out.
var outcommented = regexp.MustCompile(`(?m)^#([a-z-]+ = )`)

// TestConfigExample: deploy/chratze.toml has every setting, and what it says can be read.
func TestConfigExample(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../deploy/chratze.toml")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]any
	if err := toml.Unmarshal(outcommented.ReplaceAll(text, []byte("$1")), &all); err != nil {
		t.Fatal(err)
	}
	flags := newServe(newShell()).Flags()
	for _, name := range known(flags) {
		if _, there := all[name]; !there && name != configFlag {
			t.Errorf("deploy/chratze.toml has no %s", name)
		}
	}
	for name, value := range all {
		if err := flags.Set(name, setting(value)); err != nil {
			t.Errorf("%s = %v: %v", name, value, err)
		}
	}
}

// TestSecretInFile: a secret can stand in a file of its own, other settings can't.
func TestSecretInFile(t *testing.T) {
	t.Parallel()
	path := t.TempDir() + "/password"
	if err := os.WriteFile(path, []byte("geheim\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, path, want, fault string }{
		{"password", path, "geheim", ""},
		{"password", path + "x", "", "CHRATZE_PASSWORD_FILE"},
		{"addr", path, ":8080", ""},
	} {
		flags := newServe(newShell()).Flags()
		err := resolveSettings(locale.For("en"), flags, func(name string) string {
			if name == envName(tt.name)+inFile {
				return tt.path
			}
			return ""
		})
		if (err != nil) != (tt.fault != "") || err != nil && !strings.Contains(err.Error(), tt.fault) {
			t.Errorf("%+v: %v", tt, err)
		}
		if got := flags.Lookup(tt.name).Value.String(); got != tt.want {
			t.Errorf("%+v: %q", tt, got)
		}
	}
}
