package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	server "chratze/internal/server/run"
	"chratze/internal/server/store"
)

// TestUnreadableCertificate: a start whose certificate can't be read ends with the code after which the unit doesn't try
// again each second, and says what a person has to do.
func TestUnreadableCertificate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	missing := filepath.Join(dir, "cert.pem")
	var out bytes.Buffer
	exit := run([]string{"serve", "--addr", "127.0.0.1:0", "--data", dir, "--lang", "en", "--tls-cert", missing, "--tls-key", missing}, strings.NewReader(""), &out, &out)
	if exit != exitConfig || !strings.Contains(out.String(), "in files that this user can read") {
		t.Errorf("exit %d, want %d:\n%s", exit, exitConfig, &out)
	}
}

// TestUnusableData: neither does it try again if a file isn't a database of this program, is damaged, or lies where it
// may not write.
func TestUnusableData(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{"foreign": strings.Repeat("no database. ", 100), "damaged": "SQLite format 3\x00" + strings.Repeat("damage", 1000)} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, server.DatabaseName), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if exit := run([]string{"serve", "--addr", "127.0.0.1:0", "--data", dir, "--lang", "en"}, strings.NewReader(""), &out, &out); exit != exitConfig {
			t.Errorf("%s: exit %d, want %d:\n%s", name, exit, exitConfig, &out)
		}
	}
	dir := filepath.Join(t.TempDir(), "data")
	if err := os.Mkdir(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	if f, err := os.Create(filepath.Join(dir, "tried")); err == nil {
		_ = f.Close()
		t.Skip("this user may write everywhere")
	}
	var out bytes.Buffer
	if exit := run([]string{"serve", "--addr", "127.0.0.1:0", "--data", dir, "--lang", "en"}, strings.NewReader(""), &out, &out); exit != exitConfig || !strings.Contains(out.String(), "let this user read and write") {
		t.Errorf("no right to write: exit %d, want %d:\n%s", exit, exitConfig, &out)
	}
}

// TestDirectoryInPlace: neither does it try again if a directory is where a file of the data belongs.
func TestDirectoryInPlace(t *testing.T) {
	t.Parallel()
	for _, name := range []string{server.DatabaseName, server.DatabaseName + ".lock"} {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if exit := run([]string{"serve", "--addr", "127.0.0.1:0", "--data", dir, "--lang", "en"}, strings.NewReader(""), &out, &out); exit != exitConfig || !strings.Contains(out.String(), name) {
			t.Errorf("%s: exit %d, want %d:\n%s", name, exit, exitConfig, &out)
		}
	}
}

// TestNewerData: commands for data that a newer program has written end as a server does.
func TestNewerData(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, other := filepath.Join(dir, server.DatabaseName), filepath.Join(dir, "backup.db")
	db, err := store.Open(t.Context(), path, store.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	content[63]++ // the last byte of PRAGMA user_version
	for _, name := range []string{path, other} {
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"serve", "--addr", "127.0.0.1:0"}, {"admin", "list"}, {"admin", "close", "1"}, {"backup", filepath.Join(dir, "b")}, {"restore", other}} {
		var out bytes.Buffer
		exit := run(append(args, "--data", dir, "--lang", "en"), strings.NewReader(""), &out, &out)
		if exit != exitConfig || !strings.Contains(out.String(), "newer version") {
			t.Errorf("%v: exit %d, want %d:\n%s", args, exit, exitConfig, &out)
		}
	}
}

// TestNoHome: without a home, what needs a data directory names --data and ends with the code of a bad configuration. Help names each code.
func TestNoHome(t *testing.T) {
	for _, name := range []string{"HOME", "XDG_DATA_HOME", "LocalAppData", "CHRATZE_DATA"} {
		t.Setenv(name, "")
	}
	for _, args := range [][]string{{"serve", "--addr", "127.0.0.1:0"}, {"serve", "--check"}, {"admin", "list"}, {"backup", "b"}, {"play", "--plain", "--hands", "1"}} {
		var out bytes.Buffer
		if exit := run(append(args, "--lang", "en"), strings.NewReader(""), &out, &out); exit != exitConfig || !strings.Contains(out.String(), "--data") {
			t.Errorf("%v: exit %d, want %d:\n%s", args, exit, exitConfig, &out)
		}
	}
	for _, lang := range locale.New().Languages() {
		for _, code := range []int{exitOK, exitFailed, exitMisuse, exitGaps, exitConfig, exitUnread, shell.ExitSignalled + int(syscall.SIGINT), shell.ExitSignalled + int(syscall.SIGTERM)} {
			if text := locale.For(lang).T("cmd.long", nil); !regexp.MustCompile(fmt.Sprintf(`\b%d\b`, code)).MatchString(text) {
				t.Errorf("%s: help doesn't tell exit code %d", lang, code)
			}
		}
	}
}

// TestWideProxies: a network of more than 16 addresses that is trusted as proxies is told at the start: whoever
// reaches the server from there can claim to be anybody. A smaller one isn't.
func TestWideProxies(t *testing.T) {
	t.Parallel()
	for network, wide := range map[string]bool{"10.0.0.0/8": true, "192.168.1.0/27": true, "fd00::/64": true, "172.18.0.16/28": false, "172.18.0.1": false, "fd00::1": false} {
		dir := t.TempDir()
		missing := filepath.Join(dir, "cert.pem") // it needn't start
		var out bytes.Buffer
		run([]string{"serve", "--addr", "127.0.0.1:0", "--data", dir, "--lang", "en", "--tls-cert", missing, "--tls-key", missing, "--proxies", network}, strings.NewReader(""), &out, &out)
		if told := strings.Contains(out.String(), "can claim to be any other"); told != wide || !strings.Contains(out.String(), "in files that this user can read") {
			t.Errorf("%s: told %v\n%s", network, told, &out)
		}
	}
}
