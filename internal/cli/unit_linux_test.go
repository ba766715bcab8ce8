package cli

import (
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestUnit runs what the unit runs, as a user of its own, with its settings and the configuration beside it: it tells systemd that it
// is ready, keeps all in its data directory, and takes the documented restore by root.
func TestUnit(t *testing.T) {
	t.Parallel()
	data, program := unitDirectory(t)
	unit, err := os.ReadFile("../../deploy/chratze.service")
	if err != nil {
		t.Fatal(err)
	}
	dir, config, copied := filepath.Dir(data), filepath.Join(filepath.Dir(data), "chratze.toml"), filepath.Join(t.TempDir(), "backup.db")
	text, err := os.ReadFile("../../deploy/chratze.toml")
	if err = errors.Join(err, os.WriteFile(config, text, 0o644)); err != nil {
		t.Fatal(err)
	}
	m, addr := newManager(t), freeAddress(t)
	if err := errors.Join(os.Chmod(filepath.Dir(m.path), 0o711), os.Chmod(m.path, 0o722)); err != nil {
		t.Fatal(err)
	}
	here := strings.NewReplacer("/usr/local/bin/chratze", program, "/etc/chratze.toml", config, "/var/lib/chratze", data)
	start := func() (*exec.Cmd, *both) {
		said := &both{}
		cmd := &exec.Cmd{Dir: dir, Stderr: said, Env: []string{"PATH=" + os.Getenv("PATH"), "NOTIFY_SOCKET=" + m.path, "WATCHDOG_USEC=300000", "CHRATZE_ADDR=" + addr}}
		for line := range strings.Lines(here.Replace(string(unit))) {
			switch name, value, _ := strings.Cut(strings.TrimSpace(line), "="); name {
			case "ExecStart":
				cmd.Args = strings.Fields(value)
				cmd.Path = cmd.Args[0]
			case "Environment":
				cmd.Env = append(cmd.Env, strings.Fields(value)...)
			}
		}
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: unitUser, Gid: unitUser}}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
			if t.Failed() {
				t.Logf("%s", said)
			}
		})
		m.hears(t, "READY=1")
		return cmd, said
	}
	for _, root := range [][]string{{"backup", "--data", data, copied}, {"restore", "--data", data, "--force", copied}, nil} {
		cmd, said := start()
		m.hears(t, "WATCHDOG=1")
		r, err := http.Get("http://" + addr + "/readyz")
		if err != nil || r.StatusCode != http.StatusOK {
			t.Errorf("ready, and %v\n%s", err, said)
		}
		_ = r.Body.Close()
		if err := errors.Join(cmd.Process.Signal(syscall.SIGTERM), cmd.Wait()); err != nil || strings.Contains(said.String(), `"ERROR"`) {
			t.Errorf("%v\n%s", err, said)
		}
		owned(t, "a run of the unit", data)
		if root != nil {
			commanded(t, root...)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 3 {
		t.Errorf("beside its data it has made %v %v", left, err)
	}
}
