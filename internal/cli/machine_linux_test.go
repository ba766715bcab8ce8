package cli

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"chratze/internal/waittest"
)

// machine is one of its own, whose process 1 is systemd (testdata/machine/boot.sh).
type machine struct {
	*testing.T
	init string // the number of its process 1
	said *both
}

// newMachine boots one. Where this machine doesn't allow that, the test is skipped, with the reason.
func newMachine(t *testing.T) *machine {
	t.Helper()
	if os.Getenv("CHRATZE_VERIFY") == "" {
		t.Skip("SKIPPED: part of make verify: it boots systemd")
	}
	if os.Getuid() != 0 {
		t.Skip("SKIPPED: systemd in namespaces wants root")
	}
	for _, needs := range []string{"/lib/systemd/systemd", "/usr/bin/unshare", "/usr/bin/nsenter"} {
		if _, err := os.Stat(needs); err != nil {
			t.Skip("SKIPPED: " + err.Error())
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	repository, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	m := &machine{T: t, said: &both{}}
	cmd := exec.Command("unshare", "--mount", "sh", "testdata/machine/boot.sh", t.TempDir(), self, repository)
	cmd.Stdout, cmd.Stderr = m.said, m.said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() {
		if m.init != "" {
			_ = exec.Command("kill", "-KILL", m.init).Run() // with it all that runs there
		}
		_ = cmd.Process.Kill()
		_ = waittest.For(t, "the machine ends", ended)
		const clean = `mount --make-rprivate / && mount -t cgroup2 cgroup2 "$0" && find "$0/chratze-test-$1" -depth -type d -exec rmdir {} \;`
		_ = exec.Command("unshare", "--mount", "sh", "-c", clean, t.TempDir(), strconv.Itoa(cmd.Process.Pid)).Run() // else an empty group stays
	})
	refused := false
	waittest.Until(t, "systemd runs\n"+m.said.String(), func() bool {
		select {
		case err := <-ended:
			ended <- err
			refused = true
			return true
		default:
		}
		children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%[1]d/children", cmd.Process.Pid))
		if err != nil || len(bytes.Fields(children)) == 0 {
			return false
		}
		m.init = string(bytes.Fields(children)[0])
		return strings.TrimSpace(m.in("systemctl", "is-system-running")) == "running"
	})
	if refused {
		t.Skip("SKIPPED: this machine doesn't let systemd run in namespaces: " + m.said.String())
	}
	return m
}

// in runs a command on the machine and returns what it says.
func (m *machine) in(args ...string) string {
	out, _ := exec.Command("nsenter", append([]string{"-t", m.init, "--mount", "--pid", "--ipc", "--uts", "--net", "--cgroup", "--"}, args...)...).CombinedOutput()
	return string(out)
}

// show returns a property of the unit.
func (m *machine) show(property string) string {
	return strings.TrimSpace(m.in("systemctl", "show", "--value", "-p", property, "chratze"))
}

// serves reports whether the unit's server is ready.
func (m *machine) serves() bool {
	return m.show("ActiveState") == "active" && strings.HasSuffix(m.in("sh", "-c", "/usr/local/bin/chratze health && echo fine"), "fine\n")
}

// becomes waits until something is so, for as much longer as the watchdog takes.
func (m *machine) becomes(what string, is func() bool) {
	m.Helper()
	for range 2 {
		for begin := 0; begin < 600; begin++ {
			if is() {
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
	}
	m.Fatalf("%s\n%s\n%s", waittest.Late(what), m.in("systemctl", "status", "--no-pager", "chratze"), m.in("journalctl", "--no-pager", "-n", "40", "-u", "chratze"))
}

// TestUnitUnderSystemd plays through with the real unit what docs/operations.md promises of it: it is started again after a hang and
// after each way to die, stays down when a person has to act, and goes on by itself after a full disk and one that couldn't be
// written.
func TestUnitUnderSystemd(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	m.in("sh", "-c", "mkdir -p /var/lib/private/chratze && chmod 700 /var/lib/private && mount -t tmpfs -o size=24m tmpfs /var/lib/private/chratze")
	if out := m.in("systemctl", "start", "chratze"); out != "" || !m.serves() {
		t.Fatalf("it doesn't start: %s\n%s\n%s", out, m.in("systemctl", "status", "--no-pager", "-l", "chratze"), m.said)
	}
	restarts := 0
	for _, sig := range strings.Fields(cmp.Or(os.Getenv("CHRATZE_SIGNALS"), "ABRT SEGV QUIT KILL BUS STOP")) { // STOP: it hangs, until the watchdog ends it by ABRT
		pid, begin := m.show("MainPID"), time.Now()
		if out := m.in("systemctl", "kill", "--kill-who=main", "-s", sig, "chratze"); out != "" {
			t.Fatal(out)
		}
		restarts++
		m.becomes("it serves again after "+sig, func() bool {
			return m.show("NRestarts") == strconv.Itoa(restarts) && m.show("MainPID") != pid && m.serves()
		})
		t.Logf("after %s it serves again within %v", sig, time.Since(begin).Round(time.Millisecond))
	}

	const data = "/var/lib/private/chratze/"
	pid := m.show("MainPID")
	m.in("sh", "-c", "dd if=/dev/zero of="+data+"full bs=64k")
	m.becomes("a full disk makes it unready", func() bool { return !m.serves() })
	m.in("rm", data+"full")
	m.becomes("it is ready when there is room again", m.serves)
	if m.show("MainPID") != pid {
		t.Error("a full disk has ended it")
	}
	m.in("systemctl", "stop", "chratze")
	if out := m.in("mount", "-o", "remount,ro", data); out != "" {
		t.Fatal(out)
	}
	m.in("systemctl", "start", "--no-block", "chratze")
	m.becomes("on a disk that can't be written it stays down", func() bool {
		return m.show("ActiveState") == "failed" && m.show("ExecMainStatus") == strconv.Itoa(exitConfig)
	})
	m.in("mount", "-o", "remount,rw", data)
	m.in("systemctl", "reset-failed", "chratze")
	m.in("systemctl", "start", "chratze")
	m.becomes("it starts when the disk can be written", m.serves)

	m.in("sh", "-c", "echo 'adress = 1' >>/etc/chratze.toml")
	m.in("systemctl", "restart", "--no-block", "chratze")
	m.becomes("a wrong setting keeps it down", func() bool {
		return m.show("ActiveState") == "failed" && m.show("ExecMainStatus") == strconv.Itoa(exitConfig)
	})
	if n := m.show("NRestarts"); n != "0" {
		t.Errorf("it was started again %s times", n)
	}
}
