package cli

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// onDisk is a command that runs chratze, as $0, on a disk of its own at $1, which a script mounts. Where that isn't allowed the
// test is skipped.
func onDisk(t *testing.T, dir, script string) *exec.Cmd {
	t.Helper()
	if os.Getuid() != 0 || exec.Command("unshare", "--mount", "true").Run() != nil {
		t.Skip("SKIPPED: mounting wants root")
	}
	self, err := os.Executable()
	program := filepath.Join(t.TempDir(), "chratze")
	if err == nil {
		err = os.Symlink(self, program)
	}
	if err != nil {
		t.Fatal(err)
	}
	return exec.Command("unshare", "--mount", "sh", "-c", script, program, dir)
}

// TestDiskIsReadOnly: on a disk that is mounted read-only a start says so and what to do, with data and before there are any. It ends
// with the code after which no unit starts again.
func TestDiskIsReadOnly(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	_ = startServer(t, data).end(os.Interrupt)
	for _, place := range []string{data, data + "/none"} {
		for _, check := range []string{"", "--check"} {
			cmd := onDisk(t, data, `mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && exec "$0" serve --lang en --addr 127.0.0.1:0 `+check+` --data '`+place+"'")
			out, err := cmd.CombinedOutput()
			if err == nil || cmd.ProcessState.ExitCode() != exitConfig || !strings.Contains(string(out), "ead-only") || strings.Contains(string(out), "let this user read") {
				t.Errorf("%s %s: %v\n%s", place, check, err, out)
			}
		}
	}
}

// TestDiskFreezes: a disk that fails while people play is mounted read-only by the system. What is acknowledged is kept; the server
// says why it stops, and the next start says it, too.
func TestDiskFreezes(t *testing.T) {
	t.Parallel()
	if os.Getenv("CHRATZE_VERIFY") == "" {
		t.Skip("SKIPPED: part of make verify: it mounts a disk")
	}
	image, dir := filepath.Join(t.TempDir(), "disk"), t.TempDir()
	if out, err := exec.Command("sh", "-c", `truncate -s 16M "$0" && PATH=$PATH:/sbin:/usr/sbin mkfs.ext4 -q -F "$0"`, image).CombinedOutput(); err != nil {
		t.Skipf("SKIPPED: no file system can be made: %v %s", err, out)
	}
	const serve = ` && exec "$0" serve --lang en --addr 127.0.0.1:0 --log-format json --load-token none --data "$1"/data`
	s := startCommand(t, onDisk(t, dir, `mount -o loop '`+image+`' "$1"`+serve))
	inside := func(command ...string) string {
		out, _ := exec.Command("nsenter", append([]string{"-t", strconv.Itoa(s.cmd.Process.Pid), "--mount", "--"}, command...)...).CombinedOutput()
		return string(out)
	}
	made := s.post(t, "/api/tables", `{"name":"Anna"}`)
	if out := inside("mount", "-o", "remount,abort", dir); out != "" {
		t.Skip("SKIPPED: this system's ext4 can't be made to fail: " + out)
	}
	if answer, status := s.try(t, "/api/tables", `{"name":"Beat"}`); status != http.StatusServiceUnavailable {
		t.Errorf("a table is made on a disk that takes no writes: %d %v", status, answer)
	}
	if err := s.cmd.Wait(); err == nil || s.cmd.ProcessState.ExitCode() != 1 || !strings.Contains(s.stderr.String(), "mounted read-only") {
		t.Errorf("it ends with %v\n%s", err, s.stderr)
	}
	again := onDisk(t, dir, `mount -o loop,ro,noload '`+image+`' "$1"`+serve)
	if out, err := again.CombinedOutput(); again.ProcessState.ExitCode() != exitConfig || !strings.Contains(string(out), "mounted read-only") {
		t.Errorf("the next start ends with %v\n%s", err, out)
	}
	s = startCommand(t, onDisk(t, dir, `mount -o loop '`+image+`' "$1"`+serve)) // which mends the file system, as a start of the machine does
	door, err := http.Get(s.base + "/api/code/" + made["code"].(string))
	if err != nil || door.StatusCode != http.StatusOK {
		t.Errorf("the table that was acknowledged: %v %v", door.Status, err)
	}
}
