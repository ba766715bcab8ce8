package hosting

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/server/listen"
	"chratze/internal/server/run"
)

// TestServeGroups: the groups of the help have each setting of serve once.
func TestServeGroups(t *testing.T) {
	t.Parallel()
	times := map[string]int{}
	for _, g := range ServeGroups {
		for _, name := range g.Flags {
			times[name]++
		}
	}
	for _, name := range known(NewServe(shell.New()).Flags()) {
		if times[name] != 1 {
			t.Errorf("--%s is in %d groups of serve", name, times[name])
		}
		delete(times, name)
	}
	for name := range times {
		t.Errorf("serve has no --%s", name)
	}
}

// outcommented finds a key that is commented out.
var outcommented = regexp.MustCompile(`(?m)^#([a-z-]+ = )`)

// TestConfigExample: deploy/chratze.toml has every setting, and what it says can be read.
func TestConfigExample(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../deploy/chratze.toml")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]any
	if err := toml.Unmarshal(outcommented.ReplaceAll(text, []byte("$1")), &all); err != nil {
		t.Fatal(err)
	}
	flags := NewServe(shell.New()).Flags()
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
		flags := NewServe(shell.New()).Flags()
		_, err := resolveSettings(locale.For("en"), flags, func(name string) string {
			if name == EnvName(tt.name)+InFile {
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

func TestOwnAddress(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		at   listen.Options
		want string
	}{
		{listen.Options{Addr: ":8080"}, "http://127.0.0.1:8080"},
		{listen.Options{Addr: "0.0.0.0:80"}, "http://127.0.0.1:80"},
		{listen.Options{Addr: "[::]:80"}, "http://[::1]:80"},
		{listen.Options{Addr: "10.0.0.7:80"}, "http://10.0.0.7:80"},
		{listen.Options{Addr: ":443", Domains: []string{"a.example"}}, "https://127.0.0.1:443"},
		{listen.Options{Addr: ":443", Cert: "c"}, "https://127.0.0.1:443"},
	} {
		if got, err := (&serveFlags{Options: run.Options{Listen: tt.at}}).ownAddress(); err != nil || got != tt.want {
			t.Errorf("%s: %s, %v, want %s", tt.at.Addr, got, err, tt.want)
		}
	}
}
