package hosting

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"chratze/internal/cli/shell"
	"chratze/internal/locale"
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
		f    serveFlags
		want string
	}{
		{serveFlags{addr: ":8080"}, "http://127.0.0.1:8080"},
		{serveFlags{addr: "0.0.0.0:80"}, "http://127.0.0.1:80"},
		{serveFlags{addr: "[::]:80"}, "http://[::1]:80"},
		{serveFlags{addr: "10.0.0.7:80"}, "http://10.0.0.7:80"},
		{serveFlags{addr: ":443", domains: []string{"a.example"}}, "https://127.0.0.1:443"},
		{serveFlags{addr: ":443", cert: "c"}, "https://127.0.0.1:443"},
	} {
		if got, err := tt.f.ownAddress(); err != nil || got != tt.want {
			t.Errorf("%s: %s, %v, want %s", tt.f.addr, got, err, tt.want)
		}
	}
}

// TestOpenKey: a key of the servers that every user can read is in the log.
func TestOpenKey(t *testing.T) {
	t.Parallel()
	n := nodeFlags{key: filepath.Join(t.TempDir(), "peer.key")}
	for mode, told := range map[os.FileMode]bool{0o600: false, 0o440: false, 0o644: true, 0o602: true} {
		var said bytes.Buffer
		if err := errors.Join(os.WriteFile(n.key, nil, 0o600), os.Chmod(n.key, mode)); err != nil {
			t.Fatal(err)
		}
		if n.warnOfKey(slog.New(slog.NewTextHandler(&said, nil))); strings.Contains(said.String(), "every user") != (told && runtime.GOOS != "windows") {
			t.Errorf("%v: %s", mode, &said)
		}
		if err := os.Chmod(n.key, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
